"""Everything on the table of Cupfuls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kempelen.engine.table import Seat
from kempelen_cupfuls.rules.actions import Bid

__all__ = ["CORKS", "State"]

CORKS = {"basic": 2, "first": 1}
"""How many a player begins with, by scenario (A1)."""


@dataclass(slots=True)
class State:
    """Lists with one entry a seat are in seat order."""

    options: Mapping[str, str]
    scenario: str
    cups: list[list[int]]
    """The dice under each cup, sorted; HIDDEN for one that this state does not know."""
    corks: list[int]
    open_die: int = 0
    turn: Seat = 0
    bid: Bid | None = None
    """The last bid of this round; it is the previous player's."""
    round: int = 1

    def copy(self) -> State:
        return State(
            self.options,
            self.scenario,
            [cup[:] for cup in self.cups],
            self.corks[:],
            self.open_die,
            self.turn,
            self.bid,
            self.round,
        )

    @property
    def dice(self) -> int:
        """How many dice there are, the open one counted."""
        return sum(map(len, self.cups)) + 1

    @property
    def bidder(self) -> Seat:
        return (self.turn - 1) % len(self.cups)
