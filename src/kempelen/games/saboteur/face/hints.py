"""What a newcomer might do now, in the scenario that teaches the game: an action, and the rule behind it in words.

He seeks gold. His tools come first, then the map, then the shortest way on; he breaks nobody's tools, because
nothing tells him yet who the saboteur is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game
from kempelen.engine.table import DirectTable, Seat
from kempelen.games.saboteur.automa.actions import (
    BLOCKING,
    REPAIR_CARDS,
    SaboteurMind,
    repair_own_tool,
    use_rockfall,
)
from kempelen.games.saboteur.automa.distance import DISTANCE, nearest
from kempelen.games.saboteur.automa.knowledge import gold_located, known_goals, targets
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.face.words import card_word
from kempelen.games.saboteur.rules.actions import DISCARD, LOOK, PASS, Action, Discard, Look, Place, Repair, Rockfall
from kempelen.games.saboteur.rules.board import GOALS, Board, Cell
from kempelen.games.saboteur.rules.cards import MAP, PATH_CARDS, Card, laid
from kempelen.games.saboteur.rules.state import HIDDEN, State
from kempelen.text.say import Text

__all__ = ["advised", "hint"]

_FROM_THE_MIDDLE = (1, 0, 2)
"""The goals in the order in which a map is tried: the one straight ahead first."""


_NO_WAY = 99


def advised(game: Game[Any], v: State, seat: Seat) -> Action:
    """The action a gold seeker is advised to choose; equal ones are told apart by lots that are always the same."""
    table = DirectTable(game, (), TapeDice(0))
    table.state = v
    mind = SaboteurMind(v, seat, table, None, v.hands[seat], False, known_goals(v))
    tries: tuple[Callable[[SaboteurMind], Action | None], ...] = (
        repair_own_tool,
        _look,
        _dig,
        use_rockfall,
        _discard,
    )
    return next((action for action in (attempt(mind) for attempt in tries) if action is not None), PASS)


def hint(game: Game[Any], v: State, seat: Seat) -> Text | None:
    """A word for a newcomer who seeks gold: what his hand is good for now."""
    action = advised(game, v, seat)
    match action:
        case Repair():
            return Text("saboteur.hint.repair", card=card_word(action.card))
        case Look():
            return Text("saboteur.hint.map")
        case Place():
            return Text("saboteur.hint.lay", card=card_word(action.card))
        case Rockfall():
            return Text("saboteur.hint.rockfall")
        case Discard():
            kind = "blocked" if v.broken[seat] else "discard"
            return Text(f"saboteur.hint.{kind}{'' if len(v.deck) else '_last'}", card=card_word(action.card))
        case _:
            return None


def _look(mind: SaboteurMind) -> Look | None:
    if MAP not in mind.hand or gold_located(mind.known):
        return None
    unknown = [n for n in _FROM_THE_MIDDLE if mind.known[n] == HIDDEN and GOALS[n] in mind.view.board.face_down]
    return LOOK[GOALS[unknown[0]]] if unknown else None


def _dig(mind: SaboteurMind) -> Place | None:
    """The card and cell from which the fewest cards lead on to a goal worth reaching, if it is a step forward."""
    v = mind.view
    if v.broken[mind.seat]:
        return None
    aims = targets(v, mind.seat, mind.known)
    goals = [goal for n, goal in enumerate(GOALS) if aims >> n & 1 and goal in v.board.face_down]
    before = fewest_cards(v.board, v.board.frontier, goals)
    best: tuple[int, int, int] | None = None
    found = None
    for place in _joining(v.board, mind.hand):
        after = v.board.copy()
        after.lay(place.cell, laid(place.card, place.turned))
        left = 0 if not set(goals).isdisjoint(after.reached_goals()) else _left(after, goals)
        worth = left, DISTANCE[aims][place.cell], nearest(place, DISTANCE[aims])
        if best is None or worth < best:
            best, found = worth, place
    return found if best is not None and (before is None or best[0] < before[0]) else None


def _joining(board: Board, hand: Iterable[Card]) -> list[Place]:
    places: list[Place] = []
    board.add_places(sorted({card for card in hand if card in PATH_CARDS and card not in BLOCKING}), places)
    return places


def _left(board: Board, goals: Sequence[Cell]) -> int:
    found = fewest_cards(board, board.frontier, goals)
    return _NO_WAY if found is None else found[0]


def _discard(mind: SaboteurMind) -> Discard | None:
    """What helps a gold seeker least."""
    return DISCARD[min(mind.hand, key=lambda card: (_helps(card), card))] if mind.hand else None


def _helps(card: Card) -> int:
    """Dead ends help him least, then what is no path, then paths; repair cards he keeps longest."""
    if card in BLOCKING:
        return 0
    if card in REPAIR_CARDS:
        return 3
    return 2 if card in PATH_CARDS else 1
