"""What a side is asked."""

from __future__ import annotations

from functools import cache

from kempelen.games.undaunted.face.words import card_word
from kempelen.games.undaunted.rules.cards import Card
from kempelen.text.say import Text

__all__ = ["BID", "MORE", "MORE_OF_SQUAD", "PLAY", "PLAYS", "bid_against", "in_vain_at", "more", "play_only"]

PLAY = Text("undaunted.prompt.play")
PLAY_ONLY = "undaunted.prompt.play_only"
PLAY_IN_VAIN = "undaunted.prompt.play_in_vain"
PLAYS = frozenset({PLAY.key, PLAY_ONLY, PLAY_IN_VAIN})
"""The questions that a card answers."""
BID = Text("undaunted.prompt.bid")
BID_AGAINST = "undaunted.prompt.bid_against"
BID_AGAINST_HOLDER = "undaunted.prompt.bid_against_holder"
BID_BEATEN = "undaunted.prompt.bid_beaten"
MORE = "undaunted.prompt.more"
MORE_OF_SQUAD = "undaunted.prompt.more_of_squad"


@cache
def bid_against(roll: int, holder: bool, best: int) -> Text:
    """The automa has rolled, and everybody knows what (Q14). In a tie the holder of the marker begins. `best`: what the
    highest card of the hand counts; it may be that none is enough."""
    if best < roll or (best == roll and not holder):
        return Text(BID_BEATEN, roll=roll)
    return Text(BID_AGAINST_HOLDER if holder else BID_AGAINST, roll=roll)


@cache
def play_only(card: Card, count: int) -> Text:
    """Nothing else is left to be played. It is named, for the same card may have been played just now."""
    return Text(PLAY_ONLY, card=card_word(card), n=count)


@cache
def in_vain_at(own: int, foe: int) -> Text:
    """Nothing in the hand can change the result any more."""
    return Text(PLAY_IN_VAIN, own=own, foe=foe)


@cache
def more(count: int, squad: str) -> Text:
    """A Bolster may take more cards; only of this squad, if one is named."""
    return Text(MORE_OF_SQUAD, n=count, squad=squad) if squad else Text(MORE, n=count)
