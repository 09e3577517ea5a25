"""What grows and stands on the tiles, drawn by ourselves. The box knows cover alone; which of its pictures a tile has
means nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from kempelen.scene.portrait import Coat, Portrait, oval, painted

__all__ = ["scenery"]

LEAF, LIGHT, DARK, TRUNK = "#6f8c46", "#8ba85c", "#45602f", "#6b4d2b"
STRAW, STRAW_LINE, EARTH, EARTH_LINE = "#d9bf6a", "#9b7f33", "#cdb482", "#a58a56"
ROOF, ROOF_LIGHT, ROOF_LINE, WALL, STONE, STONE_LINE = "#a9573c", "#c0714f", "#5f2b1c", "#e8dcc0", "#b3aa98", "#6f6757"


def _trees(places: Sequence[tuple[float, float, float]]) -> Portrait:
    """Crowns seen from above, with what they throw on the ground."""
    shade = "".join(oval(x + r * 0.3, y + r * 0.4, r) for x, y, r in places)
    crowns = "".join(oval(x, y, r) for x, y, r in places)
    light = "".join(oval(x - r * 0.25, y - r * 0.28, r * 0.5) for x, y, r in places)
    return Coat(shade, DARK), Coat(crowns, LEAF, DARK, 1.6), Coat(light, LIGHT)


def _hedge(path: str) -> Portrait:
    """A row of bushes on its bank."""
    return Coat(path, "", DARK, 11), Coat(path, "", LEAF, 7.5), Coat(path, "", LIGHT, 2.4)


def _house(x: float, y: float, wide: float, high: float) -> Portrait:
    """A roof of two slopes, seen from above, with its chimney."""
    ridge = y + high * 0.5
    return (
        Coat(f"M{x + 3:g} {y + 4:g}h{wide:g}v{high:g}h{-wide:g}Z", "#8f7f5e"),
        Coat(f"M{x:g} {y:g}h{wide:g}v{high:g}h{-wide:g}Z", ROOF, ROOF_LINE, 2),
        Coat(f"M{x + 1:g} {y + 1:g}h{wide - 2:g}v{high * 0.5 - 1:g}h{2 - wide:g}Z", ROOF_LIGHT),
        Coat(f"M{x:g} {ridge:g}h{wide:g}", "", ROOF_LINE, 1.8),
        Coat(f"M{x + wide * 0.68:g} {y + high * 0.14:g}h5v6h-5Z", WALL, ROOF_LINE, 1.4),
    )


def _sheaf(x: float, y: float) -> Portrait:
    return (
        Coat(f"M{x - 6:g} {y:g}L{x:g} {y - 14:g}L{x + 6:g} {y:g}Z", STRAW, STRAW_LINE, 1.6),
        Coat(f"M{x - 3:g} {y - 6:g}H{x + 3:g}", "", STRAW_LINE, 1.6),
    )


FURROWS = "".join(f"M3 {y}Q50 {y - 7} 97 {y}" for y in (42, 50, 58, 66, 74, 82, 90))
TRACK, LANE = "M2 60C24 60 32 48 50 54S76 58 98 54", "M36 98Q44 70 34 52T42 28"
OPEN: tuple[Portrait, ...] = (
    (
        Coat("M3 36Q50 29 97 36V95Q50 89 3 95Z", STRAW, STRAW_LINE, 1.4),
        Coat(FURROWS, "", "#b99a45", 1.8),
    ),
    (
        Coat(TRACK, "", EARTH_LINE, 18),
        Coat(TRACK, "", EARTH, 15),
        Coat("M2 56C24 56 32 44 50 50S76 54 98 50M2 64C24 64 32 52 50 58S76 62 98 58", "", EARTH_LINE, 1.6),
    ),
    (*_sheaf(22, 52), *_sheaf(80, 60), *_sheaf(48, 88), *_sheaf(78, 34)),
    (
        Coat(LANE, "", EARTH_LINE, 15),
        Coat(LANE, "", EARTH, 12),
        Coat("M56 40H97M56 52H97M62 34V58M76 34V58M90 34V58", "", TRUNK, 2.4),
    ),
)
BRUSH: tuple[Portrait, ...] = (
    (*_hedge("M6 34Q50 28 94 34"), *_hedge("M94 34Q98 60 92 72"), *_trees(((16, 58, 10), (50, 90, 8)))),
    _trees(((16, 42, 9), (50, 40, 9), (84, 42, 9), (16, 70, 9), (50, 68, 9), (84, 70, 9), (33, 90, 8), (67, 90, 8))),
    (*_hedge("M8 92Q36 84 62 91"), *_hedge("M7 36Q4 56 9 70"), *_trees(((88, 50, 11), (80, 68, 8), (42, 36, 8)))),
)
BUILT: tuple[Portrait, ...] = (
    (*_house(6, 38, 32, 24), *_house(60, 54, 32, 28), Coat("M20 84H46V72", "", STONE_LINE, 3.4)),
    (
        *_house(8, 58, 40, 26),
        Coat("M69 40h20v42h-20Z", STONE, STONE_LINE, 2),
        Coat("M69 40h20l-10 14Z", ROOF, ROOF_LINE, 2),
        Coat("M79 42V34M75 37H83", "", ROOF_LINE, 2.2),
    ),
    (*_house(58, 36, 34, 22), *_house(8, 44, 26, 34), *_trees(((78, 76, 9), (50, 86, 7)))),
)
HIGH: tuple[Portrait, ...] = (
    (
        *_trees(((20, 46, 7), (30, 54, 6))),
        Coat("M62 78L70 66 82 64 90 78 84 86H68Z", STONE, STONE_LINE, 2),
        Coat("M70 66L74 76 90 78", "", STONE_LINE, 1.6),
    ),
)
KINDS: Mapping[str, tuple[Portrait, ...]] = {"open": OPEN, "brush": BRUSH, "built": BUILT, "high": HIGH}


@cache
def scenery(ground: str, n: int) -> str:
    """The picture of the n-th tile with this ground."""
    kinds = KINDS[ground]
    return painted(kinds[n % len(kinds)])
