"""The dragon: the automa of Trove, line by line as on its sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.priorities import attempt, consult, priorities
from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.trace import Cite, RulingCite, Trace, note
from kempelen_trove.rules.actions import PLAY, Play
from kempelen_trove.rules.state import State

__all__ = ["DRAGON", "Dragon"]

SHEET = "trove-sheet"

DRAGON = priorities(
    "dragon",
    attempt(1, "grab"),
    attempt(2, "feint"),
    attempt(3, "save"),
    game="trove",
    document=SHEET,
    section="The dragon",
)

# What it notes while it decides: declared once, worded only when somebody asks why.
SMALL = note("trove.why.small", Cite(SHEET, "The dragon", "1"), n=int)
LEADS = note("trove.why.leads", RulingCite("trove:Q2"))
BEATEN = note("trove.why.beaten", Cite(SHEET, "The dragon", "1"), card=int)
NO_LOW = note("trove.why.no_low", Cite(SHEET, "The dragon", "2"))
DONE = note("trove.why.done", Cite("trove-rules", "A round"), public=True, card=int)


@dataclass(slots=True)
class Mind:
    """The dragon at one decision: what it sees, and what it notes if somebody will read it."""

    view: State
    hand: list[int]
    table: Table
    trace: Trace | None


def grab(mind: Mind) -> Play | None:
    """A treasure of 4 or more: the lowest card that beats all others; when leading, the highest (Q2)."""
    v, trace = mind.view, mind.trace
    if v.treasure < 4:
        if trace is not None:
            trace.add(SMALL, v.treasure)
        return None
    if not v.played:
        if trace is not None:
            trace.add(LEADS)
        return PLAY[max(mind.hand)]
    better = [card for card in mind.hand if card > max(v.played)]
    if not better and trace is not None:
        trace.add(BEATEN, max(v.played))
    return PLAY[min(better)] if better else None


def feint(mind: Mind) -> Play | None:
    """A random card of 3 or less."""
    low = sorted({card for card in mind.hand if card <= 3})
    if not low and mind.trace is not None:
        mind.trace.add(NO_LOW)
    return mind.table.pick([PLAY[card] for card in low], "feint") if low else None


def save(mind: Mind) -> Play:
    """The lowest card."""
    return PLAY[min(mind.hand)]


TRIES = {"grab": grab, "feint": feint, "save": save}


class Dragon:
    """Plays its sheet from what its seat may know."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        view: State = decision.view()
        trace = Trace(decision.seat) if table.tracing else None
        action: Play = consult(DRAGON, TRIES, Mind(view, view.hands[decision.seat], table, trace))
        if trace is not None:
            trace.add(DONE, action.card)
        return Choice(action, trace)
