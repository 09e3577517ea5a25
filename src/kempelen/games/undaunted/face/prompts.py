"""What a side is asked."""

from __future__ import annotations

from functools import cache

from kempelen.text.say import Text

__all__ = ["BID", "MORE", "MORE_OF_SQUAD", "PLAY", "bid_against", "more"]

PLAY = Text("undaunted.prompt.play")
BID = Text("undaunted.prompt.bid")
BID_AGAINST = "undaunted.prompt.bid_against"
MORE = "undaunted.prompt.more"
MORE_OF_SQUAD = "undaunted.prompt.more_of_squad"


@cache
def bid_against(roll: int) -> Text:
    """The automa has rolled, and everybody knows what (Q14)."""
    return Text(BID_AGAINST, roll=roll)


@cache
def more(count: int, squad: str) -> Text:
    """A Bolster may take more cards; only of this squad, if one is named."""
    return Text(MORE_OF_SQUAD, n=count, squad=squad) if squad else Text(MORE, n=count)
