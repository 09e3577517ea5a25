"""What somebody might do now, who wants a tip: an action, and the rule behind it in words.

Who digs is told what a careful digger would do (see `players/careful`), a saboteur what hurts most (`players/sly`).
"""

from __future__ import annotations

from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.table import Seat
from kempelen.games.saboteur.automa.knowledge import gold_located, known_goals
from kempelen.games.saboteur.face.status import WALLED_IN
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.face.words import card_word, seat_word, tool_word, tools_word
from kempelen.games.saboteur.players.careful import NOBODY_KNOWN, Suspicion, advised
from kempelen.games.saboteur.players.sly import advised_saboteur
from kempelen.games.saboteur.rules.actions import (
    Action,
    Break,
    Discard,
    Look,
    Place,
    Repair,
    Rockfall,
)
from kempelen.games.saboteur.rules.board import GOALS, Board
from kempelen.games.saboteur.rules.cards import laid
from kempelen.games.saboteur.rules.state import GOLD_GOAL, SABOTEUR, STONE_SEEKER, State
from kempelen.text.say import Text

__all__ = ["advice", "hint"]


def advice(game: Game[Any], v: State, seat: Seat, seen: Suspicion) -> Action:
    return (advised_saboteur if v.roles[seat] == SABOTEUR else advised)(game, v, seat, seen)


def hint(
    game: Game[Any], v: State, seat: Seat, seen: Suspicion = NOBODY_KNOWN, action: Action | None = None
) -> Text | None:
    """A word about what a hand is good for now; the action it speaks of may be known."""
    action = advice(game, v, seat, seen) if action is None else action
    if v.roles[seat] == SABOTEUR and not isinstance(action, Repair):
        return _sly(v, action)
    match action:
        case Repair() if action.target != seat:
            return Text("saboteur.hint.help", seat=seat_word(action.target), tool=tool_word(action.tool))
        case Repair() if left := v.broken[seat] & ~action.tool:
            return Text("saboteur.hint.repair_one", card=card_word(action.card), tools=tools_word(left))
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


def _sly(v: State, action: Action) -> Text | None:
    """The same for a saboteur."""
    after = v.board.copy()
    match action:
        case Break():
            return Text("saboteur.hint.sly_break", seat=seat_word(action.target), card=card_word(action.card))
        case Discard():
            return Text("saboteur.hint.sly_discard", card=card_word(action.card))
        case Place():
            after.lay(action.cell, laid(action.card, action.turned))
            return Text("saboteur.hint.sly_lay", card=card_word(action.card), n=_longer(v.board, after))
        case Rockfall():
            after.remove(action.cell)
            return Text("saboteur.hint.sly_rockfall", n=_longer(v.board, after))
        case _:
            return None


def _longer(before: Board, after: Board) -> int:
    goals = [goal for goal in GOALS if goal in after.face_down]
    was, now = (fewest_cards(board, board.frontier, goals) for board in (before, after))
    return (WALLED_IN if now is None else now[0]) - (WALLED_IN if was is None else was[0])


def _laying(v: State, place: Place) -> str:
    """What a laid card is good for: it reaches the gold, leads to it, or to goals of which any may be the gold."""
    known = known_goals(v)
    if not gold_located(known) or v.roles[v.viewer] == STONE_SEEKER:
        return "lay"
    after = v.board.copy()
    after.lay(place.cell, laid(place.card, place.turned))
    return "arrive" if GOALS[known.index(GOLD_GOAL)] in after.reached_goals() else "lay_gold"
