"""What the lines of the temperaments mean: one function a line, named as in `temperaments`.

Each gives the action to take, or None if it cannot be carried out now, and notes why. Places, chances and costs are
asked of the rules; what is weighed and how is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin
from typing import Any

from kempelen.behaviour.priorities import Try
from kempelen.behaviour.trace import Note, Trace
from kempelen.engine.table import Table
from kempelen.games.universalis import whys
from kempelen.games.universalis.actions import (
    END,
    Disengage,
    Handle,
    Move,
    Power,
    Reconnoitre,
    Reload,
    Turn,
    Use,
    simple,
)
from kempelen.games.universalis.camouflage import reconnoitre_cost, reconnoitre_reckoning
from kempelen.games.universalis.candidates import climbs, disengage_ends, moves
from kempelen.games.universalis.fighting import melee_weapons, usable
from kempelen.games.universalis.judgement import Plan, blow, charges, roll_chance, shots, strikes
from kempelen.games.universalis.legal import end_problem, forced_move, why_not
from kempelen.games.universalis.missions import in_target, in_zone, mission_of
from kempelen.games.universalis.movement import move_cost
from kempelen.games.universalis.paths import Place, Survey, actions_needed, reach_in, stand_problem, survey, way_problem
from kempelen.games.universalis.planning import Task, cover_spots, prey_first
from kempelen.games.universalis.routes import way_to, way_towards
from kempelen.games.universalis.sight import perceives, sees_model
from kempelen.games.universalis.state import BOUND, Model, State, snap
from kempelen.games.universalis.temperaments import Level
from kempelen.games.universalis.terms import DRONE, FLIGHT, HULL, STATIONARY
from kempelen.games.universalis.values import contacts, distance, gk, in_contact, reckon
from kempelen.geometry import bearing

__all__ = ["TRIES", "Mind"]

WORTHWHILE = 0.03
"""An attack with less to hope for is not made."""
LEAST_CHANCE = 2 / 12
"""Nor one that hardly ever hits."""
FINISHING = 0.4
"""A chance to put somebody out at once that is taken before anything else."""
NEAR = 25.0
"""A wandering model turns on enemies that are this near."""
POSITIONS = 6
"""So many places are compared before a shy model moves."""


@dataclass(slots=True)
class Mind:
    """One model at one decision: what it sees, and what it notes if somebody will read it."""

    s: State
    m: Model
    table: Table
    trace: Trace | None
    level: Level
    ap: int
    """What it may spend; a drone leaves its controller's AP alone unless it follows the mission."""
    task: Task | None = None
    temperament: str = ""
    _shots: list[Plan] | None = field(default=None, repr=False)

    def note(self, kind: Note, *values: Any) -> None:
        if self.trace is not None:
            self.trace.add(kind, *values)

    @property
    def shots(self) -> list[Plan]:
        """Every shot from here, looked up once."""
        if self._shots is None:
            self._shots = list(shots(self.s, self.m, self.ap))
        return self._shots

    @property
    def hopeful(self) -> float:
        """What the best shot that is worth firing promises; 0 if there is none."""
        return max((plan.total for plan in self.shots if _worth_firing(plan)), default=0.0)

    def best(self, plans: Iterable[Plan]) -> Plan | None:
        """By worth if the level weighs them, else against the nearest enemy, the plain way."""
        found = list(plans)
        if self.level.weighs:
            return max(found, key=lambda plan: (plan.total, plan.worth, plan.action.notation), default=None)
        far = {plan.target.index: distance(self.s, self.m, plan.target) for plan in found}
        return min(found, key=lambda p: (far[p.target.index], _fuss(p.action), p.action.notation), default=None)

    def touching(self) -> list[Model]:
        return [o for o in contacts(self.s, self.m, enemy=True) if not o.hidden]

    def allowed(self, action: Any) -> bool:
        return why_not(self.s, action) is None


def _worth_firing(plan: Plan) -> bool:
    return plan.chance >= LEAST_CHANCE and plan.total >= WORTHWHILE


def _fuss(action: Any) -> int:
    """Plain actions come first for who does not weigh them."""
    return {"normal_shot": 0, "attack": 0, "charge": 0}.get(action.kind, 1)


