"""What a newcomer might do now, in the scenario that teaches the game."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.words import card_word
from kempelen.games.saboteur.rules.cards import CARDS, MAP, PATH_CARDS, is_blocking
from kempelen.games.saboteur.rules.legal import held
from kempelen.games.saboteur.rules.state import GOLD_GOAL, State
from kempelen.text.say import Text

__all__ = ["hint"]


def hint(v: State, seat: Seat) -> Text:
    """A word for a newcomer who seeks gold: what his hand is good for now."""
    cards = held(v, seat)
    if v.broken[seat]:
        fitting = [card for card in cards if any(v.broken[seat] & tool for tool in CARDS[card].repairs)]
        if fitting:
            return Text("saboteur.hint.repair", card=card_word(fitting[0]))
        return Text("saboteur.hint.blocked" if len(v.deck) else "saboteur.hint.blocked_last")
    if MAP in cards and v.goals.count(HIDDEN) > 1 and GOLD_GOAL not in v.goals:
        return Text("saboteur.hint.map")
    if any(not is_blocking(card) and v.board.places(card) for card in cards if card in PATH_CARDS):
        return Text("saboteur.hint.lay")
    return Text("saboteur.hint.discard" if len(v.deck) else "saboteur.hint.discard_last")
