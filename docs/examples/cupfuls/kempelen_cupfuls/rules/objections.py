"""Why an action is not allowed now, in a sentence that says what to do instead."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.text.say import Text
from kempelen_cupfuls.face.words import dice_word
from kempelen_cupfuls.rules.actions import Action, Bid
from kempelen_cupfuls.rules.legal import higher_bids
from kempelen_cupfuls.rules.state import State

__all__ = ["objection"]


def objection(s: State, seat: Seat, action: Action) -> Text | None:
    """Asked only of what `legal` does not offer."""
    if not isinstance(action, Bid):
        return Text("cupfuls.objection.no_bid")
    if action.count > s.dice:
        return Text("cupfuls.objection.too_many", n=s.dice)
    if s.bid is not None and (higher := higher_bids(s)):
        least = higher[0]
        return Text(
            "cupfuls.objection.not_higher",
            bid=dice_word(s.bid.count, s.bid.face),
            least=dice_word(least.count, least.face),
        )
    return Text("cupfuls.objection.highest")
