"""Chances of single rolls, exact: the rules' own functions run through every result of the dice.

Two models on open ground are all there is. Re-rolls that somebody may take are taken whenever they are offered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.engine.tables.odds import OddsTable, odds
from kempelen.games.universalis.files.scenarios import BARE, model_from
from kempelen.games.universalis.rules.choices import KEEP, REROLL
from kempelen.games.universalis.rules.combat.damage import hit_zone
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, clash
from kempelen.games.universalis.rules.combat.panic import panic_test
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    Shot,
    dodge,
    fk_roll,
    scatter_distance,
    template_overlap,
)
from kempelen.games.universalis.rules.combat.wounds import (
    Hit,
    armour_reckoning,
    live_effects,
    roll_wound,
    suffer,
    wound_reckoning,
)
from kempelen.games.universalis.rules.models.card import Card, Weapon
from kempelen.games.universalis.rules.models.printed import unarmed
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import Reckoning, attribute_roll
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.board import EMPTY
from kempelen.games.universalis.rules.terms import ADAPTIVE, CONCUSSION, ROBUST, TOXIC

__all__ = [
    "Harm",
    "Landing",
    "Luck",
    "after",
    "dodges",
    "every_roll",
    "harm",
    "hit_through",
    "landings",
    "scene_of",
    "shots",
    "test_chance",
    "wins",
]

ATTACKER, VICTIM = 0, 1
FULL_AP = 12
"""So that every shock costs AP and none brings a marker."""
CERTAIN = Fraction(1)


class _Eager:
    """Takes every re-roll that is offered."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        options = decision.options
        return Choice(REROLL if REROLL in options else KEEP if KEEP in options else options[0])


def scene_of(
    rules: RulesProfile,
    options: Mapping[str, str],
    attacker: Card,
    victim: Card,
    controllers: Mapping[str, Card],
    weapon: Weapon | None = None,
) -> State:
    """Two models far apart on open ground; whoever steers a drone is there too, but off the table (R325)."""
    models: list[Model] = []
    for seat, card in enumerate((attacker, victim)):
        models.append(model_from(rules, card, "AB"[seat] + "1", seat, seat))
    for seat, card in enumerate((attacker, victim)):
        if card.controller in controllers:
            models[seat].controller = len(models)
            models.append(model_from(rules, controllers[card.controller], "AB"[seat] + "2", seat, len(models)))
    for n, m in enumerate(models[:2]):
        m.place, m.x, m.y, m.ap = ON_TABLE, 10.0 + 60.0 * n, 45.0, FULL_AP
    if weapon is not None and weapon.id not in (one.id for one in models[ATTACKER].weapons):
        models[ATTACKER].weapons = (*models[ATTACKER].weapons, weapon)
        models[ATTACKER].uses.append(weapon.uses)
    return State(rules, options, BARE, EMPTY, models, phase="act", missions=["eliminate", "eliminate"])


def fists(rules: RulesProfile, card: Card) -> Weapon | None:
    return unarmed(rules, card.type, card.size, card.ko)


def every_roll(s: State, act: Callable[[State, OddsTable], Hashable]) -> dict[Any, Fraction]:
    """What comes of it, with every result of the dice."""
    from kempelen.games.universalis import GAME

    players: dict[Seat, Any] = dict.fromkeys((0, 1), _Eager())
    return dict(odds(GAME, s, act, players=players))


# -- single rolls


def test_chance(s: State, needed: Reckoning, why: str) -> Fraction:
    """An attribute roll of the first model (R056, R058)."""

    def act(copy: State, table: Table) -> bool:
        m = copy.models[ATTACKER]
        if why == "eh":
            return panic_test(copy, table, m, needed)
        return attribute_roll(copy, table, m, needed, why).success

    return every_roll(s, act).get(True, Fraction(0))


Luck: TypeAlias = tuple[int, int]
"""The luck that attacker and victim have used up: what is gone in one roll is not there for the next."""


def after(s: State, luck: Luck) -> State:
    """The same table when so much luck has been used up."""
    copy = s.copy()
    copy.models[ATTACKER].lucky, copy.models[VICTIM].lucky = luck
    return copy


def _luck(s: State) -> Luck:
    return s.models[ATTACKER].lucky, s.models[VICTIM].lucky


def dodges(s: State) -> dict[tuple[bool, Luck], Fraction]:
    """Whether the victim wins the AGI comparison (R112)."""

    def act(copy: State, table: Table) -> tuple[bool, Luck]:
        return dodge(copy, table, copy.models[ATTACKER], copy.models[VICTIM]), _luck(copy)

    return every_roll(s, act)


def shots(s: State, shot: Shot) -> dict[Luck, Fraction]:
    """FK rolls that hit (R219)."""

    def act(copy: State, table: Table) -> tuple[bool, Luck]:
        return fk_roll(copy, table, copy.models[ATTACKER], shot).success, _luck(copy)

    return {luck: p for (hit, luck), p in every_roll(s, act).items() if hit}


def wins(s: State, how: Fight) -> dict[Luck, Fraction]:
    """Melees that are won (R266 to R269)."""

    def act(copy: State, table: Table) -> tuple[bool, Luck]:
        return clash(copy, table, copy.models[ATTACKER], copy.models[VICTIM], how).won, _luck(copy)

    return {luck: p for (won, luck), p in every_roll(s, act).items() if won}


@dataclass(frozen=True, slots=True)
class Landing:
    """How far an area weapon goes astray, and how its template then lies over the base aimed at."""

    cm: int
    covered: str
    luck: Luck


