"""How likely an attack comes off and what a hit does, from the table as it is: the rules run through every die.

Re-rolls that somebody may take are taken whenever they are offered. Whether the enemy dodges is his choice, so no dodge
is reckoned with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kempelen.engine.table import Table
from kempelen.games.universalis.desk.chances import every_roll, hit_through
from kempelen.games.universalis.rules.actions import Attack, Charge, Fire, Shoot
from kempelen.games.universalis.rules.combat.damage import passes_eh
from kempelen.games.universalis.rules.combat.melee_actions import weapon_named
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, clash, helpers, nk_reckoning
from kempelen.games.universalis.rules.combat.ranged_actions import circumstances, in_the_line
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    REACTION,
    Shot,
    burst_bonus,
    dodge,
    dodge_reckonings,
    fk_reckoning,
    fk_roll,
)
from kempelen.games.universalis.rules.combat.reactions import on_the_move, place_on_way
from kempelen.games.universalis.rules.combat.wounds import Hit, live_effects, weapon_hit
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import reckon
from kempelen.games.universalis.rules.rolls import Reckoning
from kempelen.games.universalis.rules.state import GONE, Model, State, Window
from kempelen.games.universalis.rules.terms import TRAUMA

__all__ = ["Blow", "Fired", "Harm", "blow_of", "dodges", "fired", "fired_at", "fired_on_way", "harm"]
__all__ += ["hurts", "resolve", "struck", "struck_when", "stuns"]


@dataclass(frozen=True, slots=True)
class Fired:
    """A shot at a model: its number with all that changes it, and what it comes to."""

    target: Model
    weapon: Weapon
    needed: Reckoning
    shot: Shot
    hit: Hit
    chance: Fraction


def fired(s: State, m: Model, action: Shoot) -> Iterator[Fired]:
    """Every target of a shot in turn (R219, R253, R254)."""
    weapon = weapon_named(m, action.weapon)
    for n, (label, shots) in enumerate(action.targets):
        target = model_of(s, label)
        if target is None:
            continue
        yield fired_at(s, m, target, weapon, action.mode, shots, n)


def fired_at(
    s: State,
    m: Model,
    target: Model,
    weapon: Weapon,
    mode: str,
    shots: int = 1,
    switches: int = 0,
    *,
    border: bool = False,
    fast: bool = False,
    dodged: bool = False,
) -> Fired:
    """One shot as the table is."""
    shot, touched = circumstances(s, m, weapon, mode, target, shots=shots, switches=switches)
    shot.border, shot.fast, shot.dodged = border, shot.fast or fast, dodged
    hit = weapon_hit(s, weapon, m, burst_bonus(s.rules, shots))
    hit.indirect, hit.cover = shot.indirect, touched
    return Fired(target, weapon, fk_reckoning(s, m, shot), shot, hit, _hits(s, m, shot, bool(weapon.radius)))


def fired_on_way(s: State, m: Model, action: Fire, window: Window) -> tuple[State, Fired]:
    """Reaction fire at a mover (R227 to R232), and the table when he has come so far."""
    there = s.copy()
    shooter, mover = there.models[m.index], there.models[window.whom]
    border, fast = on_the_move(there, shooter, mover, window.way, window.declared)
    _, (mover.x, mover.y, mover.z) = place_on_way(window.way, action.x, action.y, 0.0)
    weapon = shooter.weapons[shooter.ready]
    return there, fired_at(there, shooter, mover, weapon, REACTION, action.shots, border=border, fast=fast)


def _hits(s: State, m: Model, shot: Shot, area: bool) -> Fraction:
    def act(copy: State, table: Table) -> bool:
        return fk_roll(copy, table, copy.models[0], shot, area).success

    alone = _only(s, m)
    needed = fk_reckoning(alone, alone.models[0], shot).total
    key = (s.rules.die, needed, area, _again(m))
    return _kept(_HIT, key, lambda: every_roll(alone, act))


def _again(m: Model) -> object:
    """How often its dice are rolled again, and whether it still may: nothing else of a model counts but its totals."""
    again = tuple(m.card.levels.get(trait, 0) for trait in AGAIN)
    return (again, m.lucky) if any(again) else ()


def _lead(s: State, one: int, other: int) -> int:
    """By how much a side leads before the dice of a comparison fall; more than a die has makes no difference."""
    return max(-s.rules.die, min(s.rules.die, one - other))


def _kept(known: dict[object, Fraction], key: object, rolls: Callable[[], dict[Any, Fraction]]) -> Fraction:
    """The chance that it succeeds, reckoned once for all that a roll depends on."""
    if key not in known:
        if len(known) >= MOST_KEPT:
            known.clear()
        known[key] = rolls().get(True, Fraction(0))
    return known[key]


def _only(s: State, *wanted: Model) -> State:
    """A table with these models alone; whoever steers one of them is there too, but off the table (R325).

    Nobody else takes part in a roll, and nobody panics at what is only looked at.
    """
    bosses = [s.models[m.controller] for m in wanted if m.controller >= 0]
    old = [*wanted, *(boss for n, boss in enumerate(bosses) if boss not in (*wanted, *bosses[:n]))]
    models = [m.copy() for m in old]
    for n, m in enumerate(models):
        m.index = n
        m.place = m.place if n < len(wanted) else GONE
        m.controller = next((k for k, boss in enumerate(old) if boss.index == m.controller), -1)
    return State(s.rules, s.options, s.scenario, s.board, models, s.phase, missions=[*s.missions], doors=s.doors)


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack in melee: what both add to their dice, and the chance to win."""

    target: Model
    weapon: Weapon
    attack: Reckoning
    defence: Reckoning
    chance: Fraction


