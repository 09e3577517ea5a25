"""The table as a coarse grid for a kind of base: how hard its cells are, where one gets from each, how far it is.

All of it follows from the board, and each cell is worked out when somebody first asks for it: most ways lead to
somebody nearby.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from heapq import heappop, heappush
from math import hypot

from kempelen.games.universalis.rules.movement.hurdles import climbing
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey, way_problem
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.board import Board
from kempelen.games.universalis.rules.table.terrain import Place, Survey, solids
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER

__all__ = ["CELL", "FAR", "Field", "Ground", "side_of"]

CELL = 2.0
"""Width of a cell of the grid."""
NEIGHBOURS = [(dx, dy, hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
FAR = 1e300
MOST_ACROSS = 5
"""Cells from one side of something low to the other."""


def side_of(board: Board) -> int:
    """How many cells the table is wide."""
    return int(board.size / CELL)


class Ground:
    """The cells of a table for such a base: upright and alone, with what it climbs with."""

    __slots__ = ("alone", "costs", "low", "side", "steps", "tights", "walker")

    def __init__(self, s: State, m: Model) -> None:
        self.walker = copy(m)
        self.walker.prone = False
        self.alone = copy(s)
        self.alone.models = [self.walker]
        self.side = side_of(s.board)
        cells = self.side * self.side
        self.costs: list[float | None] = [None] * cells
        self.tights: list[bool | None] = [None] * cells
        self.steps: list[list[tuple[int, float]] | None] = [None] * cells
        highest = FAR if any(climbing(m)) else s.rules.climb_heights * s.rules.height[m.card.size] + 1e-9
        low = [box for _, top, box, _, _ in solids(s.board, s.doors) if top <= highest]
        self.low = low if m.card.going != FLIGHT else []

    def cost_of(self, cell: int) -> float:
        """How hard it is to cross; FAR where the base cannot stand."""
        cost = self.costs[cell]
        if cost is None:
            x, y, z = self.middle(cell)
            blocked = stand_problem(self.alone, self.walker, x, y, z, ghost=True) is not None
            light = self.walker.card.going in (HOVER, FLIGHT)
            cost = self.costs[cell] = FAR if blocked else 1.0 + 0.5 * (0 if light else _passability(self.alone, x, y))
        return cost

    def middle(self, cell: int) -> Place:
        return (cell % self.side + 0.5) * CELL, (cell // self.side + 0.5) * CELL, 0.0

    def steps_from(self, cell: int) -> list[tuple[int, float]]:
        """The neighbours such a base can go to, with what it costs; corners that stick out bar a step."""
        steps = self.steps[cell]
        if steps is None:
            steps = self.steps[cell] = [
                (other, length * cost)
                for other, length in self._round(cell)
                if (cost := self.cost_of(other)) < FAR and self._open_between(cell, other)
            ]
            steps += [(other, used / CELL) for other, used in self._over(cell)]
        return steps

    def _round(self, cell: int) -> Iterator[tuple[int, float]]:
        side = self.side
        i, j = cell % side, cell // side
        for dx, dy, length in NEIGHBOURS:
            if 0 <= i + dx < side and 0 <= j + dy < side:
                yield cell + dy * side + dx, length

    def _tight(self, cell: int) -> bool:
        """Somewhere beside it one cannot stand."""
        tight = self.tights[cell]
        if tight is None:
            tight = self.tights[cell] = any(self.cost_of(other) >= FAR for other, _ in self._round(cell))
        return tight

    def _open_between(self, one: int, other: int) -> bool:
        if self.cost_of(one) >= FAR or not (self._tight(one) and self._tight(other)):
            return True
        return way_problem(self.alone, self.walker, self.middle(one), self.middle(other)) is None

    def _over(self, cell: int) -> Iterator[tuple[int, float]]:
        """Steps to the other side of something low, straight across it (K10), and the movement they take."""
        side = self.side
        i, j = cell % side, cell // side
        here = x, y, _ = self.middle(cell)
        if not any(b[0] - 4 < x < b[2] + 4 and b[1] - 4 < y < b[3] + 4 for b in self.low) or self.cost_of(cell) >= FAR:
            return
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if not (0 <= i + dx < side and 0 <= j + dy < side) or self.cost_of(cell + dy * side + dx) < FAR:
                continue
            for far in range(2, MOST_ACROSS):
                a, b = i + dx * far, j + dy * far
                if not (0 <= a < side and 0 <= b < side):
                    break
                if self.cost_of(b * side + a) < FAR:
                    way = survey(self.alone, self.walker, [here, self.middle(b * side + a)])
                    if isinstance(way, Survey):
                        yield b * side + a, way.used
                    break


def _passability(s: State, x: float, y: float) -> int:
    levels = [s.rules.terrain[piece.type].passability for piece in s.board.areas if piece.holds(x, y)]
    return max([s.rules.terrain[s.board.environment].passability, *levels])


class Field:
    """The distance of cells to the nearest goal, in cells, worked out from the goals outwards as far as it is asked."""

    __slots__ = ("far", "ground", "queue")

    def __init__(self, ground: Ground, goals: Sequence[int]) -> None:
        self.ground = ground
        self.far = [FAR] * len(ground.costs)
        """Final wherever it is below that of a cell that was asked for."""
        self.queue: list[tuple[float, int]] = []
        for goal in goals:
            self.far[goal] = 0.0
            self.queue.append((0.0, goal))

    def at(self, cell: int) -> float:
        far, queue, steps_from = self.far, self.queue, self.ground.steps_from
        if far[cell] >= FAR and self.ground.cost_of(cell) >= FAR:
            return FAR  # no goal, and nobody gets there
        while queue and queue[0][0] < far[cell]:
            gone, at = heappop(queue)
            if gone > far[at]:
                continue
            for other, cost in steps_from(at):
                there = gone + cost
                if there < far[other]:
                    far[other] = there
                    heappush(queue, (there, other))
        return far[cell]
