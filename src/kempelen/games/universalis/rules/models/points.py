"""What a model costs in points.

The prices of profiles, weapons and armour are the author's of the centimetre days; he kept those of effects, traits and
equipment to himself, so these are ours. Both are set out in the handbook (universalis-rosters.md).
Everything is reckoned in fractions and cut to whole points at the end of each thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from kempelen.games.universalis.rules.models.card import Armour, Item, Power, Trait, Weapon
from kempelen.games.universalis.rules.models.printed import zone_tp
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.terms import ACTIVE, COLOSSUS, DRONE, GOINGS, PASSIVE, effect_names

__all__ = ["armour_points", "item_points", "power_points", "profile_points", "trait_points", "weapon_points"]

PROFILE: Mapping[str, int] = {"AGI": 30, "NK": 20, "FK": 20, "KO": 30, "WN": 20, "EH": 20}
SPEED, HIT_POINT = 10, 30
GOING = dict(zip(GOINGS, (50, 80, 70, 70, 100, 0), strict=True))
STRENGTH, DAMAGE, PROTECTION, REDUCTION, EFFECT = 10, 20, 10, 50, 10
ADDITIVE, EACH_EFFECT = Fraction("1.2"), Fraction("1.1")
BURST, UNWIELDY, RELOAD, INDIRECT, SINGLE_USE = (Fraction(x) for x in ("1.4", "0.8", "0.7", "1.4", "0.35"))
SELF_SUPPORTING, ON_ITEMS = Fraction("1.3"), Fraction("1.2")

# Ours.
TRAIT, POWER, HEALED, CLIMB = 25, 30, 10, 20
CAMOUFLAGE = {PASSIVE: 20, ACTIVE: 30}
DRAWBACKS = frozenset({"bleeder", "bad_luck"})
"""Traits that make a model cheaper."""


def profile_points(rules: RulesProfile, type: int, going: int, values: Mapping[str, int], gk: int, tp: int) -> int:
    """The bare values, before encumbrance; drones without what they borrow (R325), colossi with all zones (R311)."""
    counted = ("KO", "WN") if type == DRONE else tuple(PROFILE)
    total = sum(PROFILE[what] * values[what] for what in counted)
    total += SPEED * gk + HIT_POINT * tp + GOING[GOINGS[going]]
    return total + (3 * HIT_POINT * zone_tp(rules, tp) if type == COLOSSUS else 0)


def weapon_points(weapon: Weapon) -> int:
    """Several pieces cost several times as much; use circles count as pieces."""
    value = Fraction(STRENGTH * weapon.strength + DAMAGE * weapon.damage)
    if weapon.additive:
        value *= ADDITIVE
    value *= BURST**weapon.burst
    value = _with_effects(value, weapon.effects)
    for flag, factor in ((weapon.unwieldy, UNWIELDY), (weapon.reload, RELOAD), (weapon.indirect, INDIRECT)):
        value *= factor if flag else 1
    if weapon.uses:
        value *= SINGLE_USE
    if weapon.band:
        value *= 1 + sum((Fraction(weapon.band) / band for band in range(1, weapon.bands + 1)), Fraction(0)) / 100
    value *= 1 + Fraction(weapon.radius) / 20
    value *= 1 + Fraction(5 - weapon.wk, 4)
    return int(value) * max(1, weapon.uses)


def armour_points(armour: Armour | None, camouflage: int = 0, level: int = 0) -> int:
    """Armour, and the camouflage of the model, wherever it comes from."""
    value = Fraction(0)
    if armour is not None:
        value = Fraction(PROTECTION * armour.protection) * (ADDITIVE if armour.additive else 1)
        value = _with_effects(value + REDUCTION * armour.reduction, armour.effects)
        value *= SELF_SUPPORTING if armour.self_supporting else 1
    return int(value) + CAMOUFLAGE.get(camouflage, 0) * level


def _with_effects(value: Fraction, effects: int) -> Fraction:
    count = len(effect_names(effects))
    return (value + EFFECT * count) * EACH_EFFECT**count


def item_points(item: Item) -> int:
    """What it changes in the profile at 1.2 times its price; healing by the TP it can give back in all."""
    changed = [*item.temporary.items(), *item.permanent.items()]
    value = sum(PROFILE.get(what, SPEED) * more for what, more in changed)
    value += PROFILE["NK"] * item.shield_nk + PROTECTION * item.shield_armour
    return int(value * ON_ITEMS) + HEALED * item.heal * (item.uses or 4) + (CLIMB if item.climb else 0)


def trait_points(traits: Iterable[Trait]) -> int:
    """By level; of a trait that stands on the card twice only the highest counts (R026)."""
    levels: dict[str, int] = {}
    for trait in traits:
        levels[trait.id] = max(trait.level, levels.get(trait.id, 0))
    return sum(-TRAIT * level if id in DRAWBACKS else TRAIT * level for id, level in levels.items())


def power_points(rules: RulesProfile, powers: Iterable[Power]) -> int:
    """Nothing while powers are switched off (G52)."""
    return sum(POWER * power.level for power in powers) if rules.powers else 0
