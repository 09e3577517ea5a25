"""Questions about numbers: what a card says, what a roll needs, what something costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.conform import Case, Facts, bad_value, flag, listed, number, whole, word
from kempelen.games.universalis.camouflage import reconnoitre_cost
from kempelen.games.universalis.cards import Armour, Weapon
from kempelen.games.universalis.choices import SURRENDER
from kempelen.games.universalis.conform.table import (
    ATTRIBUTES,
    SIZE,
    SIZE_NAMES,
    TYPE,
    CaseTable,
    case_table,
    effects_of,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.deploying import far_enough
from kempelen.games.universalis.derived import (
    armour_value,
    capacity,
    danger_radius,
    drone_slots,
    encumbrance,
    highest_levels,
    load_of,
    perception_range,
    range_of,
    size_when,
    strength_value,
    unarmed,
    zone_tp,
)
from kempelen.games.universalis.legal import why_not
from kempelen.games.universalis.melee import attack_cost
from kempelen.games.universalis.movement import move_cost
from kempelen.games.universalis.profile import RulesProfile
from kempelen.games.universalis.ranged import AIMED, NORMAL, REACTION, SNAP, indirect_ceiling, range_malus, shot_cost
from kempelen.games.universalis.rolls import Reckoning, attribute_roll, compare, higher
from kempelen.games.universalis.rosters import group_problem
from kempelen.games.universalis.rules import decide_order, initiative_order, pickable, step, surrender_allowed
from kempelen.games.universalis.state import Model, State
from kempelen.games.universalis.states import is_critical, zone_of
from kempelen.games.universalis.terms import INFANTRY, MEDIUM, PIERCING
from kempelen.games.universalis.upkeep import carry_over, clear_markers, start_round
from kempelen.games.universalis.values import distance, reckon

Answers = Mapping[str, Any]
SIZES = tuple(SIZE_NAMES)
ZONES = ("rumpf", "rechte_seite", "linke_seite", "bewegung")


# -- cards


def encumbrance_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    type, ko, load = f.get("type", TYPE, INFANTRY), f.get("KO", whole), f.get("load", number, 0)
    return {"capacity": capacity(rules, type, ko), "penalty": encumbrance(rules, type, ko, load)}


def encumbrance_profile(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    type, ko = f.get("type", TYPE, INFANTRY), f.get("KO", whole, 3)
    values = {name: f.get(name, whole, default) for name, (_, default) in ATTRIBUTES.items()}
    gk = f.get("GK", whole, 4)
    weapons, armour = f.get("weapons_kg", number, 0), f.get("armour_kg", number, 0)
    items = f.get("equipment_kg", number, 0)
    load = load_of([weapons], armour, f.get("armour_self_supporting", flag, False), [items])
    load = f.get("load", number, load)
    drop = encumbrance(rules, type, ko, load)
    after = values | {"AGI": values["AGI"] - drop, "GK": gk - drop}
    return {**after, "load": load, "penalty": drop, "capacity": capacity(rules, type, ko)}


def danger_radius_kind(case: Case) -> Answers:
    return {"radius": danger_radius(rules_of(case), case.facts.get("EH", whole))}


def perception(case: Case) -> Answers:
    wn, critical = case.facts.get("WN", whole), case.facts.get("critical", flag, False)
    return {"range": perception_range(rules_of(case), wn, critical)}


def card(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    f.get("name", word, "")
    values = {name: f.get(name, whole, default) for name, (_, default) in ATTRIBUTES.items()}
    type = f.get("type", TYPE, INFANTRY)
    f.get("GK", whole, 4)
    f.get("TP", whole, 5)
    return {
        "perception": perception_range(rules, values["WN"], False),
        "danger": danger_radius(rules, values["EH"]),
        "capacity": capacity(rules, type, values["KO"]),
        "drone_slots": drone_slots(rules, values["EH"]),
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


# -- distances


def distance_kind(case: Case) -> Answers:
    rules = rules_of(case)
    a, b = (placed(case.facts.part(name), rules, label) for name, label in (("a", "A1"), ("b", "B1")))
    return {"distance": distance(state(rules, a, b), a, b)}


def placed(f: Facts, rules: RulesProfile, label: str) -> Model:
    """A model where the case says."""
    m = model(f, rules, label, at=(f.get("x", number, 0.0), f.get("y", number, 0.0)))
    m.z = f.get("z", number, f.get("level", number, 0.0))
    return m


def zone_membership(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    apart = f.get("centre_distance", number)
    a = model(f, rules, "A1", at=(10.0, 10.0))
    other = Facts({"size": next(name for name, n in SIZE_NAMES.items() if n == f.get("other_size", SIZE, MEDIUM))})
    b = model(other, rules, "B1", at=(10.0 + apart, 10.0))
    gap = distance(state(rules, a, b), a, b)
    return {
        "in_perception": gap <= perception_range(rules, a.card.wn, a.critical) + 1e-9,
        "in_danger_zone": gap <= danger_radius(rules, a.card.eh) + 1e-9,
        "distance": gap,
    }


def deployment_distance(case: Case) -> Answers:
    return {"legal": far_enough(rules_of(case), case.facts.get("distance", number))}


def range_malus_kind(case: Case) -> Answers:
    f = case.facts
    aimed, action = f.get("aimed", flag, False), f.get("action", word, "")
    malus, inside = range_malus(
        rules_of(case),
        f.get("band", number),
        f.get("bands", whole, 3),
        f.get("distance", number),
        aimed or action == "aimed",
    )
    return {"malus": malus if inside else None, "in_range": inside}


def indirect_ceiling_kind(case: Case) -> Answers:
    f = case.facts
    ceiling = indirect_ceiling(rules_of(case), f.get("band", number), f.get("bands", whole))
    return {"max_height": ceiling, "has_effect": f.get("obstacle_height", number, 0) <= ceiling}


# -- rolls


def attribute_roll_kind(case: Case) -> Answers:
    f = case.facts
    target = f.get("target", whole)
    die = f.get("d12", whole, None)
    at = CaseTable({"test": die} if die is not None else {})
    s, m = _lone(case)
    test = attribute_roll(s, at, m, Reckoning("KO", target), "test")
    return {"rolled": bool(at.rolled), "success": test.success}


def _lone(case: Case, label: str = "A1") -> tuple[State, Model]:
    m = model(Facts({}), rules_of(case), label)
    return state(rules_of(case), m), m


def comparative(case: Case) -> Answers:
    """Two values with dice, each perhaps in critical state."""
    rules = rules_of(case)
    sides = []
    dice = {}
    for name in ("a", "b"):
        part = case.facts.part(name)
        m = model(Facts({"KO": part.get("value", whole), "critical": part.get("critical", flag, False)}), rules)
        m.label = name
        sides.append(m)
        dice[name] = part.get("d12", whole)
    s = state(rules, *sides)
    at = CaseTable(dice)
    totals = compare(s, at, (sides[0], reckon(s, sides[0], "KO"), "a"), (sides[1], reckon(s, sides[1], "KO"), "b"))
    return {"totals": list(totals), "winner": {-1: "tie", 0: "a", 1: "b"}[higher(totals)]}


def critical_rolls(case: Case) -> Answers:
    f = case.facts
    if f.get("roll", word) == "comparative":
        return comparative(case)
    values = {"KO": f.get("value", whole), "critical": f.get("critical", flag, False)}
    m = model(Facts(values), rules_of(case))
    s = state(rules_of(case), m)
    die = f.get("d12", whole, None)
    at = CaseTable({"test": die} if die is not None else {})
    test = attribute_roll(s, at, m, reckon(s, m, "KO"), "test")
    return {"target": test.target, "success": test.success, "rolled": bool(at.rolled)}


def deployment_order(case: Case) -> Answers:
    rules = rules_of(case)
    at = case_table(case.facts)
    a, b = (model(case.facts.part(name), rules, label) for name, label in (("leader_a", "A1"), ("leader_b", "B1")))
    first = "ab"[decide_order(state(rules, a, b), at, a, b)]
    return {"totals": at.totals("EH"), "marks_zone_first": first, "deploys_first": first, "winner": first}


def initiative(case: Case) -> Answers:
    rules = rules_of(case)
    at = case_table(case.facts)
    a, b = (model(case.facts.part(name), rules, label) for name, label in (("a", "A1"), ("b", "B1")))
    order = initiative_order(state(rules, a, b), at, a, b)
    names = ["ab"[m.seat] for m in order]
    return {"totals": at.totals("AGI"), "order": names, "first": names[0]}


# -- rounds


def round_start_ap(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(Facts({"type": f.get("type", word, "Infanterie"), "size": "gross"}), rules)
    m.ap = carry_over(rules, f.get("unspent", whole, 0))
    m.shocks = f.get("shock_markers", whole, 0)
    start_round(state(rules, m), CaseTable({}))
    return {"ap": m.ap, "markers_left": m.shocks}


MARKERS = ("schnell", "verteidigung", "feuerbereitschaft", "nachladen", "brennen", "panik", "gift", "schock", "tarnung")


def phase_start(case: Case) -> Answers:
    rules = rules_of(case)
    given = case.facts.get("markers", listed(word))
    weapon = Weapon("weapon", 1, 1, 1, 20, 3)
    m = model(Facts({}), rules, weapons=[weapon])
    for marker in given:
        if marker not in MARKERS:
            raise bad_value("markers", marker, "among", known=", ".join(MARKERS))
    m.fast, m.defence = "schnell" in given, "verteidigung" in given
    m.ready = 0 if "feuerbereitschaft" in given else -1
    m.reloading = int("nachladen" in given)
    m.burning = weapon if "brennen" in given else None
    m.panic, m.hidden = "panik" in given, "tarnung" in given
    m.poison = [weapon] if "gift" in given else []
    m.shocks = int("schock" in given)
    clear_markers(m)
    left = {
        "schnell": m.fast,
        "verteidigung": m.defence,
        "feuerbereitschaft": m.ready >= 0,
        "nachladen": bool(m.reloading),
        "brennen": m.burning is not None,
        "panik": m.panic,
        "gift": bool(m.poison),
        "schock": bool(m.shocks),
        "tarnung": m.hidden,
    }
    return {"markers": [marker for marker in MARKERS if left[marker]]}


def activation_sequence(case: Case) -> Answers:
    """Play the first pair's phases, then see who is left to choose (R074)."""
    rules, f = rules_of(case), case.facts
    names = f.get("side_a", listed(word)), f.get("side_b", listed(word))
    winner = f.get("agi_winner_first_pair", word, "a")
    first = f.get("first_pair", listed(word))
    models = []
    for seat, own in enumerate(names):
        for n, name in enumerate(own):
            m = model(Facts({}), rules, "AB"[seat] + "1", at=(10.0 + 10 * n, 10.0 + 70 * seat))
            m.label = name
            models.append(m)
    s = state(rules, *models)
    s.phase, s.active = "pick", []
    at = _Picker({"agi_a": 12 if winner == "a" else 1, "agi_b": 1 if winner == "a" else 12}, first)
    acted: list[str] = []
    while len(acted) < 2 and s.ending is None:
        step(s, at)
        acted += [m.label for m in s.models if m.acted and m.label not in acted]
    while s.phase == "act":
        step(s, at)
    left = [[m.label for m in pickable(s, seat)] for seat in (0, 1)]
    free = None if all(left) or not any(left) else "ab"[int(bool(left[1]))]
    return {"first_two": acted[:2], "then_free_choice_of": free, "remaining": left[1] if free == "b" else left[0]}


