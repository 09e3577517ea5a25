"""Ways over the table: where a base can pass and stand, how long a way is, what ground it crosses (digest 5, G31, G38).

A way is a list of places (x, y, z) beginning where the model stands. Between two places of one level it walks, between
levels it climbs, uses a ladder or flies.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from kempelen.games.universalis.rules.models.current import height, radius
from kempelen.games.universalis.rules.movement.hurdles import Climb, climbs_over, rise_cost
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.board import Board
from kempelen.games.universalis.rules.table.sight import is_wreck
from kempelen.games.universalis.rules.table.terrain import (
    SLACK,
    Place,
    Survey,
    areas_on,
    covered,
    impassables,
    on_road,
    solids_in,
)
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER, WHEELS
from kempelen.geometry import chord, distance_to_polygon, sweep_to_disc, sweep_to_polygon
from kempelen.text.say import Text

__all__ = [
    "measured",
    "stand_problem",
    "straight",
    "survey",
    "way_problem",
]

STANDING_SLACK = 0.04
NO_EDGE = Text("universalis.no.edge")
NO_SOLID = Text("universalis.no.solid")
NO_IMPASSABLE = Text("universalis.no.impassable")
NO_WAY_SOLID = Text("universalis.no.way_solid")
NO_WAY_IMPASSABLE = Text("universalis.no.way_impassable")
NO_WAY_GAP = Text("universalis.no.way_gap")
NO_TOO_HIGH = Text("universalis.no.too_high")
Stretches: TypeAlias = list[tuple[float, float, int]]
LADDER_REACH = 2.0
"""A ladder is used from this far away, measured from the base."""


# -- standing


def stand_problem(s: State, m: Model, x: float, y: float, z: float, ghost: bool = False) -> Text | None:
    """Why the model cannot stand there; `ghost` leaves other models out of account."""
    r, board = m.r, s.board
    if x < r - SLACK or y < r - SLACK or x > board.size - r + SLACK or y > board.size - r + SLACK:
        return NO_EDGE
    if not _held(m, board, x, y, z):
        return Text("universalis.no.air", z=z)
    top = z + height(s, m)
    for bottom, high, box, polygon, _ in solids_in(board, s.doors, x - r, y - r, x + r, y + r):
        if bottom >= top or high <= z or box[0] > x + r or box[2] < x - r or box[1] > y + r or box[3] < y - r:
            continue
        if distance_to_polygon(polygon, x, y) < r - STANDING_SLACK:
            return NO_SOLID
    if m.card.going not in (HOVER, FLIGHT):
        for polygon, box, _ in impassables(s):
            if box[0] > x + r or box[2] < x - r or box[1] > y + r or box[3] < y - r:
                continue
            if distance_to_polygon(polygon, x, y) < r - STANDING_SLACK:
                return NO_IMPASSABLE
    if not ghost:
        return _crowded(s, m, x, y, z, r)
    return None


def _held(m: Model, board: Board, x: float, y: float, z: float) -> bool:
    return m.card.going == FLIGHT or board.supported(x, y, z)


def _crowded(s: State, m: Model, x: float, y: float, z: float, r: float) -> Text | None:
    slack = s.rules.contact + 1e-9
    for o in s.models:
        reach = r + o.r - slack
        if not -reach < o.x - x < reach:
            continue
        if o is m or o.place != ON_TABLE or (o.out and not is_wreck(o)) or abs(o.z - z) > s.rules.contact_level:
            continue
        if (o.x - x) ** 2 + (o.y - y) ** 2 < reach * reach:
            return Text("universalis.no.base", whom=o.name)
    return None


# -- walking


def survey(s: State, m: Model, points: Sequence[Place], *, jump: bool = False) -> Survey | Text:
    """Measure a way, or say why it cannot be walked.

    The way counts, not the displacement (R015, R120), measured along the centre of the base (G66).
    """
    found = Survey()
    end = points[-1]
    problem = stand_problem(s, m, *end)
    if problem is not None:
        return problem
    for here, there in pairwise(points):
        problem = way_problem(s, m, here, there, jump=jump)
        over: list[Climb] | None = None
        if problem is NO_WAY_SOLID and not jump:
            over = climbs_over(s, m, here, there)
            problem = NO_WAY_SOLID if over is None else way_problem(s, m, here, there, climbing=True)
        if problem is not None:
            return problem
        if there is not end and not _held(m, s.board, *there):
            return Text("universalis.no.air", z=there[2])
        flat = hypot(there[0] - here[0], there[1] - here[1])
        rise = abs(there[2] - here[2])
        used: float | None = flat
        if rise and not jump:
            used = _rise_cost(s, m, here, there, flat)
            if used is None:
                return NO_TOO_HIGH
        if not jump:
            areas = areas_on(s, m, here, there, found.used, used or 0.0)
            found.areas += _later(areas, found.used, over) if over else areas
        found.used += (used or 0.0) + sum(climb.used for climb in over or ())
        found.true += flat + (0.0 if jump else rise) + sum(climb.vertical for climb in over or ())
    environment = s.rules.terrain[s.board.environment].passability
    if environment and not jump:
        found.areas.append((0.0, found.used, environment))
    found.road = m.card.going == WHEELS and on_road(s.board, points)
    return found


def _later(areas: Stretches, start: float, over: Sequence[Climb]) -> Stretches:
    """Stretches of a way on which something is climbed: what lies behind it comes later."""

    def used(at: float) -> float:
        return at + sum(climb.used for climb in over if start + climb.at < at - 1e-9)

    return [(used(begin), used(end), level) for begin, end, level in areas]


def measured(s: State, m: Model, points: Sequence[Place], *, jump: bool = False) -> Survey:
    """Measure a way that has been found walkable."""
    if len(points) == 2 and points[0][2] == points[1][2] and m.card.going != WHEELS:
        if jump or way_problem(s, m, *points) is None:
            return straight(s, m, *points, jump=jump)
    way = survey(s, m, points, jump=jump)
    assert isinstance(way, Survey)
    return way


def straight(s: State, m: Model, here: Place, there: Place, *, jump: bool = False) -> Survey:
    """Measure a straight way on one level."""
    flat = hypot(there[0] - here[0], there[1] - here[1])
    found = Survey(flat, flat, [] if jump else areas_on(s, m, here, there, 0.0, flat))
    environment = s.rules.terrain[s.board.environment].passability
    if environment and not jump:
        found.areas.append((0.0, flat, environment))
    return found


def _rise_cost(s: State, m: Model, here: Place, there: Place, flat: float) -> float | None:
    """Movement used between two levels (R117 to R119, G33)."""
    rise = abs(there[2] - here[2])
    if m.card.going == FLIGHT:
        return flat + rise if max(here[2], there[2]) <= s.rules.most_altitude else None
    return rise_cost(s, m, rise, flat, ladder=_ladder_between(s, m, here, there))


def _ladder_between(s: State, m: Model, here: Place, there: Place) -> bool:
    reach = radius(s, m) + LADDER_REACH
    low, high = sorted((here[2], there[2]))
    return any(
        ladder.low <= low
        and high <= ladder.high
        and all(hypot(ladder.x - x, ladder.y - y) <= reach for x, y, _ in (here, there))
        for ladder in s.board.ladders
    )


def way_problem(
    s: State, m: Model, here: Place, there: Place, *, jump: bool = False, climbing: bool = False
) -> Text | None:
    """Why the base cannot be moved straight from one place to the next; `climbing` goes over what is solid (K10)."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    flat = hypot(dx, dy)
    if not flat:
        return None
    ux, uy = dx / flat, dy / flat
    r = radius(s, m) - SLACK
    low, level = sorted((here[2], there[2]))
    if jump or m.card.going == FLIGHT:
        low = level
    if not climbing and _first_solid(s, m, here, ux, uy, flat, r, level) < flat - 1e-9:
        return NO_WAY_SOLID
    if m.card.going not in (HOVER, FLIGHT) and _first_impassable(s, here, ux, uy, flat, r) < flat - 1e-9:
        return NO_WAY_IMPASSABLE
    contact, (x, y, _) = s.rules.contact_level, here
    for o in s.models:
        if o.place != ON_TABLE:
            continue
        ox, oy, reach = o.x - x, o.y - y, r + o.r
        if not 0.0 < ox * ux + oy * uy < flat + reach or not -reach < ox * uy - oy * ux < reach:
            continue  # behind, far ahead or beside the way
        if o is m or not low - contact <= o.z <= level + contact:
            continue
        if (o.seat == m.seat and not o.out) or (o.out and not is_wreck(o)):
            continue  # friends may be crossed, and so may those who lie on the ground (G38)
        if sweep_to_disc(x, y, ux, uy, o.x, o.y, reach) < flat - 1e-9:
            return Text("universalis.no.way_enemy", whom=o.name)
    if not jump and here[2] == there[2] and here[2] > 0.0 and m.card.going != FLIGHT:
        if not _held_all_along(s.board, here, there):
            return NO_WAY_GAP
    return None


