"""What stands in a position or scenario file of Undaunted, and whether it can be: each part is checked and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.position import Faults
from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.undaunted.rules.cards import BY_NAME, CARDS, NAMES, UNITS, Card
from kempelen.games.undaunted.rules.state import LAST_ROUND, PIN, SIDES
from kempelen.games.undaunted.rules.terrain import Mask, Terrain, Tile

__all__ = [
    "PositionFile",
    "SideFile",
    "bad",
    "in_range",
    "read_cards",
    "read_counts",
    "read_goal",
    "read_places",
    "read_reinforcements",
    "read_side",
    "read_tile",
    "read_tiles",
    "read_unit",
]

Path = tuple[int | str, ...]


@dataclass(slots=True)
class SideFile:
    """One side."""

    goal: int | str
    spawn: dict[str, list[str]]
    deck: dict[str, int] = field(default_factory=dict)
    supply: dict[str, int] = field(default_factory=dict)
    reinforcements: dict[str, dict[str, int]] = field(default_factory=dict)
    counters: dict[str, list[str]] | None = None
    scouted: list[str] = field(default_factory=list)
    controlled: list[str] = field(default_factory=list)
    hand: int | list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)
    top: list[str] = field(default_factory=list)
    removed: dict[str, int] = field(default_factory=dict)
    suppressed: list[str] = field(default_factory=list)
    marker: str = ""
    bolstered: str = ""
    automa: bool = False


@dataclass(slots=True)
class EndingFile:
    """How it ended."""

    reason: str
    winners: list[str]


@dataclass(slots=True)
class PositionFile:
    """The whole table."""

    game: str
    us: SideFile
    de: SideFile
    map: str
    scenario: str = ""
    title: dict[str, str] = field(default_factory=dict)
    briefing: dict[str, str] = field(default_factory=dict)
    holder: str = "us"
    radio: str = ""
    rounds: int = 0
    round: int = 0
    phase: str = "draw"
    active: str = ""
    second: bool = False
    values: dict[str, int] = field(default_factory=dict)
    ending: EndingFile | None = None


bad = Faults("undaunted.position")
in_range = bad.in_range


def read_side(name: str, *path: int | str) -> Seat:
    if name not in SIDES:
        raise bad("word", *path, word=name, known=SIDES)
    return SIDES.index(name)


def read_goal(side: SideFile, points: int, radio: bool, name: str) -> int:
    """Points that can be had, or pin; a radio tile has no limit."""
    if side.goal == "pin":
        return PIN
    if not isinstance(side.goal, int) or side.goal < 1:
        raise bad("goal", name, "goal", goal=str(side.goal))
    if side.goal > points and not radio:
        raise bad("goal_too_high", name, "goal", goal=side.goal, points=points)
    return side.goal


def read_tile(terrain: Terrain, name: str, *path: int | str) -> Tile:
    tile = terrain.index.get(name.upper())
    if tile is None:
        raise bad("tile", *path, tile=name, known=terrain.names)
    return tile


def read_tiles(terrain: Terrain, names: Sequence[str], *path: int | str) -> Mask:
    mask = 0
    for n, name in enumerate(names):
        tile = read_tile(terrain, name, *path, n)
        if mask >> tile & 1:
            raise bad("tile_twice", *path, n, tile=terrain.names[tile])
        mask |= 1 << tile
    return mask


def read_card(name: str, *path: int | str) -> Card:
    card = BY_NAME.get(name)
    if card is None:
        near = get_close_matches(name, NAMES, 3)
        raise bad("card_near" if near else "card", *path, card=name, near=tuple(near) or NAMES)
    return card


def read_unit(name: str, *path: int | str) -> Card:
    card = read_card(name, *path)
    if card not in UNITS:
        raise bad("no_unit", *path, card=name)
    return card


def read_counts(given: Mapping[str, int], *path: int | str) -> list[int]:
    """How many of each card."""
    counts = [0] * len(CARDS)
    for name, count in given.items():
        counts[read_card(name, *path, name)] = in_range(count, 0, 10, *path, name)
    return counts


def read_reinforcements(side: SideFile, name: str) -> dict[int, dict[Card, int]]:
    """The cards that come, by round."""
    coming: dict[int, dict[Card, int]] = {}
    for number, cards in sorted(side.reinforcements.items()):
        if number_in(number, 1, LAST_ROUND) is None:
            raise bad("range", name, "reinforcements", number, value=number, least=1, most=LAST_ROUND)
        counts = read_counts(cards, name, "reinforcements", number)
        coming[int(number)] = {card: count for card, count in enumerate(counts) if count}
    return dict(sorted(coming.items()))


def read_cards(given: int | Sequence[str], *path: int | str) -> list[Card]:
    """Cards by name; a number stands for so many hidden ones."""
    if isinstance(given, int):
        return [HIDDEN] * in_range(given, 0, 54, *path)
    return [HIDDEN if name == "hidden" else read_card(name, *path, n) for n, name in enumerate(given)]


def read_places(
    terrain: Terrain, given: Mapping[str, Sequence[str]], *path: int | str
) -> Iterator[tuple[Tile, Card, Path]]:
    """Units by tile; nobody stands in two places."""
    seen: dict[Card, str] = {}
    tiles: set[Tile] = set()
    for name, units in given.items():
        tile = read_tile(terrain, name, *path, name)
        if tile in tiles:
            raise bad("tile_twice", *path, name, tile=terrain.names[tile])
        tiles.add(tile)
        for n, entry in enumerate(units):
            unit = read_unit(entry, *path, name, n)
            if unit in seen:
                raise bad("two_places", *path, name, n, unit=entry, other=seen[unit])
            seen[unit] = name
            yield tile, unit, (*path, name, n)
