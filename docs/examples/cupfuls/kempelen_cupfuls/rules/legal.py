"""What is allowed now."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen_cupfuls.rules.actions import BIDS, DOUBT, Action, Bid
from kempelen_cupfuls.rules.state import State

__all__ = ["higher_bids", "legal"]


def higher_bids(s: State) -> list[Bid]:
    """Bids that rise (B2) and are not for more dice than there are (B3), the lowest first."""
    return [bid for bid in BIDS.values() if bid.count <= s.dice and (s.bid is None or bid > s.bid)]


def legal(s: State) -> Sequence[Action]:
    """A higher bid, or to doubt the last one if there is any (B4); after the highest bid only that is left (Q4)."""
    bids = higher_bids(s)
    return bids if s.bid is None else [DOUBT, *bids]
