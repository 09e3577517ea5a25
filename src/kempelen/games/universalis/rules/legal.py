"""What may be done in an initiative phase, and why something may not (R081 to R083, R264).

This is the law; `offers` lists what is worth offering, and whoever names another place or target is checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Any

from kempelen.games.universalis.rules.actions import (
    END,
    Attack,
    Charge,
    Disengage,
    Drop,
    Handle,
    Jump,
    Move,
    Order,
    Power,
    Reconnoitre,
    Reload,
    Shoot,
    Simple,
    Turn,
    Use,
)
from kempelen.games.universalis.rules.combat.melee_actions import can_be_ready, usable, weapon_index
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.ranged_actions import why_not_point, why_not_target
from kempelen.games.universalis.rules.combat.ranged_numbers import AIMED, shot_cost
from kempelen.games.universalis.rules.combat.threats import serves
from kempelen.games.universalis.rules.missions import edge_gap, far_edge, mission_of
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import distance, gk, in_contact, in_melee
from kempelen.games.universalis.rules.models.drones import can_pay, purse
from kempelen.games.universalis.rules.models.equipment import is_free, item_index, why_not_handle, why_not_item
from kempelen.games.universalis.rules.models.powers import why_not_power
from kempelen.games.universalis.rules.models.traits import trait_index, trait_problem
from kempelen.games.universalis.rules.movement.free_run import free_run
from kempelen.games.universalis.rules.movement.halves import laid
from kempelen.games.universalis.rules.movement.movement_numbers import is_full_move, move_cost
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.state import BOUND, SPENT, Model, State
from kempelen.games.universalis.rules.table.camouflage import reconnoitre_cost
from kempelen.games.universalis.rules.table.sight import perceives
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, jump_range
from kempelen.games.universalis.rules.terms import COLOSSUS, FLIGHT, STATIONARY
from kempelen.geometry import chord
from kempelen.text.say import Text

__all__ = [
    "MELEE_ACTIONS",
    "end_problem",
    "enters",
    "forced_move",
    "model_of",
    "why_not",
    "why_not_act",
    "why_not_enter",
]

MELEE_ACTIONS = frozenset({"attack", "reckless_attack", "disengage", "use_power", "no_action"})
"""All that may be done in a melee (R264, G53), and what is no action at all."""


def model_of(s: State, label: str) -> Model | None:
    return next((m for m in s.models if m.label == label), None)


# -- the law


def why_not(s: State, action: Any) -> Text | None:
    """Why an action is not allowed in the running initiative phase; None if it is."""
    if action is END:
        return None
    if not isinstance(action, Order) or type(action) not in _CHECKS:
        return Text("universalis.no.not_now")
    m = model_of(s, action.label)
    if m is None or m.index not in s.active:
        return Text("universalis.no.not_active", who=action.label)
    problem = why_not_act(s, m, "no_action" if is_free(m, action) else action.kind)
    if problem is None:
        problem = _CHECKS[type(action)](s, m, action)
    # A drone that fails to break away has no threat of its own to fight (R326).
    if problem is None and s.duty == BOUND and s.threats and not serves(s, m, action) and not is_free(m, action):
        return Text("universalis.no.threat", whom=s.models[s.threats[0]].name)
    return problem


def why_not_act(s: State, m: Model, kind: str) -> Text | None:
    """What keeps a model from any such action: its state (R175, R177, R191), a melee (R264), a flyer's first move."""
    if not m.standing:
        return Text("universalis.no.out")
    if m.burning is not None:
        return Text("universalis.no.burning")
    if m.panic:
        return Text("universalis.no.panic")
    if kind not in MELEE_ACTIONS and in_melee(s, m) and not _gun_kata(m, kind):
        return Text("universalis.no.in_melee")
    if m.card.going == FLIGHT and not m.first_done and kind not in ("normal_move", "no_action") and not in_melee(s, m):
        return Text("universalis.no.flyer_first")
    return None


def _gun_kata(m: Model, kind: str) -> bool:
    return bool(m.card.levels.get("gun_kata")) and kind in ("normal_shot", "aimed", "snap_shot", "reload")


def _ap(s: State, m: Model, cost: int) -> Text | None:
    """R083."""
    return None if can_pay(s, m, cost) else Text("universalis.no.ap", ap=cost, has=purse(s, m))


def immobile(m: Model) -> Text | None:
    """Stationary models never move (R095), nor does a colossus without legs (R317)."""
    if m.card.going == STATIONARY:
        return Text("universalis.no.stationary")
    return Text("universalis.no.legs") if m.legs else None


