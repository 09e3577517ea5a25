"""The table as the reference sees it: read from plain position data, with its own tiles and distances.

Written from ../shared/rules/undaunted.md (S3, C2, C3, V1, V6, Q07, Q25, Q67) and from nothing in kempelen.games.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

__all__ = ["BASE_DEFENCE", "BOTH", "PIN", "Board", "Side", "Table", "kind", "read_table", "squad"]

BOTH = {"us": "de", "de": "us"}
"""Each side and its enemy."""
PIN = None
"""A goal that is no number of points (V2)."""
BASE_DEFENCE = {"scout": 5, "rifleman": 4, "sniper": 6, "mg": 4, "mortar": 4}
HILL = 3
"""Cover of a hill when tiles are compared (Q67)."""


def kind(card: str) -> str:
    return card.partition("-")[0]


def squad(card: str) -> str:
    """A, B, C, or nothing for a card of the whole platoon."""
    return card.partition("-")[2]


class Board:
    """Tiles, and how far they lie apart (S3: half-shifted squares are a hex grid)."""

    def __init__(self, drawing: str) -> None:
        self.cover: dict[str, int] = {}
        self.hills: set[str] = set()
        self.printed: dict[str, int] = {}
        """Points of the objective tiles."""
        places: dict[tuple[int, int], str] = {}
        lines = drawing.strip("\n").split("\n")
        left = min(match.start() for line in lines for match in re.finditer(r"[0-9h]\S*", line))
        for row, line in enumerate(lines):
            for match in re.finditer(r"([0-3h])(\*(\d))?", line):
                half = (match.start() - left) // 3
                name = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[row] + str(half // 2 + 1)
                places[half, row] = name
                self.cover[name] = HILL if match[1] == "h" else int(match[1])
                if match[1] == "h":
                    self.hills.add(name)
                if match[3]:
                    self.printed[name] = int(match[3])
        beside = ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1))
        self.near: dict[str, tuple[str, ...]] = {
            name: tuple(
                places[half + right, row + down] for right, down in beside if (half + right, row + down) in places
            )
            for (half, row), name in places.items()
        }
        self.reading_order = [places[half, row] for half, row in sorted(places, key=lambda place: place[::-1])]
        self._everything = frozenset(self.near)
        self._ranges: dict[tuple[str, frozenset[str]], Mapping[str, int]] = {}

    def distances_to(self, goal: str, over: Collection[str] | None = None) -> Mapping[str, int]:
        """Steps from every tile that can come to `goal` while entering only tiles of `over`, and the goal itself."""
        ground = self._everything if over is None else frozenset(over)
        key = goal, ground
        if key not in self._ranges:
            found = {goal: 0}
            edge = [goal]
            while edge:
                # The tile a way starts from need not be enterable, so it is counted but not gone through.
                through = [tile for tile in edge if tile == goal or tile in ground]
                edge = []
                for tile in through:
                    for other in self.near[tile]:
                        if other not in found:
                            found[other] = found[tile] + 1
                            edge.append(other)
            self._ranges[key] = found
        return self._ranges[key]

    def apart(self, one: str, other: str) -> int:
        return self.distances_to(other)[one]


@cache
def board_of(drawing: str) -> Board:
    return Board(drawing)


@dataclass
class Side:
    """What one side has, by name."""

    name: str
    goal: int | None
    spawn: dict[str, str]
    at: dict[str, str]
    """Where its counters stand."""
    suppressed: set[str]
    scouted: set[str]
    """Tiles with its marker, whichever side of it is up."""
    controlled: set[str]
    marker: str
    """Its target marker's tile, or nothing."""
    hand: list[str]
    play: list[str]
    supply: dict[str, int]
    to_draw: int
    """Cards that can still be drawn: the deck, and the discard that would be shuffled (T1)."""
    bolstered: bool
    """In this turn (Q22)."""


@dataclass
class Table:
    """A position, seen by the side that plays: `own` is the automa, `foe` its opponent."""

    board: Board
    own: Side
    foe: Side
    worth: dict[str, int]
    """Points of each objective tile, as they are now."""
    radio: str
    round: int

    def points(self, side: Side) -> int:
        return sum(self.worth.get(tile, 0) for tile in side.controlled)

    def objectives(self) -> list[str]:
        return [tile for tile in self.board.reading_order if tile in self.worth]

    def place_of(self, unit: str) -> str:
        """Where a unit acts from: a counter off the board is put on its spawn tile first (K3, Q07)."""
        return self.own.at.get(unit) or self.own.spawn[unit]

    def in_danger(self, tile: str) -> bool:
        """The human's target marker lies there (Q08)."""
        return self.foe.marker == tile

    def scouted_enough(self) -> bool:
        """Q25."""
        goal = self.own.goal
        return goal is PIN or sum(value for tile, value in self.worth.items() if tile in self.own.scouted) >= goal

    def defence(self, attacker_at: str, target: str) -> int:
        """Total defence of an enemy counter: base, cover and range (C2), hills 3/1 (C3)."""
        tile = self.foe.at[target]
        cover = self.board.cover[tile]
        if tile in self.board.hills and attacker_at in self.board.hills:
            cover = 1
        return BASE_DEFENCE[kind(target)] + cover + self.board.apart(attacker_at, tile)

    def enemy_on(self, tile: str) -> bool:
        return tile in self.foe.at.values()

    def gain_of_control(self, tile: str) -> int:
        """Points that CONTROL on this tile would bring; 0 if it is not allowed or brings none (P6, V6, Q31)."""
        if self.enemy_on(tile) or tile not in self.worth or tile not in self.own.scouted:
            return 0
        if tile in self.own.controlled:
            return 1 if tile == self.radio and self.own.name == "us" else 0
        return self.worth[tile]


def _by_unit(places: Mapping[str, list[str]]) -> dict[str, str]:
    return {unit: tile for tile, units in places.items() for unit in units}


def _read_side(name: str, given: Mapping[str, Any], scenario: Mapping[str, Any]) -> Side:
    goal = {**scenario, **given}["goal"]
    controlled = set(given.get("controlled", ()))
    deck = sum(given["deck"].values()) + len(given.get("top", ()))
    return Side(
        name=name,
        goal=PIN if goal == "pin" else goal,
        spawn=_by_unit({**scenario, **given}["spawn"]),
        at=_by_unit(given["counters"]),
        suppressed=set(given.get("suppressed", ())),
        scouted=set(given.get("scouted", ())) | controlled,
        controlled=controlled,
        marker=given.get("marker", ""),
        hand=list(given["hand"]) if isinstance(given["hand"], list) else [],
        play=list(given["play"]),
        supply={card: number for card, number in given["supply"].items() if number},
        to_draw=deck + len(given["discard"]),
        bolstered=given.get("bolstered", "") == "turn",
    )


def read_table(position: Mapping[str, Any], scenario: Mapping[str, Any]) -> Table:
    """A position as plain data, with the file of the scenario it names; the active side is the automa."""
    whole = {**scenario, **position}
    board = board_of(whole["map"])
    own = whole["active"]
    sides = {name: _read_side(name, position[name], scenario.get(name, {})) for name in BOTH}
    return Table(
        board,
        sides[own],
        sides[BOTH[own]],
        board.printed | whole.get("values", {}),
        whole.get("radio", ""),
        whole["round"],
    )
