"""Distances on the grid, and the placements that come nearest to a target (R15).

Distances are compared as squares, which are whole numbers: no rounding decides a tie.
"""

from __future__ import annotations

from collections.abc import Collection

from kempelen.games.saboteur.rules.board import GOALS, Board, Cell, xy
from kempelen.games.saboteur.rules.cards import OPEN, Card
from kempelen.games.saboteur.rules.places import ROW, Place

__all__ = ["DISTANCE", "best_places", "nearest"]


class _Distances(dict[Cell, int]):
    """Squared Euclidean distance from a cell to the nearest of some goals, worked out when first asked for."""

    def __init__(self, aims: int) -> None:
        super().__init__()
        self.goals = [xy(goal) for n, goal in enumerate(GOALS) if aims >> n & 1]
        self.openings: dict[int, int] = {}
        """What `nearest` has found before."""

    def __missing__(self, cell: Cell) -> int:
        x, y = xy(cell)
        made = self[cell] = min((x - gx) ** 2 + (y - gy) ** 2 for gx, gy in self.goals)
        return made


DISTANCE = {aims: _Distances(aims) for aims in range(1, 8)}
"""DISTANCE[goals as bits][cell]."""

_STEPS = tuple(
    tuple(step for side, step in ((1, -1), (2, 1), (4, -ROW), (8, ROW)) if sides & side) for sides in range(16)
)


def nearest(place: Place, distance: _Distances) -> int:
    """The squared distance from the nearest cell that one of the card's open sides points at, dead ends included."""
    cell, lies = place.cell, place.card << 1 | place.turned
    found = distance.openings.get(cell << 8 | lies)
    if found is None:
        found = min(distance[cell + step] for step in _STEPS[OPEN[lies]])
        distance.openings[cell << 8 | lies] = found
    return found


def best_places(
    board: Board, cards: Collection[Card], aims: int, rule: str, allowed: set[tuple[Card, int]] | None = None
) -> list[Place]:
    """The placements with the shortest distance, sorted.

    R15: by the cell, then by the openings (`cell_then_opening`), or by one of them alone (`cell`, `opening`).
    """
    distance = DISTANCE[aims]
    found: list[Place] = []
    shortest = -1
    frontier = board.frontier
    for cell in reversed(frontier):  # the last are mostly the nearest
        far = distance[cell] if rule != "opening" else 0
        if found and far > shortest:
            continue
        choices = frontier[cell]
        here: list[Place] = []
        for card in cards:
            here += choices[card]
        if allowed is not None:
            here = [place for place in here if (place.card, place.turned) in allowed]
        if not here:
            continue
        if found and far == shortest:
            found += here
        else:
            found, shortest = here, far
    if rule != "cell" and len(found) > 1:
        openings = [nearest(place, distance) for place in found]
        least = min(openings)
        found = [place for place, opening in zip(found, openings, strict=True) if opening == least]
    if len(found) > 1:
        found.sort(key=lambda place: (place.card, place.cell, place.turned))
    return found
