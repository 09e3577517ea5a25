"""Tables from files: terrain pieces, buildings, ladders (R062, R124, R137 to R149).

environment = "open"

[[pieces]]
id = "wood"
type = "forest"                        # an area: passability and cover come from the type
polygon = [[10, 10], [25, 12], [20, 30]]
height = 8

[[pieces]]
id = "wall"
polygon = [[40, 20], [50, 20], [50, 20.5], [40, 20.5]]
height = 2.5
solid = true
cover = 2
stand = false                          # true: one can stand on top

[[buildings]]
id = "barn"
polygon = [[60, 60], [75, 60], [75, 70], [60, 70]]
height = 10
floors = [5]                           # levels above the ground
roof = true
openings = [{ at = [67, 60], width = 3, door = true }, { at = [75, 65], width = 3, bottom = 1.5, top = 4 }]
ladder = [62, 62]
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import hypot
from typing import Any

from kempelen.engine.errors import BadPosition, reason_of
from kempelen.engine.files.measure import measure
from kempelen.engine.files.position import in_file, shaped
from kempelen.games.universalis.files.checks import bad
from kempelen.games.universalis.rules.profile import SEED, TERRAIN
from kempelen.games.universalis.rules.table.board import Board, Ladder, Piece, piece
from kempelen.geometry import Point, area_of, self_crossing
from kempelen.text.say import Text

__all__ = ["board", "board_from", "read_table"]

WALL = 0.4
FLOOR = 0.2
HIGHEST = 999
"""Centimetres; a TOML file can also say nan and inf."""


@dataclass(slots=True)
class PieceFile:
    id: str
    polygon: list[list[float]]
    type: str = ""
    height: float = 0
    bottom: float = 0
    solid: bool = False
    stand: bool = False
    cover: int | None = None


@dataclass(slots=True)
class OpeningFile:
    at: list[float]
    width: float
    bottom: float = 0
    top: float = 4.5
    door: bool = False


@dataclass(slots=True)
class BuildingFile:
    id: str
    polygon: list[list[float]]
    height: float
    type: str = "building"
    floors: list[float] = field(default_factory=list)
    roof: bool = False
    openings: list[OpeningFile] = field(default_factory=list)
    ladder: list[float] | None = None


@dataclass(slots=True)
class LadderFile:
    at: list[float]
    high: float
    low: float = 0


@dataclass(slots=True)
class TableFile:
    environment: str = "open"
    pieces: list[PieceFile] = field(default_factory=list)
    buildings: list[BuildingFile] = field(default_factory=list)
    ladders: list[LadderFile] = field(default_factory=list)


def board_from(name: str, data: Mapping[str, Any]) -> Board:
    """The terrain of a table from plain data; raises BadPosition naming the field."""
    file = shaped(TableFile, data)
    if file.environment not in TERRAIN:
        raise bad("among", "environment", value=file.environment, known=tuple(TERRAIN))
    pieces: list[Piece] = []
    seen: set[str] = set()
    ids = [*(("pieces", n, one.id) for n, one in enumerate(file.pieces))]
    ids += [("buildings", n, one.id) for n, one in enumerate(file.buildings)]
    for kind, n, id in ids:
        if id in seen:
            raise bad("twice", kind, n, "id", id=id)
        seen.add(id)
    for n, entry in enumerate(file.pieces):
        pieces.append(_piece(entry, n))
    ladders = [_ladder(entry, n) for n, entry in enumerate(file.ladders)]
    doors = 0
    for n, house in enumerate(file.buildings):
        parts = list(_building(house, n, doors))
        doors += sum(part.door >= 0 for part in parts)
        pieces += parts
        if house.ladder is not None:
            x, y = house.ladder
            levels = [0.0, *sorted(house.floors), *([house.height] if house.roof else [])]
            ladders += [Ladder(x, y, low, high) for low, high in pairwise(levels)]
    return Board(name, pieces, ladders, file.environment, SEED.board_size)


def _corners(polygon: list[list[float]], *path: int | str) -> tuple[Point, ...]:
    """At least three corners on the table, and edges that do not cross."""
    corners = []
    for n, point in enumerate(polygon):
        if len(point) != 2 or not all(-1e-9 <= value <= SEED.board_size + 1e-9 for value in point):
            raise bad("corner", *path, n, at=", ".join(map(str, point)), most=SEED.board_size)
        corners.append((float(point[0]), float(point[1])))
    if len(corners) < 3:
        raise bad("corners", *path, n=len(corners))
    crossing = self_crossing(corners)
    if crossing is not None:
        raise bad("crossing", *path, one=crossing[0] + 1, other=crossing[1] + 1)
    if abs(area_of(corners)) < 1e-6:
        raise bad("corners", *path, n=len(corners))
    return tuple(corners) if area_of(corners) > 0 else tuple(reversed(corners))


def _piece(entry: PieceFile, n: int) -> Piece:
    path = ("pieces", n)
    if entry.type and entry.type not in TERRAIN:
        raise bad("among", *path, "type", value=entry.type, known=tuple(TERRAIN))
    if not entry.type and not entry.solid:
        raise bad("neither", *path, "type")
    cover = entry.cover if entry.cover is not None else TERRAIN[entry.type].cover if entry.type else 0
    if not 0 <= cover <= 3:
        raise bad("range", *path, "cover", value=cover, least=0, most=3)
    if not 0 <= entry.height <= HIGHEST or not 0 <= entry.bottom <= HIGHEST:
        raise bad("height", *path, "height")
    corners = _corners(entry.polygon, *path, "polygon")
    top = entry.bottom + entry.height
    return piece(entry.id, entry.type, corners, entry.bottom, top, solid=entry.solid, stand=entry.stand, cover=cover)


def _ladder(entry: LadderFile, n: int) -> Ladder:
    if not 0 <= entry.low <= entry.high <= HIGHEST:
        raise bad("height", "ladders", n, "high")
    if len(entry.at) != 2 or not all(0 <= value <= SEED.board_size for value in entry.at):
        raise bad("corner", "ladders", n, "at", at=str(entry.at), most=SEED.board_size)
    return Ladder(entry.at[0], entry.at[1], entry.low, entry.high)


# -- buildings


def _building(house: BuildingFile, n: int, doors: int) -> Iterator[Piece]:
    """An area with walls, doors, windows, floors and perhaps a roof to stand on."""
    path = ("buildings", n)
    corners = _corners(house.polygon, *path, "polygon")
    cover = TERRAIN[house.type].cover
    yield piece(house.id, house.type, corners, 0.0, house.height, cover=cover, part_of=house.id)
    number = 0
    for k in range(len(corners)):
        a, b = corners[k], corners[(k + 1) % len(corners)]
        for part in _wall(house, a, b, corners):
            bottom, top, polygon, door = part
            number += 1
            name = f"{house.id}_{'door' if door else 'wall'}{number}"
            mark = -1
            if door:
                mark, doors = doors, doors + 1
            yield piece(name, "", polygon, bottom, top, solid=True, cover=cover, door=mark, part_of=house.id)
    for level in [*house.floors, *([house.height] if house.roof else [])]:
        yield piece(
            f"{house.id}_floor{level:g}", "", corners, level - FLOOR, level, solid=True, stand=True, part_of=house.id
        )


def _wall(
    house: BuildingFile, a: Point, b: Point, corners: tuple[Point, ...]
) -> Iterator[tuple[float, float, tuple[Point, ...], bool]]:
    """One side of a building, cut by its openings: bottom, top, outline, is it a door."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    nx, ny = -uy, ux  # inwards: corners go counter-clockwise

    def strip(start: float, end: float) -> tuple[Point, ...]:
        one = (a[0] + ux * start, a[1] + uy * start)
        other = (a[0] + ux * end, a[1] + uy * end)
        return (
            one,
            other,
            (other[0] + nx * WALL, other[1] + ny * WALL),
            (one[0] + nx * WALL, one[1] + ny * WALL),
        )

    cuts: list[tuple[float, float, OpeningFile]] = []
    for opening in house.openings:
        x, y = opening.at
        along = (x - a[0]) * ux + (y - a[1]) * uy
        off = abs((x - a[0]) * nx + (y - a[1]) * ny)
        if off < 0.3 and 0 <= along <= length:
            cuts.append((max(0.0, along - opening.width / 2), min(length, along + opening.width / 2), opening))
    at = 0.0
    for start, end, opening in sorted(cuts, key=lambda cut: cut[0]):
        if start > at + 0.01:
            yield 0.0, house.height, strip(at, start), False
        if opening.bottom > 0:
            yield 0.0, opening.bottom, strip(start, end), False
        if opening.top < house.height:
            yield opening.top, house.height, strip(start, end), False
        if opening.door:
            yield opening.bottom, min(opening.top, house.height), strip(start, end), True
        at = end
    if at < length - 0.01:
        yield 0.0, house.height, strip(at, length), False


# -- files


def read_table(path: Any) -> Board:
    """A table from a TOML file; messages name the file and the field."""
    try:
        text = path.read_text("utf-8")
        measure(text, path.name, "toml")
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPosition(Text("universalis.file.syntax", file=path.name, problem=str(error))) from error
    except OSError as error:
        raise BadPosition(Text("position.cannot_read", file=path.name, reason=reason_of(error))) from error
    try:
        return board_from(path.name.rsplit(".", 1)[0], data)
    except BadPosition as error:
        raise in_file(error, path.name) from error


@cache
def board(name: str) -> Board:
    """A shipped table."""
    return read_table(files("kempelen.games.universalis").joinpath("data", "tables", f"{name}.toml"))
