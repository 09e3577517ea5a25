"""Places worth going to: what a list of options can offer out of the endless many a player may name.

Straight ahead in six directions, one action or as far as the AP go; up and down at edges and ladders; into contact.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, floor, hypot, pi, sin

from kempelen.games.universalis.rules.models.current import gk, height, radius
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.free_run import LISTING_SLACK, past_bases, runs
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey, way_problem
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State, snap
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, jump_range, reach_in
from kempelen.games.universalis.rules.terms import COLOSSUS, FLIGHT, HOVER, STATIONARY
from kempelen.geometry import Polygon

__all__ = ["charge_ends", "climbs", "disengage_ends", "drops", "jumps", "moves"]

DIRECTIONS = tuple((cos(n * pi / 3), sin(n * pi / 3)) for n in range(6))
MOST_ACTIONS = 3
"""Runs that are offered are no longer; a player may name any other."""
AROUND = tuple(n * pi / 6 for n in (1, -1, 2, -2))


def moves(s: State, m: Model) -> list[Place]:
    """Ends of straight moves: one action, or a run."""
    speed = gk(s, m)
    most = min(MOST_ACTIONS, purse(s, m) // move_cost(s.rules, m.prone))
    if not speed or not most or m.card.going == STATIONARY or m.legs:
        return []
    reach = float(speed * most)
    widest = float(max(1, m.card.gk) * MOST_ACTIONS)
    ground = runs(s, m, DIRECTIONS, widest)
    bases, others = _neighbours(s, m, reach)
    # Floors may end, and who hovers over something low cannot stop there.
    look = m.card.going == HOVER or (m.z > 0.0 and m.card.going != FLIGHT)
    ends: list[Place] = []
    mx, my, z = m.x, m.y, m.z
    for (ux, uy), (free, hard) in zip(DIRECTIONS, ground, strict=True):
        far = min(free, reach)
        if bases:
            far = past_bases(bases, ux, uy, far)
        if far < 0.5:
            continue
        lengths: tuple[float, ...] = (speed, far) if far > speed + 0.3 else (far,)
        if hard:
            lengths = _hard_lengths(s, m, [*hard], far, most)
        for length in lengths:
            if length < 0.5:
                continue
            # Like `snap`, but faster: this is done for every end that is offered.
            x = floor(100.0 * (mx + ux * (length - 0.02)) + 0.5) / 100.0
            y = floor(100.0 * (my + uy * (length - 0.02)) + 0.5) / 100.0
            if (others and _near_others(x, y, others)) or (look and not _held(s, m, x, y)):
                continue
            ends.append((x, y, z))
    return ends


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
    """Ways out of a melee."""
    speed = gk(s, m)
    bases, others = _neighbours(s, m, float(speed))
    for (ux, uy), (free, _) in zip(DIRECTIONS, runs(s, m, DIRECTIONS, float(speed)), strict=True):
        far = past_bases(bases, ux, uy, free)
        x, y = snap(m.x + ux * (far - 0.01)), snap(m.y + uy * (far - 0.01))
        if far >= 0.5 and not _near_others(x, y, others):
            way = survey(s, m, [(m.x, m.y, m.z), (x, y, m.z)])
            if isinstance(way, Survey) and actions_needed(s, m, way) == 1:
                yield x, y, m.z


def charge_ends(s: State, m: Model, target: Model) -> Iterator[Place]:
    """Where a charge can touch an enemy with one move: straight, or a little round him."""
    speed = gk(s, m)
    dx, dy = m.x - target.x, m.y - target.y
    apart = hypot(dx, dy)
    reach = radius(s, m) + radius(s, target)
    if apart - reach > speed + 0.01 or abs(m.z - target.z) > s.rules.contact_level or m.legs or not speed:
        return
    for lean in (0.0, *AROUND):
        ux, uy = (dx * cos(lean) - dy * sin(lean)) / apart, (dx * sin(lean) + dy * cos(lean)) / apart
        end = (snap(target.x + ux * reach), snap(target.y + uy * reach), m.z)
        if hypot(end[0] - m.x, end[1] - m.y) > speed + 1e-9:
            continue
        way = survey(s, m, [(m.x, m.y, m.z), end])
        if isinstance(way, Survey) and actions_needed(s, m, way) == 1:
            yield end
            return


# -- up and down


def climbs(s: State, m: Model) -> Iterator[tuple[Place, int]]:
    """Onto pieces and floors nearby, up or down, and along ladders."""
    if not s.board.stands or m.card.going in (STATIONARY, FLIGHT) or m.legs:
        return
    most = purse(s, m) // move_cost(s.rules, m.prone)
    reach = gk(s, m) * min(most, 2) + radius(s, m)
    for end in _level_ends(s, m, reach):
        if stand_problem(s, m, *end) is None:
            way = survey(s, m, [(m.x, m.y, m.z), end])
            if isinstance(way, Survey):
                needed = actions_needed(s, m, way)
                if needed is not None and needed <= most:
                    yield end, needed


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
    for piece in s.board.stands:
        if piece.top == m.z and piece.holds(m.x, m.y):
            x, y = _across(piece.polygon, m.x, m.y, -radius(s, m) - 0.05)
            end = (x, y, s.board.level_at(x, y, m.z - 0.01))
            if hypot(x - m.x, y - m.y) <= gk(s, m) and isinstance(
                survey(s, m, [(m.x, m.y, m.z), end], jump=True), Survey
            ):
                yield end


def jumps(s: State, m: Model) -> Iterator[Place]:
    """Across gaps between levels, or a leap ahead on the ground after a run (R106, R107)."""
    reach = jump_range(s, m)
    if not reach or m.card.going in (FLIGHT, HOVER, STATIONARY) or m.legs:
        return
    if m.z > 0.0:
        for piece in s.board.stands:
            if piece.top <= m.z + s.rules.jump_up and not piece.holds(m.x, m.y):
                x, y = _across(piece.polygon, m.x, m.y, 0.3)
                end = (x, y, piece.top)
                if hypot(x - m.x, y - m.y) <= reach and _free_end(s, m, end):
                    yield end
    elif m.ran_up:
        ux, uy = cos(m.facing * pi / 180), sin(m.facing * pi / 180)
        end = (snap(m.x + ux * (reach - 0.01)), snap(m.y + uy * (reach - 0.01)), m.z)
        if _free_end(s, m, end):
            yield end


def _free_end(s: State, m: Model, end: Place) -> bool:
    if _near_others(end[0], end[1], _neighbours(s, m, 30.0)[1]):
        return False
    return isinstance(survey(s, m, [(m.x, m.y, m.z), end], jump=True), Survey)
