"""Which columns the rows of an experiment have: the same in every chunk, known before the first is played.

No column says when, where or by whom a game was played, so the rows are the same wherever that was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kempelen.lab.course import Course
from kempelen.lab.experiment import BadExperiment
from kempelen.lab.plan.asked import Kept
from kempelen.lab.run import Row
from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.lab.plan.cells import Cell

__all__ = ["FACT", "OPTION", "Columns", "Kept", "Kind", "Sampled", "WholeRow", "columns_of"]

FACT, OPTION = "fact_", "option_"
Kind = str
"""`int64`, `double`, `string`, `bool`, or a `list<...>` of one of them."""

ALWAYS: Mapping[str, Kind] = {
    "cell": "int32",
    "number": "int64",
    "seed": "int64",
    "scenario": "string",
    "players": "int32",
    "seats": "list<string>",
}
RESULT: Mapping[str, Kind] = {
    "winners": "list<int32>",
    "reason": "string",
    "scores": "list<int64>",
    "turns": "int32",
    "decisions": "int32",
    "capped": "bool",
}
LINES: Mapping[str, Kind] = {"lines": "lines", "instead": "instead", "explained": "int32"}


@dataclass(frozen=True, slots=True)
class Sampled:
    """One decision of many: its number in the game, the seat from 1, what was done, and by which line of the text."""

    decision: int
    seat: int
    action: str
    line: str


@dataclass(frozen=True, slots=True)
class WholeRow:
    """A row with what was kept of some games only."""

    row: Row
    course: Course | None = None
    sampled: tuple[Sampled, ...] = ()
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Columns:
    """Names and kinds, in their order."""

    kinds: Mapping[str, Kind]
    options: tuple[str, ...] = field(default=())
    """Options that have a column: those that any cell sets."""

    @property
    def facts(self) -> dict[str, Kind]:
        return {name.removeprefix(FACT): kind for name, kind in self.kinds.items() if name.startswith(FACT)}


def columns_of(cells: Sequence[Cell], rows: Iterable[Row], kept: Kept) -> Columns:
    """From the cells, and from one row of every kind of game, which says the game's own facts."""
    options = tuple(dict.fromkeys(id for cell in cells for id in cell.experiment.options))
    facts: dict[str, Kind] = {}
    for row in rows:
        for name, value in row.facts.items():
            facts[name] = _wider(facts.get(name), _kind(name, value), name)
    kinds = {
        **ALWAYS,
        **{f"{OPTION}{id}": "string" for id in options},
        **RESULT,
        **{f"{FACT}{name}": kind for name, kind in facts.items()},
        **(LINES if kept.lines else {}),
        **({"course": "list<list<int32>>"} if kept.course else {}),
        **({"sampled": "sampled"} if kept.decisions else {}),
        **({"record": "string"} if kept.games else {}),
    }
    return Columns(kinds, options)


def _kind(name: str, value: Any) -> Kind:
    if isinstance(value, list | tuple):
        kinds = {_kind(name, one) for one in value}
        inner: Kind | None = None
        for kind in sorted(kinds):
            inner = _wider(inner, kind, name)
        return f"list<{inner or 'string'}>"
    for type_, kind in ((bool, "bool"), (int, "int64"), (float, "double"), (str, "string")):
        if isinstance(value, type_):
            return kind
    raise BadExperiment(Text("lab.folder.bad_fact", fact=name, value=json.dumps(value, default=str)))


def _wider(one: Kind | None, other: Kind, name: str) -> Kind:
    """A kind that holds both: of whole numbers and others, the latter."""
    if one is None or one == other:
        return other
    if {one, other} == {"int64", "double"}:
        return "double"
    if {one, other} == {"list<int64>", "list<double>"}:
        return "list<double>"
    raise BadExperiment(Text("lab.folder.bad_fact", fact=name, value=f"{one}, {other}"))
