"""The course of a game of Cupfuls.

Everybody has dice under a cup and looks only under his own. Bids say how many dice of a face there are at least, and
rise, until somebody doubts. Then all cups are lifted, and whoever was wrong loses a cork.
"""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.engine.table import HIDDEN, Deck, Seat, Table
from kempelen.text.say import Text
from kempelen_cupfuls.face.words import dice_word, seat_word
from kempelen_cupfuls.rules.actions import DICE, FACES, Bid
from kempelen_cupfuls.rules.events import Told
from kempelen_cupfuls.rules.legal import legal
from kempelen_cupfuls.rules.state import CORKS, State

__all__ = ["cup_name", "new", "step"]

BID_OR_DOUBT = Text("cupfuls.prompt.bid_or_doubt")
BID = Text("cupfuls.prompt.bid")


def cup_name(seat: Seat) -> str:
    """What the table calls the dice of a seat; at a real table people shake their own."""
    return f"cup{seat + 1}"


def new(scenario: str, players: int, options: Mapping[str, str], table: Table) -> State:
    """A cup with three dice and the corks of the scenario for everybody (A1); then the first round begins."""
    state = State(options, scenario, [[] for _ in range(players)], [CORKS[scenario]] * players)
    table.state = state
    begin_round(state, table)
    return state


def begin_round(s: State, table: Table) -> None:
    """All shake and look under their own cup (A2); one more die lies open and counts for everybody (A3)."""
    for seat in range(len(s.cups)):
        s.cups[seat] = shake(table, seat)
        if HIDDEN not in s.cups[seat]:  # at a real table people keep their dice to themselves
            table.tell(Told, Text("cupfuls.event.shook", dice=tuple(s.cups[seat])), seat)
    s.open_die = table.roll(6, "open")
    table.tell(Told, Text("cupfuls.event.opened", round=s.round, face=s.open_die))


def shake(table: Table, seat: Seat) -> list[int]:
    """Three dice that only this seat may see (A2).

    A roll is for everybody to see, a card drawn `to` a seat is not. So each die is drawn from a pile of its six faces.
    """
    return sorted(table.draw(Deck(cup_name(seat), list(FACES)), "shake", to=seat) for _ in range(DICE))


def step(s: State, table: Table) -> None:
    """One player bids or doubts (B1, B4)."""
    seat = s.turn
    action = table.choose(seat, BID if s.bid is None else BID_OR_DOUBT, lambda: legal(s))
    if isinstance(action, Bid):
        s.bid = action
        s.turn = (seat + 1) % len(s.cups)
        dice = dice_word(action.count, action.face)
        table.tell(Told, Text("cupfuls.event.bid", who=seat_word(seat), dice=dice))
    else:
        table.tell(Told, Text("cupfuls.event.doubted", who=seat_word(seat)))
        settle(s, table)


def settle(s: State, table: Table) -> None:
    """All cups are lifted; whoever was wrong loses a cork (C1, C2), and the next round begins (C3)."""
    assert s.bid is not None
    lift_cups(s, table)
    there = found(s, s.bid.face)
    table.tell(Told, Text("cupfuls.event.found", dice=dice_word(there, s.bid.face)))
    loser = wrong(s, there)
    if loser is None:
        table.tell(Told, Text("cupfuls.event.exact"))
        beginner = s.turn
    else:
        s.corks[loser] -= 1
        table.tell(Told, Text("cupfuls.event.lost", who=seat_word(loser), n=s.corks[loser]))
        beginner = loser if s.options["Q2"] == "loser" else (loser + 1) % len(s.cups)
    s.bid = None
    s.turn = beginner
    if min(s.corks) > 0:
        s.round += 1
        begin_round(s, table)


def lift_cups(s: State, table: Table) -> None:
    """Everybody sees all dice (C1); what only its owner has seen, he names now."""
    for seat, cup in enumerate(s.cups):
        cup[:] = sorted(table.reveal(f"cup {seat + 1}", die, FACES, "doubt") for die in cup)
        table.tell(Told, Text("cupfuls.event.lifted", who=seat_word(seat), dice=tuple(cup)))


def found(s: State, face: int) -> int:
    """How many dice show this face, the open one counted (A3)."""
    return sum(cup.count(face) for cup in s.cups) + (s.open_die == face)


def wrong(s: State, there: int) -> Seat | None:
    """Too few dice: the bidder; enough: the doubter (C2). Just as many as were bid: Q1."""
    assert s.bid is not None
    if there < s.bid.count:
        return s.bidder
    return None if there == s.bid.count and s.options["Q1"] == "nobody" else s.turn
