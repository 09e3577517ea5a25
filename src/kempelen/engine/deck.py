"""A face-down pile of cards.

Nobody knows the order of a shuffled pile, so the engine does not make one up: `bag` holds the cards in sorted order and
a draw takes any of them. The order matters only where a rule or a position has made it known (`top`).

`away` counts cards of the bag that lie somewhere else without our knowing which: in a hand we may not see, or in the
hand of a person at a physical table. So a full state, a seat's view of it and a companion's mirror have one shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

__all__ = ["HIDDEN", "Deck"]

HIDDEN = -1
"""Stands in a view for a card, role or goal that the seat may not know."""

C = TypeVar("C")


@dataclass(slots=True)
class Deck(Generic[C]):
    """Cards to draw from; see the module's text for `bag`, `top` and `away`."""

    name: str
    bag: list[C] = field(default_factory=list)
    top: list[C] = field(default_factory=list)
    """Cards whose order is known; the next card is the last of the list."""
    away: int = 0
    hidden: Any = HIDDEN
    """What stands for an unseen card of this deck."""

    def __len__(self) -> int:
        return len(self.bag) + len(self.top) - self.away

    def copy(self) -> Deck[C]:
        return Deck(self.name, self.bag[:], self.top[:], self.away, self.hidden)

    def shuffle_in(self, cards: Iterable[C]) -> None:
        """Mix cards into the pile; whatever was known of the order is lost."""
        self.bag.extend(cards)
        self.bag.extend(self.top)
        self.top.clear()
        self.bag.sort()

    def name_away(self, card: C) -> None:
        """An unseen card that lay elsewhere has shown itself."""
        self.bag.remove(card)
        self.away -= 1
