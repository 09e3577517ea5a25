"""Cards, counters and marks as pictures: neutral symbols of our own, in fine lines."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.games.undaunted.rules.cards import Kind
from kempelen.scene.model import Stroke
from kempelen.scene.strokes import icon

__all__ = ["CONTROLLED", "ICONS", "SCOUTED", "TARGET"]

ICONS: Mapping[Kind, tuple[Stroke, ...]] = {
    # Three chevrons over a bow
    "sergeant": icon("12,36 50,6 88,36", "12,56 50,26 88,56", "12,76 50,46 88,76", "18,86 50,98 82,86"),
    # A signpost
    "guide": icon("50,2 50,98", "18,12 70,12 88,24 70,36 18,36 18,12", "82,48 30,48 12,60 30,72 82,72 82,48"),
    # Binoculars
    "scout": icon("o 25,68 22", "o 75,68 22", "47,66 53,66", "5,58 20,14 40,14 46,58", "95,58 80,14 60,14 54,58"),
    # A machine gun on its bipod
    "mg": icon(
        "0,36 44,36",
        "44,26 74,26 74,46 44,46 44,26",
        "74,30 99,32 99,58 74,44",
        "18,37 6,80",
        "18,37 30,80",
        "52,46 52,70 68,70 68,46",
    ),
    # Crosshairs
    "sniper": icon("o 50,50 36", "50,0 50,34", "50,66 50,100", "0,50 34,50", "66,50 100,50"),
    # A tube on its plate, and a shell
    "mortar": icon("14,76 48,24 68,37 34,89 14,76", "2,94 52,94", "58,54 92,94", "66,20 72,6 90,2 88,20 76,28 66,20"),
    # A rifle
    "rifleman": icon(
        "99,2 54,47", "54,47 62,55 46,70 36,68 14,96 2,84 32,54 40,54 54,47", "62,38 72,48", "48,68 56,78"
    ),
    # Two chevrons
    "leader": icon("10,56 50,22 90,56", "10,84 50,50 90,84"),
    # A cloud
    "fog": icon(
        "20,66 6,58 6,42 18,32 28,34 36,16 56,10 72,20 76,34 90,36 97,50 90,64 78,66 20,66",
        "14,82 40,82",
        "52,82 90,82",
        "28,96 70,96",
    ),
}
"""By kind of card; a counter has the icon of its cards."""

SCOUTED = icon("1,50 24,24 50,14 76,24 99,50 76,76 50,86 24,76 1,50", "o 50,50 15")
"""An eye."""
CONTROLLED = icon("22,0 22,100", "22,6 92,28 22,54")
"""A flag."""
TARGET = icon("o 50,50 42", "o 50,50 14")
