"""What has happened in the running step, as one seat may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import is_
from typing import Any, Generic, TypeVar

from kempelen.engine.game import Game
from kempelen.engine.inputs import CHANCE, Input, Value
from kempelen.engine.table import SPECTATOR, Seat

__all__ = ["Deed", "Same", "Seen", "deeds_in", "seen_by"]

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Seen:
    """One input of the running step."""

    kind: str
    what: str
    value: Value
    """None: it came to somebody else, and this seat does not know it."""
    seat: Seat | None = None
    """Whose choice it was."""


@dataclass(frozen=True, slots=True)
class Deed(Generic[S]):
    """Something a seat has done, as everybody saw it."""

    view: S
    """The table before it, as somebody sees it who only looks on."""
    seat: Seat
    action: Any


def seen_by(
    game: Game[Any], state: Any, rows: Sequence[Input], seat: Seat, *, everything: bool = False
) -> tuple[Seen, ...]:
    """The rows of a step without what came to other seats alone; with it for whoever sees everything."""
    found = []
    for row in rows:
        if row.kind in CHANCE:
            hidden = row.seat is not None and row.seat != seat and not everything
            found.append(Seen(row.kind, row.what, None if hidden else row.value))
        elif row.kind == "together":
            value = {other: text for other, text, _ in row.value}
            found.append(Seen(row.kind, row.what, value))
        else:
            text = row.value if row.seat == seat else game.speech.public_notation(state, row.value)
            found.append(Seen(row.kind, row.what, text, row.seat))
    return tuple(found)


class Same:
    """Things by what they are and not by what they are like: what is made of them is kept by this."""

    __slots__ = ("things",)

    def __init__(self, *things: Any) -> None:
        self.things = things

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.things)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and all(map(is_, self.things, other.things))


def deeds_in(game: Game[Any], past: Sequence[tuple[Any, Sequence[Input]]]) -> list[Deed[Any]]:
    """What seats have chosen in the steps before this one, as everybody saw it.

    What is past stays as it was, so each is made once: several parts of a page ask for all of them at every click.
    """
    return [
        _deed(Same(game, state, row))
        for state, rows in past
        for row in rows
        if row.kind == "do" and row.seat is not None
    ]


@lru_cache(maxsize=500)  # a deed holds a picture of the table; so many are a long game or two
def _deed(of: Same) -> Deed[Any]:
    game, state, row = of.things
    action = game.parse(game.speech.public_notation(state, row.value))
    return Deed(game.view(state, SPECTATOR), row.seat, action)
