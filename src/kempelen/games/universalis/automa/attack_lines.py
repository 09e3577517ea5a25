"""What the lines mean that attack: strike, charge, shoot, throw, spot, reload. See `lines`."""

from __future__ import annotations

from typing import Any

from kempelen.games.universalis.automa import whys
from kempelen.games.universalis.automa.mind import Mind, worth_firing
from kempelen.games.universalis.automa.movement_lines import arrived, counter_risk
from kempelen.games.universalis.automa.steps import actions_for, close_in
from kempelen.games.universalis.automa.worth import (
    charges,
    does_for,
    powers,
    prize,
    roll_chance,
    shots,
    strikes,
)
from kempelen.games.universalis.rules.actions import Power, Reconnoitre, Reload
from kempelen.games.universalis.rules.combat.melee_actions import usable
from kempelen.games.universalis.rules.missions import in_target
from kempelen.games.universalis.rules.models.current import contacts, distance, in_contact
from kempelen.games.universalis.rules.models.powers import power_reckoning
from kempelen.games.universalis.rules.state import BOUND
from kempelen.games.universalis.rules.table.camouflage import reconnoitre_cost, reconnoitre_reckoning
from kempelen.games.universalis.rules.table.sight import perceives, sees_model
from kempelen.text.say import Text

__all__ = [
    "charge",
    "fight_threat",
    "hit_the_weak",
    "reload",
    "shoot",
    "shoot_anyway",
    "spot",
    "strike",
    "throw_grenade",
    "use_power",
]


def fight_threat(mind: Mind) -> Any:
    """Who has failed the test must attack the threat (R048): with the best attack there is, or get ready for one."""
    s, m = mind.s, mind.m
    if s.duty != BOUND:
        return None
    threats = [s.models[n] for n in s.threats if s.models[n].standing]
    touching = [o for o in threats if in_contact(s, m, o)]
    plans = [*strikes(s, m, mind.ap, touching, mind.weights)]
    if not contacts(s, m, enemy=True):
        plans += [plan for o in threats for plan in shots(s, m, mind.ap, mind.weights, only=o)]
        plans += [plan for plan in charges(s, m, mind.ap, mind.weights) if plan.target in threats]
    best = mind.best(plan for plan in plans if mind.allowed(plan.action))
    if best is not None:
        mind.note(whys.MUST_FIGHT, best.target.name)
        return best.action
    for o in threats:
        action = reload(mind) or close_in(mind, o, actions_for(mind))
        if action is not None:
            mind.note(whys.MUST_PREPARE, o.name)
            return action
    return None


def hit_the_weak(mind: Mind) -> Any:
    """Somebody who would probably be put out by one attack is attacked before anything else."""
    if not mind.level.weighs:
        return None
    s, m = mind.s, mind.m
    touching = mind.touching()
    plans = [*strikes(s, m, mind.ap, touching, mind.weights)] if touching else mind.shots
    if mind.task is not None and mind.task.kind != "stop" and not touching:
        plans = []
    for plan in sorted(plans, key=lambda plan: (-plan.worth, plan.cost, plan.action.notation)):
        if plan.worth < mind.weights.finishing:
            break
        if mind.allowed(plan.action):
            weapon = next(one for one in m.weapons if one.id == plan.action.weapon)
            if does_for(s, m, weapon, plan.target):
                mind.note(whys.WEAK, plan.target.name, plan.chance)
            else:  # it is not that little is left of him: he counts for much
                why = Text(f"universalis.prize.{prize(s, plan.target, mind.weights) or 'none'}")
                mind.note(whys.PRIZED, plan.target.name, why, plan.worth, mind.weights.finishing)
            return plan.action
    return None


def strike(mind: Mind) -> Any:
    """Attack an enemy in contact (R270); recklessly if that promises more (R271)."""
    touching = mind.touching()
    if not touching:
        return None
    best = mind.best(strikes(mind.s, mind.m, mind.ap, touching, mind.weights))
    if best is None or not mind.allowed(best.action):
        return None
    mind.note(whys.STRIKE, best.target.name, best.chance, best.worth, best.cost)
    return best.action


