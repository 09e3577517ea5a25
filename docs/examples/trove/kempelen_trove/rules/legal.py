"""What is allowed now."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.engine.table import HIDDEN, Seat
from kempelen_trove.rules.actions import PLAY, Play
from kempelen_trove.rules.state import State

__all__ = ["legal"]


def legal(s: State, seat: Seat) -> Sequence[Play]:
    """Any card of the hand; of a hand nobody has named (companion), any card that has not been seen."""
    cards = s.deck.bag if HIDDEN in s.hands[seat] else s.hands[seat]
    return [PLAY[card] for card in sorted(set(cards))]
