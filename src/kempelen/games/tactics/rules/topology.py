"""How tiles lie to one another: square tiles with eight neighbours, or hexes.

Everything the rules know of a topology is here: which steps there are, how far two tiles are apart, and which tiles a
move can reach at which cost. Sets of tiles are bit sets: tile `y * (width + 1) + x` is one bit, and the spare column
keeps what runs over an edge from turning up at the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "HEX",
    "SQUARE",
    "TOPOLOGIES",
    "Hex",
    "Square",
    "Tiles",
    "Topology",
    "column_name",
    "first_of",
    "tile_name",
    "tiles_in",
]

Tiles = int
"""A set of tiles, one bit each."""


def tiles_in(tiles: Tiles) -> list[int]:
    """The tiles of a set, in the order of reading."""
    found = []
    while tiles:
        bit = tiles & -tiles
        found.append(bit.bit_length() - 1)
        tiles ^= bit
    return found


def first_of(tiles: Tiles) -> int:
    """The first tile of a set that is not empty."""
    return (tiles & -tiles).bit_length() - 1


@dataclass(frozen=True, slots=True)
class Square:
    """Square tiles with eight neighbours; every second diagonal step of a move counts two (F1, N3, B3)."""

    name: str = "square121"

    def distance(self, dx: int, dy: int) -> int:
        """The larger difference, and half of the smaller one, rounded down (F2)."""
        dx, dy = abs(dx), abs(dy)
        return dx + dy // 2 if dx > dy else dy + dx // 2

    def spread(self, start: Tiles, free: Tiles, row: int, most: int, until: Tiles = 0) -> list[Tiles]:
        """The free tiles that a way from the start reaches, by its cost: the start itself, then 1, 2, ... up to `most`.

        Stops early after the cost at which a tile of `until` is reached. An even number of diagonal steps so far is
        better than an odd one, because the next diagonal step then costs one.
        """
        layers = [start]
        if start & until:
            return layers
        # Not yet reached at all; not yet reached with an even number of diagonals.
        unseen = not_even = free & ~start
        even, odd, late = start, 0, 0
        # Reached at the present cost with an even or an odd number of diagonals; `late` is even at the next cost.
        for _ in range(most):
            if even:
                sideways = even << 1 | even >> 1
                reached_odd = sideways << row | sideways >> row
                even = (sideways | even << row | even >> row | late) & not_even
            else:
                reached_odd, even = 0, late & not_even
            late = 0
            if odd:
                sideways = odd << 1 | odd >> 1
                reached_odd |= sideways | odd << row | odd >> row
                late = sideways << row | sideways >> row
            not_even ^= even
            still_unseen = unseen & ~even
            odd = reached_odd & still_unseen
            still_unseen ^= odd
            new = unseen ^ still_unseen
            unseen = still_unseen
            layers.append(new)
            if new & until or not (even or odd or late):
                break
        return layers

    def flood(self, start: Tiles, free: Tiles, row: int) -> Tiles:
        """Every free tile that a way from the start reaches, at whatever cost."""
        found = start
        while True:
            wide = found | found << 1 | found >> 1
            more = (wide | wide << row | wide >> row) & free | start
            if more == found:
                return found
            found = more


@dataclass(frozen=True, slots=True)
class Hex:
    """Hexes in axial coordinates q, r with six neighbours; every step costs one (F1, F2)."""

    name: str = "hex"

    def distance(self, dx: int, dy: int) -> int:
        return (abs(dx) + abs(dy) + abs(dx + dy)) // 2

    def spread(self, start: Tiles, free: Tiles, row: int, most: int, until: Tiles = 0) -> list[Tiles]:
        """As for squares."""
        layers = [start]
        seen = edge = start
        side = row - 1
        for _ in range(most):
            if edge & until:
                break
            edge = (edge << 1 | edge >> 1 | edge << row | edge >> row | edge << side | edge >> side) & free & ~seen
            if not edge:
                break
            seen |= edge
            layers.append(edge)
        return layers

    def flood(self, start: Tiles, free: Tiles, row: int) -> Tiles:
        found, side = start, row - 1
        while True:
            ring = found << 1 | found >> 1 | found << row | found >> row | found << side | found >> side
            more = found | ring & free
            if more == found:
                return found
            found = more


Topology = Square | Hex
SQUARE, HEX = Square(), Hex()
TOPOLOGIES: Mapping[str, Topology] = {SQUARE.name: SQUARE, HEX.name: HEX}


# -- names

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def column_name(x: int) -> str:
    """A to Z, then AA, AB and so on."""
    before, letter = divmod(x, len(LETTERS))
    return (LETTERS[before - 1] if before else "") + LETTERS[letter]


def tile_name(x: int, y: int) -> str:
    """What a tile is called at the table: its column's letter and its row, both written on the board's edges."""
    return f"{column_name(x)}{y + 1}"