def _first_solid(s: State, m: Model, here: Place, ux: float, uy: float, far: float, r: float, level: float) -> float:
    """How far the base gets before it runs into terrain."""
    best = far
    x, y, _ = here
    left, right = (x, x + ux * far) if ux > 0 else (x + ux * far, x)
    low, high = (y, y + uy * far) if uy > 0 else (y + uy * far, y)
    left, right, low, high = left - r, right + r, low - r, high + r
    near = solids_in(s.board, s.doors, left, low, right, high)
    if not near:
        return best
    top = level + height(s, m)
    # Hovering models float over what is not higher than themselves (G34).
    over = level + (height(s, m) if m.card.going == HOVER else 0.0)
    for bottom, high_end, box, polygon, (cx, cy, wide, _) in near:
        if bottom >= top or high_end <= over + 1e-9:
            continue
        if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
            continue
        if abs((cx - x) * uy - (cy - y) * ux) >= wide + r:
            continue  # beside the way
        t = sweep_to_polygon(x, y, ux, uy, polygon, r)
        if t < best:
            best = t
    return best


def _first_impassable(s: State, here: Place, ux: float, uy: float, far: float, r: float) -> float:
    """How far the base gets before it touches ground that nothing on the ground can cross (R144)."""
    best = far
    x, y, _ = here
    left, right = (x - r, x + ux * far + r) if ux > 0 else (x + ux * far - r, x + r)
    low, high = (y - r, y + uy * far + r) if uy > 0 else (y + uy * far - r, y + r)
    for _, whole, parts in impassables(s):
        if whole[0] > right or whole[2] < left or whole[1] > high or whole[3] < low:
            continue
        for part in parts:
            box = part.box
            if box[0] <= right and box[2] >= left and box[1] <= high and box[3] >= low:
                best = min(best, sweep_to_polygon(x, y, ux, uy, part.polygon, r))
    return best


def _held_all_along(board: Board, here: Place, there: Place) -> bool:
    """Floors of this level lie under the whole stretch."""
    spans = sorted(
        span
        for piece in board.stands
        if piece.top == here[2]
        for part in piece.parts
        if (span := chord(part.polygon, here[0], here[1], there[0], there[1])) is not None
    )
    return covered(spans)
