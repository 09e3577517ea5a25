"""Where a model's name stands in a picture of the table: where it covers no base, no marker and no other name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["SIDES", "Base", "name_sides"]

SIDES = ("above", "right", "left", "below")
"""In the order in which they are tried."""
HIGH, LETTER, GAP = 3.0, 2.2, 0.5
"""The height of a name's plate, its width for a letter, and its distance from the base, in centimetres of the table."""
LONG_HIGH, LONG_LETTER = 2.3, 1.35
"""The same for a name of more than two letters, which are smaller."""
MARKER = 2.4

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Base(NamedTuple):
    """A model on the table as it is drawn: its place, the letters of its name, the markers at its right."""

    x: float
    y: float
    radius: float
    letters: int
    markers: int = 0


def name_sides(bases: Sequence[Base], size: float) -> list[str]:
    """The side of each name, one after the other; the first if all of them cover something."""
    taken = [_base(base) for base in bases]
    sides = []
    for base in bases:
        side = next((side for side in SIDES if _is_free(_name(base, side), taken, size)), SIDES[0])
        sides.append(side)
        taken.append(_name(base, side))
    return sides


def _base(base: Base) -> Box:
    right = base.x + base.radius + MARKER * base.markers
    return base.x - base.radius, base.y - base.radius, right, base.y + base.radius


def _name(base: Base, side: str) -> Box:
    high, letter = (LONG_HIGH, LONG_LETTER) if base.letters > 2 else (HIGH, LETTER)
    wide, far = base.letters * letter, base.radius + GAP
    if side in ("above", "below"):
        top = base.y - far - high if side == "above" else base.y + far
        return base.x - wide / 2, top, base.x + wide / 2, top + high
    left = base.x + far if side == "right" else base.x - far - wide
    return left, base.y - high / 2, left + wide, base.y + high / 2


def _is_free(name: Box, taken: Sequence[Box], size: float) -> bool:
    left, top, right, bottom = name
    return left >= 0 and right <= size and top >= -HIGH and bottom <= size and not any(_meeting(name, taken))


def _meeting(name: Box, taken: Sequence[Box]) -> Iterator[Box]:
    left, top, right, bottom = name
    return (box for box in taken if left < box[2] and box[0] < right and top < box[3] and box[1] < bottom)