def charge(mind: Mind) -> Any:
    """Charge somebody in reach of one move (R100), unless shooting promises more; not out of the target zone."""
    s, m = mind.s, mind.m
    plans = list(charges(s, m, mind.ap, mind.weights))
    if mind.task is not None and mind.task.kind == "zone" and arrived(mind):
        plans = [plan for plan in plans if in_target(s, m.seat, *plan.action.points[-1][:2])]
    best = mind.best(plans)
    if best is None or not mind.allowed(best.action):
        return None
    if mind.level.weighs:
        others = max((plan.total for plan in mind.shots), default=0.0)
        back = counter_risk(mind, best.target)
        if best.total - back < max(others, mind.weights.worthwhile):
            mind.note(whys.CHARGE_TOO_WEAK, best.target.name, best.chance)
            return None
    mind.note(whys.CHARGE, best.target.name, best.chance, best.worth, best.cost)
    return best.action


def throw_grenade(mind: Mind) -> Any:
    """An area weapon, where it strikes several enemies and no friend (R256)."""
    areas = {weapon.id for weapon in mind.m.weapons if weapon.radius}
    plans = [plan for plan in mind.shots if plan.action.weapon in areas and plan.others] if areas else []
    best = max(plans, key=lambda plan: (plan.worth, plan.action.notation), default=None)
    if best is None or best.worth < 2 * mind.weights.worthwhile or not mind.allowed(best.action):
        return None
    mind.note(whys.GRENADE, best.target.name, best.others, best.chance)
    return best.action


def shoot(mind: Mind) -> Any:
    """The shot, or burst, that promises most for the AP there are (R220 to R226, R252)."""
    best = mind.best([plan for plan in mind.shots if worth_firing(plan, mind.weights)] or mind.shots)
    if best is None or not mind.allowed(best.action):
        return None
    if not mind.level.weighs:
        mind.note(whys.SHOT_NEAREST, best.target.name, best.chance)
        return best.action
    if not worth_firing(best, mind.weights):
        mind.note(whys.SHOT_TOO_WEAK, best.target.name, best.chance)
        return None
    mind.note(whys.SHOT, best.target.name, best.chance, best.worth, best.cost, max(1, mind.ap // best.cost))
    return best.action


def shoot_anyway(mind: Mind) -> Any:
    """A shot with little hope, before many AP are lost: what is left is halved at the end of the round (R080)."""
    best = mind.best(plan for plan in mind.shots if plan.chance > 0 and plan.total > 0)
    if best is None or mind.ap < mind.weights.many_ap or not mind.allowed(best.action):
        return None
    mind.note(whys.SHOT_ANYWAY, best.target.name, best.chance, mind.ap)
    return best.action


def use_power(mind: Mind) -> Any:
    """The power that promises most, if the game has them (G52); a lasting one when an enemy is near."""
    s, m = mind.s, mind.m
    if not s.rules.powers or not m.card.powers:
        return None
    near = min(s.enemies(m.seat), key=lambda o: (distance(s, m, o), o.index), default=None)
    for power in m.card.powers if near is not None and distance(s, m, near) <= mind.weights.power_near else ():
        action = Power(m.label, "power", power.id)
        chance = roll_chance(power_reckoning(s, m, power).total)
        if power.lasting and near is not None and chance >= mind.weights.likely_power and mind.allowed(action):
            mind.note(whys.POWER_LASTS, near.name, chance)
            return action
    best = mind.best(powers(s, m, mind.ap, mind.weights))
    if best is None or not mind.allowed(best.action):
        return None
    if mind.level.weighs and best.total < max(mind.hopeful, mind.weights.worthwhile):
        mind.note(whys.POWER_TOO_WEAK, best.target.name, best.chance)
        return None
    mind.note(whys.POWER, best.target.name, best.chance, best.worth, best.cost)
    return best.action


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
