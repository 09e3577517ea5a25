"""Questions about movement, threats, states, panic, colossi, drones and equipment."""

from __future__ import annotations

from dataclasses import replace
from math import cos, hypot, radians, sin
from typing import Any

from kempelen.conform import Case, Facts, bad_value, flag, listed, number, table, whole, word
from kempelen.games.universalis.actions import Disengage, Move, Turn
from kempelen.games.universalis.board import Board, piece
from kempelen.games.universalis.candidates import disengage_ends
from kempelen.games.universalis.cards import Weapon
from kempelen.games.universalis.conform.fights import after_hit
from kempelen.games.universalis.conform.figures import ZONES, Answers, placed
from kempelen.games.universalis.conform.table import (
    GOING,
    MIDDLE,
    SIZE,
    TERRAIN,
    CaseTable,
    beside,
    case_table,
    effects_of,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.drones import can_pay, is_orphaned, pay
from kempelen.games.universalis.equipment import use_cost
from kempelen.games.universalis.fighting import usable
from kempelen.games.universalis.legal import why_not
from kempelen.games.universalis.melee import Fight, critical_sides, fight
from kempelen.games.universalis.movement import (
    climb_cost,
    end_allowed,
    fall,
    fall_class,
    is_fast,
    jump_reach,
    movement_test,
    path_length,
    speed_in,
)
from kempelen.games.universalis.moving import leave_table
from kempelen.games.universalis.panic import panic_mods, panic_test, who_must_test
from kempelen.games.universalis.perform import perform
from kempelen.games.universalis.reactions import react, targeted
from kempelen.games.universalis.rolls import Reckoning
from kempelen.games.universalis.sight import cover_against, sees_model
from kempelen.games.universalis.state import UNTESTED, Model, State
from kempelen.games.universalis.states import (
    apply_damage,
    damage_chain,
    drone_feedback,
    go_out,
    is_critical,
    legs_table,
    shock,
    zone_of,
)
from kempelen.games.universalis.terms import (
    FLIGHT,
    HOVER,
    LEGS,
    MEDIUM,
    MOVEMENT,
    SMALL,
)
from kempelen.games.universalis.threats import ignore_test, may_ignore, threats_of
from kempelen.games.universalis.upkeep import burn, burn_table, clear_markers, start_phase
from kempelen.games.universalis.values import VALUES, danger, gk, reckon

# -- movement


def passability(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    terrain = rules.terrain[f.get("terrain", TERRAIN, "open")]
    going = f.get("movement", GOING, LEGS)
    m = model(Facts({"GK": f.get("GK", whole, 4), "critical": f.get("critical", flag, False)}), rules)
    test = f.get("test", word, "none")
    if test not in ("none", "success", "failure"):
        raise bad_value("test", test, "among", known="none, success, failure")
    gained = rules.movement_test_gain if test == "success" else 0
    return _speed(case, m, terrain, going, gained, f.get("skill", whole, 0))


def _speed(case: Case, m: Model, terrain: Any, going: int, gained: int, skill: int = 0) -> Answers:
    rules = rules_of(case)
    road = terrain is rules.terrain["road"]
    speed = speed_in(rules, going, gk(state(rules, m), m), terrain.passability, gained=gained, road=road, skill=skill)
    if terrain.impassable and going not in (HOVER, FLIGHT):
        speed = 0
    return {"gk": speed, "may_move": speed > 0, "may_enter": speed > 0}


def passability_test(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    terrain = rules.terrain[f.get("terrain", TERRAIN, "open")]
    at = case_table(f)
    levels = {"surefooted": f.get("rerolls", whole)} if "rerolls" in f else {}
    m = model(f, rules, levels=levels)
    success = movement_test(state(rules, m), at, m, passability=True)
    gained = rules.movement_test_gain if success else 0
    return {**_speed(case, m, terrain, m.card.going, gained), "success": success, "rolls_used": len(at.rolled)}


def climb(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    size = f.get("size", SIZE, MEDIUM)
    size = size - 1 if f.get("prone", flag, False) and size > SMALL else size
    ladder, along = f.get("ladder", flag, False), f.get("horizontal", number, 0.0)
    parts = [climb_cost(rules, size, f.get(way, number, 0.0), ladder=ladder) for way in ("up", "down")]
    used = None if None in parts else along + sum(part for part in parts if part is not None)
    reach = f.get("GK", number, None)
    legal = used is not None and (reach is None or used <= reach)
    return {"movement_used": used, "legal": legal}


def path(case: Case) -> Answers:
    f = case.facts
    points = [(float(x), float(y)) for x, y in f.get("path", listed(listed(number)))]
    length = path_length(points)
    m = model(Facts({"GK": f.get("GK", whole, 4), "critical": f.get("critical", flag, False)}), rules_of(case))
    speed = gk(state(rules_of(case), m), m)
    return {"length": length, "legal_in_one_action": length <= speed + 1e-9, "actions": max(1, -int(-length // speed))}


def jump(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    m = model(Facts({"GK": f.get("GK", whole), "critical": f.get("critical", flag, False)}), rules)
    prone = f.get("prone", flag, False)
    most = jump_reach(rules, gk(state(rules, m), m), prone, f.get("full_move_directly_before", flag, False))
    gap = f.get("gap", number, None)
    return {"max": most, "legal": most > 0 and (gap is None or gap <= most)}


def fast(case: Case) -> Answers:
    return {"fast": is_fast(rules_of(case), case.facts.get("moves", listed(number)))}


def move_end(case: Case) -> Answers:
    f = case.facts
    return {"legal": end_allowed(rules_of(case), f.get("end_distance", number), f.get("action", word) == "charge")}


def fall_class_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    size = f.get("size", SIZE, MEDIUM)
    size = size - 1 if f.get("prone", flag, False) and size > SMALL else size
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


# -- threats


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
    free = ignore_test(s, at, m)
    again = len(at.rolled)
    ignore_test(s, at, m)
    return {
        "may_ignore": free and may_ignore(s),
        "must_attack": not free,
        "further_tests_this_phase": len(at.rolled) - again,
    }


def stance(case: Case) -> Answers:
    """Fire readiness and defence: what ends them."""
    rules, f = rules_of(case), case.facts
    kind = f.get("stance", word)
    m = model(Facts({"EH": f.get("EH", whole, 3), "critical": f.get("critical", flag, False)}), rules)
    m.ready = 0 if kind == "feuerbereitschaft" else -1
    m.defence = kind == "verteidigung"
    if kind not in ("feuerbereitschaft", "verteidigung"):
        raise bad_value("stance", kind, "among", known="feuerbereitschaft, verteidigung")
    s = state(rules, m)
    at = case_table(f)
    event = f.get("event", word, "")
    if f.get("then_action", word, ""):
        perform(s, at, m, Turn("A1", 90))
    if f.get("then_reaction", word, ""):
        react(s, m, 1)
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


# -- states


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


# -- panic


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
    for label in f.get("in_panic", listed(word), f.get("already_panic", listed(word), [])):
        next(m for m in models if m.label == label).panic = True
    gone = f.get("goes_out", word)
    casualty = next(m for m in models if m.label == gone)
    s = state(rules, *models)
    return {"must_test": [m.label for m in who_must_test(s, casualty)]}


# -- colossi


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
    most = [m.card.tp] + [-(-m.card.tp * 2 // 3)] * 3
    sides = rules.critical_side_malus * critical_sides(s, m)
    hull = rules.critical_malus if m.critical else 0
    return {
        **dict(zip(ZONES, m.tp, strict=True)),
        **{f"{name}_critical": is_critical(rules, m.tp[n], most[n]) for n, name in enumerate(ZONES)},
        **{f"{name}_destroyed": m.tp[n] <= 0 for n, name in enumerate(ZONES)},
        **{name: VALUES[name](s, m) for name in ("AGI", "NK", "FK", "KO")},
        "rumpf_critical": m.critical,
        "critical": m.critical,
        "fk_roll_modifier": sides + hull,
        "nk_roll_modifier": sides + hull,
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


# -- drones


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
    facts = Facts({"EH": f.get("controller_EH", whole), "TP": f.get("controller_TP", whole, 5), "TP_max": 20})
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
    f = case.facts
    uses, price = f.get("uses", whole, None), f.get("item_ap", maybe_whole, None)
    legal, ap, left = use_cost(f.get("ap", whole, 6), price, uses or 0, uses is not None)
    return {
        "legal": legal,
        "ap_after": ap,
        "uses_after": left if uses is not None else None,
        "needs_action": bool(price),
    }


def maybe_whole(value: Any, path: str) -> int | None:
    return None if value is None else whole(value, path)


# -- sight


def wall(case: Case) -> Answers:
    """20 cm between the bases; an endless thin wall at the target's base."""
    rules, f = rules_of(case), case.facts
    shooter = Facts({"size": f.get("shooter_size", word, "mittel"), "prone": f.get("shooter_prone", flag, False)})
    target = Facts({"size": f.get("target_size", word, "mittel"), "prone": f.get("target_prone", flag, False)})
    a, b = model(shooter, rules, at=(20.0, MIDDLE)), model(target, rules, "B1")
    b.x, b.y = beside(a, 20.0, rules, b.card.size)
    x = b.x - rules.base_diameter[b.card.size] / 2
    thin = 0.001
    stone = piece(
        "wall",
        "",
        [(x - thin, -900), (x, -900), (x, 900), (x - thin, 900)],
        0,
        f.get("wall_height", number),
        solid=True,
        cover=f.get("wall_cover", whole, 2),
    )
    s = state(rules, a, b, board=Board("wall", [stone]))
    cover = cover_against(s, a, b)
    return {
        "los": sees_model(s, a, b),
        "cover": cover.level > 0,
        "fk_malus": rules.cover_malus[cover.level],
        "armour_bonus": rules.cover_armour[cover.touched],
    }


def model_between(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    sides = {}
    models = []
    for name in ("shooter", "between", "target"):
        part = f.part(name)
        side = part.get("side", word, "a" if name == "shooter" else "b")
        sides[name] = side
        m = placed(part, rules, "A1" if side == "a" else "B1")
        m.out = part.get("out", flag, False)
        models.append(m)
    for n, m in enumerate(models):
        m.label = f"{m.label[0]}{n + 1}"
    s = state(rules, *models)
    return {"los": sees_model(s, models[0], models[2]), "cover": cover_against(s, models[0], models[2]).level}


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
    "shock": shock_kind,
    "damage_application": damage_application,
    "poison_tick": poison_tick_kind,
    "burn_table": burn_table_kind,
    "burning": burning,
    "panic_target": panic_target,
    "panic_test": panic_test_kind,
    "panic_trigger": panic_trigger,
    "colossus": colossus,
    "legs_table": legs_table_kind,
    "legs_critical": legs_critical,
    "drone_attributes": drone_attributes,
    "drone_feedback": drone_feedback_kind,
    "drone_ap": drone_ap,
    "drone_orphan": drone_orphan,
    "item_use": item_use,
    "wall": wall,
    "model_between": model_between,
}
