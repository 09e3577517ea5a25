"""Maps: rows of characters, one a tile, and what the shipped ones lay down.

map = '''
~~w~~
.s.f.
p.#.p
'''
symbols = { x = "house" }      # more characters, or other meanings for them
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from kempelen.engine.errors import BadPosition
from kempelen.games.tactics.rules.board import KINDS, Board
from kempelen.games.tactics.rules.topology import SQUARE, TOPOLOGIES, Tiles
from kempelen.text.say import Field, Text

__all__ = ["FORMER_FIRST", "MAPS", "MOST_PLAYERS", "SCENARIOS", "SYMBOLS", "Ground", "ground", "map_data", "map_for"]

MOST_PLAYERS = 4
LARGEST = 60
"""Tiles in a row or a column."""

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        ".": "",
        "#": "wall",
        ":": "street",
        "h": "house",
        "t": "tower",
        "f": "field",
        "s": "store",
        "~": "water",
        "=": "deep_water",
        "b": "harbor",
        "g": "gate",
        "p": "spawn players",
        "1": "spawn 1",
        "2": "spawn 2",
        "3": "spawn 3",
        "4": "spawn 4",
        "o": "spawn opponent",
        "w": "water spawn opponent",
        "K": "spawn boss",
        "W": "water spawn boss",
    }
)
"""What a character of a map stands for: kinds of tile, and whose spawn tile it is. The boss begins on its own."""

_OWNERS = ("players", "1", "2", "3", "4", "opponent", "boss")

SCENARIOS: Mapping[str, Mapping[int, str]] = MappingProxyType(
    {
        "kraken": {1: "kraken_1", 2: "kraken_2", 3: "kraken_4", 4: "kraken_4"},
        "tyrant": {1: "tyrant_1", 2: "tyrant_2", 3: "tyrant_4", 4: "tyrant_4"},
        "first": {1: "first"},
        "village": {1: "village"},
        "versus": {2: "versus"},
        "sandbox": {2: "sandbox"},
    }
)
"""The map of each scenario, by number of players."""
FORMER_FIRST: Mapping[str, str] = MappingProxyType({"1": "former/first", "2": "former/first", "3": "former/first_3"})
"""Versions of the rules with which the first game began otherwise, and its map then."""
MAPS = tuple(dict.fromkeys(name for maps in SCENARIOS.values() for name in maps.values()))


@dataclass(frozen=True, slots=True)
class Ground:
    """A board and its spawn tiles."""

    board: Board
    rows: tuple[str, ...]
    symbols: tuple[tuple[str, str], ...]
    """Those that are not the usual ones."""
    players: tuple[Tiles, ...]
    """Spawn tiles of each player."""
    opponent: Tiles
    boss: Tiles


def _bad(key: str, **fields: Field) -> BadPosition:
    return BadPosition(Text(f"tactics.map_error.{key}", **fields))


@cache
def _ground(rows: tuple[str, ...], symbols: tuple[tuple[str, str], ...], topology: str) -> Ground:
    known = {**SYMBOLS, **dict(symbols)}
    kinds: dict[str, list[tuple[int, int]]] = {}
    owned: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            for word in known[symbol].split():
                (owned if word in _OWNERS else kinds).setdefault(word, []).append((x, y))
    kinds = {kind: kinds[kind] for kind in KINDS if kind in kinds}
    board = Board(len(rows[0]), len(rows), kinds, TOPOLOGIES[topology])
    spawns = {owner: board.tiles(cells) for owner, cells in owned.items()}
    shared = spawns.get("players", 0)
    players = tuple(shared | spawns.get(str(seat + 1), 0) for seat in range(MOST_PLAYERS))
    boss = spawns.get("boss", 0)
    return Ground(board, rows, symbols, players, spawns.get("opponent", 0) | boss, boss)


def ground(rows: Sequence[str], symbols: Mapping[str, str], topology: str = SQUARE.name) -> Ground:
    """The board that rows of characters describe; raises BadPosition naming row and column."""
    if topology not in TOPOLOGIES:
        raise _bad("topology", topology=topology, known=tuple(TOPOLOGIES))
    for symbol, meaning in symbols.items():
        if len(symbol) != 1:
            raise _bad("symbol_length", symbol=symbol)
        for word in meaning.split():
            if word not in (*KINDS, *_OWNERS):
                raise _bad("meaning", symbol=symbol, word=word, known=KINDS)
    if not rows or not rows[0]:
        raise _bad("empty")
    if max(len(rows), len(rows[0])) > LARGEST:
        raise _bad("too_large", most=LARGEST)
    known = {**SYMBOLS, **symbols}
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            column = min(len(row), len(rows[0])) + 1
            raise _bad("row_length", row=y + 1, column=column, n=len(row), wanted=len(rows[0]))
        for x, symbol in enumerate(row):
            if symbol not in known:
                raise _bad("symbol", row=y + 1, column=x + 1, symbol=symbol, known=" ".join(known))
    return _ground(tuple(rows), tuple(sorted(symbols.items())), topology)


@cache
def map_data(name: str) -> Mapping[str, Any]:
    """A shipped map as its file has it."""
    text = files("kempelen.games.tactics").joinpath("scenarios", f"{name}.toml").read_text("utf-8")
    return MappingProxyType(tomllib.loads(text))


def map_for(scenario: str, players: int, begun: str = "") -> Mapping[str, Any] | None:
    """The map of a scenario for so many players; None if there is none. As it was if a game began with older rules."""
    name = SCENARIOS.get(scenario, {}).get(players)
    if name == "first":
        name = FORMER_FIRST.get(begun, name)
    return None if name is None else map_data(name)
