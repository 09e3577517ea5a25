"""The duty to attack a direct threat: can it be met now, can it be prepared, has it lapsed (R048, R327, G39)?

Judged by the rules: every weapon, way of shooting, place on the enemy's base and power is tried, not what happens to be
offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from math import ceil, cos, hypot, pi, sin
from typing import Any

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.actions import Attack, Charge, Move, Power, Shoot
from kempelen.games.universalis.rules.combat.melee_actions import melee_weapons, usable
from kempelen.games.universalis.rules.combat.ranged_numbers import AIMED, NORMAL, SNAP
from kempelen.games.universalis.rules.combat.threats import serves
from kempelen.games.universalis.rules.events import Threatened
from kempelen.games.universalis.rules.legal import end_problem, why_not
from kempelen.games.universalis.rules.models.current import gk, in_contact, in_melee
from kempelen.games.universalis.rules.models.drones import can_pay, pay, purse
from kempelen.games.universalis.rules.movement.approaches import charge_ways, up_to
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.routing import CELL, distances_from
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.state import BOUND, SPENT, Model, State
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.games.universalis.rules.terms import STATIONARY

__all__ = ["attacks_now", "can_attack", "can_prepare", "lapse", "must_attack"]


def must_attack(s: State) -> bool:
    """Somebody who acts is bound to a threat and could attack it now (R048): the phase cannot be ended yet."""
    return s.duty == BOUND and any(can_attack(s, s.models[n]) for n in s.active)


def lapse(s: State, table: Table, drones_too: bool = True) -> None:
    """Without any attack or way to prepare one the duty lapses (G39).

    A drone that has struck for a controller who cannot need not do so twice (R327).
    """
    if s.duty != BOUND:
        return
    models = [s.models[n] for n in (s.active if drones_too else s.active[:1])]
    if not any(can_attack(s, m) or can_prepare(s, m) for m in models):
        s.duty = SPENT
        table.tell(Threatened, s.models[s.active[0]].name, "lapsed")


def can_attack(s: State, m: Model) -> bool:
    """Some attack on a direct threat is allowed now."""
    return any(True for _ in attacks_now(s, m))


def attacks_now(s: State, m: Model) -> Iterator[Any]:
    """Attacks on direct threats that are allowed now; at least one, if there is any at all."""
    for n in s.threats:
        yield from (action for action in _attacks(s, m, s.models[n]) if why_not(s, action) is None)


def _attacks(s: State, m: Model, o: Model) -> Iterator[Any]:
    """Everything a model might do against an enemy, the simplest first; not all of it is allowed."""
    if not o.standing or not m.standing:
        return
    weapons = melee_weapons(m)
    if in_contact(s, m, o):
        yield from (Attack(m.label, o.label, weapon.id) for weapon in weapons)
    for n, weapon in enumerate(m.weapons):
        if weapon.ranged and usable(m, n) is None:
            yield from (Shoot(m.label, mode, weapon.id, ((o.label, 1),)) for mode in (SNAP, NORMAL, AIMED))
    for power in m.card.powers:
        yield Power(m.label, "power", power.id, o.label)
    if not in_contact(s, m, o) and not in_melee(s, m) and not m.prone and weapons:
        cheapest = min(weapons, key=lambda weapon: weapon.wk)
        for way, test in charge_ways(s, m, o):
            yield Charge(m.label, o.label, cheapest.id, way, test)
    for n, weapon in enumerate(m.weapons):
        if weapon.ranged and weapon.radius and usable(m, n) is None:
            yield from _templates(m, o, weapon.id, weapon.radius)


def _templates(m: Model, o: Model, weapon: str, radius: float) -> Iterator[Shoot]:
    """A template beside an enemy who is not seen may cover him all the same (R256)."""
    for share in (0.0, 0.5, 0.95):
        for n in range(16):
            far, angle = share * (radius + o.r), n * pi / 8
            point = (round(o.x + far * cos(angle), 2), round(o.y + far * sin(angle), 2))
            yield from (Shoot(m.label, mode, weapon, (), point) for mode in (SNAP, NORMAL, AIMED))


# -- preparing it


def can_prepare(s: State, m: Model) -> bool:
    """It could attack a threat after standing up, reloading or moving into reach, with the AP it has (G39)."""
    if not s.threats or not m.standing or m.burning is not None or m.panic or in_melee(s, m):
        return False
    return any(can_attack(t, t.models[m.index]) for t in _prepared(s, m))


def _prepared(s: State, m: Model) -> Iterator[State]:
    for t in _made_ready(s, m):
        if t is not s:
            yield t
        yield from _moved(t, t.models[m.index])


def _made_ready(s: State, m: Model) -> Iterator[State]:
    """As it is, stood up, with a weapon reloaded, or both."""
    standing = [s]
    if m.prone and can_pay(s, m, s.rules.stand_up_ap):
        t = _paid(s, m, s.rules.stand_up_ap)
        t.models[m.index].prone = False
        standing.append(t)
    for t in standing:
        yield t
        for n, weapon in enumerate(m.weapons):
            if m.reloading >> n & 1 and can_pay(t, t.models[m.index], weapon.wk):
                loaded = _paid(t, t.models[m.index], weapon.wk)
                loaded.models[m.index].reloading &= ~(1 << n)
                yield loaded


def _paid(s: State, m: Model, cost: int) -> State:
    """The same table a little later, to look at."""
    t = copy(s)
    t.models = [copy(o) for o in s.models]
    pay(t, t.models[m.index], cost)
    return t


def _moved(s: State, m: Model) -> Iterator[State]:
    """Where it could go that serves: up to each threat, then other places about as far as its AP allow."""
    cost, speed = move_cost(s.rules, m.prone), gk(s, m)
    most = purse(s, m) // cost
    if not most or not speed or m.legs or m.card.going == STATIONARY:
        return
    threats = [s.models[n] for n in s.threats]
    for o in threats:
        for actions in range(1, most + 1):
            way = up_to(s, m, o, actions)
            if way is not None and serves(s, m, Move(m.label, way)):
                yield _at(s, m, way[-1], actions * cost)
    from_here = distances_from(s, m)
    side = int(s.board.size / CELL)
    places: list[tuple[float, Place, int]] = []
    for n in range(side * side):
        x, y = (n % side + 0.5) * CELL, (n // side + 0.5) * CELL
        if max(abs(x - m.x), abs(y - m.y)) <= speed * most:
            actions = ceil(min(9e9, max(from_here(x, y), hypot(x - m.x, y - m.y))) / speed)
            if 0 < actions <= most:
                places.append((min(hypot(o.x - x, o.y - y) for o in threats), (x, y, 0.0), actions))
    for _, place, actions in sorted(places):
        if stand_problem(s, m, *place) is None and end_problem(s, m, *place) is None:
            if serves(s, m, Move(m.label, (place,))):
                yield _at(s, m, place, actions * cost)


def _at(s: State, m: Model, place: Place, cost: int) -> State:
    t = _paid(s, m, cost)
    t.models[m.index].x, t.models[m.index].y, t.models[m.index].z = place
    return t
