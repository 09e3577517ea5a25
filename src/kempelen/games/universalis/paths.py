"""Ways over the table: where a base can pass and stand, how long a way is, what ground it crosses (digest 5, G31, G38).

A way is a list of places (x, y, z) beginning where the model stands. Between two places of one level it walks, between
levels it climbs, uses a ladder or flies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot, sqrt
from typing import TypeAlias

from kempelen.games.universalis.board import Board, Piece
from kempelen.games.universalis.movement import climb_cost, jump_reach, speed_in
from kempelen.games.universalis.sight import is_wreck
from kempelen.games.universalis.state import ON_TABLE, Model, State
from kempelen.games.universalis.terms import COLOSSUS, FLIGHT, HOVER, STATIONARY, WHEELS
from kempelen.games.universalis.values import gk, height, radius, size
from kempelen.geometry import Prism, chord, distance_to_polygon, sweep_to_disc, sweep_to_polygon
from kempelen.text.say import Text

__all__ = [
    "Place",
    "Surroundings",
    "Survey",
    "actions_needed",
    "bases_round",
    "free_run",
    "jump_range",
    "measured",
    "past_bases",
    "reach_in",
    "runs",
    "stand_problem",
    "straight",
    "survey",
    "way_problem",
]

Place: TypeAlias = tuple[float, float, float]

SLACK = 0.02
"""A base may brush past things by so much: places are rounded to a hundredth of a centimetre."""
STANDING_SLACK = 0.04
LISTING_SLACK = 0.01
"""What is offered keeps a little more distance, so that rounding its end never brings it into conflict."""
NO_EDGE = Text("universalis.no.edge")
NO_SOLID = Text("universalis.no.solid")
NO_IMPASSABLE = Text("universalis.no.impassable")
NO_WAY_SOLID = Text("universalis.no.way_solid")
NO_WAY_GAP = Text("universalis.no.way_gap")
NO_TOO_HIGH = Text("universalis.no.too_high")
LADDER_REACH = 2.0
"""A ladder is used from this far away, measured from the base."""


@dataclass(slots=True)
class Survey:
    """A way that can be walked."""

    used: float = 0.0
    """Movement it takes: climbing counts double (R119)."""
    true: float = 0.0
    """The distance really covered (R120)."""
    areas: list[tuple[float, float, int]] = field(default_factory=list)
    """Stretches of the way (in movement used) with passability."""
    road: bool = False
    """All of it lies on a road (G72)."""


# -- standing


def stand_problem(s: State, m: Model, x: float, y: float, z: float, ghost: bool = False) -> Text | None:
    """Why the model cannot stand there; `ghost` leaves other models out of account."""
    r, board = radius(s, m), s.board
    if x < r - SLACK or y < r - SLACK or x > board.size - r + SLACK or y > board.size - r + SLACK:
        return NO_EDGE
    if not _held(m, board, x, y, z):
        return Text("universalis.no.air", z=z)
    top = z + height(s, m)
    for bottom, high, box, polygon, _ in _solids(board, s.doors):
        if bottom >= top or high <= z or box[0] > x + r or box[2] < x - r or box[1] > y + r or box[3] < y - r:
            continue
        if distance_to_polygon(polygon, x, y) < r - STANDING_SLACK:
            return NO_SOLID
    if m.card.going not in (HOVER, FLIGHT):
        for piece in board.areas:
            if s.rules.terrain[piece.type].impassable and distance_to_polygon(piece.polygon, x, y) < r - STANDING_SLACK:
                return NO_IMPASSABLE
    if not ghost:
        return _crowded(s, m, x, y, z, r)
    return None


def _held(m: Model, board: Board, x: float, y: float, z: float) -> bool:
    return m.card.going == FLIGHT or board.supported(x, y, z)


def _crowded(s: State, m: Model, x: float, y: float, z: float, r: float) -> Text | None:
    for o in s.models:
        if o is m or o.place != ON_TABLE or (o.out and not is_wreck(o)) or abs(o.z - z) > s.rules.contact_level:
            continue
        reach = r + o.r - s.rules.contact - 1e-9
        if (o.x - x) ** 2 + (o.y - y) ** 2 < reach * reach:
            return Text("universalis.no.base", whom=o.name)
    return None


Round: TypeAlias = tuple[float, float, float, tuple[tuple[float, float], ...]]
"""A polygon with the middle and radius of a circle round it."""
_Solid: TypeAlias = tuple[float, float, tuple[float, float, float, float], tuple[tuple[float, float], ...], Round]


def rounded(polygon: tuple[tuple[float, float], ...]) -> Round:
    x = sum(corner[0] for corner in polygon) / len(polygon)
    y = sum(corner[1] for corner in polygon) / len(polygon)
    return x, y, max(hypot(cx - x, cy - y) for cx, cy in polygon), polygon


def _solids(board: Board, doors: int) -> Sequence[_Solid]:
    """Solid prisms: bottom, top, box, outline, and a circle round it."""
    key = ("solids", doors)
    found = board.known.get(key)
    if found is None:
        found = board.known[key] = [
            (part.bottom, part.top, part.box, part.polygon, rounded(part.polygon)) for part in board.solids(doors)
        ]
    return found  # type: ignore[return-value]


# -- walking


def survey(s: State, m: Model, points: Sequence[Place], *, jump: bool = False) -> Survey | Text:
    """Measure a way, or say why it cannot be walked."""
    found = Survey()
    end = points[-1]
    problem = stand_problem(s, m, *end)
    if problem is not None:
        return problem
    for here, there in pairwise(points):
        problem = way_problem(s, m, here, there, jump=jump)
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
            found.areas += _areas_on(s, m, here, there, found.used, used or 0.0)
        found.used += used or 0.0
        found.true += flat + (0.0 if jump else rise)
    environment = s.rules.terrain[s.board.environment].passability
    if environment and not jump:
        found.areas.append((0.0, found.used, environment))
    found.road = m.card.going == WHEELS and _on_road(s.board, points)
    return found


def measured(s: State, m: Model, points: Sequence[Place], *, jump: bool = False) -> Survey:
    """Measure a way that has been found walkable."""
    if len(points) == 2 and points[0][2] == points[1][2] and m.card.going != WHEELS:
        return straight(s, m, *points, jump=jump)
    way = survey(s, m, points, jump=jump)
    assert isinstance(way, Survey)
    return way


def straight(s: State, m: Model, here: Place, there: Place, *, jump: bool = False) -> Survey:
    """Measure a straight way on one level."""
    flat = hypot(there[0] - here[0], there[1] - here[1])
    found = Survey(flat, flat, [] if jump else _areas_on(s, m, here, there, 0.0, flat))
    environment = s.rules.terrain[s.board.environment].passability
    if environment and not jump:
        found.areas.append((0.0, flat, environment))
    return found


def _rise_cost(s: State, m: Model, here: Place, there: Place, flat: float) -> float | None:
    """Movement used between two levels (R117 to R119, G33)."""
    rise = abs(there[2] - here[2])
    if m.card.going == FLIGHT:
        return flat + rise if max(here[2], there[2]) <= s.rules.most_altitude else None
    ladder = bool(m.card.levels.get("gecko")) or _ladder_between(s, m, here, there)
    any_height = any(item.climb for n, item in enumerate(m.card.items) if m.items_on >> n & 1)
    return climb_cost(s.rules, size(m), rise, flat, ladder=ladder, any_height=any_height)


def _ladder_between(s: State, m: Model, here: Place, there: Place) -> bool:
    reach = radius(s, m) + LADDER_REACH
    low, high = sorted((here[2], there[2]))
    return any(
        ladder.low <= low
        and high <= ladder.high
        and all(hypot(ladder.x - x, ladder.y - y) <= reach for x, y, _ in (here, there))
        for ladder in s.board.ladders
    )


def way_problem(s: State, m: Model, here: Place, there: Place, *, jump: bool = False) -> Text | None:
    """Why the base cannot be moved straight from one place to the next."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    flat = hypot(dx, dy)
    if not flat:
        return None
    ux, uy = dx / flat, dy / flat
    r = radius(s, m) - SLACK
    low, level = sorted((here[2], there[2]))
    if jump or m.card.going == FLIGHT:
        low = level
    if _first_solid(s, m, here, ux, uy, flat, r, level) < flat - 1e-9:
        return NO_WAY_SOLID
    contact = s.rules.contact_level
    for o in s.models:
        if o is m or o.place != ON_TABLE or not low - contact <= o.z <= level + contact:
            continue
        if (o.seat == m.seat and not o.out) or (o.out and not is_wreck(o)):
            continue  # friends may be crossed, and so may those who lie on the ground (G38)
        reach = r + o.r
        if sweep_to_disc(here[0], here[1], ux, uy, o.x, o.y, reach) < flat - 1e-9:
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
    top = level + height(s, m)
    # Hovering models float over what is not higher than themselves (G34).
    over = level + (height(s, m) if m.card.going == HOVER else 0.0)
    for bottom, high_end, box, polygon, _ in _solids(s.board, s.doors):
        if bottom >= top or high_end <= over + 1e-9:
            continue
        if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
            continue
        t = sweep_to_polygon(x, y, ux, uy, polygon, r)
        if t < best:
            best = t
    if m.card.going not in (HOVER, FLIGHT):
        for piece in s.board.areas:
            if s.rules.terrain[piece.type].impassable:
                for part in piece.parts:
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
    return _covered(spans)


