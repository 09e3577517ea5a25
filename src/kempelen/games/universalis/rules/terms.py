"""The words of the rulebook as small numbers, and their names in files.

Attribute short forms stay German: AGI agility, NK melee, FK ranged combat, KO constitution, WN perception, EH resolve,
GK speed, TP hit points, AP action points, WK weapon class, DF burst.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "ACTIVE",
    "ATTRIBUTES",
    "COLOSSUS",
    "DRONE",
    "EFFECTS",
    "GOINGS",
    "HUGE",
    "HULL",
    "INFANTRY",
    "LARGE",
    "LEFT_SIDE",
    "MEDIUM",
    "MOVEMENT",
    "NO_CAMOUFLAGE",
    "PASSIVE",
    "RIGHT_SIDE",
    "SIZES",
    "SMALL",
    "TEMPERAMENTS",
    "TYPES",
    "ZONES",
    "effect_names",
]

INFANTRY, COLOSSUS, DRONE = range(3)
TYPES = ("infantry", "colossus", "drone")
"""R010 to R012 [Infanterie, Koloss, Drohne]."""

SMALL, MEDIUM, LARGE, HUGE = range(4)
SIZES = ("small", "medium", "large", "huge")
"""R018 to R021 [klein, mittel, groß, riesig]."""

LEGS, FLIGHT, TRACKS, WHEELS, HOVER, STATIONARY = range(6)
GOINGS = ("legs", "flight", "tracks", "wheels", "hover", "stationary")
"""Movement types, R016 and R090 to R095 [Beine, Flug, Kette, Rad, Schweben, Stationär]."""

ATTRIBUTES = ("AGI", "NK", "FK", "KO", "WN", "EH")
"""R013 [Attribute]."""

HULL, RIGHT_SIDE, LEFT_SIDE, MOVEMENT = range(4)
ZONES = ("hull", "right_side", "left_side", "movement")
"""Hit zones of a colossus, R308 [Rumpf, rechte Seite, linke Seite, Bewegung]; everybody else has only a hull."""

TEMPERAMENTS = ("aggressive", "shy", "wandering", "target")
"""How the solo opponent leads a model; ours, after the unit AIs of tactics."""

NO_CAMOUFLAGE, PASSIVE, ACTIVE = range(3)
"""R287 [passive, aktive Tarnung]."""

# Effects, R153 to R164, as bits.
REND, FIRE, CONCUSSION, EXPLOSIVE, TOXIC, PIERCING, SHRAPNEL = (1 << n for n in range(7))
TRAUMA, STRUCTURE = 1 << 7, 1 << 8
ADAPTIVE, ROBUST, REINFORCED = 1 << 9, 1 << 10, 1 << 11
EFFECTS: Mapping[str, int] = {
    "rend": REND,
    "fire": FIRE,
    "concussion": CONCUSSION,
    "explosive": EXPLOSIVE,
    "toxic": TOXIC,
    "armour_piercing": PIERCING,
    "shrapnel": SHRAPNEL,
    "trauma": TRAUMA,
    "structure_damaging": STRUCTURE,
    "adaptive": ADAPTIVE,
    "robust": ROBUST,
    "reinforced": REINFORCED,
}
WEAPON_ONLY = TRAUMA | STRUCTURE
ARMOUR_ONLY = ADAPTIVE | ROBUST | REINFORCED


def effect_names(effects: int) -> tuple[str, ...]:
    """The names of all effects in a set of bits."""
    return tuple(name for name, bit in EFFECTS.items() if effects & bit)
