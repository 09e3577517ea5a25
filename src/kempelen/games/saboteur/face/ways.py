"""How many cards are still needed from the end of a tunnel to a goal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from kempelen.games.saboteur.rules.board import STEP, Board, Cell, xy
from kempelen.games.saboteur.rules.cards import JOINED, OPEN, OPPOSITE, Side

__all__ = ["fewest_cards"]

_FARTHEST = 12
"""No way leads farther from the start than this, in either direction."""


def fewest_cards(board: Board, ends: Iterable[Cell], goals: Iterable[Cell]) -> tuple[int, Cell] | None:
    """The fewest cards that lead from one of these free cells to a goal, and which; None if everything is walled in.

    The way goes round what has been laid, or through it where a tunnel leads on. Any card is taken to be at hand.
    """
    wanted = frozenset(goals)
    waiting: deque[tuple[int, Cell, Side]] = deque((1, cell, 0) for cell in ends)
    seen: set[tuple[Cell, Side]] = set()
    found: list[tuple[int, Cell]] = []
    while waiting:
        cards, cell, came = waiting.popleft()
        if (cell, came) in seen or max(map(abs, xy(cell))) > _FARTHEST:
            continue
        seen.add((cell, came))
        if found and cards > found[0][0]:
            break
        leads = JOINED[board.laid[cell]][came] if cell in board.laid else sum(STEP)
        for side, step in STEP.items():
            there = cell + step
            if not leads & side:
                continue
            if there in wanted:
                found.append((cards, there))
            elif there in board.laid:
                if OPEN[board.laid[there]] & OPPOSITE[side]:
                    waiting.appendleft((cards, there, OPPOSITE[side]))
            elif there not in board.face_down:
                waiting.append((cards + 1, there, 0))
    return min(found) if found else None