class Surroundings:
    """The terrain within reach of a model on its level, gathered once to look in many directions."""

    __slots__ = ("areas", "environment", "r", "size", "solids", "x", "y", "z")

    def __init__(self, s: State, m: Model, reach: float) -> None:
        self.x, self.y, self.z = x, y, z = m.x, m.y, m.z
        self.size = s.board.size
        self.r = r = m.r
        top = z + height(s, m)
        light = m.card.going in (HOVER, FLIGHT)
        # Hovering models float over what is not higher than themselves (G34).
        over = (top if m.card.going == HOVER else z) + 1e-9
        left, right, low, high = x - reach - r, x + reach + r, y - reach - r, y + reach + r
        self.solids: list[Round] = [
            circle
            for bottom, end, box, _, circle in _solids(s.board, s.doors)
            if box[0] <= right and box[2] >= left and box[1] <= high and box[3] >= low and bottom < top and end > over
        ]
        self.areas: list[tuple[int, Prism, Round]] = []
        self.environment = 0 if light else s.rules.terrain[s.board.environment].passability
        for piece, level, parts in () if light else _hard_areas(s):
            box = piece.box
            if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
                continue
            if level < 0:
                self.solids += [circle for _, circle in parts]
            elif piece.bottom <= z <= max(piece.top, piece.bottom):
                self.areas += [(level, part, circle) for part, circle in parts]

    def free(self, ux: float, uy: float, far: float) -> float:
        """How far the base can go straight ahead, to terrain or the table's edge."""
        x, y, r, size = self.x, self.y, self.r, self.size
        if ux > 1e-9:
            far = min(far, (size - r - x) / ux)
        elif ux < -1e-9:
            far = min(far, (r - x) / ux)
        if uy > 1e-9:
            far = min(far, (size - r - y) / uy)
        elif uy < -1e-9:
            far = min(far, (r - y) / uy)
        for cx, cy, wide, polygon in self.solids:
            dx, dy = cx - x, cy - y
            along = dx * ux + dy * uy
            if -wide - r < along < far + wide + r and abs(dx * uy - dy * ux) < wide + r:
                t = sweep_to_polygon(x, y, ux, uy, polygon, r - LISTING_SLACK)
                if t < far:
                    far = t
        return max(0.0, far)

    def hard(self, ux: float, uy: float, far: float) -> list[tuple[float, float, int]]:
        """Stretches of a straight way with passability (G31)."""
        here, there = (self.x, self.y, self.z), (self.x + ux * far, self.y + uy * far, self.z)
        found = [(0.0, far, self.environment)] if self.environment else []
        for level, part, (cx, cy, wide, _) in self.areas:
            dx, dy, reach = cx - here[0], cy - here[1], wide + self.r
            if -reach < dx * ux + dy * uy < far + reach and abs(dx * uy - dy * ux) < reach:
                span = _touching(part, here, there, ux, uy, far, self.r)
                if span is not None:
                    found.append((span[0], span[1], level))
        return found


