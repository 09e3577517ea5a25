"""What a seat may know of the table, and full tables it could be (S2, Q15)."""

from __future__ import annotations

from dataclasses import replace

from kempelen.engine.dice import Dice
from kempelen.engine.table import HIDDEN, Deck, Seat
from kempelen.games.undaunted.rules.cards import Card
from kempelen.games.undaunted.rules.state import Side, State

__all__ = ["redeal", "view"]

_HIDDEN = tuple([HIDDEN] * n for n in range(55))
"""So many hidden cards, shared: a view is for reading."""


def view(s: State, seat: Seat) -> State:
    """Everything but the other side's hand; which of its cards are in hand and which in the deck is not known (H2).

    When the game is over everything is shown.
    """
    if s.ending is not None:
        return replace(s, viewer=seat)
    ours, theirs = s.sides
    sides = [ours if seat == 0 else _closed(ours), theirs if seat == 1 else _closed(theirs)]
    return State(
        s.scenario,
        s.options,
        sides,
        s.values,
        s.holder,
        s.round,
        s.phase,
        s.active,
        s.second,
        None,
        seat,
    )


def _closed(side: Side) -> Side:
    """A side as the other sees it."""
    if not side.hand:
        return side
    return Side(
        UnseenDeck(side),
        side.supply,
        _HIDDEN[len(side.hand)],
        side.discard,
        side.play,
        side.removed,
        side.at,
        side.suppressed,
        side.marked,
        side.controlled,
        side.marker,
        side.points,
        side.bolstered_turn,
        side.bolstered_game,
        side.rolls,
    )


class UnseenDeck(Deck[Card]):
    """The deck as the other side knows it: every card that is not seen may be in it, or in the hand.

    Most views are never asked for it, so the cards are counted out only then.
    """

    __slots__ = ("_bag", "_side")

    def __init__(self, side: Side) -> None:
        self._side: Side | None = side
        self._bag: list[Card] = []
        self.name = side.deck.name
        self.top = []
        self.hidden = HIDDEN
        self.away = side.deck.away + len(side.hand) - side.hand.count(HIDDEN)

    @property
    def bag(self) -> list[Card]:  # type: ignore[override]
        if self._side is not None:
            side, self._side = self._side, None
            self._bag = sorted([*side.deck.bag, *side.deck.top, *(card for card in side.hand if card != HIDDEN)])
        return self._bag


def redeal(v: State, dice: Dice) -> State:
    """Deal what is hidden at random from what is unseen."""
    s = v.copy()
    s.viewer = -1
    for side in s.sides:
        bag = side.deck.bag
        for cards in (side.hand, side.discard):
            for n, card in enumerate(cards):
                if card == HIDDEN:
                    cards[n] = bag.pop(dice.below(len(bag), "redeal", ""))
                    side.deck.away -= 1
    return s
