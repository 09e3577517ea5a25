"""Hits: the wound roll against the armour roll, with every effect in a fixed order (R150 to R169, G16 to G20).

1. The zone of a colossus. 2. Both roll. 3. Re-rolls, each at most once: robust, adaptive, concussion (G18). 4. Tie: a
shock. 5. Attacker higher: the damage chain (`states.damage_chain`), rend doubles the loss, trauma turns it into shocks.
6. The survivor burns or is poisoned.
"""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.choices import KEEP, REROLL
from kempelen.games.universalis.rules.combat.damage import (
    apply_damage,
    damage_chain,
    hit_zone,
    poison,
    poison_markers,
    shock,
)
from kempelen.games.universalis.rules.events import Became, Bounced, Compared, NewDie, Stunned
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import ko, reckon
from kempelen.games.universalis.rules.models.printed import protection, strength_value
from kempelen.games.universalis.rules.rolls import Reckoning, attribute_roll, higher, lucky, new_die, throw
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import (
    ACTIVE,
    ADAPTIVE,
    CONCUSSION,
    EXPLOSIVE,
    FIRE,
    PIERCING,
    REND,
    ROBUST,
    SHRAPNEL,
    TOXIC,
    TRAUMA,
)
from kempelen.text.say import Text

__all__ = ["Hit", "Wound", "armour_reckoning", "live_effects", "resolve_hit", "roll_wound", "suffer", "weapon_hit"]
__all__ += ["wound_reckoning"]

COVER_RULES = ("", "R130", "R131", "R132")


@dataclass(slots=True)
class Hit:
    """A hit that is about to be resolved."""

    strength: int
    damage: int
    effects: int = 0
    weapon: Weapon | None = None
    """What sets on fire and poisons; None for a fall."""
    attacker: Model | None = None
    bonus: int = 0
    """On the wound roll, from burst fire (R255)."""
    cover: int = 0
    """The level of cover the victim touches (R130 to R132)."""
    indirect: bool = False
    partial: bool = False
    """The template covers the base only partly (R261)."""
    shield: int = 0
    """What a shield adds to the armour roll (R218)."""
    power: bool = False
    """It comes from a power, not from a weapon (G52)."""


@dataclass(slots=True)
class Wound:
    """How it came out."""

    wound: int
    armour: int
    winner: int
    """0 attacker, 1 defender, -1 a tie."""


def weapon_hit(s: State, weapon: Weapon, attacker: Model, bonus: int = 0) -> Hit:
    """A hit with a weapon in somebody's hands (R210)."""
    strength = strength_value(weapon, ko(s, attacker))
    return Hit(strength, weapon.damage, weapon.effects, weapon, attacker, bonus)


# -- what is added to the dice


def live_effects(victim: Model, effects: int) -> int:
    """Effects that the armour does not cancel (R152)."""
    armour = victim.card.armour
    return effects & ~armour.effects if armour is not None else effects


def wound_reckoning(s: State, victim: Model, hit: Hit) -> Reckoning:
    """Strength, with KO if it is additive (R210), doubled if explosive (R156, G20), and burst fire (R255)."""
    value = Reckoning("strength", hit.strength)
    if hit.weapon is not None and hit.weapon.additive:
        value = Reckoning("strength", hit.weapon.strength)
        value.add("R210", hit.strength - hit.weapon.strength)
    if live_effects(victim, hit.effects) & EXPLOSIVE:
        value.add("R156", hit.strength)
    value.add("R255", hit.bonus)
    if hit.attacker is not None and hit.attacker.critical and s.rules.critical_affects_wound_rolls:
        value.add("R183", s.rules.critical_malus)
    return value


def armour_reckoning(s: State, victim: Model, hit: Hit) -> Reckoning:
    """Protection or KO (R158, R165, R166), touched cover, camouflage (R159, R251, R294) and a shield (R218)."""
    rules, card = s.rules, victim.card
    effects = live_effects(victim, hit.effects)
    value = _protection(s, victim, bool(effects & PIERCING))
    if not effects & SHRAPNEL:
        if hit.indirect:
            value.add("R251", rules.cover_armour[rules.indirect_cover])
        elif hit.cover:
            value.add(COVER_RULES[hit.cover], rules.cover_armour[hit.cover])
        if card.camouflage == ACTIVE and not victim.hidden:
            value.add("R294", rules.active_armour_bonus)
    value.add("R218", hit.shield)
    if victim.critical and rules.critical_affects_wound_rolls:
        value.add("R183", rules.critical_malus)
    return value


def _protection(s: State, victim: Model, pierced: bool) -> Reckoning:
    """What the armour gives, or KO without one or if it is higher (R158, R166, R215)."""
    armour, constitution = victim.card.armour, ko(s, victim)
    if armour is None or protection(armour, constitution, pierced) < constitution:
        value = Reckoning("KO", victim.card.ko)
        value.add("R024", constitution - victim.card.ko)
        return value
    value = Reckoning("protection", armour.protection)
    if armour.additive:
        value.add("R215", constitution)
    value.add("R158", protection(armour, constitution, pierced) - protection(armour, constitution))
    return value


# -- resolving


