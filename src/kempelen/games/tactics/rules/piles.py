"""Drawing and shuffling."""

from __future__ import annotations

from kempelen.engine.table import Seat, Table
from kempelen.games.tactics.rules.cards import HIDDEN_CARD
from kempelen.games.tactics.rules.events import DrewHand, Shuffled
from kempelen.games.tactics.rules.state import State

__all__ = ["draw_cards", "shuffle_discard", "spend_card"]


def shuffle_discard(s: State, table: Table, owner: Seat) -> None:
    """The discard pile becomes part of the deck, if there is one.

    Cards that a person has discarded unseen are still in the bag, counted as away; now they are back.
    """
    mat = s.mats[owner]
    if mat.discard:
        unseen = mat.discard.count(HIDDEN_CARD)
        mat.deck.away -= unseen
        table.shuffle(mat.deck, [card for card in mat.discard if card != HIDDEN_CARD] if unseen else mat.discard)
        mat.discard = []
        table.tell(Shuffled, owner, s.players)


def draw_cards(s: State, table: Table, seat: Seat, count: int) -> None:
    """So many cards to a player's hand; when the deck runs out its discard pile is shuffled (P1)."""
    mat = s.mats[seat]
    drawn = []
    for _ in range(count):
        if not len(mat.deck):
            shuffle_discard(s, table, seat)
            if not len(mat.deck):
                break
        drawn.append(table.draw(mat.deck, "hand", to=seat))
    mat.hand += drawn
    if drawn:
        table.tell(DrewHand, seat, tuple(drawn))


def spend_card(s: State, seat: Seat, card: str) -> None:
    """Take a card out of a hand; if the hand is unknown, the card has now shown itself."""
    mat = s.mats[seat]
    if card in mat.hand:
        mat.hand.remove(card)
    else:
        mat.hand.remove(HIDDEN_CARD)
        mat.deck.name_away(card)
