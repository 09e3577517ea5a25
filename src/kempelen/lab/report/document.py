"""The automa's printed page as a heat map, what never fired and what took its place; and the rows of its charts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from kempelen.behaviour.document import Page
from kempelen.lab.lines import AGAIN, added
from kempelen.lab.pages import AutomaPages, own_name, pages_at
from kempelen.lab.report.naming import at_value, cell_name, percent
from kempelen.lab.report.page import Picture, Raw, Section, Table, Words
from kempelen.lab.report.pictures import stacks
from kempelen.lab.report.results import Result, Results
from kempelen.text.say import Say, Text

__all__ = ["charts", "heat", "heat_table"]

SIDE_BY_SIDE = 4
LETTERS = "ABCD"
"""So many columns stand side by side."""
Counts = Mapping[str, tuple[int, int]]
KNOB = re.compile(r"\w[\w-]* *= *[+-]?\d+ +in ")
"""A line that says how far a knob stands."""


@dataclass(frozen=True, slots=True)
class _Block:
    """An automa in one cell."""

    result: Result
    found: AutomaPages

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(page.title.key for page in self.found.pages)


@dataclass(frozen=True, slots=True)
class _Column:
    """One cell, or all together."""

    head: str
    """A letter, if there are several."""
    name: str
    lines: Counts
    pages: frozenset[str] | None = None
    """The pages that the automa follows there, by their titles' keys; None for all."""

    def has(self, page: Page) -> bool:
        return self.pages is None or page.title.key in self.pages


def _columns(cells: Sequence[_Block], say: Say) -> list[_Column]:
    """A few cells side by side; of many, what they come to for each value of one thing in which they differ."""
    if len(cells) == 1:
        return [_Column(say("lab.share"), say("lab.report.all_cells"), cells[0].found.lines)]
    groups = {cell_name(cell.result, say): [cell] for cell in cells}
    if len(cells) > SIDE_BY_SIDE:
        groups = _by_way(cells, say)
    if not 1 < len(groups) <= SIDE_BY_SIDE:
        return [_Column(say("lab.share"), say("lab.report.all_cells"), added(cell.found.lines for cell in cells))]
    return [
        _Column(
            letter,
            name,
            added(cell.found.lines for cell in some),
            frozenset[str]().union(*(cell.keys for cell in some)),
        )
        for letter, (name, some) in zip(LETTERS, groups.items(), strict=False)
    ]


def _by_way(cells: Sequence[_Block], say: Say) -> dict[str, list[_Block]]:
    """Cells by the last way in which they differ that has few values; empty if there is none."""
    for way in reversed(list(cells[0].result.cell.at)):
        found: dict[str, list[_Block]] = {}
        for cell in cells:
            one = cell.result.cell
            found.setdefault(at_value(one.experiment.rules, way, one.at.get(way, ""), say), []).append(cell)
        if 1 < len(found) <= SIDE_BY_SIDE:
            return found
    return {}


def _by_automa(results: Results) -> dict[tuple[str, str], list[_Block]]:
    """Cells in which an automa sat, by its name and text; two at one table are counted apart. The game's own has no
    name. Whose knobs alone are turned is the same automa: its lines are."""
    found: dict[tuple[str, str], list[_Block]] = {}
    for result in results.results:
        experiment = result.cell.experiment
        for one in pages_at(experiment, result.tally.lines, result.tally.instead):
            found.setdefault((one.name, _unturned(experiment.automas.get(one.name, ""))), []).append(
                _Block(result, one)
            )
    return found


def _unturned(text: str) -> str:
    """The text of an automa without the numbers of its knobs, and with the examples that hold for some of them only."""
    return "\n".join("" if KNOB.match(line) else line.removeprefix("# ") for line in text.split("\n"))


def heat(results: Results, say: Say) -> Section | None:
    """Every line of the document: how often it was tried and carried out."""
    section = Section("lines", say("lab.report.title.lines"), [Words(say("lab.report.lines_words"))])
    by_automa = _by_automa(results)
    for (named, _), cells in by_automa.items():
        name = named or (own_name(cells[0].result.cell.experiment.rules) if len(by_automa) > 1 else "")
        columns = _columns(cells, say)
        # Where several automas have roles at one table, each follows some of its pages only.
        every = list({page.title.key: page for cell in cells for page in cell.found.pages}.values())
        pages = [page for page in every if any(_tried(page, column.lines) for column in columns)]
        if not pages:
            continue
        if name:
            section.parts.append(Words(say("lab.report.by_automa", names=[name]), "lead"))
        if len(columns) > 1:
            names = "".join(f"<li>{escape(column.name)}</li>" for column in columns)
            section.parts.append(Raw(f'<ol class="cells" type="A">{names}</ol>'))
        for page in pages:
            title = escape(say.of(page.title, "Nom"))
            section.parts.append(
                Raw(f"<h3>{title}</h3>" + _heat_table(page, [one for one in columns if one.has(page)], say))
            )
        unused = [page.title for page in every if page not in pages]
        if unused:
            section.parts.append(Words(say("lab.report.unused_pages", pages=unused), "small"))
    return section if len(section.parts) > 1 else None


