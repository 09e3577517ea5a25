"""Scenarios: a table, two groups, the missions to choose from; perhaps everything already in place."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from kempelen.engine.errors import BadPosition
from kempelen.engine.files.position import shaped
from kempelen.engine.table import Table
from kempelen.games.universalis.files.checks import bad
from kempelen.games.universalis.files.rosters import Roster, roster, roster_from
from kempelen.games.universalis.files.tables import board, board_from
from kempelen.games.universalis.rules.missions import missions, objects_of
from kempelen.games.universalis.rules.models.card import Card, Weapon
from kempelen.games.universalis.rules.models.printed import unarmed, zone_tp
from kempelen.games.universalis.rules.profile import RulesProfile, profile_of
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.board import EMPTY, Board
from kempelen.games.universalis.rules.terms import COLOSSUS, HULL

__all__ = ["BARE", "NAMES", "Scenario", "models_of", "named_factions", "new_state"]
__all__ += ["scenario", "scenario_begun", "shipped_factions"]

NAMES = ("first", "border_post", "old_quarry", "river_crossing", "factory", "night_forest", "lost_core")
"""The first is the default."""
FORMER: Mapping[str, Mapping[str, str]] = {
    "first": {"1": "first_2", "2": "first_2", "3": "first_3", "4": "first_4", "5": "first_6", "6": "first_6"},
    "lost_core": {"6": "lost_core_6"},
}
"""Rules under which a small scenario began otherwise, and how: those who play one do not play today's."""
SIDES = "AB"
TABLES = ("meadow", "border_post", "quarry", "river", "factory", "night_forest", "farmyard", "relay")
ROSTERS = ("border_watch", "scrappers", "clockwork", "first_watch", "first_scrappers")


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is agreed before the first die is cast."""

    name: str
    table: str
    rosters: tuple[str, ...]
    missions: tuple[str, ...]
    max_rounds: int = 0
    """0: what the rules say (G75)."""
    turned: tuple[int, int] | None = None
    """Deployment zones that are fixed."""
    placed: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    """Models that are already in place, by label."""
    shocks: Mapping[str, int] = field(default_factory=dict)
    """Shock markers they begin with (R203)."""
    ask_surrender: bool = True
    terrain: Mapping[str, Any] | None = None
    """A table of one's own instead of a shipped one, as it stands in the file."""
    groups: tuple[Mapping[str, Any], ...] = ()
    """Groups of one's own instead of shipped ones."""


BARE = Scenario("bare", "empty", (), ("eliminate",))
"""For calculators: nothing but open ground."""


@dataclass(slots=True)
class ScenarioFile:
    missions: list[str]
    table: str = "own"
    rosters: list[str] = field(default_factory=list)
    max_rounds: int = 0
    turned: list[int] | None = None
    placed: dict[str, list[float]] = field(default_factory=dict)
    shocks: dict[str, int] = field(default_factory=dict)
    ask_surrender: bool = True
    terrain: dict[str, Any] | None = None
    groups: list[dict[str, Any]] = field(default_factory=list)


@cache
def scenario(name: str) -> Scenario:
    """A shipped scenario."""
    text = files("kempelen.games.universalis").joinpath("data", "scenarios", f"{name}.toml").read_text("utf-8")
    return scenario_from(name, tomllib.loads(text))


def scenario_begun(name: str, rules: str) -> Scenario:
    """The scenario as it was when a game began with older rules."""
    former = FORMER.get(name, {}).get(rules)
    if former is None:
        return scenario(name)
    folder = files("kempelen.games.universalis").joinpath("data", "former")
    return scenario_from(former, tomllib.loads(folder.joinpath(f"{former}.toml").read_text("utf-8")))


def scenario_from(name: str, data: Mapping[str, Any]) -> Scenario:
    """A scenario from plain data; raises BadPosition naming the field."""
    file = shaped(ScenarioFile, data)
    for n, mission in enumerate(file.missions):
        if mission not in missions():
            raise bad("among", "missions", n, value=mission, known=tuple(missions()))
    placed = {label: (at[0], at[1], at[2] if len(at) > 2 else 0.0) for label, at in file.placed.items()}
    turned = (file.turned[0], file.turned[1]) if file.turned else None
    return Scenario(
        name,
        file.table,
        tuple(file.rosters),
        tuple(file.missions),
        file.max_rounds,
        turned,
        placed,
        file.shocks,
        file.ask_surrender,
        file.terrain,
        tuple(file.groups),
    )


