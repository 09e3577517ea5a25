"""What a seat may know of the table, and full tables it could be: only hands are secret (P7)."""

from __future__ import annotations

from dataclasses import replace

from kempelen.engine.dice import Dice
from kempelen.engine.table import SPECTATOR, Deck, Seat
from kempelen.games.tactics.rules.cards import HIDDEN_CARD
from kempelen.games.tactics.rules.state import Mat, State

__all__ = ["redeal", "view"]


def view(s: State, seat: Seat) -> State:
    """The own hand and everything public; when the game is over everything is shown."""
    if s.ending is not None:
        return replace(s, viewer=seat)
    return State(
        s.board,
        s.book,
        s.rule,
        s.options,
        s.players,
        [
            mat if not mat.deck.top and (not mat.hand or n in (seat, s.players)) else _seen(mat, n in (seat, s.players))
            for n, mat in enumerate(s.mats)
        ],
        s.units,
        s.at,
        s.occupied,
        s.held,
        s.stock,
        s.marks,
        s.neutral,
        s.phase,
        s.active,
        s.round,
        s.acting,
        s.place,
        s.empty_turns,
        s.ending,
        seat,
    )


def _seen(mat: Mat, open_hand: bool) -> Mat:
    """A mat whose deck lies in an order that nobody knows; a closed hand may be any of the unseen cards."""
    deck = mat.deck
    bag = deck.bag + deck.top
    if open_hand:
        return Mat(mat.pool, Deck(deck.name, sorted(bag), [], deck.away, deck.hidden), mat.discard, mat.hand)
    known = [card for card in mat.hand if card != HIDDEN_CARD]
    away = deck.away + len(known)
    hand = [HIDDEN_CARD] * len(mat.hand)
    return Mat(mat.pool, Deck(deck.name, sorted(bag + known), [], away, deck.hidden), mat.discard, hand)


def redeal(v: State, dice: Dice) -> State:
    """Deal what is hidden at random from what is unseen."""
    s = v.copy()
    s.viewer = SPECTATOR
    for mat in s.mats:
        for pile in (mat.hand, mat.discard):
            for n, card in enumerate(pile):
                if card == HIDDEN_CARD:
                    bag = mat.deck.bag
                    pile[n] = bag.pop(dice.below(len(bag), "redeal", ""))
                    mat.deck.away -= 1
    return s
