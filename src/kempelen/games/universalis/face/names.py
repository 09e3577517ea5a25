"""Where a model's name stands in a picture of the table: where it covers no base, no marker and no other name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

__all__ = ["SIDES", "Base", "name_sides"]

SIDES = ("above", "right", "left", "below", "higher", "lower")
"""In the order in which they are tried."""
ROWS = ("higher", "lower")
"""A second row, for models that stand side by side."""
FAR = 2.0
"""So much a name may hide before it goes into the second row, in square centimetres."""
HIGH, LETTER, GAP = 3.0, 2.2, 0.5
"""The height of a name's plate, its width for a letter, and its distance from the base, in centimetres of the table."""
LONG_HIGH, LONG_LETTER = 2.3, 1.35
"""The same for a name of more than two letters, which are smaller."""
LARGE, LARGER = 60.0, 1.25
"""On a table larger than this a screen shows names larger, so that they can be read."""
MARKER = 2.4
THING = 2.6
"""The room that an object of a mission needs."""

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Base(NamedTuple):
    """A model on the table as it is drawn: its place, the letters of its name, the markers at its right."""

    x: float
    y: float
    radius: float
    letters: int
    markers: int = 0


def name_sides(bases: Sequence[Base], size: float, things: Sequence[Spot] = ()) -> list[str]:
    """The side of each name, one after the other; where all of them cover something, the one that covers least.

    Things are what missions are about: a name that lies on one hides the goal.
    """
    return list(_sides(tuple(bases), size, tuple(things)))


@lru_cache(maxsize=64)
def _sides(bases: tuple[Base, ...], size: float, things: tuple[Spot, ...]) -> tuple[str, ...]:
    """The same as long as everybody stays where he is."""
    taken = [*(_base(base) for base in bases), *(_square(x, y) for x, y in things)]
    larger = LARGER if size > LARGE else 1.0
    sides = []
    for base in bases:
        side = min(SIDES, key=lambda side: _covered(_name(base, side, larger), taken, size) + FAR * (side in ROWS))
        sides.append(side)
        taken.append(_name(base, side, larger))
    return tuple(sides)


def _square(x: float, y: float) -> Box:
    return x - THING / 2, y - THING / 2, x + THING / 2, y + THING / 2


def _base(base: Base) -> Box:
    right = base.x + base.radius + MARKER * base.markers
    return base.x - base.radius, base.y - base.radius, right, base.y + base.radius


def _name(base: Base, side: str, larger: float) -> Box:
    high, letter = (n * larger for n in ((LONG_HIGH, LONG_LETTER) if base.letters > 2 else (HIGH, LETTER)))
    wide, far = base.letters * letter, base.radius + GAP
    if side not in ("left", "right"):
        row = high + GAP if side in ROWS else 0.0
        top = base.y - far - high - row if side in ("above", "higher") else base.y + far + row
        return base.x - wide / 2, top, base.x + wide / 2, top + high
    left = base.x + far if side == "right" else base.x - far - wide
    return left, base.y - high / 2, left + wide, base.y + high / 2


def _covered(name: Box, taken: Sequence[Box], size: float) -> float:
    """How much of other things a name would hide, in square centimetres; one off the table hides all of itself."""
    left, top, right, bottom = name
    if left < 0 or right > size or top < -HIGH or bottom > size:
        return (right - left) * (bottom - top)
    return sum(_shared(name, box) for box in taken)


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