def _at(page: Page, item: str) -> str:
    return f"{page.title.key}/{item}"


def _tried(page: Page, lines: Counts) -> int:
    return sum(lines.get(_at(page, item), (0, 0))[0] for item, *_ in page.lines)


def heat_table(page: Page, lines: Counts, say: Say) -> str:
    """One page with what was counted for it."""
    return _heat_table(page, [_Column(say("lab.share"), "", lines)], say)


def _heat_table(page: Page, columns: Sequence[_Column], say: Say) -> str:
    head = "".join(f'<th scope="col" class="n">{escape(column.head)}</th>' for column in columns)
    rows = "".join(_heat_row(page, item, line, columns, say) for item, line, _ in page.lines)
    number, what = escape(say("lab.line")), escape(say("lab.text"))
    return (
        f'<div class="wide" tabindex="0"><table class="heat"><thead><tr><th scope="col">{number}</th>'
        f'<th scope="col">{what}</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _heat_row(page: Page, item: str, line: Text, columns: Sequence[_Column], say: Say) -> str:
    counts = [column.lines.get(_at(page, item), (0, 0)) for column in columns]
    never = not any(done for _, done in counts)
    cells = []
    for column, (tried, done) in zip(columns, counts, strict=True):
        among = tried if page.rows else sum(column.lines.get(_at(page, other), (0, 0))[1] for other, *_ in page.lines)
        share = done / among if among else 0.0
        counted = escape(say("lab.report.line_share", done=done, tried=tried))
        cells.append(f'<td class="h" style="--w:{share:.3f}">{percent(say, share)}<small>{counted}</small></td>')
    why = f'<div class="why">{escape(_why(page, item, columns, say))}</div>' if never else ""
    shown = page.shown(item) or "–"
    mark = ' class="never"' if never else ""
    words = escape(say.of(line, "Nom"))
    return f'<tr{mark}><th scope="row">{escape(shown)}</th><td>{words}{why}</td>{"".join(cells)}</tr>'


def _why(page: Page, item: str, columns: Sequence[_Column], say: Say) -> str:
    """Why a line was never carried out: it was never possible, or others came before it."""
    total = dict.fromkeys((other for other, *_ in page.lines), (0, 0))
    for column in columns:
        for other in total:
            tried, done = column.lines.get(_at(page, other), (0, 0))
            total[other] = total[other][0] + tried, total[other][1] + done
    tried = total[item][0]
    if page.rows:
        return say("lab.report.never_yes", n=tried) if tried else say("lab.report.never_asked")
    order = list(total)
    before = sorted(((total[other][1], other) for other in order[: order.index(item)] if total[other][1]), reverse=True)
    taken = [Text("lab.report.taken_by", item=page.shown(other) or "–", n=n) for n, other in before[:3]]
    if tried:
        return say("lab.report.never_possible", n=tried)
    return say("lab.report.never_reached", lines=taken) if taken else say("lab.report.never_asked")


# -- charts


def charts(results: Results, say: Say) -> Section | None:
    """The rows of charts: how often the die hit each, how often its action was possible, and what came instead."""
    rows = [
        row
        for cells in _by_automa(results).values()
        for row in _chart_rows(results.game, [cell.found for cell in cells], say)
    ]
    if not rows:
        return None
    labels = [f"{chart}: {action}" for chart, action, *_ in rows]
    parts = [[done, hit - done] for _, _, hit, done, _ in rows]
    names = [say("lab.report.row_done"), say("lab.report.row_replaced")]
    head = [say(f"lab.report.chart.{key}") for key in ("chart", "row", "hit", "done", "share", "instead")]
    table = [
        [chart, action, str(hit), str(done), percent(say, done / hit if hit else 0.0), other]
        for chart, action, hit, done, other in rows
    ]
    section = Section("charts", say("lab.report.title.charts"))
    section.parts.append(Picture(stacks(labels, parts, names), say("lab.report.charts_caption"), Table(head, table, 2)))
    return section


def _chart_rows(game: str, cells: Sequence[AutomaPages], say: Say) -> Iterator[tuple[str, str, int, int, str]]:
    lines = added(cell.lines for cell in cells)
    instead: dict[str, dict[str, int]] = {}
    for cell in cells:
        for at, n in cell.instead.items():
            row, _, other = at.partition(">")
            found = instead.setdefault(row, {})
            found[other] = found.get(other, 0) + n
    for page in cells[0].pages:
        for item, action in page.rows:
            hit, done = lines.get(_at(page, item), (0, 0))
            if not hit and not _tried(page, lines):
                continue
            others = sorted(instead.get(_at(page, item), {}).items(), key=lambda one: -one[1])
            words = [
                Text("lab.report.instead", action=_action(game, name), n=n)
                if name != AGAIN
                else Text("lab.report.rolled_again", n=n)
                for name, n in others
            ]
            yield say.of(page.title, "bare"), say.of(action), hit, done, say.of(words) if words else ""


def _action(game: str, name: str) -> Text:
    return Text(f"{game}.action.{name}")
