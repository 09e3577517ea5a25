"""What is offered in an initiative phase: a list to choose from, made only when somebody reads it.

Everything on it is allowed by `legal.why_not`; a player may also name other places and targets.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from math import hypot
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
    Power,
    Reconnoitre,
    Reload,
    Shoot,
    Simple,
    Turn,
    Use,
    simple,
)
from kempelen.games.universalis.rules.choices import REACT_AGAIN
from kempelen.games.universalis.rules.combat.melee_actions import melee_weapons, usable
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    SNAP,
    max_range,
    shot_cost,
    weapon_range,
)
from kempelen.games.universalis.rules.combat.threats import serves
from kempelen.games.universalis.rules.duty import attacks_now
from kempelen.games.universalis.rules.legal import end_problem, enters, forced_move, immobile, model_of, why_not_simple
from kempelen.games.universalis.rules.missions import mission_of
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import distance, in_contact, in_melee, radius
from kempelen.games.universalis.rules.models.drones import can_pay, purse
from kempelen.games.universalis.rules.models.equipment import TOUCH, why_not_handle, why_not_item
from kempelen.games.universalis.rules.models.powers import why_not_power
from kempelen.games.universalis.rules.models.traits import trait_problem
from kempelen.games.universalis.rules.movement.approaches import approaches, charge_ways
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.places import (
    climbs,
    climbs_across,
    disengage_ends,
    drops,
    jumps,
    moves,
)
from kempelen.games.universalis.rules.state import BOUND, SPENT, Model, State
from kempelen.games.universalis.rules.table.sight import perceives, sees_model
from kempelen.games.universalis.rules.terms import FLIGHT

__all__ = ["options"]

Offers = list[Any]
_shoot = cache(Shoot)
_attack = cache(Attack)
_reload = cache(Reload)


def options(s: State) -> Offers:
    """What is offered in the running phase. Who is bound to a threat must attack it if he can (R048, G39)."""
    found: Offers = []
    for n in s.active:
        m = s.models[n]
        if m.standing and m.burning is None and not m.panic:
            _offers(s, m, found)
    if s.duty == BOUND and s.threats:
        found = [action for action in found if serves(s, model_of(s, action.label) or s.models[s.active[0]], action)]
        attacks = [action for action in found if isinstance(action, Attack | Charge | Shoot | Power)]
        if not attacks:  # a template beside somebody who is not seen is not on the usual list
            attacks = list(islice((action for n in s.active for action in attacks_now(s, s.models[n])), 6))
        if attacks:
            return attacks
    if s.hold[s.models[s.active[0]].seat]:
        found.append(REACT_AGAIN)
    found.append(END)
    return found


def _offers(s: State, m: Model, found: Offers) -> None:
    if in_melee(s, m):
        _melee_offers(s, m, found)
        return
    if m.card.going == FLIGHT and not m.first_done:
        forced = forced_move(s, m)
        if forced is not None and can_pay(s, m, s.rules.move_ap):
            found.append(forced)
            return
    label, ap, rules = m.label, purse(s, m), s.rules
    if ap > 0:
        enemies = [(o, distance(s, m, o)) for o in s.enemies(m.seat)]
        _move_offers(s, m, found)
        _shot_offers(s, m, ap, enemies, found)
        _charge_offers(s, m, ap, found)
        found.append(simple(label, "stand_up" if m.prone else "lie_down"))
        if ap >= rules.defence_ap and not m.defence:
            found.append(simple(label, "defend"))
        if m.reloading:
            for n, weapon in enumerate(m.weapons):
                if m.reloading >> n & 1 and ap >= weapon.wk:
                    found.append(_reload(label, weapon.id))
        if ap >= rules.reconnoitre_ap:
            _recon_offers(s, m, ap, enemies, found)
        _thing_offers(s, m, ap, found)
    _use_offers(s, m, ap, found)
    _turn_offers(m, found)
    if rules.powers and (m.card.powers or m.card.disciplines):
        _power_offers(s, m, found)


def _melee_offers(s: State, m: Model, found: Offers) -> None:
    """R264."""
    ap, rules = purse(s, m), s.rules
    touching = [o for o in s.enemies(m.seat) if in_contact(s, m, o)]
    for weapon in melee_weapons(m):
        for o in touching:
            if not o.hidden:
                if ap >= attack_cost(rules, m.card.type, weapon, "attack"):
                    found.append(_attack(m.label, o.label, weapon.id))
                if ap >= attack_cost(rules, m.card.type, weapon, "reckless_attack"):
                    found.append(_attack(m.label, o.label, weapon.id, True))
    if m.card.levels.get("gun_kata"):
        enemies = [(o, distance(s, m, o)) for o in s.enemies(m.seat)]
        _shot_offers(s, m, ap, enemies, found, only_class_one=True)
    if s.duty not in (BOUND, SPENT) and ap >= move_cost(rules, m.prone, disengage=True) and immobile(m) is None:
        found += [Disengage(m.label, (end,)) for end in disengage_ends(s, m)]
    _use_offers(s, m, ap, found, free_only=True)
    if rules.powers and (m.card.powers or m.card.disciplines):
        _power_offers(s, m, found)


def _move_offers(s: State, m: Model, found: Offers) -> None:
    label = m.label
    ends = moves(s, m)
    for end in ends:
        found.append(Move(label, (end,)))
    for end in (*climbs_across(s, m), *(end for end, _ in climbs(s, m))):
        if end not in ends and end_problem(s, m, *end) is None and enters(s, m, end) is None:
            ends.append(end)
            found.append(Move(label, (end,)))
    for way in approaches(s, m):
        if way[-1] not in ends:
            ends.append(way[-1])
            found.append(Move(label, way))
    if m.z > 0.0:
        found += [Drop(label, (end,)) for end in drops(s, m) if end_problem(s, m, *end) is None]
    if (m.z > 0.0 or m.ran_up) and purse(s, m) >= s.rules.jump_ap:
        found += [Jump(label, (end,)) for end in jumps(s, m)]
    if mission_of(s, m.seat).kind == "leave" and why_not_simple(s, m, Simple(label, "leave")) is None:
        found.append(simple(label, "leave"))


def _shot_offers(
    s: State, m: Model, ap: int, enemies: list[tuple[Model, float]], found: Offers, only_class_one: bool = False
) -> None:
    rules = s.rules
    seen: dict[int, bool] = {}
    targets = [(o, gap) for o, gap in enemies if not o.hidden]
    if not rules.shots_into_melee:
        targets = [(o, gap) for o, gap in targets if not in_melee(s, o)]
    for n, weapon in enumerate(m.weapons):
        if not weapon.ranged or usable(m, n) is not None or (only_class_one and weapon.wk > 1):
            continue
        if not only_class_one and ap >= rules.ready_ap and weapon.wk <= rules.ready_most_wk and not weapon.thrown:
            if m.ready != n:
                found.append(_reload(m.label, weapon.id, True))
        modes = [mode for mode in (SNAP, NORMAL, AIMED) if ap >= shot_cost(rules, m.card.type, weapon, mode)]
        if not modes:
            continue
        band, bands = weapon_range(s, m, weapon)
        shots = weapon.burst + 1
        most = max_range(rules, band, bands)
        farthest = max_range(rules, band, bands, True) if AIMED in modes else most
        for o, gap in targets:
            if gap > farthest:
                continue
            if not weapon.indirect:
                if o.index not in seen:
                    seen[o.index] = sees_model(s, m, o)
                if not seen[o.index]:
                    continue
            for mode in modes:
                if gap <= most or mode == AIMED:
                    found.append(_shoot(m.label, mode, weapon.id, ((o.label, 1 if mode == AIMED else shots),)))
        if shots > 1 and NORMAL in modes:
            reached = [o for o, gap in targets if seen.get(o.index) and gap <= most]
            _split_bursts(s, m, weapon, reached, found)


MOST_SPLITS = 12


def _split_bursts(s: State, m: Model, weapon: Weapon, reached: list[Model], found: Offers) -> None:
    """A burst shared by neighbours, each within 3 cm of the one before (R253): two, then three, as many as it has."""
    shots = weapon.burst + 1
    chains = [[one] for one in reached]
    offered = 0
    for length in range(2, shots + 1):
        chains = [
            [*chain, other]
            for chain in chains
            for other in reached
            if other not in chain and distance(s, chain[-1], other) <= s.rules.burst_gap + 1e-9
        ][:MOST_SPLITS]
        for chain in chains:
            if offered < 2 * MOST_SPLITS:
                offered += 1
                shared = tuple((o.label, (shots + length - 1 - n) // length) for n, o in enumerate(chain))
                found.append(_shoot(m.label, NORMAL, weapon.id, shared))


def _charge_offers(s: State, m: Model, ap: int, found: Offers) -> None:
    """Every enemy that can be reached with one move."""
    if m.prone:
        return
    weapons = [w for w in melee_weapons(m) if ap >= attack_cost(s.rules, m.card.type, w, "charge")]
    for o in s.enemies(m.seat) if weapons else ():
        for way, test in charge_ways(s, m, o):
            found += [Charge(m.label, o.label, weapon.id, way, test) for weapon in weapons]


def _recon_offers(s: State, m: Model, ap: int, enemies: list[tuple[Model, float]], found: Offers) -> None:
    for o, _ in enemies:
        if o.hidden and perceives(s, m, o):
            most = min(3, ap - s.rules.reconnoitre_ap)
            found += [Reconnoitre(m.label, o.label, extra) for extra in range(most + 1)]


def _use_offers(s: State, m: Model, ap: int, found: Offers, free_only: bool = False) -> None:
    """Equipment and traits; those without AP cost at any time (R027, R301)."""
    for item in m.card.items:
        if not item.passive and ap >= (item.ap or 0) and not (free_only and item.ap is not None):
            for o in s.friends(m.seat) if item.heal else (m,):
                if why_not_item(s, m, item.id, o) is None:
                    found.append(Use(m.label, item.id, "" if o is m else o.label))
    for n, trait in enumerate(m.card.traits):
        if not trait_problem(m, n) and ap >= (trait.ap or 0) and not (free_only and trait.ap is not None):
            found.append(Use(m.label, trait.id, "", True))


def free_offers(s: State, m: Model) -> Offers:
    """What still makes sense without AP: equipment and traits that cost none, and turning for those who look somewhere
    (R027, R097, R301)."""
    found: Offers = []
    _use_offers(s, m, 0, found, free_only=True)
    if not in_melee(s, m):
        _turn_offers(m, found)
    return found


def _turn_offers(m: Model, found: Offers) -> None:
    """Facing matters for shields and for flyers (R091, R218); who names another direction may turn to it (R097)."""
    if (m.card.shield_armour or m.card.going == FLIGHT) and m.legs < 2:
        found += [Turn(m.label, degrees) for degrees in (0, 90, 180, 270) if degrees != m.facing]


def _thing_offers(s: State, m: Model, ap: int, found: Offers) -> None:
    """Doors and objects."""
    label = m.label
    if ap < s.rules.interact_ap:
        return
    for door in s.board.door_pieces:
        left, low, right, high = door.box
        if left - 4.0 < m.x < right + 4.0 and low - 4.0 < m.y < high + 4.0:
            order = Handle(label, "open", door.door)
            if why_not_handle(s, m, order) is None:
                found.append(order)
    for n, thing in enumerate(s.objects):
        if thing.carrier < 0:
            near = hypot(thing.x - m.x, thing.y - m.y) <= radius(s, m) + TOUCH
            if near and why_not_handle(s, m, Handle(label, "take", n)) is None:
                found.append(Handle(label, "take", n))
        elif thing.carrier == m.index:
            found.append(Handle(label, "put", n))
            for o in s.friends(m.seat):
                if o is not m and why_not_handle(s, m, Handle(label, "give", n, o.label)) is None:
                    found.append(Handle(label, "give", n, o.label))


def _power_offers(s: State, m: Model, found: Offers) -> None:
    enemies = s.enemies(m.seat)
    orders = []
    for power in m.card.powers:
        targets = [m] if power.lasting else enemies
        orders += [Power(m.label, "power", power.id, "" if o is m else o.label) for o in targets]
        orders.append(Power(m.label, "end_power", power.id))
    orders += [Power(m.label, "dispel", power.id, o.label) for o in enemies for power in o.card.powers]
    found += [order for order in orders if why_not_power(s, m, order) is None]
