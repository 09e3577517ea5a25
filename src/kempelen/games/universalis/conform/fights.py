"""Questions about shooting, melee, hits and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import hypot
from typing import Any

from kempelen.conform import Case, Facts, among, bad_value, flag, listed, number, table, whole, word
from kempelen.games.universalis.actions import Attack, Charge, Fire, Reload, Shoot
from kempelen.games.universalis.board import EMPTY, Board, piece
from kempelen.games.universalis.camouflage import moved_fully, reconnoitre_cost, reconnoitre_reckoning, reveal
from kempelen.games.universalis.candidates import charge_ends
from kempelen.games.universalis.cards import Weapon
from kempelen.games.universalis.conform.figures import Answers, cost_of
from kempelen.games.universalis.conform.table import (
    CAMOUFLAGE,
    MIDDLE,
    SIZE,
    CaseTable,
    beside,
    case_table,
    effects_of,
    model,
    rules_of,
    state,
    weapon_of,
)
from kempelen.games.universalis.derived import range_of, size_when
from kempelen.games.universalis.drones import pay
from kempelen.games.universalis.fighting import used_weapon
from kempelen.games.universalis.legal import why_not
from kempelen.games.universalis.melee import Fight, camouflage_mods, fight
from kempelen.games.universalis.movement import is_fast
from kempelen.games.universalis.perform import perform
from kempelen.games.universalis.ranged import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    Shot,
    burst_plan,
    dodge,
    fk_reckoning,
    fk_roll,
    range_malus,
    scatter_distance,
    shield_faces,
    shot_cost,
    template_overlap,
)
from kempelen.games.universalis.reactions import answer_movement, targeted
from kempelen.games.universalis.rolls import attribute_roll
from kempelen.games.universalis.sight import cover_against
from kempelen.games.universalis.state import Model, State
from kempelen.games.universalis.states import partial_damage, structure_damage
from kempelen.games.universalis.terms import MEDIUM, NO_CAMOUFLAGE, REINFORCED
from kempelen.games.universalis.values import in_contact
from kempelen.games.universalis.wounds import Wound, resolve_hit, weapon_hit

MODE = among(
    {
        "normal": NORMAL,
        "normal_shot": NORMAL,
        "burst": NORMAL,
        "aimed": AIMED,
        "aimed_shot": AIMED,
        "snap": SNAP,
        "snap_shot": SNAP,
        "reaction": REACTION,
        "reaction_fire": REACTION,
    }
)
RESULT = {0: "attacker", 1: "defender", -1: "tie"}
FAR = 10.0


# -- the target number


def shot_of(f: Facts, mode: str | None = None) -> Shot:
    """The circumstances a case gives."""
    size = size_when(f.get("target_size", SIZE, MEDIUM), f.get("target_prone", flag, False))
    return Shot(
        mode or f.get("action", MODE, NORMAL),
        f.get("distance", number, 0.0),
        f.get("band", number, 0.0),
        f.get("bands", whole, 3),
        size,
        f.get("cover", whole, 0),
        f.get("weapon_unwieldy", flag, False),
        f.get("target_fast", flag, False),
        f.get("indirect", flag, False),
        f.get("spotted_by_friend", flag, False),
        f.get("shots", whole, 1),
        f.get("target_changes", whole, 0),
        f.get("crosses_perception_border", flag, False),
        f.get("dodged", flag, False),
    )


def shooter_of(f: Facts, case: Case, **more: Any) -> tuple[State, Model]:
    rules = rules_of(case)
    values: dict[str, Any] = {name: f.get(name, whole) for name in ("FK", "AGI", "KO", "EH", "WN") if name in f}
    for name, own in (("shooter_prone", "prone"), ("shooter_critical", "critical")):
        values[own] = f.get(name, flag, False)
    if "type" in f:
        values |= {"type": f.get("type", word), "size": "gross"}
    m = model(Facts(values), rules, **more)
    return state(rules, m), m


def fk_target(case: Case) -> Answers:
    f = case.facts
    s, m = shooter_of(f, case)
    shot = shot_of(f)
    inside = range_malus(s.rules, shot.band, shot.bands, shot.distance, shot.mode == AIMED)[1]
    return {"target": fk_reckoning(s, m, shot).total if inside else None, "in_range": inside}


def shot_kind(case: Case) -> Answers:
    f = case.facts
    s, m = shooter_of(f, case)
    shot = shot_of(f)
    weapon = Weapon("gun", f.get("WK", whole, 1), band=shot.band or 20, bands=shot.bands or 3)
    m.ap = f.get("ap", whole, 6)
    at = case_table(f)
    pay(s, m, shot_cost(s.rules, m.card.type, weapon, shot.mode))
    test = fk_roll(s, at, m, shot)
    return {"target": test.target, "hit": test.success, "ap_after": m.ap, "rolled": bool(at.rolled)}


def shot_with_rerolls(case: Case) -> Answers:
    f = case.facts
    s, m = shooter_of(f, case, levels={"proven_marksman": f.get("rerolls", whole, 0)})
    shot = shot_of(f)
    at = case_table(f)
    test = fk_roll(s, at, m, shot)
    return {
        "target": test.target,
        "hit": test.success,
        "rolls_used": len(at.rolled),
        "rerolls_used": len(at.rolled) - 1,
    }


def dodge_kind(case: Case) -> Answers:
    rules, f = rules_of(case), case.facts
    shooter = model(
        Facts({"AGI": f.get("shooter_AGI", whole, 4), "critical": f.get("shooter_critical", flag, False)}), rules
    )
    target = model(
        Facts({"AGI": f.get("target_AGI", whole, 4), "critical": f.get("target_critical", flag, False)}), rules, "B1"
    )
    target.ap = f.get("target_ap", whole, 6)
    at = case_table(f)
    won = dodge(state(rules, shooter, target), at, shooter, target)
    return {
        "totals": at.totals("AGI"),
        "fk_malus": rules.dodge_malus if won else 0,
        "target_ap_after": target.ap,
        "won": won,
    }


def reaction_fire(case: Case) -> Answers:
    """A fire-ready model answers a declared move."""
    rules, f = rules_of(case), case.facts
    values = {name: f.get(name, whole) for name in ("FK", "AGI", "EH") if name in f}
    for name, own in (("shooter_prone", "prone"), ("shooter_critical", "critical")):
        values[own] = f.get(name, flag, False)
    weapon = Weapon("gun", f.get("WK", whole, 1), band=f.get("band", number, 100.0), bands=f.get("bands", whole, 3))
    gun = replace(weapon, unwieldy=f.get("weapon_unwieldy", flag, False))
    shooter = model(Facts({**values, "WN": 6}), rules, weapons=[gun])
    shooter.ap = f.get("ap", whole, 6)
    shooter.ready = 0
    crosses = f.get("crosses_perception_border", flag, False)
    target = {"size": f.get("target_size", word, "mittel"), "prone": f.get("target_prone", flag, False)}
    mover = model(Facts(target), rules, "B1", at=beside(shooter, f.get("distance", number, 10.0), rules))
    mover.fast = f.get("target_fast", flag, False)
    mover.moved = f.get("already_moved", number, 0.0)
    declared = f.get("declared_move_total", number, 4.0)
    s = state(rules, shooter, mover)
    s.active = [1]
    start = (mover.x, mover.y, 0.0)
    way = [start, (mover.x + (60.0 if crosses else 0.0), mover.y + (0.0 if crosses else 2.0), 0.0)]
    at = case_table(f)
    at.reacts = lambda prompt, offers: Fire(shooter.label, mover.x, mover.y)
    answer_movement(s, at, mover, "normal_move", way, declared)
    return {
        "target": at.target("fk"),
        "ap_after": shooter.ap,
        "ready_after": shooter.ready >= 0,
        "legal": at.asked > 0,
        "hit": "wound" in at.rolled,
        "fast": is_fast(rules, (mover.moved, declared)),
    }


def burst(case: Case) -> Answers:
    f = case.facts
    s, m = shooter_of(f, case)
    shot, df = shot_of(f), f.get("DF", whole)
    allocation = f.get("allocation", listed(whole))
    plan = burst_plan(s.rules, allocation)
    targets = [fk_reckoning(s, m, replace(shot, shots=n, switches=k)).total for k, n in enumerate(allocation)]
    return {
        "fk_targets": targets,
        "wound_bonus": [bonus for _, _, bonus in plan],
        "legal": sum(allocation) <= df + 1 and all(n >= 1 for n in allocation),
        "shots": df + 1,
    }


# -- area weapons


def scatter(case: Case) -> Answers:
    f = case.facts
    rules = rules_of(case)
    target, distance = f.get("target", whole), f.get("distance", number)
    die = case_table(f).roll(rules.die, "fk")
    hit = die <= target and target > 0
    return {"hit": hit, "scatter": 0 if hit else scatter_distance(rules, die, target, distance)}


def template(case: Case) -> Answers:
    f = case.facts
    camouflaged, seen = f.get("camouflaged", flag, False), f.get("reconnoitred", flag, False)
    hidden = camouflaged and not seen
    base = f.get("base_mm", number, 25) / 20
    found = template_overlap(f.get("radius", number), base, f.get("centre_distance", number), hidden)
    return {"overlap": found, "hit": found != "none"}


def partial_damage_kind(case: Case) -> Answers:
    return {"partial": partial_damage(case.facts.get("damage", whole))}


def structure_damage_kind(case: Case) -> Answers:
    f = case.facts
    worn = effects_of(f, "armour_effects") if "armour_effects" in f else REINFORCED
    return {"applied": structure_damage(f.get("damage", whole), effects_of(f, "weapon_effects"), worn)}


# -- hits


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
    hit.partial = f.get("partial", flag, f.get("template", word, "full") == "partial")
    hit.shield = f.get("shield_bonus", whole, 0)
    uses = {0: f.get("attacker_uses", listed(word), []), 1: f.get("defender_uses", listed(word), [])}
    at = case_table(f, uses)
    found = resolve_hit(state(rules, attacker, victim), at, victim, hit)
    return after_hit(victim, found, at)


def friend_cover(case: Case) -> Answers:
    """A friend of the target stands right in front of it."""
    rules, f = rules_of(case), case.facts
    target = Facts({"size": f.get("target_size", word, "mittel"), "prone": f.get("target_prone", flag, False)})
    friend = Facts({"size": f.get("friend_size", word, "mittel"), "prone": f.get("friend_prone", flag, False)})
    shooter = model(Facts({"size": "mittel"}), rules, at=(20.0, MIDDLE))
    victim = model(target, rules, "B1", at=(50.0, MIDDLE))
    other = model(friend, rules, "B2")
    apart = (rules.base_diameter[victim.card.size] + rules.base_diameter[other.card.size]) / 2
    other.x, other.y = victim.x - apart, MIDDLE
    cover = cover_against(state(rules, shooter, victim, other), shooter, victim)
    return {
        "fk_malus": rules.cover_malus[cover.level],
        "armour_bonus": rules.cover_armour[cover.touched],
        "cover": cover.level,
    }


def shield(case: Case) -> Answers:
    f = case.facts
    attack, role = f.get("attack", word, "ranged"), f.get("role", word, "defender")
    faces = shield_faces(f.get("facing_deg", number, 0), f.get("shooter_bearing_deg", number, 0))
    defends = role == "defender"
    armour = faces if attack == "ranged" else defends
    return {"armour_bonus_applies": armour, "nk_bonus_applies": attack == "melee" and defends}


# -- melee


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
        from_hiding=att.get("hidden", flag, False),
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


# -- reconnaissance and camouflage


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


# -- whole exchanges


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
    """A shot, step by step as in play: pay, tests, dodge, FK roll, scatter or hit."""
    rules, f = rules_of(case), case.facts
    role = "thrower" if "thrower" in f else "shooter"
    own = f.part(role)
    weapon = weapon_of(own.part("weapon"))
    shooter = model(own, rules, weapons=[weapon])
    part = f.part("target")
    target = model(part, rules, "B1")
    target.defence = part.get("verteidigung", flag, False)
    mode = f.get("action", MODE, NORMAL)
    distance = f.get("distance", number, f.get("aim_distance", number, FAR))
    band, bands = range_of(rules, weapon, shooter.card.ko)
    at = case_table(f, {0: f.get("attacker_uses", listed(word), []), 1: f.get("defender_uses", listed(word), [])})
    s = state(rules, shooter, target)
    aims_at_model = "target" in f
    size = size_when(target.card.size, target.prone) if aims_at_model else None
    shot = Shot(
        mode,
        distance,
        band,
        bands,
        size,
        f.get("cover", whole, 0),
        weapon.unwieldy,
        f.get("target_fast", flag, False),
        f.get("indirect", flag, False),
        f.get("spotted_by_friend", flag, False),
        f.get("shots", whole, 1),
    )
    if f.get("action", word, "") == "burst" and "shots" not in f:
        shot.shots = weapon.burst + 1  # all at the one target
    touched = f.get("touched_cover", whole, 0)
    inside = range_malus(rules, band, bands, distance, mode == AIMED)[1]
    pay(s, shooter, shot_cost(rules, shooter.card.type, weapon, mode))
    used_weapon(shooter, weapon)
    if aims_at_model:
        targeted(s, at, target, shot=True)
        if "dodge_target" in at.dice:
            shot.dodged = dodge(s, at, shooter, target)
    test = fk_roll(s, at, shooter, shot, area=bool(weapon.radius))
    off = 0 if test.success or test.die is None else scatter_distance(rules, test.die, test.target, distance)
    found = None
    if test.success and aims_at_model:
        hit = weapon_hit(s, weapon, shooter, rules.burst_shot_bonus * (shot.shots - 1))
        hit.cover, hit.indirect = touched, shot.indirect
        found = resolve_hit(s, at, target, hit)
    return {
        **after_hit(target, found, at),
        f"{role}_ap": shooter.ap,
        f"{role}_tp": shooter.tp[0],
        "target_ap": target.ap,
        "target_tp": target.tp[0],
        "fk_target": test.target if inside else None,
        "in_range": inside,
        "hit": test.success,
        "scatter": off,
        "uses_left": shooter.uses[0],
        "reload_marker": bool(shooter.reloading),
        "dodge_totals": at.totals("AGI"),
        "dodged": shot.dodged,
    }


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
    "fk_target": fk_target,
    "shot": shot_kind,
    "shot_with_rerolls": shot_with_rerolls,
    "dodge": dodge_kind,
    "reaction_fire": reaction_fire,
    "burst": burst,
    "scatter": scatter,
    "template": template,
    "partial_damage": partial_damage_kind,
    "structure_damage": structure_damage_kind,
    "wound": wound,
    "friend_cover": friend_cover,
    "shield": shield,
    "melee": melee,
    "melee_bonus": melee_bonus,
    "recon": recon,
    "camouflage_sequence": camouflage_sequence,
    "scenario": scenario,
    "sequence": sequence,
}
