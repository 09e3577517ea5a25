"""How a game would most likely go on after an action: what most of the worlds have that went the same way so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kempelen.engine.search.trial import Trial
from kempelen.engine.table import Seat, notation_of
from kempelen.text.say import Text

__all__ = ["Line", "likely_line"]

LENGTH = 4
"""So many choices a line is followed."""
LOOKED = 12
"""In so many worlds it is looked at how the game goes on."""


@dataclass(frozen=True, slots=True)
class Line:
    """How the game would most likely have gone on."""

    choices: tuple[tuple[Seat, Text | str], ...]
    position: Mapping[str, Any]
    """The table after it, as far as the seat could know it."""


def likely_line(trial: Trial, action: Any, first: int = 0, worlds: int = LOOKED, *, this_turn: bool = False) -> Line:
    """The next choices after an action, in worlds with numbers from `first` on; perhaps not beyond this turn."""
    ways = [trial.line(action, first + world, LENGTH, this_turn=this_turn) for world in range(min(LOOKED, worlds))]
    depth = 0
    while depth < LENGTH:
        nexts = Counter(_choice(way[0][depth]) for way in ways if len(way[0]) > depth)
        if not nexts:
            break
        common, number = nexts.most_common(1)[0]
        if number < 2 and depth:
            break
        ways = [way for way in ways if len(way[0]) > depth and _choice(way[0][depth]) == common]
        depth += 1
    chosen, table = ways[0]
    return Line(tuple((seat, said) for seat, _, said in chosen[:depth]), trial.game.to_position(table))


def _choice(made: tuple[Seat, Any, Text | str]) -> tuple[Seat, str]:
    return made[0], notation_of(made[1])