class _Picker(CaseTable):
    def __init__(self, dice: Mapping[str, Any], wanted: list[str]) -> None:
        super().__init__(dice)
        self.wanted = wanted

    def choose(self, seat: int, prompt: Any, options: Any, check: Any = None) -> Any:
        offered = options() if callable(options) else options
        for option in offered:
            if getattr(option, "notation", "").startswith("pick ") and option.label in self.wanted:
                return option
        return super().choose(seat, prompt, offered, check)


def surrender(case: Case) -> Answers:
    when = case.facts.get("when", word)
    s, _ = _lone(case)
    if when == "round_end":
        legal = surrender_allowed(SURRENDER) is None
    elif when == "initiative_phase":
        legal = why_not(s, SURRENDER) is None
    else:
        raise bad_value("when", when, "among", known="initiative_phase, round_end")
    return {"legal": legal, "loses": legal, "loses_immediately": legal}


# -- costs


def ap_cost_kind(case: Case) -> Answers:
    f = case.facts
    rules, type = rules_of(case), f.get("type", TYPE, INFANTRY)
    wk, prone, extra = f.get("WK", whole, 1), f.get("prone", flag, False), f.get("extra_ap", whole, 0)
    action = f.get("action", word, f.get("reaction", word, None))
    cost = {name: (lambda name=name: cost_of(rules, type, name, wk, prone, extra)) for name in COSTS}
    short = {
        "normal": "normal_shot",
        "snap": "snap_shot",
        "reckless": "reckless_attack",
        "opportunity": "opportunity_attack",
        "counter": "counterattack",
        "move": "normal_move",
    }
    answers: dict[str, Any] = {**cost, **{name: cost[own] for name, own in short.items()}}
    if action is not None:
        action = short.get(action, action)
        if action not in COSTS:
            raise bad_value("action", action, "among", known=", ".join(COSTS))
        answers["cost"] = cost[action]
    return answers


