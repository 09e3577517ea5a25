"""Who stands on the board, as a picture in a square of 100: units on a plain ground, and leaders larger than life."""

from __future__ import annotations

from functools import cache

from kempelen.games.tactics.face.illustrations import COURT, INK, LAND, WET
from kempelen.games.tactics.face.portraits import opponent
from kempelen.games.tactics.rules.cards import Profile
from kempelen.scene.portrait import Coat, Portrait, oval, painted

__all__ = ["token"]

FLESH, PALE = "#8d2f4a", "#f0b8c4"
SKY, DEEP, STONE = "#e4eef0", "#b9dbe2", "#e3d6cb"
"""Behind a unit: of the land, of the sea, of the court."""


def _arms(*paths: str) -> Portrait:
    """Arms of The Kraken, all outlines below all flesh."""
    d = "".join(paths)
    return Coat(d, "", INK, 15), Coat(d, "", FLESH, 10)


KRAKEN: Portrait = (
    Coat(oval(50, 82, 58, 22), "#1c4c5a"),
    Coat("M-4 84Q6 74 16 80M84 80Q94 74 104 84M20 100Q30 94 40 99M62 99Q72 94 82 100", "", "#a9d3dc", 3),
    *_arms(
        "M28 66Q-2 70 -8 42Q-12 16 8 12Q22 12 18 26Q14 32 8 28",
        "M72 66Q102 70 108 42Q112 16 92 12Q78 12 82 26Q86 32 92 28",
    ),
    Coat("M50 -4C22 -2 12 28 24 56Q34 78 50 78T76 56C88 28 78 -2 50 -4Z", "#a63a58", INK, 4),
    Coat("M30 24Q36 8 50 6M71 18Q75 28 73 38", "", "#d07d95", 4),
    Coat("M21 42Q35 30 46 44Q42 57 32 56Q24 53 21 42ZM79 42Q65 30 54 44Q58 57 68 56Q76 53 79 42Z", "#ffd24a", INK, 3),
    Coat("M34 37Q38 46 34 55Q30 46 34 37ZM66 37Q62 46 66 55Q70 46 66 37Z", INK),
    Coat("M18 34L48 41M82 34L52 41", "", INK, 6),
    *_arms("M36 68Q14 74 6 92M64 68Q86 74 94 92M46 72Q40 86 28 96M54 72Q60 86 72 96"),
    Coat("M41 62Q50 55 59 62L50 73Z", "#3a1620", INK, 2.5),
    Coat(oval(-6, 38, 2.8) + oval(-2, 24, 2.6) + oval(106, 38, 2.8) + oval(102, 24, 2.6), PALE),
    Coat(oval(14, 80, 2.6) + oval(86, 80, 2.6) + oval(38, 86, 2.4) + oval(62, 86, 2.4), PALE),
)
THRONE: Portrait = (
    Coat("M12 104V14Q14 2 26 2Q30 -8 50 -10Q70 -8 74 2Q86 2 88 14V104Z", "#3b1a20", INK, 4),
    Coat("M20 104V18Q50 2 80 18V104Z", "#8a2a38", "#e0ac45", 3),
    Coat(oval(16, 8, 6) + oval(84, 8, 6), "#e0ac45", INK, 3),
)


@cache
def _drawn(name: str, shoots: bool) -> str:
    if name == "kraken":
        return painted(KRAKEN)
    if name == "tyrant":
        return painted(THRONE, opponent(name)[1:])
    for figures, ground in ((LAND, SKY), (WET, DEEP), (COURT, STONE)):
        if name in figures:
            return painted((Coat("M0 0H100V100H0Z", ground),), *figures[name])
    return _drawn("archer" if shoots else "militia", shoots)


def token(profile: Profile) -> str:
    """A unit of somebody's own stands there with its weapon."""
    return _drawn(profile.name, profile.range > 1)