# -- every model


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


def fight_threat(mind: Mind) -> Any:
    """Who has failed the test must attack the threat (R048): with the best attack there is, or get ready for one."""
    s, m = mind.s, mind.m
    if s.duty != BOUND:
        return None
    threats = [s.models[n] for n in s.threats if s.models[n].standing]
    touching = [o for o in threats if in_contact(s, m, o)]
    plans = [*strikes(s, m, mind.ap, touching)]
    if not contacts(s, m, enemy=True):
        plans += [plan for o in threats for plan in shots(s, m, mind.ap, only=o)]
        plans += [plan for plan in charges(s, m, mind.ap) if plan.target in threats]
    best = mind.best(plan for plan in plans if mind.allowed(plan.action))
    if best is None:
        return None
    mind.note(whys.MUST_FIGHT, best.target.name)
    return best.action


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
    mind.note(whys.MISSION_ACT, s.missions[m.seat])
    return action


def hit_the_weak(mind: Mind) -> Any:
    """Somebody who would probably be put out by one attack is attacked before anything else."""
    if not mind.level.weighs:
        return None
    s, m = mind.s, mind.m
    touching = mind.touching()
    plans = [*strikes(s, m, mind.ap, touching)] if touching else mind.shots
    if mind.task is not None and not touching:
        plans = []
    for plan in sorted(plans, key=lambda plan: (-plan.worth, plan.cost, plan.action.notation)):
        if plan.worth < FINISHING:
            break
        if mind.allowed(plan.action):
            mind.note(whys.WEAK, plan.target.name, plan.chance)
            return plan.action
    return None


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


# -- attacks


def strike(mind: Mind) -> Any:
    """Attack an enemy in contact (R270); recklessly if that promises more (R271)."""
    touching = mind.touching()
    if not touching:
        return None
    best = mind.best(strikes(mind.s, mind.m, mind.ap, touching))
    if best is None or not mind.allowed(best.action):
        return None
    mind.note(whys.STRIKE, best.target.name, best.chance, best.worth, best.cost)
    return best.action


def charge(mind: Mind) -> Any:
    """Charge somebody in reach of one move (R100), unless shooting promises more."""
    if mind.task is not None and mind.task.kind != "hold":
        return None
    best = mind.best(charges(mind.s, mind.m, mind.ap))
    if best is None or not mind.allowed(best.action):
        return None
    if mind.level.weighs:
        others = max((plan.total for plan in mind.shots), default=0.0)
        back = _counter_risk(mind, best.target)
        if best.total - back < max(others, WORTHWHILE):
            mind.note(whys.CHARGE_TOO_WEAK, best.target.name, best.chance)
            return None
    mind.note(whys.CHARGE, best.target.name, best.chance, best.worth, best.cost)
    return best.action


