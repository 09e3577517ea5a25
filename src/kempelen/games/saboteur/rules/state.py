"""Everything on the table of Saboteur."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kempelen.engine.table import HIDDEN, SPECTATOR, Deck, Seat
from kempelen.games.saboteur.rules.board import Board
from kempelen.games.saboteur.rules.cards import Card, Tool
from kempelen.games.saboteur.rules.setup import Variant

__all__ = [
    "GOAL_NAMES",
    "GOLD_GOAL",
    "GOLD_SEEKER",
    "HIDDEN",
    "ROLE_NAMES",
    "SABOTEUR",
    "STONE_DOWN",
    "STONE_GOAL",
    "STONE_SEEKER",
    "STONE_UP",
    "Ending",
    "Goal",
    "Role",
    "State",
]

Role = int
GOLD_SEEKER, STONE_SEEKER, SABOTEUR = 100, 101, 102
ROLE_NAMES: Mapping[Role, str] = {GOLD_SEEKER: "gold", STONE_SEEKER: "stone", SABOTEUR: "sab"}
"""Gold seeker (Goldsucher), stone seeker (Steinsucher), saboteur."""

Goal = int
GOLD_GOAL, STONE_GOAL, STONE_UP, STONE_DOWN = 110, 111, 112, 113
GOAL_NAMES: Mapping[Goal, str] = {
    GOLD_GOAL: "gold",
    STONE_GOAL: "stone",
    STONE_UP: "stone_up",
    STONE_DOWN: "stone_down",
}
"""A TU stone takes whatever shape fits; the commercial game has two stones with fixed curves."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game (commercial: the last round) ended."""

    reason: str
    """gold, stone, gold_and_stone, saboteurs, points; commercial: nuggets."""
    winners: tuple[Seat, ...]


@dataclass(slots=True)
class State:
    """One game. Lists with one entry a seat are in seat order."""

    variant: Variant
    options: Mapping[str, str]
    """The value of every option, by the number of its ruling."""
    board: Board
    goals: list[Goal]
    """What the three goals are, from top to bottom."""
    looked: list[int]
    """Which goals each seat has looked at with a map, as bits."""
    deck: Deck[Card]
    discards: list[Card]
    buried: list[Card]
    """Discarded face down (commercial)."""
    hands: list[list[Card]]
    turned: list[list[int]]
    """How each hand card was dealt, upright 0 or turned 1; kept only when saboteur:R14 says so."""
    roles: list[Role]
    left_over: list[Role]
    """Role cards that were not dealt; hidden until the end."""
    broken: list[Tool]
    """The broken tools in front of each player, as bits."""
    scores: list[int]
    """TU: points. Commercial: gold nuggets."""
    nuggets: Deck[int]
    active: Seat = 0
    round: int = 1
    turn: int = 0
    ending: Ending | None = None
    viewer: Seat = field(default=SPECTATOR, compare=False)
    """In a view: who looks."""

    @property
    def players(self) -> int:
        return len(self.hands)

    def copy(self) -> State:
        return State(
            self.variant,
            self.options,
            self.board.copy(),
            self.goals[:],
            self.looked[:],
            self.deck.copy(),
            self.discards[:],
            self.buried[:],
            [hand[:] for hand in self.hands],
            [turned[:] for turned in self.turned],
            self.roles[:],
            self.left_over[:],
            self.broken[:],
            self.scores[:],
            self.nuggets.copy(),
            self.active,
            self.round,
            self.turn,
            self.ending,
            self.viewer,
        )
