"""A saboteur who looks where it hurts most: he makes the way longer, stops who digs, and throws away what would help.

It is ours and no part of the authors' lists: what a person is advised who has drawn that role.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.table import Seat
from kempelen.games.saboteur.automa.actions import BLOCKING, BREAK_CARDS, REPAIR_CARDS
from kempelen.games.saboteur.face.ways import fewest_cards
from kempelen.games.saboteur.players.careful import NOBODY_KNOWN, Suspicion
from kempelen.games.saboteur.rules.actions import BREAK, DISCARD, PASS, REPAIR, ROCKFALLS, Action, Break, Place
from kempelen.games.saboteur.rules.board import GOALS, Board
from kempelen.games.saboteur.rules.cards import CARDS, MAP, OPEN, PATH_CARDS, ROCKFALL, Card, laid
from kempelen.games.saboteur.rules.legal import removable
from kempelen.games.saboteur.rules.state import State

__all__ = ["advised_saboteur"]

_NO_WAY = 12
MUCH = 2
"""A way that gets so many cards longer is worth more than a tool."""


def advised_saboteur(game: Game[Any], v: State, seat: Seat, seen: Suspicion = NOBODY_KNOWN) -> Action:
    """What hurts those who dig most; equal ones by their order."""
    hurts = max(_hurts(v, seat), key=lambda one: one[0], default=(0, PASS))
    if hurts[0] >= MUCH:
        return hurts[1]
    stops = _stops(v, seat, seen)
    if stops is not None and not v.broken[stops.target]:
        return stops
    if hurts[0] > 0:
        return hurts[1]
    if (mends := _mends(v, seat)) is not None or stops is not None:
        return mends or stops or PASS
    hand = v.hands[seat]
    return DISCARD[min(hand, key=lambda card: (_serves(card), card))] if hand else PASS


def _left(board: Board) -> int:
    found = fewest_cards(board, board.frontier, [goal for goal in GOALS if goal in board.face_down])
    return _NO_WAY if found is None else found[0]


def _hurts(v: State, seat: Seat) -> Iterator[tuple[int, Action]]:
    """By how many cards the way gets longer with a dead end, or with a rockfall."""
    hand, was = v.hands[seat], _left(v.board)
    if not v.broken[seat]:
        places: list[Place] = []
        v.board.add_places(sorted({card for card in hand if card in BLOCKING}), places)
        for place in places:
            after = v.board.copy()
            after.lay(place.cell, laid(place.card, place.turned))
            yield _left(after) - was, place
    if ROCKFALL in hand:
        for cell in removable(v):
            after = v.board.copy()
            after.remove(cell)
            yield _left(after) - was, ROCKFALLS[cell]


def _stops(v: State, seat: Seat, seen: Suspicion) -> Break | None:
    """Somebody whose tools are whole, who digs for all to see; never one who seems to be of the same kind."""
    others = [other for other in range(v.players) if other != seat and other not in seen.suspects]
    others.sort(key=lambda other: (bool(v.broken[other]), other not in seen.fellows))
    for target in others:
        for card in v.hands[seat]:
            if card in BREAK_CARDS and not v.broken[target] & CARDS[card].breaks:
                return BREAK[card][target]
    return None


def _mends(v: State, seat: Seat) -> Action | None:
    """The own tool, if there is a dead end to lay."""
    if not any(card in BLOCKING for card in v.hands[seat]):
        return None
    for card in v.hands[seat]:
        for tool in CARDS[card].repairs:
            if v.broken[seat] & tool:
                return REPAIR[card][seat][tool]
    return None


def _serves(card: Card) -> tuple[int, int]:
    """What a saboteur can do without: paths with many openings first; dead ends and broken tools he keeps longest."""
    if card in BLOCKING or card == ROCKFALL or card in BREAK_CARDS:
        return 3, 0
    if card in REPAIR_CARDS:
        return 2, 0
    return (0, -OPEN[laid(card)].bit_count()) if card in PATH_CARDS else (1, card == MAP)
