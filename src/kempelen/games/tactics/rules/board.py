"""The board: tiles of several kinds, what is in range of what, and where a move can lead.

A board never changes, so it is shared between copies of a game and remembers what it has worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.games.tactics.rules.topology import SQUARE, Tiles, Topology, first_of, tile_name, tiles_in
from kempelen.text.say import Text

__all__ = ["KINDS", "MOVE", "Board", "Move", "Reach", "Spot", "Spots", "Tile"]

Tile = int
"""A tile as one number, see `topology`."""

KINDS = (
    "wall",
    "street",
    "house",
    "tower",
    "field",
    "store",
    "water",
    "deep_water",
    "harbor",
    "gate",
    "spawn",
)
"""Kinds of tile beside plain ground; only walls are impassable (F3, F4)."""

TOLD = ("street", "house", "tower", "field", "store", "harbor", "gate")
"""Kinds that are worth a word whenever a tile is named."""

_MOST_REMEMBERED = 20_000
_MOST_WAYS = 500
_ANY_WAY = 1 << 16
"""More than any way on any board costs."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A tile as people name it."""

    tile: Tile
    x: int
    y: int
    kind: str = ""
    """What is told with its name, see `TOLD`."""

    @property
    def notation(self) -> str:
        return f"{self.x},{self.y}"

    def __str__(self) -> str:
        return self.notation

    @property
    def text(self) -> Text:
        at = tile_name(self.x, self.y)
        if self.kind:
            return Text("tactics.tile_kind", at=at, kind=Text(f"tactics.kind.{self.kind}"))
        return Text("tactics.tile", at=at)


@dataclass(frozen=True, slots=True)
class Move:
    """One move action of the acting unit."""

    x: int
    y: int

    @property
    def notation(self) -> str:
        return f"move {self.x},{self.y}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"tile:{self.x},{self.y}",)

    @property
    def text(self) -> Text:
        return Text("tactics.do.move", at=Text("tactics.tile", at=tile_name(self.x, self.y)))


class _Moves(dict[tuple[int, int], Move]):
    """Every move once, made when first asked for."""

    def __missing__(self, at: tuple[int, int]) -> Move:
        made = self[at] = Move(*at)
        return made


MOVE = _Moves()


class Spots(Sequence[Spot]):
    """The tiles of a set, to draw one of them without listing all."""

    __slots__ = ("board", "tiles")

    def __init__(self, board: Board, tiles: Tiles) -> None:
        self.board, self.tiles = board, tiles

    def __len__(self) -> int:
        return self.tiles.bit_count()

    def __getitem__(self, index: Any) -> Any:
        tiles = self.tiles
        if index.__class__ is not int or index < 0:
            return list(self)[index]
        for _ in range(index):
            tiles &= tiles - 1
        if not tiles:
            raise IndexError(index)
        return self.board.spots[first_of(tiles)]

    def __iter__(self) -> Iterator[Spot]:
        spots = self.board.spots
        return iter([spots[tile] for tile in tiles_in(self.tiles)])


class Reach:
    """Where one move action can end."""

    __slots__ = ("_board", "_moves", "_tiles", "ends", "layers", "others")

    def __init__(self, layers: tuple[Tiles, ...], tile: Tile, board: Board) -> None:
        self.layers = layers
        """By cost; first comes the own tile."""
        self.ends: Tiles = 0
        """All of them; `others` are those but the own one."""
        for layer in layers:
            self.ends |= layer
        self.others: Tiles = self.ends & ~(1 << tile)
        self._board = board
        self._moves: tuple[Move, ...] | None = None
        self._tiles: tuple[Tile, ...] | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Where `moves` end, in their order."""
        if self._tiles is None:
            self._tiles = tuple(tile for layer in self.layers[1:] for tile in tiles_in(layer))
        return self._tiles

    @property
    def moves(self) -> tuple[Move, ...]:
        """The same as actions, the cheapest first; not to stay."""
        if self._moves is None:
            moves = self._board.moves
            self._moves = tuple(moves[tile] for tile in self.tiles)
        return self._moves

    def cheapest(self, among: Tiles) -> Tiles:
        """Those of some tiles that the cheapest move reaches."""
        for layer in self.layers:
            if found := layer & among:
                return found
        return 0


class _Discs(dict[Tile, list[Tiles]]):
    """All tiles at most 0, 1, 2, ... away from a tile; made when first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, tile: Tile) -> list[Tiles]:
        board, disc, discs = self._board, 0, []
        # On an empty board the cheapest way costs as much as the distance.
        for ring in board.topology.spread(1 << tile, board.all, board.row, _ANY_WAY):
            disc |= ring
            discs.append(disc)
        self[tile] = discs
        return discs


