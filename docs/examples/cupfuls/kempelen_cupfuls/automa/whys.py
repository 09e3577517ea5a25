"""What the automas note while they decide: declared once, worded only when somebody asks why."""

from __future__ import annotations

from kempelen.engine.trace import Cite, Trace, note
from kempelen.text.say import Text
from kempelen_cupfuls.automa.sees import Sees
from kempelen_cupfuls.face.words import dice_word
from kempelen_cupfuls.rules.actions import Action, Bid

__all__ = ["CARDS", "MISER", "MISSING", "NOTHING_OWN", "TOO_DEAR", "note_done", "note_sees"]

CARDS = "cupfuls-cards"
RULES = "cupfuls-rules"
MISER = "The miser"

SEES = note("cupfuls.why.sees", Cite(RULES, "A2"), Cite(RULES, "A3"), dice=tuple, face=int)
MISSING = note("cupfuls.why.missing", Cite(CARDS, MISER, "1"), n=int, hidden=int)
NOTHING_OWN = note("cupfuls.why.nothing_own", Cite(CARDS, MISER, "2"))
TOO_DEAR = note("cupfuls.why.too_dear", Cite(CARDS, MISER, "3"))


def _bid_word(bid: tuple[int, int]) -> Text:
    return dice_word(*bid)


BIDS = note("cupfuls.why.bids", Cite(RULES, "B1"), public=True, dice=_bid_word)
DOUBTS = note("cupfuls.why.doubts", Cite(RULES, "B4"), public=True)


def note_sees(sees: Sees, trace: Trace | None) -> None:
    """Its own dice: only for its own seat while the game runs."""
    if trace is not None:
        trace.add(SEES, tuple(sees.view.cups[sees.seat]), sees.view.open_die)


def note_done(action: Action, trace: Trace | None) -> None:
    """What everybody has heard."""
    if trace is None:
        return
    if isinstance(action, Bid):
        trace.add(BIDS, (action.count, action.face))
    else:
        trace.add(DOUBTS)
