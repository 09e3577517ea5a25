"""What a side is asked."""

from __future__ import annotations

from functools import cache

from kempelen.text.say import Text

__all__ = ["BID", "MORE", "PLAY", "bid_against", "more"]

PLAY = Text("undaunted.prompt.play")
BID = Text("undaunted.prompt.bid")
BID_AGAINST = "undaunted.prompt.bid_against"
MORE = "undaunted.prompt.more"


@cache
def bid_against(roll: int) -> Text:
    """The automa has rolled, and everybody knows what (Q14)."""
    return Text(BID_AGAINST, roll=roll)


@cache
def more(count: int, squad: str) -> Text:
    """A Bolster may take more cards; only of this squad, if one is named."""
    return Text(MORE, n=count, squad=squad)
