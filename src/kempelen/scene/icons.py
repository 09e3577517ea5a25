"""Small signs for facts that many games have: cards in hand, what is lost, points, health."""

from .status import Icon
from .strokes import icon

__all__ = [
    "ATTACK",
    "BOLT",
    "CLOCK",
    "COIN",
    "DECK",
    "DICE",
    "DISCARD",
    "DOWN",
    "FLAG",
    "FOOT",
    "HAND",
    "HEART",
    "LOST",
    "PROTECTION",
    "REACH",
    "STAR",
]

HAND: Icon = icon("30,14 74,14 74,78 30,78 30,14", "30,26 16,30 24,90 62,84")
"""Two cards."""
DECK: Icon = icon("24,10 76,10 76,70 24,70 24,10", "24,78 76,78", "24,86 76,86")
"""A pile from above."""
DISCARD: Icon = icon("24,10 76,10 76,58 24,58 24,10", "50,66 50,94", "36,80 50,94 64,80")
"""A card going down."""
DOWN: Icon = icon("50,6 50,62", "50,82 50,92")
"""An exclamation mark: the sign of a piece that is held down."""
LOST: Icon = icon("20,20 80,80", "80,20 20,80")
STAR: Icon = icon("50,6 62,38 96,38 68,58 78,92 50,72 22,92 32,58 4,38 38,38 50,6")
COIN: Icon = icon("o 50,50 40", "50,28 50,72", "38,36 62,36 38,64 62,64")
HEART: Icon = icon("50,90 12,50 12,28 28,14 42,18 50,32 58,18 72,14 88,28 88,50 50,90")
BOLT: Icon = icon("58,4 22,56 48,56 40,96 80,38 52,38 58,4")
FLAG: Icon = icon("24,4 24,96", "24,10 86,28 24,50")
CLOCK: Icon = icon("o 50,50 40", "50,24 50,50 70,62")
FOOT: Icon = icon("10,80 60,80", "40,60 78,22", "52,22 78,22 78,48")
"""An arrow that leaves the ground: how far something goes."""
ATTACK: Icon = icon("88,12 36,64", "24,52 48,76", "36,64 14,86")
"""A sword."""
REACH: Icon = icon("o 50,50 12", "o 50,50 40", "50,2 50,24", "50,76 50,98", "2,50 24,50", "76,50 98,50")
PROTECTION: Icon = icon("50,6 88,20 82,62 50,94 18,62 12,20 50,6")
"""A shield."""
DICE: Icon = icon("16,16 84,16 84,84 16,84 16,16", "o 34,34 6", "o 50,50 6", "o 66,66 6")
