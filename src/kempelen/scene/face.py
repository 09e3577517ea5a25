"""Where a shape's icon and words go, in points round the shape's middle."""

from collections.abc import Iterator
from typing import NamedTuple

from .model import DISC, HEX, SHIELD, Shape, is_cell

__all__ = ["Spot", "Words", "icon_spot", "words_on"]

LETTER = 0.58
"""How wide a letter is, by its height."""
EDGE = 4
"""Between a card's edge and what is on it."""
LINE = 1.12


class Spot(NamedTuple):
    """The middle of a square, and its side."""

    x: float
    y: float
    size: float


class Words(NamedTuple):
    """The middle of a line at its foot, the height of its letters, and the line."""

    x: float
    y: float
    size: float
    text: str


def icon_spot(shape: Shape, w: float, h: float) -> Spot:
    side = min(w, h)
    if "occupied" in shape.tags:
        down = h * 0.22 if shape.form is HEX else h / 2 - side * 0.16
        return Spot(-w / 2 + side * 0.16, down, side * 0.24)
    if shape.role == "card" and shape.text:
        foot = h - EDGE - _caption_height(shape, w)
        size = min(w * 0.68, foot - 2 * EDGE)
        return Spot(0, -h / 2 + EDGE + (foot - EDGE) / 2, size)
    raised = side * 0.07 if shape.form is SHIELD else 0
    if shape.role == "unit" and len(shape.text) == 1:
        return Spot(-side * 0.2, -raised, side * 0.52)
    if shape.role == "unit" and shape.text:
        return Spot(0, -side * 0.14, side * 0.56)
    if shape.role in ("unit", "mark", "marker"):
        return Spot(0, -raised, side * (0.6 if shape.form is DISC else 0.7))
    return Spot(0, 0, side * 0.62)


def words_on(shape: Shape, w: float, h: float) -> Iterator[Words]:
    """A field's name stands at its top edge, away from pieces; a card's below its icon; others in the middle."""
    if shape.role == "tile" and is_cell(shape):
        yield Words(0, -h / 2 + (h * 0.25 if shape.form is HEX else 14), 12, shape.text)
    elif shape.role == "card" and shape.icon:
        lines, size = shape.text.split("\n"), _caption_size(shape, w)
        for n, line in enumerate(reversed(lines)):
            yield Words(0, h / 2 - EDGE - size * (0.2 + LINE * n), size, line)
    elif shape.role == "unit" and shape.icon:
        yield _beside_icon(shape, min(w, h))
    else:
        size = min(26, 0.5 * min(w, h), 0.88 * w / (0.68 * len(shape.text)))
        yield Words(0, size * 0.36, size, shape.text)


def _beside_icon(shape: Shape, side: float) -> Words:
    if len(shape.text) > 1:
        return Words(0, side * 0.42, side * 0.3, shape.text)
    raised = side * 0.07 if shape.form is SHIELD else 0
    return Words(side * 0.28, side * 0.16 - raised, side * 0.44, shape.text)


def _caption_size(shape: Shape, w: float) -> float:
    longest = max(map(len, shape.text.split("\n")))
    return min(11, (w - EDGE) / (LETTER * longest))


def _caption_height(shape: Shape, w: float) -> float:
    return (shape.text.count("\n") + 1) * LINE * _caption_size(shape, w)
