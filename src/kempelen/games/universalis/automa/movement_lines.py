"""What the lines mean that go somewhere: to the goal, at the enemy, away from him, into position. See `conduct`."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Any

from kempelen.games.universalis.automa import whys
from kempelen.games.universalis.automa.group_plan import Task, cover_spots, prey_first
from kempelen.games.universalis.automa.mind import Mind
from kempelen.games.universalis.automa.worth import blow, roll_chance, shots, strikes
from kempelen.games.universalis.rules.actions import Disengage, Move, Turn
from kempelen.games.universalis.rules.combat.melee_actions import melee_weapons
from kempelen.games.universalis.rules.legal import end_problem, forced_move
from kempelen.games.universalis.rules.missions import in_target, in_zone
from kempelen.games.universalis.rules.models.current import contacts, distance, gk, reckon
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.places import climbs, disengage_ends, moves
from kempelen.games.universalis.rules.movement.routing import way_to, way_towards
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey, way_problem
from kempelen.games.universalis.rules.state import BOUND, Model, State, snap
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, reach_in
from kempelen.games.universalis.rules.terms import FLIGHT, STATIONARY
from kempelen.geometry import bearing

__all__ = [
    "approach",
    "break_away",
    "can_charge",
    "face_goal",
    "fly_on",
    "follow_enemy",
    "go_to_goal",
    "hunt",
    "keep_away",
    "roam",
    "take_position",
    "way_for",
]

NEAR = 25.0
"""A wandering model turns on enemies that are this near."""
SHORTER = 8
"""So often a way is tried again a little shorter, if it ends too near to somebody."""
POSITIONS = 6
"""So many places are compared before a shy model moves."""


def fly_on(mind: Mind) -> Any:
    """A flyer begins with a full move straight ahead (R091)."""
    s, m = mind.s, mind.m
    if m.card.going != FLIGHT or m.first_done or mind.ap < s.rules.move_ap:
        return None
    forced = forced_move(s, m)
    if forced is None or not mind.allowed(forced):
        return None
    mind.note(whys.FLIES_ON, m.name)
    return forced


def can_charge(s: State, o: Model, m: Model, most: float) -> bool:
    """An enemy who could be in contact soon and is better at it than we are."""
    if o.panic or o.burning is not None or not melee_weapons(o) or not gk(s, o):
        return False
    return distance(s, o, m) <= min(most, gk(s, o) * 3.0) and o.card.nk >= m.card.nk


def _actions(mind: Mind) -> int:
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
    while length > 0.4:
        end = (snap(m.x + (x - m.x) * length / far), snap(m.y + (y - m.y) * length / far), m.z)
        way = survey(s, m, [here, end])
        if isinstance(way, Survey):
            needed = actions_needed(s, m, way)
            if needed is not None and needed <= actions:
                if mind.allowed(Move(m.label, (end,))):
                    return end
                length -= 1.0
                continue
            reached = 0.0
            for _ in range(actions):
                reached += reach_in(s, m, way, reached)
            length = min(length - 0.5, reached - 0.02)
        else:
            length -= 1.0
    return None


def _go(mind: Mind, x: float, y: float, actions: int, near: float = 0.0) -> Move | None:
    """Move towards a point; only if it brings the model nearer, or round something. It stops before an enemy (R099)."""
    m = mind.m
    way = way_for(mind, x, y, actions, near)
    for _ in range(SHORTER):
        if not way or hypot(way[-1][0] - m.x, way[-1][1] - m.y) < 0.5:
            return None
        action = Move(m.label, way)
        if mind.allowed(action):
            return action
        way = _shortened(m, way)
    return None


def _shortened(m: Model, way: tuple[Place, ...]) -> tuple[Place, ...]:
    """The same way without its last centimetre and a half."""
    *before, (x, y, z) = ((m.x, m.y, m.z), *way)
    fx, fy, _ = before[-1]
    length = hypot(x - fx, y - fy)
    if length <= 2.0:
        return way[:-1]
    share = (length - 1.5) / length
    return (*way[:-1], (snap(fx + (x - fx) * share), snap(fy + (y - fy) * share), z))


def break_away(mind: Mind) -> Any:
    """Leave a melee that goes badly, or when the mission calls (R102, R103); the threat must be ignored first."""
    s, m = mind.s, mind.m
    touching = mind.touching()
    cost = move_cost(s.rules, m.prone, disengage=True)
    if not touching or s.duty == BOUND or not mind.level.weighs or mind.ap < cost + 1:
        return None
    worst = max(touching, key=lambda o: (o.card.nk, o.index))
    mine = max((plan.worth for plan in strikes(s, m, mind.ap, touching)), default=0.0)
    his = max((blow(s, worst, m, weapon)[1] for weapon in melee_weapons(worst)), default=0.0)
    runs = mind.task is not None and mind.task.kind in ("home", "edge", "fetch")
    if (mine >= his / 2 and not runs) or roll_chance(reckon(s, m, "EH").total) < 0.4:
        return None
    x, y = (mind.task.x, mind.task.y) if mind.task is not None else (2 * m.x - worst.x, 2 * m.y - worst.y)
    ends = sorted(disengage_ends(s, m), key=lambda end: (hypot(end[0] - x, end[1] - y), end))
    for end in ends:
        action = Disengage(m.label, (end,))
        if mind.allowed(action):
            mind.note(whys.BREAKS_AWAY, worst.name)
            return action
    return None


def go_to_goal(mind: Mind) -> Any:
    """Towards what the mission asks for."""
    m, task = mind.m, mind.task
    if task is None or mind.touching():
        return None
    far = hypot(task.x - m.x, task.y - m.y)
    there = {"zone": in_target, "home": in_zone}.get(task.kind)
    if far <= task.near or (there is not None and there(mind.s, m.seat, m.x, m.y)):
        mind.note(whys.AT_GOAL, (task.x, task.y))
        return None
    x, y = approach(mind.s, m, task)
    action = _go(mind, x, y, _actions(mind))
    if action is None:
        return None
    mind.note(whys.TO_GOAL, (task.x, task.y), far)
    return action


def approach(s: State, m: Model, task: Task) -> tuple[float, float]:
    """Where to stand for a task: the goal itself, or a place near enough if something is there."""
    if task.kind in ("home", "zone", "edge"):
        return task.x, task.y
    far = max(1e-9, hypot(task.x - m.x, task.y - m.y))
    near = task.near - 0.2
    towards = atan2(m.y - task.y, m.x - task.x)
    for n in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6):
        angle = towards + n * pi / 6
        x, y = snap(task.x + near * cos(angle)), snap(task.y + near * sin(angle))
        if stand_problem(s, m, x, y, 0.0) is None and end_problem(s, m, x, y, 0.0) is None:
            return x, y
    return task.x + (m.x - task.x) * near / far, task.y + (m.y - task.y) * near / far


def hunt(mind: Mind) -> Any:
    """Towards the nearest enemy, carriers first; as near as a charge needs, or as far as the AP go."""
    s, m = mind.s, mind.m
    enemies = s.enemies(m.seat)
    actions = _actions(mind)
    if not enemies or not actions or contacts(s, m, enemy=True) or (mind.temperament == "target" and mind.task):
        return None
    target = min(enemies, key=lambda o: (prey_first(s, m, o), o.index))
    gap = distance(s, m, target)
    keep = s.rules.enemy_distance + m.r + target.r + 0.05
    if gap <= s.rules.enemy_distance + 0.5:
        return None
    action: Move | None = None
    if target.z != m.z:
        for end, needed in climbs(s, m):
            step = Move(m.label, (end,))
            if end[2] == target.z and needed <= actions and mind.allowed(step):
                action = step
                break
    action = action or _go(mind, target.x, target.y, actions, keep)
    if action is None:
        return None
    mind.note(whys.HUNTS, target.name, gap)
    return action


def follow_enemy(mind: Mind) -> Any:
    """A wandering model turns on an enemy that is near."""
    s, m = mind.s, mind.m
    near = [o for o in s.enemies(m.seat) if distance(s, m, o) <= NEAR]
    if not near:
        mind.note(whys.NOBODY_NEAR, round(NEAR))
        return None
    if mind.hopeful:
        return None
    return hunt(mind)


def roam(mind: Mind) -> Any:
    """Somewhere at random, not away from the enemy: the places are those a player is offered."""
    s, m = mind.s, mind.m
    if mind.ap < move_cost(s.rules, m.prone) or m.moved or contacts(s, m, enemy=True) or mind.hopeful:
        return None
    steps = [Move(m.label, (end,)) for end in moves(s, m)]
    near = min((o for o in s.enemies(m.seat)), key=lambda o: (distance(s, m, o), o.index), default=None)
    if near is not None:
        here = hypot(near.x - m.x, near.y - m.y)
        steps = [p for p in steps if hypot(near.x - p.points[0][0], near.y - p.points[0][1]) < here] or steps
    steps = [step for step in steps if mind.allowed(step)]
    if not steps:
        return None
    mind.note(whys.ROAMS, len(steps))
    return mind.table.pick(steps, "roam")


def keep_away(mind: Mind) -> Any:
    """Go out of the way of somebody who could charge and is better in melee, once the shots are fired."""
    s, m = mind.s, mind.m
    chargers = [o for o in s.enemies(m.seat) if can_charge(s, o, m, 15.0)]
    actions = _actions(mind)
    if not chargers or not actions or m.moved or contacts(s, m, enemy=True) or not mind.level.cover:
        return None
    near = min(chargers, key=lambda o: (distance(s, m, o), o.index))
    here = distance(s, m, near)
    steps = [
        (hypot(end[0] - near.x, end[1] - near.y), Move(m.label, (end,)))
        for end in moves(s, m)
        if hypot(end[0] - near.x, end[1] - near.y) > here + 2.0
    ]
    for _, step in sorted(steps, key=lambda pair: (-pair[0], pair[1].notation)):
        if mind.allowed(step):
            mind.note(whys.KEEPS_AWAY, near.name, here)
            return step
    return None


def take_position(mind: Mind) -> Any:
    """Of a few places within reach the one to shoot from best, cover counted; else nearer to the enemy."""
    s, m = mind.s, mind.m
    actions = _actions(mind)
    enemies = s.enemies(m.seat)
    if not actions or not enemies or contacts(s, m, enemy=True) or m.moved > 0 or (m.reloading and not mind.shots):
        return None
    if mind.hopeful:
        return None
    target = min(enemies, key=lambda o: (prey_first(s, m, o), o.index))
    places = _places(mind, target, actions)
    if not places:
        return None
    worth, level, action = max(places, key=lambda place: (place[0], place[2].notation))
    if worth < 0.0:
        return None
    if action.points[-1][2] > m.z:
        mind.note(whys.CLIMBS, action.points[-1])
    mind.note(whys.PLACES, len(places), action.points[-1], level, worth)
    return action


def _places(mind: Mind, target: Model, actions: int) -> list[tuple[float, int, Move]]:
    """Places worth comparing: on the way to the enemy, and cover nearby; each with its worth."""
    s, m = mind.s, mind.m
    found: list[tuple[float, int, Move]] = []
    ways: list[tuple[int, Move, int]] = []
    for share in (actions, max(1, actions // 2)):
        step = _go(mind, target.x, target.y, share, 12.0)
        if step is not None and all(step != other for _, other, _ in ways):
            ways.append((0, step, _needed(s, m, step)))
    if mind.level.cover:
        for end, needed in climbs(s, m):
            step = Move(m.label, (end,))
            if end[2] > m.z and needed <= actions and mind.allowed(step):
                ways.append((0, step, needed))
        reach = gk(s, m) * actions
        here = hypot(target.x - m.x, target.y - m.y)
        spots = [
            (hypot(target.x - x, target.y - y), x, y, level)
            for x, y, level in cover_spots(s.board, m.r)
            if hypot(x - m.x, y - m.y) <= reach and 10.0 < hypot(target.x - x, target.y - y) < here
        ]
        for _, x, y, level in sorted(spots)[: POSITIONS if mind.level.plans else POSITIONS // 2]:
            step = Move(m.label, ((x, y, m.z),))
            if mind.allowed(step):
                ways.append((level, step, _needed(s, m, step)))
    before = hypot(target.x - m.x, target.y - m.y)
    for level, step, used in ways:
        end = step.points[-1]
        offence = _shots_from(mind, end, mind.ap - used * move_cost(s.rules, m.prone))
        gain = (before - hypot(target.x - end[0], target.y - end[1])) / 100
        found.append((offence + gain + 0.03 * level, level, step))
    return found


def _needed(s: State, m: Model, step: Move) -> int:
    """About how many actions a way takes."""
    end = step.points[-1]
    return max(1, round(hypot(end[0] - m.x, end[1] - m.y) / max(1, gk(s, m)) + 0.49))


def _shots_from(mind: Mind, end: Place, ap: int) -> float:
    """What the best shots from another place would be worth."""
    s, m = mind.s, mind.m
    if ap <= 0:
        return 0.0
    old = m.x, m.y, m.z
    m.x, m.y, m.z = end
    best = max((plan.total for plan in shots(s, m, ap)), default=0.0)
    m.x, m.y, m.z = old
    return best


def face_goal(mind: Mind, x: float, y: float) -> Turn | None:
    """A flyer turns to where it wants to go next round; its first move goes straight ahead (R091, R097)."""
    m = mind.m
    degrees = round(bearing(m.x, m.y, x, y)) % 360
    action = Turn(m.label, degrees)
    return action if abs(degrees - m.facing) > 5 and mind.allowed(action) else None
