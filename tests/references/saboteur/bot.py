"""4.3.3: the lists of the computer players, and what each action means (digest, 2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import Any

from tests.references.saboteur.cards import BESIDE, PATHS, blocking, breaks, groups_of, repairs
from tests.references.saboteur.grid import GOALS, Cell, Grid, cell_of

__all__ = ["SABOTEURS", "SEEKERS", "Answer", "answer"]

SEEKERS = ("map", "repair", "block", "path", "rockfall", "discard")
SABOTEURS = ("block", "repair", "path", "rockfall", "discard")


@dataclass(frozen=True)
class Answer:
    """What the list leads to: the line (counted from 1; 0 for a pass), and every action that is equally allowed."""

    what: str
    line: int
    actions: tuple[str, ...]
    """In notation; equal cards of the hand count as often as they are there if the text draws one of them."""
    targets: tuple[Cell, ...]
    """The goals that distances are measured to."""


class Seat:
    """What one player may know of the table."""

    def __init__(self, position: Mapping[str, Any]) -> None:
        self.number = position["active"]
        self.others = {number: player for number, player in enumerate(position["players"], 1) if number != self.number}
        me = position["players"][self.number - 1]
        self.role, self.hand = me["role"], list(me["hand"])
        self.broken = list(me.get("broken", []))
        self.looked = {cell_of(cell) for cell in me.get("looked", [])}
        self.grid = Grid(position)
        self.known = self._deduce(
            {
                cell_of(cell): "gold" if kind == "gold" else "stone"
                for cell, kind in position["goals"].items()
                if kind != "hidden" and (cell_of(cell) in self.looked or cell_of(cell) in self.grid.face_up)
            }
        )

    def _deduce(self, known: dict[Cell, str]) -> dict[Cell, str]:
        """R19: with the gold the other two are stones, and with two stones the third is gold."""
        rest = [goal for goal in GOALS if goal not in known]
        if "gold" in known.values():
            return known | dict.fromkeys(rest, "stone")
        if len(rest) == 1:
            return known | {rest[0]: "gold"}
        return known

    @property
    def is_saboteur(self) -> bool:
        return bool(self.role == "sab")

    def targets(self) -> tuple[Cell, ...]:
        """Gold seekers drop stones, stone seekers the gold, saboteurs nothing (R26)."""
        worthless = {"gold": "stone", "stone": "gold", "sab": ""}[self.role]
        return tuple(goal for goal in GOALS if self.known.get(goal) != worthless)

    def far(self, cell: Cell) -> float:
        """Euclidean, to the nearest target (R15)."""
        return min(dist(cell, goal) for goal in self.targets())


def answer(position: Mapping[str, Any]) -> Answer:
    """Go down the list of the role; an action that cannot be carried out is followed by the next."""
    seat = Seat(position)
    if not seat.hand:
        return Answer("pass", 0, ("pass",), seat.targets())
    for line, what in enumerate(SABOTEURS if seat.is_saboteur else SEEKERS, 1):
        actions = ACTIONS[what](seat)
        if actions:
            return Answer(what, line, tuple(sorted(actions)), seat.targets())
    raise AssertionError("a card can always be discarded")


def look_at_goal(seat: Seat) -> list[str]:
    """R20: not once the gold is located; a goal that is face down and was not looked at."""
    if "map" not in seat.hand or "gold" in seat.known.values():
        return []
    return [f"map {write(goal)}" for goal in GOALS if goal not in seat.looked | seat.grid.face_up]


def repair_own_tool(seat: Seat) -> list[str]:
    """R21: the first card of the hand that shows a broken tool, and its first such tool; only itself."""
    for card in seat.hand:
        for tool in repairs(card):
            if tool in seat.broken:
                return [f"repair {card} {seat.number} {tool}"]
    return []


def block_somebody(seat: Seat) -> list[str]:
    """R18: any broken-tool card on any other player whose tool is whole.

    The text does not say whether two equal cards count twice in the lot; equal cards are read as one choice here, as
    everywhere but in `discard`, where the text draws among the cards of the hand.
    """
    return [
        f"break {card} {number}"
        for card in dict.fromkeys(seat.hand)
        if breaks(card)
        for number, player in seat.others.items()
        if breaks(card) not in player.get("broken", [])
    ]


def lay_path(seat: Seat) -> list[str]:
    """The place nearest to a target, then an opening that points nearest to one (R15); not with a broken tool."""
    if seat.broken:
        return []
    cards = {card for card in seat.hand if card in PATHS and blocking(card) == seat.is_saboteur}
    worth = {}
    for card, cell, is_turned in seat.grid.ways_to_lay(cards):
        ahead = [
            (cell[0] + BESIDE[side][0], cell[1] + BESIDE[side][1])
            for group in groups_of(card, is_turned)
            for side in group
        ]
        action = f"lay {card} {write(cell)}" + (" r180" if is_turned else "")
        worth[action] = (seat.far(cell), min(seat.far(near) for near in ahead))
    return cheapest(worth)


def use_rockfall(seat: Seat) -> list[str]:
    """R23: the card nearest to a target among the wrong ones, cut off or not."""
    if "rockfall" not in seat.hand:
        return []
    worth = {
        f"rockfall {write(cell)}": (seat.far(cell), 0.0)
        for cell, card in seat.grid.laid.items()
        if blocking(card) != seat.is_saboteur
    }
    return cheapest(worth)


def discard(seat: Seat) -> list[str]:
    """R25: a card without use for the role, else any."""
    if seat.is_saboteur:
        useless = [card for card in seat.hand if card == "map" or (card in PATHS and not blocking(card))]
    else:
        useless = [card for card in seat.hand if blocking(card)]
    return [f"discard {card}" for card in useless or seat.hand]


def cheapest(worth: Mapping[str, tuple[float, float]]) -> list[str]:
    best = min(worth.values(), default=(0.0, 0.0))
    return [action for action, value in worth.items() if value == best]


def write(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


ACTIONS = {
    "map": look_at_goal,
    "repair": repair_own_tool,
    "block": block_somebody,
    "path": lay_path,
    "rockfall": use_rockfall,
    "discard": discard,
}