def end_problem(s: State, m: Model, x: float, y: float, z: float, charge: bool = False) -> Text | None:
    """3 cm from every enemy at the end (R099, G38), also across levels (G65).

    A charge that ends in contact keeps no distance from anybody (R101, G55): it attacks whom it touches. Contact with a
    camouflaged enemy alone does not count (R284, K05).
    """
    r, rules, seat = m.r, s.rules, m.seat
    wide = max(rules.enemy_distance, rules.contact) + r
    near: Model | None = None
    for o in s.models:
        reach = wide + o.r
        if not (-reach <= o.x - x <= reach and -reach <= o.y - y <= reach):
            continue
        if o.seat == seat or not o.standing:
            continue
        flat, rise = max(0.0, hypot(o.x - x, o.y - y) - r - o.r), abs(o.z - z)
        if charge and flat <= rules.contact + 1e-9 and rise <= rules.contact_level and not o.hidden:
            return None
        if near is None and hypot(flat, rise) < rules.enemy_distance - 1e-9:
            near = o
    return None if near is None else Text("universalis.no.too_near", whom=near.name, cm=rules.enemy_distance)


def why_not_enter(m: Model) -> Text | None:
    """Colossi neither enter normal buildings nor use their doors (R307)."""
    return Text("universalis.no.colossus_door") if m.card.type == COLOSSUS else None


def enters(s: State, m: Model, *points: Place) -> Text | None:
    """A way of a colossus that leads into a building, even if only through it (R307)."""
    if m.card.type != COLOSSUS:
        return None
    for piece in s.board.areas:
        if piece.type != "building":
            continue
        for here, there in pairwise([(m.x, m.y, m.z), *points]):
            if piece.bottom <= min(here[2], there[2]) < piece.top and any(
                chord(part.polygon, here[0], here[1], there[0], there[1]) is not None for part in piece.parts
            ):
                return why_not_enter(m)
    return None


def _why_not_move(s: State, m: Model, action: Move) -> Text | None:
    """R098, R099, R133, R134; a flyer begins with a full move straight ahead (R091)."""
    problem = immobile(m)
    if problem is not None:
        return problem
    way = survey(s, m, [(m.x, m.y, m.z), *action.points])
    if isinstance(way, Text):
        return way
    gained = s.rules.movement_test_gain if action.test else 0
    if action.test and not way.areas:
        return Text("universalis.no.no_test")
    needed = actions_needed(s, m, way, gained)
    if needed is None:
        return Text("universalis.no.stuck")
    one = isinstance(action, Disengage)
    if one and needed > 1:
        return Text("universalis.no.too_far", cm=gk(s, m))
    problem = _ap(s, m, needed * move_cost(s.rules, m.prone, one)) or end_problem(s, m, *action.points[-1])
    if problem is None:
        problem = enters(s, m, *action.points)
    if problem is None and m.card.going == FLIGHT and not m.first_done and not one:
        return None if action == forced_move(s, m) or _straight_on(s, m, action) else Text("universalis.no.flyer_first")
    return problem


def _why_not_disengage(s: State, m: Model, action: Disengage) -> Text | None:
    """Only out of a melee, and only if the threat may be ignored (R102)."""
    if not in_melee(s, m):
        return Text("universalis.no.not_in_melee")
    if s.duty in (BOUND, SPENT):
        return Text("universalis.no.threat", whom=s.models[s.threats[0]].name if s.threats else "")
    return _why_not_move(s, m, action)


def _straight_on(s: State, m: Model, action: Move) -> bool:
    """One full move in the facing direction, on the same level (R091, G33)."""
    x, y, z = action.points[-1]
    if len(action.points) > 1 or z != m.z:
        return False
    ux, uy = cos(radians(m.facing)), sin(radians(m.facing))
    along, off = (x - m.x) * ux + (y - m.y) * uy, (y - m.y) * ux - (x - m.x) * uy
    return abs(off) <= 0.02 and is_full_move(s.rules, along, gk(s, m)) and along <= gk(s, m) + 1e-9


def forced_move(s: State, m: Model) -> Move | None:
    """A flyer's first action: a full move in the facing direction, or as far as it gets (R091, G33)."""
    ux, uy = cos(radians(m.facing)), sin(radians(m.facing))
    here = (m.x, m.y, m.z)

    def allowed(place: Place) -> bool:
        off = (place[1] - m.y) * ux - (place[0] - m.x) * uy
        if abs(off) > 0.02 or hypot(place[0] - m.x, place[1] - m.y) > gk(s, m) + 1e-9:
            return False
        return isinstance(survey(s, m, [here, place]), Survey) and end_problem(s, m, *place) is None

    far = free_run(s, m, ux, uy, float(gk(s, m)), enemies_only=False) - 0.01
    while far >= 0.5:
        end = laid(m.x + ux * far, m.y + uy * far, m.z, allowed)
        if end is not None:
            return Move(m.label, (end,))
        far -= 0.5
    return None


