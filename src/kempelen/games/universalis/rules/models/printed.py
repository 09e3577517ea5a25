"""Values that follow from a profile: sizes, encumbrance, ranges, zones, slots; rounded as the rules say (G63)."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from kempelen.games.universalis.rules.models.card import Armour, Weapon
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, SMALL

__all__ = [
    "ap_cost",
    "armour_value",
    "capacity",
    "danger_radius",
    "drone_slots",
    "encumbrance",
    "highest_levels",
    "load_of",
    "perception_range",
    "printed",
    "range_of",
    "size_when",
    "strength_value",
    "unarmed",
    "zone_tp",
]

UNARMED = "unarmed"


# -- the body


def size_when(size: int, prone: bool) -> int:
    """A prone model counts as one size smaller; small stays small (R122, G29)."""
    return size - 1 if prone and size > SMALL else size


def capacity(rules: RulesProfile, type: int, ko: int) -> int:
    """How many kilograms a model carries freely (R038, R039)."""
    return (rules.capacity_factor[type] * ko) ** 2


def encumbrance(rules: RulesProfile, type: int, ko: int, load: float) -> int:
    """By how much AGI and GK drop (R040, R041)."""
    free = capacity(rules, type, ko)
    if load <= free:
        return 0
    return (ceil(load / free) - 1) * rules.encumbrance_step if free else 99


def load_of(weapons: Iterable[float], armour: float, self_supporting: bool, items: Iterable[float] = ()) -> float:
    """The weight that counts; self-supporting armour does not (R043, R216)."""
    return sum(weapons) + sum(items) + (0 if self_supporting else armour)


def zone_tp(rules: RulesProfile, hull: int) -> int:
    """TP of each other hit zone of a colossus: two thirds of the hull, rounded up (R311)."""
    share, whole = rules.zone_share
    return ceil(hull * share / whole)


def drone_slots(rules: RulesProfile, eh: int, more: int = 0) -> int:
    """How many drones a controller can have: one per 3 full points of EH (R322)."""
    return eh // rules.eh_per_drone + more


# -- what it perceives


def danger_radius(rules: RulesProfile, eh: int) -> int:
    """R044."""
    return max(0, rules.danger_base - eh)


def perception_range(rules: RulesProfile, wn: int, critical: bool) -> int:
    """R050; halved and rounded up in critical state (R051, R185)."""
    reach = wn * rules.perception_per_wn
    return ceil(reach / 2) if critical else reach


# -- weapons and armour


def range_of(rules: RulesProfile, weapon: Weapon, ko: int) -> tuple[float, int]:
    """Band length and number of bands; a thrown weapon's follow from KO (R207, R208, R238, G70)."""
    if not weapon.thrown:
        return weapon.band, weapon.bands
    band = ceil(ko / rules.thrown_unwieldy_divisor) if weapon.unwieldy else ko * rules.thrown_per_ko
    return band, rules.thrown_bands


def unarmed(rules: RulesProfile, type: int, size: int, ko: int) -> Weapon | None:
    """Bare fists: strength KO, damage a third of it; drones have none (R285, R286, G50, G58)."""
    if type == DRONE:
        return None
    damage = ceil(ko / rules.unarmed_divisor) if rules.unarmed_rounds_up else round(ko / rules.unarmed_divisor)
    return Weapon(UNARMED, rules.unarmed_wk[size], 0, damage, additive=True)


def strength_value(weapon: Weapon, ko: int) -> int:
    """Additive strength is added to KO (R210)."""
    return ko + weapon.strength if weapon.additive else weapon.strength


def armour_value(armour: Armour | None, ko: int, pierced: bool = False) -> int:
    """What is added to the armour roll: protection, or KO without armour or if KO is higher (R166, R215).

    An armour-piercing weapon halves the protection, rounded up, but never KO (R158, G19).
    """
    return ko if armour is None else max(ko, protection(armour, ko, pierced))


def protection(armour: Armour, ko: int, pierced: bool = False) -> int:
    """Of the armour alone, halved and rounded up by an armour-piercing weapon (R158, R215, G19)."""
    whole = ko + armour.protection if armour.additive else armour.protection
    return ceil(whole / 2) if pierced else whole


def ap_cost(rules: RulesProfile, type: int, wk: int, extra: int, rebate: bool = True) -> int:
    """AP of an action with a weapon: its class, more for the kind of action, less for a colossus (R209, R305, G49)."""
    cost = wk + extra
    if rebate and type == COLOSSUS and wk >= rules.rebate_from_wk:
        cost -= rules.rebate
    return cost


def highest_levels(levels: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Of several levels of a trait only the highest counts (R026)."""
    best: dict[str, int] = {}
    for id, level in levels:
        best[id] = max(level, best.get(id, 0))
    return best


def printed(rules: RulesProfile, type: int, ko: int, load: float, agi: int, gk: int) -> tuple[int, int]:
    """AGI and GK as the card prints them (R041, R042)."""
    drop = encumbrance(rules, type, ko, load)
    return agi - drop, gk - drop
