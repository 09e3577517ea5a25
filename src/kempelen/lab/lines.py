"""Which line of its list a bot carried out, read from the why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias, TypeVar

from kempelen.behaviour.document import Page
from kempelen.engine.trace import Note, Trace
from kempelen.text.say import Text

__all__ = ["LineCounts", "LineUse", "added", "count_lines", "joined_lines", "line_uses", "lines_of"]

N = TypeVar("N")
LineCounts: TypeAlias = Mapping[str, tuple[int, int]]
"""`saboteur.list.seekers/4` -> how often the line was tried, and how often carried out. Lines of an automa that a seat
names stand under its id, `quiet-diggers@saboteur.list.seekers/4`: two automas at one table do not mix."""
OWN = "@"

ROW = "chart.row"
DONE = frozenset({"why.done", "chart.yes", "chart.unnumbered_yes", ROW})
"""Notes that say a line was carried out, a question answered with yes, a row of a table hit."""
SKIPPED = frozenset({"why.skipped", "why.declined", "why.left_out", "chart.no", "chart.unnumbered_no"})
LOOPS = {"why.while": "why.done", "why.while_over": "why.skipped"}
"""A game's own words for a line that only repeats others."""
NOT_THIS = frozenset({"chart.swapped", "chart.impossible"})
"""Notes that say, right after a row, that something else is done."""
INSTEAD = {"chart.fallback": "action", "chart.other": "action", "chart.last": "action", "chart.cap": "action"}
"""Notes that say what is done instead of the row, and in which field; `chart.again`: the die is cast once more."""
AGAIN = "again"


@dataclass(frozen=True, slots=True)
class LineUse:
    """One line of a bot's list over all games."""

    list: Text
    item: str
    """Its number; a dash if the author gave none."""
    line: Text
    tried: int
    done: int
    share: float
    """Of all decisions that this list has made; of a chart's question, of all times it was asked."""


def count_lines(trace: Trace, counts: dict[str, tuple[int, int]], instead: dict[str, int] | None = None) -> None:
    """Add the lines that one decision tried. What is noted of lists and lines has no values, so it reads the same.

    `instead` counts `chart/row>action`: what was done in place of a row that was hit.
    """
    where = row = missed = ""
    for kind, values in trace.notes:
        if values:
            if row or missed:
                text = kind.write(*values)
                if row and text.key in NOT_THIS:
                    tried, done = counts[row]
                    counts[row] = tried, done - 1
                    missed = row
                if missed and instead is not None and (found := _done_instead(text)):
                    _count(instead, f"{missed}>{found}")
                    missed = ""
            row = ""
            continue
        key, name = _list_or_line(kind)
        if key == "why.list":
            where = name
        elif key == AGAIN:
            if missed and instead is not None:
                _count(instead, f"{missed}>{AGAIN}")
            missed = ""
        elif key:
            at = name if "/" in name else f"{where}/{name}"
            tried, done = counts.get(at, (0, 0))
            counts[at] = tried + 1, done + (key in DONE)
            row = at if key == ROW else ""
            missed = ""


def _count(counts: dict[str, int], key: str) -> None:
    counts[key] = counts.get(key, 0) + 1


def _done_instead(text: Text) -> str:
    """The action that a note puts in the place of another, by the last part of its key; empty if it says none."""
    field = "done" if text.key == "chart.swapped" else INSTEAD.get(text.key, "")
    action = dict(text.fields).get(field)
    return action.key.rpartition(".")[2] if isinstance(action, Text) else ""


@cache
def _list_or_line(kind: Note) -> tuple[str, str]:
    """What a note says of a list: that it begins, or that a line was done or skipped; and its name or number."""
    text = kind.write()
    fields = dict(text.fields)
    if text.key == "why.list":
        name = fields["list"]
        return text.key, name.key if isinstance(name, Text) else str(name)
    if text.key == "chart.again":
        return AGAIN, ""
    key = LOOPS.get(text.key.partition(".")[2], text.key)
    if key not in DONE | SKIPPED:
        return "", ""
    # A line may name its list: one that has run another list goes on after it.
    own = fields.get("list")
    return key, f"{own.key}/{fields['item']}" if isinstance(own, Text) else str(fields["item"])


def joined_lines(by_automa: Mapping[str, Mapping[str, N]]) -> dict[str, N]:
    """What was counted for each automa at a table, the game's own under the empty name, as one."""
    return {f"{id}{OWN}{at}" if id else at: n for id, found in by_automa.items() for at, n in found.items()}


def lines_of(counts: Mapping[str, N], automa: str = "") -> dict[str, N]:
    """Only what stands under one automa; without a name, what belongs to the game's own and to roles."""
    if not automa:
        return {at: n for at, n in counts.items() if OWN not in at}
    head = f"{automa}{OWN}"
    return {at.removeprefix(head): n for at, n in counts.items() if at.startswith(head)}


def added(rows: Iterable[LineCounts]) -> dict[str, tuple[int, int]]:
    """The counts of several games, or of several cells."""
    totals: dict[str, tuple[int, int]] = {}
    for counts in rows:
        for at, (tried, done) in counts.items():
            before = totals.get(at, (0, 0))
            totals[at] = before[0] + tried, before[1] + done
    return totals


def line_uses(pages: Iterable[Page], rows: Iterable[LineCounts]) -> Iterator[LineUse]:
    """Every line of the document with its counts, those never tried included."""
    totals = added(rows)
    for page in pages:
        if not page.counted:
            continue
        lines = [(item, line) for item, line, _ in page.lines]
        for part in (lines, page.rows):
            found = [totals.get(f"{page.title.key}/{item}", (0, 0)) for item, _ in part]
            decided = sum(done for _, done in found)
            questions = part is lines and bool(page.rows)
            for (item, line), (tried, done) in zip(part, found, strict=True):
                among = tried if questions else decided
                yield LineUse(page.title, page.shown(item) or "–", line, tried, done, done / among if among else 0.0)
