"""The plan of a phase in the first skirmish: what goes before a shot, and what becomes of points that are left.

Who follows tips is to learn that six action points are spent in two steps: lie down and aim, or hold the mast and be
ready for who comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kempelen.games.universalis.automa.levels import Weights
from kempelen.games.universalis.automa.worth import vigil
from kempelen.games.universalis.face.chances import fired, hurts
from kempelen.games.universalis.players.careful import at_the_mast
from kempelen.games.universalis.rules.actions import END, Reload, Shoot, Simple
from kempelen.games.universalis.rules.combat.ranged_numbers import AIMED, NORMAL, shot_cost
from kempelen.games.universalis.rules.duty import must_attack
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.current import contacts
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.state import Model, State

__all__ = ["Lying", "lying_shot", "planned"]

BETTER = Fraction(1, 20)
"""Lying down first has to be worth so much."""


def planned(s: State, m: Model, action: Any, w: Weights) -> Any:
    """What is done first, or instead of ending the phase with points to spare."""
    if must_attack(s):
        return action
    if action is END and m.ready < 0 and not contacts(s, m, enemy=True):
        return next((one for one in _with_the_rest(s, m, w) if why_not(s, one) is None), END)
    if not isinstance(action, Shoot):
        return action
    shot = lying_shot(s, m)
    if shot is not None and shot.target.label == action.targets[0][0]:
        return Simple(m.label, "lie_down")
    return _as_good(s, m, action)


def _with_the_rest(s: State, m: Model, w: Weights) -> Iterator[Reload | Simple]:
    """Ready for who comes; or on the ground, at the mast, where one stays: a smaller target, a steadier next shot."""
    watch = vigil(s, m, purse(s, m), w)
    if watch is not None and watch.chance >= w.least_shot:
        yield Reload(m.label, watch.weapon, ready=True)
    if not m.prone and any(weapon.ranged for weapon in m.weapons) and m in at_the_mast(s, m.seat):
        yield Simple(m.label, "lie_down")


def _as_good(s: State, m: Model, action: Shoot) -> Shoot:
    """A shot that costs less and hurts as often: aiming adds nothing where every die hits."""
    plain = Shoot(m.label, NORMAL, action.weapon, action.targets)
    if action.mode != AIMED or why_not(s, plain) is not None:
        return action
    return plain if _chance_of(s, m, plain) >= _chance_of(s, m, action) else action


@dataclass(frozen=True, slots=True)
class Lying:
    """An aimed shot from the ground: at whom, how likely it hurts then and as one stands, and what both steps cost."""

    target: Model
    then: Fraction
    now: Fraction
    cost: int


def lying_shot(s: State, m: Model) -> Lying | None:
    """The best one, if it hurts more often than standing and the points are there."""
    if m.prone or why_not(s, Simple(m.label, "lie_down")) is not None:
        return None
    there = s.copy()
    lying = there.models[m.index]
    lying.prone, lying.ap = True, m.ap - s.rules.lie_down_ap
    found: list[Lying] = []
    for weapon in m.weapons:
        cost = shot_cost(s.rules, m.card.type, weapon, AIMED) if weapon.ranged else 0
        if not 0 < cost <= lying.ap:
            continue
        for o in s.enemies(m.seat):
            shot = Shoot(m.label, AIMED, weapon.id, ((o.label, 1),))
            if why_not(there, shot) is None:
                then, now = _chance_of(there, lying, shot), _chance_of(s, m, shot)
                found.append(Lying(o, then, now, cost + s.rules.lie_down_ap))
    best = max(found, key=lambda one: one.then, default=None)
    return best if best is not None and best.then >= best.now + BETTER else None


def _chance_of(s: State, m: Model, action: Shoot) -> Fraction:
    """That a shot hurts: the number beside it."""
    return max((hurts(s, one, m) for one in fired(s, m, action)), default=Fraction(0))