def struck(s: State, m: Model, action: Attack | Charge) -> Blow | None:
    """A comparison of NK rolls (R266, R269)."""
    target = model_of(s, action.target)
    if target is None:
        return None
    if isinstance(action, Charge):
        return struck_when(s, m, target, weapon_named(m, action.weapon), action.points[-1])
    return blow_of(s, m, target, Fight(weapon_named(m, action.weapon), reckless=action.reckless, from_hiding=m.hidden))


def struck_when(s: State, m: Model, target: Model, weapon: Weapon, place: tuple[float, float, float]) -> Blow:
    """A charge that has come to an end there (R101)."""
    there = s.copy()
    mover = there.models[m.index]
    mover.x, mover.y, mover.z = place
    return blow_of(there, mover, there.models[target.index], Fight(weapon, charge=True, from_hiding=m.hidden))


def blow_of(s: State, m: Model, target: Model, how: Fight) -> Blow:
    """Any blow, however it comes about."""
    how = replace(how, helpers=helpers(s, m, target), defender_helpers=helpers(s, target, m))

    def act(copy: State, table: Table) -> bool:
        return clash(copy, table, copy.models[0], copy.models[1], how).won

    attack, defence = nk_reckoning(s, m, target, how, True), nk_reckoning(s, target, m, how, False)
    quick, other = (reckon(s, one, "AGI", comparing=True).total for one in (m, target))
    leads = _lead(s, attack.total, defence.total), _lead(s, quick, other)
    key = (s.rules.die, leads, _again(m), _again(target))
    won = _kept(_WON, key, lambda: every_roll(_only(s, m, target), act))
    return Blow(target, how.weapon, attack, defence, won)


_WON: dict[object, Fraction] = {}
"""What a comparison comes to depends on these leads and traits alone; every charge in a list asks for it."""
_HIT: dict[object, Fraction] = {}
"""And a shot on its number, the size of the die and the traits; every shot in a list asks for it."""
_DODGED: dict[object, Fraction] = {}
_HARM: dict[object, Harm] = {}
MOST_KEPT = 500
APART = 50.0
"""Centimetres between models whose places do not count."""
AGAIN = ("luck", "bad_luck", "proven_marksman", "proven_fighter", "melee_specialist")
"""Traits by which a die is rolled again."""


@dataclass(frozen=True, slots=True)
class Harm:
    """What a hit does."""

    wound: Fraction
    """That it costs hit points."""
    out: Fraction
    least: int
    most: int
    """Hit points lost, if any are."""


def harm(s: State, hit: Hit, target: Model, attacker: Model) -> Harm:
    """Wound roll against armour roll (R165 to R174); reckoned once for the same hit at the same models and readings,
    wherever they stand and whatever they have done in this phase."""
    alone = _only(s, attacker, target)
    for n, m in enumerate(alone.models):
        m.x, m.y, m.z, m.facing = APART * n, 0.0, 0.0, 0
        m.ap, m.moved, m.ran_up, m.full_moves, m.first_done, m.acted = 0, 0.0, False, 0, False, False
    key = (repr(s.rules), repr(replace(hit, attacker=None)), repr(alone.models))
    if key not in _HARM:
        if len(_HARM) >= MOST_KEPT:
            _HARM.clear()
        _HARM[key] = _harm(alone, hit)
    return _HARM[key]


def hurts(s: State, one: Fired | Blow, m: Model) -> Fraction:
    """That an attack costs its target hit points: it hits, strikes this one of several, and gets through the armour.
    What only stuns counts as soon as it hits."""
    if isinstance(one, Blow):
        hit, share = weapon_hit(s, one.weapon, m), Fraction(1)
        hit.shield = one.target.card.shield_armour
    else:
        hit, share = one.hit, Fraction(1, max(1, len(in_the_line(s, m, one.target))))
    if stuns(hit, one.target):
        return one.chance * share
    return one.chance * share * harm(s, hit, one.target, m).wound


def stuns(hit: Hit, target: Model) -> bool:
    """It costs action points in place of hit points."""
    return bool(live_effects(target, hit.effects) & TRAUMA)


def _harm(alone: State, hit: Hit) -> Harm:
    """At a table of the attacker and his target."""
    before = sum(alone.models[1].tp)

    def seen(copy: State) -> tuple[int, bool]:
        victim = copy.models[1]
        return before - sum(victim.tp), victim.out

    found = [(*came, p) for (_, came), p in hit_through(alone, hit, seen).items()]
    losses = [lost for lost, _, _ in found if lost > 0]
    return Harm(
        sum((p for lost, _, p in found if lost > 0), Fraction(0)),
        sum((p for _, out, p in found if out), Fraction(0)),
        min(losses, default=0),
        max(losses, default=0),
    )


def resolve(s: State, m: Model) -> Fraction:
    """A resolve roll without further circumstances (R047)."""

    def act(copy: State, table: Table) -> bool:
        return passes_eh(copy, table, copy.models[0])

    return every_roll(_only(s, m), act).get(True, Fraction(0))


def dodges(s: State, shooter: Model, target: Model) -> Fraction:
    """That the target wins the AGI comparison (R112)."""

    def act(copy: State, table: Table) -> bool:
        return dodge(copy, table, copy.models[0], copy.models[1])

    slow, quick = (one.total for one in dodge_reckonings(s, shooter, target))
    key = (s.rules.die, _lead(s, quick, slow), _again(shooter), _again(target))
    return _kept(_DODGED, key, lambda: every_roll(_only(s, shooter, target), act))
