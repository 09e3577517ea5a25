"""Groups from files: gear, models, and what is wrong with them (R004 to R006, R009 to R012, R017, R023, R319, R322).

faction = "border_watch"

[[models]]
id = "voss"
name = "Voss"
leader = true
agi = 5
…
weapons = ["service_pistol", "sabre", "hand_grenade*3"]
armour = "plate_vest"
traits = ["proven_marksman 2"]

[weapons.my_gun]                  # gear of one's own, beside the shipped one
wk = 2
range = "20/3"                    # NK or thrown for the others
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from importlib.resources import files
from typing import Any, ClassVar

from kempelen.engine.errors import BadPosition, reason_of
from kempelen.engine.files.measure import measure
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.position import STRICT, Faults, in_file, shaped
from kempelen.games.universalis.face.words import shipped
from kempelen.games.universalis.rules.models.card import Armour, Card, Item, Power, Trait, Weapon
from kempelen.games.universalis.rules.models.points import (
    armour_points,
    item_points,
    power_points,
    profile_points,
    trait_points,
    weapon_points,
)
from kempelen.games.universalis.rules.models.printed import drone_slots, highest_levels, load_of, printed
from kempelen.games.universalis.rules.models.traits import TRAITS
from kempelen.games.universalis.rules.profile import SEED, RulesProfile
from kempelen.games.universalis.rules.terms import (
    ACTIVE,
    ARMOUR_ONLY,
    ATTRIBUTES,
    COLOSSUS,
    DRONE,
    EFFECTS,
    GOINGS,
    INFANTRY,
    LARGE,
    NO_CAMOUFLAGE,
    PASSIVE,
    SIZES,
    TEMPERAMENTS,
    TYPES,
    WEAPON_ONLY,
    ZONES,
)
from kempelen.text.say import Text

__all__ = ["Gear", "Roster", "gear", "group_problem", "read_roster", "roster", "roster_from", "roster_problems"]

MOST = 20
"""No attribute and no speed is higher; a d12 needs no more than 12."""
LIMITS = {
    **dict.fromkeys(("strength", "damage", "protection", "reduction"), (0, 99)),
    **dict.fromkeys(("uses", "heal", "shield_nk", "shield_armour", "tp_loss"), (0, 20)),
    **dict.fromkeys(("temporary", "permanent", "bonus"), (-20, 20)),
    "disciplines": (0, 20),
    "camouflage_level": (0, 10),
    "level": (1, 10),
    "ap": (0, 12),
    "modifier": (-12, 12),
    "kg": (0, 10_000),
    "radius": (0, 90),
    "distance": (0, 150),
}
"""What numbers may be written, far beyond what makes sense: against slips of the pen."""
_TEMPERAMENTS = {"": "", **{name: name for name in TEMPERAMENTS}}
CAMOUFLAGE = {"none": NO_CAMOUFLAGE, "passive": PASSIVE, "active": ACTIVE}


bad = Faults("universalis.file")


# -- what stands in files


@dataclass(slots=True)
class WeaponFile:
    __pydantic_config__: ClassVar = STRICT
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
    __pydantic_config__: ClassVar = STRICT
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
    __pydantic_config__: ClassVar = STRICT
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
    __pydantic_config__: ClassVar = STRICT
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
class ModelFile:
    """One unit card; attributes are the bare ones, before encumbrance and permanent modifiers."""

    __pydantic_config__: ClassVar = STRICT
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


@dataclass(slots=True)
class GearFile:
    __pydantic_config__: ClassVar = STRICT
    weapons: dict[str, WeaponFile] = field(default_factory=dict)
    armours: dict[str, ArmourFile] = field(default_factory=dict)
    items: dict[str, ItemFile] = field(default_factory=dict)
    powers: dict[str, PowerFile] = field(default_factory=dict)


@dataclass(slots=True)
class RosterFile(GearFile):
    __pydantic_config__: ClassVar = STRICT
    game: str = ""
    """Not needed; says to a reader which game this is for."""
    faction: str = ""
    models: list[ModelFile] = field(default_factory=list)


# -- what becomes of them


@dataclass(frozen=True, slots=True)
class Gear:
    """Everything that can be carried, by name."""

    weapons: Mapping[str, Weapon]
    armours: Mapping[str, Armour]
    items: Mapping[str, Item]
    powers: Mapping[str, Power]


@dataclass(frozen=True, slots=True)
class Roster:
    """A group: the cards of one faction (R004, R005)."""

    name: str
    faction: str
    cards: tuple[Card, ...]
    gear: Gear


@cache
def gear() -> Gear:
    """The shipped gear."""
    data = tomllib.loads(files("kempelen.games.universalis").joinpath("data", "gear.toml").read_text("utf-8"))
    found = _gear(shaped(GearFile, data), Gear({}, {}, {}, {}))
    shipped("weapon", [*found.weapons, "unarmed", "automaton"])
    shipped("armour", list(found.armours))
    shipped("item", list(found.items))
    shipped("trait", list(TRAITS))
    shipped("power", list(found.powers))
    shipped("discipline", [power.discipline for power in found.powers.values()])
    return found


def _gear(file: GearFile, base: Gear) -> Gear:
    return Gear(
        {**base.weapons, **{id: _weapon(id, entry) for id, entry in file.weapons.items()}},
        {**base.armours, **{id: _armour(id, entry) for id, entry in file.armours.items()}},
        {**base.items, **{id: _item(id, entry) for id, entry in file.items.items()}},
        {**base.powers, **{id: _power(id, entry) for id, entry in file.powers.items()}},
    )


def _effects(names: list[str], not_these: int, *path: int | str) -> int:
    effects = 0
    for n, name in enumerate(names):
        known = tuple(name for name, bit in EFFECTS.items() if not bit & not_these)
        if name not in known:
            raise bad("effect", *path, n, effect=name, known=known)
        effects |= EFFECTS[name]
    return effects


def _check_limits(entry: Any, *path: int | str) -> None:
    for what, (least, most) in LIMITS.items():
        value = getattr(entry, what, None)
        for key, number in value.items() if isinstance(value, dict) else [("", value)]:
            if number is not None and not least <= number <= most:  # also what is no number at all (nan)
                raise bad("range", *path, what, *([key] if key else []), value=number, least=least, most=most)


def _weapon(id: str, entry: WeaponFile) -> Weapon:
    """A weapon has a class I to V and a range (R205 to R209)."""
    path = ("weapons", id)
    _check_limits(entry, *path)
    if entry.wk is None:
        raise bad("no_class", *path, "wk", id=id)
    if not 1 <= entry.wk <= 5:
        raise bad("range", *path, "wk", value=entry.wk, least=1, most=5)
    if not 0 <= entry.burst <= 4:
        raise bad("range", *path, "burst", value=entry.burst, least=0, most=4)
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


def _armour(id: str, entry: ArmourFile) -> Armour:
    path = ("armours", id)
    _check_limits(entry, *path)
    return Armour(
        id,
        entry.protection,
        entry.reduction,
        entry.additive,
        _effects(entry.effects, WEAPON_ONLY, *path, "effects"),
        entry.self_supporting,
        entry.kg,
        _among(entry.camouflage, CAMOUFLAGE, *path, "camouflage"),
        entry.camouflage_level,
    )


def _item(id: str, entry: ItemFile) -> Item:
    """Profile modifiers change attributes and speed (R023, R024)."""
    _check_limits(entry, "items", id)
    for kind, changes in (("temporary", entry.temporary), ("permanent", entry.permanent)):
        for what in changes:
            _among(what, (*ATTRIBUTES, "GK"), "items", id, kind, what)
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


def _power(id: str, entry: PowerFile) -> Power:
    path = ("powers", id)
    _check_limits(entry, *path)
    for what in entry.bonus:
        _among(what, ATTRIBUTES, *path, "bonus", what)
    _among(entry.attribute, ATTRIBUTES, *path, "attribute")
    _among(entry.loss, ("none", "failure", "always"), *path, "loss")
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


def _among(name: str, known: Any, *path: int | str) -> int:
    names = list(known)
    if name not in names:
        raise bad("among", *path, value=name, known=tuple(names))
    return known[name] if isinstance(known, dict) else names.index(name)


# -- cards


def _card(entry: ModelFile, n: int, things: Gear, faction: str, rules: RulesProfile) -> Card:
    """Permanent modifiers and encumbrance are worked in (R023, R042)."""
    path = ("models", n)
    for what in ("id", "name"):
        if not getattr(entry, what).strip() or not getattr(entry, what).isprintable():
            raise bad("no_name", *path, what)
    _check_limits(entry, *path)
    type = _among(entry.type, TYPES, *path, "type")
    size = _among(entry.size, SIZES, *path, "size")
    _check_size(type, size, *path, "size")
    if not 1 <= entry.tp <= rules.most_tp:
        raise bad("range", *path, "tp", value=entry.tp, least=1, most=rules.most_tp)
    weapons = tuple(_carried(text, entry, k, n, things) for k, text in enumerate(entry.weapons))
    armour = None
    if entry.armour:
        if entry.armour not in things.armours:
            raise bad("among", *path, "armour", value=entry.armour, known=tuple(things.armours))
        armour = things.armours[entry.armour]
    items = tuple(_named(text, things.items, *path, "items", k) for k, text in enumerate(entry.items))
    traits = tuple(_trait(text, *path, "traits", k) for k, text in enumerate(entry.traits))
    powers = tuple(_named(text, things.powers, *path, "powers", k) for k, text in enumerate(entry.powers))
    _check_ranks(powers, entry, n)
    extra = {what: sum(item.permanent.get(what, 0) for item in items) for what in (*ATTRIBUTES, "GK")}
    for what in ("agi", "nk", "fk", "eh"):
        if type != DRONE and getattr(entry, what) is None:
            raise bad("attribute", *path, what, what=what.upper())
    for what in (*map(str.lower, ATTRIBUTES), "gk"):
        value, least = getattr(entry, what), int(what == "ko")
        if value is not None and not least <= value <= MOST:
            raise bad("range", *path, what, value=value, least=least, most=MOST)
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
        camouflage, level = _among(entry.camouflage, CAMOUFLAGE, *path, "camouflage"), entry.camouflage_level
    going = _among(entry.going, GOINGS, *path, "going")
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
        _named(entry.temperament, _TEMPERAMENTS, *path, "temperament"),
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
    weapon: Weapon = _named(id, things.weapons, "models", n, "weapons", k)
    if count:
        if number_in(count, 1, 9) is None:
            raise bad("count", "models", n, "weapons", k, value=text)
        if not weapon.uses:
            raise bad("pieces", "models", n, "weapons", k, value=id)
        weapon = replace(weapon, uses=weapon.uses * int(count), kg=weapon.kg * int(count))
    if id in entry.mounts:
        weapon = replace(weapon, mount=_among(entry.mounts[id], ZONES[:3], "models", n, "mounts", id))
    return weapon


def _named(text: str, known: Mapping[str, Any], *path: int | str) -> Any:
    if text not in known:
        raise bad("among", *path, value=text, known=tuple(known))
    return known[text]


def _trait(text: str, *path: int | str) -> Trait:
    """`regeneration 2 ap=2 uses=3`."""
    found = re.fullmatch(r"(\w+)(?: (\d))?(?: ap=(\d))?(?: uses=(\d))?", text)
    if not found or found[1] not in TRAITS:
        raise bad("trait", *path, value=text, known=tuple(TRAITS))
    level = int(found[2] or 1)
    if not 1 <= level <= TRAITS[found[1]]:
        raise bad("range", *path, value=level, least=1, most=TRAITS[found[1]])
    return Trait(found[1], level, int(found[3]) if found[3] else None, int(found[4] or 0))


# -- groups


def group_problem(rules: RulesProfile, models: int, leaders: int, factions: int) -> str | None:
    """At least 2 models, exactly one leader, one faction (R004 to R006)."""
    if models < rules.least_models:
        return "too_few"
    if leaders != rules.leaders:
        return "leaders"
    return None if factions == 1 else "factions"


def roster_from(name: str, data: Mapping[str, Any], rules: RulesProfile = SEED) -> Roster:
    """A group from plain data; raises BadPosition naming the field."""
    file = shaped(RosterFile, data)
    things = _gear(file, gear())
    cards = tuple(_card(entry, n, things, file.faction, rules) for n, entry in enumerate(file.models))
    _check_group(file.models, rules)
    _check_drones(cards, rules)
    return Roster(name, file.faction, cards, things)


def _check_group(models: Sequence[ModelFile], rules: RulesProfile) -> None:
    leaders = [n for n, entry in enumerate(models) if entry.leader]
    problem = group_problem(rules, len(models), len(leaders), 1)
    if problem == "too_few":
        raise bad("too_few", "models", n=len(models), least=rules.least_models)
    if problem == "leaders":
        named = tuple(models[n].name for n in leaders)
        path = ("models", leaders[1], "leader") if len(leaders) > 1 else ("models",)
        raise bad("leaders" if named else "no_leader", *path, **({"named": named} if named else {}))


def roster_problems(data: Mapping[str, Any], rules: RulesProfile = SEED) -> list[Text]:
    """Everything `roster_from` would object to, not only the first thing."""
    found: list[Text] = []

    def attempt(work: Callable[[], Any]) -> Any:
        try:
            return work()
        except BadPosition as error:
            found.append(error.text)

    file = attempt(lambda: shaped(RosterFile, data))
    if file is None:
        return found
    kinds = (("weapons", _weapon), ("armours", _armour), ("items", _item), ("powers", _power))
    for kind, make in kinds:
        for id, entry in getattr(file, kind).items():
            attempt(partial(make, id, entry))
    if found:  # models that carry it cannot be judged
        return found
    things = _gear(file, gear())
    cards = [attempt(partial(_card, entry, n, things, file.faction, rules)) for n, entry in enumerate(file.models)]
    attempt(lambda: _check_group(file.models, rules))
    if all(cards):
        attempt(lambda: _check_drones(tuple(cards), rules))
    return found


def _check_drones(cards: tuple[Card, ...], rules: RulesProfile) -> None:
    """Each drone has exactly one controller, each controller no more than his EH allows (R319, R322)."""
    by_id: dict[str, int] = {}
    for n, card in enumerate(cards):
        if card.id in by_id:
            raise bad("twice", "models", n, "id", id=card.id)
        by_id[card.id] = n
    for n, card in enumerate(cards):
        if card.type != DRONE:
            if card.controller:
                raise bad("no_drone", "models", n, "controller", name=card.name)
            continue
        if card.controller not in by_id or cards[by_id[card.controller]].type == DRONE:
            known = tuple(other.id for other in cards if other.type != DRONE)
            raise bad("controller", "models", n, "controller", value=card.controller, known=known)
        boss = cards[by_id[card.controller]]
        slots = drone_slots(rules, boss.eh, boss.levels.get("multitasking", 0))
        if sum(other.controller == boss.id for other in cards) > slots:
            raise bad("slots", "models", n, "controller", name=boss.name, n=slots)


def read_roster(path: Any, rules: RulesProfile = SEED) -> Roster:
    """A group from a TOML file; messages name the file and the field."""
    try:
        text = path.read_text("utf-8")
        measure(text, path.name, "toml")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPosition(Text("universalis.file.syntax", file=path.name, problem=str(error))) from error
    except OSError as error:
        raise BadPosition(Text("position.cannot_read", file=path.name, reason=reason_of(error))) from error
    try:
        return roster_from(path.name.rsplit(".", 1)[0], data, rules)
    except BadPosition as error:
        raise in_file(error, path.name) from error


@cache
def roster(name: str) -> Roster:
    """A shipped group."""
    return read_roster(files("kempelen.games.universalis").joinpath("data", "rosters", f"{name}.toml"))
