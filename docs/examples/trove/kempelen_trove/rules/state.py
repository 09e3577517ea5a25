"""Everything on the table of Trove."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kempelen.engine.table import Deck

__all__ = ["State"]


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
