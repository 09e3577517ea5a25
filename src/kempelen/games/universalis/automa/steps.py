"""Steps over the table: a way towards a point or an enemy, ending where it is allowed and can be laid by hand."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from kempelen.games.universalis.automa.group_plan import Task
from kempelen.games.universalis.automa.mind import Mind
from kempelen.games.universalis.rules.actions import Move
from kempelen.games.universalis.rules.legal import end_problem
from kempelen.games.universalis.rules.models.current import distance, gk
from kempelen.games.universalis.rules.movement.halves import half, laid
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.places import climbs, moves
from kempelen.games.universalis.rules.movement.routing import distances, way_to, way_towards
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey, way_problem
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, reach_in
from kempelen.games.universalis.rules.terms import FLIGHT, STATIONARY
from kempelen.geometry import bearing

__all__ = ["actions_for", "approach", "close_in", "go", "goes_back", "way_for"]

SHORTER = 8
"""So often a way is tried again a little shorter, if it ends too near to somebody."""
LEAST = 1.0
"""Shorter steps are not worth an action."""
SIDEWAYS = 80.0
"""Degrees: who has moved goes on ahead or to the side."""


def actions_for(mind: Mind) -> int:
    """Movement actions it can pay for."""
    if mind.m.card.going == STATIONARY or mind.m.legs:
        return 0
    return mind.ap // move_cost(mind.s.rules, mind.m.prone)


def way_for(mind: Mind, x: float, y: float, actions: int, near: float = 0.0) -> tuple[Place, ...]:
    """A way towards a point with so many actions: straight if nothing is in between, else round it."""
    s, m = mind.s, mind.m
    if not actions or not gk(s, m):
        return ()
    if m.z and m.card.going != FLIGHT:
        down = [end for end, needed in climbs(s, m) if end[2] < m.z and needed <= actions]
        return (min(down, key=lambda end: (hypot(end[0] - x, end[1] - y), end)),) if down else ()
    far = hypot(x - m.x, y - m.y)
    there = (x, y, m.z)
    if far > 0.3 and way_problem(s, m, (m.x, m.y, m.z), there) is None:
        straight = _straight(mind, x, y, far - near, actions)
        if straight is not None:
            return (straight,)
    return tuple(way_towards(s, m, x, y, actions) if near else way_to(s, m, x, y, actions))


def _straight(mind: Mind, x: float, y: float, most: float, actions: int) -> Place | None:
    """As far towards a point as the actions allow, ending where the model may stand."""
    s, m = mind.s, mind.m
    far = hypot(x - m.x, y - m.y)
    length = min(most, float(gk(s, m) * actions) - 0.02)
    here = (m.x, m.y, m.z)

    def allowed(place: Place) -> bool:
        way = survey(s, m, [here, place])
        needed = actions_needed(s, m, way) if isinstance(way, Survey) else None
        return needed is not None and needed <= actions and end_problem(s, m, *place) is None

    while length > 0.4:
        px, py = m.x + (x - m.x) * length / far, m.y + (y - m.y) * length / far
        way = survey(s, m, [here, (px, py, m.z)])
        reached = _reached(s, m, way, actions) if isinstance(way, Survey) else length
        if reached < length:
            length = min(length - 0.5, reached - 0.02)
            continue
        end = laid(px, py, m.z, allowed)
        if end is not None:
            return end
        length -= 1.0
    return None


def _reached(s: State, m: Model, way: Survey, actions: int) -> float:
    """How far along a way so many actions get."""
    reached = 0.0
    for _ in range(actions):
        reached += reach_in(s, m, way, reached)
    return reached


def go(mind: Mind, x: float, y: float, actions: int, near: float = 0.0) -> Move | None:
    """Move towards a point; only if it brings the model nearer, or round something. It stops before an enemy (R099)."""
    m = mind.m
    way = way_for(mind, x, y, actions, near)
    for _ in range(SHORTER):
        if not way or hypot(way[-1][0] - m.x, way[-1][1] - m.y) < LEAST:
            break
        action = Move(m.label, way)
        if mind.allowed(action):
            return None if goes_back(mind, way) else action
        way = _shortened(m, way)
    return _sidestep(mind, x, y) if actions else None


def _sidestep(mind: Mind, x: float, y: float) -> Move | None:
    """Bases are in the way: of the places a player is offered the one from which the rest of the way is shortest."""
    s, m = mind.s, mind.m
    far = distances(s, m, x, y)
    here = far(m.x, m.y) - 1.0
    steps = sorted((far(end[0], end[1]), end) for end in moves(s, m))
    for rest, end in steps:
        if rest < here and not goes_back(mind, (end,)) and mind.allowed(Move(m.label, (end,))):
            return Move(m.label, (end,))
    return None


def goes_back(mind: Mind, way: tuple[Place, ...]) -> bool:
    """It has moved in this phase, faces where it went, and would now go back; with what it has fetched it may."""
    m = mind.m
    if not m.moved or (mind.task is not None and mind.task.kind == "home"):
        return False
    x, y, z = way[-1]
    ahead = bearing(m.x, m.y, x, y) - m.facing
    return z == m.z and abs((ahead + 180) % 360 - 180) > SIDEWAYS


def _shortened(m: Model, way: tuple[Place, ...]) -> tuple[Place, ...]:
    """The same way without its last centimetre and a half."""
    *before, (x, y, z) = ((m.x, m.y, m.z), *way)
    fx, fy, _ = before[-1]
    length = hypot(x - fx, y - fy)
    if length <= 2.0:
        return way[:-1]
    share = (length - 1.5) / length
    return (*way[:-1], (half(fx + (x - fx) * share), half(fy + (y - fy) * share), z))


def approach(s: State, m: Model, task: Task) -> tuple[float, float]:
    """Where to stand for a task: the goal itself, or a place near enough if something is there."""
    if task.kind in ("home", "zone", "edge"):
        return task.x, task.y
    far = max(1e-9, hypot(task.x - m.x, task.y - m.y))
    near = task.near - 0.2
    towards = atan2(m.y - task.y, m.x - task.x)

    def allowed(place: Place) -> bool:
        if hypot(place[0] - task.x, place[1] - task.y) > task.near:
            return False
        return stand_problem(s, m, *place) is None and end_problem(s, m, *place) is None

    for n in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6):
        angle = towards + n * pi / 6
        place = laid(task.x + near * cos(angle), task.y + near * sin(angle), 0.0, allowed)
        if place is not None:
            return place[0], place[1]
    return task.x + (m.x - task.x) * near / far, task.y + (m.y - task.y) * near / far


def close_in(mind: Mind, target: Model, actions: int) -> Move | None:
    """As near to an enemy as a move may end, round what is in between, or up to his level."""
    s, m = mind.s, mind.m
    if distance(s, m, target) <= s.rules.enemy_distance + 0.5 and _nothing_between(s, m, target):
        return None
    if target.z != m.z:
        for end, needed in climbs(s, m):
            step = Move(m.label, (end,))
            if end[2] == target.z and needed <= actions and mind.allowed(step):
                return step
    return go(mind, target.x, target.y, actions, s.rules.enemy_distance + m.r + target.r + 0.05)


def _nothing_between(s: State, m: Model, o: Model) -> bool:
    """The straight way to his base is free."""
    far = max(1e-9, hypot(o.x - m.x, o.y - m.y))
    share = max(0.0, far - m.r - o.r - 0.1) / far
    return (
        m.z == o.z
        and way_problem(s, m, (m.x, m.y, m.z), (m.x + (o.x - m.x) * share, m.y + (o.y - m.y) * share, m.z)) is None
    )
