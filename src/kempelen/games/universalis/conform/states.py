"""Questions about shock, damage, fire, poison and panic."""

from __future__ import annotations

from math import cos, radians, sin

from kempelen.conform import Case, Facts, bad_value, flag, listed, whole, word
from kempelen.games.universalis.conform.hits import after_hit
from kempelen.games.universalis.conform.table import (
    Answers,
    CaseTable,
    case_table,
    effects_of,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.combat.damage import (
    apply_damage,
    damage_chain,
    shock,
)
from kempelen.games.universalis.rules.combat.panic import panic_mods, panic_test, who_must_test
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import reckon
from kempelen.games.universalis.rules.rolls import Reckoning
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.upkeep import burn, burn_table, start_phase


def shock_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(Facts({}), rules)
    m.ap, m.shocks = f.get("ap", whole), f.get("markers", whole, 0)
    shock(state(rules, m), CaseTable({}), m, f.get("shocks", whole, 1))
    return {"ap_after": m.ap, "markers_after": m.shocks}


def damage_application(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(f, rules, "B1")
    m.shocks = f.get("shock_markers", whole, 0)
    at = case_table(f)
    apply_damage(state(rules, m), at, m, damage_chain(m, f.get("damage", whole), m.card.armour))
    return after_hit(m, None, at)


def poison_tick_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(f, rules, "B1")
    m.poison = [Weapon("poison", 1, 0, f.get("poison_damage", whole, 1))] * f.get("poison", whole, 1)
    at = case_table(f)
    start_phase(state(rules, m), at, m)
    return after_hit(m, None, at)


def burn_table_kind(case: Case) -> Answers:
    f = case.facts
    result = burn_table(rules_of(case), f.get("burn", whole), f.get("helpers", whole, 0))
    return {"marker_removed": result != "hit", "automatic_hit": result == "hit", "shocks": int(result == "shock")}


def burning(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(f, rules)
    part = f.part("burning_weapon")
    effects = effects_of(part, "effects")
    m.burning = Weapon("fire", 1, part.get("strength", whole, 4), part.get("damage", whole, 1), effects=effects)
    m.burn_strength = m.burning.strength
    helpers = f.get("helpers", whole, 0)
    friends = []
    for n in range(helpers):
        angle = radians(90 * n)
        apart = rules.base_diameter[m.card.size] / 2 + 1.25
        friends.append(model(Facts({}), rules, "A1", at=(m.x + apart * cos(angle), m.y + apart * sin(angle))))
    at = case_table(f)
    moves = burn(state(rules, m, *friends), at, m)
    totals = at.totals("strength")
    found = after_hit(m, None, at)
    if totals is not None:
        found["totals"] = {"wound": totals[0], "armour": totals[1]}
    return {**found, "moves": moves}


def _panic(case: Case) -> tuple[State, Model, Reckoning]:
    rules, f = rules_of(case), case.facts
    m = model(Facts({"EH": f.get("EH", whole), "critical": f.get("critical", flag, False)}), rules)
    s = state(rules, m)
    needed = reckon(s, m, "EH")
    seen = f.get("in_perception", listed(word), [])
    try:
        needed.mods += panic_mods(rules, seen)
    except KeyError as error:
        raise bad_value("in_perception", str(error), "among", known="friend, friend_contact, enemy") from None
    return s, m, needed


def panic_target(case: Case) -> Answers:
    return {"target": _panic(case)[2].total}


def panic_test_kind(case: Case) -> Answers:
    s, m, needed = _panic(case)
    calm = panic_test(s, case_table(case.facts), m, needed)
    return {"target": needed.total, "panic": not calm}


def panic_trigger(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    models = []
    for seat, name in enumerate(("group", "enemy_group")):
        for n, label in enumerate(f.get(name, listed(word), [])):
            m = model(Facts({}), rules, "AB"[seat] + "1", at=(5.0 + 12 * n, 10.0 + 60 * seat))
            m.label = label
            models.append(m)
    for label in f.get("already_out", listed(word), []):
        next(m for m in models if m.label == label).out = True
    for label in [*f.get("in_panic", listed(word), []), *f.get("panicking", listed(word), [])]:
        next(m for m in models if m.label == label).panic = True
    gone = f.get("goes_out", word)
    casualty = next(m for m in models if m.label == gone)
    s = state(rules, *models)
    return {"must_test": [m.label for m in who_must_test(s, casualty)]}


KINDS = {
    "shock": shock_kind,
    "damage_application": damage_application,
    "poison_tick": poison_tick_kind,
    "burn_table": burn_table_kind,
    "burning": burning,
    "panic_target": panic_target,
    "panic_test": panic_test_kind,
    "panic_trigger": panic_trigger,
}
