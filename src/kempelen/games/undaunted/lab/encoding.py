"""Undaunted as numbers: for each side, the own one first, its counters, cards and points; then what the tiles are."""

from __future__ import annotations

from collections.abc import MutableSequence

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.undaunted.rules.cards import CARDS, UNITS
from kempelen.games.undaunted.rules.state import Side, State
from kempelen.parts.encoding import Encoding

__all__ = ["ENCODING"]

TILES = 40
"""No map has more; of a larger one the rest is left out."""
_COUNTER = 2
"""Tile, counted from 1, and whether it lies face down."""
_PILES = len(UNITS) * _COUNTER
_MARKS = _PILES + 4 * len(CARDS)
_SCORES = _MARKS + 2 * TILES
_SIDE = _SCORES + 4
_TILES = 2 * _SIDE
_REST = _TILES + 2 * TILES
SIZE = _REST + 5


def _fill(view: State, seat: Seat, row: MutableSequence[float]) -> None:
    for n, owner in enumerate((seat, 1 - seat)):
        _fill_side(view.sides[owner], view.scenario.goals[owner], n * _SIDE, row)
    cover = view.scenario.terrain.cover
    for tile in range(min(TILES, len(cover))):
        row[_TILES + 2 * tile] = cover[tile]
        row[_TILES + 2 * tile + 1] = view.values[tile]
    row[_REST] = view.round
    row[_REST + 1] = view.holder == seat
    row[_REST + 2] = view.active == seat
    row[_REST + 3] = view.phase
    row[_REST + 4] = seat


def _fill_side(side: Side, goal: int, start: int, row: MutableSequence[float]) -> None:
    for n, unit in enumerate(UNITS):
        if (at := side.at[unit]) >= 0:
            row[start + _COUNTER * n] = at + 1
            row[start + _COUNTER * n + 1] = side.suppressed >> unit & 1
    piles = start + _PILES
    for n, pile in enumerate((side.hand, side.discard, side.play)):
        for card in pile:
            if card != HIDDEN:
                row[piles + n * len(CARDS) + card] += 1
    for card, left in enumerate(side.supply):
        row[piles + 3 * len(CARDS) + card] = left
    marks = start + _MARKS
    for tile in range(TILES):
        if side.marked >> tile & 1:
            row[marks + tile] = 1
        if side.controlled >> tile & 1:
            row[marks + TILES + tile] = 1
    scores = start + _SCORES
    row[scores] = side.points
    row[scores + 1] = goal
    row[scores + 2] = len(side.hand)
    row[scores + 3] = side.marker + 1


ENCODING = Encoding[State](size=SIZE, fill=_fill)
