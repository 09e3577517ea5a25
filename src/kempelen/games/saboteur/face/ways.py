"""How many cards are still needed from the end of a tunnel to a goal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kempelen.games.saboteur.rules.board import STEP, Board, Cell
from kempelen.games.saboteur.rules.cards import ALL_SIDES, JOINED, OPEN, OPPOSITE, Laid, Side
from kempelen.games.saboteur.rules.places import cell

__all__ = ["fewest_cards"]

_FARTHEST = 12
"""No way leads farther from the start than this, in either direction."""
_NEAR = frozenset(cell(x, y) for x in range(-_FARTHEST, _FARTHEST + 1) for y in range(-_FARTHEST, _FARTHEST + 1))
_SIDES = tuple((side, step, OPPOSITE[side]) for side, step in STEP.items())


def fewest_cards(board: Board, ends: Iterable[Cell], goals: Iterable[Cell]) -> tuple[int, Cell] | None:
    """The fewest cards that lead from one of these free cells to a goal, and which; None if everything is walled in.

    The way goes round what has been laid, or through it where a tunnel leads on. Any card is taken to be at hand.
    """
    return _fewest(frozenset(board.laid.items()), frozenset(board.face_down), frozenset(ends), frozenset(goals))


@lru_cache(maxsize=2048)
def _fewest(
    cards_laid: frozenset[tuple[Cell, Laid]], face_down: frozenset[Cell], ends: frozenset[Cell], wanted: frozenset[Cell]
) -> tuple[int, Cell] | None:
    """Several places of a page ask for the same, and again after a click that laid no card."""
    laid = dict(cards_laid)
    here: list[tuple[Cell, Side]] = [(end, 0) for end in ends]
    seen: set[tuple[Cell, Side]] = set()
    cards = 1
    while here:  # all that so many cards reach, then what one more does
        found: list[Cell] = []
        farther: set[tuple[Cell, Side]] = set()
        while here:
            at = here.pop()
            if at in seen or at[0] not in _NEAR:
                continue
            seen.add(at)
            lies, came = at
            leads = JOINED[laid[lies]][came] if lies in laid else ALL_SIDES
            for side, step, opposite in _SIDES:
                if not leads & side:
                    continue
                there = lies + step
                if there in wanted:
                    found.append(there)
                elif there in laid:
                    if OPEN[laid[there]] & opposite:
                        here.append((there, opposite))
                elif there not in face_down:
                    farther.add((there, 0))
        if found:
            return cards, min(found)
        here, cards = list(farther), cards + 1
    return None