def _why_not_jump(s: State, m: Model, action: Jump) -> Text | None:
    """R106 to R108, G37."""
    if m.prone:
        return Text("universalis.no.prone")
    problem = immobile(m) or _ap(s, m, s.rules.jump_ap)
    if problem is not None:
        return problem
    x, y, z = action.points[-1]
    reach = jump_range(s, m)
    if len(action.points) > 1 or hypot(x - m.x, y - m.y) > reach + 1e-9:
        return Text("universalis.no.too_far", cm=reach)
    if z > m.z + s.rules.jump_up:
        return Text("universalis.no.too_high")
    way = survey(s, m, [(m.x, m.y, m.z), (x, y, z)], jump=True)
    return way if isinstance(way, Text) else end_problem(s, m, x, y, z) or enters(s, m, (x, y, z))


def _why_not_drop(s: State, m: Model, action: Drop) -> Text | None:
    """G36: one move off an edge."""
    x, y, z = action.points[-1]
    problem = immobile(m) or _ap(s, m, move_cost(s.rules, m.prone))
    if problem is not None:
        return problem
    if z >= m.z or len(action.points) > 1:
        return Text("universalis.no.no_drop")
    if hypot(x - m.x, y - m.y) > gk(s, m) + 1e-9:
        return Text("universalis.no.too_far", cm=gk(s, m))
    way = survey(s, m, [(m.x, m.y, m.z), (x, y, z)], jump=True)
    return way if isinstance(way, Text) else end_problem(s, m, x, y, z) or enters(s, m, (x, y, z))


def _why_not_charge(s: State, m: Model, action: Charge) -> Text | None:
    """One move into contact; not prone, not at somebody hidden (R100, R101, R284, G55)."""
    if m.prone:
        return Text("universalis.no.prone")
    target = model_of(s, action.target)
    if target is None or target.seat == m.seat or not target.standing:
        return Text("universalis.no.target")
    if target.hidden:
        return Text("universalis.no.camouflaged", whom=target.name)
    problem = _melee_weapon(m, action.weapon) or immobile(m)
    if problem is None:
        weapon = m.weapons[weapon_index(m, action.weapon)]
        problem = _ap(s, m, attack_cost(s.rules, m.card.type, weapon, "charge"))
    if problem is not None:
        return problem
    way = survey(s, m, [(m.x, m.y, m.z), *action.points])
    if isinstance(way, Text):
        return way
    if action.test and not way.areas:
        return Text("universalis.no.no_test")
    if actions_needed(s, m, way, s.rules.movement_test_gain if action.test else 0) != 1:
        return Text("universalis.no.too_far", cm=gk(s, m))
    return end_problem(s, m, *action.points[-1], charge=True) or enters(s, m, *action.points)


def _melee_weapon(m: Model, id: str) -> Text | None:
    """R278: only weapons of range NK."""
    n = weapon_index(m, id)
    if n < 0:
        return Text("universalis.no.weapon")
    if m.weapons[n].ranged:
        return Text("universalis.no.no_melee_weapon")
    return usable(m, n)


def _ranged_weapon(m: Model, id: str) -> Text | None:
    """R234: only weapons with a range band."""
    n = weapon_index(m, id)
    if n < 0:
        return Text("universalis.no.weapon")
    if not m.weapons[n].ranged:
        return Text("universalis.no.no_ranged_weapon")
    return usable(m, n)


def _why_not_attack(s: State, m: Model, action: Attack) -> Text | None:
    """R265, R278, R284."""
    target = model_of(s, action.target)
    if target is None or target.seat == m.seat or not target.standing:
        return Text("universalis.no.target")
    if not in_contact(s, m, target):
        return Text("universalis.no.contact")
    if target.hidden:
        return Text("universalis.no.camouflaged", whom=target.name)
    problem = _melee_weapon(m, action.weapon)
    if problem is not None:
        return problem
    weapon = m.weapons[weapon_index(m, action.weapon)]
    return _ap(s, m, attack_cost(s.rules, m.card.type, weapon, action.kind))


def _why_not_shoot(s: State, m: Model, action: Shoot) -> Text | None:
    """R083, R212, R225, R234 to R240, R252, R253."""
    problem = _ranged_weapon(m, action.weapon)
    if problem is not None:
        return problem
    weapon = m.weapons[weapon_index(m, action.weapon)]
    problem = _ap(s, m, shot_cost(s.rules, m.card.type, weapon, action.mode))
    if problem is not None:
        return problem
    if in_melee(s, m) and weapon.wk > 1:
        return Text("universalis.no.in_melee")
    if action.point is not None:
        return why_not_point(s, m, weapon, action.mode, *action.point)
    named = (model_of(s, label) for label, _ in action.targets)
    targets = [target for target in named if target is not None]
    if not targets or len(targets) < len(action.targets):
        return Text("universalis.no.target")
    problem = why_not_burst(s, weapon, action, targets)
    for target in targets:
        problem = problem or why_not_target(s, m, weapon, action.mode, target)
    return problem


