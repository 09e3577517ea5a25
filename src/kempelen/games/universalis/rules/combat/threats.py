"""Danger zone and direct threats (R044 to R049, R326, R327, G39)."""

from __future__ import annotations

from math import hypot
from typing import Any

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.actions import END, Attack, Charge, Disengage, Move, Power, Shoot, Turn
from kempelen.games.universalis.rules.combat.damage import passes_eh
from kempelen.games.universalis.rules.combat.melee_actions import charge_victims, melee_weapons, usable, weapon_index
from kempelen.games.universalis.rules.combat.ranged_actions import why_not_target
from kempelen.games.universalis.rules.combat.ranged_numbers import AIMED
from kempelen.games.universalis.rules.events import Threatened
from kempelen.games.universalis.rules.models.current import danger, distance, gk, in_contact
from kempelen.games.universalis.rules.models.equipment import is_free
from kempelen.games.universalis.rules.movement.ways import way_problem
from kempelen.games.universalis.rules.state import BOUND, FOUGHT, FREE, SPENT, UNTESTED, Model, State

__all__ = ["has_fought", "ignore_test", "needs_test", "serves", "threats_of"]


def threats_of(s: State, m: Model) -> list[Model]:
    """The nearest enemy in the danger zone, and all in base contact (R045, R046); drones know none (R326).

    Enemies that are out or hidden are no threat (G39). Of several at the same distance each counts: the owner chooses.
    """
    reach = danger(s, m)
    if reach is None:
        return []
    near: list[tuple[float, Model]] = []
    touching: list[Model] = []
    for o in s.models:
        if o.seat == m.seat or not o.standing or o.hidden:
            continue
        gap = distance(s, m, o)
        if in_contact(s, m, o):
            touching.append(o)
        elif gap <= reach + 1e-9:
            near.append((gap, o))
    if touching or not near:
        return touching
    nearest = min(gap for gap, _ in near)
    return [o for gap, o in near if gap <= nearest + 1e-9]


def ignore_test(s: State, table: Table, m: Model) -> bool:
    """One EH roll a phase, and one is enough (R047, R049); who fails must attack, unless he has done so (R048)."""
    if s.duty in (UNTESTED, FOUGHT):
        failed = BOUND if s.duty == UNTESTED else SPENT
        s.duty = FREE if passes_eh(s, table, m) else failed
        table.tell(Threatened, m.name, "free" if s.duty == FREE else "bound")
    return s.duty == FREE


def has_fought(s: State) -> None:
    """One attack on a direct threat is enough (G39); only who wants to disengage needs the test all the same (R102)."""
    if s.duty == BOUND:
        s.duty = SPENT
    elif s.duty == UNTESTED and s.threats:
        s.duty = FOUGHT


# -- what serves against them


def serves(s: State, m: Model, action: Any) -> bool:
    """Does the action serve attacking a direct threat (R048, G39)? Turning, standing up and reloading prepare it.

    A drone must, if it can, act against its controller's threat (R327).
    """
    labels = {s.models[n].label for n in s.threats}
    if isinstance(action, Charge):
        victims = charge_victims(s, m, action)
        return all(o.label in labels for o in victims) if victims else action.target in labels
    if isinstance(action, Attack):
        return action.target in labels
    if isinstance(action, Shoot):
        return any(label in labels for label, _ in action.targets) or _covers_threat(s, m, action)
    if isinstance(action, Power):
        return action.target in labels
    if type(action) is Move:
        return any(_brings_nearer(s, m, s.models[n], action.points[-1]) for n in s.threats)
    return isinstance(action, Turn) or action.kind in ("stand_up", "reload")


def _brings_nearer(s: State, m: Model, o: Model, end: tuple[float, float, float]) -> bool:
    """A move serves if it ends nearer to the threat, or where it can be attacked and could not be before (G39)."""
    if hypot(end[0] - o.x, end[1] - o.y) < hypot(m.x - o.x, m.y - o.y):
        return True
    old = m.x, m.y, m.z
    before = _in_reach(s, m, o)
    m.x, m.y, m.z = end
    after = not before and _in_reach(s, m, o)
    m.x, m.y, m.z = old
    return after


def _in_reach(s: State, m: Model, o: Model) -> bool:
    """With some weapon, from where it stands: in sight and range, or one free move away."""
    for n, weapon in enumerate(m.weapons):
        if weapon.ranged and usable(m, n) is None and why_not_target(s, m, weapon, AIMED, o) is None:
            return True
    gap = hypot(m.x - o.x, m.y - o.y) - m.r - o.r
    if not 0 < gap <= gk(s, m) or not melee_weapons(m):
        return False
    share = gap / (gap + m.r + o.r)
    touching = (m.x + (o.x - m.x) * share, m.y + (o.y - m.y) * share, m.z)
    return way_problem(s, m, (m.x, m.y, m.z), touching) is None


def _covers_threat(s: State, m: Model, action: Shoot) -> bool:
    """A template at a point attacks everybody it covers (R256)."""
    n = weapon_index(m, action.weapon)
    if action.point is None or n < 0:
        return False
    x, y = action.point
    threats = [s.models[k] for k in s.threats]
    return any(hypot(o.x - x, o.y - y) < m.weapons[n].radius + o.r for o in threats)


def needs_test(s: State, m: Model, action: Any) -> bool:
    """The action does not serve against an untested direct threat (R047); disengaging tests for itself (R102).

    What threatens its controller is a drone's business too: his test decides for both (R327).
    """
    if s.duty != UNTESTED or isinstance(action, Disengage):
        return False
    if not any(s.models[n].standing and not s.models[n].hidden for n in s.threats):
        return False
    return action is END or not (serves(s, m, action) or is_free(m, action))
