"""Unit cards to print (R007): what stands on front and back. How they look is in data/cards.typ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from kempelen.engine.files.position import field_name
from kempelen.games.universalis.face.card_icons import ICONS, faction_icon
from kempelen.games.universalis.face.pictures import MARKERS
from kempelen.games.universalis.face.words import gear_word, signed
from kempelen.games.universalis.files.rosters import roster_from
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.ranged_numbers import AIMED, NORMAL, SNAP, shot_cost
from kempelen.games.universalis.rules.models.card import Card, Item, Power, Trait, Weapon
from kempelen.games.universalis.rules.models.printed import (
    armour_value,
    danger_radius,
    perception_range,
    range_of,
    strength_value,
    unarmed,
    zone_tp,
)
from kempelen.games.universalis.rules.profile import SEED, RulesProfile
from kempelen.games.universalis.rules.terms import (
    ACTIVE,
    ARMOUR_ONLY,
    COLOSSUS,
    DRONE,
    GOINGS,
    NO_CAMOUFLAGE,
    SIZES,
    TYPES,
    ZONES,
    effect_names,
)
from kempelen.printing import Sheet
from kempelen.text.say import Field, Say, Text

__all__ = ["card_sheet", "rules_of"]

ROMAN = ("", "I", "II", "III", "IV", "V")
NAME_LETTERS = 40
"""About as many fit into the field of the name, in two lines."""


def card_sheet(groups: Sequence[Mapping[str, Any]], say: Say, *, markers: bool, rules: RulesProfile = SEED) -> Sheet:
    """The cards of groups in order, four to a page, and their backs; raises BadPosition."""
    writer = _Writer(say, rules)
    cards = []
    for data in groups:
        found = roster_from("", data, rules)
        names = {card.id: card.name for card in found.cards}
        cards += [writer.card(n, card, names) for n, card in enumerate(found.cards)]
    words = {key: say(f"universalis.card.{key}") for key in ("flip", "markers", "cut_markers", "seen_from_behind")}
    sheets = -(-len(cards) // 4)
    data = {
        "lang": say.lang,
        "title": say("universalis.title"),
        "cards": cards,
        "icons": ICONS,
        "words": words,
        "fronts": [say("universalis.card.front", n=n + 1, of=sheets) for n in range(sheets)],
        "backs": [say("universalis.card.back", n=n + 1, of=sheets) for n in range(sheets)],
        "markers": [
            {"icon": icon, "word": say(f"universalis.marker_short.{id}")} for id, icon in MARKERS.items() if markers
        ],
    }
    template = files("kempelen.games.universalis").joinpath("data", "cards.typ").read_bytes()
    return Sheet(template, data, _problem)


def _problem(mark: Mapping[str, Any]) -> Text:
    """What the template could not place, with the field of the roster."""
    kind, field = str(mark["kind"]), str(mark["field"])
    if kind in ("front", "back"):
        return Text(f"universalis.too_long.{kind}", field=field, name=str(mark["name"]), cm=round(mark["cm"], 1))
    if kind == "circles":
        return Text("universalis.too_long.circles", field=field, name=str(mark["name"]))
    if kind == "name":
        return Text("universalis.too_long.name", field=field, text=str(mark["text"]), n=NAME_LETTERS)
    return Text(f"universalis.too_long.{kind}", field=field, text=str(mark["text"]))


def rules_of(card: Card, rules: RulesProfile, say: Say) -> list[tuple[str, str]]:
    """What the back of a card says beside its weapons and what kind of model it is: names, and rules in words."""
    writer = _Writer(say, rules)
    entries = [*writer.traits(card), *writer.features(card, printed=False), *writer.effects(card), *writer.gear(card)]
    return [(entry["name"].removesuffix(":"), entry["words"]) for entry in entries]


def _holds(card: Card) -> str:
    """What the figure on the card has in its hands: the weapon of the highest class."""
    if not card.weapons:
        return ""
    weapon = max(card.weapons, key=lambda weapon: (not weapon.thrown, weapon.wk))
    if weapon.thrown:
        return ""
    if not weapon.ranged:
        return "hammer" if weapon.unwieldy else "blade"
    return "pistol" if weapon.wk == 1 else "rifle" if weapon.wk == 2 or not weapon.unwieldy else "heavy"


def _uses(card: Card) -> list[int]:
    things: list[Weapon | Item | Trait] = [*card.weapons, *card.items, *card.traits]
    return [thing.uses for thing in things]


class _Writer:
    """Words a card in one language."""

    def __init__(self, say: Say, rules: RulesProfile) -> None:
        self.say = say
        self.rules = rules

    def bare(self, kind: str, id: str) -> str:
        word = self.say.of(gear_word(kind, id), "bare")
        return word[:1].upper() + word[1:]

    # -- the front

    def card(self, n: int, card: Card, names: Mapping[str, str]) -> dict[str, Any]:
        say, rules = self.say, self.rules
        drone = card.type == DRONE
        attributes = {"AGI": card.agi, "NK": card.nk, "FK": card.fk, "KO": card.ko, "WN": card.wn, "EH": card.eh}
        borrowed = ("AGI", "NK", "FK", "EH") if drone else ()
        path = field_name(("models", n))
        return {
            "path": path,
            "name": card.name,
            "faction": faction_icon(card.faction),
            "type": TYPES[card.type],
            "size": say(f"universalis.size_letter.{SIZES[card.size]}"),
            "tall": card.size,
            "going": GOINGS[card.going],
            "holds": _holds(card),
            "speed": max(0, card.gk),
            "attributes": [[what, None if what in borrowed else value] for what, value in attributes.items()],
            "perception": perception_range(rules, card.wn, False),
            "danger": None if drone else danger_radius(rules, card.eh),
            "leader": card.leader,
            "controller": say("universalis.card.led_by", name=names[card.controller]) if card.controller else "",
            "points": say("universalis.card.points", n=card.points),
            "zones": self.zones(card),
            "sections": [section for section in self.sections(card, path) if section["rows"]],
            "back": list(self.back(card)),
        }

    def zones(self, card: Card) -> list[dict[str, Any]]:
        """Hit-point circles: first the white half, rounded up, then the orange one (G03); a colossus has four zones."""
        most = [card.tp] + ([zone_tp(self.rules, card.tp)] * 3 if card.type == COLOSSUS else [])
        return [
            {
                "white": -(-tp // 2),
                "orange": tp // 2,
                "word": self.say(f"universalis.zone_short.{ZONES[zone]}"),
                "faces": self.faces(zone),
            }
            for zone, tp in enumerate(most)
        ]

    def faces(self, zone: int) -> str:
        """The faces of the d12 that hit a zone (R309)."""
        last = self.rules.zone_faces
        return f"{last[zone - 1] + 1 if zone else 1}–{last[zone]}"

    def sections(self, card: Card, path: str) -> Iterator[dict[str, Any]]:
        yield self.section("traits", path, [self.trait(trait) for trait in card.traits] + self.camouflage(card))
        yield self.section("weapons", path, [self.weapon(card, *entry) for entry in self.sorted_weapons(card)])
        yield self.section("armour", path, [self.armour(card)] if card.armour else [])
        yield self.section("items", path, [self.item(item) for item in card.items])
        yield self.section("powers", path, list(self.powers(card, path)))

    def section(self, kind: str, path: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        for n, row in enumerate(rows):
            row.setdefault("field", f"{path}.{kind}" + ("" if kind == "armour" else f".{row.pop('index', n) + 1}"))
        return {"kind": kind, "title": self.say(f"universalis.card.{kind}"), "field": f"{path}.{kind}", "rows": rows}

    def trait(self, trait: Trait) -> dict[str, Any]:
        from kempelen.games.universalis.rules.models.traits import TRAITS

        name = self.bare("trait", trait.id)
        if TRAITS[trait.id] > 1:
            name = self.levelled(name, trait.level)
        return {"name": name, "ap": trait.ap, "uses": trait.uses, "icon": None}

    def levelled(self, name: str, level: int) -> str:
        number = ROMAN[level] if level < len(ROMAN) else str(level)
        return self.say("universalis.card.levelled", name=name, level=number)

    def camouflage(self, card: Card) -> list[dict[str, Any]]:
        if card.camouflage == NO_CAMOUFLAGE:
            return []
        which = "active" if card.camouflage == ACTIVE else "passive"
        name = self.say(f"universalis.card.{which}")
        return [{"name": self.levelled(name, card.camouflage_level), "ap": None, "uses": 0, "icon": which}]

    def sorted_weapons(self, card: Card) -> list[tuple[int, Weapon]]:
        """Melee first, then by class, thrown last; bare hands if there is nothing for melee (R285)."""
        weapons = list(enumerate(card.weapons))
        if all(weapon.ranged for weapon in card.weapons):
            fists = unarmed(self.rules, card.type, card.size, card.ko)
            weapons += [(len(weapons), fists)] if fists is not None else []
        return sorted(weapons, key=lambda entry: (entry[1].ranged, entry[1].thrown, entry[1].wk))

    def weapon(self, card: Card, index: int, weapon: Weapon) -> dict[str, Any]:
        band, bands = range_of(self.rules, weapon, card.ko)
        icons: list[Any] = ["unwieldy"] if weapon.unwieldy else []
        if weapon.burst:
            icons.append({"burst": str(weapon.burst)})
        icons += ["reload"] if weapon.reload else []
        icons += ["indirect"] if weapon.indirect else []
        if weapon.radius:
            icons.append({"radius": f"{weapon.radius:g}"})
        return {
            "index": index,
            "wk": ROMAN[weapon.wk],
            "name": self.bare("weapon", weapon.id) + self.mounted(card, weapon),
            "range": f"{band:g}/{bands}" if weapon.ranged else "NK",
            "strength": strength_value(weapon, card.ko),
            "damage": weapon.damage,
            "icons": [*icons, *effect_names(weapon.effects)],
            "uses": weapon.uses,
        }

    def mounted(self, card: Card, weapon: Weapon) -> str:
        """The side of a colossus that carries it (G49)."""
        if card.type != COLOSSUS or not weapon.mount:
            return ""
        return f" ({self.say(f'universalis.zone_short.{ZONES[weapon.mount]}')})"

    def armour(self, card: Card) -> dict[str, Any]:
        armour = card.armour
        assert armour is not None
        return {
            "name": self.bare("armour", armour.id),
            "protection": armour_value(armour, card.ko),
            "reduction": armour.reduction,
            "icons": list(effect_names(armour.effects)),
        }

    def item(self, item: Item) -> dict[str, Any]:
        icon = "unwieldy" if item.unwieldy else None
        return {"name": self.bare("item", item.id), "ap": item.ap, "uses": item.uses, "icon": icon}

    def powers(self, card: Card, path: str) -> Iterator[dict[str, Any]]:
        """By discipline, with the rank in it; a rank without a power still allows blocking (G52)."""
        for discipline, rank in card.disciplines.items():
            head = self.say("universalis.card.rank", name=self.bare("discipline", discipline), n=rank)
            of = [(n, power) for n, power in enumerate(card.powers) if power.discipline == discipline]
            if not of:
                field = f"{path}.disciplines.{discipline}"
                yield {"head": head, "field": field, "name": "–", "ap": None, "uses": 0, "icon": None}
            for index, power in of:
                name = self.bare("power", power.id)
                yield {"head": head, "index": index, "name": name, "ap": power.ap, "uses": 0, "icon": None}
                head = ""

    # -- the back

    def back(self, card: Card) -> Iterator[dict[str, Any]]:
        """Special rules of what the model is, can and carries (R304), each once."""
        if card.type == COLOSSUS:
            zones = dict(zip(("hull", "right", "left", "movement"), map(self.faces, range(4)), strict=True))
            yield self.entry(self.say("universalis.back.colossus", **zones), "colossus")
        if card.type == DRONE:
            yield self.entry(self.say("universalis.back.drone"), "drone")
        if card.camouflage != NO_CAMOUFLAGE:
            which = "active" if card.camouflage == ACTIVE else "passive"
            yield self.entry(self.say(f"universalis.back.{which}", n=card.camouflage_level), which)
        for _, weapon in self.sorted_weapons(card):
            yield self.weapon_rules(card, weapon)
        yield from self.traits(card)
        yield from self.features(card)
        yield from self.effects(card)
        yield from self.gear(card)

    def traits(self, card: Card) -> Iterator[dict[str, Any]]:
        for id, level in card.levels.items():
            words = self.say(f"universalis.back.trait.{id}", n=level)
            yield self.entry(f"{self.bare('trait', id)}: {words}")

    def gear(self, card: Card) -> Iterator[dict[str, Any]]:
        for item in dict.fromkeys(item.id for item in card.items):
            yield self.item_rules(next(one for one in card.items if one.id == item))
        for power in card.powers:
            yield self.power_rules(power)

    def weapon_rules(self, card: Card, weapon: Weapon) -> dict[str, Any]:
        """What using it costs, and how far it reaches."""
        rules, name = self.rules, self.bare("weapon", weapon.id)
        if not weapon.ranged:
            costs = {kind: attack_cost(rules, card.type, weapon, kind) for kind in ("attack", "reckless_attack")}
            attack, reckless = costs["attack"], costs["reckless_attack"]
            return self.entry(self.say("universalis.back.weapon.melee", name=name, attack=attack, reckless=reckless))
        band, bands = range_of(rules, weapon, card.ko)
        shot, aimed, snap = (shot_cost(rules, card.type, weapon, mode) for mode in (NORMAL, AIMED, SNAP))
        key = "thrown" if weapon.thrown else "ranged"
        reach, twice = (
            "/".join(f"{factor * band * n:g}" for n in range(1, bands + 1)) for factor in (1, rules.aimed_band_factor)
        )
        fields: dict[str, Field] = {"shot": shot, "aimed": aimed, "snap": snap, "bands": reach, "twice": twice}
        return self.entry(self.say(f"universalis.back.weapon.{key}", name=name, **fields))

    def entry(self, text: str, icon: Any = None) -> dict[str, Any]:
        name, colon, words = text.partition(":")
        return {"name": name[:1].upper() + name[1:] + colon, "words": words.strip(), "icon": icon}

    def features(self, card: Card, printed: bool = True) -> Iterator[dict[str, Any]]:
        """What the signs behind weapons mean; on paper also circles and bands."""
        say, weapons = self.say, card.weapons
        for kind, values in (
            ("burst", [weapon.burst for weapon in weapons if weapon.burst]),
            ("radius", [weapon.radius for weapon in weapons if weapon.radius]),
        ):
            for value in dict.fromkeys(values):
                yield self.entry(say(f"universalis.back.feature.{kind}", n=value), {kind: f"{value:g}"})
        flags = {
            "reload": any(weapon.reload for weapon in weapons),
            "indirect": any(weapon.indirect for weapon in weapons),
            "unwieldy": card.unwieldy,
            "thrown": printed and any(weapon.thrown for weapon in weapons),
            "uses": printed and any(uses > 0 for uses in _uses(card)),
        }
        for kind, there in flags.items():
            if there:
                yield self.entry(say(f"universalis.back.feature.{kind}"), kind if kind in ICONS else None)

    def effects(self, card: Card) -> Iterator[dict[str, Any]]:
        worn = card.armour.effects if card.armour else 0
        used = worn & ARMOUR_ONLY
        things: list[Weapon | Power] = [*card.weapons, *card.powers]
        for thing in things:
            used |= thing.effects
        for name in effect_names(used):
            yield self.entry(self.say(f"universalis.back.effect.{name}"), name)
        if cancelled := effect_names(worn & ~ARMOUR_ONLY):
            words = [Text(f"universalis.effect.{name}") for name in cancelled]
            yield self.entry(self.say("universalis.back.effect.cancels", effects=words))

    def item_rules(self, item: Item) -> dict[str, Any]:
        say, rules = self.say, []
        if item.heal:
            rules.append(say("universalis.back.item.heal", n=item.heal))
        if item.climb:
            rules.append(say("universalis.back.item.climb"))
        for kind, changes in (("temporary", item.temporary), ("permanent", item.permanent)):
            if changes:
                what = ", ".join(f"{name} {signed(more)}" for name, more in changes.items())
                rules.append(say(f"universalis.back.item.{kind}", what=what))
        if item.shield_nk or item.shield_armour:
            rules.append(say("universalis.back.item.shield", nk=item.shield_nk, armour=item.shield_armour))
        return self.entry(f"{self.bare('item', item.id)}: {' '.join(rules) or say('universalis.back.item.nothing')}")

    def power_rules(self, power: Power) -> dict[str, Any]:
        say = self.say
        loss = Text("universalis.back.power.none")
        if power.tp_loss and power.loss != "none":
            key = "always" if power.loss == "always" else "loses"
            loss = Text(f"universalis.back.power.{key}", n=power.tp_loss)
        fields: dict[str, Field] = {
            "level": ROMAN[power.level] if power.level < len(ROMAN) else power.level,
            "ap": power.ap,
            "attribute": power.attribute,
            "modifier": signed(power.modifier),
            "loss": loss,
        }
        words = [say("universalis.back.power.on", **fields)]
        if power.distance:
            words.append(say("universalis.back.power.distance", cm=power.distance))
        elif not power.lasting:  # a lasting one is on its user
            words.append(say("universalis.back.power.contact"))
        if power.radius:
            words.append(say("universalis.back.power.radius", cm=power.radius))
        if power.strength:
            words.append(say("universalis.back.power.hit", strength=power.strength, damage=power.damage))
        if power.effects:
            effects = [Text(f"universalis.effect.{name}") for name in effect_names(power.effects)]
            words.append(say("universalis.back.power.effects", effects=effects))
        if power.lasting:
            what = ", ".join(f"{name} {signed(more)}" for name, more in power.bonus.items())
            words.append(say("universalis.back.power.lasting", what=what))
        return self.entry(f"{self.bare('power', power.id)}: {' '.join(words)}")
