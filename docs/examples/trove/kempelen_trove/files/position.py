"""A table of Trove as a file: plain data, checked when it is read.

game = "trove"
treasure = 5
played = [4]                # by player 1
spent = [1, 2]

[[players]]
hand = [3, 7]
score = 6

[[players]]
hand = [9, 0, 0]            # 0 is a card nobody has named
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kempelen.engine.errors import BadPosition
from kempelen.engine.files.position import shaped
from kempelen.engine.table import HIDDEN, Deck
from kempelen.text.say import Text
from kempelen_trove.rules.actions import CARDS
from kempelen_trove.rules.state import State

__all__ = ["from_position", "to_position"]


@dataclass(slots=True)
class PlayerFile:
    hand: list[int]
    score: int = 0


@dataclass(slots=True)
class PositionFile:
    game: str
    players: list[PlayerFile]
    treasure: int
    round: int = 1
    played: list[int] = field(default_factory=list)
    spent: list[int] = field(default_factory=list)


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The state a position describes; every card that is named nowhere is in the pile."""
    p = shaped(PositionFile, position)
    if len(p.played) >= len(p.players):
        raise BadPosition(Text("trove.position.played", n=len(p.players)))
    hands = [[card or HIDDEN for card in player.hand] for player in p.players]
    named = Counter(card for cards in (*hands, p.played, p.spent) for card in cards if card != HIDDEN)
    for card, count in named.items():
        if count > (has := CARDS.count(card)):
            raise BadPosition(Text("trove.position.card", card=card, has=has))
    rest = sorted((Counter(CARDS) - named).elements())
    deck = Deck("cards", rest, away=sum(hand.count(HIDDEN) for hand in hands))
    return State(options, deck, hands, [player.score for player in p.players], p.treasure, p.round, p.played, p.spent)


def to_position(s: State) -> dict[str, Any]:
    """The inverse of `from_position`."""
    hands = ([0 if card == HIDDEN else card for card in hand] for hand in s.hands)
    return {
        "game": "trove",
        "treasure": s.treasure,
        "round": s.round,
        "played": s.played[:],
        "spent": s.spent[:],
        "players": [{"hand": hand, "score": score} for hand, score in zip(hands, s.scores, strict=True)],
    }
