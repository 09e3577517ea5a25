"""Saboteur as numbers: the board in a window round start and goals, one's own hand, and what lies before everybody."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, MutableSequence

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.saboteur.face.words import xy_text
from kempelen.games.saboteur.rules.actions import BREAK, DISCARD, LOOK, MOST_PLAYERS, PASS, REPAIR, TAKE
from kempelen.games.saboteur.rules.board import GOALS, Board, Cell, cell
from kempelen.games.saboteur.rules.cards import CARDS, NAMES, OPEN, SYMMETRIC, TOOL_NAMES, is_path
from kempelen.games.saboteur.rules.state import GOLD_GOAL, ROLE_NAMES, State
from kempelen.parts.encoding import Encoding

__all__ = ["ENCODING"]

WINDOW: tuple[Cell, ...] = tuple(cell(x, y) for y in range(-3, 4) for x in range(-1, 10))
"""Nearly all cards are laid here."""
_AT = {at: 2 * n for n, at in enumerate(WINDOW)}
_HAND = 2 * len(WINDOW)
_ROLE = _HAND + len(CARDS)
_ROLES = {role: _ROLE + n for n, role in enumerate((*ROLE_NAMES, HIDDEN))}
_GOALS = _ROLE + len(_ROLES)
_SEATS = _GOALS + 2 * len(GOALS)
_EACH = 3 + len(TOOL_NAMES)
"""Of every seat, from the own one on: cards, points, whose turn, broken tools."""
_REST = _SEATS + MOST_PLAYERS * _EACH
SIZE = _REST + 3


_FROM = tuple(
    tuple(tuple(((seat + n) % players, _SEATS + n * _EACH) for n in range(players)) for seat in range(players))
    for players in range(MOST_PLAYERS + 1)
)
"""_FROM[players][seat]: everybody from this seat on, with his place in the row."""
_NOTHING = array("f", bytes(4 * _HAND))


_KEPT: list[tuple[object | None, array[float]]] = [(None, _NOTHING)]
"""The last board that was written; on most turns it is the next one's too."""


def _board(board: Board) -> array[float]:
    """Open sides and sides that are joined to the start, cell by cell."""
    now, (before, part) = board.unchanged, _KEPT[0]
    if now is not None and now is before:
        return part
    part = _NOTHING[:]
    reached, places = board.reached, _AT
    for at, card in board.laid.items():
        if (place := places.get(at)) is not None:
            part[place] = OPEN[card]
            part[place + 1] = reached[at]
    _KEPT[0] = now, part
    return part


def _fill(view: State, seat: Seat, row: MutableSequence[float]) -> None:
    row[:_HAND] = _board(view.board)
    for card in view.hands[seat]:
        if card != HIDDEN:
            row[_HAND + card] += 1
    row[_ROLES[view.roles[seat]]] = 1
    for n, goal in enumerate(view.goals):
        if goal != HIDDEN:
            row[_GOALS + 2 * n + (goal == GOLD_GOAL)] = 1
    hands, scores, tools = view.hands, view.scores, view.broken
    for other, place in _FROM[len(hands)][seat]:
        row[place] = len(hands[other])
        if score := scores[other]:
            row[place + 1] = score
        if broken := tools[other]:
            for tool, bit in enumerate(TOOL_NAMES):
                if broken & bit:
                    row[place + 3 + tool] = 1
    row[_SEATS + _EACH * ((view.active - seat) % len(hands)) + 2] = 1
    row[_REST] = view.turn
    row[_REST + 1] = view.round
    row[_REST + 2] = len(view.discards)


def _notations() -> Iterator[str]:
    """Every action with cards in the window."""
    yield PASS.notation
    yield from (action.notation for action in TAKE.values())
    yield from (action.notation for action in DISCARD.values())
    yield from (action.notation for actions in BREAK.values() for action in actions)
    yield from (action.notation for seats in REPAIR.values() for tools in seats for action in tools.values())
    yield from (action.notation for action in LOOK.values())
    for at in WINDOW:
        yield f"rockfall {xy_text(at)}"
        for card, name in enumerate(NAMES):
            if is_path(card):
                yield f"lay {name} {xy_text(at)}"
                if not SYMMETRIC[card]:
                    yield f"lay {name} {xy_text(at)} r180"


ENCODING = Encoding[State](size=SIZE, fill=_fill, catalogue={text: n for n, text in enumerate(_notations())})
