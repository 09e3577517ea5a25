"""How far a model gets, as outlines by action points, and places there that are worth a mark.

The marks are where the mission wants one, out of sight, behind the best cover; any other point can be chosen as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from kempelen.engine.table import Seat
from kempelen.games.universalis.face.aiming import aiming_model
from kempelen.games.universalis.face.corners import corners_of
from kempelen.games.universalis.face.outlook import seen_over, short_name
from kempelen.games.universalis.rules.actions import Move
from kempelen.games.universalis.rules.missions import Area, Mission, held_by, mission_of, missions, turned
from kempelen.games.universalis.rules.models.current import gk
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.found import found_here
from kempelen.games.universalis.rules.movement.halves import half
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.ways import stand_problem, straight, survey, way_problem
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.terrain import Survey, reach_in
from kempelen.games.universalis.rules.terms import STATIONARY
from kempelen.geometry.levels import outlines
from kempelen.parts.foresight import Goal, Place
from kempelen.parts.places import Mark, Ring, Spot
from kempelen.scene.model import Stroke
from kempelen.scene.strokes import ring
from kempelen.text.say import Text

__all__ = ["errands", "goals_of", "mission_sign", "outlines_of", "reach", "spots", "zone_outline"]

STEP = 1.0
"""Width of a cell of the grid, in cm."""
MOST_RINGS = 6
BEYOND = 99.0
"""In movement actions: not at all."""
ROUND = 24
"""Corners of a circle that is drawn as an outline."""


def reach(view: State, seat: Seat, handles: tuple[str, ...]) -> tuple[Ring, ...]:
    """Rings of one, two, three movement actions; before the game the deployment zone."""
    m = aiming_model(view, handles)
    if m is None:
        return ()
    if view.phase == "deploy":
        return (
            Ring(
                Text("universalis.reach.zone", who=short_name(m)),
                tuple(outlines_of(mission_of(view, seat).zone, view.turned[seat], view.board.size)),
            ),
        )
    if "move" not in handles and "disengage" not in handles:
        return ()
    known = found_here(view, m)
    cost = move_cost(view.rules, m.prone, "disengage" in handles)
    most = min(1 if "disengage" in handles else MOST_RINGS, purse(view, m) // cost)
    if not most or not gk(view, m) or m.legs or m.card.going == STATIONARY:
        return ()
    key = ("rings", most, cost)
    if key not in known:
        known[key] = tuple(_rings(view.copy(), m.index, most, cost))
    rings: tuple[Ring, ...] = known[key]
    return rings


def _rings(s: State, index: int, most: int, cost: int) -> list[Ring]:
    m = s.models[index]
    far = gk(s, m) * most + STEP
    left, low = max(0.0, m.x - far), max(0.0, m.y - far)
    right, high = min(s.board.size, m.x + far), min(s.board.size, m.y + far)
    wide, tall = int((right - left) / STEP) + 1, int((high - low) / STEP) + 1
    needed = _needed(s, m, far)
    grid = [[needed(left + i * STEP, low + j * STEP) for i in range(wide)] for j in range(tall)]
    rings = []
    for n in range(1, most + 1):
        lines = outlines(grid, float(n), lambda i, j: (round(left + i * STEP, 2), round(low + j * STEP, 2)))
        if lines:
            label = Text("universalis.reach.ap", n=n * cost)
            rings.append(Ring(label, tuple(tuple(line) for line in lines if len(line) > 3)))
    return rings


def _needed(s: State, m: Model, far: float) -> Callable[[float, float], float]:
    """How many movement actions it takes to get to a place on the same level, the last of them in parts."""
    here = (m.x, m.y, m.z)
    corners = corners_of(s, m, far)

    def needed(x: float, y: float) -> float:
        there = (x, y, m.z)
        if hypot(x - m.x, y - m.y) > far or stand_problem(s, m, x, y, m.z, ghost=True) is not None:
            return BEYOND
        if hypot(x - m.x, y - m.y) < 0.1:
            return 0.0
        if way_problem(s, m, here, there) is None:
            return _parts(s, m, straight(s, m, here, there))
        way = corners.way(there, far)
        measured = survey(s, m, [here, *way]) if way else None
        return _parts(s, m, measured) if isinstance(measured, Survey) else BEYOND

    return needed


def _parts(s: State, m: Model, way: Survey) -> float:
    """Movement actions of a way, the last one counted by how much of it is used."""
    at, actions = 0.0, 0
    while actions < MOST_RINGS:
        step = reach_in(s, m, way, at)
        if step <= 1e-6:
            return BEYOND
        if at + step >= way.used - 1e-6:
            return actions + (way.used - at) / step
        at += step
        actions += 1
    return BEYOND


# -- places worth a mark

APART = 4.0
"""Two marks nearer than this would cover each other, in cm."""
EVERY, AWAY = 3.0, 2.0
"""Points so far apart are looked at, and none that is nearer to where the model stands, in cm."""
ROUND_GOAL = (2.5, 4.5)
"""And so far round a place of the mission."""
TURNS = tuple(n * pi / 4 for n in range(8))


class _Stand(NamedTuple):
    """A place one could go to."""

    at: Spot
    goal: float
    """How far it is from where the mission leads, in cm; 0 where no place is wanted."""
    holds: bool
    cover: int | None
    """The least cover against whoever sees it; None if nobody does."""


def spots(view: State, seat: Seat, handles: tuple[str, ...]) -> tuple[Mark, ...]:
    """At most one of each kind, the most important first."""
    m = aiming_model(view, handles)
    if m is None or view.phase != "act" or Move.verb not in handles or m.legs or m.card.going == STATIONARY:
        return ()
    s = view.copy()
    stands = _stands(s, s.models[m.index], seat)
    found: list[tuple[str, _Stand]] = []
    at_goal = [one for one in stands if one.holds]
    if at_goal and m not in (near for held in held_by(view, seat) for near in held):
        found.append(("goal", max(at_goal, key=lambda one: (_safety(one), -_from(m, one)))))
    seen = [one for one in stands if one.cover is not None]
    if seen:  # where nobody is seen anywhere, being unseen is nothing remarkable
        unseen = [one for one in stands if one.cover is None]
        covered = [one for one in seen if one.cover]
        if unseen:
            found.append(("unseen", min(unseen, key=lambda one: (one.goal, _from(m, one)))))
        if covered:
            found.append(("covered", max(covered, key=lambda one: (one.cover or 0, -one.goal, -_from(m, one)))))
    return tuple(_marks(found))


def _marks(found: Sequence[tuple[str, _Stand]]) -> list[Mark]:
    kept: list[Mark] = []
    for name, one in found:
        if all(hypot(one.at[0] - old.at[0], one.at[1] - old.at[1]) >= APART for old in kept):
            kept.append(Mark(one.at, Text(f"universalis.spot.{name}", level="I" * (one.cover or 0))))
    return kept


def _from(m: Model, one: _Stand) -> float:
    return hypot(one.at[0] - m.x, one.at[1] - m.y)


def _safety(one: _Stand) -> int:
    return 9 if one.cover is None else one.cover


def _stands(s: State, m: Model, seat: Seat) -> list[_Stand]:
    goals = [_spot(to) for _, to in errands(s, s.missions[seat], s.turned[seat])] if s.missions[seat] else []
    there = _candidates(s, m, goals)
    found = []
    for x, y in there:
        m.x, m.y = x, y
        over = seen_over(s, m)
        far = min((hypot(gx - x, gy - y) for gx, gy in goals), default=0.0)
        holds = any(m in near for near in held_by(s, seat))
        found.append(_Stand((x, y), far, holds, min(over, default=None) if over else None))
    return found


def _candidates(s: State, m: Model, goals: Sequence[Spot]) -> list[Spot]:
    """Points that can be reached: what is offered, every few centimetres, and round where the mission leads."""
    most = purse(s, m) // move_cost(s.rules, m.prone)
    far = gk(s, m) * min(MOST_RINGS, most)
    needed = _needed(s, m, far + STEP)
    offered = [a.points[-1] for a in options(s) if type(a) is Move and a.label == m.label and not a.test]
    wanted = {(x, y) for x, y, z in offered if z == m.z}
    steps = range(-int(far / EVERY), int(far / EVERY) + 1)
    wanted |= {(half(m.x + i * EVERY), half(m.y + j * EVERY)) for i in steps for j in steps}
    wanted |= {(half(x + r * cos(a)), half(y + r * sin(a))) for x, y in goals for r in ROUND_GOAL for a in TURNS}
    size = s.board.size
    inside = [(x, y) for x, y in sorted(wanted) if 0 < x < size and 0 < y < size and hypot(x - m.x, y - m.y) >= AWAY]
    return [(x, y) for x, y in inside if needed(x, y) <= most]


def _spot(place: object) -> Spot:
    assert isinstance(place, tuple)
    return place


# -- a mission as a picture: where one starts, and where to go or what to bring


def outlines_of(area: Area, degrees: int, size: float) -> list[tuple[Spot, ...]]:
    """The outlines of an area that a player has turned."""
    found = [tuple(turned(x, y, degrees, size / 2) for x, y in polygon) for polygon in area.polygons]
    if area.circle is not None:
        x, y, r = area.circle
        angles = [n * 2 * pi / ROUND for n in range(ROUND)]
        found.append(tuple(turned(x + r * cos(a), y + r * sin(a), degrees, size / 2) for a in angles))
    return found


def zone_outline(s: State, mission: str, degrees: int) -> tuple[Spot, ...]:
    """The deployment zone, or the first part of it."""
    return outlines_of(missions()[mission].zone, degrees, s.board.size)[0] if mission in missions() else ()


def errands(s: State, mission: str, degrees: int) -> Iterator[tuple[Place, Place]]:
    """From the zone to what must be reached or held, or from what must be brought to the zone."""
    known = missions().get(mission)
    if known is not None:
        yield from _errands(known, degrees, s.board.size)


def _errands(known: Mission, degrees: int, size: float) -> Iterator[tuple[Spot, Spot]]:
    home = _middle(outlines_of(known.zone, degrees, size)[0])
    places = [turned(x, y, degrees, size / 2) for _, x, y in known.objects]
    if known.target is not None:
        places.append(_middle(outlines_of(known.target, degrees, size)[0]))
    if known.kind == "leave":
        places.append(turned(size / 2, size - 2.0, degrees, size / 2))
    for place in places:
        yield (place, home) if known.kind in ("carry", "gather") else (home, place)


def goals_of(s: State, mission: str, degrees: int) -> tuple[Goal, ...]:
    """What it is about: a mast with how near one must be, what is carried, and where all must come."""
    known = missions().get(mission)
    if known is None:
        return ()
    size = s.board.size
    found = [
        Goal(turned(x, y, degrees, size / 2), known.reach, Text(f"universalis.object.{kind}"))
        for kind, x, y in known.objects
    ]
    if known.target is not None:
        found.append(Goal(_middle(outlines_of(known.target, degrees, size)[0]), 0.0, Text("universalis.term.goal")))
    return tuple(found)


TABLE = 90.0
"""So wide is the table on which missions are written down."""


def mission_sign(mission: str) -> tuple[Stroke, ...]:
    """The table from above: where one begins, where one must come, what lies there, and which way it goes."""
    known = missions()[mission]

    def at(spot: Spot) -> Spot:
        return round(spot[0] / TABLE, 3), round(1 - spot[1] / TABLE, 3)

    found: list[Stroke] = [((0, 0), (1, 0), (1, 1), (0, 1), (0, 0))]
    for area in (known.zone, *((known.target,) if known.target is not None else ())):
        found += [tuple(at(spot) for spot in (*one, one[0])) for one in outlines_of(area, 0, TABLE)]
    for _, x, y in known.objects:
        mx, my = at((x, y))
        found.append(ring(mx, my, 0.04))
        if known.reach:  # in so small a picture it is a little larger than it is
            found.append(ring(mx, my, max(0.12, known.reach / TABLE)))
    for start, end in _errands(known, 0, TABLE):
        (ax, ay), (bx, by) = at(start), at(end)
        far = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / far, (by - ay) / far
        ax, ay, bx, by = ax + 0.13 * ux, ay + 0.13 * uy, bx - 0.13 * ux, by - 0.13 * uy
        wings = [(bx - 0.08 * ux - k * 0.05 * uy, by - 0.08 * uy + k * 0.05 * ux) for k in (1, -1)]
        found.append(((ax, ay), (bx, by), wings[0]))
        found.append(((bx, by), wings[1]))
    for across in (0.34, 0.5, 0.66) if known.kind == "eliminate" else ():
        found += [((across - 0.04, 0.14 + k), (across + 0.04, 0.22 - k)) for k in (0.0, 0.08)]
    return tuple(found)


def _middle(outline: tuple[Spot, ...]) -> Spot:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
