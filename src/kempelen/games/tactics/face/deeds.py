"""What is on the cards that are no unit: a volley, a bandage, a tide; in a square of 100, drawn by ourselves."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.scene.portrait import Coat, Portrait, oval

__all__ = ["DEEDS"]

INK, STEEL, WOOD, BRASS, WHITE, RED = "#1f1a16", "#c3c9cc", "#80522a", "#e0ac45", "#fff6e4", "#b3282d"


def _ground(colour: str, low: str, path: str = "M0 74Q26 64 52 72T100 68V100H0Z") -> Portrait:
    return Coat("M0 0H100V100H0Z", colour), Coat(path, low)


def _arrow(x: float, y: float) -> Portrait:
    """One that comes down from the upper left; its point is there."""
    return (
        Coat(f"M{x - 42:g} {y - 42:g}L{x - 6:g} {y - 6:g}", "", WOOD, 4.6),
        Coat(f"M{x:g} {y:g}L{x - 15:g} {y - 5:g} {x - 5:g} {y - 15:g}Z", STEEL, INK, 2.4),
        Coat(f"M{x - 44:g} {y - 44:g}l-8 1 9 9 8 -1ZM{x - 44:g} {y - 44:g}l1 -8 9 9 -1 8Z", WHITE, INK, 1.8),
    )


def _cross(x: float, y: float, arm: float) -> str:
    third = arm * 0.4
    return (
        f"M{x - third:g} {y - arm:g}h{2 * third:g}v{arm - third:g}h{arm - third:g}v{2 * third:g}h{third - arm:g}"
        f"v{arm - third:g}h{-2 * third:g}v{third - arm:g}h{third - arm:g}v{-2 * third:g}h{arm - third:g}Z"
    )


def _coin(x: float, y: float) -> Portrait:
    return Coat(oval(x, y, 13, 8), BRASS, INK, 2.5), Coat(oval(x, y - 1, 7, 3.6), "", "#8a6420", 2)


DAY, SHORE, FOAM = _ground("#bfe0e6", "#dcc58c"), _ground("#cfe3d2", "#7fa05f"), "#dff1f4"
BROKEN = "M30 72a16 16 0 1 1 10 -28M70 72a16 16 0 1 0 -10 -28M8 84L20 72M92 84L80 72"
"""A chain that has come apart."""
DUSK = _ground("#e9c9a4", "#8a6a45")

DEEDS: Mapping[str, Portrait] = {
    "volley": (*_ground("#bfe0e6", "#4c93a6"), *_arrow(52, 56), *_arrow(88, 62), *_arrow(62, 92)),
    "rain_of_arrows": (
        *_ground("#9fb6c4", "#8a7a55"),
        *_arrow(44, 48),
        *_arrow(74, 46),
        *_arrow(96, 62),
        *_arrow(50, 82),
        *_arrow(80, 90),
    ),
    "ambush": (
        *_ground("#33473a", "#26352b"),
        Coat("M0 100V58Q10 40 22 52Q30 30 46 46Q60 28 70 48Q86 36 100 58V100Z", "#4f7a45", INK),
        Coat("M24 70L40 74 27 80ZM58 74L74 70 71 80Z", "#ffe08a", INK, 2),
        Coat("M10 96Q18 84 26 96M46 98Q54 86 62 98M80 96Q86 86 94 96", "", "#2f4d2b", 4),
    ),
    "bandage": (
        *DAY,
        Coat("M20 30Q20 14 50 14T80 30V70Q80 86 50 86T20 70Z", WHITE, INK),
        Coat(oval(50, 30, 30, 14), "#ece2cc", INK),
        Coat(oval(50, 30, 12, 5.6), "#cdbf9f", INK, 2.5),
        Coat("M80 66Q96 70 94 88L80 90Q84 78 74 78", WHITE, INK, 2.5),
        Coat(_cross(48, 62, 14), RED),
    ),
    "field_hospital": (
        *SHORE,
        Coat("M6 86L50 16 94 86Z", WHITE, INK),
        Coat("M50 16L38 86H62Z", "#d9cdb4", INK, 2.5),
        Coat(_cross(50, 46, 13), RED),
    ),
    "harvest": (
        *_ground("#f3dfa2", "#c9a24a"),
        Coat("M50 96L50 30M50 96L28 34M50 96L72 34M50 96L14 46M50 96L86 46", "", "#a97b22", 4),
        Coat(
            oval(50, 24, 6, 13) + oval(27, 28, 6, 12) + oval(73, 28, 6, 12) + oval(12, 40, 6, 11) + oval(88, 40, 6, 11),
            BRASS,
            INK,
            2.2,
        ),
        Coat("M36 70H64V78H36Z", "#8a3b2a", INK, 2.5),
    ),
    "battle_cry": (
        *DUSK,
        Coat("M8 40Q26 66 60 44L88 14 98 46 66 66Q30 88 4 50Z", "#d9c08a", INK),
        Coat("M60 44L66 66M30 58L34 76", "", BRASS, 6),
        Coat("M84 70L96 78M74 80L82 92M90 58H100", "", RED, 4.6),
    ),
    "council": (
        *_ground("#d8c7a6", "#8a5b33"),
        Coat("M22 14H74Q84 14 84 24V30H72V82Q72 92 62 92H20Q10 92 10 82V76H22Z", WHITE, INK),
        Coat("M32 30H62M32 42H62M32 54H56M32 66H60", "", "#7a6a4a", 3.6),
        Coat("M94 20Q76 44 64 74L60 84 70 78Q88 54 94 20Z", "#8fb0c9", INK, 2.5),
    ),
    "amnesty": (
        *DAY,
        Coat(BROKEN, "", INK, 15),
        Coat(BROKEN, "", STEEL, 9),
        Coat("M50 8V26M34 12L42 28M66 12L58 28", "", RED, 5),
    ),
    "high_tide": (
        Coat("M0 0H100V100H0Z", "#a9d3dc"),
        Coat("M0 100V60Q6 14 50 12Q88 12 92 40Q92 56 78 54Q70 50 76 42Q60 34 52 56Q48 76 100 72V100Z", "#2d6f84", INK),
        Coat("M14 70Q16 30 50 24M30 74Q30 44 54 36", "", FOAM, 4),
        Coat("M4 90Q14 82 24 90T44 90T64 90T84 90T100 88", "", FOAM, 4),
    ),
    "whirlpool": (
        Coat("M0 0H100V100H0Z", "#2d6f84"),
        Coat(oval(50, 52, 44, 34), "#235a6c", FOAM, 3),
        Coat(
            "M12 52Q14 26 50 24T86 50Q84 74 52 74T24 52Q26 36 50 36T74 52Q72 64 52 64T38 52Q40 46 50 47", "", FOAM, 4.6
        ),
        Coat(oval(50, 53, 7, 5), "#0f2e38"),
    ),
    "black_brine": (
        *_ground("#7fa3a5", "#3a5a5c"),
        Coat("M40 10H60V30Q84 40 84 66Q84 94 50 94T16 66Q16 40 40 30Z", "#dfe9e2", INK),
        Coat("M20 56Q34 48 50 56T80 56Q84 66 80 76Q72 92 50 92T20 76Q16 66 20 56Z", "#2a2036", INK, 2.5),
        Coat("M36 4H64V14H36Z", WOOD, INK, 2.5),
        Coat("M50 84Q34 74 36 66Q40 60 50 68Q60 60 64 66Q66 74 50 84Z", "#c3456a"),
    ),
    "crackdown": (
        *_ground("#c9a79a", "#7d4a3c"),
        Coat(
            "M22 50V30Q24 22 32 26Q36 16 46 22Q54 14 60 24Q72 20 74 32V56Q74 76 58 78V98H34V76Q22 70 22 50Z",
            "#d7a580",
            INK,
        ),
        Coat("M34 28V44M47 26V44M60 28V44M24 50Q40 44 54 52", "", INK, 3),
        Coat("M30 80H62V92H30Z", "#7d1f2c", INK, 2.5),
        Coat("M6 20L16 28M84 14L90 26M94 44L82 46", "", RED, 4.6),
    ),
    "levy": (
        *DUSK,
        Coat("M34 24Q20 40 14 66Q12 92 50 94T86 66Q80 40 66 24Z", "#9a7440", INK),
        Coat("M30 12Q50 22 70 12L64 26H36Z", "#7d5a2c", INK, 2.5),
        *_coin(36, 72),
        *_coin(62, 68),
        *_coin(50, 82),
    ),
    "reprisal": (
        *_ground("#4b2c34", "#2e1a20"),
        Coat("M44 96L40 54H60L56 96Z", WOOD, INK),
        Coat("M50 4Q72 24 68 44Q66 58 50 58T32 44Q30 34 40 28Q40 38 46 38Q40 20 50 4Z", "#f08a2c", INK),
        Coat("M50 28Q60 40 58 48Q56 54 50 54T42 48Q42 40 50 28Z", "#ffe08a"),
    ),
}
