"""Tactics as numbers: the board tile by tile, one's own cards, and what lies before everybody; and its actions."""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence

from kempelen.engine.table import Seat
from kempelen.games.tactics.rules.board import KINDS
from kempelen.games.tactics.rules.cards import book
from kempelen.games.tactics.rules.state import ACTIVATION, BEGIN, OPPONENT, TURN, UNITS, State, name_of
from kempelen.parts.encoding import Encoding

__all__ = ["ENCODING"]

EDGE = 12
"""No shipped map is wider or higher; of a larger one the rest is left out."""
CARDS = {name: n for n, name in enumerate(book())}
NUMBERED = 3
"""Of each kind of unit so many have numbers of their own."""
MATS = 5
"""Four players and the opponent."""
PHASES = (BEGIN, TURN, ACTIVATION, OPPONENT, UNITS)
_TILE = 6
"""Kind of tile, whose unit, health, attack, range, and whether it may still act."""
_PILES = EDGE * EDGE * _TILE
_STOCK = _PILES + 3 * len(CARDS)
_POOLS = _STOCK + len(CARDS)
_REST = _POOLS + 2 * MATS
SIZE = _REST + 4 + len(PHASES)
_FOUND = {kind: n for n, kind in enumerate(KINDS, 1)}


def _fill(view: State, seat: Seat, row: MutableSequence[float]) -> None:
    board = view.board
    side = seat if view.rule.mode == "versus" else 0
    for kind, tiles in board.kinds.items():
        for tile, spot in board.spots.items():
            if tiles >> tile & 1 and spot.x < EDGE and spot.y < EDGE:
                row[(spot.y * EDGE + spot.x) * _TILE] = _FOUND.get(kind, 0)
    for unit in view.units:
        spot = board.spots[unit.tile]
        if spot.x < EDGE and spot.y < EDGE:
            place = (spot.y * EDGE + spot.x) * _TILE
            row[place + 1] = 2 if unit.owner == seat else 1 if unit.side == side else -1
            row[place + 2] = unit.health
            row[place + 3] = unit.profile.attack
            row[place + 4] = unit.profile.range
            row[place + 5] = not unit.tapped
    own = view.mats[seat]
    for n, pile in enumerate((own.hand, own.discard, own.deck.bag)):
        for card in pile:
            if (number := CARDS.get(card)) is not None:
                row[_PILES + n * len(CARDS) + number] += 1
    for card, left in view.stock.items():
        if (number := CARDS.get(card)) is not None:
            row[_STOCK + number] = left
    for n, mat in enumerate(view.mats[:MATS]):
        row[_POOLS + 2 * n] = mat.pool
        row[_POOLS + 2 * n + 1] = len(mat.hand)
    row[_REST] = view.round
    row[_REST + 1] = view.marks
    row[_REST + 2] = (view.board.store & ~view.neutral).bit_count()
    row[_REST + 3] = view.active == seat
    row[_REST + 4 + PHASES.index(view.phase)] = 1


def _notations() -> Iterator[str]:
    """Every action on a board of the shipped sizes, with the first three units of each kind."""
    spots = [f"{x},{y}" for y in range(EDGE) for x in range(EDGE)]
    units = [name_of(card.name, n).id for card in book().values() if card.unit for n in range(1, NUMBERED + 1)]
    yield from ("end", "full", "done")
    yield from (f"move {at}" for at in spots)
    for word in ("activate", "auto", "attack", "give up"):
        yield from (f"{word} {unit}" for unit in units)
    for card in book().values():
        if card.price:
            yield f"buy {card.name}"
        if card.effect is not None and card.price:
            yield f"play {card.name}"
            if card.effect.target:
                yield from (f"play {card.name} {unit}" for unit in units)
        elif card.unit is not None and card.price:
            yield from (f"play {card.name} {at}" for at in spots)


ENCODING = Encoding[State](size=SIZE, fill=_fill, catalogue={text: n for n, text in enumerate(_notations())})
