"""Setting up a map: board, decks, stores, first units, the boss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from kempelen.engine.game import Setup
from kempelen.engine.table import Deck, Seat
from kempelen.games.tactics.automa.turn import AI_SIDE, place_unit
from kempelen.games.tactics.files.maps import Ground, ground, map_for
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Profile, ai_from, book
from kempelen.games.tactics.rules.state import Mat, Rule, State
from kempelen.games.tactics.rules.topology import first_of

__all__ = ["boss_health", "cards_in", "ground_of", "has_opponent", "new_state", "rule_of", "spawns_of"]

PLAYERS_DECK, OPPONENTS_DECK = "cards", "opponent"


def cards_in(counts: Mapping[str, int]) -> list[str]:
    """Every card as often as it is there, sorted."""
    return sorted(card for card, count in counts.items() for _ in range(count))


def has_opponent(mode: str) -> bool:
    return mode != "versus"


def ground_of(data: Mapping[str, Any]) -> Ground:
    rows = data["map"].strip("\n").split("\n")
    return ground(rows, data.get("symbols", {}), data.get("topology", "square121"))


def spawns_of(land: Ground, players: int, mode: str) -> tuple[int, ...]:
    """Spawn tiles by mat."""
    return (*land.players[:players], land.opponent) if has_opponent(mode) else land.players[:players]


def rule_of(data: Mapping[str, Any], scenario: str, players: int, land: Ground) -> Rule:
    return Rule(
        scenario,
        data["mode"],
        data["income"],
        data["hand"],
        spawns_of(land, players, data["mode"]),
        data["cap"],
        land.rows,
        land.symbols,
    )


def boss_health(data: Mapping[str, Any], level: str, players: int) -> int | None:
    """How strong the boss of a map is for so many players; None if the map does not say."""
    health: int | None = data["boss_health"][level].get(str(players))
    return health


def new_state(setup: Setup, options: Mapping[str, str]) -> State:
    """The table before the first turn; the opponent has the resource that the map says (U5)."""
    s = _prepared(setup.scenario, len(setup.seats), options["level"], setup.begun).copy()
    s.options = options
    return s


@cache
def _prepared(scenario: str, players: int, level: str, begun: str) -> State:
    """A table to be copied."""
    data = map_for(scenario, players, begun)
    assert data is not None
    land = ground_of(data)
    mats = [Mat(data["pool"], _deck(PLAYERS_DECK, data["deck"])) for _ in range(players)]
    if has_opponent(data["mode"]):
        mats.append(Mat(data["opponent_pool"], _deck(OPPONENTS_DECK, data["opponent_deck"])))
    s = State(
        land.board,
        book(),
        rule_of(data, scenario, players, land),
        {},
        players,
        mats,
        held=[0, 0] if data["mode"] != "versus" else [0] * players,
        stock=dict(sorted(data["shop"].items())),
    )
    if "boss" in data:
        health = boss_health(data, level, players)
        _place(s, s.book[data["boss"]].unit, health, players, first_of(land.boss))
    for unit in data["units"]:
        seat = unit["player"] - 1
        if seat < players:
            x, y = map(int, unit["at"].split(","))
            _place(s, s.book[unit["card"]].unit, None, seat, land.board.tile(x, y), unit.get("ai"))
    return s


def _deck(name: str, counts: Mapping[str, int]) -> Deck[str]:
    return Deck(name, cards_in(counts), hidden=HIDDEN_CARD)


def _place(
    s: State, profile: Profile | None, health: int | None, owner: Seat, tile: int, ai: str | None = None
) -> None:
    assert profile is not None
    if health is not None:
        profile = replace(profile, health=health)
    side = AI_SIDE if s.has_opponent and owner == s.players else owner if s.rule.mode == "versus" else 0
    unit = place_unit(s, profile, owner, side, tile)
    if ai is not None:
        unit.ai = ai_from(ai)
