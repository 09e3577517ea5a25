"""What a drawing does with a whole board: shore lines, and markers that would lie on one another."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import hypot

from .model import DISC, LINE, POLY, RECT, Point, Scene, Shape, is_cell

__all__ = ["apart", "ground_first", "shores"]

WATER = frozenset({"wet", "deep"})
SMALL_THINGS = ("marker", "mark")
RIM = 0.35
"""How much of its width a marker stands out from the rim of the piece that it lies on."""
STEP = 0.95
"""From one marker to the next in a fan, in widths."""


def shores(scene: Scene) -> Iterator[tuple[Point, Point]]:
    """The edges between water and land, in board units."""
    if any(not shape.tags.isdisjoint(WATER) for shape in scene.shapes):
        cells = (cell for cell in scene.shapes if is_cell(cell) and cell.form is RECT)
        yield from _edges(tuple((cell.x, cell.y, cell.tags.isdisjoint(WATER)) for cell in cells))


@lru_cache(maxsize=64)
def _edges(cells: tuple[tuple[float, float, bool], ...]) -> tuple[tuple[Point, Point], ...]:
    """Between cells that are land and those that are not: ground rarely changes."""
    land = {(x, y): dry for x, y, dry in cells}
    found = []
    for (x, y), dry in land.items():
        for across, down in () if dry else ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if land.get((x + across, y + down)):
                far_x, far_y = x + across / 2, y + down / 2
                found.append(((far_x - down / 2, far_y - across / 2), (far_x + down / 2, far_y + across / 2)))
    return tuple(found)


def ground_first(shapes: Sequence[Shape]) -> int:
    """How many shapes at the beginning are ground, which shore lines lie upon."""
    return next((n for n, shape in enumerate(shapes) if not is_cell(shape)), len(shapes))


def apart(shapes: Sequence[Shape]) -> tuple[Shape, ...]:
    """Markers fan out that lie in one place, and move to the rim of a piece that they would hide."""
    pieces = [shape for shape in shapes if shape.role == "unit" and shape.form not in (POLY, LINE)]
    heaps: list[list[int]] = []
    found = list(shapes)
    for n, shape in enumerate(found):
        if shape.role not in SMALL_THINGS or shape.form in (POLY, LINE):
            continue
        found[n] = shape = _at_the_rim(shape, pieces)
        for heap in heaps:
            first = found[heap[0]]
            if abs(first.x - shape.x) < first.w / 2 and abs(first.y - shape.y) < first.h / 2:
                heap.append(n)
                break
        else:
            heaps.append([n])
    for heap in heaps:
        middle = found[heap[0]].x
        for place, n in enumerate(heap if len(heap) > 1 else ()):
            found[n] = replace(found[n], x=middle + (place - (len(heap) - 1) / 2) * found[n].w * STEP)
    return tuple(found)


def _at_the_rim(marker: Shape, pieces: Sequence[Shape]) -> Shape:
    """Pieces are discs here: on tiles a game places its markers itself, and nothing hides a disc's middle."""
    for piece in pieces:
        if piece.form is not DISC:
            continue
        x, y, r = marker.x - piece.x, marker.y - piece.y, piece.w / 2
        far = hypot(x, y)
        if far < r * 0.98:
            x, y = (x / far, y / far) if far else (-0.7, 0.7)
            out = r + marker.w * RIM
            return replace(marker, x=piece.x + x * out, y=piece.y + y * out)
    return marker
