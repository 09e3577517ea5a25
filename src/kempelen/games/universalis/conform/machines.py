"""Questions about colossi, drones and equipment."""

from __future__ import annotations

from typing import Any

from kempelen.conform import Case, Facts, bad_value, flag, table, whole, word
from kempelen.games.universalis.conform.table import (
    MIDDLE,
    ZONES,
    Answers,
    CaseTable,
    case_table,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.actions import Move, Use
from kempelen.games.universalis.rules.combat.damage import (
    apply_damage,
    drone_feedback,
    go_out,
    is_critical,
    legs_table,
    most_tp,
    zone_of,
)
from kempelen.games.universalis.rules.combat.melee_actions import usable
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, nk_reckoning
from kempelen.games.universalis.rules.combat.ranged_numbers import Shot, fk_reckoning
from kempelen.games.universalis.rules.combat.threats import threats_of
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.card import Item, Weapon
from kempelen.games.universalis.rules.models.current import VALUES, danger
from kempelen.games.universalis.rules.models.drones import can_pay, is_orphaned, pay
from kempelen.games.universalis.rules.models.equipment import is_free
from kempelen.games.universalis.rules.movement.movement_actions import leave_table
from kempelen.games.universalis.rules.perform import perform
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import (
    MOVEMENT,
)


def _colossus(f: Facts, case: Case, weapons: Any = ()) -> Model:
    hull = f.get("rumpf_max", whole, 10)
    values = {name: f.get(name, whole) for name in ("AGI", "NK", "FK", "KO") if name in f}
    facts = Facts({**values, "type": "Koloss", "size": "riesig", "TP": hull, "TP_max": hull})
    return model(facts, rules_of(case), weapons=weapons)


def colossus(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    weapons = []
    for zone, names in f.get("weapons", table, {}).items():
        if zone not in ZONES:
            raise bad_value("weapons", zone, "among", known=", ".join(ZONES))
        for name in names if isinstance(names, list) else [names]:
            weapons.append(Weapon(str(name), 4, 8, 4, 20, 3, mount=ZONES.index(zone)))
    m = _colossus(f, case, weapons)
    s = state(rules, m)
    at = case_table(f)
    for hit in f.parts("hits"):
        apply_damage(s, at, m, [("R150", hit.get("damage", whole))], zone_of(rules, hit.get("zone", whole)))
    foe = model(Facts({"size": "riesig"}), rules, "B1")
    rolls = fk_reckoning(s, m, Shot()), nk_reckoning(s, m, foe, Fight(m.weapons[0]), attacking=True)
    # What a lost side takes away is in the NK that is given beside it (R316).
    fk_mod, nk_mod = (sum(value for cite, value in roll.mods if cite != "R316") for roll in rolls)
    return {
        **dict(zip(ZONES, m.tp, strict=True)),
        **{f"{name}_critical": is_critical(rules, m.tp[n], most_tp(s, m, n)) for n, name in enumerate(ZONES)},
        **{f"{name}_destroyed": m.tp[n] <= 0 for n, name in enumerate(ZONES)},
        **{name: VALUES[name](s, m) for name in ("AGI", "NK", "FK", "KO")},
        "rumpf_critical": m.critical,
        "critical": m.critical,
        "fk_roll_modifier": fk_mod,
        "nk_roll_modifier": nk_mod,
        "out": m.out,
        "becomes_terrain": m.out,
        "usable_weapons": [
            weapon.id for n, weapon in enumerate(m.weapons) if usable(m, n) is None and weapon.id != "unarmed"
        ],
        "may_move": not m.legs and not m.out,
        "may_turn": m.legs < 2 and not m.out,
    }


def legs_table_kind(case: Case) -> Answers:
    legs = legs_table(rules_of(case), case.facts.get("d12", whole))
    return {"may_move": False, "may_turn": legs == 1, "out": legs == 3, "becomes_terrain": legs == 3}


def legs_critical(case: Case) -> Answers:
    f = case.facts
    m = _colossus(f, case)
    m.tp[MOVEMENT] = 1
    m.critical = f.get("critical", flag, False)
    m.ap = f.get("ap", whole, 6)
    s = state(rules_of(case), m)
    order = Move("A1", ((m.x + 3, m.y, 0.0),))
    at = case_table(f)
    perform(s, at, m, order)
    return {"moves": m.x > MIDDLE + 1, "ap_after": m.ap, "target": at.target("ko")}


def _drone(case: Case, drone: dict[str, Any], controller: Facts) -> tuple[State, Model, Model]:
    rules = rules_of(case)
    boss = model(controller, rules)
    m = model(Facts({**drone, "type": "Drohne", "size": "klein"}), rules, "A1", at=(50.0, 50.0))
    m.label, m.controller = "A2", 0
    return state(rules, boss, m), m, boss


def drone_attributes(case: Case) -> Answers:
    part = case.facts.part("drone")
    values = {name: part.get(name, whole) for name in part.values if name in ("KO", "WN", "GK", "TP")}
    s, m, _ = _drone(case, values, case.facts.part("controller"))
    return {name: value(s, m) for name, value in VALUES.items()}


def drone_feedback_kind(case: Case) -> Answers:
    f = case.facts
    facts = Facts(
        {
            "EH": f.get("controller_EH", whole),
            "TP": f.get("controller_TP", whole, 5),
            "TP_max": 20,
            "critical": f.get("controller_critical", flag, False),
        }
    )
    s, m, boss = _drone(case, {}, facts)
    m.out = True
    at = case_table(f)
    drone_feedback(s, at, boss)
    return {
        "controller_TP_after": boss.tp[0],
        "controller_out": boss.out,
        "success": "eh" in at.rolled and not boss.out,
    }


def drone_ap(case: Case) -> Answers:
    f = case.facts
    s, m, boss = _drone(case, {}, Facts({}))
    m.ap, boss.ap = f.get("drone_ap", whole, 2), f.get("controller_ap", whole, 6)
    cost = f.get("action_cost", whole)
    legal = can_pay(s, m, cost)
    if legal:
        pay(s, m, cost)
    return {"legal": legal, "drone_ap_after": m.ap, "controller_ap_after": boss.ap}


def drone_orphan(case: Case) -> Answers:
    word_ = case.facts.get("controller", word)
    s, m, boss = _drone(case, {}, Facts({}))
    at = CaseTable({})
    if word_ == "out":
        go_out(s, at, boss)
    elif word_ in ("gone", "fled", "off_table", "left"):
        leave_table(s, at, boss)
    elif word_ not in ("active", "present", "in_play"):
        raise bad_value("controller", word_, "among", known="out, gone")
    orphan = is_orphaned(s, m)
    return {
        "panic_marker": m.panic,
        "activated": "last" if orphan else "with_controller",
        "danger_radius": danger(s, m),
        "direct_threats": [o.label for o in threats_of(s, m)],
    }


def item_use(case: Case) -> Answers:
    """Something that is simply switched on, as in play."""
    f, rules = case.facts, rules_of(case)
    uses, price = f.get("uses", whole, None), f.get("item_ap", maybe_whole, None)
    thing = Item("thing", ap=price, uses=0 if uses is None else max(uses, 1), temporary={"WN": 1})
    m = model(f, rules, items=[thing])
    if uses is not None:
        m.item_uses[0] = uses
    s, order = state(rules, m), Use("A1", "thing")
    legal = why_not(s, order) is None
    if legal:
        perform(s, CaseTable({}), m, order)
    return {
        "legal": legal,
        "ap_after": m.ap,
        "uses_after": m.item_uses[0] if uses is not None else None,
        "needs_action": not is_free(m, order),
    }


def maybe_whole(value: Any, path: str) -> int | None:
    return None if value is None else whole(value, path)


KINDS = {
    "colossus": colossus,
    "legs_table": legs_table_kind,
    "legs_critical": legs_critical,
    "drone_attributes": drone_attributes,
    "drone_feedback": drone_feedback_kind,
    "drone_ap": drone_ap,
    "drone_orphan": drone_orphan,
    "item_use": item_use,
}
