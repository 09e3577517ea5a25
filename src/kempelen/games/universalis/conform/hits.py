"""Questions about hits: the two rolls, effects, damage, shields."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin
from typing import Any

from kempelen.conform import Case, Facts, flag, listed, number, whole, word
from kempelen.games.universalis.conform.table import (
    CAMOUFLAGE,
    MIDDLE,
    Answers,
    CaseTable,
    case_table,
    effects_of,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.combat.damage import (
    partial_damage,
    structure_damage,
)
from kempelen.games.universalis.rules.combat.melee_actions import resolve_attack
from kempelen.games.universalis.rules.combat.ranged_actions import resolve_shot
from kempelen.games.universalis.rules.combat.ranged_numbers import NORMAL
from kempelen.games.universalis.rules.combat.wounds import Wound, resolve_hit, weapon_hit
from kempelen.games.universalis.rules.events import Compared
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.state import Model
from kempelen.games.universalis.rules.terms import (
    NO_CAMOUFLAGE,
    REINFORCED,
)

RESULT = {0: "attacker", 1: "defender", -1: "tie"}


def after_hit(m: Model, found: Wound | None, at: CaseTable) -> dict[str, Any]:
    """Everything that can be asked of a model after a hit."""
    totals = {"wound": found.wound, "armour": found.armour} if found is not None else None
    return {
        "totals": totals,
        "wound_totals": [found.wound, found.armour] if found is not None else None,
        "result": RESULT[found.winner] if found is not None else None,
        "TP": m.tp[0],
        "TP_at_most": m.tp[0],
        "AP": m.ap,
        "shock_markers": m.shocks,
        "critical": m.critical,
        "out": m.out,
        "burning": m.burning is not None,
        "poison": len(m.poison),
        "rolled": list(at.rolled),
    }


def wound(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    part = f.part("target")
    camouflage = f.get("target_camouflage", CAMOUFLAGE, NO_CAMOUFLAGE)
    victim = model(part, rules, "B1", camouflage=camouflage)
    victim.shocks = part.get("shock_markers", whole, 0)
    older = Weapon("older", 1, 1, 1)
    victim.poison = [older] * part.get("poison", whole, 0)
    victim.burning = older if part.get("burning", flag, False) else None
    seen = f.get("reconnoitred", flag, True)
    victim.hidden = camouflage != NO_CAMOUFLAGE and not seen
    attacker = model(Facts({"KO": f.get("attacker_KO", whole, f.get("KO", whole, 3))}), rules)
    attacker.critical = f.get("attacker_critical", flag, False)
    effects = effects_of(f, "weapon_effects") | effects_of(f, "effects")
    weapon = Weapon(
        "weapon", f.get("WK", whole, 1), f.get("strength", whole), f.get("damage", whole, 1), effects=effects
    )
    weapon = replace(weapon, additive=f.get("additive", flag, False))
    hit = weapon_hit(state(rules, attacker), weapon, attacker, f.get("wound_bonus", whole, 0))
    ranged = f.get("attack", word, "ranged") == "ranged"
    touched = f.get("touched_cover", whole, 0)
    hit.cover = touched if ranged else 0
    hit.indirect = f.get("indirect", flag, False)
    hit.partial = f.get("partial", flag, "partial" in (f.get("template", word, ""), f.get("overlap", word, "")))
    hit.shield = f.get("shield_bonus", whole, 0)
    uses = {0: f.get("attacker_uses", listed(word), []), 1: f.get("defender_uses", listed(word), [])}
    at = case_table(f, uses)
    found = resolve_hit(state(rules, attacker, victim), at, victim, hit)
    return after_hit(victim, found, at)


def partial_damage_kind(case: Case) -> Answers:
    return {"partial": partial_damage(case.facts.get("damage", whole))}


def structure_damage_kind(case: Case) -> Answers:
    f = case.facts
    worn = effects_of(f, "armour_effects") if "armour_effects" in f else REINFORCED
    return {"applied": structure_damage(f.get("damage", whole), effects_of(f, "weapon_effects"), worn)}


def shield(case: Case) -> Answers:
    """Strike or shoot at somebody with a shield, and see whether it counts."""
    f, rules = case.facts, rules_of(case)
    attack, role = f.get("attack", word, "ranged"), f.get("role", word, "defender")
    facing, degrees = f.get("facing_deg", number, 0), f.get("shooter_bearing_deg", number, 0)
    bearer = model(Facts({"TP": 20}), rules, weapons=[Weapon("club", 1, 1, 1)])
    bearer.card = replace(bearer.card, shield_nk=1, shield_armour=1)
    bearer.facing = round(facing)
    other = model(
        Facts({"TP": 20, "FK": 12}), rules, "B1", weapons=[Weapon("club", 1, 1, 1), Weapon("gun", 1, 1, 1, 20, 3)]
    )
    far = 2 * bearer.r + (8.0 if attack == "ranged" else 0.0)
    other.x, other.y = MIDDLE + far * cos(radians(degrees)), MIDDLE + far * sin(radians(degrees))
    s = state(rules, bearer, other)
    at = CaseTable({"fk": 1, "nk_att": 12, "nk_def": 1})
    if attack == "ranged":
        resolve_shot(s, at, other, other.weapons[1], NORMAL, [(bearer, 1)])
    elif role == "defender":
        resolve_attack(s, at, other, bearer, other.weapons[0])
    else:
        resolve_attack(s, at, bearer, other, bearer.weapons[0])
    counted = {
        cite
        for event in at.events
        if isinstance(event, Compared)
        for side in (event.one, event.other)
        if side[0] == bearer.name
        for cite, _ in side[3]
    }
    return {"armour_bonus_applies": "R218" in counted, "nk_bonus_applies": "R217" in counted}


KINDS = {
    "wound": wound,
    "partial_damage": partial_damage_kind,
    "structure_damage": structure_damage_kind,
    "shield": shield,
}