def why_not_burst(s: State, weapon: Weapon, action: Shoot, targets: Sequence[Model]) -> Text | None:
    """No more shots than DF + 1, not aimed, each target within 3 cm of the last, none twice (R225, R252, R253, G45)."""
    shots = sum(shots for _, shots in action.targets)
    if shots > weapon.burst + 1:
        return Text("universalis.no.burst", n=weapon.burst + 1)
    if shots > 1 and action.mode == AIMED:
        return Text("universalis.no.aimed_burst")
    if len({target.index for target in targets}) < len(targets):
        return Text("universalis.no.target_twice")
    for one, other in pairwise(targets):
        if distance(s, one, other) > s.rules.burst_gap + 1e-9:
            return Text("universalis.no.burst_gap", cm=s.rules.burst_gap)
    return None


def _why_not_reload(s: State, m: Model, action: Reload) -> Text | None:
    """Reload with a marker (R110); fire-ready with a loaded shooting weapon of class I to III (R221, G24)."""
    n = weapon_index(m, action.weapon)
    if n < 0:
        return Text("universalis.no.weapon")
    weapon = m.weapons[n]
    if not action.ready:
        if not m.reloading >> n & 1:
            return Text("universalis.no.loaded")
        return _ap(s, m, weapon.wk)
    if not can_be_ready(s.rules, weapon):
        shoots = weapon.ranged and not weapon.thrown
        return Text("universalis.no.ready_class" if shoots else "universalis.no.no_ranged_weapon")
    if m.ready == n:
        return Text("universalis.no.in_use")
    return usable(m, n) or _ap(s, m, s.rules.ready_ap)


def why_not_simple(s: State, m: Model, action: Simple) -> Text | None:
    rules = s.rules
    match action.verb:
        case "lie_down":
            return Text("universalis.no.prone") if m.prone else _ap(s, m, rules.lie_down_ap)
        case "stand_up":
            return _ap(s, m, rules.stand_up_ap) if m.prone else Text("universalis.no.not_prone")
        case "defend":
            return Text("universalis.no.in_use") if m.defence else _ap(s, m, rules.defence_ap)
    # Leaving for a mission: one more move over the far edge (K04).
    if mission_of(s, m.seat).kind != "leave":
        return Text("universalis.no.leave_mission")
    if edge_gap(s, m, far_edge(s, m.seat)) > gk(s, m) or m.z:
        return Text("universalis.no.leave_far")
    return immobile(m) or _ap(s, m, move_cost(rules, m.prone))


def _why_not_turn(s: State, m: Model, action: Turn) -> Text | None:
    """R097; a colossus whose movement zone is gone may be unable to (R317)."""
    return Text("universalis.no.legs") if m.legs >= 2 else _ap(s, m, s.rules.turn_ap)


def _why_not_reconnoitre(s: State, m: Model, action: Reconnoitre) -> Text | None:
    """A camouflaged enemy inside the perception range (R298)."""
    target = model_of(s, action.target)
    if target is None or target.seat == m.seat or not target.standing or not target.hidden:
        return Text("universalis.no.not_camouflaged")
    if not perceives(s, m, target):
        return Text("universalis.no.perception")
    return _ap(s, m, reconnoitre_cost(s.rules, action.extra))


def _why_not_use(s: State, m: Model, action: Use) -> Text | None:
    """R027, R028, R301, R302."""
    if action.trait:
        n = trait_index(m, action.thing)
        if n < 0 or trait_problem(m, n):
            return Text("universalis.no.trait")
        return _ap(s, m, m.card.traits[n].ap or 0)
    target = model_of(s, action.target) if action.target else m
    if target is None:
        return Text("universalis.no.target")
    problem = why_not_item(s, m, action.thing, target)
    return problem or _ap(s, m, m.card.items[item_index(m, action.thing)].ap or 0)


def _why_not_handle(s: State, m: Model, action: Handle) -> Text | None:
    return why_not_handle(s, m, action) or _ap(s, m, s.rules.interact_ap)


_CHECKS: Mapping[type, Callable[[State, Model, Any], Text | None]] = {
    Move: _why_not_move,
    Disengage: _why_not_disengage,
    Jump: _why_not_jump,
    Drop: _why_not_drop,
    Charge: _why_not_charge,
    Attack: _why_not_attack,
    Shoot: _why_not_shoot,
    Reload: _why_not_reload,
    Simple: why_not_simple,
    Turn: _why_not_turn,
    Reconnoitre: _why_not_reconnoitre,
    Use: _why_not_use,
    Handle: _why_not_handle,
    Power: why_not_power,
}
