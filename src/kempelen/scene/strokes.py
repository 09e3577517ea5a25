"""Icons in a short notation: `icon("10,50 50,20 90,50", "o 50,50 20")` is an angle and a ring."""

from math import cos, pi, sin

from .model import Stroke

__all__ = ["icon", "ring"]


def icon(*lines: str) -> tuple[Stroke, ...]:
    """Lines through points in hundredths of a square, from its top left corner; `o x,y r` is a ring."""
    return tuple(_stroke(line.split()) for line in lines)


def _stroke(words: list[str]) -> Stroke:
    if words[0] == "o":
        x, y = _point(words[1])
        return ring(x, y, float(words[2]) / 100)
    return tuple(map(_point, words))


def _point(word: str) -> tuple[float, float]:
    x, y = word.split(",")
    return float(x) / 100, float(y) / 100


def ring(x: float, y: float, r: float, corners: int = 0) -> Stroke:
    """Small rings need fewer corners to look round; so many, if they are named."""
    corners = corners or (8 if r < 0.1 else 12 if r < 0.3 else 18)
    turns = [2 * pi * n / corners for n in range(corners + 1)]
    return tuple((round(x + r * cos(turn), 3), round(y + r * sin(turn), 3)) for turn in turns)
