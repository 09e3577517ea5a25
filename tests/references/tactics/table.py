"""A table as plain data: units, pools and piles, read from a position."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from tests.references.tactics.board import Board, Cell, board_of, cell_of, distance

__all__ = ["OPPONENT", "Table", "Unit", "table_of"]

OPPONENT = 0
"""Units without a player are the opponent's; players are numbered from 1."""


@dataclass
class Unit:
    name: str
    card: str
    at: Cell
    owner: int
    health: int
    full_health: int
    ai: str
    tapped: bool = False
    due: bool = False
    moves: int = 0
    attacks: int = 0
    unspent: bool = False
    """Nothing of this activation was used yet."""


@dataclass
class Table:
    """Everything the AI page asks about, and a log of what was done."""

    board: Board
    cards: Mapping[str, Mapping[str, Any]]
    mode: str
    players: int
    units: dict[str, Unit]
    closed: set[Cell]
    marks: int
    pools: dict[int, int]
    decks: dict[int, list[str]]
    discards: dict[int, list[str]]
    turned_up: list[str]
    empty_turns: int
    round: int
    last_round: int
    over: str = ""
    """`won` or `lost` by the players, `king` in a game among them, `draw` after the last round."""
    log: list[tuple[Any, ...]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    """Lines of the lists that were carried out, in order."""

    def copy(self) -> Table:
        other = copy(self)
        other.units = {name: copy(unit) for name, unit in self.units.items()}
        other.closed, other.turned_up = set(self.closed), list(self.turned_up)
        other.pools = dict(self.pools)
        other.decks = {mat: list(pile) for mat, pile in self.decks.items()}
        other.discards = {mat: list(pile) for mat, pile in self.discards.items()}
        other.log, other.lines = list(self.log), list(self.lines)
        return other

    # -- who and where

    def enemies(self, unit: Unit) -> list[Unit]:
        """Players are one side against the opponent; without one they are each other's enemies."""
        if self.mode in ("kraken", "tyrant"):
            return [other for other in self.units.values() if (other.owner == OPPONENT) != (unit.owner == OPPONENT)]
        return [other for other in self.units.values() if other.owner != unit.owner]

    def friends(self, owner: int) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.owner == owner]

    def taken(self, besides: Unit | None = None) -> set[Cell]:
        """Tiles with a unit on them: they block ways, whoever stands there."""
        return {unit.at for unit in self.units.values() if unit is not besides}

    def stat(self, unit: Unit, name: str) -> int:
        return int(self.cards[unit.card].get(name, 0))

    # -- attacks

    def can_attack(self, unit: Unit, target: Unit, start: Cell | None = None) -> bool:
        """R3: a legal target now, from where the unit stands or from another tile.

        On a tower a range above one gains one; who is in a house cannot be attacked from farther than one.
        """
        start = unit.at if start is None else start
        reach = self.stat(unit, "range")
        if reach > 1 and self.board.kinds[start] == "tower":
            reach += 1
        far = distance(start, target.at)
        return far <= reach and (far <= 1 or self.board.kinds[target.at] != "house")

    def attack(self, unit: Unit, target: Unit) -> None:
        """B1: both deal their attack at the same time, the target only if it could attack, too; damage stays."""
        back = self.stat(target, "attack") if self.can_attack(target, unit) else 0
        self.log.append(("attack", unit.name, target.name))
        target.health -= self.stat(unit, "attack")
        unit.health -= back
        for hurt in (target, unit):
            if hurt.health <= 0:
                self.destroy(hurt)

    def destroy(self, unit: Unit) -> None:
        """Off the board, its card to its owner's discard pile; a boss's end is the end of the game."""
        del self.units[unit.name]
        self.discards[unit.owner].append(unit.card)
        if self.cards[unit.card].get("boss"):
            self.marks = 0 if self.mode == "tyrant" else self.marks
            self.over = "won" if unit.owner == OPPONENT else "king"

    # -- what pressure does

    def mark(self, amount: int) -> None:
        """Y1: two marks for each player lose the game, the moment the last of them is placed."""
        self.marks += amount
        if self.marks >= 2 * self.players:
            self.over = "lost"

    def close(self, cell: Cell) -> None:
        """M1: with the last store closed the game is lost."""
        self.closed.add(cell)
        if not self.board.of_kind("store", self.closed):
            self.over = "lost"


def table_of(position: Mapping[str, Any], scenario: Mapping[str, Any], cards: Mapping[str, Mapping[str, Any]]) -> Table:
    """The table of a position, with the file of its map; what a unit leaves out is what its card says."""
    mats = dict(enumerate(position["players"], 1))
    if position.get("opponent"):
        mats[OPPONENT] = position["opponent"]
    units = {}
    for entry in position["units"]:
        card = cards[entry["card"]]
        units[entry["name"]] = Unit(
            entry["name"],
            entry["card"],
            cell_of(entry["at"]),
            entry.get("player", OPPONENT),
            entry["health"],
            entry.get("max", card["health"]),
            entry.get("ai", card.get("ai", "none")),
            entry.get("tapped", False),
            entry.get("due", False),
        )
    return Table(
        board_of(scenario["map"]),
        cards,
        scenario["mode"],
        len(position["players"]),
        units,
        {cell_of(cell) for cell in position.get("neutral", [])},
        position.get("marks", 0),
        {mat: entry["pool"] for mat, entry in mats.items()},
        {mat: list(entry["deck"]) for mat, entry in mats.items()},
        {mat: list(entry["discard"]) for mat, entry in mats.items()},
        list(mats[OPPONENT]["hand"]) if OPPONENT in mats else [],
        position.get("empty_turns", 0),
        position["round"],
        scenario["cap"],
    )
