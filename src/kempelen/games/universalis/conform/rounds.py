"""Questions about rolls, the order of the round and what an action costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.conform import Case, Facts, bad_value, flag, listed, whole, word
from kempelen.games.universalis.conform.table import (
    TYPE,
    Answers,
    CaseTable,
    case_table,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.choices import SURRENDER
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    shot_cost,
)
from kempelen.games.universalis.rules.course import decide_order, initiative_order, pickable, step
from kempelen.games.universalis.rules.ending import end_round
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import reckon
from kempelen.games.universalis.rules.movement.movement_numbers import (
    move_cost,
)
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import Reckoning, attribute_roll, compare, higher
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.camouflage import reconnoitre_cost
from kempelen.games.universalis.rules.terms import (
    INFANTRY,
)
from kempelen.games.universalis.rules.upkeep import carry_over, clear_markers, start_round


def attribute_roll_kind(case: Case) -> Answers:
    f = case.facts
    target = f.get("target", whole)
    at = _one_die(f)
    s, m = _lone(case)
    test = attribute_roll(s, at, m, Reckoning("KO", target), "test")
    return {"rolled": bool(at.rolled), "success": test.success}


def _one_die(f: Facts) -> CaseTable:
    """A test of which the case gives the die as `d12`; `no_roll` then means that nothing may be rolled at all."""
    die = f.get("d12", whole, None)
    return CaseTable({"test": die} if die is not None else {}, ["test"] if f.get("no_roll", listed(word), []) else [])


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
    at = _one_die(f)
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
    at = _Picker(
        {"agi_a": 12 if winner == "a" else 1, "agi_b": 1 if winner == "a" else 12}, [f"pick {name}" for name in first]
    )
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
    """Chooses what is wanted wherever it is offered."""

    def __init__(self, dice: Mapping[str, Any], wanted: list[str]) -> None:
        super().__init__(dice)
        self.wanted = wanted

    def choose(self, seat: int, prompt: Any, options: Any, check: Any = None) -> Any:
        offered = options() if callable(options) else options
        for option in offered:
            if getattr(option, "notation", "") in self.wanted:
                return option
        return super().choose(seat, prompt, offered, check)


def surrender(case: Case) -> Answers:
    when = case.facts.get("when", word)
    rules = rules_of(case)
    s = state(rules, model(Facts({}), rules), model(Facts({}), rules, "B1", at=(80.0, 80.0)))
    if when == "round_end":
        s.quitting[0] = True  # the player says so (K09)
        end_round(s, _Picker({}, [SURRENDER.notation]))
        legal = s.ending is not None and s.ending.reason == "surrender" and s.ending.winners == (1,)
    elif when == "initiative_phase":
        legal = why_not(s, SURRENDER) is None
    else:
        raise bad_value("when", when, "among", known="initiative_phase, round_end")
    return {"legal": legal, "loses": legal, "loses_immediately": legal}


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
