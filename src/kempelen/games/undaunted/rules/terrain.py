"""The map: tiles in half-shifted lines, their cover and points, and how far they are from each other (S3, C2, C3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

__all__ = ["FAR", "HILL", "HILL_FROM_HILL", "NOWHERE", "Mask", "Terrain", "Tile", "TileFacts", "bits", "mask_of"]

Tile = int
"""A tile's number, counted in reading order."""
NOWHERE: Tile = -1
Mask = int
"""A set of tiles: bit n stands for tile n."""

HILL, HILL_FROM_HILL = 3, 1
"""Cover of a hill, and the cover it gives against Blast and against attackers on a hill (C3)."""
FAR = 99
"""No way leads there."""


@dataclass(frozen=True, slots=True)
class TileFacts:
    """One tile as it is drawn."""

    name: str
    cover: int
    hill: bool = False
    points: int = 0
    """What an objective is worth; 0 for none."""
    near: tuple[str, ...] = ()
    """The names of its neighbours."""
    place: tuple[float, float] = (0.0, 0.0)
    """Where its middle lies, in tiles."""


class Terrain:
    """A map that never changes; everything that can be looked up is worked out once."""

    def __init__(self, tiles: Iterable[TileFacts]) -> None:
        self.tiles = tuple(tiles)
        self.names = tuple(tile.name for tile in self.tiles)
        self.index: Mapping[str, Tile] = {name: n for n, name in enumerate(self.names)}
        self.points = tuple(tile.points for tile in self.tiles)
        self.cover = tuple(HILL if tile.hill else tile.cover for tile in self.tiles)
        """A hill counts 3 in comparisons (Q67)."""
        self.hill = tuple(tile.hill for tile in self.tiles)
        self.near = tuple(tuple(sorted(self.index[name] for name in tile.near)) for tile in self.tiles)
        self.near_mask: tuple[Mask, ...] = tuple(mask_of(near) for near in self.near)
        self.distance = tuple(self._distances(tile) for tile in range(len(self.tiles)))
        """`distance[a][b]`: tiles from a to b, the own tile not counted."""
        self.objectives: tuple[Tile, ...] = tuple(n for n, points in enumerate(self.points) if points)
        self.objective_mask: Mask = mask_of(self.objectives)
        self.blast_cover = tuple(HILL_FROM_HILL if tile.hill else tile.cover for tile in self.tiles)
        self.shield = tuple(
            tuple(
                (HILL_FROM_HILL if self.hill[start] and self.hill[end] else self.cover[end]) + self.distance[start][end]
                for end in range(len(self.tiles))
            )
            for start in range(len(self.tiles))
        )
        """`shield[attacker][target]`: what cover and range add to the base defence (C2, C3)."""
        self._hash = hash(self.tiles)
        self.made: dict[object, Any] = {}
        """What others have worked out for this map, such as its actions."""
        self._ways: dict[tuple[Tile, Mask], tuple[int, ...]] = {}

    def __len__(self) -> int:
        return len(self.tiles)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Terrain) and self.tiles == other.tiles)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"<terrain of {len(self.tiles)} tiles>"

    def _distances(self, start: Tile) -> tuple[int, ...]:
        return self._flood(start, (1 << len(self.tiles)) - 1)

    def _flood(self, start: Tile, allowed: Mask) -> tuple[int, ...]:
        """How far every tile is from `start` when only allowed tiles are entered."""
        far = [FAR] * len(self.tiles)
        far[start] = 0
        edge, done, steps = 1 << start, 1 << start, 0
        while edge:
            steps += 1
            beyond = 0
            for tile in bits(edge):
                beyond |= self.near_mask[tile]
            edge = beyond & allowed & ~done
            done |= edge
            for tile in bits(edge):
                far[tile] = steps
        return tuple(far)

    def ways(self, goal: Tile, allowed: Mask) -> Sequence[int]:
        """How far every allowed tile is from the goal over allowed tiles; the goal itself counts as reachable."""
        key = (goal, allowed)
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) > 20_000:
                self._ways.clear()
            found = self._ways[key] = self._flood(goal, allowed)
        return found

    @cached_property
    def by_cover(self) -> tuple[tuple[Tile, ...], ...]:
        """For every tile, the tiles with more cover."""
        return tuple(
            tuple(other for other in range(len(self.tiles)) if self.cover[other] > self.cover[tile])
            for tile in range(len(self.tiles))
        )


def mask_of(tiles: Iterable[Tile]) -> Mask:
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def bits(mask: Mask) -> Iterator[Tile]:
    """The tiles of a set, in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
