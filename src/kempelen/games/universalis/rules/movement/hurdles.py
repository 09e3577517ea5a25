"""Low walls, sandbags, fences and pipes: what a model climbs over on its way (R118, R119, K10).

On a stretch of one level it goes up what is in the way and down again behind it, without stopping on top. Up and down
count double each.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from kempelen.games.universalis.rules.models.current import height, radius, size
from kempelen.games.universalis.rules.movement.movement_numbers import climb_cost
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.terrain import SLACK, Place, solids_in, touching
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER
from kempelen.geometry import Prism

__all__ = ["Climb", "climbing", "climbs_over", "rise_cost"]


@dataclass(frozen=True, slots=True)
class Climb:
    """Up or down at a point of a stretch."""

    at: float
    """How far along, in cm."""
    vertical: float
    used: float
    """Movement it takes (R119)."""


@dataclass(frozen=True, slots=True)
class _Hurdle:
    bottom: float
    top: float
    start: float
    end: float


def rise_cost(s: State, m: Model, rise: float, flat: float = 0.0, *, ladder: bool = False) -> float | None:
    """Movement used to go up or down so far, with what the model has for it; None if it is too high (R117 to R119)."""
    sticks, any_height = climbing(m)
    return climb_cost(s.rules, size(m), rise, flat, ladder=ladder or sticks, any_height=any_height)


def climbing(m: Model) -> tuple[bool, bool]:
    """What it climbs with: it goes up walls as on a ladder (gecko), and something in use for any height."""
    any_height = bool(m.items_on) and any(item.climb for n, item in enumerate(m.card.items) if m.items_on >> n & 1)
    return bool(m.card.levels.get("gecko")), any_height


def climbs_over(s: State, m: Model, here: Place, there: Place) -> list[Climb] | None:
    """What must be climbed on a straight stretch of one level; None if something is too high or in the way above."""
    flat = hypot(there[0] - here[0], there[1] - here[1])
    if not flat or here[2] != there[2] or m.card.going == FLIGHT:
        return None
    level, tall = here[2], height(s, m)
    met = _met(s, m, here, there, flat)
    low = [one for one in met if one.bottom < level + tall]
    above = [one for one in met if one.bottom >= level + tall]
    # Whoever is on top of something may find something else in his way up there: a roof on its walls, a lintel.
    while True:
        if any(rise_cost(s, m, one.top - level) is None for one in low):
            return None
        hit = [one for one in above if any(_meets(one, other, tall) for other in low)]
        if not hit:
            break
        low += hit
        above = [one for one in above if one not in hit]
    if m.card.going == HOVER:  # it floats over what is not higher than itself (G34)
        low = [one for one in low if one.top > level + tall + 1e-9]
    return _profile(s, m, low, level)


def _met(s: State, m: Model, here: Place, there: Place, flat: float) -> list[_Hurdle]:
    """The solid things a base meets on its way at any height, and from where to where."""
    r = radius(s, m)
    ux, uy = (there[0] - here[0]) / flat, (there[1] - here[1]) / flat
    left, right = sorted((here[0], there[0]))
    low, high = sorted((here[1], there[1]))
    found = []
    for bottom, top, box, polygon, _ in solids_in(s.board, s.doors, left - r, low - r, right + r, high + r):
        if top <= here[2] + 1e-9 or box[0] > right + r or box[2] < left - r or box[1] > high + r or box[3] < low - r:
            continue
        span = touching(Prism(polygon, bottom, top, box), here, there, ux, uy, flat, r)
        if span is not None and span[1] - span[0] > SLACK:
            found.append(_Hurdle(bottom, top, *span))
    return found


def _meets(one: _Hurdle, below: _Hurdle, tall: float) -> bool:
    """Somebody on top of `below` runs into the other one."""
    return one.start < below.end and below.start < one.end and one.bottom < below.top + tall


def _profile(s: State, m: Model, hurdles: list[_Hurdle], level: float) -> list[Climb]:
    """Up and down along the way, over whatever is highest at each point."""
    borders = sorted({border for one in hurdles for border in (one.start, one.end)})
    found: list[Climb] = []
    at = level
    for n, border in enumerate(borders):
        beyond = borders[n + 1] if n + 1 < len(borders) else border
        middle = (border + beyond) / 2
        top = max((one.top for one in hurdles if one.start <= middle <= one.end and beyond > border), default=level)
        if top != at:
            vertical = abs(top - at)
            found.append(Climb(border, vertical, rise_cost(s, m, vertical) or 0.0))
            at = top
    return found
