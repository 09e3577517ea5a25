"""Actions as they are typed and kept: `bid 3x4`, `doubt`."""

from __future__ import annotations

import re

from kempelen.engine.errors import BadNotation
from kempelen.engine.notation import words
from kempelen.text.say import Text
from kempelen_cupfuls.rules.actions import BIDS, DOUBT, Action, Bid

__all__ = ["bid_from", "parse"]

BID = re.compile(r"([0-9]{1,2})x([1-6])")


def bid_from(text: str) -> Bid | None:
    """The bid in `3x4`; None if there is none like it."""
    found = BID.fullmatch(text)
    return BIDS.get((int(found[1]), int(found[2]))) if found else None


def parse(notation: str) -> Action:
    """The action with this notation; raises BadNotation."""
    match words(notation):
        case ["doubt"]:
            return DOUBT
        case ["bid", dice] if (bid := bid_from(dice)) is not None:
            return bid
    raise BadNotation(Text("cupfuls.notation", notation=notation))
