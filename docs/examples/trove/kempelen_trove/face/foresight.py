"""What is said of a card before it is played."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.parts.foresight import Foresight, Preview, Remark
from kempelen.text.say import Text
from kempelen_trove.rules.actions import Play
from kempelen_trove.rules.state import State

__all__ = ["FORESIGHT"]


def preview(v: State, seat: Seat, action: Play) -> Preview:
    """How it stands against the cards on the table; whoever plays later may beat it."""
    most = max(v.played, default=0)
    if action.card > most:
        remark = Remark("good", Text("trove.preview.highest"))
    elif action.card == most:
        remark = Remark("info", Text("trove.preview.level"))
    else:
        remark = Remark("bad", Text("trove.preview.beaten", card=most))
    return Preview(remarks=(remark,))


FORESIGHT = Foresight[State](preview=preview)