Runs: TypeAlias = tuple[tuple[float, tuple[tuple[float, float, int], ...]], ...]


def runs(s: State, m: Model, directions: Sequence[tuple[float, float]], reach: float) -> Runs:
    """For each direction how far terrain lets a model go, and over what ground; looked up if it was asked before."""
    known = s.board.runs
    key = (m.x, m.y, m.z, m.card.size, m.card.going, m.prone, s.doors, reach, len(directions))
    found = known.get(key)
    if found is None:
        if len(known) > 10_000:
            known.clear()
        around = Surroundings(s, m, reach)
        made = []
        for ux, uy in directions:
            far = around.free(ux, uy, reach)
            made.append((far, tuple(around.hard(ux, uy, far)) if far > 0.0 else ()))
        found = known[key] = tuple(made)
    return found


def bases_round(s: State, m: Model, reach: float, enemies_only: bool = True) -> list[tuple[float, float, float]]:
    """Bases a move cannot cross: where they are from here, and how near as a square (G38)."""
    rules, x, y, z = s.rules, m.x, m.y, m.z
    r = m.r - LISTING_SLACK
    seat, contact = m.seat, rules.contact_level
    found = []
    for o in s.models:
        if o is m or o.place != ON_TABLE or abs(o.z - z) > contact:
            continue
        if (o.out and o.card.type != COLOSSUS) or (enemies_only and o.seat == seat and not o.out):
            continue
        dx, dy = o.x - x, o.y - y
        both = r + o.r
        if dx * dx + dy * dy < (reach + both) ** 2:
            found.append((dx, dy, both * both))
    return found