def board_of(which: Scenario) -> Board:
    """The shipped table, or the scenario's own; raises BadPosition."""
    if which.terrain is not None:
        try:
            return board_from(which.table, which.terrain)
        except BadPosition as error:
            raise bad("in_group", "terrain", problem=error.text) from error
    if which.table == "empty":
        return EMPTY
    if which.table not in TABLES:
        raise bad("among", "table", value=which.table, known=TABLES)
    return board(which.table)


def rosters_of(which: Scenario) -> list[Roster]:
    """Two groups; raises BadPosition."""
    if which.groups:
        groups = []
        for n, data in enumerate(which.groups):
            try:
                groups.append(roster_from(f"group {n + 1}", data))
            except BadPosition as error:
                raise bad("in_group", "groups", n, problem=error.text) from error
    else:
        for n, name in enumerate(which.rosters):
            if name not in ROSTERS:
                raise bad("among", "rosters", n, value=name, known=ROSTERS)
        groups = [roster(name) for name in which.rosters]
    if len(groups) != 2:
        raise bad("two_groups", "groups" if which.groups else "rosters", n=len(groups))
    return groups


@cache
def shipped_factions(name: str, rules: str) -> tuple[str, ...]:
    """Whose groups meet in a shipped scenario that began with these rules."""
    return tuple(group.faction for group in rosters_of(scenario_begun(name, rules)))


def named_factions(position: Mapping[str, Any]) -> tuple[str, ...]:
    """Whose groups meet in a position that names shipped groups, or a shipped scenario."""
    names = position.get("rosters")
    if isinstance(names, list) and names:
        return tuple(roster(name).faction if name in ROSTERS else "" for name in names)
    return shipped_factions(name, "") if (name := position.get("scenario", "")) in NAMES else ()


# -- a new game


def _lasts(card: Card, weapon: Weapon) -> bool:
    """A melee weapon that can neither be used up nor be shot off; without one bare hands may be needed (R285)."""
    return not (weapon.ranged or weapon.uses or (card.type == COLOSSUS and weapon.mount != HULL))


def model_from(rules: RulesProfile, card: Card, label: str, seat: int, index: int) -> Model:
    """A model with everything its card gives it."""
    weapons = card.weapons
    if not any(_lasts(card, weapon) for weapon in weapons):
        fists = unarmed(rules, card.type, card.size, card.ko)
        weapons = (*weapons, fists) if fists is not None else weapons
    tp = [card.tp]
    if card.type == COLOSSUS:
        tp += [zone_tp(rules, card.tp)] * 3
    return Model(
        label,
        seat,
        index,
        card,
        weapons,
        rules.base_diameter[card.size] / 2,
        tp=tp,
        uses=[weapon.uses for weapon in weapons],
        item_uses=[item.uses for item in card.items],
        trait_uses=[trait.uses for trait in card.traits],
    )


def models_of(rules: RulesProfile, groups: list[Roster]) -> list[Model]:
    """Labels A1, A2, … and B1, B2, …; drones know their controller (R319). One model a card (R008)."""
    found: list[Model] = []
    for seat, group in enumerate(groups):
        start = len(found)
        for n, card in enumerate(group.cards):
            found.append(model_from(rules, card, f"{SIDES[seat]}{n + 1}", seat, len(found)))
        ids = {card.id: start + n for n, card in enumerate(group.cards)}
        for m in found[start:]:
            if m.card.controller:
                m.controller = ids[m.card.controller]
    return found


def new_state(which: Scenario, options: Mapping[str, str], table: Table) -> State:
    """A game before its first choice; scenarios with everything in place begin with the first round."""
    from kempelen.games.universalis.rules.course import begin

    rules = profile_of(options)
    s = State(rules, options, which, board_of(which), models_of(rules, rosters_of(which)))
    table.state = s
    if which.placed:
        s.missions = [which.missions[0], which.missions[-1]]
        s.turned = list(which.turned or (0, 180))
        s.objects = objects_of(s)
        for m in s.models:
            m.place = ON_TABLE
            m.x, m.y, m.z = which.placed[m.label]
            m.facing = (90 + s.turned[m.seat]) % 360
            m.shocks = which.shocks.get(m.label, 0)
        begin(s, table)
    return s
