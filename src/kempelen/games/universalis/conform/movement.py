"""Questions about movement, threats and what ends a stance."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, radians, sin

from kempelen.conform import Case, Facts, bad_value, flag, listed, number, table, whole, word
from kempelen.games.universalis.conform.hits import after_hit
from kempelen.games.universalis.conform.table import (
    MIDDLE,
    SIZE,
    TERRAIN,
    Answers,
    CaseTable,
    beside,
    case_table,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.actions import Disengage, Move, Turn, simple
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, fight
from kempelen.games.universalis.rules.combat.reactions import answer_movement, react, targeted
from kempelen.games.universalis.rules.combat.threats import ignore_test, threats_of
from kempelen.games.universalis.rules.legal import end_problem, why_not
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.printed import size_when
from kempelen.games.universalis.rules.movement.movement_numbers import (
    climb_cost,
    fall,
    fall_class,
    is_fast,
    movement_test,
)
from kempelen.games.universalis.rules.movement.places import disengage_ends
from kempelen.games.universalis.rules.movement.ways import measured, survey
from kempelen.games.universalis.rules.perform import perform
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.state import UNTESTED, Model, State
from kempelen.games.universalis.rules.table.board import Board, piece
from kempelen.games.universalis.rules.table.terrain import Survey, actions_needed, jump_range, reach_in
from kempelen.games.universalis.rules.terms import (
    MEDIUM,
)
from kempelen.games.universalis.rules.upkeep import clear_markers
from kempelen.text.say import Text


def passability(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    test = f.get("test", word, "none")
    if test not in ("none", "success", "failure"):
        raise bad_value("test", test, "among", known="none, success, failure")
    m = model(f, rules, levels={"cross_country": f.get("skill", whole, 0)})
    return _speed(case, m, rules.movement_test_gain if test == "success" else 0)


def _speed(case: Case, m: Model, gained: int) -> Answers:
    """How far one movement action gets in such terrain, and whether it gets into it at all."""
    terrain = case.facts.get("terrain", TERRAIN, "open")
    ways = [_way(rules_of(case), m, terrain, left) for left in (0.0, m.x + m.r)]
    (s, inside), (outside, into) = ways
    reach = reach_in(s, m, inside, 0.0, gained) if inside is not None else 0.0
    enters = into is not None and actions_needed(outside, m, into, gained) is not None
    return {"gk": reach, "may_move": reach > 0, "may_enter": enters}


def _way(rules: RulesProfile, m: Model, terrain: str, left: float) -> tuple[State, Survey | None]:
    """A way to the right; right of `left` the ground is of this type."""
    corners = [(left, 0.0), (90.0, 0.0), (90.0, 90.0), (left, 90.0)]
    s = state(rules, m, board=Board(terrain, [] if terrain == "open" else [piece("ground", terrain, corners)]))
    way = survey(s, m, [(m.x, m.y, 0.0), (m.x + 20.0, m.y, 0.0)])
    return s, None if isinstance(way, Text) else way


def passability_test(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    at = case_table(f)
    levels = {"surefooted": f.get("rerolls", whole)} if "rerolls" in f else {}
    m = model(f, rules, levels=levels)
    success = movement_test(state(rules, m), at, m, passability=True)
    gained = rules.movement_test_gain if success else 0
    return {**_speed(case, m, gained), "success": success, "rolls_used": len(at.rolled)}


def climb(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    size = size_when(f.get("size", SIZE, MEDIUM), f.get("prone", flag, False))
    ladder, along = f.get("ladder", flag, False), f.get("horizontal", number, 0.0)
    parts = [climb_cost(rules, size, f.get(way, number, 0.0), ladder=ladder) for way in ("up", "down")]
    used = None if None in parts else along + sum(part for part in parts if part is not None)
    reach = f.get("GK", number, None)
    legal = used is not None and (reach is None or used <= reach)
    return {"movement_used": used, "legal": legal}


def path(case: Case) -> Answers:
    f = case.facts
    points = f.get("path", listed(listed(number)))
    m = model(f, rules_of(case))
    s = state(rules_of(case), m)
    way = measured(s, m, [(MIDDLE + x - points[0][0], MIDDLE + y - points[0][1], 0.0) for x, y in points])
    needed = actions_needed(s, m, way)
    return {"length": way.true, "legal_in_one_action": needed == 1, "actions": needed}


def jump(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(f, rules)
    m.ran_up = f.get("full_move_directly_before", flag, False)
    most = jump_range(state(rules, m), m)
    gap = f.get("gap", number, None)
    return {"max": most, "legal": most > 0 and (gap is None or gap <= most)}


def fast(case: Case) -> Answers:
    return {"fast": is_fast(rules_of(case), case.facts.get("moves", listed(number)))}


def move_end(case: Case) -> Answers:
    """One enemy so far ahead of where the move ends, perhaps a second one so far behind it."""
    rules, f = rules_of(case), case.facts
    mover, ahead = model(Facts({}), rules), model(Facts({}), rules, "B1")
    ahead.x = mover.x + mover.r + ahead.r + f.get("end_distance", number)
    models = [mover, ahead]
    other = f.get("other_enemy", number, None)
    if other is not None:
        behind = model(Facts({}), rules, "B2")
        behind.x = mover.x - mover.r - behind.r - other
        models.append(behind)
    charge = f.get("action", word) == "charge"
    return {"legal": end_problem(state(rules, *models), mover, mover.x, mover.y, 0.0, charge) is None}


def fall_class_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    size = size_when(f.get("size", SIZE, MEDIUM), f.get("prone", flag, False))
    kind, damage = fall_class(rules, rules.height[size], f.get("height", number))
    return {"class": kind, "damage": damage, "damage_if_failed": damage}


def fall_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(f, rules)
    at = case_table(f)
    found = fall(state(rules, m), at, m, f.get("height", number))
    return {**after_hit(m, found, at), "hit": found is not None, "damaged": m.tp[0] < m.card.tp}


def reaction_windows(case: Case) -> Answers:
    """A fire-ready enemy watches: how often is he asked?"""
    rules, f = rules_of(case), case.facts
    moves, merged = f.get("moves", whole), f.get("merged", flag, False)
    mover = model(Facts({"AP": 12}), rules, at=(20.0, 20.0))
    gun = Weapon("gun", 1, 4, 1, 20, 3)
    watcher = model(Facts({"AP": 12, "WN": 12}), rules, "B1", weapons=[gun], at=(20.0, 45.0))
    watcher.ready = 0
    s = state(rules, mover, watcher)
    at = CaseTable({})
    orders = [Move("A1", ((20.0 + 4.0 * (n + 1), 20.0, 0.0),)) for n in range(moves)]
    for order in orders[-1:] if merged else orders:
        perform(s, at, mover, order)
    return {"windows": at.asked}


def disengage(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(f, rules)
    if "GK" not in f:
        m.card = replace(m.card, gk=8)  # fast enough to get away even in critical state
    enemy = model(Facts({}), rules, "B1", at=beside(m, 0.0, rules))
    s = state(rules, m, enemy)
    s.threats, s.duty = [1], UNTESTED
    at = case_table(f)
    order = Disengage("A1", (next(disengage_ends(s, m), (m.x, m.y, 0.0)),))
    legal = why_not(s, order) is None
    if legal:
        perform(s, at, m, order)
    return {"moved": hypot(m.x - MIDDLE, m.y - MIDDLE) > 0.1, "ap_after": m.ap, "legal": legal}


def _around(case: Case, gaps: dict[str, float], f: Facts) -> tuple[State, Model]:
    rules = rules_of(case)
    m = model(f, rules)
    enemies = []
    for n, (name, gap) in enumerate(gaps.items()):
        angle = radians(360 * n / max(len(gaps), 1))
        apart = gap + rules.base_diameter[MEDIUM]
        enemy = model(Facts({}), rules, "B1", at=(MIDDLE + apart * cos(angle), MIDDLE + apart * sin(angle)))
        enemy.label = name
        enemies.append(enemy)
    return state(rules, m, *enemies), m


def direct_threats(case: Case) -> Answers:
    f = case.facts
    gaps = {name: number(gap, f"enemies.{name}") for name, gap in f.get("enemies", table).items()}
    s, m = _around(case, gaps, f)
    return {"threats": [o.label for o in threats_of(s, m)]}


def ignore_threat(case: Case) -> Answers:
    s, m = _around(case, {"B1": 5.0}, case.facts)
    s.threats, s.duty = [1], UNTESTED
    at = case_table(case.facts)
    ignore_test(s, at, m)
    again = len(at.rolled)
    ignore_test(s, at, m)
    free = why_not(s, simple("A1", "lie_down")) is None
    return {
        "may_ignore": free,
        "must_attack": not free,
        "further_tests_this_phase": len(at.rolled) - again,
    }


def _reacts(s: State, at: CaseTable, m: Model, reaction: str) -> None:
    """The model fires at somebody who moves, or does something else that costs it 1 AP."""
    if reaction != "reaction_fire":
        react(s, m, 1)
        return
    enemy = model(Facts({}), s.rules, "B1", at=beside(m, 5.0, s.rules))
    enemy.index = len(s.models)
    s.models.append(enemy)
    at.reacts = lambda prompt, offers: offers[-1]
    answer_movement(s, at, enemy, "normal_move", [(enemy.x, enemy.y, 0.0)], 0.0)


def stance(case: Case) -> Answers:
    """Fire readiness and defence: what ends them."""
    rules, f = rules_of(case), case.facts
    kind = f.get("stance", word)
    m = model(Facts({"EH": f.get("EH", whole, 3), "critical": f.get("critical", flag, False)}), rules)
    m.weapons = (Weapon("gun", 1, 1, 1, 20, 3), *m.weapons)
    m.ready = 0 if kind == "feuerbereitschaft" else -1
    m.defence = kind == "verteidigung"
    if kind not in ("feuerbereitschaft", "verteidigung"):
        raise bad_value("stance", kind, "among", known="feuerbereitschaft, verteidigung")
    s = state(rules, m)
    at = case_table(f)
    event = f.get("event", word, "")
    if f.get("then_action", word, ""):
        perform(s, at, m, Turn("A1", 90))
    if reaction := f.get("then_reaction", word, ""):
        _reacts(s, at, m, reaction)
    if event in ("next_initiative_phase", "own_initiative_phase", "phase_start", "initiative_phase_start"):
        clear_markers(m)
    elif event in ("melee", "attacked", "attacked_in_melee", "melee_attack", "involved_in_melee"):
        enemy = model(Facts({}), rules, "B1", at=beside(m, 0.0, rules))
        s = state(rules, m, enemy)
        targeted(s, at, m, shot=False)
        fight(s, at, enemy, m, Fight(enemy.weapons[-1]))
    elif event:
        melee = "melee" in event
        targeted(s, at, m, shot=not melee)
    left = m.ready >= 0 if kind == "feuerbereitschaft" else m.defence
    return {
        "still_ready": left,
        "still_defending": left,
        "still_in_defence": left,
        "still_in_stance": left,
        "still_verteidigung": left,
        "stance_kept": left,
        "verteidigung_after": m.defence,
        "ready_after": m.ready >= 0,
        "tested": "eh" in at.rolled,
    }


KINDS = {
    "passability": passability,
    "passability_test": passability_test,
    "climb": climb,
    "path": path,
    "jump": jump,
    "fast": fast,
    "move_end": move_end,
    "fall_class": fall_class_kind,
    "fall": fall_kind,
    "reaction_windows": reaction_windows,
    "disengage": disengage,
    "direct_threats": direct_threats,
    "ignore_threat": ignore_threat,
    "stance": stance,
}
