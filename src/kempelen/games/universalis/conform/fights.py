"""Questions about melee, camouflage and reconnaissance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kempelen.conform import Case, Facts, bad_value, flag, listed, whole, word
from kempelen.games.universalis.conform.rounds import cost_of
from kempelen.games.universalis.conform.table import (
    CAMOUFLAGE,
    MIDDLE,
    Answers,
    CaseTable,
    beside,
    case_table,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, camouflage_mods, fight
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.rolls import attribute_roll
from kempelen.games.universalis.rules.table.board import EMPTY, Board, piece
from kempelen.games.universalis.rules.table.camouflage import (
    moved_fully,
    reconnoitre_cost,
    reconnoitre_reckoning,
    reveal,
)
from kempelen.games.universalis.rules.terms import (
    NO_CAMOUFLAGE,
)


def melee(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    att, dfn = f.part("att"), f.part("def")
    kinds = {
        name: att.get(name, flag, False) for name in ("charge", "reckless", "opportunity", "counterattack", "riposte")
    }
    attacker = model(att, rules, levels=_levels(att), camouflage=att.get("camouflage", CAMOUFLAGE, NO_CAMOUFLAGE))
    defender = model(
        dfn, rules, "B1", at=beside(attacker, 0.0, rules), camouflage=dfn.get("camouflage", CAMOUFLAGE, NO_CAMOUFLAGE)
    )
    defender.card = replace(defender.card, shield_nk=dfn.get("shield_nk", whole, 0))
    defender.defence = dfn.get("verteidigung", flag, False)
    attacker.defence = att.get("verteidigung", flag, False)
    weapon = Weapon("weapon", att.get("weapon_WK", whole, 1), 0, 1, additive=True)
    weapon = replace(weapon, unwieldy=att.get("weapon_unwieldy", flag, False))
    dfn.get("weapon_WK", whole, 1)
    how = Fight(
        weapon,
        charge=kinds["charge"],
        reckless=kinds["reckless"],
        opportunity=kinds["opportunity"] or dfn.get("opportunity", flag, False),
        counter=kinds["counterattack"],
        riposte=kinds["riposte"],
        from_hiding=att.get("hidden", flag, False) and att.get("initiates_attack", flag, True),
        helpers=att.get("friends_touching_enemy", whole, 0),
        defender_helpers=dfn.get("friends_touching_enemy", whole, 0),
    )
    s = state(rules, attacker, defender)
    at = case_table(f)
    action = next(
        (
            name
            for name, on in (
                ("reckless_attack", how.reckless),
                ("charge", how.charge),
                ("opportunity_attack", how.opportunity),
                ("counterattack", how.counter),
            )
            if on
        ),
        "attack",
    )
    pay(s, attacker, cost_of(rules, attacker.card.type, action, weapon.wk, False))
    found = fight(s, at, attacker, defender, how)
    return {
        "totals": list(found.totals),
        "agi_totals": list(found.agi_totals) if found.agi_totals is not None else None,
        "result": "hit" if found.hit else "defended",
        "verteidigung_after": defender.defence,
        "ap_after": attacker.ap,
    }


def _levels(f: Facts) -> Mapping[str, int]:
    return {"proven_fighter": f.get("rerolls", whole)} if "rerolls" in f else {}


def melee_bonus(case: Case) -> Answers:
    f = case.facts
    camouflage = f.get("camouflage", CAMOUFLAGE, NO_CAMOUFLAGE)
    hidden, initiates = f.get("hidden", flag, False), f.get("initiates_attack", flag, False)
    first = f.get("first_round", flag, True)
    from_hiding = hidden and initiates and first
    return {"bonus": sum(value for _, value in camouflage_mods(rules_of(case), camouflage, from_hiding))}


def recon(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(Facts({"WN": f.get("WN", whole), "critical": f.get("critical", flag, False)}), rules)
    extra, supporters = f.get("extra_ap", whole, 0), f.get("supporters", whole, 0)
    s = state(rules, m)
    needed = reconnoitre_reckoning(s, m, f.get("camouflage", whole, 0), extra, supporters)
    at = case_table(f)
    answers: dict[str, Any] = {
        "target": needed.total,
        "cost": reconnoitre_cost(rules, extra),
        "supporter_cost": rules.support_ap if supporters else 0,
    }
    if at.dice:
        answers["success"] = answers["reconnoitred"] = attribute_roll(s, at, m, needed, "wn").success
    elif needed.total <= 0:
        answers["success"] = answers["reconnoitred"] = False
    return answers


def camouflage_sequence(case: Case) -> Answers:
    """A camouflaged model that begins hidden, and what happens to it."""
    rules, f = rules_of(case), case.facts
    kind = f.get("type", CAMOUFLAGE)
    touching = f.get("touches_large_terrain", flag, False)
    m = model(Facts({}), rules, camouflage=kind, camouflage_level=1)
    m.hidden = f.get("hidden_before", flag, True)
    edge = MIDDLE + 1.25
    rock = piece("rock", "", [(edge, 40), (edge + 8, 40), (edge + 8, 50), (edge, 50)], 0, 8, solid=True, cover=3)
    s = state(rules, m, board=Board("rock", [rock]) if touching else EMPTY)
    at = CaseTable({})
    for event in f.get("events", listed(word)):
        if event in ("shoot", "attack", "charge", "fire", "reconnoitred", "snap_shot", "normal_shot", "aimed"):
            reveal(at, m)
        elif event == "full_move":
            moved_fully(s, at, m, 1)
        elif event not in ("half_move", "partial_move", "turn", "wait", "lie_down", "stand_up"):
            raise bad_value("events", event, "among", known="shoot, attack, reconnoitred, full_move, half_move")
    return {"hidden_after": m.hidden}


KINDS = {
    "melee": melee,
    "melee_bonus": melee_bonus,
    "recon": recon,
    "camouflage_sequence": camouflage_sequence,
}
