"""What the lines mean that go somewhere: to the goal, at the enemy, away from him, into position. See `lines`."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from kempelen.games.universalis.automa import whys
from kempelen.games.universalis.automa.group_plan import cover_spots, prey_first
from kempelen.games.universalis.automa.mind import Mind
from kempelen.games.universalis.automa.steps import actions_for, approach, close_in, go, goes_back
from kempelen.games.universalis.automa.worth import blow, hit_worth, roll_chance, shots, strikes
from kempelen.games.universalis.rules.actions import Disengage, Move, Turn
from kempelen.games.universalis.rules.combat.melee_actions import melee_weapons, usable
from kempelen.games.universalis.rules.legal import forced_move
from kempelen.games.universalis.rules.missions import in_target, in_zone
from kempelen.games.universalis.rules.models.current import contacts, distance, gk, reckon
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.places import climbs, disengage_ends, moves
from kempelen.games.universalis.rules.state import BOUND, Model, State
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.games.universalis.rules.terms import FLIGHT
from kempelen.geometry import bearing

__all__ = [
    "arrived",
    "break_away",
    "can_charge",
    "counter_risk",
    "face_goal",
    "fly_on",
    "follow_enemy",
    "go_to_goal",
    "hunt",
    "keep_away",
    "roam",
    "take_position",
]


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


def break_away(mind: Mind) -> Any:
    """Leave a melee that goes badly, or when the mission calls (R102, R103); the threat must be ignored first."""
    s, m = mind.s, mind.m
    touching = mind.touching()
    cost = move_cost(s.rules, m.prone, disengage=True)
    if not touching or s.duty == BOUND or not mind.level.weighs or mind.ap < cost + 1:
        return None
    worst = max(touching, key=lambda o: (o.card.nk, o.index))
    mine = max((plan.worth for plan in strikes(s, m, mind.ap, touching, mind.weights)), default=0.0)
    his = max((blow(s, worst, m, weapon, mind.weights)[1] for weapon in melee_weapons(worst)), default=0.0)
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
    if arrived(mind):
        mind.note(whys.AT_GOAL, whys.place(mind.s, mind.trace, (task.x, task.y)))
        return None
    x, y = approach(mind.s, m, task)
    action = go(mind, x, y, actions_for(mind))
    if action is None:
        return None
    at = whys.place(mind.s, mind.trace, (task.x, task.y))
    if at == whys.IN_THE_OPEN:
        mind.note(whys.TO_GOAL_OPEN, far)
    else:
        mind.note(whys.TO_GOAL, at, far)
    return action


def arrived(mind: Mind) -> bool:
    """It stands where its part in the mission wants it."""
    m, task = mind.m, mind.task
    if task is None:
        return False
    there = {"zone": in_target, "home": in_zone}.get(task.kind)
    near = hypot(task.x - m.x, task.y - m.y) <= task.near
    return near or (there is not None and there(mind.s, m.seat, m.x, m.y))


def hunt(mind: Mind) -> Any:
    """Towards the nearest enemy worth it, carriers first; as near as a charge needs, or as far as the AP go.

    Who has a part in the mission only does so if no way leads to the goal.
    """
    s, m = mind.s, mind.m
    if not actions_for(mind) or contacts(s, m, enemy=True) or arrived(mind):
        return None
    waiting = mind.vigil if mind.temperament != "aggressive" and mind.task is None else None
    actions = actions_for(mind)
    if waiting is not None:
        # Who shoots as well keeps AP to be ready for who comes.
        actions = (mind.ap - waiting.cost) // move_cost(s.rules, m.prone)
        if actions <= 0:
            mind.note(whys.RATHER_WAITS, waiting.target.name, waiting.worth)
            return None
    for target in _prey(mind):
        action = close_in(mind, target, actions)
        if action is not None:
            mind.note(whys.HUNTS, target.name, distance(s, m, target))
            return action
    return None


def _prey(mind: Mind) -> Iterator[Model]:
    """Enemies, the nearest first; those against whom it can do nothing come last."""
    s, m = mind.s, mind.m
    vain = []
    for o in sorted(s.enemies(m.seat), key=lambda o: (prey_first(s, m, o, mind.weights), o.index)):
        if _in_vain(mind, o):
            vain.append(o)
        else:
            yield o
    yield from vain


def _in_vain(mind: Mind, o: Model) -> bool:
    """Nothing this model has would do him any harm, or his blows in return would cost more."""
    s, m = mind.s, mind.m
    if not mind.level.weighs:
        return False
    blows = (blow(s, m, o, weapon, mind.weights, charge=True)[1] for weapon in melee_weapons(m))
    if max(blows, default=0.0) - counter_risk(mind, o) >= mind.weights.worthwhile:
        return False
    weapons = (
        weapon for n, weapon in enumerate(m.weapons) if weapon.ranged and (usable(m, n) is None or weapon.reload)
    )
    return all(hit_worth(s, m, weapon, o, mind.weights) < 2 * mind.weights.worthwhile for weapon in weapons)


def counter_risk(mind: Mind, o: Model) -> float:
    """What his blows would do to us: he can strike back as long as his AP last (R276)."""
    s, m = mind.s, mind.m
    weapons = melee_weapons(o)
    if not weapons or o.panic or o.burning is not None:
        return 0.0
    return 0.5 * max(blow(s, o, m, weapon, mind.weights)[1] * min(2, max(1, o.ap // weapon.wk)) for weapon in weapons)


def follow_enemy(mind: Mind) -> Any:
    """A wandering model turns on an enemy that is near; not after it has roamed, that might be back again."""
    s, m = mind.s, mind.m
    if m.moved:
        return None
    near = [o for o in s.enemies(m.seat) if distance(s, m, o) <= mind.weights.wandering_near]
    if not near:
        mind.note(whys.NOBODY_NEAR, round(mind.weights.wandering_near))
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
    actions = actions_for(mind)
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
    actions = actions_for(mind)
    enemies = s.enemies(m.seat)
    if not actions or not enemies or contacts(s, m, enemy=True) or (m.reloading and not mind.shots):
        return None
    if mind.hopeful:
        return None
    target = min(enemies, key=lambda o: (prey_first(s, m, o, mind.weights), o.index))
    places = _places(mind, target, actions)
    if not places:
        return None
    worth, level, action = max(places, key=lambda place: (place[0], place[2].notation))
    if worth < 0.0:
        return None
    waiting = mind.vigil if worth < mind.weights.good_place else None
    if waiting is not None:
        # Nobody can be shot at from there: AP are kept to be ready for who comes.
        spare = (mind.ap - waiting.cost) // move_cost(s.rules, m.prone)
        shorter = go(mind, target.x, target.y, spare, 12.0) if spare > 0 else None
        if shorter is None and (waiting.near or m.moved):
            mind.note(whys.RATHER_WAITS, waiting.target.name, waiting.worth)
            return None
        level, action = (0, shorter) if shorter is not None else (level, action)
    if action.points[-1][2] > m.z:
        mind.note(whys.CLIMBS, whys.place(s, mind.trace, action.points[-1]))
    mind.note(whys.PLACES, len(places), whys.place(s, mind.trace, action.points[-1]), level, worth)
    return action


def _places(mind: Mind, target: Model, actions: int) -> list[tuple[float, int, Move]]:
    """Places worth comparing: on the way to the enemy, and cover nearby; each with its worth."""
    s, m = mind.s, mind.m
    found: list[tuple[float, int, Move]] = []
    ways: list[tuple[int, Move, int]] = []
    for share in (actions, max(1, actions // 2)):
        step = go(mind, target.x, target.y, share, 12.0)
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
        most = mind.weights.positions
        for _, x, y, level in sorted(spots)[: most if mind.level.plans else most // 2]:
            step = Move(m.label, ((x, y, m.z),))
            if mind.allowed(step):
                ways.append((level, step, _needed(s, m, step)))
    before = hypot(target.x - m.x, target.y - m.y)
    for level, step, used in ways:
        end = step.points[-1]
        if goes_back(mind, step.points):
            continue
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
    best = max((plan.total for plan in shots(s, m, ap, mind.weights)), default=0.0)
    m.x, m.y, m.z = old
    return best


def face_goal(mind: Mind, x: float, y: float) -> Turn | None:
    """A flyer turns to where it wants to go next round; its first move goes straight ahead (R091, R097)."""
    m = mind.m
    degrees = round(bearing(m.x, m.y, x, y)) % 360
    action = Turn(m.label, degrees)
    return action if abs(degrees - m.facing) > 5 and mind.allowed(action) else None
