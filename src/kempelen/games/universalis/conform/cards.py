"""Questions about cards and profiles: what follows from the printed values."""

from __future__ import annotations

from kempelen.conform import Case, flag, listed, number, whole, word
from kempelen.games.universalis.conform.table import (
    ATTRIBUTES,
    SIZE,
    SIZES,
    TYPE,
    ZONES,
    Answers,
    effects_of,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.files.rosters import group_problem
from kempelen.games.universalis.rules.combat.damage import (
    is_critical,
    zone_of,
)
from kempelen.games.universalis.rules.models.card import Armour, Weapon
from kempelen.games.universalis.rules.models.current import danger as danger_of
from kempelen.games.universalis.rules.models.current import perception as perception_of
from kempelen.games.universalis.rules.models.printed import (
    armour_value,
    capacity,
    danger_radius,
    drone_slots,
    encumbrance,
    highest_levels,
    load_of,
    perception_range,
    printed,
    range_of,
    size_when,
    strength_value,
    unarmed,
    zone_tp,
)
from kempelen.games.universalis.rules.terms import (
    INFANTRY,
    MEDIUM,
    PIERCING,
)


def encumbrance_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    type, ko, load = f.get("type", TYPE, INFANTRY), f.get("KO", whole), f.get("load", number, 0)
    return {"capacity": capacity(rules, type, ko), "penalty": encumbrance(rules, type, ko, load)}


def encumbrance_profile(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    type, ko = f.get("type", TYPE, INFANTRY), f.get("KO", whole, 3)
    values = {name: f.get(name, whole, default) for name, (_, default) in ATTRIBUTES.items()}
    weapons, armour = f.get("weapons_kg", number, 0), f.get("armour_kg", number, 0)
    items = f.get("equipment_kg", number, 0)
    load = load_of([weapons], armour, f.get("armour_self_supporting", flag, False), [items])
    load = f.get("load", number, load)
    agi, gk = printed(rules, type, ko, load, values["AGI"], f.get("GK", whole, 4))
    after = values | {"AGI": agi, "GK": gk}
    return {**after, "load": load, "penalty": encumbrance(rules, type, ko, load), "capacity": capacity(rules, type, ko)}


def danger_radius_kind(case: Case) -> Answers:
    return {"radius": danger_radius(rules_of(case), case.facts.get("EH", whole))}


def perception(case: Case) -> Answers:
    wn, critical = case.facts.get("WN", whole), case.facts.get("critical", flag, False)
    return {"range": perception_range(rules_of(case), wn, critical)}


def card(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    f.get("name", word, "")
    m = model(f, rules)
    s = state(rules, m)
    return {
        "perception": perception_of(s, m),
        "danger": danger_of(s, m),
        "capacity": capacity(rules, m.card.type, m.card.ko),
        "drone_slots": drone_slots(rules, m.card.eh),
    }


def throw_range(case: Case) -> Answers:
    ko, unwieldy = case.facts.get("KO", whole), case.facts.get("unwieldy", flag, False)
    band, bands = range_of(rules_of(case), Weapon("thrown", 1, thrown=True, unwieldy=unwieldy), ko)
    return {"band": band, "bands": bands, "max": band * bands}


def unarmed_kind(case: Case) -> Answers:
    f = case.facts
    type, size, ko = f.get("type", TYPE, INFANTRY), f.get("size", SIZE, MEDIUM), f.get("KO", whole)
    fists = unarmed(rules_of(case), type, size, ko)
    if fists is None:
        return {"possible": False, "allowed": False, "legal": False, "strength": None, "damage": None, "WK": None}
    possible = {"possible": True, "allowed": True, "legal": True}
    return {**possible, "strength": strength_value(fists, ko), "damage": fists.damage, "WK": fists.wk}


def zone_tp_kind(case: Case) -> Answers:
    tp = zone_tp(rules_of(case), case.facts.get("rumpf", whole))
    return {"side": tp, "bewegung": tp, "linke_seite": tp, "rechte_seite": tp}


def drone_slots_kind(case: Case) -> Answers:
    return {"slots": drone_slots(rules_of(case), case.facts.get("EH", whole), case.facts.get("multitasking", whole, 0))}


def size(case: Case) -> Answers:
    rules, own = rules_of(case), case.facts.get("size", SIZE)
    return {
        "base_mm": round(rules.base_diameter[own] * 10),
        "height": rules.height[own],
        "prone_as": SIZES[size_when(own, True)],
        "prone_height": rules.height[size_when(own, True)],
    }


def armour_value_kind(case: Case) -> Answers:
    f = case.facts
    ko = f.get("KO", whole)
    worn = None
    if "schutz" in f:
        worn = Armour("armour", f.get("schutz", whole), additive=f.get("additive", flag, False))
    pierced = f.get("panzerbrechend", flag, False) or bool(effects_of(f, "weapon_effects") & PIERCING)
    return {"value": armour_value(worn, ko, pierced)}


def strength_value_kind(case: Case) -> Answers:
    f = case.facts
    weapon = Weapon("weapon", 1, f.get("strength", whole), additive=f.get("additive", flag, False))
    return {"value": strength_value(weapon, f.get("KO", whole, 3))}


def trait_level(case: Case) -> Answers:
    levels = case.facts.get("levels", listed(whole))
    return {"effective": highest_levels(("trait", level) for level in levels).get("trait", 0)}


def group_valid(case: Case) -> Answers:
    f = case.facts
    problem = group_problem(
        rules_of(case), f.get("models", whole, 2), f.get("leaders", whole, 1), f.get("factions", whole, 1)
    )
    return {"valid": problem is None}


def critical_threshold(case: Case) -> Answers:
    return {"critical": is_critical(rules_of(case), case.facts.get("TP", whole), case.facts.get("TP_max", whole))}


def hit_zone(case: Case) -> Answers:
    return {"zone": ZONES[zone_of(rules_of(case), case.facts.get("d12", whole))]}


KINDS = {
    "encumbrance": encumbrance_kind,
    "encumbrance_profile": encumbrance_profile,
    "danger_radius": danger_radius_kind,
    "perception": perception,
    "card": card,
    "throw_range": throw_range,
    "unarmed": unarmed_kind,
    "zone_tp": zone_tp_kind,
    "drone_slots": drone_slots_kind,
    "size": size,
    "armour_value": armour_value_kind,
    "strength_value": strength_value_kind,
    "trait_level": trait_level,
    "group_valid": group_valid,
    "critical_threshold": critical_threshold,
    "hit_zone": hit_zone,
}
