"""Groups from files, and everything that is wrong with them (R004 to R006, R319, R322).

faction = "border_watch"

[[models]]                        # see cards.py
id = "voss"

[weapons.my_gun]                  # gear of one's own, beside the shipped one, see gear.py
wk = 2
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from typing import Any

from kempelen.engine.errors import BadPosition, reason_of
from kempelen.engine.files.measure import measure
from kempelen.engine.files.position import in_file, shaped
from kempelen.games.universalis.files.cards import ModelFile, read_card
from kempelen.games.universalis.files.checks import bad
from kempelen.games.universalis.files.gear import (
    Gear,
    GearFile,
    gear,
    gear_from,
    read_armour,
    read_item,
    read_power,
    read_weapon,
)
from kempelen.games.universalis.rules.models.card import Card
from kempelen.games.universalis.rules.models.printed import drone_slots
from kempelen.games.universalis.rules.profile import SEED, RulesProfile
from kempelen.games.universalis.rules.terms import DRONE
from kempelen.text.say import Text

__all__ = ["Roster", "group_problem", "read_roster", "roster", "roster_from", "roster_problems"]


@dataclass(slots=True)
class RosterFile(GearFile):
    game: str = ""
    """Not needed; says to a reader which game this is for."""
    faction: str = ""
    models: list[ModelFile] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Roster:
    """A group: the cards of one faction (R004, R005)."""

    name: str
    faction: str
    cards: tuple[Card, ...]
    gear: Gear


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
    things = gear_from(file, gear())
    cards = tuple(read_card(entry, n, things, file.faction, rules) for n, entry in enumerate(file.models))
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
    kinds = (("weapons", read_weapon), ("armours", read_armour), ("items", read_item), ("powers", read_power))
    for kind, make in kinds:
        for id, entry in getattr(file, kind).items():
            attempt(partial(make, id, entry))
    if found:  # models that carry it cannot be judged
        return found
    things = gear_from(file, gear())
    cards = [attempt(partial(read_card, entry, n, things, file.faction, rules)) for n, entry in enumerate(file.models)]
    attempt(lambda: _check_group(file.models, rules))
    if all(cards):
        attempt(lambda: _check_drones(tuple(cards), rules))
    return found


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
