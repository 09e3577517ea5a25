"""Everything on the table of Trove, and its one action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kempelen.engine.table import Deck
from kempelen.text.say import Text

__all__ = ["CARDS", "PLAY", "Play", "State"]

CARDS = [number for number in range(1, 10) for _ in range(4)]


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from the hand: `play 7`."""

    card: int

    @property
    def notation(self) -> str:
        return f"play {self.card}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{self.card}",)

    @property
    def text(self) -> Text:
        return Text("trove.do.play", card=self.card)


PLAY = {card: Play(card) for card in set(CARDS)}
"""Every action is built once and used again."""


@dataclass(slots=True)
class State:
    """Lists with one entry a seat are in seat order."""

    options: Mapping[str, str]
    deck: Deck[int]
    hands: list[list[int]]
    scores: list[int]
    treasure: int = 0
    round: int = 1
    played: list[int] = field(default_factory=list)
    """The cards of this round, from seat 0 on."""
    spent: list[int] = field(default_factory=list)

    def copy(self) -> State:
        return State(
            self.options,
            self.deck.copy(),
            [hand[:] for hand in self.hands],
            self.scores[:],
            self.treasure,
            self.round,
            self.played[:],
            self.spent[:],
        )