def past_bases(bases: Sequence[tuple[float, float, float]], ux: float, uy: float, far: float) -> float:
    """How far one gets straight ahead before a base is in the way."""
    for dx, dy, square in bases:
        along = dx * ux + dy * uy
        if along > 0.0:
            off = dx * dx + dy * dy - along * along
            if off < square - 1e-9:
                t = along - sqrt(square - off)
                if t < far:
                    far = t
    return max(0.0, far)


def free_run(s: State, m: Model, ux: float, uy: float, far: float, enemies_only: bool = True) -> float:
    """How far the base can go straight ahead on its level: to terrain, a base or the table's edge."""
    far = Surroundings(s, m, far).free(ux, uy, far)
    return past_bases(bases_round(s, m, far, enemies_only), ux, uy, far)


def _hard_areas(s: State) -> Sequence[tuple[Piece, int, list[tuple[Prism, Round]]]]:
    """Areas with passability; -1 where nobody on the ground can cross."""
    found = s.board.known.get("hard")
    if found is None:
        kinds = [(piece, s.rules.terrain[piece.type]) for piece in s.board.areas]
        found = s.board.known["hard"] = [
            (
                piece,
                -1 if kind.impassable else kind.passability,
                [(part, rounded(part.polygon)) for part in piece.parts],
            )
            for piece, kind in kinds
            if kind.impassable or kind.passability
        ]
    return found  # type: ignore[return-value]


# -- difficult ground


def _areas_on(
    s: State, m: Model, here: Place, there: Place, start: float, used: float
) -> list[tuple[float, float, int]]:
    """Stretches where the base touches areas with passability (R125, G31)."""
    if m.card.going in (HOVER, FLIGHT):
        return []
    flat = hypot(there[0] - here[0], there[1] - here[1])
    if not flat:
        return []
    r = radius(s, m)
    ux, uy = (there[0] - here[0]) / flat, (there[1] - here[1]) / flat
    left, right = sorted((here[0], there[0]))
    low, high = sorted((here[1], there[1]))
    grow = used / flat
    found = []
    for piece, level, parts in _hard_areas(s):
        box = piece.box
        if level < 0 or box[0] > right + r or box[2] < left - r or box[1] > high + r or box[3] < low - r:
            continue
        if not piece.bottom <= here[2] <= max(piece.top, piece.bottom):
            continue
        for part, _ in parts:
            span = _touching(part, here, there, ux, uy, flat, r)
            if span is not None:
                found.append((start + span[0] * grow, start + span[1] * grow, level))
    return found


