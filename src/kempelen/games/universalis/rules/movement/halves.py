"""Places one can lay by hand: points on half centimetres.

The rules measure exactly, and a player may name any point. But what is offered, and where the opponent goes, lies on
half centimetres wherever that is allowed, so that it can be put on a table with a ruler.
"""

from __future__ import annotations

from collections.abc import Callable
from math import floor

from kempelen.games.universalis.rules.state import snap
from kempelen.games.universalis.rules.table.terrain import Place

__all__ = ["HALF", "half", "halves_near", "laid", "on_halves"]

HALF = 0.5
NEAR_ENOUGH = 1e-6


def half(length: float) -> float:
    """The nearest half centimetre."""
    return floor(length / HALF + 0.5) * HALF


def on_halves(*lengths: float) -> bool:
    """All of them are whole or half centimetres."""
    return all(abs(length - half(length)) < NEAR_ENOUGH for length in lengths)


def halves_near(x: float, y: float) -> list[tuple[float, float]]:
    """The nine nearest points on half centimetres, about nearest first."""
    hx, hy = half(x), half(y)
    sx = HALF if x >= hx else -HALF
    sy = HALF if y >= hy else -HALF
    one, other = ((hx + sx, hy), (hx, hy + sy)) if abs(x - hx) >= abs(y - hy) else ((hx, hy + sy), (hx + sx, hy))
    return [
        (hx, hy),
        one,
        other,
        (hx + sx, hy + sy),
        (hx, hy - sy),
        (hx - sx, hy),
        (hx + sx, hy - sy),
        (hx - sx, hy + sy),
        (hx - sx, hy - sy),
    ]


def laid(x: float, y: float, z: float, allowed: Callable[[Place], bool]) -> Place | None:
    """The allowed place next to a point that is best to lay: on half centimetres, else at least in one direction.

    Whoever leans on a wall or a base often cannot do better than the second; the last resort is the point itself, to a
    tenth of a millimetre. None if that is not allowed either.
    """
    for hx, hy in halves_near(x, y):
        if allowed((hx, hy, z)):
            return hx, hy, z
    ex, ey = snap(x), snap(y)
    for px, py in ((ex, half(y)), (half(x), ey), (ex, ey)):
        if allowed((px, py, z)):
            return px, py, z
    return None
