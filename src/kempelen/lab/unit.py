"""A measure for machines: what a lean Connect Four in plain Python costs an action, played at random.

Microseconds of two machines do not compare; multiples of this do.
"""

from __future__ import annotations

from random import Random

__all__ = ["play_unit"]

COLUMNS, ROWS = 7, 6
HIGH = ROWS + 1
"""A row that stays empty, so that lines do not run over into the next column."""


def play_unit(games: int, seed: int = 1) -> int:
    """So many games, always the same; how many actions they took. Stones are bits, as lean programs have them."""
    below, actions = Random(seed).randrange, 0
    for _ in range(games):
        stones, heights, player = [0, 0], [0] * COLUMNS, 0
        legal = list(range(COLUMNS))
        while legal:
            column = legal[below(len(legal))]
            stones[player] |= 1 << (column * HIGH + heights[column])
            heights[column] += 1
            if heights[column] == ROWS:
                legal.remove(column)
            actions += 1
            if _four(stones[player]):
                break
            player ^= 1
    return actions


def _four(stones: int) -> bool:
    """Four in a line: up, along, or on a slope."""
    for step in (1, HIGH, HIGH - 1, HIGH + 1):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False