def _touching(
    part: Prism, here: Place, there: Place, ux: float, uy: float, flat: float, r: float
) -> tuple[float, float] | None:
    """From where to where a moving base touches a convex area."""
    polygon, near = part.polygon, r - SLACK
    starts_in = distance_to_polygon(polygon, here[0], here[1]) < near
    first = 0.0 if starts_in else sweep_to_polygon(here[0], here[1], ux, uy, polygon, near)
    if first >= flat:
        return None
    ends_in = distance_to_polygon(polygon, there[0], there[1]) < near
    last = flat if ends_in else flat - sweep_to_polygon(there[0], there[1], -ux, -uy, polygon, near)
    return (first, last) if last > first else None


def jump_range(s: State, m: Model) -> int:
    """How far it can jump from where it stands (R106 to R108); difficult ground under the base slows it down (R133)."""
    hard = s.rules.terrain[s.board.environment].passability
    near = radius(s, m) - SLACK
    for piece, level, parts in _hard_areas(s):
        if level > hard and piece.bottom <= m.z <= max(piece.top, piece.bottom):
            if any(distance_to_polygon(part.polygon, m.x, m.y) < near for part, _ in parts):
                hard = level
    skill = m.card.levels.get("cross_country", 0)
    return jump_reach(s.rules, speed_in(s.rules, m.card.going, gk(s, m), hard, skill=skill), m.prone, m.ran_up)


def _on_road(board: Board, points: Sequence[Place]) -> bool:
    """All of the way lies on roads (R093, G72), or on no other area of a table that is one road (R149)."""
    if board.environment == "road":
        return not any(_spans(board, here, there, road=False) for here, there in pairwise(points))
    return all(_covered(_spans(board, here, there, road=True)) for here, there in pairwise(points))


def _spans(board: Board, here: Place, there: Place, *, road: bool) -> list[tuple[float, float]]:
    """Shares of a straight way that lie in or on roads, or on other areas."""
    return sorted(
        span
        for piece in board.areas
        if (piece.type == "road") == road and piece.bottom <= here[2] <= max(piece.top, piece.bottom)
        for part in piece.parts
        if (span := chord(part.polygon, here[0], here[1], there[0], there[1])) is not None
    )


def _covered(spans: Sequence[tuple[float, float]]) -> bool:
    """Together they leave no gap."""
    at = 0.0
    for start, end in spans:
        if start > at + 1e-6:
            return False
        at = max(at, end)
    return at >= 1.0 - 1e-6


def actions_needed(s: State, m: Model, way: Survey, gained: int = 0) -> int | None:
    """How many movement actions a way takes (R088, R133, R134, G31); None if it gets stuck.

    An action that touches difficult ground has less GK for its whole length; one may also stop in front of it.
    """
    at, actions = 0.0, 0
    while at < way.used - 1e-6:
        step = min(reach_in(s, m, way, at, gained), way.used - at)
        if step <= 1e-6:
            return None
        at += step
        actions += 1
    return max(actions, 1)


def reach_in(s: State, m: Model, way: Survey, at: float, gained: int = 0) -> float:
    """How far one movement action gets, beginning at a point of the way."""
    rules, going, speed = s.rules, m.card.going, gk(s, m)
    if not way.areas and not way.road and going != STATIONARY:
        return float(speed)
    skill = m.card.levels.get("cross_country", 0)
    best = float(speed_in(rules, going, speed, 0, road=way.road))
    ahead = [
        (start - at if start > at else 0.0, level)
        for start, end, level in way.areas
        if end > at + 1e-9 and start < at + best
    ]
    if not ahead:
        return best
    free, hard = min(ahead)[0], 0.0
    for level in {level for _, level in ahead}:
        length = float(speed_in(rules, going, speed, level, gained=gained, road=way.road, skill=skill))
        touched = [other for distance, other in ahead if distance < length - 1e-9]
        if length > hard and touched and max(touched) <= level:
            hard = length
    return max(hard, free)
