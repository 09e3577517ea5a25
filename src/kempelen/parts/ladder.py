"""Where the players of a game are measured against each other: tables, and the seats that belong together at them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kempelen.engine.game import Game
from kempelen.engine.table import Seat
from kempelen.text.say import Text

__all__ = ["Contest", "ContestKind", "Ladder", "ladder_of"]

ContestKind: TypeAlias = Literal["together", "duel", "seat", "team"]


@dataclass(frozen=True, slots=True)
class Contest:
    """A table at which one player takes a side, and another all the others."""

    name: str
    """Short, for command lines: `platoon`."""
    scenario: str
    sides: tuple[tuple[Seat, ...], ...]
    """Seats that are played by the same; one side alone plays together against what the rules play."""
    side_names: tuple[Text, ...] = ()
    """What the sides are called, if not by their seats."""
    options: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    """Where its games begin, if that is no scenario: for instance with these roles."""

    @property
    def seats(self) -> int:
        return sum(map(len, self.sides))

    @property
    def kind(self) -> ContestKind:
        if len(self.sides) == 1:
            return "together"
        if any(len(side) > 1 for side in self.sides):
            return "team"
        return "duel" if len(self.sides) == 2 else "seat"


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is played for a ladder of a game."""

    contests: tuple[Contest, ...]
    beside: str = ""
    """With whom everybody is compared in the same place: the automa, unless it has rules of its own there that others
    have not."""


def ladder_of(game: Game[Any]) -> Ladder:
    """The game's own; else its first scenario, with as few seats as it takes, each for itself."""
    if game.ladder is not None:
        return game.ladder
    scenario = game.scenarios[0]
    sides = tuple((seat,) for seat in range(max(2, game.seat_counts(scenario)[0])))
    if len(sides) not in game.seat_counts(scenario):
        sides = ((0,),)
    return Ladder((Contest(scenario, scenario, sides),))