def _counter_risk(mind: Mind, o: Model) -> float:
    """What his blows would do to us: he can strike back as long as his AP last (R276)."""
    s, m = mind.s, mind.m
    weapons = melee_weapons(o)
    if not weapons or o.panic or o.burning is not None:
        return 0.0
    return 0.5 * max(blow(s, o, m, weapon)[1] * min(2, max(1, o.ap // weapon.wk)) for weapon in weapons)


def throw_grenade(mind: Mind) -> Any:
    """An area weapon, where it strikes several enemies and no friend (R256)."""
    areas = {weapon.id for weapon in mind.m.weapons if weapon.radius}
    plans = [plan for plan in mind.shots if plan.action.weapon in areas and plan.others] if areas else []
    best = max(plans, key=lambda plan: (plan.worth, plan.action.notation), default=None)
    if best is None or best.worth < 2 * WORTHWHILE or not mind.allowed(best.action):
        return None
    mind.note(whys.GRENADE, best.target.name, best.others, best.chance)
    return best.action


def shoot(mind: Mind) -> Any:
    """The shot, or burst, that promises most for the AP there are (R220 to R226, R252)."""
    best = mind.best([plan for plan in mind.shots if _worth_firing(plan)] or mind.shots)
    if best is None or not mind.allowed(best.action):
        return None
    if not mind.level.weighs:
        mind.note(whys.SHOT_NEAREST, best.target.name, best.chance)
        return best.action
    if not _worth_firing(best):
        mind.note(whys.SHOT_TOO_WEAK, best.target.name, best.chance)
        return None
    mind.note(whys.SHOT, best.target.name, best.chance, best.worth, best.cost, max(1, mind.ap // best.cost))
    return best.action


def use_power(mind: Mind) -> Any:
    """A power against an enemy, if the game has them (G52)."""
    s, m = mind.s, mind.m
    if s.rules.powers:
        for power in m.card.powers:
            near = sorted(s.enemies(m.seat), key=lambda o: (distance(s, m, o), o.index))
            for o in () if power.lasting else near:
                action = Power(m.label, "power", power.id, o.label)
                if mind.allowed(action):
                    mind.note(whys.POWER, o.name)
                    return action
    return None


def spot(mind: Mind) -> Any:
    """Reconnoitre a camouflaged enemy nearby if there are AP left to attack him afterwards (R298, R299)."""
    s, m = mind.s, mind.m
    hidden = [o for o in s.enemies(m.seat) if o.hidden and perceives(s, m, o)]
    spare = mind.ap - s.rules.reconnoitre_ap
    armed = min((w.wk for n, w in enumerate(m.weapons) if w.ranged and usable(m, n) is None), default=9)
    if not hidden or spare < min(armed, 2):
        return None
    target = min(hidden, key=lambda o: (distance(s, m, o), o.index))
    extra = min(max(0, spare - armed), 2) if mind.level.weighs else 0
    if reconnoitre_cost(s.rules, extra) > mind.ap or (not sees_model(s, m, target) and distance(s, m, target) > 12):
        return None
    action = Reconnoitre(m.label, target.label, extra)
    chance = roll_chance(reconnoitre_reckoning(s, m, target.card.camouflage_level, extra, 0).total)
    if chance < 0.2 or not mind.allowed(action):
        return None
    mind.note(whys.SPOTS, target.name, chance)
    return action


def reload(mind: Mind) -> Any:
    """Take away a reload marker (R110)."""
    m = mind.m
    if m.reloading:
        for n, weapon in enumerate(m.weapons):
            action = Reload(m.label, weapon.id)
            if m.reloading >> n & 1 and weapon.wk <= mind.ap and mind.allowed(action):
                mind.note(whys.RELOADS)
                return action
    return None


# -- posture


def lie_down(mind: Mind) -> Any:
    """Lie down if the rest of the AP then shoot better (R244), and nobody is about to charge."""
    s, m = mind.s, mind.m
    if m.prone or not mind.level.cover or m.card.type == DRONE or mind.ap < s.rules.lie_down_ap + 1:
        return None
    before = mind.hopeful
    close = any(_can_charge(s, o, m, 12.0) for o in s.enemies(m.seat))
    leaving = mind.task is not None and mind.task.kind in ("home", "edge", "fetch")
    if not before or close or leaving:
        return None
    m.prone = True
    after = max((plan.total for plan in shots(s, m, mind.ap - s.rules.lie_down_ap)), default=0.0)
    m.prone = False
    # Lying down also makes a smaller target until the next phase, and it stays down for the next shots.
    if after < 0.8 * before or not mind.allowed(simple(m.label, "lie_down")):
        mind.note(whys.NO_USE_LYING, before, after)
        return None
    mind.note(whys.LIES_DOWN, before, after)
    return simple(m.label, "lie_down")


def _can_charge(s: State, o: Model, m: Model, most: float) -> bool:
    """An enemy who could be in contact soon and is better at it than we are."""
    if o.panic or o.burning is not None or not melee_weapons(o) or not gk(s, o):
        return False
    return distance(s, o, m) <= min(most, gk(s, o) * 3.0) and o.card.nk >= m.card.nk


def stand_up(mind: Mind) -> Any:
    """Stand up to go somewhere (R105): who lies pays double for moving (R098)."""
    m, task = mind.m, mind.task
    action = simple(m.label, "stand_up")
    if not m.prone or mind.ap < 2 or not mind.allowed(action):
        return None
    if task is not None and task.near < hypot(task.x - m.x, task.y - m.y):
        goal: tuple[float, float] | None = _approach(mind.s, m, task)
    elif not mind.hopeful and (enemies := mind.s.enemies(m.seat)) and task is None:
        prey = min(enemies, key=lambda o: (prey_first(mind.s, m, o), o.index))
        goal = (prey.x, prey.y)
    else:
        goal = None
    m.prone = False
    way = _way(mind, *goal, mind.ap - 1) if goal is not None else ()
    m.prone = True
    if not way:
        return None
    mind.note(whys.STANDS_UP)
    return action


def brace(mind: Mind) -> Any:
    """Take up defence with the last AP if somebody could charge (R272, R274)."""
    s, m = mind.s, mind.m
    action = simple(m.label, "defend")
    near = [o for o in s.enemies(m.seat) if _can_charge(s, o, m, 15.0)]
    if not mind.level.cover or not near or m.acted is False or not mind.allowed(action):
        return None
    mind.note(whys.BRACES, min(near, key=lambda o: (distance(s, o, m), o.index)).name)
    return action


def watch(mind: Mind) -> Any:
    """Fire-ready with what is left, if enemies could come into view (R221); a shot must still be paid for (R227)."""
    s, m = mind.s, mind.m
    if mind.level.reacts and m.ready < 0:
        for n, weapon in enumerate(m.weapons):
            cost = s.rules.ready_ap + weapon.wk
            if not weapon.ranged or weapon.thrown or weapon.radius or usable(m, n) is not None or cost > mind.ap:
                continue
            far = weapon.band * weapon.bands + 15.0
            action = Reload(m.label, weapon.id, True)
            if any(distance(s, m, o) <= far for o in s.enemies(m.seat)) and mind.allowed(action):
                mind.note(whys.WATCHES)
                return action
    return None


def rest(mind: Mind) -> Any:
    """End the phase and keep the AP for reactions and the next round (R033, R080)."""
    mind.note(whys.RESTS, mind.m.ap)
    return END


# -- moving


def _actions(mind: Mind) -> int:
    if mind.m.card.going == STATIONARY or mind.m.legs:
        return 0
    return mind.ap // move_cost(mind.s.rules, mind.m.prone)


def _way(mind: Mind, x: float, y: float, actions: int, near: float = 0.0) -> tuple[Place, ...]:
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
    """Move towards a point; only if it brings the model nearer, or round something."""
    m = mind.m
    way = _way(mind, x, y, actions, near)
    if not way or hypot(way[-1][0] - m.x, way[-1][1] - m.y) < 0.5:
        return None
    action = Move(m.label, way)
    return action if mind.allowed(action) else None


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
    x, y = _approach(mind.s, m, task)
    action = _go(mind, x, y, _actions(mind))
    if action is None:
        return None
    mind.note(whys.TO_GOAL, (task.x, task.y), far)
    return action


def _approach(s: State, m: Model, task: Task) -> tuple[float, float]:
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
    chargers = [o for o in s.enemies(m.seat) if _can_charge(s, o, m, 15.0)]
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
    mind.note(whys.PLACES, len(places), action.points[-1], level, worth)
    return action


def _places(mind: Mind, target: Model, actions: int) -> list[tuple[float, int, Move]]:
    """Places worth comparing: on the way to the enemy, and cover nearby; each with its worth."""
    s, m = mind.s, mind.m
    found: list[tuple[float, int, Move]] = []
    ways: list[tuple[int, Move]] = []
    for share in (actions, max(1, actions // 2)):
        step = _go(mind, target.x, target.y, share, 12.0)
        if step is not None and all(step != other for _, other in ways):
            ways.append((0, step))
    if mind.level.cover:
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
                ways.append((level, step))
    before = hypot(target.x - m.x, target.y - m.y)
    for level, step in ways:
        end = step.points[-1]
        used = max(1, round(hypot(end[0] - m.x, end[1] - m.y) / max(1, gk(s, m)) + 0.49))
        offence = _shots_from(mind, end, mind.ap - used * move_cost(s.rules, m.prone))
        gain = (before - hypot(target.x - end[0], target.y - end[1])) / 100
        found.append((offence + gain + 0.03 * level, level, step))
    return found


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
