"""The printed pages of the automas at a table, each with what was counted for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Grid, Heat, Page
from kempelen.engine.game import Game
from kempelen.engine.seats import read_spec
from kempelen.lab.experiment import Experiment
from kempelen.lab.lines import LineCounts, line_uses, lines_of
from kempelen.parts.automas import pages_by
from kempelen.parts.document import pages_of
from kempelen.text.say import Text

__all__ = ["AutomaPages", "heated", "own_name", "pages_at"]


@dataclass(frozen=True, slots=True)
class AutomaPages:
    """One automa of a table; the game's own has no name."""

    name: str
    pages: tuple[Page, ...]
    lines: LineCounts
    instead: Mapping[str, int]


def pages_at(
    experiment: Experiment, lines: LineCounts, instead: Mapping[str, int] | None = None
) -> tuple[AutomaPages, ...]:
    """Every automa that sits at a table or has a role there, with the counts that are its own."""
    rules, instead = experiment.rules, instead or {}
    seats = list(dict.fromkeys(read_spec(seat).automa for seat in experiment.seats))
    roles = list(dict.fromkeys(experiment.roles.values()))
    found = []
    for id in roles[:1] or [""]:  # the game's own, or whoever has its roles: both are counted without a name
        pages = pages_by(rules, _sheet(experiment, id), experiment.options) if id else _own(rules, experiment.options)
        found.append(AutomaPages(id, tuple(pages), lines_of(lines), lines_of(instead)))
    for id in (id for id in seats if id):
        pages = pages_by(rules, _sheet(experiment, id), experiment.options)
        found.append(AutomaPages(id, pages, lines_of(lines, id), lines_of(instead, id)))
    return tuple(replace(one, pages=tuple(page for page in one.pages if page.counted and page.lines)) for one in found)


def own_name(rules: Game[Any]) -> str:
    """How the automa is called that a game comes with; empty if it has no file."""
    return rules.automas.sheet.head.name if rules.automas is not None else ""


def _own(rules: Game[Any], options: Mapping[str, str]) -> Sequence[Page]:
    return pages_of(rules, options)


def _sheet(experiment: Experiment, id: str) -> Sheet:
    rules = experiment.rules
    assert rules.automas is not None
    return rules.automas.sheet_for(rules, id, experiment.setup)


def heated(pages: Sequence[Page], lines: LineCounts) -> tuple[Page, ...]:
    """The pages with how often each line was tried and carried out; those that were never looked at stay plain."""
    found = []
    for page in pages:
        uses = list(line_uses([page], [lines])) if page.counted else []
        if any(use.tried for use in uses):
            items = [item for item, *_ in page.lines] + [item for item, _ in page.rows]
            shares = {item: Heat(use.tried, use.done, use.share) for item, use in zip(items, uses, strict=True)}
            page = replace(page, heat=shares, grids=(*page.grids, *_rows_grid(page, shares)))
        found.append(page)
    return tuple(found)


def _rows_grid(page: Page, shares: Mapping[str, Heat]) -> list[Grid]:
    """Rows of a chart: how often the die came to each, and how often its action could be done."""
    if not page.rows:
        return []
    rows = tuple((action, str(shares[item].tried), str(shares[item].done)) for item, action in page.rows)
    head = (Text("chart.head.action"), Text("document.heat_hit"), Text("document.heat_done"))
    return [Grid(Text("document.heat_rows"), head, rows)]
