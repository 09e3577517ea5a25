"""Places worth going to: what a list of options can offer out of the endless many a player may name.

Straight ahead in eight directions, one action or as far as the AP go; up and down at edges and ladders; into contact.
All of them lie on half centimetres wherever that is allowed, see `halves`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import atan2, ceil, cos, hypot, pi, sin, sqrt

from kempelen.games.universalis.rules.models.current import gk, height, radius
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.free_run import LISTING_SLACK, past_bases, surroundings
from kempelen.games.universalis.rules.movement.halves import HALF, half, halves_near, laid
from kempelen.games.universalis.rules.movement.hurdles import rise_cost
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey, way_problem
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State, snap
from kempelen.games.universalis.rules.table.terrain import (
    Place,
    Survey,
    actions_needed,
    jump_range,
    most_in_one,
    reach_in,
    solids_in,
)
from kempelen.games.universalis.rules.terms import COLOSSUS, FLIGHT, HOVER, STATIONARY
from kempelen.geometry import Polygon

__all__ = ["charge_ends", "climbs", "climbs_across", "contact_places", "disengage_ends", "drops", "jumps", "moves"]

DIRECTIONS = tuple((cos(n * pi / 4), sin(n * pi / 4)) for n in range(8))
OUT = tuple((cos(n * pi / 8), sin(n * pi / 8)) for n in range(16))
"""Out of a melee more directions are tried: most of them end too near to an enemy (R099)."""
MOST_ACTIONS = 3
"""Runs that are offered are no longer; a player may name any other."""
FAR = 99
"""More actions than anybody has."""
AROUND = tuple(n * pi / 12 for n in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6))
"""Where on its base an enemy may be met, from straight ahead to the sides."""


def moves(s: State, m: Model) -> list[Place]:
    """Ends of straight moves: one action, or a run."""
    speed = gk(s, m)
    most = min(MOST_ACTIONS, purse(s, m) // move_cost(s.rules, m.prone))
    if not speed or not most or m.card.going == STATIONARY or m.legs:
        return []
    reach = float(speed * most)
    widest = float(max(1, m.card.gk) * MOST_ACTIONS)
    straight = _Straight(s, m, widest, reach)
    ends: list[Place] = []
    for (ux, uy), (free, hard) in zip(DIRECTIONS, straight.around.runs(DIRECTIONS, widest), strict=True):
        far = past_bases(straight.bases, ux, uy, min(free, reach))
        if far < 0.5:
            continue
        lengths: tuple[float, ...] = (float(speed), far) if far > speed + 0.3 else (far,)
        if hard:
            lengths = _hard_lengths(s, m, [*hard], far, most)
        for n, length in enumerate(lengths):
            end = straight.end(ux, uy, length, 1 if n == 0 and length <= speed else most) if length >= 0.5 else None
            if end is not None and end not in ends:
                ends.append(end)
    return ends


class _Straight:
    """Straight moves from where a model stands: what is in the way, looked at once for all directions."""

    __slots__ = ("around", "bases", "look", "m", "others", "s", "speed", "widest")

    def __init__(self, s: State, m: Model, widest: float, reach: float) -> None:
        self.s, self.m, self.widest = s, m, widest
        self.speed = gk(s, m)
        self.around = surroundings(s, m, widest)
        self.bases, self.others = _neighbours(s, m, reach)
        # Floors may end, and who hovers over something low cannot stop there.
        self.look = m.card.going == HOVER or (m.z > 0.0 and m.card.going != FLIGHT)

    def end(self, ux: float, uy: float, length: float, actions: int) -> Place | None:
        """Where a move of about this length ends; a full move, if it can be one, for its sake (R107, R296)."""
        m = self.m
        x, y = m.x + ux * (length - 0.02), m.y + uy * (length - 0.02)
        if length >= self.speed:
            slack = self.s.rules.full_move_slack
            for px, py in halves_near(x, y):
                if -1e-9 <= length - hypot(px - m.x, py - m.y) <= slack and self.allowed((px, py, m.z), actions):
                    return px, py, m.z
        return laid(x, y, m.z, lambda place: self.allowed(place, actions))

    def allowed(self, place: Place, actions: int) -> bool:
        """One gets there straight with so many actions, and may stop there."""
        s, m, (x, y, _) = self.s, self.m, place
        dx, dy = x - m.x, y - m.y
        far = hypot(dx, dy)
        if not 0.4 < far <= min(self.widest, self.speed * actions + 1e-9):
            return False
        hard = self.around.way_to(x, y)
        if hard is None or (self.others and _near_others(x, y, self.others)):
            return False
        if hard and (actions_needed(s, m, Survey(far, far, [*hard])) or FAR) > actions:
            return False
        if self.bases and past_bases(self.bases, dx / far, dy / far, far) < far:
            return False
        return not self.look or _held(s, m, x, y)


def _hard_lengths(
    s: State, m: Model, stretches: list[tuple[float, float, int]], far: float, most: int
) -> tuple[float, ...]:
    """How far one action and how far all actions get over difficult ground."""
    way = Survey(far, far, stretches)
    one = min(far, reach_in(s, m, way, 0.0))
    at = one
    for _ in range(most - 1):
        step = reach_in(s, m, way, at)
        if step <= 1e-6 or at >= far:
            break
        at = min(far, at + step)
    return (one, at) if at > one + 0.3 else (one,)


def _held(s: State, m: Model, x: float, y: float) -> bool:
    if stand_problem(s, m, x, y, m.z, ghost=True) is not None:
        return False
    return m.z == 0.0 or way_problem(s, m, (m.x, m.y, m.z), (x, y, m.z)) is None


Bases = list[tuple[float, float, float]]


def _neighbours(s: State, m: Model, reach: float) -> tuple[Bases, Bases]:
    """Bases on this level that a move cannot cross, and those it must not end on or near, see `paths.bases_round`.

    The first by where they are from here, the second by their place, each with how near as a square (R099, G38).
    """
    rules, x, y, z, r, seat = s.rules, m.x, m.y, m.z, m.r, m.seat
    level, near = rules.contact_level, rules.enemy_distance - 1e-9
    bases, others = [], []
    for o in s.models:
        if o.place != ON_TABLE or o is m:
            continue
        dx, dy = o.x - x, o.y - y
        both = r + o.r
        wide = reach + both + near
        if not (-wide < dx < wide and -wide < dy < wide and -level <= o.z - z <= level):
            continue
        if o.out:
            if o.card.type != COLOSSUS:
                continue
            foe = False
        else:
            foe = o.seat != seat
        if foe or o.out:
            bases.append((dx, dy, (both - LISTING_SLACK) ** 2))
        others.append((o.x, o.y, (both + near if foe else both) ** 2))
    return bases, others


def _near_others(x: float, y: float, others: list[tuple[float, float, float]]) -> bool:
    for ox, oy, square in others:
        dx, dy = ox - x, oy - y
        if dx * dx + dy * dy < square:
            return True
    return False


def disengage_ends(s: State, m: Model) -> Iterator[Place]:
    """Ways out of a melee: one move (R103)."""
    speed = float(gk(s, m))
    if not speed:
        return
    straight = _Straight(s, m, speed, speed)
    found: list[Place] = []
    for (ux, uy), (free, _) in zip(OUT, straight.around.runs(OUT, speed), strict=True):
        far = past_bases(straight.bases, ux, uy, free)
        end = straight.end(ux, uy, far, 1) if far >= 0.5 else None
        if end is not None and end not in found and _actions_to(s, m, end) == 1:
            found.append(end)
            yield end


def contact_places(s: State, m: Model, target: Model) -> list[list[Place]]:
    """Where a base touches another: on half centimetres, in one direction only, at any angle; each nearest first.

    Two bases of 25 mm touch at twelve points on half centimetres if one of them stands on such a point; of other sizes
    some never do.
    """
    r = radius(s, m) + radius(s, target)
    z = m.z if abs(m.z - target.z) <= s.rules.contact_level else target.z
    hx, hy = half(target.x), half(target.y)
    groups = _contacts(r, s.rules.contact, snap(target.x - hx), snap(target.y - hy))
    towards = atan2(m.y - target.y, m.x - target.x)
    found = [
        [(snap(hx + dx), snap(hy + dy), z) for dx, dy in sorted(offsets, key=lambda at: _far(m, hx, hy, at))]
        for offsets in groups
    ]
    angles = [towards + lean for lean in AROUND]
    exact = [(snap(target.x + cos(angle) * r), snap(target.y + sin(angle) * r), z) for angle in angles]
    return [*found, exact]


def _far(m: Model, x: float, y: float, offset: tuple[float, float]) -> float:
    return hypot(x + offset[0] - m.x, y + offset[1] - m.y)


Offsets = list[tuple[float, float]]


@cache
def _contacts(r: float, slack: float, x: float, y: float) -> tuple[Offsets, Offsets]:
    """Points round a base so far from a half centimetre that touch it: on halves, and in one direction only."""
    lines = [n * HALF for n in range(-ceil(r / HALF) - 1, ceil(r / HALF) + 2)]
    both = [(a, b) for a in lines for b in lines if abs(hypot(a - x, b - y) - r) <= slack]
    one: Offsets = []
    for a in lines:
        if abs(a - x) < r:
            one += [(a, y + sign * sqrt(r * r - (a - x) ** 2)) for sign in (1, -1)]
        if abs(a - y) < r:
            one += [(x + sign * sqrt(r * r - (a - y) ** 2), a) for sign in (1, -1)]
    return both, one


def charge_ends(s: State, m: Model, target: Model) -> Iterator[Place]:
    """Where a charge can touch an enemy with one straight move: the nearest place, and others well apart from it."""
    speed, most = gk(s, m), most_in_one(s, m)
    apart = hypot(m.x - target.x, m.y - target.y)
    reach = radius(s, m) + radius(s, target)
    if apart - reach > speed + 0.01 or m.legs or not speed:
        return
    for places in contact_places(s, m, target):
        found: list[Place] = []
        for end in places:
            if hypot(end[0] - m.x, end[1] - m.y) > min(speed + 1e-9, most):
                continue
            if any(hypot(end[0] - x, end[1] - y) < reach * 0.75 for x, y, _ in found):
                continue
            if _actions_to(s, m, end) == 1:
                found.append(end)
                yield end
        if found:
            return


# -- up and down


def climbs(s: State, m: Model) -> Iterator[tuple[Place, int]]:
    """Onto pieces and floors nearby, up or down, and along ladders."""
    if not s.board.stands or m.card.going in (STATIONARY, FLIGHT) or m.legs:
        return
    most = purse(s, m) // move_cost(s.rules, m.prone)
    reach = gk(s, m) * min(most, 2) + radius(s, m)
    for x, y, z in _level_ends(s, m, reach):
        end = laid(x, y, z, lambda place: (_actions_to(s, m, place) or FAR) <= most)
        if end is not None:
            yield end, _actions_to(s, m, end) or FAR


def _actions_to(s: State, m: Model, place: Place) -> int | None:
    """How many actions it takes to go there straight; None if one cannot."""
    way = survey(s, m, [(m.x, m.y, m.z), place])
    return actions_needed(s, m, way) if isinstance(way, Survey) else None


def _level_ends(s: State, m: Model, reach: float) -> Iterator[Place]:
    for ladder in s.board.ladders:
        if hypot(ladder.x - m.x, ladder.y - m.y) <= radius(s, m) + 2.0:
            for level in (ladder.low, ladder.high):
                if level != m.z:
                    yield ladder.x, ladder.y, level
    special = m.items_on or m.card.levels.get("gecko")
    highest = 99.0 if special else s.rules.climb_heights * height(s, m) + 1e-9
    for piece in s.board.stands:
        box = piece.box
        if box[0] - reach > m.x or box[2] + reach < m.x or box[1] - reach > m.y or box[3] + reach < m.y:
            continue
        if piece.top != m.z:
            if not -highest <= piece.top - m.z <= highest:
                continue
            x, y = _across(piece.polygon, m.x, m.y, 0.3)
            yield x, y, piece.top
        elif piece.holds(m.x, m.y):
            x, y = _across(piece.polygon, m.x, m.y, -radius(s, m) - 0.05)
            yield x, y, s.board.level_at(x, y, piece.top - 0.01)


def climbs_across(s: State, m: Model) -> Iterator[Place]:
    """To the other side of something low nearby, straight over it (R118, R119, K10)."""
    if m.card.going in (STATIONARY, FLIGHT) or m.legs:
        return
    speed, r = gk(s, m), radius(s, m)
    most = purse(s, m) // move_cost(s.rules, m.prone)
    reach = speed + r
    for bottom, top, box, polygon, _ in solids_in(s.board, s.doors, m.x - reach, m.y - reach, m.x + reach, m.y + reach):
        if box[0] - reach > m.x or box[2] + reach < m.x or box[1] - reach > m.y or box[3] + reach < m.y:
            continue
        if top <= m.z or bottom > m.z:
            continue
        up = rise_cost(s, m, top - m.z)
        if up is None or 2 * up > speed * most:
            continue
        x, y = _across(polygon, m.x, m.y, 0.0)
        far = hypot(x - m.x, y - m.y)
        if not r - 0.1 <= far <= speed + r:
            continue
        ux, uy = (x - m.x) / far, (y - m.y) / far
        wide = max((cx - x) * ux + (cy - y) * uy for cx, cy in polygon)
        beyond = far + wide + r + 0.05
        end = laid(
            m.x + ux * beyond,
            m.y + uy * beyond,
            m.z,
            lambda place: (
                way_problem(s, m, (m.x, m.y, m.z), place) is not None and (_actions_to(s, m, place) or FAR) <= most
            ),
        )
        if end is not None:
            yield end


def _across(polygon: Polygon, x: float, y: float, inward: float) -> tuple[float, float]:
    """The point of the edge nearest to a point, moved across it: inwards, or outwards if negative."""
    best = (1e300, 0.0, 0.0, 0.0, 0.0)
    x0, y0 = polygon[-1]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True))
    side = 1.0 if area > 0 else -1.0
    for x1, y1 in polygon:
        dx, dy = x1 - x0, y1 - y0
        length = hypot(dx, dy)
        along = min(max(((x - x0) * dx + (y - y0) * dy) / length, min(0.5, length / 2)), max(length - 0.5, length / 2))
        px, py = x0 + dx * along / length, y0 + dy * along / length
        best = min(best, (hypot(px - x, py - y), px, py, -dy / length * side, dx / length * side))
        x0, y0 = x1, y1
    _, px, py, nx, ny = best
    return snap(px + nx * inward), snap(py + ny * inward)


def drops(s: State, m: Model) -> Iterator[Place]:
    """Off an edge, on purpose (G36)."""
    if m.z <= 0.0 or m.card.going in (FLIGHT, HOVER, STATIONARY) or m.legs:
        return
    if purse(s, m) < move_cost(s.rules, m.prone):
        return
    speed = gk(s, m)
    for piece in s.board.stands:
        if piece.top == m.z and piece.holds(m.x, m.y):
            x, y = _across(piece.polygon, m.x, m.y, -radius(s, m) - 0.05)
            level = s.board.level_at(x, y, m.z - 0.01)
            end = laid(x, y, level, lambda place: _lands(s, m, place, speed))
            if end is not None:
                yield end


def jumps(s: State, m: Model) -> Iterator[Place]:
    """Across gaps between levels, or a leap ahead on the ground after a run (R106, R107)."""
    reach = jump_range(s, m)
    if not reach or m.card.going in (FLIGHT, HOVER, STATIONARY) or m.legs:
        return
    _, others = _neighbours(s, m, 30.0)

    def allowed(place: Place) -> bool:
        return _lands(s, m, place, reach) and not _near_others(place[0], place[1], others)

    ideal: list[Place] = []
    if m.z > 0.0:
        for piece in s.board.stands:
            if piece.top <= m.z + s.rules.jump_up and not piece.holds(m.x, m.y):
                ideal.append((*_across(piece.polygon, m.x, m.y, 0.3), piece.top))
    elif m.ran_up:
        ux, uy = cos(m.facing * pi / 180), sin(m.facing * pi / 180)
        ideal.append((m.x + ux * (reach - 0.01), m.y + uy * (reach - 0.01), m.z))
    for x, y, z in ideal:
        end = laid(x, y, z, allowed)
        if end is not None:
            yield end


def _lands(s: State, m: Model, end: Place, reach: float) -> bool:
    """A jump or a drop that gets there."""
    if hypot(end[0] - m.x, end[1] - m.y) > reach + 1e-9:
        return False
    return isinstance(survey(s, m, [(m.x, m.y, m.z), end], jump=True), Survey)
