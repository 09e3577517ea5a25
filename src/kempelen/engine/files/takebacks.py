"""What was taken back after dice or cards had answered, and then done otherwise: nothing forbids it, but it is told.

The same choice again meets the same dice, so whoever has only looked once more, or pressed the wrong thing and then
presses it again, has taken nothing back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kempelen.engine.files.header import header_of, seat_names
from kempelen.engine.files.record import exported_row
from kempelen.engine.inputs import CHANCE, Input, Restart, Row, Undo
from kempelen.engine.session import Session
from kempelen.engine.table import Seat

__all__ = ["TakenBack", "taken_back", "taken_back_for"]

Sees: TypeAlias = Callable[[Input], Any]


@dataclass(slots=True)
class TakenBack:
    times: int = 0
    places: set[int] = field(default_factory=set)
    """The inputs that stand where something else had been answered."""
    waits: bool = False
    """Something answered is taken back right now: another choice than before counts, the same does not."""


def taken_back_for(session: Session, reader: Seat | None) -> TakenBack:
    """The same as a reader may know it, None for all: whoever lays a card face down, takes it back and lays another one
    has done the same for everybody else, until all is open."""
    if reader is None or session.over:
        return taken_back(session.rows)
    game, state, names = session.game, session.state, seat_names(header_of(session))

    def seen(row: Input) -> Any:
        line = exported_row(game, state, row, names, reader)
        return line["is" if row.kind in CHANCE else row.kind]

    return taken_back(session.rows, seen)


def taken_back(rows: Iterable[Row], seen: Sees = lambda row: row.value) -> TakenBack:
    """By the rows of a record alone, so a game is judged alike wherever it is opened; `seen` is what is known."""
    found, rows = TakenBack(), list(rows)
    if not any(isinstance(row, Undo) for row in rows):
        return found
    inputs: list[Input] = []
    line: list[Input] = []  # how it went before it was taken back; while it is followed nothing has changed
    for row in rows:
        if isinstance(row, Undo):
            if len(inputs) > len(line):
                line = list(inputs)
            del inputs[len(inputs) - row.count :]
        elif isinstance(row, Restart):
            inputs, line = [], []
        elif isinstance(row, Input):
            place = len(inputs)
            if place < len(line) and not _same(row, line[place], seen):
                if row.kind != "set" and _answered(line, place):
                    found.times += 1
                    found.places.add(place)
                line = []
            inputs.append(row)
    found.waits = len(inputs) < len(line) and _answered(line, len(inputs))
    return found


def _same(one: Input, other: Input, seen: Sees) -> bool:
    return (one.kind, one.seat, seen(one)) == (other.kind, other.seat, seen(other))


def _answered(line: list[Input], place: int) -> bool:
    """Chance had its say after the choice in this place; a die that lay before it lies there still."""
    return any(row.kind in CHANCE or row.rolls for row in line[place + 1 :])