COSTS = (
    *("turn", "normal_move", "charge", "disengage", "lie_down", "stand_up", "jump", "interact", "reload"),
    *("normal_shot", "aimed", "snap_shot", "burst", "fire_ready"),
    *("attack", "reckless_attack", "defence", "reconnoitre"),
    *("dodge", "reaction_fire", "counterattack", "opportunity_attack", "recon_support"),
)


def cost_of(rules: RulesProfile, type: int, action: str, wk: int, prone: bool, extra: int = 0) -> int:
    """What an action or reaction costs."""
    gun, blade = Weapon("gun", wk, band=20, bands=3), Weapon("blade", wk)
    shots = {"normal_shot": NORMAL, "aimed": AIMED, "snap_shot": SNAP, "burst": NORMAL, "reaction_fire": REACTION}
    if action in shots:
        return shot_cost(rules, type, gun, shots[action])
    if action in ("attack", "reckless_attack", "charge", "counterattack", "opportunity_attack"):
        return attack_cost(rules, type, blade, action)
    fixed = {
        "turn": rules.turn_ap,
        "normal_move": move_cost(rules, prone),
        "disengage": move_cost(rules, prone, disengage=True),
        "lie_down": rules.lie_down_ap,
        "stand_up": rules.stand_up_ap,
        "jump": rules.jump_ap,
        "interact": rules.interact_ap,
        "reload": wk,
        "fire_ready": rules.ready_ap,
        "defence": rules.defence_ap,
        "reconnoitre": reconnoitre_cost(rules, extra),
        "dodge": rules.dodge_ap,
        "recon_support": rules.support_ap,
    }
    return fixed[action]


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
    "distance": distance_kind,
    "zone_membership": zone_membership,
    "deployment_distance": deployment_distance,
    "range_malus": range_malus_kind,
    "indirect_ceiling": indirect_ceiling_kind,
    "attribute_roll": attribute_roll_kind,
    "comparative": comparative,
    "critical_rolls": critical_rolls,
    "deployment_order": deployment_order,
    "initiative": initiative,
    "round_start_ap": round_start_ap,
    "phase_start": phase_start,
    "activation_sequence": activation_sequence,
    "surrender": surrender,
    "ap_cost": ap_cost_kind,
}
