"""Unit cards from files: what a roster says of a model, and what is printed (R009 to R012, R017, R023, R042).

[[models]]
id = "voss"
name = "Voss"
leader = true
agi = 5
…
weapons = ["service_pistol", "sabre", "hand_grenade*3"]
armour = "plate_vest"
traits = ["proven_marksman 2"]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kempelen.engine.files.numbers import number_in
from kempelen.games.universalis.files.checks import among, bad, check_limits, in_range, named
from kempelen.games.universalis.files.gear import CAMOUFLAGE, Gear
from kempelen.games.universalis.rules.models.card import Card, Power, Trait, Weapon
from kempelen.games.universalis.rules.models.points import (
    armour_points,
    item_points,
    power_points,
    profile_points,
    trait_points,
    weapon_points,
)
from kempelen.games.universalis.rules.models.printed import highest_levels, load_of, printed
from kempelen.games.universalis.rules.models.traits import TRAITS
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.terms import (
    ATTRIBUTES,
    COLOSSUS,
    DRONE,
    GOINGS,
    INFANTRY,
    LARGE,
    NO_CAMOUFLAGE,
    SIZES,
    TEMPERAMENTS,
    TYPES,
    ZONES,
)
from kempelen.text.say import Text

__all__ = ["ModelFile", "read_card"]

MOST = 20
"""No attribute and no speed is higher; a d12 needs no more than 12."""
_TEMPERAMENTS = {"": "", **{name: name for name in TEMPERAMENTS}}


@dataclass(slots=True)
class ModelFile:
    """One unit card; attributes are the bare ones, before encumbrance and permanent modifiers."""

    id: str
    name: str
    ko: int
    wn: int
    gk: int
    tp: int
    agi: int | None = None
    nk: int | None = None
    fk: int | None = None
    eh: int | None = None
    type: str = "infantry"
    size: str = "medium"
    going: str = "legs"
    leader: bool = False
    controller: str = ""
    weapons: list[str] = field(default_factory=list)
    armour: str = ""
    items: list[str] = field(default_factory=list)
    traits: list[str] = field(default_factory=list)
    powers: list[str] = field(default_factory=list)
    disciplines: dict[str, int] = field(default_factory=dict)
    mounts: dict[str, str] = field(default_factory=dict)
    camouflage: str = ""
    camouflage_level: int = 0
    points: int = 0
    """What somebody has worked out; the card carries what the formula says (points.py)."""
    temperament: str = ""
    """How the solo opponent leads it, see `temperaments`."""


def read_card(entry: ModelFile, n: int, things: Gear, faction: str, rules: RulesProfile) -> Card:
    """Permanent modifiers and encumbrance are worked in (R023, R042)."""
    path = ("models", n)
    for what in ("id", "name"):
        if not getattr(entry, what).strip() or not getattr(entry, what).isprintable():
            raise bad("no_name", *path, what)
    check_limits(entry, *path)
    type = among(entry.type, TYPES, *path, "type")
    size = among(entry.size, SIZES, *path, "size")
    _check_size(type, size, *path, "size")
    in_range(entry.tp, 1, rules.most_tp, *path, "tp")
    weapons = tuple(_carried(text, entry, k, n, things) for k, text in enumerate(entry.weapons))
    armour = None
    if entry.armour:
        if entry.armour not in things.armours:
            raise bad("among", *path, "armour", value=entry.armour, known=tuple(things.armours))
        armour = things.armours[entry.armour]
    items = tuple(named(text, things.items, *path, "items", k) for k, text in enumerate(entry.items))
    traits = tuple(_trait(text, *path, "traits", k) for k, text in enumerate(entry.traits))
    powers = tuple(named(text, things.powers, *path, "powers", k) for k, text in enumerate(entry.powers))
    _check_ranks(powers, entry, n)
    extra = {what: sum(item.permanent.get(what, 0) for item in items) for what in (*ATTRIBUTES, "GK")}
    for what in ("agi", "nk", "fk", "eh"):
        if type != DRONE and getattr(entry, what) is None:
            raise bad("attribute", *path, what, what=what.upper())
    for what in (*map(str.lower, ATTRIBUTES), "gk"):
        value, least = getattr(entry, what), int(what == "ko")
        if value is not None:
            in_range(value, least, MOST, *path, what)
    for id in entry.mounts:
        if id not in (weapon.id for weapon in weapons):
            raise bad("mount", *path, "mounts", id, value=id, known=tuple(weapon.id for weapon in weapons))
    ko = entry.ko + extra["KO"]
    kg = round(
        load_of(
            (weapon.kg for weapon in weapons),
            armour.kg if armour else 0,
            bool(armour and armour.self_supporting),
            (item.kg for item in items),
        ),
        6,
    )
    agi, gk = printed(rules, type, ko, kg, (entry.agi or 0) + extra["AGI"], entry.gk + extra["GK"])
    camouflage = armour.camouflage if armour else NO_CAMOUFLAGE
    level = armour.camouflage_level if armour else 0
    if entry.camouflage:
        camouflage, level = among(entry.camouflage, CAMOUFLAGE, *path, "camouflage"), entry.camouflage_level
    going = among(entry.going, GOINGS, *path, "going")
    bare = {what: getattr(entry, what.lower()) or 0 for what in ATTRIBUTES}
    points = profile_points(rules, type, going, bare, entry.gk, entry.tp)
    points += sum(map(weapon_points, weapons)) + armour_points(armour, camouflage, level)
    points += sum(map(item_points, items)) + trait_points(traits) + power_points(rules, powers)
    return Card(
        entry.id,
        entry.name,
        faction,
        type,
        size,
        going,
        agi,
        (entry.nk or 0) + extra["NK"],
        (entry.fk or 0) + extra["FK"],
        ko,
        entry.wn + extra["WN"],
        (entry.eh or 0) + extra["EH"],
        gk,
        entry.tp,
        weapons,
        armour,
        items,
        traits,
        powers,
        dict(entry.disciplines),
        entry.leader,
        entry.controller,
        camouflage,
        level,
        kg,
        points,
        highest_levels((trait.id, trait.level) for trait in traits),
        any(thing.unwieldy for thing in (*weapons, *items)),
        sum(item.shield_nk for item in items),
        sum(item.shield_armour for item in items),
        named(entry.temperament, _TEMPERAMENTS, *path, "temperament"),
    )


def _check_ranks(powers: Sequence[Power], entry: ModelFile, n: int) -> None:
    """The levels of a model's powers add up to no more than its rank in their discipline (G52)."""
    taken: dict[str, int] = {}
    for k, power in enumerate(powers):
        taken[power.discipline] = taken.get(power.discipline, 0) + power.level
        rank = entry.disciplines.get(power.discipline, 0)
        if taken[power.discipline] > rank:
            discipline = power.discipline
            raise bad("rank", "models", n, "powers", k, name=entry.name, discipline=discipline, rank=rank)


