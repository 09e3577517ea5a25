"""What a newcomer might do now, in the scenario that teaches the game."""

from __future__ import annotations

from kempelen.engine.game import Setup
from kempelen.engine.table import HIDDEN, Seat
from kempelen.text.say import Text
from kempelen_cupfuls.automa.sees import Sees
from kempelen_cupfuls.face.words import dice_word
from kempelen_cupfuls.rules.state import State

__all__ = ["hint"]


def hint(setup: Setup, v: State, seat: Seat) -> Text | None:
    """What is seen and what is missing; nothing where the program does not know the dice (companion)."""
    if setup.scenario != "first" or HIDDEN in v.cups[seat]:
        return None
    sees = Sees(v, seat)
    if v.bid is None:
        face = sees.commonest[-1]
        return Text("cupfuls.hint.open", dice=dice_word(sees.count(face), face))
    if sees.missing <= 0:
        return Text("cupfuls.hint.safe", dice=dice_word(v.bid.count, v.bid.face))
    key = "cupfuls.hint.doubt" if sees.needs_more_than_one_in(3) else "cupfuls.hint.likely"
    return Text(key, n=sees.missing, hidden=sees.hidden)
