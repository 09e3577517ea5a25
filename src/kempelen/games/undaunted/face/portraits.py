"""Who leads each side: a head under the helmet of its army, by its form as much as by its colour."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.scene.portrait import Coat, Portrait, oval

__all__ = ["soldier"]

INK, SKIN, SKY = "#1f1a16", "#dca67c", "#8f9a86"

HEAD = (
    Coat("M38 66H62V86Q50 92 38 86Z", "#c8905f", INK, 2.5),
    Coat("M30 40H70V56C70 72 62 80 50 80S30 72 30 56Z", SKIN, INK, 2.5),
    Coat(oval(41, 52, 2.8, 3.2) + oval(59, 52, 2.8, 3.2), INK),
    Coat("M34 46Q40 42 46 46M54 46Q60 42 66 46M50 52L47 62Q50 65 54 62", "", INK, 2.4),
)
US = (
    Coat("M0 0H100V100H0Z", SKY),
    Coat("M4 100Q8 82 32 78L50 92 68 78Q92 82 96 100Z", "#6d6a3f", INK),
    *HEAD,
    Coat("M42 71Q50 75 58 71", "", INK, 2.4),
    Coat("M27 44Q30 66 44 80M73 44Q70 66 56 80", "", "#4d4a2c", 3.4),
    Coat("M17 42C17 16 32 7 50 7S83 16 83 42Q50 34 17 42Z", "#6f7043", INK),
    Coat("M12 44Q50 30 88 44Q50 38 12 44Z", "#5a5b35", INK, 2.5),
    Coat("M24 30Q50 20 76 30M31 17Q50 11 69 17M40 9L34 36M60 9L66 36M50 8V34", "", "#4d4e2d", 1.8),
)
DE = (
    Coat("M0 0H100V100H0Z", "#a39a83"),
    Coat("M4 100Q8 82 32 78L50 90 68 78Q92 82 96 100Z", "#59615b", INK),
    Coat("M36 80L50 92 64 80 58 96H42Z", "#333a36", INK, 2),
    *HEAD,
    Coat("M43 73H57", "", INK, 2.4),
    Coat("M28 50Q32 70 45 80M72 50Q68 70 55 80", "", "#33302a", 3),
    Coat(
        "M20 36C20 14 33 6 50 6S80 14 80 36L90 58Q82 60 76 52Q72 44 70 42Q50 36 30 42Q28 44 24 52Q18 60 10 58Z",
        "#59635d",
        INK,
    ),
    Coat("M28 40Q50 32 72 40", "", "#3b443f", 3),
    Coat(oval(24, 34, 3), "#3b443f", INK, 1.5),
)


def soldier(seat: Seat) -> Portrait:
    """By the side, in the order of `SIDES`."""
    return (US, DE)[seat]
