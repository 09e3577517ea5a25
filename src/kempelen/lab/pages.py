"""The printed pages of the automas at a table, each with what was counted for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, TypeVar

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

N = TypeVar("N")


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
    rules, options, instead = experiment.rules, experiment.options, instead or {}
    found = []
    for id, sections in _in_roles(experiment).items():
        pages = pages_by(rules, _sheet(experiment, id), options) if id else pages_of(rules, options)
        mine = [page for page in pages if sections is None or _section(page.title.key) in sections]
        keys = {page.title.key for page in mine}
        # What the game's own does, and whoever has its roles, is counted without a name.
        plain = (_under(keys, lines_of(lines)), _under(keys, lines_of(instead)))
        found.append(AutomaPages(id, tuple(mine), *plain))
    for id in dict.fromkeys(automa for seat in experiment.seats if (automa := read_spec(seat).automa)):
        pages = pages_by(rules, _sheet(experiment, id), options)
        found.append(AutomaPages(id, pages, lines_of(lines, id), lines_of(instead, id)))
    return tuple(replace(one, pages=tuple(page for page in one.pages if page.counted and page.lines)) for one in found)


def _in_roles(experiment: Experiment) -> dict[str, set[str] | None]:
    """Who plays what no seat does: an automa's id, the game's own under the empty name, with the sections that it
    follows at this table; None for all."""
    automas = experiment.rules.automas
    if automas is None or not automas.vocabulary.roles:
        return {"": None}
    found: dict[str, set[str] | None] = {}
    for role, sections in automas.vocabulary.roles.items():
        id = experiment.roles.get(role, "")
        found[id] = (found.get(id) or set()) | set(sections)
    return found


def _section(key: str) -> str:
    """`game.list.turn` -> `turn`."""
    return key.rpartition(".")[2]


def _under(pages: Set[str], counts: Mapping[str, N]) -> dict[str, N]:
    """Only what was counted on these pages."""
    return {at: n for at, n in counts.items() if at.rpartition("/")[0] in pages}


def own_name(rules: Game[Any]) -> str:
    """How the automa is called that a game comes with; empty if it has no file."""
    return rules.automas.sheet.head.name if rules.automas is not None else ""


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
