"""Whole exchanges, from the order to its last effect."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, hypot
from typing import Any

from kempelen.conform import Case, Facts, bad_value, flag, listed, number, table, whole, word
from kempelen.games.universalis.conform.hits import after_hit
from kempelen.games.universalis.conform.shots import MODE
from kempelen.games.universalis.conform.table import (
    MIDDLE,
    Answers,
    beside,
    case_table,
    model,
    rules_of,
    state,
    weapon_of,
)
from kempelen.games.universalis.rules.actions import Attack, Charge, Reload, Shoot
from kempelen.games.universalis.rules.combat.melee_actions import used_weapon
from kempelen.games.universalis.rules.combat.ranged_actions import blast_shot, fire_at
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    Shot,
    range_malus,
    shot_cost,
)
from kempelen.games.universalis.rules.events import Scattered, Tested
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import in_contact, size
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.models.printed import range_of
from kempelen.games.universalis.rules.movement.places import charge_ends
from kempelen.games.universalis.rules.perform import perform
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.state import Model

FAR = 10.0


def scenario(case: Case) -> Answers:
    f = case.facts
    if "attacker" in f:
        return _melee_scenario(case)
    if "thrower" in f or "shooter" in f:
        return _ranged_scenario(case)
    raise bad_value("scenario", list(f.values), "among", known="attacker, shooter, thrower")


def _melee_scenario(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    att, dfn = f.part("attacker"), f.part("defender")
    weapon = replace(weapon_of(att.part("weapon"), ""), band=0.0, bands=0) if "weapon" in att else None
    attacker = model(att, rules, weapons=[weapon] if weapon else [])
    action = f.get("action", word, "attack")
    gap = f.get("distance", number, 0.0)
    blade = replace(weapon_of(dfn.part("weapon"), ""), band=0.0, bands=0) if "weapon" in dfn else None
    defender = model(dfn, rules, "B1", weapons=[blade] if blade else [])
    defender.x, defender.y = beside(attacker, gap, rules, defender.card.size)
    defender.defence = dfn.get("verteidigung", flag, False)
    uses = {0: f.get("attacker_uses", listed(word), []), 1: f.get("defender_uses", listed(word), [])}
    at = case_table(f, uses)
    s = state(rules, attacker, defender)
    id = attacker.weapons[0].id
    order: Any = Attack("A1", "B1", id, action == "reckless_attack")
    if action == "charge":
        ends = list(charge_ends(s, attacker, defender))
        order = Charge("A1", "B1", id, (ends[0] if ends else (defender.x, defender.y, 0.0),))
    legal = why_not(s, order) is None
    if legal:
        perform(s, at, attacker, order)
    wounds = at.totals("strength")
    return {
        **{name: value for name, value in after_hit(defender, None, at).items() if name not in ("TP", "AP")},
        "legal": legal,
        "attacker_ap": attacker.ap,
        "attacker_tp": attacker.tp[0],
        "defender_ap": defender.ap,
        "defender_tp": defender.tp[0],
        "base_contact": in_contact(s, attacker, defender),
        "nk_totals": at.totals("NK"),
        "agi_totals": at.totals("AGI"),
        "wound_totals": wounds,
        "hit": wounds is not None,
        "distance_moved": hypot(attacker.x - MIDDLE, attacker.y - MIDDLE),
    }


def _ranged_scenario(case: Case) -> Answers:
    """A shot as in play, under the circumstances that the case gives: pay, tests, dodge, FK roll, scatter or hit."""
    rules, f = rules_of(case), case.facts
    role = "thrower" if "thrower" in f else "shooter"
    own, part = f.part(role), f.part("target")
    weapon = weapon_of(own.part("weapon"))
    shooter = model(own, rules, weapons=[weapon])
    distance = f.get("distance", number, f.get("aim_distance", number, FAR))
    target = model(part, rules, "B1")
    if "WN" not in part:
        # Who dodges must perceive the shooter (R111); a case that does not say how far it sees does not mind.
        target.card = replace(target.card, wn=ceil(distance / 5) + 1)
    target.x, target.y = beside(shooter, distance, rules, target.card.size)
    target.defence = part.get("verteidigung", flag, False)
    at = case_table(f, {0: f.get("attacker_uses", listed(word), []), 1: f.get("defender_uses", listed(word), [])})
    if f.get("reaction", word, "") == "dodge" or "dodge_target" in at.dice:
        at.reacts = lambda prompt, offers: offers[-1]
    aims_at_model = "target" in f
    s = state(rules, shooter, target) if aims_at_model else state(rules, shooter)
    shot = _shot(f, shooter, weapon, distance, size(target) if aims_at_model else None, rules)
    inside = range_malus(rules, shot.band, shot.bands, distance, shot.mode == AIMED)[1]
    pay(s, shooter, shot_cost(rules, shooter.card.type, weapon, shot.mode))
    used_weapon(shooter, weapon)
    touched = f.get("touched_cover", whole, 0)
    if aims_at_model:
        fire_at(s, at, shooter, weapon, shot, touched, target)
    else:
        blast_shot(s, at, shooter, weapon, shot, shooter.x + shooter.r + distance, shooter.y, 0.0)
    scattered = next((event for event in at.events if isinstance(event, Scattered)), None)
    tests = [event for event in at.events if isinstance(event, Tested) and event.why == "fk"]
    wounds = at.totals("strength")
    return {
        **after_hit(target, None, at),
        "wound_totals": wounds,
        "totals": dict(zip(("wound", "armour"), wounds, strict=True)) if wounds else None,
        f"{role}_ap": shooter.ap,
        f"{role}_tp": shooter.tp[0],
        "target_ap": target.ap,
        "target_tp": target.tp[0],
        "fk_target": at.target("fk") if inside else None,
        "in_range": inside,
        "hit": bool(tests) and tests[-1].die <= tests[-1].target,
        "scatter": scattered.cm if scattered is not None else 0,
        "uses_left": shooter.uses[0],
        "reload_marker": bool(shooter.reloading),
        "dodge_totals": at.totals("AGI"),
        "dodged": shot.dodged,
    }


def _shot(f: Facts, shooter: Model, weapon: Weapon, distance: float, size: int | None, rules: RulesProfile) -> Shot:
    """What the case says of the shot; a burst without a number of shots is all of them at the one target."""
    band, bands = range_of(rules, weapon, shooter.card.ko)
    burst = f.get("action", word, "") == "burst"
    return Shot(
        f.get("action", MODE, NORMAL),
        distance,
        band,
        bands,
        size,
        f.get("cover", whole, 0),
        weapon.unwieldy,
        f.get("target_fast", flag, False),
        f.get("indirect", flag, False),
        f.get("spotted_by_friend", flag, False),
        f.get("shots", whole, weapon.burst + 1 if burst else 1),
    )


def sequence(case: Case) -> Answers:
    """Actions one after another, each checked and carried out as in play."""
    rules, f = rules_of(case), case.facts
    part = f.part("weapon")
    weapon = weapon_of(part)
    m = model(f, rules, weapons=[weapon], levels={})
    enemy = model(Facts({"TP": 20, "TP_max": 20, "KO": 12}), rules, "B1", at=beside(m, FAR, rules))
    s = state(rules, m, enemy)
    at = case_table(f)
    steps = f.get("steps", listed(table))
    case.expect["steps"] = steps
    results = []
    for n, wanted in enumerate(steps, 1):
        action = word(wanted.get("action"), f"steps[{n}].action")
        enemy.tp, enemy.out = [20], False
        order: Any
        if action == "reload":
            order = Reload("A1", weapon.id)
        elif action == "fire_ready":
            order = Reload("A1", weapon.id, True)
        else:
            order = Shoot("A1", MODE(action, f"steps[{n}].action"), weapon.id, (("B1", 1),))
        legal = why_not(s, order) is None
        if legal:
            perform(s, at, m, order)
        results.append(
            {
                "action": action,
                "legal": legal,
                "ap_after": m.ap,
                "reload_marker": bool(m.reloading),
                "uses_left": m.uses[0],
            }
        )
    return {"steps": results}


KINDS = {
    "scenario": scenario,
    "sequence": sequence,
}
