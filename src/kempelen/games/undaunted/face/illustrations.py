"""What is on the cards: a soldier behind sandbags with what he carries, drawn by ourselves, by side and kind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.portraits import soldier
from kempelen.games.undaunted.rules.cards import Kind
from kempelen.scene.portrait import Coat, Moved, Portrait, oval, painted

__all__ = ["grave", "illustration"]

INK, STEEL, WOOD, BRASS, PAPER = "#1f1a16", "#5d6468", "#7a4f2a", "#d8ab3f", "#f1e6c4"

LAND: Portrait = (
    Coat("M0 0H100V100H0Z", "#c3d2cf"),
    Coat("M0 40L14 34 20 40H24V30L32 24 40 30V44L60 42 72 34 86 42 100 38V80H0Z", "#93a58c"),
    Coat("M0 58Q8 46 20 54Q30 44 44 54Q58 46 70 54Q84 44 100 56V90H0Z", "#647846", "#3d4b2b", 2),
)
BAGS: Portrait = (
    Coat("M-1 84Q10 74 24 82Q36 74 50 82Q64 74 76 82Q90 74 101 84V101H-1Z", "#c9ad76", INK, 2.5),
    Coat(
        "M24 82Q22 92 26 100M50 82Q48 92 52 100M76 82Q74 92 78 100M4 94Q14 90 22 94M30 94Q40 90 48 94", "", "#7d6337", 2
    ),
)
MIST: Portrait = (
    Coat("M0 0H100V100H0Z", "#8e9a9c"),
    Coat("M18 100V62L26 54 34 62V100ZM60 100V50L74 40 88 50V100Z", "#5f6b6c"),
    Coat(
        "M-2 66Q4 46 22 50Q30 28 50 34Q70 26 76 46Q98 42 102 64Q98 78 76 74Q52 84 26 76Q4 82 -2 66Z",
        "#dfe4e2",
        "#6c7778",
        2.5,
    ),
    Coat("M-2 90Q14 76 34 86Q56 76 74 86Q92 80 102 90V101H-2Z", "#eef1ef", "#6c7778", 2.5),
    Coat("M22 62Q30 56 40 62M56 58Q64 52 74 58", "", "#8e9a9c", 2.5),
)
RIFLE: Portrait = (
    Coat("M8 98L20 82 38 70 45 77 30 90 20 102Z", WOOD, INK, 2.5),
    Coat("M36 71L84 22 89 27 45 78Z", STEEL, INK, 2.5),
    Coat("M52 62L58 68M84 20L92 12", "", INK, 3),
)
SCOPE: Portrait = (Coat("M50 46L68 28 73 33 55 51Z", "#2d3234", INK, 2), Coat(oval(71, 30, 5), "#9fd0dd", INK, 2))
GUN: Portrait = (
    Coat("M22 70L14 92M30 70L40 92", "", INK, 4),
    Coat("M-1 60H40V56H70V62L96 66V84L86 86 78 74H40V68H-1Z", STEEL, INK, 2.5),
    Coat("M70 62L98 65V86L86 88 80 74H70Z", WOOD, INK, 2.5),
    Coat("M44 68H60V88Q52 92 44 88Z", "#3c4245", INK, 2.5),
    Coat("M6 60V68M14 60V68M22 60V68M30 60V68", "", INK, 2),
)
GLASSES: Portrait = (
    Coat("M36 40H64V50H36Z", "#3a3128", INK, 2),
    Coat(oval(42, 46, 8) + oval(58, 46, 8), "#2c2620", INK, 2.5),
    Coat(oval(42, 46, 4.4) + oval(58, 46, 4.4), "#9fd0dd"),
    Coat("M26 78L34 54 42 56 38 82ZM74 78L66 54 58 56 62 82Z", "#dca67c", INK, 2.5),
)
TUBE: Portrait = (
    Coat("M62 66L82 98M74 60L58 98", "", INK, 4),
    Coat("M50 92L74 40 88 46 66 99Z", STEEL, INK, 2.5),
    Coat("M72 34Q78 18 88 14Q92 24 88 40Z", "#6d6a3f", INK, 2.5),
)
STRIPES: Portrait = (
    Coat("M70 58H98V98H70Z", "#4c5230", INK, 2.5),
    Coat("M74 72L84 64 94 72M74 81L84 73 94 81M74 90L84 82 94 90", "", BRASS, 4.4),
)
TWO_STRIPES: Portrait = (STRIPES[0], Coat("M74 78L84 69 94 78M74 89L84 80 94 89", "", BRASS, 4.6))
MAP: Portrait = (
    Coat("M10 66L30 60 50 68 70 60 90 66V96L70 90 50 98 30 90 10 96Z", PAPER, INK, 2.5),
    Coat("M30 60V90M50 68V98M70 60V90", "", "#a58f5c", 2),
    Coat("M16 86Q28 70 44 80T82 70", "", "#a3362b", 2.6),
)
CARRIED: Mapping[Kind, tuple[Portrait, ...]] = {
    "sergeant": (BAGS, STRIPES),
    "guide": (MAP,),
    "scout": (GLASSES, BAGS),
    "mg": (BAGS, GUN),
    "sniper": (BAGS, RIFLE, SCOPE),
    "mortar": (BAGS, TUBE),
    "rifleman": (BAGS, RIFLE),
    "leader": (BAGS, TWO_STRIPES),
}


@cache
def illustration(kind: Kind, seat: Seat) -> str:
    """A card's picture; Fog of War hides whoever is there."""
    if kind == "fog":
        return painted(MIST)
    return painted(LAND, Moved(soldier(seat)[1:], 15, 6, 0.7), *CARRIED[kind])


DUSK: Portrait = (
    Coat("M0 0H100V100H0Z", "#8b8f92"),
    Coat("M0 66Q26 56 50 64T100 60V100H0Z", "#6a6a5c"),
    Coat("M14 92Q50 72 86 92V101H14Z", "#54503f", INK, 2.5),
    Coat("M46 26H54V86H46Z", WOOD, INK, 2.5),
    Coat("M44 40H56M45 58H55", "", INK, 3),
)


@cache
def grave(seat: Seat) -> str:
    """What is on a card that was lost: the helmet of its side on a rifle that stands in the ground."""
    helmet = next(coat for coat in soldier(seat) if coat.fill in ("#6f7043", "#59635d"))
    return painted(DUSK, Moved((helmet,), 20, 6, 0.6))
