"""What both automas look at: their own dice, the open one, and how many are hidden from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from kempelen.engine.table import Seat, Table
from kempelen_cupfuls.rules.actions import FACES, Bid
from kempelen_cupfuls.rules.legal import higher_bids
from kempelen_cupfuls.rules.state import State

__all__ = ["Sees", "one_of"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Sees:
    """The table as one seat sees it."""

    view: State
    seat: Seat

    def count(self, face: int) -> int:
        """Dice of this face in its own cup, and the open one."""
        return self.view.cups[self.seat].count(face) + (self.view.open_die == face)

    @property
    def hidden(self) -> int:
        """How many dice are under the other cups."""
        return sum(len(cup) for seat, cup in enumerate(self.view.cups) if seat != self.seat)

    @property
    def commonest(self) -> list[int]:
        """The faces it sees most often."""
        most = max(map(self.count, FACES))
        return [face for face in FACES if self.count(face) == most]

    @property
    def missing(self) -> int:
        """How many dice of the last bid it does not see; below one if it sees all of them."""
        bid = self.view.bid
        return 0 if bid is None else bid.count - self.count(bid.face)

    def needs_more_than_one_in(self, n: int, bid: Bid | None = None) -> bool:
        """Must more than one in so many of the hidden dice show the face of a bid, or of the last one?"""
        missing = self.missing if bid is None else bid.count - self.count(bid.face)
        return missing * n > self.hidden

    def lowest(self, face: int) -> Bid | None:
        """The lowest bid on a face that rises; None if there are not so many dice."""
        return next((bid for bid in higher_bids(self.view) if bid.face == face), None)


def one_of(things: list[T], options_value: str, table: Table, why: str) -> T:
    """Of several faces that are equally common: the highest, or one by lot (Q3)."""
    return table.pick(things, why) if options_value == "lot" else things[-1]
