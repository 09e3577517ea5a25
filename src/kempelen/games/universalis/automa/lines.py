"""What the lines of the temperaments mean: one function a line, named as in `temperaments`.

Each gives the action to take, or None if it cannot be carried out now, and notes why. Places, chances and costs are
asked of the rules; what is weighed and how is ours. Here are mission, healing and posture; the others are in
`attack_lines` and `movement_lines`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any

from kempelen.behaviour.priorities import Try
from kempelen.games.universalis.automa import whys
from kempelen.games.universalis.automa.attack_lines import (
    charge,
    fight_threat,
    hit_the_weak,
    reload,
    shoot,
    shoot_anyway,
    spot,
    strike,
    throw_grenade,
    use_power,
)
from kempelen.games.universalis.automa.group_plan import prey_first
from kempelen.games.universalis.automa.mind import Mind
from kempelen.games.universalis.automa.movement_lines import (
    arrived,
    break_away,
    can_charge,
    fly_on,
    follow_enemy,
    go_to_goal,
    hunt,
    keep_away,
    roam,
    take_position,
)
from kempelen.games.universalis.automa.steps import approach, way_for
from kempelen.games.universalis.automa.worth import shots
from kempelen.games.universalis.rules.actions import END, Handle, Reload, Use, simple
from kempelen.games.universalis.rules.missions import in_zone, mission_of
from kempelen.games.universalis.rules.models.current import distance
from kempelen.games.universalis.rules.state import BOUND
from kempelen.games.universalis.rules.terms import DRONE, HULL

__all__ = ["HARDLY_ANY", "TRIES"]


HARDLY_ANY = 2
"""With fewer AP there is no shot, no blow and hardly a step."""


def serve_mission(mind: Mind) -> Any:
    """What the mission asks for and can be done here and now: take, put down, leave the table."""
    s, m, task = mind.s, mind.m, mind.task
    action: Any = None
    if task is not None and s.duty != BOUND:
        if task.kind == "fetch":
            action = Handle(m.label, "take", task.thing)
        elif task.kind == "edge":
            action = simple(m.label, "leave")
        elif task.kind == "home" and in_zone(s, m.seat, m.x, m.y):
            kind = mission_of(s, m.seat).kind
            if kind == "gather":
                action = Handle(m.label, "put", task.thing)
            elif kind == "carry":
                action = END  # the mission is looked at when the phase ends (G43)
    if action is None or not mind.allowed(action):
        return None
    if task is not None and not task.against:
        mind.note(whys.MISSION_ACT, s.missions[m.seat])
    return action


def heal(mind: Mind) -> Any:
    """Equipment that gives TP back, for whoever has lost half of them."""
    s, m = mind.s, mind.m
    for item in m.card.items:
        if not item.heal or item.ap is None or item.ap > mind.ap:
            continue
        hurt = [o for o in s.friends(m.seat) if o.card.tp - o.tp[HULL] >= max(item.heal, o.card.tp // 2)]
        for o in sorted(hurt, key=lambda o: (o.tp[HULL], o.index)):
            action = Use(m.label, item.id, "" if o is m else o.label)
            if mind.allowed(action):
                mind.note(whys.HEALS, o.name, o.tp[HULL], o.card.tp)
                return action
    return None


def lie_down(mind: Mind) -> Any:
    """Lie down if the rest of the AP then shoot better (R244), and nobody is about to charge.

    Only as the first action of a phase, like standing up: so nobody ever does both in one.
    """
    s, m = mind.s, mind.m
    if m.prone or m.first_done or not mind.level.cover or m.card.type == DRONE or mind.ap < s.rules.lie_down_ap + 1:
        return None
    before = mind.hopeful
    close = any(can_charge(s, o, m, 12.0) for o in s.enemies(m.seat))
    leaving = mind.task is not None and mind.task.kind in ("home", "edge", "fetch")
    if not before or close or leaving:
        return None
    m.prone = True
    after = max((plan.total for plan in shots(s, m, mind.ap - s.rules.lie_down_ap, mind.weights)), default=0.0)
    m.prone = False
    # Lying down also makes a smaller target until the next phase, and it stays down for the next shots.
    if after < 0.8 * before or not mind.allowed(simple(m.label, "lie_down")):
        mind.note(whys.NO_USE_LYING, before, after)
        return None
    mind.note(whys.LIES_DOWN, before, after)
    return simple(m.label, "lie_down")


def stand_up(mind: Mind) -> Any:
    """Stand up to go somewhere (R105): who lies pays double for moving (R098). Only as the first action of a phase."""
    m, task = mind.m, mind.task
    action = simple(m.label, "stand_up")
    if not m.prone or m.first_done or mind.ap < 2 or not mind.allowed(action):
        return None
    if task is not None and task.near < hypot(task.x - m.x, task.y - m.y):
        goal: tuple[float, float] | None = approach(mind.s, m, task)
    elif not mind.hopeful and (enemies := mind.s.enemies(m.seat)) and task is None:
        prey = min(enemies, key=lambda o: (prey_first(mind.s, m, o, mind.weights), o.index))
        goal = (prey.x, prey.y)
    else:
        goal = None
    m.prone = False
    way = way_for(mind, *goal, mind.ap - 1) if goal is not None else ()
    m.prone = True
    if not way:
        return None
    mind.note(whys.STANDS_UP)
    return action


def brace(mind: Mind) -> Any:
    """Take up defence with the last AP if somebody could charge (R272, R274)."""
    s, m = mind.s, mind.m
    action = simple(m.label, "defend")
    near = [o for o in s.enemies(m.seat) if can_charge(s, o, m, 15.0)]
    if not mind.level.cover or not near or m.acted is False or not mind.allowed(action):
        return None
    mind.note(whys.BRACES, min(near, key=lambda o: (distance(s, o, m), o.index)).name)
    return action


def watch(mind: Mind) -> Any:
    """Fire-ready with what is left (R221), if reaction fire at somebody who comes would have a chance (R227)."""
    found = mind.vigil if mind.m.ready < 0 else None
    if found is None:
        return None
    action = Reload(mind.m.label, found.weapon, True)
    if not mind.allowed(action):
        return None
    mind.note(whys.WATCHES, found.target.name, found.chance)
    return action


def rest(mind: Mind) -> Any:
    """End the phase and keep the AP for reactions and the next round (R033, R080)."""
    m, task = mind.m, mind.task
    if m.ap < HARDLY_ANY:
        mind.note(whys.RESTS_SPENT, m.ap)
    elif task is not None and arrived(mind):
        mind.note(whys.RESTS_THERE, whys.place(mind.s, mind.trace, (task.x, task.y)), m.ap)
    else:
        mind.note(whys.RESTS, m.ap)
    return END


TRIES: Mapping[str, Try[Mind]] = {
    line.__name__: line
    for line in (
        fly_on,
        fight_threat,
        serve_mission,
        hit_the_weak,
        heal,
        strike,
        charge,
        throw_grenade,
        shoot,
        shoot_anyway,
        use_power,
        spot,
        reload,
        lie_down,
        stand_up,
        brace,
        watch,
        rest,
        break_away,
        go_to_goal,
        hunt,
        follow_enemy,
        roam,
        keep_away,
        take_position,
    )
}
