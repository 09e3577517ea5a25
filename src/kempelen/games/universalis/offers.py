"""What is offered in an initiative phase: a list to choose from, made only when somebody reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from kempelen.games.universalis.actions import (
    END,
    Attack,
    Charge,
    Disengage,
    Drop,
    Handle,
    Jump,
    Move,
    Power,
    Reconnoitre,
    Reload,
    Shoot,
    Simple,
    Turn,
    Use,
    simple,
)
from kempelen.games.universalis.candidates import charge_ends, climbs, disengage_ends, drops, jumps, moves
from kempelen.games.universalis.cards import Weapon
from kempelen.games.universalis.drones import can_pay, purse
from kempelen.games.universalis.equipment import TOUCH, why_not_handle, why_not_item
from kempelen.games.universalis.fighting import melee_weapons, usable
from kempelen.games.universalis.legal import (
    end_problem,
    enters,
    forced_move,
    immobile,
    model_of,
    serves,
    why_not_simple,
)
from kempelen.games.universalis.melee import attack_cost
from kempelen.games.universalis.missions import mission_of
from kempelen.games.universalis.movement import move_cost
from kempelen.games.universalis.powers import why_not_power
from kempelen.games.universalis.ranged import AIMED, NORMAL, SNAP, range_malus, shot_cost, weapon_range
from kempelen.games.universalis.sight import perceives, sees_model
from kempelen.games.universalis.state import BOUND, Model, State
from kempelen.games.universalis.terms import FLIGHT, STATIONARY
from kempelen.games.universalis.traits import trait_problem
from kempelen.games.universalis.values import distance, gk, in_contact, in_melee, radius

__all__ = ["options"]


def options(s: State) -> list[Any]:
    """What is offered in the running phase. Who is bound to a threat must attack it if he can (R048, G39)."""
    found: list[Any] = []
    for n in s.active:
        m = s.models[n]
        if m.standing and m.burning is None and not m.panic:
            found += _offers(s, m)
    if s.duty == BOUND:
        found = [action for action in found if serves(s, model_of(s, action.label) or s.models[s.active[0]], action)]
        attacks = [action for action in found if isinstance(action, Attack | Charge | Shoot | Power)]
        if attacks:
            return attacks
    found.append(END)
    return found


def _offers(s: State, m: Model) -> Iterator[Any]:
    if in_melee(s, m):
        yield from _melee_offers(s, m)
        return
    if m.card.going == FLIGHT and not m.first_done:
        forced = forced_move(s, m)
        if forced is not None and can_pay(s, m, s.rules.move_ap):
            yield forced
            return
    label, ap, rules = m.label, purse(s, m), s.rules
    if ap > 0:
        yield from _move_offers(s, m)
        yield from _shot_offers(s, m, ap)
        yield from _charge_offers(s, m, ap)
        yield simple(label, "stand_up") if m.prone else simple(label, "lie_down")
        if ap >= rules.defence_ap and not m.defence:
            yield simple(label, "defend")
        if m.reloading:
            for n, weapon in enumerate(m.weapons):
                if m.reloading >> n & 1 and ap >= weapon.wk:
                    yield Reload(label, weapon.id)
        yield from _recon_offers(s, m, ap)
        yield from _thing_offers(s, m, ap)
    if m.card.shield_armour or m.card.going == FLIGHT:
        for degrees in (0, 90, 180, 270):
            if degrees != m.facing and m.legs < 2:
                yield Turn(label, degrees)
    if m.card.powers and rules.powers:
        yield from _power_offers(s, m)


def _melee_offers(s: State, m: Model) -> Iterator[Any]:
    """R264."""
    ap, rules = purse(s, m), s.rules
    touching = [o for o in s.enemies(m.seat) if in_contact(s, m, o)]
    for weapon in melee_weapons(m):
        for o in touching:
            if not o.hidden:
                if ap >= attack_cost(rules, m.card.type, weapon, "attack"):
                    yield Attack(m.label, o.label, weapon.id)
                if ap >= attack_cost(rules, m.card.type, weapon, "reckless_attack"):
                    yield Attack(m.label, o.label, weapon.id, True)
    if m.card.levels.get("gun_kata"):
        yield from _shot_offers(s, m, ap, only_class_one=True)
    if s.duty != BOUND and ap >= move_cost(rules, m.prone, disengage=True) and immobile(m) is None:
        for end in disengage_ends(s, m):
            yield Disengage(m.label, (end,))
    if m.card.powers and rules.powers:
        yield from _power_offers(s, m)


def _move_offers(s: State, m: Model) -> Iterator[Any]:
    ends = moves(s, m)
    for end in ends:
        yield Move(m.label, (end,))
    if s.board.stands:
        for end, _ in climbs(s, m):
            if end not in ends and end_problem(s, m, *end) is None and enters(s, m, *end) is None:
                ends.append(end)
                yield Move(m.label, (end,))
        for end in drops(s, m):
            if end_problem(s, m, *end) is None:
                yield Drop(m.label, (end,))
    if (m.z > 0.0 or m.ran_up) and purse(s, m) >= s.rules.jump_ap:
        for end in jumps(s, m):
            yield Jump(m.label, (end,))
    if mission_of(s, m.seat).kind == "leave" and why_not_simple(s, m, Simple(m.label, "leave")) is None:
        yield simple(m.label, "leave")


def _shot_offers(s: State, m: Model, ap: int, only_class_one: bool = False) -> Iterator[Any]:
    rules = s.rules
    seen: dict[int, bool] = {}
    targets: list[tuple[Model, float]] | None = None
    for n, weapon in enumerate(m.weapons):
        if not weapon.ranged or usable(m, n) is not None or (only_class_one and weapon.wk > 1):
            continue
        if not only_class_one and ap >= rules.ready_ap and weapon.wk <= rules.ready_most_wk and not weapon.thrown:
            if m.ready != n:
                yield Reload(m.label, weapon.id, True)
        modes = [mode for mode in (SNAP, NORMAL, AIMED) if ap >= shot_cost(rules, m.card.type, weapon, mode)]
        if not modes:
            continue
        if targets is None:
            targets = [(o, distance(s, m, o)) for o in s.enemies(m.seat) if not o.hidden]
            if not rules.shots_into_melee:
                targets = [(o, gap) for o, gap in targets if not in_melee(s, o)]
        band, bands = weapon_range(s, m, weapon)
        shots = weapon.burst + 1
        for o, gap in targets:
            for mode in modes:
                if not range_malus(rules, band, bands, gap, mode == AIMED)[1]:
                    continue
                if not weapon.indirect:
                    if o.index not in seen:
                        seen[o.index] = sees_model(s, m, o)
                    if not seen[o.index]:
                        break
                yield Shoot(m.label, mode, weapon.id, ((o.label, 1 if mode == AIMED else shots),))
        if shots > 1:
            yield from _split_bursts(s, m, weapon, targets, seen, modes)


def _split_bursts(
    s: State,
    m: Model,
    weapon: Weapon,
    targets: Sequence[tuple[Model, float]],
    seen: Mapping[int, bool],
    modes: Sequence[str],
) -> Iterator[Any]:
    """A burst shared by two neighbours."""
    band, bands = weapon_range(s, m, weapon)
    reached = [o for o, gap in targets if seen.get(o.index) and gap <= band * bands]
    for one in reached:
        for other in reached:
            if one is not other and NORMAL in modes and distance(s, one, other) <= s.rules.burst_gap:
                half = (weapon.burst + 1) // 2
                shared = ((one.label, weapon.burst + 1 - half), (other.label, half))
                yield Shoot(m.label, NORMAL, weapon.id, shared)


def _charge_offers(s: State, m: Model, ap: int) -> Iterator[Any]:
    """Every enemy that can be reached with one move."""
    if m.prone or m.legs or m.card.going == STATIONARY:
        return
    weapons = [w for w in melee_weapons(m) if ap >= attack_cost(s.rules, m.card.type, w, "charge")]
    if not weapons:
        return
    reach = gk(s, m) + s.rules.contact
    for o in s.enemies(m.seat):
        if not o.hidden and distance(s, m, o) <= reach:
            for end in charge_ends(s, m, o):
                if end_problem(s, m, *end, charge=True) is None and enters(s, m, *end) is None:
                    for weapon in weapons:
                        yield Charge(m.label, o.label, weapon.id, (end,))


def _recon_offers(s: State, m: Model, ap: int) -> Iterator[Any]:
    cost = s.rules.reconnoitre_ap
    if ap < cost:
        return
    for o in s.enemies(m.seat):
        if o.hidden and perceives(s, m, o):
            for extra in range(min(3, ap - cost) + 1):
                yield Reconnoitre(m.label, o.label, extra)


def _thing_offers(s: State, m: Model, ap: int) -> Iterator[Any]:
    """Equipment, traits, doors and objects."""
    card = m.card
    for item in card.items:
        if item.ap is not None and ap >= item.ap:
            for o in s.friends(m.seat) if item.heal else (m,):
                if why_not_item(s, m, item.id, o) is None:
                    yield Use(m.label, item.id, "" if o is m else o.label)
    for n, trait in enumerate(card.traits):
        if not trait_problem(m, n) and ap >= (trait.ap or 0):
            yield Use(m.label, trait.id, "", True)
    if ap < s.rules.interact_ap:
        return
    for n in range(s.board.doors):
        if why_not_handle(s, m, Handle(m.label, "open", n)) is None:
            yield Handle(m.label, "open", n)
    for n, thing in enumerate(s.objects):
        if thing.carrier < 0:
            near = hypot(thing.x - m.x, thing.y - m.y) <= radius(s, m) + TOUCH
            if near and why_not_handle(s, m, Handle(m.label, "take", n)) is None:
                yield Handle(m.label, "take", n)
        elif thing.carrier == m.index:
            yield Handle(m.label, "put", n)
            for o in s.friends(m.seat):
                if o is not m and why_not_handle(s, m, Handle(m.label, "give", n, o.label)) is None:
                    yield Handle(m.label, "give", n, o.label)


def _power_offers(s: State, m: Model) -> Iterator[Any]:
    for power in m.card.powers:
        for verb, targets in (("power", s.enemies(m.seat)), ("end_power", [m]), ("dispel", s.enemies(m.seat))):
            if verb == "power" and power.lasting:
                targets = [m]
            for o in targets:
                names = [p.id for p in o.card.powers] if verb == "dispel" else [power.id]
                for name in names:
                    order = Power(m.label, verb, name, "" if o is m else o.label)
                    if why_not_power(s, m, order) is None:
                        yield order
