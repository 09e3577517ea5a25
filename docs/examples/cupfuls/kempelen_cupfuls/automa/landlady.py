"""The landlady: an automa with a card of four questions and a table for a die."""

from __future__ import annotations

from typing import Any

from kempelen.behaviour.chart import chart
from kempelen.behaviour.chart_words import ask, do, drm, perform, row
from kempelen.behaviour.question import StateOracle, questions_of
from kempelen.behaviour.verdict import consult
from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.trace import Trace
from kempelen_cupfuls.automa import whys
from kempelen_cupfuls.automa.sees import Sees, one_of
from kempelen_cupfuls.rules.actions import BIDS, DOUBT, Action
from kempelen_cupfuls.rules.legal import higher_bids

__all__ = ["LANDLADY", "Landlady"]

question = questions_of("cupfuls")


# -- what the card asks, and what is possible


@question
def somebody_has_bid(sees: Sees) -> bool:
    return sees.view.bid is not None


@question
def nobody_has_bid(sees: Sees) -> bool:
    return sees.view.bid is None


@question
def sees_all_that_is_bid(sees: Sees) -> bool:
    return sees.missing <= 0


@question
def needs_more_than_one_in(sees: Sees, n: int) -> bool:
    return sees.needs_more_than_one_in(n)


@question
def can_raise(sees: Sees) -> bool:
    """One die more of the face that was bid."""
    bid = sees.view.bid
    return bid is not None and bid.count < sees.view.dice


@question
def can_turn(sees: Sees) -> bool:
    """To a commonest face of her own, which must be another than was bid."""
    return bool(turns(sees))


# -- the card

LANDLADY = chart(
    "landlady",
    ask(1, somebody_has_bid, yes=perform(2), no=do("open")),
    ask(2, sees_all_that_is_bid, yes=do("raise"), no=perform(3)),
    ask(3, needs_more_than_one_in, 2, yes=do("doubt"), no=perform(4)),
    ask(4, needs_more_than_one_in, 3, yes=drm(+2), no=drm(-1)),
    row("raise", 1, 2),
    row("turn", 3, 4),
    row("doubt", 5, 6),
    otherwise=[("turn", "raise"), ("raise", "doubt")],
    can={"open": nobody_has_bid, "raise": can_raise, "turn": can_turn, "doubt": somebody_has_bid},
    last="doubt",
    game="cupfuls",
    document=whys.CARDS,
    section="The landlady",
    rulings={"outside": "Q5", "nothing": "Q6", "ladder": "Q6", "cap": "Q6"},
    die=6,
    public=False,
)


# -- what its actions mean


def turns(sees: Sees) -> list[int]:
    """Commonest faces she can turn the bidding to."""
    bid = sees.view.bid
    others = [face for face in sees.commonest if bid is None or face != bid.face]
    return [face for face in others if sees.lowest(face) is not None]


def open_bidding(sees: Sees, table: Table) -> Action:
    """As many dice of a commonest face as she sees (Q3)."""
    face = one_of(sees.commonest, sees.view.options["Q3"], table, "face")
    return BIDS[sees.count(face), face]


def raise_bid(sees: Sees, table: Table) -> Action:
    bid = sees.view.bid
    assert bid is not None
    return BIDS[bid.count + 1, bid.face]


def turn_bidding(sees: Sees, table: Table) -> Action:
    """The lowest bid on a commonest face of her own (Q3)."""
    face = one_of(turns(sees), sees.view.options["Q3"], table, "face")
    return next(bid for bid in higher_bids(sees.view) if bid.face == face)


def doubt_bid(sees: Sees, table: Table) -> Action:
    return DOUBT


MEANS = {"open": open_bidding, "raise": raise_bid, "turn": turn_bidding, "doubt": doubt_bid}


class Landlady:
    """Plays her card from what her seat may know."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        sees = Sees(decision.view(), decision.seat)
        trace = Trace(decision.seat) if table.tracing else None
        whys.note_sees(sees, trace)
        verdict = consult(LANDLADY, StateOracle(sees), table, trace)
        action = MEANS[verdict.action](sees, table)
        whys.note_done(action, trace)
        return Choice(action, trace)
