"""The miser: an automa with a list of four lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.priorities import attempt, consult, priorities
from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.trace import Trace
from kempelen_cupfuls.automa import whys
from kempelen_cupfuls.automa.sees import Sees, one_of
from kempelen_cupfuls.rules.actions import DOUBT, FACES, Action, Bid, Doubt
from kempelen_cupfuls.rules.legal import higher_bids

__all__ = ["MISER", "Miser"]

MISER = priorities(
    "miser",
    attempt(1, "doubt_dear"),
    attempt(2, "bid_own"),
    attempt(3, "creep"),
    attempt(4, "doubt_at_last"),
    game="cupfuls",
    document=whys.CARDS,
    section=whys.MISER,
)


@dataclass(slots=True)
class Mind:
    """The miser at one decision: what he sees, and what he notes if somebody will read it."""

    sees: Sees
    table: Table
    trace: Trace | None


def doubt_dear(mind: Mind) -> Doubt | None:
    """A bid that needs more than one in three of the hidden dice."""
    sees = mind.sees
    if sees.view.bid is None:
        return None
    if mind.trace is not None:
        mind.trace.add(whys.MISSING, max(sees.missing, 0), sees.hidden)
    return DOUBT if sees.needs_more_than_one_in(3) else None


def bid_own(mind: Mind) -> Bid | None:
    """The lowest bid on a face he sees; several faces with so few dice: Q3."""
    sees = mind.sees
    bids = [bid for face in FACES if sees.count(face) and (bid := sees.lowest(face)) is not None]
    cheap = [bid for bid in bids if not sees.needs_more_than_one_in(6, bid)]
    if not cheap:
        if mind.trace is not None:
            mind.trace.add(whys.NOTHING_OWN)
        return None
    fewest = min(bid.count for bid in cheap)
    return one_of([bid for bid in cheap if bid.count == fewest], sees.view.options["Q3"], mind.table, "own bid")


def creep(mind: Mind) -> Bid | None:
    """The lowest bid of all, if it needs no more than one in three of the hidden dice."""
    sees = mind.sees
    lowest = next(iter(higher_bids(sees.view)), None)
    if lowest is None or sees.needs_more_than_one_in(3, lowest):
        if mind.trace is not None:
            mind.trace.add(whys.TOO_DEAR)
        return None
    return lowest


def doubt_at_last(mind: Mind) -> Doubt:
    """With nobody's bid to doubt line 2 or 3 was possible: the open die is seen by all."""
    return DOUBT


TRIES = {"doubt_dear": doubt_dear, "bid_own": bid_own, "creep": creep, "doubt_at_last": doubt_at_last}


class Miser:
    """Plays his list from what his seat may know."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        sees = Sees(decision.view(), decision.seat)
        trace = Trace(decision.seat) if table.tracing else None
        whys.note_sees(sees, trace)
        action: Action = consult(MISER, TRIES, Mind(sees, table, trace))
        whys.note_done(action, trace)
        return Choice(action, trace)
