"""What stands on the table: crowns of trees, walls with a top and a side, crates, sandbags, broken walls, the mast.

Pictures of terrain are in tenths of a centimetre from the table's upper left corner. They never change what a footprint
is: that is drawn true to scale below them, and the higher something is, the more of its side is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from kempelen.games.universalis.rules.table.board import Piece
from kempelen.geometry.polygons import inside
from kempelen.scene.model import Point
from kempelen.scene.portrait import INK, Coat, oval, painted

__all__ = ["is_tall", "landscape", "thing"]

TENTHS = 10
LEAN, HIGHEST = 0.2, 1.3
"""How far the top of something is drawn above its foot, by its height; and at most, in centimetres."""
STONE, WOOD, CONCRETE = ("#8f8d83", "#55514a"), ("#a9814c", "#5d4424"), ("#a5a9a8", "#5a5f62")
"""Top and side."""
MOST_TREES = 60


def is_tall(piece: Piece) -> bool:
    """It throws a shadow."""
    return piece.door < 0 and (piece.solid or piece.type == "forest") and piece.top > 1


def landscape(piece: Piece, points: Sequence[Point]) -> str:
    """The picture upon a piece, `points` its corners as they are drawn; empty if its ground says enough."""
    if piece.door >= 0:
        return ""
    if piece.type == "forest":
        return _wood(points, 3.3, 1.75)
    if piece.type == "thicket":
        return _wood(points, 2.3, 1.0)
    if piece.type == "ruin":
        return _broken(points)
    if piece.type == "fortified":
        return _bags(points)
    if piece.type == "crater":
        return _crater(points)
    return _block(piece, points) if piece.solid and piece.top > 0.5 else ""


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x * TENTHS:.0f} {y * TENTHS:.0f}" for x, y in points) + "Z"


def _noise(a: int, b: int, n: int) -> float:
    """From 0 to 1, always the same for a place."""
    return ((a * 73856093) ^ (b * 19349663) ^ (n * 83492791)) % 1009 / 1009


# -- trees


def _wood(points: Sequence[Point], step: float, size: float) -> str:
    """Crowns in three coats, what they throw on the ground below."""
    trees = [*_trees(points, step, size)][:MOST_TREES]
    coats = (
        ("#26331c", 0.5, 0.6, 1.05),
        ("#3f5a2b", 0.0, 0.0, 1.0),
        ("#587a38", -0.16, -0.2, 0.74),
        ("#7c9c4e", -0.3, -0.36, 0.4),
    )
    return painted(
        tuple(
            Coat(
                "".join(
                    oval(round((x + right * r) * TENTHS), round((y + down * r) * TENTHS), round(r * part * TENTHS, 1))
                    for x, y, r in trees
                ),
                colour,
                *((INK, 1.5) if colour == "#3f5a2b" else ()),
            )
            for colour, right, down, part in coats
            if trees
        )
    )


def _trees(points: Sequence[Point], step: float, size: float) -> Iterator[tuple[float, float, float]]:
    left, top = min(x for x, _ in points), min(y for _, y in points)
    across, down = (max(p[k] for p in points) - start for k, start in ((0, left), (1, top)))
    for j in range(int(down / step) + 1):
        for i in range(int(across / step) + 1):
            x = left + step * (i + 0.5 * (j % 2)) + (_noise(i, j, 1) - 0.3) * step * 0.6
            y = top + step * j + (_noise(i, j, 2) - 0.2) * step * 0.6
            if inside(points, x, y):
                yield x, y, size * (0.75 + 0.5 * _noise(i, j, 3))


# -- what is built


def _lean(height: float) -> float:
    return min(HIGHEST, LEAN * height)


def _sides(points: Sequence[Point], up: float) -> str:
    """The faces between a foot and its top."""
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return "".join(_path((a, b, (b[0], b[1] - up), (a[0], a[1] - up))) for a, b in pairs)


def _block(piece: Piece, points: Sequence[Point]) -> str:
    """A wall, a crate or a tank: its sides, its top, joints on it."""
    up = _lean(piece.top)
    top = [(x, y - up) for x, y in points]
    crate = piece.stand
    light, dark = WOOD if crate else CONCRETE if piece.top > 6 else STONE
    coats = [Coat(_sides(points, up), dark, INK, 1), Coat(_path(top), light, INK, 1.6)]
    if joints := "".join(_joints(top, crate)):
        coats.append(Coat(joints, "", dark, 1.4))
    return painted(tuple(coats))


def _joints(top: Sequence[Point], crate: bool) -> Iterator[str]:
    if len(top) != 4:
        return
    a, b, c, d = top
    long = hypot(b[0] - a[0], b[1] - a[1]) >= hypot(c[0] - b[0], c[1] - b[1])
    (a, b, c, d) = (a, b, c, d) if long else (b, c, d, a)
    parts = max(2, round(hypot(b[0] - a[0], b[1] - a[1]) / (1.0 if crate else 1.8)))
    for n in range(1, parts):
        yield _line(_between(a, b, n / parts), _between(d, c, n / parts))
    if crate:
        yield _line(a, c)


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def _line(a: Point, b: Point) -> str:
    return _path((a, b))[:-1]


def _broken(points: Sequence[Point]) -> str:
    """What is left of the walls round a ruin."""
    feet: list[list[Point]] = []
    for n, (a, b) in enumerate(zip(points, (*points[1:], points[0]), strict=True)):
        for k, (start, end) in enumerate(((0.0, 0.2), (0.36, 0.62), (0.84, 1.0))):
            if _noise(n, k, 5) < 0.28:
                continue
            one, two = _between(a, b, start), _between(a, b, end)
            middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
            feet.append([one, two, _between(two, middle, 0.07), _between(one, middle, 0.07)])
    sides = "".join(_sides(foot, 0.7 - 0.4 * (n % 2)) for n, foot in enumerate(feet))
    tops = "".join(_path([(x, y - 0.7 + 0.4 * (n % 2)) for x, y in foot]) for n, foot in enumerate(feet))
    return painted((Coat(sides, "#5a4f43", INK, 1), Coat(tops, "#a99a85", INK, 1.2))) if feet else ""


def _bags(points: Sequence[Point]) -> str:
    """Sandbags along the edge."""
    bags: list[str] = []
    for a, b in zip(points, (*points[1:], points[0]), strict=True):
        parts = max(1, round(hypot(b[0] - a[0], b[1] - a[1]) / 1.5))
        for n in range(parts):
            x, y = _between(a, b, (n + 0.5) / parts)
            bags.append(oval(round(x * TENTHS), round(y * TENTHS), 8, 5))
    return painted((Coat("".join(bags), "#c2ad80", "#5b4a2c", 1.6),))


def _crater(points: Sequence[Point]) -> str:
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    rings = [_path([_between(point, middle, part) for point in points]) for part in (0.25, 0.5, 0.72)]
    return painted(
        tuple(Coat(ring, colour) for ring, colour in zip(rings, ("#94835c", "#76684a", "#594e39"), strict=True))
    )


# -- things of a mission

_THINGS = {
    "mast": (
        Coat(oval(50, 92, 34, 8), "#2b2f26"),
        Coat("M28 92L46 14H54L72 92", "", INK, 9),
        Coat("M28 92L46 14H54L72 92", "", "#d8dcda", 4),
        Coat("M33 74L66 64M36 60L62 50M40 44L59 36M66 74L35 64M63 60L38 50M60 44L41 36", "", "#b9442f", 4),
        Coat("M54 24Q72 14 82 26Q72 34 58 32Z", "#e7ecef", INK, 3),
        Coat(oval(50, 9, 7), "#ff5a3c", INK, 3),
    ),
    "core": (
        Coat(oval(50, 90, 34, 8), "#2b2f26"),
        Coat("M50 8L86 28V70L50 92 14 70V28Z", "#3f6f8a", INK, 4),
        Coat("M50 8L86 28 50 48 14 28Z", "#7fc3de", INK, 3),
        Coat("M50 48V92", "", INK, 3),
        Coat(oval(50, 28, 9, 6), "#eafcff"),
    ),
    "crate": (
        Coat(oval(50, 90, 38, 8), "#2b2f26"),
        Coat("M12 34H88V88H12Z", "#a9814c", INK, 4),
        Coat("M12 34L24 18H76L88 34Z", "#cda566", INK, 4),
        Coat("M12 88L88 34M12 34L88 88", "", "#5d4424", 5),
    ),
}


def thing(kind: str) -> str:
    """Something that a mission is about."""
    return painted(_THINGS[kind]) if kind in _THINGS else ""
