"""What is on the cards: who is sent out, with weapon and shield, on land or out of the water; drawn by ourselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kempelen.games.tactics.face.deeds import DEEDS
from kempelen.games.tactics.face.portraits import opponent
from kempelen.games.tactics.rules.cards import Card
from kempelen.scene.portrait import Coat, Portrait, oval, painted

__all__ = ["COURT", "INK", "LAND", "WET", "illustration"]

INK, STEEL, WOOD, BRASS, SKIN, WHITE = "#1f1a16", "#c3c9cc", "#80522a", "#e0ac45", "#dba074", "#fff6e4"

SHORE: Portrait = (
    Coat("M0 0H100V100H0Z", "#bfe0e6"),
    Coat("M0 52Q20 46 40 52T80 52T100 50V72H0Z", "#6fb0c0"),
    Coat("M0 66Q30 56 60 64T100 62V100H0Z", "#dcc58c", "#a98d50", 2),
)
SEA: Portrait = (
    Coat("M0 0H100V100H0Z", "#a9d3dc"),
    Coat("M0 40Q14 34 28 40T56 40T84 40Q92 43 100 39V100H0Z", "#4c93a6"),
)
WAVES: Portrait = (
    Coat("M-2 80Q10 70 22 78T46 78T70 78T102 76V101H-2Z", "#2d6f84", "#174a5b", 2.5),
    Coat("M4 90Q12 84 20 90M40 90Q48 84 56 90M74 90Q82 84 90 90", "", "#a9d3dc", 2.6),
)
KEEP: Portrait = (
    Coat("M0 0H100V100H0Z", "#d7c3b8"),
    Coat("M0 60V34H10V26H20V34H30V26H40V34H60V26H70V34H80V26H90V34H100V100H0Z", "#8f8078", "#5b4f49", 2),
    Coat("M12 50H28M44 62H60M74 50H90M26 74H42M62 78H80", "", "#5b4f49", 2),
)


def body(cloth: str, skin: str = SKIN) -> Portrait:
    """Shoulders and a face."""
    return (
        Coat("M14 100Q16 70 38 64H62Q84 70 86 100Z", cloth, INK),
        Coat("M42 54H58V68Q50 74 42 68Z", skin, INK, 2.5),
        Coat("M34 30H66V46Q66 62 50 63Q34 62 34 46Z", skin, INK, 2.5),
        Coat(oval(43, 44, 2.4, 3) + oval(57, 44, 2.4, 3), INK),
        Coat("M45 55Q50 58 55 55", "", INK, 2.2),
    )


SPEAR: Portrait = (Coat("M80 100L86 18", "", WOOD, 5), Coat("M86 0L94 22 86 28 78 22Z", STEEL, INK, 2.5))
SWORD: Portrait = (
    Coat("M76 76L90 12 97 14 84 78Z", STEEL, INK, 2.5),
    Coat("M66 72L94 80M78 78L74 96", "", WOOD, 5),
)
SHIELD: Portrait = (
    Coat("M4 58Q22 50 40 58V76Q38 92 22 99Q6 92 4 76Z", "#2f5c86", INK),
    Coat("M22 56V96M6 72H38", "", BRASS, 4),
)
TOWER: Portrait = (
    Coat("M4 44Q26 36 48 44V80Q46 94 26 100Q6 94 4 80Z", "#7a3b2e", INK),
    Coat("M26 42V98M6 66H46", "", BRASS, 5),
    Coat(oval(26, 66, 6), STEEL, INK, 2.5),
)
BOW: Portrait = (
    Coat("M70 8Q104 50 70 96", "", WOOD, 5),
    Coat("M70 8L62 52 70 96M40 54H94", "", INK, 2.2),
    Coat("M90 48L100 54 90 60Z", STEEL, INK, 2),
)
CROSSBOW: Portrait = (
    Coat("M50 70L90 42 95 49 56 80Z", WOOD, INK, 2.5),
    Coat("M68 26Q92 32 100 62M68 26L100 62", "", INK, 3.4),
)
AXES: Portrait = (
    Coat("M84 100L76 30M16 100L24 30", "", WOOD, 5),
    Coat("M76 24Q98 18 96 52Q86 44 78 48ZM24 24Q2 18 4 52Q14 44 22 48Z", STEEL, INK, 2.5),
)
AXE: Portrait = (Coat("M80 100L80 14", "", WOOD, 6), Coat("M82 12Q101 14 98 58Q92 44 82 48Z", STEEL, INK, 2.5))
FORK: Portrait = (Coat("M82 100V30M72 6V24Q82 34 92 24V6M82 6V30", "", WOOD, 4.6),)
SCALES: Portrait = (
    Coat("M82 20V70M66 28H96M66 28L60 46H72ZM96 28L90 46H100Z", "", BRASS, 3.4),
    Coat("M6 100Q2 74 22 70Q42 74 38 100Z", "#b98a4c", INK),
    Coat("M16 70L12 60H32L28 70", "#8d6632", INK, 2.5),
)
HAMMER: Portrait = (Coat("M70 98L84 40", "", WOOD, 6), Coat("M66 22L98 30 94 48 62 40Z", STEEL, INK, 2.5))
CROSS: Portrait = (
    Coat("M66 66H96V98H66Z", WHITE, INK, 2.5),
    Coat("M77 70H85V78H93V86H85V94H77V86H69V78H77Z", "#b3282d"),
)
BANNER: Portrait = (
    Coat("M84 100V4", "", WOOD, 4.6),
    Coat("M84 6H42L50 18 42 30H84Z", "#a8322a", INK, 2.5),
    Coat(oval(68, 18, 5), BRASS),
)
LAMP: Portrait = (
    Coat("M72 56H96L92 90H76Z", "#ffe08a", INK, 2.5),
    Coat("M76 56Q84 38 92 56M72 92H96", "", INK, 4),
)
POLE: Portrait = (
    Coat("M82 100V20", "", WOOD, 5),
    Coat("M82 2L90 20 82 30 74 20ZM84 26Q100 24 98 44L84 40Z", STEEL, INK, 2.5),
)

CAP: Portrait = (Coat("M32 34Q34 16 50 14T68 34Z", "#6b4423", INK, 2.5),)
STRAW: Portrait = (
    Coat("M18 36Q50 24 82 36Q50 44 18 36Z", "#e3c25f", INK, 2.5),
    Coat("M36 32Q38 14 50 14T64 32Z", "#e3c25f", INK, 2.5),
)
KETTLE: Portrait = (
    Coat("M26 38Q50 28 74 38L70 30Q66 12 50 12T30 30Z", STEEL, INK, 2.5),
    Coat("M50 12V34", "", INK, 2),
)
HOOD: Portrait = (Coat("M28 64Q20 12 50 10T72 64L64 62Q70 28 50 28T36 62Z", "#3f6b3c", INK, 2.5),)
HELM: Portrait = (
    Coat("M32 26Q34 10 50 10T68 26V64Q50 72 32 64Z", STEEL, INK),
    Coat("M34 40H66L64 46H36Z", INK),
    Coat("M50 46V66M40 54V60M60 54V60", "", INK, 2.4),
    Coat("M50 10Q54 -2 70 2Q62 6 56 14Z", "#a8322a", INK, 2),
)
BEARD: Portrait = (
    Coat("M33 46Q34 74 50 80Q66 74 67 46Q60 54 50 52T33 46Z", "#b9512a", INK, 2.5),
    Coat("M32 34Q30 14 50 12T68 34Q50 24 32 34Z", "#b9512a", INK, 2.5),
)
HAT: Portrait = (
    Coat("M14 38Q20 18 36 20Q50 2 64 20Q80 18 86 38Q50 26 14 38Z", "#2f5c86", INK),
    Coat("M14 38Q50 26 86 38", "", BRASS, 3),
)
CROWN: Portrait = (
    Coat("M30 34L26 10 40 20 50 6 60 20 74 10 70 34Z", BRASS, INK, 2.5),
    Coat(oval(50, 26, 3.4), "#a3182a"),
)
MASK: Portrait = (Coat("M28 66Q22 14 50 8T72 66L64 70H36ZM38 42L47 45 39 50ZM62 42L53 45 61 50Z", "#2b2422", INK, 2.5),)
EYES: Portrait = (Coat("M36 42L47 45 38 49ZM64 42L53 45 62 49Z", WHITE),)

HOUND: Portrait = (
    Coat(
        "M10 98L16 70Q20 54 40 52L58 40 56 22 68 32 84 34 97 48Q96 58 82 58Q78 72 66 76L70 98H60L52 80H30L24 98Z",
        "#7c5a3a",
        INK,
    ),
    Coat(oval(76, 43, 2.8), INK),
    Coat("M12 72Q2 66 6 52M84 56L96 54", "", INK, 3),
    Coat("M56 46L62 66", "", "#a8322a", 5),
)
BALLISTA: Portrait = (
    Coat("M22 62L78 62 92 92H8Z", WOOD, INK),
    Coat("M4 44Q28 14 50 20T96 44", "", WOOD, 7),
    Coat("M4 44L50 66 96 44", "", INK, 2.4),
    Coat("M50 4L58 20H53V74H47V20H42Z", STEEL, INK, 2.5),
    Coat(oval(22, 90, 10) + oval(78, 90, 10), "#5b3a1d", INK),
)
TENTACLE: Portrait = (
    Coat(
        "M30 101Q18 66 30 38Q42 6 70 10Q92 16 86 40Q80 54 66 48Q58 42 66 34Q74 34 72 26Q58 22 52 44Q46 72 66 101Z",
        "#a63a58",
        INK,
    ),
    Coat(
        oval(38, 56, 4) + oval(37, 72, 4.4) + oval(44, 40, 3.6) + oval(56, 26, 3.2) + oval(42, 88, 4.6),
        "#f0b8c4",
        INK,
        1.6,
    ),
)
CREW: Portrait = (
    Coat("M14 100Q18 72 40 68H60Q82 72 86 100Z", "#3f5a52", INK),
    Coat("M28 30Q30 10 50 10T72 30Q76 50 62 56V68H38V56Q24 50 28 30Z", "#d9dcc8", INK),
    Coat(oval(41, 38, 6.4, 7) + oval(59, 38, 6.4, 7) + "M50 46L46 53H54Z", INK),
    Coat("M44 58V68M50 58V68M56 58V68", "", INK, 2.4),
    Coat("M22 24Q50 2 78 24L82 30Q50 16 18 30Z", "#2b3b3a", INK, 2.5),
)
SHARK: Portrait = (
    Coat("M2 58Q20 34 52 34L62 12 74 38Q86 44 98 32Q94 54 98 76Q86 64 76 66Q40 84 2 58Z", "#64808c", INK),
    Coat("M2 58Q22 64 44 60L38 66 32 62 26 67 20 62 14 64Z", WHITE, INK, 2),
    Coat(oval(24, 50, 3), INK),
    Coat("M50 48V60M57 48V58", "", INK, 2.4),
)
SQUID: Portrait = (
    Coat("M34 60Q20 78 26 92M44 62Q36 80 44 94M56 62Q64 80 56 94M66 60Q80 78 74 92", "", "#6b3d78", 7),
    Coat("M50 2L80 32 68 34Q72 62 50 66Q28 62 32 34L20 32Z", "#8a5298", INK),
    Coat(oval(42, 46, 6) + oval(58, 46, 6), "#ffd24a", INK, 2.4),
    Coat(oval(42, 46, 2.4) + oval(58, 46, 2.4), INK),
)
SIREN: Portrait = (
    Coat("M24 70Q12 14 50 8T76 70Q84 88 70 92H30Q16 88 24 70Z", "#2f7d6d", INK),
    *body("#4fa08c", "#e9c3a0"),
    Coat("M34 34Q40 18 50 24Q60 18 66 34Q70 12 50 10T34 34Z", "#2f7d6d", INK, 2.5),
)
CRAB: Portrait = (
    Coat("M18 66L4 82M24 74L12 92M82 66L96 82M76 74L88 92M28 56Q12 50 10 34M72 56Q88 50 90 34", "", "#a8452a", 6),
    Coat("M20 66Q22 44 50 42T80 66Q74 84 50 86T20 66Z", "#c9542f", INK),
    Coat("M10 36Q-2 20 10 6L14 20 24 10Q28 28 10 36ZM90 36Q102 20 90 6L86 20 76 10Q72 28 90 36Z", "#c9542f", INK),
    Coat("M42 44V32M58 44V32", "", INK, 3),
    Coat(oval(42, 29, 4) + oval(58, 29, 4), WHITE, INK, 2),
)

LAND: Mapping[str, tuple[Portrait, ...]] = {
    "farmer": (body("#8a6a35"), STRAW, FORK),
    "trader": (body("#7a4b7d"), HAT, SCALES),
    "militia": (body("#7a6a4a"), CAP, SWORD),
    "spearman": (SPEAR, body("#2f5c86"), KETTLE, SHIELD),
    "archer": (body("#3f6b3c"), HOOD, BOW),
    "crossbowman": (body("#5a5347"), KETTLE, CROSSBOW),
    "scout": (body("#5b6b3c"), HOOD, LAMP),
    "guardian": (body("#6b6f75"), KETTLE, TOWER),
    "knight": (body("#8d949a"), HELM, SWORD, SHIELD),
    "berserker": (AXES, body("#6b4423"), BEARD),
    "hound": (HOUND,),
    "healer": (body("#e9e2d0"), HOOD, CROSS),
    "engineer": (body("#8a5b3a"), CAP, HAMMER),
    "captain": (BANNER, body("#2f5c86"), HAT),
    "ballista": (BALLISTA,),
    "king": (body("#7d1f2c"), CROWN),
}
WET: Mapping[str, tuple[Portrait, ...]] = {
    "tentacle": (TENTACLE,),
    "drowned_crew": (CREW,),
    "reef_breaker": (SHARK,),
    "ink_squid": (SQUID,),
    "siren": (SIREN,),
    "deep_crab": (CRAB,),
}
COURT: Mapping[str, tuple[Portrait, ...]] = {
    "guard": (POLE, body("#6b2b3a"), KETTLE),
    "patrol": (body("#4a5361"), KETTLE, LAMP),
    "enforcer": (body("#3b3432"), MASK, EYES, HAMMER),
    "informer": (body("#4b3b52"), HOOD),
    "headsman": (AXE, body("#5b2029"), MASK, EYES),
    "cavalier": (body("#7d1f2c"), HELM, SWORD),
}


@cache
def drawn(name: str) -> str:
    if name in ("kraken", "tyrant"):
        return painted(opponent(name))
    if name in WET:
        return painted(SEA, *WET[name], WAVES)
    if name in COURT:
        return painted(KEEP, *COURT[name])
    if name in DEEDS:
        return painted(DEEDS[name])
    return painted(SHORE, *LAND[name]) if name in LAND else ""


def illustration(card: Card) -> str:
    """Who or what is on it; an event of somebody's own keeps its sign, and his unit has that of its weapon."""
    if card.unit is None:
        return drawn(card.name)
    return drawn(card.name) or drawn("archer" if card.unit.range > 1 else "militia")
