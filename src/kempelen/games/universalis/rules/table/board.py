"""The table: terrain pieces with height and level, doors and ladders (R001, R124, R125, R149).

A piece is a polygon from `bottom` to `top`. Solid pieces block sight and movement by their volume; areas (forest,
swamp, road) do not. On `stand` pieces one can stand. A door is a solid piece that may be open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from kempelen.geometry import Cylinder, Polygon, Prism, bounds_of, convex_parts, inside

__all__ = ["EMPTY", "Board", "Ladder", "Piece", "prisms_of"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A terrain piece. Only those with a type have its area rules (R125)."""

    id: str
    type: str
    polygon: Polygon
    bottom: float = 0.0
    top: float = 0.0
    solid: bool = False
    stand: bool = False
    cover: int = 0
    """Cover level, 0 to 3; an area's comes from its type."""
    door: int = -1
    """The number of a door."""
    part_of: str = ""
    """The building it belongs to."""
    parts: tuple[Prism, ...] = field(default=(), compare=False)
    box: tuple[float, float, float, float] = field(default=(0.0, 0.0, 0.0, 0.0), compare=False)
    circle: tuple[float, float, float] = field(default=(0.0, 0.0, 0.0), compare=False)
    """A circle round it: middle and radius."""

    def holds(self, x: float, y: float) -> bool:
        """The point lies on the piece."""
        box = self.box
        return box[0] <= x <= box[2] and box[1] <= y <= box[3] and inside(self.polygon, x, y)


def prisms_of(polygon: Sequence[tuple[float, float]], bottom: float, top: float) -> tuple[Prism, ...]:
    """A polygon with height as convex prisms."""
    return tuple(Prism(part, bottom, top, bounds_of(part)) for part in convex_parts(polygon))


def piece(
    id: str,
    type: str,
    polygon: Sequence[tuple[float, float]],
    bottom: float = 0.0,
    top: float = 0.0,
    *,
    solid: bool = False,
    stand: bool = False,
    cover: int = 0,
    door: int = -1,
    part_of: str = "",
) -> Piece:
    """A piece with what follows from its outline."""
    corners = tuple((float(x), float(y)) for x, y in polygon)
    parts = prisms_of(corners, bottom, top)
    box = bounds_of(corners)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    circle = (x, y, max(hypot(cx - x, cy - y) for cx, cy in corners))
    return Piece(id, type, corners, bottom, top, solid, stand, cover, door, part_of, parts, box, circle)


@dataclass(frozen=True, slots=True)
class Ladder:
    """A place where one may go straight up or down (R117)."""

    x: float
    y: float
    low: float
    high: float


class Board:
    """The terrain of a game; shared by all states. It remembers sight between places, which follows from it alone."""

    def __init__(
        self,
        name: str,
        pieces: Sequence[Piece] = (),
        ladders: Sequence[Ladder] = (),
        environment: str = "open",
        size: float = 90.0,
    ) -> None:
        self.name = name
        self.pieces = tuple(pieces)
        self.ladders = tuple(ladders)
        self.environment = environment
        """The terrain type of the whole table (R149)."""
        self.size = size
        self.doors = sum(one.door >= 0 for one in pieces)
        self.areas = tuple(one for one in pieces if one.type and not one.solid)
        self.stands = tuple(one for one in pieces if one.stand)
        self.levels = tuple(sorted({one.top for one in self.stands}))
        self.door_pieces = tuple(one for one in pieces if one.door >= 0)
        self.covering = tuple(one for one in pieces if one.cover and one.top > one.bottom)
        self.by_id = {one.id: one for one in pieces}
        self._solid: dict[int, tuple[Prism, ...]] = {}
        self._sight: dict[tuple[Cylinder, Cylinder, int, tuple[Cylinder, ...]], bool] = {}
        self._depth: dict[tuple[float, float, float, float, float], bool] = {}
        self.runs: dict[object, Any] = {}
        """What lies round a place; see `free_run.surroundings`."""
        self.known: dict[object, object] = {}
        """What searches have found out about this table (routes, places)."""
        self.found: dict[object, Any] = {}
        """What was found for a model in one position; see `movement.found`."""
        self.tiled: dict[object, Any] = {}
        """What stands in some rectangle of tiles; see `terrain.solids_in`."""
        self.drawn: dict[object, Any] = {}
        """How it looks; see `face.scene`."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self.name)

    def _content(self) -> tuple[object, ...]:
        return self.name, self.pieces, self.ladders, self.environment, self.size

    def __repr__(self) -> str:
        return f"Board({self.name!r})"

    def solids(self, doors: int) -> tuple[Prism, ...]:
        """The prisms that block sight and movement while these doors stand open."""
        found = self._solid.get(doors)
        if found is None:
            found = self._solid[doors] = tuple(
                part
                for one in self.pieces
                if one.solid and not (one.door >= 0 and doors >> one.door & 1)
                for part in one.parts
            )
        return found

    def level_at(self, x: float, y: float, most: float) -> float:
        """The highest level on which something dropped from `most` comes to stand."""
        best = 0.0
        for one in self.stands:
            if best < one.top <= most and one.holds(x, y):
                best = one.top
        return best

    def supported(self, x: float, y: float, z: float) -> bool:
        """There is ground or a floor at this level."""
        return z == 0.0 or any(one.top == z and one.holds(x, y) for one in self.stands)

    def type_at(self, x: float, y: float, z: float) -> str:
        """The terrain type of the area a model stands in or on; it is not affected from above (R125)."""
        for one in self.areas:
            if one.bottom <= z <= max(one.top, one.bottom) and one.holds(x, y):
                return one.type
        return self.environment


EMPTY = Board("empty")
"""Open ground, for calculators."""
