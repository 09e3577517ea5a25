"""Tiles, distances and ways (digest, section 1: Board)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from heapq import heappop, heappush

__all__ = ["KINDS", "Board", "Cell", "board_of", "cell_of", "distance"]

Cell = tuple[int, int]

KINDS = {
    "#": "wall", ":": "street", "h": "house", "t": "tower", "f": "field", "s": "store", "g": "gate",
    "~": "water", "=": "deep water", "b": "harbour", "w": "water", "W": "water",
}  # fmt: skip
"""One character is one tile; whatever is not here is plain ground (docs: the guide's table of characters)."""

OPPONENTS_SPAWN = "owKW"
"""`o`, on water `w`; the boss begins "on its spawn tile" (seed), so `K` and `W` are spawn tiles of the opponent, too."""


def distance(a: Cell, b: Cell) -> int:
    """The larger difference plus half the smaller, rounded down: every second diagonal counts two."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(dx, dy) + min(dx, dy) // 2


class Board:
    """A map that never changes; closed stores and units are told to whoever asks."""

    def __init__(self, rows: Iterable[str]) -> None:
        self.kinds: dict[Cell, str] = {}
        self.spawns: list[Cell] = []
        for y, row in enumerate(rows):
            for x, character in enumerate(row):
                self.kinds[x, y] = KINDS.get(character, "plain")
                if character in OPPONENTS_SPAWN:
                    self.spawns.append((x, y))
        self.next_to: dict[Cell, list[tuple[Cell, int]]] = {
            cell: [
                ((cell[0] + dx, cell[1] + dy), int(dx != 0 and dy != 0))
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                if (dx or dy) and self.kinds.get((cell[0] + dx, cell[1] + dy), "wall") != "wall"
            ]
            for cell in self.kinds
        }

    def of_kind(self, kind: str, closed: Collection[Cell] = ()) -> list[Cell]:
        """Tiles of a kind; a neutralised store is a store no more."""
        return [cell for cell, is_kind in self.kinds.items() if is_kind == kind and cell not in closed]

    def near_water(self, cell: Cell) -> bool:
        """On or next to water, deep or not."""
        wet = ("water", "deep water")
        return self.kinds[cell] in wet or any(self.kinds[near] in wet for near, _ in self.next_to[cell])

    def costs(self, starts: Iterable[Cell], blocked: Collection[Cell], most: int | None = None) -> dict[Cell, int]:
        """What the cheapest way from any of the starts costs, for every tile that can be reached.

        A step costs one, but every second diagonal step of a way costs two, so a way has two states: the next
        diagonal is cheap or dear. The same read backwards, for a way has as many diagonals in either direction.
        """
        done: set[tuple[Cell, int]] = set()
        found: dict[Cell, int] = {}
        heap = [(0, cell, 0) for cell in starts]
        while heap:
            cost, cell, dear = heappop(heap)
            if (cell, dear) in done:
                continue
            done.add((cell, dear))
            found.setdefault(cell, cost)
            for near, diagonal in self.next_to[cell]:
                then = cost + 1 + (diagonal and dear)
                if near not in blocked and (most is None or then <= most):
                    heappush(heap, (then, near, dear ^ diagonal))
        return found


@lru_cache
def board_of(text: str) -> Board:
    """A map as a scenario has it: rows of characters."""
    return Board(text.strip("\n").splitlines())


def cell_of(text: str) -> Cell:
    """`"3,4"` as in a position."""
    x, y = text.split(",")
    return int(x), int(y)