def resolve_hit(s: State, table: Table, victim: Model, hit: Hit, zone: int | None = None) -> Wound:
    """A hit from beginning to end; without a zone it is rolled."""
    if zone is None:
        zone = hit_zone(s, table, victim)
    found = roll_wound(s, table, victim, hit)
    suffer(s, table, victim, hit, zone, found.wound - found.armour)
    return found


def roll_wound(s: State, table: Table, victim: Model, hit: Hit) -> Wound:
    """The wound roll against the armour roll, with what is rolled again."""
    strength, shelter = wound_reckoning(s, victim, hit), armour_reckoning(s, victim, hit)
    by = hit.attacker.name if hit.attacker is not None else victim.name
    die = throw(s, table, by, "wound", added=strength.total)
    other = throw(s, table, victim.name, "armour", added=shelter.total)
    table.tell(
        Compared,
        (by, "strength", strength.base, tuple(strength.mods), die),
        (victim.name, shelter.what, shelter.base, tuple(shelter.mods), other),
        s.rules.die,
    )
    wound, armour = die + strength.total, other + shelter.total
    wound, armour = _rerolls(s, table, victim, hit, (wound - die, die), (armour - other, other))
    return Wound(wound, armour, higher((wound, armour)))


def suffer(s: State, table: Table, victim: Model, hit: Hit, zone: int, lead: int) -> None:
    """What comes of the two rolls, by as much as the wound roll is higher."""
    if lead < 0:
        table.tell(Bounced, victim.name)
    elif lead == 0:
        shock(s, table, victim)
    else:
        _damage(s, table, victim, hit, zone, lead)


def _rerolls(
    s: State, table: Table, victim: Model, hit: Hit, wound: tuple[int, int], armour: tuple[int, int]
) -> tuple[int, int]:
    """Robust, adaptive, concussion: each may be used once, and the new result stands (R155, R162, R163, G18)."""
    own = victim.card.armour.effects if victim.card.armour is not None else 0
    effects = live_effects(victim, hit.effects)
    attack, defence = sum(wound), sum(armour)
    if own & ROBUST and attack >= defence and _wants(table, victim.seat, "R163", attack, defence):
        die = throw(s, table, hit.attacker.name if hit.attacker else victim.name, "wound_2")
        table.tell(NewDie, hit.attacker.name if hit.attacker else victim.name, "wound", "R163", die, s.rules.die)
        attack = wound[0] + die
    if own & ADAPTIVE and attack >= defence and _wants(table, victim.seat, "R162", attack, defence):
        die = throw(s, table, victim.name, "armour_2")
        table.tell(NewDie, victim.name, "armour", "R162", die, s.rules.die)
        defence = armour[0] + die
    if effects & CONCUSSION and hit.attacker is not None and attack <= defence:
        if _wants(table, hit.attacker.seat, "R155", attack, defence):
            die = throw(s, table, victim.name, "armour_2")
            table.tell(NewDie, victim.name, "armour", "R155", die, s.rules.die)
            defence = armour[0] + die
    if hit.attacker is not None and hit.attacker.card.levels:
        if trait := lucky(table, hit.attacker, attack > defence, (attack, defence)):
            attack = wound[0] + new_die(s, table, hit.attacker, "wound", trait)
    if victim.card.levels and (trait := lucky(table, victim, defence > attack, (defence, attack))):
        defence = armour[0] + new_die(s, table, victim, "armour", trait)
    return attack, defence


def _wants(table: Table, seat: int, rule: str, attack: int, defence: int) -> bool:
    prompt = Text("universalis.prompt.reroll", what=Text(f"universalis.mod.{rule}"), attack=attack, defence=defence)
    return table.choose(seat, prompt, (REROLL, KEEP)) is REROLL


def _damage(s: State, table: Table, victim: Model, hit: Hit, zone: int, difference: int) -> None:
    """The damage comes to application (R169)."""
    effects = live_effects(victim, hit.effects)
    steps = damage_chain(
        victim,
        hit.damage,
        victim.card.armour,
        effects=hit.effects,
        partial=hit.partial,
        by_weapon=hit.weapon is not None and not hit.power,
    )
    if effects & TRAUMA:
        # R160, G17: shocks instead of TP, no further shock, no critical check.
        table.tell(Stunned, victim.name, steps[-1][1], tuple(steps))
        shock(s, table, victim, steps[-1][1])
    else:
        if effects & REND and steps[-1][1] > 0:
            if not attribute_roll(s, table, victim, reckon(s, victim, "KO"), "ko").success:
                steps.append(("R153", 2 * steps[-1][1]))
        apply_damage(s, table, victim, steps, zone)
    if victim.out or hit.weapon is None:
        return
    if effects & FIRE:
        set_on_fire(table, victim, hit.weapon, hit.strength)
    if effects & TOXIC:
        poison(table, victim, hit.weapon, poison_markers(difference))


def set_on_fire(table: Table, victim: Model, weapon: Weapon, strength: int) -> None:
    """One marker at most; the newest weapon counts (R154, G13)."""
    victim.burning, victim.burn_strength = weapon, strength
    table.tell(Became, victim.name, "burning")
