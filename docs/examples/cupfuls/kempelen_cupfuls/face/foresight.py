"""What is said of a bid or a doubt before it is made."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat
from kempelen.parts.foresight import Foresight, Preview, Remark
from kempelen.text.say import Text
from kempelen_cupfuls.automa.sees import Sees
from kempelen_cupfuls.face.words import dice_word
from kempelen_cupfuls.rules.actions import Action, Bid
from kempelen_cupfuls.rules.state import State

__all__ = ["FORESIGHT"]


def preview(v: State, seat: Seat, action: Action) -> Preview:
    """How many of the dice that are bid the seat sees itself; at a real table the program knows none of them."""
    sees, bid = Sees(v, seat), action if isinstance(action, Bid) else v.bid
    if bid is None or HIDDEN in v.cups[seat]:
        return Preview(remarks=(Remark("info", Text("cupfuls.preview.hidden", hidden=sees.hidden)),))
    seen = dice_word(sees.count(bid.face), bid.face)
    return Preview(remarks=(Remark("info", Text("cupfuls.preview.seen", dice=seen, hidden=sees.hidden)),))


FORESIGHT = Foresight[State](preview=preview)
