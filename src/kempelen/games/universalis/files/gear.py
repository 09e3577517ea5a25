"""Gear from files: weapons, armour, items and powers, shipped or of one's own (R023, R024, R205 to R209, G52).

[weapons.my_gun]
wk = 2
range = "20/3"                    # NK or thrown for the others
strength = 5
damage = 2
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kempelen.engine.files.position import shaped
from kempelen.games.universalis.face.words import shipped
from kempelen.games.universalis.files.checks import among, bad, check_limits, in_range
from kempelen.games.universalis.rules.models.card import Armour, Item, Power, Weapon
from kempelen.games.universalis.rules.models.traits import TRAITS
from kempelen.games.universalis.rules.terms import (
    ACTIVE,
    ARMOUR_ONLY,
    ATTRIBUTES,
    EFFECTS,
    NO_CAMOUFLAGE,
    PASSIVE,
    WEAPON_ONLY,
)

__all__ = [
    "CAMOUFLAGE",
    "Gear",
    "GearFile",
    "gear",
    "gear_from",
    "read_armour",
    "read_item",
    "read_power",
    "read_weapon",
]

CAMOUFLAGE = {"none": NO_CAMOUFLAGE, "passive": PASSIVE, "active": ACTIVE}


# -- what stands in files


@dataclass(slots=True)
class WeaponFile:
    range: str
    strength: int
    damage: int
    wk: int | None = None
    additive: bool = False
    effects: list[str] = field(default_factory=list)
    burst: int = 0
    radius: float = 0
    indirect: bool = False
    reload: bool = False
    unwieldy: bool = False
    uses: int = 0
    kg: float = 0


@dataclass(slots=True)
class ArmourFile:
    protection: int
    reduction: int = 0
    additive: bool = False
    effects: list[str] = field(default_factory=list)
    self_supporting: bool = False
    kg: float = 0
    camouflage: str = "none"
    camouflage_level: int = 0


@dataclass(slots=True)
class ItemFile:
    ap: int | None = None
    uses: int = 0
    unwieldy: bool = False
    kg: float = 0
    heal: int = 0
    climb: bool = False
    temporary: dict[str, int] = field(default_factory=dict)
    permanent: dict[str, int] = field(default_factory=dict)
    shield_nk: int = 0
    shield_armour: int = 0


@dataclass(slots=True)
class PowerFile:
    discipline: str
    level: int = 1
    ap: int = 2
    attribute: str = "EH"
    modifier: int = 0
    tp_loss: int = 0
    loss: str = "failure"
    distance: float = 0
    lasting: bool = False
    strength: int = 0
    damage: int = 0
    effects: list[str] = field(default_factory=list)
    radius: float = 0
    bonus: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class GearFile:
    weapons: dict[str, WeaponFile] = field(default_factory=dict)
    armours: dict[str, ArmourFile] = field(default_factory=dict)
    items: dict[str, ItemFile] = field(default_factory=dict)
    powers: dict[str, PowerFile] = field(default_factory=dict)


# -- what becomes of it


@dataclass(frozen=True, slots=True)
class Gear:
    """Everything that can be carried, by name."""

    weapons: Mapping[str, Weapon]
    armours: Mapping[str, Armour]
    items: Mapping[str, Item]
    powers: Mapping[str, Power]


@cache
def gear() -> Gear:
    """The shipped gear."""
    data = tomllib.loads(files("kempelen.games.universalis").joinpath("data", "gear.toml").read_text("utf-8"))
    found = gear_from(shaped(GearFile, data), Gear({}, {}, {}, {}))
    shipped("weapon", [*found.weapons, "unarmed", "automaton"])
    shipped("armour", list(found.armours))
    shipped("item", list(found.items))
    shipped("trait", list(TRAITS))
    shipped("power", list(found.powers))
    shipped("discipline", [power.discipline for power in found.powers.values()])
    return found


def gear_from(file: GearFile, base: Gear) -> Gear:
    return Gear(
        {**base.weapons, **{id: read_weapon(id, entry) for id, entry in file.weapons.items()}},
        {**base.armours, **{id: read_armour(id, entry) for id, entry in file.armours.items()}},
        {**base.items, **{id: read_item(id, entry) for id, entry in file.items.items()}},
        {**base.powers, **{id: read_power(id, entry) for id, entry in file.powers.items()}},
    )


def _effects(names: list[str], not_these: int, *path: int | str) -> int:
    effects = 0
    for n, name in enumerate(names):
        known = tuple(name for name, bit in EFFECTS.items() if not bit & not_these)
        if name not in known:
            raise bad("effect", *path, n, effect=name, known=known)
        effects |= EFFECTS[name]
    return effects


def read_weapon(id: str, entry: WeaponFile) -> Weapon:
    """A weapon has a class I to V and a range (R205 to R209)."""
    path = ("weapons", id)
    check_limits(entry, *path)
    if entry.wk is None:
        raise bad("no_class", *path, "wk", id=id)
    in_range(entry.wk, 1, 5, *path, "wk")
    in_range(entry.burst, 0, 4, *path, "burst")
    found = re.fullmatch(r"([1-9]\d{0,2}(?:\.\d+)?)/([1-9])", entry.range)
    if not found and entry.range not in ("NK", "thrown"):
        raise bad("weapon_range", *path, "range", range=entry.range)
    band, bands = (float(found[1]), int(found[2])) if found else (0.0, 0)
    return Weapon(
        id,
        entry.wk,
        entry.strength,
        entry.damage,
        band,
        bands,
        entry.range == "thrown",
        entry.additive,
        _effects(entry.effects, ARMOUR_ONLY, *path, "effects"),
        entry.burst,
        entry.radius,
        entry.indirect,
        entry.reload,
        entry.unwieldy,
        entry.uses,
        entry.kg,
    )


def read_armour(id: str, entry: ArmourFile) -> Armour:
    path = ("armours", id)
    check_limits(entry, *path)
    return Armour(
        id,
        entry.protection,
        entry.reduction,
        entry.additive,
        _effects(entry.effects, WEAPON_ONLY, *path, "effects"),
        entry.self_supporting,
        entry.kg,
        among(entry.camouflage, CAMOUFLAGE, *path, "camouflage"),
        entry.camouflage_level,
    )


def read_item(id: str, entry: ItemFile) -> Item:
    """Profile modifiers change attributes and speed (R023, R024)."""
    check_limits(entry, "items", id)
    for kind, changes in (("temporary", entry.temporary), ("permanent", entry.permanent)):
        for what in changes:
            among(what, (*ATTRIBUTES, "GK"), "items", id, kind, what)
    return Item(
        id,
        entry.ap,
        entry.uses,
        entry.unwieldy,
        entry.kg,
        entry.heal,
        entry.climb,
        entry.temporary,
        entry.permanent,
        entry.shield_nk,
        entry.shield_armour,
    )


def read_power(id: str, entry: PowerFile) -> Power:
    path = ("powers", id)
    check_limits(entry, *path)
    for what in entry.bonus:
        among(what, ATTRIBUTES, *path, "bonus", what)
    among(entry.attribute, ATTRIBUTES, *path, "attribute")
    among(entry.loss, ("none", "failure", "always"), *path, "loss")
    return Power(
        id,
        entry.discipline,
        entry.level,
        entry.ap,
        entry.attribute,
        entry.modifier,
        entry.tp_loss,
        entry.loss,
        entry.distance,
        entry.lasting,
        entry.strength,
        entry.damage,
        _effects(entry.effects, ARMOUR_ONLY, "powers", id, "effects"),
        entry.radius,
        entry.bonus,
    )
