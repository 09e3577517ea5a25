"""A roster looked over: what is wrong, what is odd, what everybody carries and costs; and a file to begin with."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

from kempelen.behaviour.document import Grid
from kempelen.engine.errors import BadSetup
from kempelen.engine.files.position import field_name
from kempelen.games.universalis.face.words import gear_word
from kempelen.games.universalis.files.gear import gear
from kempelen.games.universalis.files.rosters import Roster, roster_from, roster_problems
from kempelen.games.universalis.files.scenarios import NAMES, scenario
from kempelen.games.universalis.rules.models.card import Card
from kempelen.games.universalis.rules.models.printed import capacity, encumbrance
from kempelen.games.universalis.rules.models.traits import TRAITS
from kempelen.games.universalis.rules.profile import SEED, RulesProfile
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, GOINGS, NO_CAMOUFLAGE, SIZES, STATIONARY, TYPES
from kempelen.parts.rosters import Muster
from kempelen.text.say import Field, Say, Text

__all__ = ["FACTIONS", "battle", "groups_of", "muster", "shipped_roster", "start_file"]

FACTIONS = ("border_watch", "scrappers", "clockwork")
"""Those whose groups are shipped; anybody may invent another."""
HUMAN = {"agi": 4, "nk": 2, "fk": 2, "ko": 3, "wn": 3, "eh": 3, "gk": 4, "tp": 5}
"""R014, with a usual speed and hit points."""


def shipped_roster(name: str) -> dict[str, Any] | None:
    """A shipped group as its file has it."""
    file = files("kempelen.games.universalis").joinpath("data", "rosters", f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else None


# -- looking over


def muster(data: Mapping[str, Any], rules: RulesProfile = SEED) -> Muster:
    """Composition (R004 to R006), encumbrance (R038 to R043), points; and everything that is wrong."""
    problems = roster_problems(data, rules)
    if problems:
        return Muster(tuple(problems))
    found = roster_from("", data, rules)
    head = ("", "type", "AGI", "NK", "FK", "KO", "WN", "EH", "GK", "TP", "kg", "points")
    grid = Grid(
        None,
        tuple(Text(f"universalis.roster.{what}") if what.islower() else what for what in head),
        tuple(_row(rules, card) for card in found.cards),
    )
    leader = next(card.name for card in found.cards if card.leader)
    points = sum(card.points for card in found.cards)
    total = Text("universalis.roster.total", n=len(found.cards), leader=leader, points=points)
    return Muster((), tuple(_doubts(data, found, rules)), grid, total)


def _row(rules: RulesProfile, card: Card) -> tuple[Field, ...]:
    own: tuple[Field, ...] = (card.agi, card.nk, card.fk, card.ko, card.wn, card.eh)
    if card.type == DRONE:
        own = ("–", "–", "–", card.ko, card.wn, "–")
    load = Text("universalis.roster.load", kg=float(card.load), free=capacity(rules, card.type, card.ko))
    return (
        card.name,
        Text("universalis.roster.kind", type=Text(f"universalis.type.{TYPES[card.type]}")),
        *own,
        card.gk,
        card.tp,
        load,
        card.points,
    )


def _doubts(data: Mapping[str, Any], found: Roster, rules: RulesProfile) -> Iterator[Text]:
    for n, (card, entry) in enumerate(zip(found.cards, data["models"], strict=True)):
        drop = encumbrance(rules, card.type, card.ko, card.load)
        if drop:
            free = capacity(rules, card.type, card.ko)
            yield _doubt("overloaded", n, "weapons", name=card.name, kg=float(card.load), free=free, drop=drop)
        if card.going != STATIONARY and card.gk <= 0:
            yield _doubt("cannot_move", n, "gk", name=card.name)
        if card.type == DRONE and any(what in entry for what in ("agi", "nk", "fk", "eh")):
            yield _doubt("drone_values", n, "agi", name=card.name)
        if card.camouflage != NO_CAMOUFLAGE and not card.camouflage_level:
            yield _doubt("no_level", n, "camouflage_level", name=card.name)
        if entry.get("mounts") and card.type != COLOSSUS:
            yield _doubt("mounts", n, "mounts", name=card.name)
        if entry.get("points", card.points) != card.points:
            yield _doubt("points", n, "points", name=card.name, stated=entry["points"], points=card.points)
        if not card.weapons and card.type == DRONE:
            yield _doubt("unarmed_drone", n, "weapons", name=card.name)
    if not found.faction.strip():
        yield Text("universalis.doubt.no_faction", field="faction", known=FACTIONS)
    names = [card.name for card in found.cards]
    for n, name in enumerate(names):
        if name in names[:n]:
            yield _doubt("same_name", n, "name", name=name)
    for id in ("weapons", "armours", "items", "powers"):
        for own in data.get(id, {}):
            if not any(own == used.partition("*")[0] for entry in data["models"] for used in _carried(entry)):
                yield Text("universalis.doubt.unused", field=field_name((id, own)), id=own)


def _carried(entry: Mapping[str, Any]) -> Sequence[str]:
    return [*entry.get("weapons", ()), entry.get("armour", ""), *entry.get("items", ()), *entry.get("powers", ())]


def _doubt(key: str, n: int, what: str, **fields: Field) -> Text:
    return Text(f"universalis.doubt.{key}", field=field_name(("models", n, what)), **fields)


# -- a game between groups


def groups_of(name: str) -> tuple[str, ...]:
    """The groups of a scenario that is shipped, by their names."""
    if name not in NAMES:
        raise BadSetup(Text("setup.unknown_scenario", scenario=name, known=", ".join(NAMES)))
    return tuple(scenario(name).rosters)


def battle(groups: Sequence[Mapping[str, Any]], name: str) -> dict[str, Any]:
    """Both groups at the table of a scenario, before the missions are chosen (R061 to R063)."""
    if name not in NAMES:
        raise BadSetup(Text("setup.unknown_scenario", scenario=name, known=", ".join(NAMES)))
    which = scenario(name)
    sides = [{key: value for key, value in group.items() if key != "game"} for group in groups]
    known = {"table": which.table, "choice": list(which.missions), "phase": "missions"}
    return {"game": "universalis", **known, "groups": sides}


# -- a file to begin with


def start_file(faction: str, say: Say, rules: RulesProfile = SEED) -> str:
    """Two models and comments: of a shipped faction its leader and another, else two normal humans (R014)."""
    if not faction.replace("_", "").isalnum() or not faction.isascii() or faction != faction.lower():
        raise BadSetup(Text("universalis.roster.faction_name", faction=faction, known=FACTIONS))
    return "\n".join(_lines(faction, say, rules)) + "\n"


def _lines(faction: str, say: Say, rules: RulesProfile) -> Iterator[str]:
    own = faction not in FACTIONS
    yield from _comment(say, "head", faction=Text(f"universalis.faction.{faction}") if not own else faction)
    yield from ("", 'game = "universalis"', f'faction = "{faction}"', "")
    for n, entry in enumerate(_begin_with(faction)):
        yield from _comment(say, "leader" if n == 0 else "second", eh=rules.eh_per_drone)
        yield "[[models]]"
        for key, value in entry.items():
            line = f"{key} = {_toml(value)}"
            about = f"universalis.start.field.{key}"
            yield f"{line:<34} # {say(about)}" if n == 0 and say.has(about) else line
        yield ""
    yield from _comment(say, "more")
    things = gear()
    named: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("weapons", "weapon", things.weapons),
        ("armours", "armour", things.armours),
        ("items", "item", things.items),
        ("traits", "trait", TRAITS),
        ("powers", "power", things.powers),
    )
    for kind, one, ids in named:
        yield from _wrapped(f"{say(f'universalis.start.{kind}')}: {', '.join(_called(say, one, id) for id in ids)}")
    yield from _comment(say, "kinds", types=", ".join(TYPES), sizes=", ".join(SIZES), goings=", ".join(GOINGS))
    yield ""
    yield from _comment(say, "own_gear")
    for line in (
        "[weapons.long_rifle]",
        "wk = 3",
        'range = "25/4"',
        "strength = 6",
        "damage = 3",
        'effects = ["rend"]',
        "kg = 5",
    ):
        yield f"# {line}"


def _called(say: Say, kind: str, id: str) -> str:
    """The name in a file, and what it is called in this language if that is another word."""
    word = say.of(gear_word(kind, id), "bare")
    return id if word.lower().replace("-", "_").replace(" ", "_") == id else f"{id} ({word})"


def _begin_with(faction: str) -> list[dict[str, Any]]:
    shipped = shipped_roster(faction) if faction in FACTIONS else None
    if shipped is not None:
        return [entry for entry in shipped["models"] if entry.get("type", "infantry") == "infantry"][:2]
    carried = {"weapons": ["carbine"], "armour": "leather", "items": ["medikit"], "traits": ["proven_marksman 1"]}
    first = {"id": "first", "name": "Ada", "leader": True, **HUMAN, **carried}
    return [first, {"id": "second", "name": "Ben", **HUMAN, "weapons": ["sabre"]}]


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(entry)}' for key, entry in value.items())} }}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _comment(say: Say, key: str, **fields: Field) -> Iterator[str]:
    yield from _wrapped(say(f"universalis.start.{key}", **fields))


def _wrapped(text: str, width: int = 110) -> Iterator[str]:
    line = "#"
    for word in text.split():
        if len(line) + len(word) + 1 > width:
            yield line
            line = "#"
        line += f" {word}"
    yield line
