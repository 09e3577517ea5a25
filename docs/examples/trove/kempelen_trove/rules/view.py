"""What a seat knows."""

from __future__ import annotations

from kempelen.engine.dice import Dice
from kempelen.engine.table import HIDDEN, Seat
from kempelen_trove.rules.state import State

__all__ = ["redeal", "view"]


def view(s: State, seat: Seat) -> State:
    """Own cards and all that lies open. The cards of other hands may as well be in the pile."""
    v = s.copy()
    for other, hand in enumerate(s.hands):
        if other != seat:
            known = [card for card in hand if card != HIDDEN]
            v.deck.shuffle_in(known)
            v.deck.away += len(known)
            v.hands[other] = [HIDDEN] * len(hand)
    return v


def redeal(v: State, dice: Dice) -> State:
    """A full state that this view could come from."""
    s = v.copy()
    bag = s.deck.bag
    for hand in s.hands:
        hand[:] = [bag.pop(dice.below(len(bag), "redeal", "")) if card == HIDDEN else card for card in hand]
    s.deck.away = 0
    return s
