"""Captains of the players, and what they fight: The Kraken, The Tyrant, or a masked opponent."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.scene.portrait import Coat, Portrait, oval

__all__ = ["captain", "opponent"]

INK, WHITE, BRASS = "#20180f", "#fff6e4", "#e0ac45"
COATS = ("#2f5c86", "#7a3b2e", "#3f6b3c", "#6b4f8a")
HAIRS = ("#6b4423", "#d9b36a", "#2e2723", "#b9512a")
SKINS = ("#e3ac80", "#d2935f", "#b97a4e", "#ecbd96")

KRAKEN: Portrait = (
    Coat("M0 0H100V100H0Z", "#1f5a63"),
    Coat("M0 72Q12 66 25 72T50 72T75 72T100 72V100H0Z", "#2f7f86"),
    Coat("M30 66Q8 70 10 92Q12 100 22 94Q16 84 32 80ZM70 66Q92 70 90 92Q88 100 78 94Q84 84 68 80Z", "#8d2f4a", INK),
    Coat("M40 70Q28 84 34 100H42Q40 88 48 76ZM60 70Q72 84 66 100H58Q60 88 52 76Z", "#8d2f4a", INK),
    Coat("M50 4C24 6 16 34 26 60Q36 80 50 80T74 60C84 34 76 6 50 4Z", "#a63a58", INK),
    Coat("M32 30Q38 14 50 12M68 22Q72 32 70 42", "", "#c96a84", 3),
    Coat("M24 46Q36 36 46 48Q42 60 33 59Q26 56 24 46ZM76 46Q64 36 54 48Q58 60 67 59Q74 56 76 46Z", "#ffd24a", INK, 2.5),
    Coat("M35 42Q38 50 35 58Q32 50 35 42ZM65 42Q62 50 65 58Q68 50 65 42Z", INK),
    Coat("M22 40L47 45M78 40L53 45", "", INK, 4),
    Coat("M42 68Q50 62 58 68L50 76Z", "#3a1620", INK, 2),
    Coat(oval(18, 88, 2.2) + oval(82, 88, 2.2) + oval(37, 90, 2.2) + oval(63, 90, 2.2), "#f0b8c4"),
)
TYRANT: Portrait = (
    Coat("M0 0H100V100H0Z", "#4b2c34"),
    Coat("M2 100Q8 74 34 70H66Q92 74 98 100Z", "#7d1f2c", INK),
    Coat("M26 74Q50 66 74 74L68 86Q50 80 32 86Z", WHITE, INK, 2.5),
    Coat("M30 32H70V56C70 72 62 80 50 80S30 72 30 56Z", "#d7a580", INK, 2.5),
    Coat(oval(41, 48, 4.6, 3.6) + oval(59, 48, 4.6, 3.6), WHITE, INK, 1.6),
    Coat(oval(42, 48.4, 2.1) + oval(58, 48.4, 2.1), INK),
    Coat("M33 40L46 45M67 40L54 45", "", INK, 3.6),
    Coat("M50 48L46 59Q50 62 54 59", "", INK, 2.4),
    Coat("M38 65Q50 58 62 65Q66 60 68 66Q60 70 50 66T32 66Q34 60 38 65Z", "#2e2320", INK, 1.6),
    Coat("M44 72L50 92 56 72Q50 76 44 72Z", "#2e2320", INK, 2),
    Coat("M24 34L20 8 36 20 50 4 64 20 80 8 76 34Q50 27 24 34Z", BRASS, INK),
    Coat(oval(50, 22, 4), "#a3182a", INK, 1.6),
    Coat(oval(33, 26, 2.6) + oval(67, 26, 2.6), "#2f5c86", INK, 1.4),
)
MASKED: Portrait = (
    Coat("M0 0H100V100H0Z", "#4a4038"),
    Coat("M4 100Q8 74 34 70H66Q92 74 96 100Z", "#6b3d33", INK),
    Coat("M50 4C20 6 16 44 20 84H80C84 44 80 6 50 4Z", "#7d4a3c", INK),
    Coat("M30 34Q50 22 70 34V58Q66 78 50 82Q34 78 30 58Z", "#d9cdb4", INK, 2.5),
    Coat("M35 46L47 51Q42 57 36 54ZM65 46L53 51Q58 57 64 54Z", INK),
    Coat("M50 50V66M42 71H58", "", INK, 2.6),
)


def captain(seat: Seat) -> Portrait:
    """The one of this seat: coat, hair, and an eye patch or a beard."""
    n = seat % len(COATS)
    coat, hair, skin = COATS[n], HAIRS[n], SKINS[n]
    more = (
        Coat(
            "M30 56Q32 80 50 84Q68 80 70 56Q66 66 58 65Q50 61 42 65Q34 66 30 56ZM44 70Q50 73 56 70Q50 76 44 70Z",
            hair,
            INK,
            2,
        ),
        Coat("M31 40L69 50M53 42Q62 40 66 47Q64 56 57 54Q52 50 53 42Z", INK, INK, 2),
        Coat(
            "M36 64Q44 58 50 62Q56 58 64 64Q70 60 72 56Q70 70 58 68Q50 64 42 68Q30 70 28 56Q30 60 36 64Z",
            hair,
            INK,
            1.8,
        ),
        Coat("M40 66Q50 72 60 66", "", INK, 2.6),
    )[n]
    return (
        Coat("M0 0H100V100H0Z", "#7d95a0"),
        Coat("M4 100Q8 76 32 72H68Q92 76 96 100Z", coat, INK),
        Coat("M40 72L50 88 60 72 66 78 54 100H46L34 78Z", WHITE, INK, 2),
        Coat("M26 34Q22 62 30 72H70Q78 62 74 34Z", hair, INK, 2.5),
        Coat("M30 34H70V54C70 72 62 80 50 80S30 72 30 54Z", skin, INK, 2.5),
        Coat(oval(41, 47, 2.7, 3.2) + oval(59, 47, 2.7, 3.2), INK),
        Coat("M36 41Q41 38 46 41M54 41Q59 38 64 41M50 48L47 57Q50 60 54 57", "", INK, 2.3),
        more,
        Coat("M8 38Q14 14 34 16Q50 -6 66 16Q86 14 92 38Q70 30 50 30T8 38Z", coat, INK),
        Coat("M8 38Q30 27 50 27T92 38Q70 31 50 31T8 38Z", BRASS, INK, 1.6),
        Coat(oval(50, 18, 4.5), WHITE, INK, 1.8),
    )


def opponent(mode: str) -> Portrait:
    """What the rules play, by the kind of game."""
    return {"kraken": KRAKEN, "tyrant": TYRANT}.get(mode, MASKED)