def landings(s: State, shot: Shot, radius: float) -> dict[Landing, Fraction]:
    """The FK roll of an area weapon (R256 to R261, G46). Whatever its direction, the base is as far as it went."""

    def act(copy: State, table: Table) -> Landing:
        test = fk_roll(copy, table, copy.models[ATTACKER], shot, area=True)
        off = 0
        if not test.success and test.die is not None:
            off = scatter_distance(copy.rules, test.die, test.target, shot.distance)
        return Landing(off, template_overlap(radius, copy.models[VICTIM].r, float(off)), _luck(copy))

    return every_roll(s, act)


# -- hits


@dataclass(slots=True)
class Harm:
    """What a hit does, as shares."""

    wound: Fraction = Fraction(0)
    tie: Fraction = Fraction(0)
    out: Fraction = Fraction(0)
    critical: Fraction = Fraction(0)
    burning: Fraction = Fraction(0)
    poisoned: Fraction = Fraction(0)
    shocks: Fraction = Fraction(0)
    """On average."""
    lost: dict[int, Fraction] = field(default_factory=dict)
    """TP lost -> share."""

    @property
    def expected(self) -> Fraction:
        return sum((lost * share for lost, share in self.lost.items()), Fraction(0))

    def add(self, other: Harm, share: Fraction) -> None:
        for name in ("wound", "tie", "out", "critical", "burning", "poisoned", "shocks"):
            setattr(self, name, getattr(self, name) + share * getattr(other, name))
        for lost, p in other.lost.items():
            self.lost[lost] = self.lost.get(lost, Fraction(0)) + share * p


def hit_through(s: State, hit: Hit, seen: Callable[[State], Hashable]) -> dict[Any, Fraction]:
    """What is seen after a hit of the first model on the second, with every result of the dice: by the higher roll (0
    attacker, 1 defender, -1 a tie) and what is seen. Zone, rolls and what comes of them each run for themselves: the
    rolls are the same whatever zone is hit, and all that counts afterwards is who rolled higher, with poison by how
    much."""
    found: dict[Any, Fraction] = {}
    zones = every_roll(s, lambda copy, table: hit_zone(copy, table, copy.models[VICTIM]))
    for (lead, luck), p in _rolled(s, hit).items():
        there, winner = after(s, luck), 0 if lead > 0 else 1 if lead < 0 else -1
        for zone, share in zones.items():

            def act(copy: State, table: Table, lead: int = lead, zone: int = zone) -> Hashable:
                suffer(copy, table, copy.models[VICTIM], replace(hit, attacker=copy.models[ATTACKER]), zone, lead)
                return seen(copy)

            for one, chance in every_roll(there, act).items():
                found[winner, one] = found.get((winner, one), 0) + p * share * chance
    return found


_ROLLED: dict[object, dict[tuple[int, Luck], Fraction]] = {}
"""Wound against armour by all that the two rolls depend on: most hits of a game are equal in that."""
MOST_KEPT = 500


def _rolled(s: State, hit: Hit) -> dict[tuple[int, Luck], Fraction]:
    """By how much the wound roll is higher, where that counts, else 1, 0 or -1; and the luck that it took."""
    attacker, victim = s.models[ATTACKER], s.models[VICTIM]
    mine = replace(hit, attacker=attacker)
    effects = live_effects(victim, hit.effects)
    own = victim.card.armour.effects if victim.card.armour is not None else 0
    by_how_much = bool(effects & TOXIC)

    def act(copy: State, table: Table) -> tuple[int, Luck]:
        found = roll_wound(copy, table, copy.models[VICTIM], replace(hit, attacker=copy.models[ATTACKER]))
        lead = found.wound - found.armour
        return lead if by_how_much else (lead > 0) - (lead < 0), _luck(copy)

    leads = wound_reckoning(s, victim, mine).total - armour_reckoning(s, victim, mine).total
    lucks = tuple((m.card.levels.get("luck"), m.card.levels.get("bad_luck"), m.lucky) for m in (attacker, victim))
    if not by_how_much:  # further than a die reaches makes no difference
        leads = max(-s.rules.die, min(s.rules.die, leads))
    key = (s.rules.die, leads, by_how_much, own & (ROBUST | ADAPTIVE), effects & CONCUSSION, lucks)
    if key not in _ROLLED:
        if len(_ROLLED) >= MOST_KEPT:
            _ROLLED.clear()
        _ROLLED[key] = every_roll(s, act)
    return _ROLLED[key]


def harm(s: State, hit: Hit) -> Harm:
    """A hit on the second model from wound roll to state; each zone of a colossus for itself (R165 to R174, R309)."""
    before, calm = sum(s.models[VICTIM].tp), not s.models[VICTIM].critical

    def seen(copy: State) -> Hashable:
        victim = copy.models[VICTIM]
        shocks = (FULL_AP - victim.ap) // copy.rules.shock_ap + victim.shocks
        burns, ill = victim.burning is not None, bool(victim.poison)
        critical = calm and victim.critical and not victim.out
        return before - sum(victim.tp), victim.out, critical, burns, ill, shocks

    found = Harm()
    for (winner, (lost, out, critical, burning, poisoned, shocks)), p in hit_through(s, hit, seen).items():
        one = Harm(
            Fraction(winner == 0),
            Fraction(winner == -1),
            Fraction(out),
            Fraction(critical),
            Fraction(burning),
            Fraction(poisoned),
            Fraction(0 if out else shocks),
            {lost: CERTAIN},
        )
        found.add(one, p)
    return found
