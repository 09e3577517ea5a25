"""Signs of our own for models and terrain, in fine lines and characters."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.scene.model import Stroke
from kempelen.scene.strokes import icon, ring

__all__ = ["GLYPHS", "GROUNDS", "GROUPS", "MARKERS", "OBJECTS", "TERRAIN_GLYPHS", "TYPE_ICONS"]


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
