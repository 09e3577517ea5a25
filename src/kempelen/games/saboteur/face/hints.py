"""What a newcomer might do now, in the scenario that teaches the game: an action, and the rule behind it in words.

He seeks gold, and is told what a careful gold seeker would do (see `players/careful`).
"""

from __future__ import annotations

from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.table import Seat
from kempelen.games.saboteur.automa.knowledge import gold_located, known_goals
from kempelen.games.saboteur.face.words import card_word, seat_word, tool_word
from kempelen.games.saboteur.players.careful import NOBODY_KNOWN, Suspicion, advised
from kempelen.games.saboteur.rules.actions import (
    Action,
    Break,
    Discard,
    Look,
    Place,
    Repair,
    Rockfall,
)
from kempelen.games.saboteur.rules.board import GOALS
from kempelen.games.saboteur.rules.cards import laid
from kempelen.games.saboteur.rules.state import GOLD_GOAL, State
from kempelen.text.say import Text

__all__ = ["hint"]


def hint(
    game: Game[Any], v: State, seat: Seat, seen: Suspicion = NOBODY_KNOWN, action: Action | None = None
) -> Text | None:
    """A word for a newcomer who seeks gold: what his hand is good for now; the action it speaks of may be known."""
    action = advised(game, v, seat, seen) if action is None else action
    match action:
        case Repair() if action.target != seat:
            return Text("saboteur.hint.help", seat=seat_word(action.target), tool=tool_word(action.tool))
        case Repair():
            return Text("saboteur.hint.repair", card=card_word(action.card))
        case Break():
            kind = "rockfall" if isinstance(seen.suspects[action.target], Rockfall) else "dead_end"
            return Text(f"saboteur.hint.stop_{kind}", seat=seat_word(action.target), card=card_word(action.card))
        case Look():
            return Text("saboteur.hint.map_more" if v.looked[seat] else "saboteur.hint.map")
        case Place():
            return Text(f"saboteur.hint.{_laying(v, action)}", card=card_word(action.card))
        case Rockfall():
            return Text("saboteur.hint.rockfall")
        case Discard():
            kind = "blocked" if v.broken[seat] else "discard"
            return Text(f"saboteur.hint.{kind}{'' if len(v.deck) else '_last'}", card=card_word(action.card))
        case _:
            return None


def _laying(v: State, place: Place) -> str:
    """What a laid card is good for: it reaches the gold, leads to it, or to goals of which any may be the gold."""
    known = known_goals(v)
    if not gold_located(known):
        return "lay"
    after = v.board.copy()
    after.lay(place.cell, laid(place.card, place.turned))
    return "arrive" if GOALS[known.index(GOLD_GOAL)] in after.reached_goals() else "lay_gold"