class _Distances(dict[Tile, list[int]]):
    """How far every tile is from a tile; made when first asked for."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board

    def __missing__(self, tile: Tile) -> list[int]:
        board = self._board
        row, away = board.row, board.topology.distance
        x, y = tile % row, tile // row
        self[tile] = far = [away(other % row - x, other // row - y) for other in range(row * board.height)]
        return far


class Board:
    """Tiles and what they are."""

    def __init__(
        self,
        width: int,
        height: int,
        kinds: Mapping[str, Iterable[tuple[int, int]]],
        topology: Topology = SQUARE,
    ) -> None:
        self.width, self.height, self.topology = width, height, topology
        self.row = width + 1
        told = {cell: kind for kind in TOLD for cell in kinds.get(kind, ())}
        self.spots: Mapping[Tile, Spot] = {
            self.tile(x, y): Spot(self.tile(x, y), x, y, told.get((x, y), ""))
            for y in range(height)
            for x in range(width)
        }
        self.moves: Mapping[Tile, Move] = {tile: MOVE[spot.x, spot.y] for tile, spot in self.spots.items()}
        self.all: Tiles = sum(1 << tile for tile in self.spots)
        self.kinds: dict[str, Tiles] = {}
        for kind, cells in kinds.items():
            self.kinds[kind] = self.kinds.get(kind, 0) | self.tiles(cells)
        self.passable = self.all & ~self.kind("wall")
        self.house, self.tower, self.street = self.kind("house"), self.kind("tower"), self.kind("street")
        self.store = self.kind("store")
        self._discs = _Discs(self)
        self.distances: Mapping[Tile, Sequence[int]] = _Distances(self)
        """From each tile to every other; nothing useful stands at the spare column."""
        self._near: dict[Tiles, Tiles] = {}
        self._reached: dict[tuple[Tile, int, Tiles], Reach] = {}
        self._closest: dict[tuple[Tiles, Tiles, Tiles], Tiles] = {}
        self._ways: dict[tuple[Tiles, int], Mapping[Tile, int]] = {}

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    def __repr__(self) -> str:
        return f"<board {self.width}x{self.height}>"

    # -- tiles

    def tile(self, x: int, y: int) -> Tile:
        return y * self.row + x

    def xy(self, tile: Tile) -> tuple[int, int]:
        y, x = divmod(tile, self.row)
        return x, y

    def holds(self, x: int, y: int) -> bool:
        return 0 <= x < self.width and 0 <= y < self.height

    def tiles(self, cells: Iterable[tuple[int, int]]) -> Tiles:
        tiles = 0
        for x, y in cells:
            tiles |= 1 << self.tile(x, y)
        return tiles

    def kind(self, name: str) -> Tiles:
        """All tiles of a kind."""
        return self.kinds.get(name, 0)

    # -- distances and ways

    def distance(self, one: Tile, other: Tile) -> int:
        """Range distance: walls and units do not matter."""
        return self.distances[one][other]

    def within(self, tile: Tile, distance: int) -> Tiles:
        """All tiles at most so far away, the tile itself included."""
        try:
            return self._discs[tile][distance]
        except IndexError:
            return self.all

    def nearest(self, tile: Tile, among: Tiles) -> Tiles:
        """The tiles of a set that are nearest to a tile."""
        for disc in self._discs[tile]:
            if found := among & disc:
                return found
        return 0

    def near(self, tiles: Tiles) -> Tiles:
        """All tiles next to one of these, and these."""
        found = self._near.get(tiles)
        if found is None:
            found = 0
            for tile in tiles_in(tiles):
                found |= self.within(tile, 1)
            self._near[tiles] = found
        return found

    def reach(self, tile: Tile, movement: int, free: Tiles) -> Reach:
        """Where one move action can end (N3)."""
        # A way of this cost stays within this distance, so what lies farther away makes no difference.
        free &= self.within(tile, movement)
        key = (tile, movement, free)
        found = self._reached.get(key)
        if found is None:
            if len(self._reached) >= _MOST_REMEMBERED:
                self._reached.clear()
            layers = self.topology.spread(1 << tile, free, self.row, movement)
            found = self._reached[key] = Reach(tuple(layers), tile, self)
        return found

    def ways_to(self, goal: Tiles, most: int) -> Mapping[Tile, int]:
        """What the cheapest way from a tile to the goal costs if nobody stands in it; at most so much, else nothing."""
        found = self._ways.get((goal, most))
        if found is None:
            if len(self._ways) >= _MOST_WAYS:
                self._ways.clear()
            layers = self.topology.spread(goal, self.passable, self.row, most)
            found = self._ways[goal, most] = {
                tile: cost for cost, layer in enumerate(layers) for tile in tiles_in(layer)
            }
        return found

    def approach(self, tile: Tile, movement: int, goal: Tiles, free: Tiles) -> Tiles:
        """Where a move towards a goal ends: what is left of the way is cheapest, then the move itself (R7).

        None if no way leads to the goal.
        """
        reach = self.reach(tile, movement, free)
        return reach.cheapest(self.closest(goal, reach.ends, free))

    def joined(self, tile: Tile, free: Tiles) -> Tiles:
        """Every tile that can be reached at all, in any number of moves; the own one included."""
        return self.topology.flood(1 << tile, free, self.row)

    def closest(self, goal: Tiles, ends: Tiles, free: Tiles) -> Tiles:
        """Those of the tiles in `ends` that have the cheapest way to the goal; none if there is no way."""
        if goal & ends:
            return goal & ends
        # A whole board rarely comes twice in play, but again and again where one decision is gone through many times:
        # exact odds, undo, a session that is answered from outside.
        key = (goal, ends, free)
        found = self._closest.get(key)
        if found is None:
            if len(self._closest) >= _MOST_REMEMBERED:
                self._closest.clear()
            found = self._closest[key] = self.topology.spread(goal, free, self.row, _ANY_WAY, ends)[-1] & ends
        return found
