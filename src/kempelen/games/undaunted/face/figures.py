"""What is on the counters: who stands there and what he carries; who is suppressed has gone down behind his bags."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.illustrations import BAGS, BRASS, GUN, INK, STEEL, TUBE, WOOD
from kempelen.games.undaunted.rules.cards import Kind
from kempelen.scene.portrait import Coat, Moved, Portrait, oval, painted

__all__ = ["figure"]

SKIN = "#e2b087"
FACE: Portrait = (
    Coat("M32 36H68V54C68 66 60 72 50 72S32 66 32 54Z", SKIN, INK, 3.5),
    Coat(oval(42, 51, 3) + oval(58, 51, 3), INK),
)
US: Portrait = (
    Coat("M6 104Q8 78 34 70L50 80 66 70Q92 78 94 104Z", "#75733f", INK, 3.5),
    *FACE,
    Coat("M14 42C14 14 30 4 50 4S86 14 86 42Q50 30 14 42Z", "#7d7f49", INK, 3.5),
    Coat("M20 28Q50 16 80 28M38 7L32 34M62 7L68 34", "", "#55572f", 2.6),
)
DE: Portrait = (
    Coat("M6 104Q8 78 34 70L50 80 66 70Q92 78 94 104Z", "#68726c", INK, 3.5),
    *FACE,
    Coat(
        "M18 34C18 12 32 3 50 3S82 12 82 34L93 56Q84 60 77 50Q72 41 68 40Q50 34 32 40Q28 41 23 50Q16 60 7 56Z",
        "#5d6963",
        INK,
        3.5,
    ),
    Coat("M26 38Q50 29 74 38", "", "#3b443f", 3),
)
MEN: tuple[Portrait, Portrait] = US, DE
"""By the side, in the order of `SIDES`: the round helmet, and the one that covers ears and neck."""

RIFLE: Portrait = (
    Coat("M4 100L16 78 36 66 45 75 30 90 20 108Z", WOOD, INK, 3.5),
    Coat("M34 67L86 14 92 20 46 76Z", STEEL, INK, 3.5),
)
SIGHT: Portrait = (
    Coat("M46 42L66 22 73 29 53 49Z", "#2d3234", INK, 3),
    Coat(oval(70, 25, 6.5), "#9fd0dd", INK, 3),
    Coat("M20 16Q12 8 18 -2Q28 4 28 14ZM44 4Q42 -8 52 -12Q58 -2 52 6Z", "#4f6b33", INK, 2.6),
)
GLASSES: Portrait = (
    Coat("M22 88L32 56 42 60 40 92ZM78 88L68 56 58 60 60 92Z", SKIN, INK, 3),
    Coat("M34 44H66V54H34Z", "#3a3128", INK, 3),
    Coat(oval(39, 51, 11.5) + oval(61, 51, 11.5), "#2c2620", INK, 3),
    Coat(oval(39, 51, 6) + oval(61, 51, 6), "#b5e2ee"),
)
STRIPES: Portrait = (Coat("M32 84L50 72 68 84M32 96L50 84 68 96", "", BRASS, 6),)
CARRIED: Mapping[Kind, tuple[Portrait | Moved, ...]] = {
    "rifleman": (RIFLE,),
    "scout": (GLASSES,),
    "mg": (Moved(GUN, 0, 4, 1),),
    "sniper": (RIFLE, SIGHT),
    "mortar": (Moved(TUBE, 2, -6, 1.06),),
}


@cache
def figure(kind: Kind, seat: Seat, *, down: bool = False) -> str:
    """A counter's picture: by its kind, its side, and whether it is suppressed."""
    if down:
        return painted(Moved(MEN[seat][1:], 12, 28, 0.76), BAGS)
    return painted(MEN[seat], *CARRIED.get(kind, (STRIPES,)))
