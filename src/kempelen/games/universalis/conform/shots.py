"""Questions about shooting: target numbers, dodging, bursts, templates."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

from kempelen.conform import Case, Facts, among, flag, listed, number, whole, word
from kempelen.games.universalis.conform.table import (
    SIZE,
    Answers,
    beside,
    case_table,
    model,
    rules_of,
    state,
)
from kempelen.games.universalis.rules.actions import Fire, Shoot
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    Shot,
    burst_bonus,
    dodge,
    fk_reckoning,
    fk_roll,
    indirect_ceiling,
    range_malus,
    scatter_distance,
    shot_cost,
    template_overlap,
)
from kempelen.games.universalis.rules.combat.reactions import answer_movement
from kempelen.games.universalis.rules.legal import why_not_burst
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.models.printed import (
    size_when,
)
from kempelen.games.universalis.rules.movement.movement_numbers import (
    is_fast,
)
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.board import EMPTY, Board, piece
from kempelen.games.universalis.rules.terms import (
    MEDIUM,
)

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
    far = f.get("distance", number, 10.0)
    shooter = model(Facts({**values, "WN": max(6, ceil(far / 5) + 1)}), rules, weapons=[gun])
    shooter.ap = f.get("ap", whole, 6)
    shooter.ready = 0
    crosses = f.get("crosses_perception_border", flag, False)
    target = {"size": f.get("target_size", word, "mittel"), "prone": f.get("target_prone", flag, False)}
    mover = model(Facts(target), rules, "B1", at=beside(shooter, far, rules))
    mover.fast = f.get("target_fast", flag, False)
    mover.moved = f.get("already_moved", number, 0.0)
    declared = f.get("declared_move_total", number, 4.0)
    s = state(rules, shooter, mover, board=low_wall(rules, mover, f.get("cover", whole, 0)))
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


def low_wall(rules: RulesProfile, target: Model, level: int) -> Board:
    """Something just in front of the target that hides most of it and gives cover of this level."""
    if not level:
        return EMPTY
    x, top = target.x - target.r - 0.4, 0.8 * rules.height[size_when(target.card.size, target.prone)]
    corners = [(x - 0.1, target.y - 9), (x, target.y - 9), (x, target.y + 9), (x - 0.1, target.y + 9)]
    return Board("wall", [piece("wall", "", corners, 0, top, solid=True, cover=level)])


def burst(case: Case) -> Answers:
    f = case.facts
    s, m = shooter_of(f, case)
    shot, df = shot_of(f), f.get("DF", whole)
    allocation = f.get("allocation", listed(whole))
    targets = [fk_reckoning(s, m, replace(shot, shots=n, switches=k)).total for k, n in enumerate(allocation)]
    return {
        "fk_targets": targets,
        "wound_bonus": [burst_bonus(s.rules, n) for n in allocation],
        "legal": _may_burst(s, shot.mode, df, allocation),
        "shots": df + 1,
    }


def _may_burst(s: State, mode: str, df: int, allocation: list[int]) -> bool:
    """Shots divided like this at targets that stand side by side."""
    targets = [model(Facts({}), s.rules, "B1", at=(20.0 + 3 * n, 20.0)) for n in range(len(allocation))]
    for n, target in enumerate(targets):
        target.index = n
    order = Shoot("A1", mode, "gun", tuple((f"B{n + 1}", shots) for n, shots in enumerate(allocation)))
    gun = Weapon("gun", 1, band=20, bands=3, burst=df)
    return min(allocation) >= 1 and why_not_burst(s, gun, order, targets) is None


def scatter(case: Case) -> Answers:
    """A test with this target number; on a miss, how far the point moves."""
    f, rules = case.facts, rules_of(case)
    m = model(Facts({"FK": f.get("target", whole)}), rules)
    test = fk_roll(state(rules, m), case_table(f), m, Shot(), area=True)
    assert test.die is not None
    off = scatter_distance(rules, test.die, test.target, f.get("distance", number))
    return {"hit": test.success, "scatter": 0 if test.success else off}


def template(case: Case) -> Answers:
    f = case.facts
    camouflaged, seen = f.get("camouflaged", flag, False), f.get("reconnoitred", flag, False)
    hidden = camouflaged and not seen
    base = f.get("base_mm", number, 10 * rules_of(case).base_diameter[f.get("size", SIZE, MEDIUM)]) / 20
    found = template_overlap(f.get("radius", number), base, f.get("centre_distance", number), hidden)
    return {"overlap": found, "hit": found != "none"}


KINDS = {
    "fk_target": fk_target,
    "shot": shot_kind,
    "shot_with_rerolls": shot_with_rerolls,
    "range_malus": range_malus_kind,
    "indirect_ceiling": indirect_ceiling_kind,
    "dodge": dodge_kind,
    "reaction_fire": reaction_fire,
    "burst": burst,
    "scatter": scatter,
    "template": template,
}