def _check_size(type: int, size: int, *path: int | str) -> None:
    """Infantry is small to large, colossi large to huge (R010, R011)."""
    if (type == INFANTRY and size > LARGE) or (type == COLOSSUS and size < LARGE):
        raise bad("size", *path, type=Text(f"universalis.type.{TYPES[type]}"), size=SIZES[size])


def _carried(text: str, entry: ModelFile, k: int, n: int, things: Gear) -> Weapon:
    """`hand_grenade*3`: so many pieces, each with its uses and weight (R213)."""
    id, _, count = text.partition("*")
    weapon: Weapon = named(id, things.weapons, "models", n, "weapons", k)
    if count:
        if number_in(count, 1, 9) is None:
            raise bad("count", "models", n, "weapons", k, value=text)
        if not weapon.uses:
            raise bad("pieces", "models", n, "weapons", k, value=id)
        weapon = replace(weapon, uses=weapon.uses * int(count), kg=weapon.kg * int(count))
    if id in entry.mounts:
        weapon = replace(weapon, mount=among(entry.mounts[id], ZONES[:3], "models", n, "mounts", id))
    return weapon


def _trait(text: str, *path: int | str) -> Trait:
    """`regeneration 2 ap=2 uses=3`."""
    found = re.fullmatch(r"(\w+)(?: (\d))?(?: ap=(\d))?(?: uses=(\d))?", text)
    if not found or found[1] not in TRAITS:
        raise bad("trait", *path, value=text, known=tuple(TRAITS))
    level = int(found[2] or 1)
    in_range(level, 1, TRAITS[found[1]], *path)
    return Trait(found[1], level, int(found[3]) if found[3] else None, int(found[4] or 0))
