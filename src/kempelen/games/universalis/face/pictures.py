"""Signs of our own for models and terrain, in fine lines and characters."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kempelen.scene.model import Stroke
from kempelen.scene.portrait import Coat, Moved, Portrait, painted, visored
from kempelen.scene.strokes import icon, ring

__all__ = ["GLYPHS", "GROUNDS", "GROUPS", "HELMETS", "MARKERS", "OBJECTS", "TERRAIN_GLYPHS", "TYPE_ICONS"]
__all__ += ["fallen", "illustration"]


COMPASS = ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))

TYPE_ICONS: Mapping[str, tuple[Stroke, ...]] = {
    "infantry": icon(  # a helmet with its visor, shoulders, a rifle
        "10,96 16,74 38,64 62,64 84,74 90,96 10,96",
        "28,50 28,28 36,12 50,6 64,12 72,28 72,50 62,60 38,60 28,50",
        "32,34 68,34",
        "97,18 97,66",
    ),
    "colossus": icon(  # a hull with arms on two legs
        "24,14 76,14 82,56 18,56 24,14",
        "36,26 64,26",
        "18,24 4,30 4,58",
        "82,24 96,30 96,58",
        "28,56 22,76 24,94 40,94 42,56",
        "72,56 78,76 76,94 60,94 58,56",
    ),
    "drone": icon(  # a body with an eye between two rotors
        "32,46 68,46 76,60 64,76 36,76 24,60 32,46",
        "o 50,60 8",
        "34,46 20,30",
        "66,46 80,30",
        "2,28 38,28",
        "62,28 98,28",
    ),
}
"""By type of model."""


GROUPS: Mapping[str, tuple[Stroke, ...]] = {
    "border_watch": (  # a watch tower
        (
            *((0.16, 0.08), (0.16, 0.38), (0.28, 0.38), (0.24, 0.95), (0.76, 0.95), (0.72, 0.38), (0.84, 0.38)),
            *((0.84, 0.08), (0.68, 0.08), (0.68, 0.2), (0.58, 0.2), (0.58, 0.08), (0.42, 0.08), (0.42, 0.2)),
            *((0.32, 0.2), (0.32, 0.08), (0.16, 0.08)),
        ),
        ((0.5, 0.52), (0.5, 0.7)),
    ),
    "scrappers": (  # a spanner
        (
            *((0.1, 0.28), (0.24, 0.4), (0.4, 0.36), (0.42, 0.22), (0.28, 0.08), (0.46, 0.06), (0.58, 0.2)),
            *(
                (0.56, 0.38),
                (0.94, 0.78),
                (0.94, 0.92),
                (0.8, 0.94),
                (0.4, 0.54),
                (0.22, 0.58),
                (0.1, 0.46),
                (0.1, 0.28),
            ),
        ),
    ),
    "clockwork": (  # a cog
        ring(0.5, 0.5, 0.3, 12),
        ring(0.5, 0.5, 0.1, 8),
        *(((0.5 + 0.3 * x, 0.5 + 0.3 * y), (0.5 + 0.46 * x, 0.5 + 0.46 * y)) for x, y in COMPASS),
    ),
}
"""Of the factions that the game brings along."""


HELMETS = (("#2f5c86", "#b9c2c8", "#7fd0e8"), ("#8a3b2c", "#b5a184", "#ffb24a"))
"""Cloth, steel and the light behind the visor, by seat."""

_INK, _IRON = "#1f1a16", "#4b5257"
_RUIN: Portrait = (
    Coat("M0 0H100V100H0Z", "#8d979b"),
    Coat("M0 60V30L12 24V40L26 34V18L40 26V62L60 56V34L74 40V22L88 30 100 26V100H0Z", "#5f696d"),
    Coat("M6 46H10M30 30H34M64 46H68M80 40H84", "", "#c9b36a", 4),
)
_RIFLE: Portrait = (
    Coat("M6 92L20 72 48 60 54 70 34 80 26 96Z", "#3b3f42", _INK, 2.5),
    Coat("M46 60L92 34 96 41 54 70Z", _IRON, _INK, 2.5),
    Coat("M56 52L70 44 73 49 59 57Z", "#2a2d30", _INK, 2),
)
_BLADE: Portrait = (
    Coat("M70 84L88 14 96 12 95 20 80 88Z", "#cfd5d8", _INK, 2.5),
    Coat("M60 80L90 90M73 86L68 99", "", "#5b3a1d", 5),
)


def _hull(cloth: str, steel: str, light: str) -> Portrait:
    return (
        Coat("M24 60L18 98H40L42 60ZM76 60L82 98H60L58 60Z", _IRON, _INK),
        Coat("M6 34H22V70L14 80 4 70ZM78 34H94L96 70 86 80 78 70Z", cloth, _INK),
        Coat("M22 12H78L86 50 74 68H26L14 50Z", steel, _INK),
        Coat("M32 24H68L65 36H35Z", "#16191c", _INK, 2.5),
        Coat("M38 28H62", "", light, 4),
        Coat("M30 48H70M34 56H66", "", _INK, 2.4),
    )


def _flyer(cloth: str, steel: str, light: str) -> Portrait:
    return (
        Coat("M30 44L16 26M70 44L84 26", "", _IRON, 5),
        Coat("M0 20Q16 12 34 20Q16 28 0 20ZM66 20Q84 12 100 20Q84 28 66 20Z", "#dfe5e8", _INK, 2),
        Coat("M28 40H72L84 58 68 78H32L16 58Z", steel, _INK),
        Coat("M36 58L50 48 64 58 50 70Z", "#16191c", _INK, 2.5),
        Coat("M46 58L50 55 54 58 50 62Z", light),
        Coat("M34 78L28 92M66 78L72 92M20 58H10M80 58H90", "", cloth, 5),
    )


@cache
def illustration(kind: str, seat: int, far: bool) -> str:
    """A model for its card, by its type, its side, and whether it shoots."""
    colours = HELMETS[seat % len(HELMETS)]
    if kind == "colossus":
        return painted(_RUIN, _hull(*colours))
    if kind == "drone":
        return painted(_RUIN, _flyer(*colours))
    return painted(_RUIN, Moved(visored(*colours)[1:], 12, 4, 0.76), _RIFLE if far else _BLADE)


def fallen(strokes: tuple[Stroke, ...]) -> tuple[Stroke, ...]:
    """The same lying on its back."""
    return tuple(tuple((round(1 - y, 3), x) for x, y in stroke) for stroke in strokes)


MARKERS: Mapping[str, tuple[Stroke, ...]] = {
    "burning": (
        (
            *((0.5, 0.05), (0.64, 0.32), (0.82, 0.52), (0.82, 0.72), (0.68, 0.93), (0.32, 0.93)),
            *((0.18, 0.72), (0.22, 0.48), (0.36, 0.58), (0.36, 0.32), (0.5, 0.05)),
        ),
        ((0.5, 0.9), (0.4, 0.76), (0.52, 0.56), (0.62, 0.76), (0.5, 0.9)),
    ),
    "ready": (ring(0.5, 0.5, 0.3, 12), ((0.5, 0.05), (0.5, 0.95)), ((0.05, 0.5), (0.95, 0.5))),
    "panic": (((0.5, 0.1), (0.5, 0.65)), ((0.5, 0.8), (0.5, 0.9))),
    "poison": (
        (
            (0.36, 0.7),
            (0.2, 0.58),
            (0.16, 0.36),
            (0.3, 0.14),
            (0.5, 0.07),
            (0.7, 0.14),
            (0.84, 0.36),
            (0.8, 0.58),
            (0.64, 0.7),
        ),
        ((0.36, 0.7), (0.36, 0.92), (0.64, 0.92), (0.64, 0.7)),
        ((0.5, 0.76), (0.5, 0.92)),
        ring(0.36, 0.44, 0.07, 6),
        ring(0.64, 0.44, 0.07, 6),
    ),
    "reload": (ring(0.5, 0.5, 0.35, 12)[:10], ((0.6, 0.05), (0.8, 0.2), (0.6, 0.35))),
    "fast": (((0.2, 0.2), (0.5, 0.5), (0.2, 0.8)), ((0.5, 0.2), (0.8, 0.5), (0.5, 0.8))),
    "shock": (((0.6, 0.05), (0.3, 0.5), (0.6, 0.5), (0.35, 0.95)),),
    "hidden": (((0.1, 0.5), (0.5, 0.25), (0.9, 0.5), (0.5, 0.75), (0.1, 0.5)), ((0.2, 0.85), (0.8, 0.15))),
    "defence": (((0.2, 0.15), (0.8, 0.15), (0.8, 0.5), (0.5, 0.9), (0.2, 0.5), (0.2, 0.15)),),
}
"""The nine markers of the rulebook (R003), drawn anew."""

OBJECTS: Mapping[str, tuple[Stroke, ...]] = {
    "mast": (((0.5, 0.95), (0.5, 0.2)), ((0.3, 0.95), (0.5, 0.5), (0.7, 0.95)), ring(0.5, 0.15, 0.1)),
    "core": (((0.5, 0.1), (0.85, 0.35), (0.85, 0.7), (0.5, 0.95), (0.15, 0.7), (0.15, 0.35), (0.5, 0.1)),),
    "crate": (((0.15, 0.2), (0.85, 0.2), (0.85, 0.85), (0.15, 0.85), (0.15, 0.2)), ((0.15, 0.2), (0.85, 0.85))),
}

GLYPHS: Mapping[str, str] = {
    "burning": "*",
    "ready": "◎",
    "panic": "!",
    "poison": "§",
    "reload": "↻",
    "fast": "»",
    "shock": "z",
    "hidden": "?",
    "defence": "▼",
}
"""The markers in a text drawing."""

TERRAIN_GLYPHS: Mapping[str, str] = {
    "": "#",
    "fortified": "=",
    "thicket": "%",
    "building": "⌂",
    "crater": "o",
    "ruin": "r",
    "road": ".",
    "swamp": "~",
    "impassable": "X",
    "forest": "♣",
    "water": "≈",
}

GROUNDS: Mapping[str, str] = {
    "": "wall",
    "open": "open",
    "fortified": "built",
    "thicket": "brush",
    "building": "floor",
    "crater": "sand",
    "ruin": "rubble",
    "road": "road",
    "swamp": "swamp",
    "impassable": "wall",
    "forest": "brush",
    "water": "wet",
}
"""What terrain is made of; a piece without a type is a solid one."""
