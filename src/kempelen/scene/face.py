"""Where a shape's icon and words go, in points round the shape's middle."""

from collections.abc import Iterator
from typing import NamedTuple

from .model import DISC, HEX, SHIELD, Shape, is_cell

__all__ = ["Spot", "Words", "art_spot", "icon_spot", "is_medal", "plate_spot", "words_on"]

LETTER = 0.68
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
        return Spot(-w / 2 + side * 0.16, -h * 0.22 if shape.form is HEX else -h / 2 + side * 0.16, side * 0.24)
    if shape.role == "card" and shape.text:
        foot = h - EDGE - _caption_height(shape, w)
        return Spot(0, -h / 2 + EDGE + (foot - EDGE) / 2, min(w * 0.68, foot - 2 * EDGE))
    if shape.role not in ("unit", "mark", "marker"):
        return Spot(0, 0, side * 0.62)
    if shape.text and _is_above(shape, w, h):
        up, most = (0.19, 0.5) if shape.form is SHIELD else (0.15, 0.54)
        return Spot(0, -h * up, min(w * 0.8, h * most))
    up = _raised(shape, h)
    if shape.text:
        less = 0.1 * (len(shape.text) - 1)
        size = w * (0.46 - less) if shape.form is DISC else min(w * (0.52 - less), h * 0.8)
        return Spot(-w * (0.18 if shape.form is DISC else 0.2) - w * less * 0.4, -up, size)
    return Spot(0, -up, side * (0.62 if shape.form is DISC else 0.72))


def is_medal(shape: Shape) -> bool:
    """A piece with a picture and a number: the picture fills it, the number stands on a plate at its foot. A figure
    has its name beside it."""
    return shape.role == "unit" and bool(shape.art and shape.text) and "figure" not in shape.tags


def plate_spot(shape: Shape, w: float, h: float) -> Spot:
    """Where the number of such a piece stands: at the lower right, a leader's in the middle below; how high it is."""
    if "leader" in shape.tags:
        return Spot(0, h * 0.29, h * 0.38)
    return Spot(w * 0.3, h * 0.27, h * 0.44)


def art_spot(shape: Shape, w: float, h: float) -> Spot:
    """A picture fills the field, the card above its name, the piece but for its edge, a figure to the rim; a leader is
    larger than his piece."""
    if is_cell(shape) and shape.role != "card":
        return Spot(0, 0, min(w, h))
    if is_medal(shape):
        return Spot(0, -h * 0.1, min(w, h) * 1.18) if "leader" in shape.tags else Spot(0, 0, min(w, h) * 0.88)
    if shape.role != "card" and shape.form is SHIELD:
        return Spot(0, -h * 0.05, min(w, h) * 0.8)
    if shape.role != "card":
        return Spot(0, 0, min(w, h) * (0.94 if "figure" in shape.tags else 0.84))
    high = h - EDGE - (_caption_height(shape, w) if shape.text else 0)
    size = min(w - EDGE, high - EDGE)
    return Spot(0, -h / 2 + EDGE / 2 + (high - EDGE / 2) / 2, size)


def words_on(shape: Shape, w: float, h: float) -> Iterator[Words]:
    """A field's name stands at its top edge, away from pieces; a card's below its icon; others in the middle."""
    if shape.role == "tile" and is_cell(shape):
        yield Words(0, -h / 2 + (h * 0.25 if shape.form is HEX else 14), 12, shape.text)
    elif shape.role == "card" and shape.icon:
        lines, size = shape.text.split("\n"), _caption_size(shape, w)
        for below, line in zip(reversed(range(len(lines))), lines, strict=True):
            yield Words(0, h / 2 - EDGE - size * (0.2 + LINE * below), size, line)
    elif is_medal(shape):
        spot = plate_spot(shape, w, h)
        yield Words(spot.x, spot.y + spot.size * 0.31, spot.size * 0.84, shape.text)
    elif shape.role == "unit" and shape.icon:
        yield _by_icon(shape, w, h)
    else:
        size = min(26, 0.6 * min(w, h), 0.88 * w / (0.68 * len(shape.text)))
        yield Words(0, size * 0.36, size, shape.text)


def _by_icon(shape: Shape, w: float, h: float) -> Words:
    long = len(shape.text) - 1
    if _is_above(shape, w, h):
        return Words(0, h * (0.33 if shape.form is SHIELD else 0.42), min(w * 0.54, h * 0.32), shape.text)
    size = min(w * (0.44 - 0.08 * long), h * 0.7)
    return Words(w * (0.28 - 0.06 * long), size * 0.36 - _raised(shape, h), size, shape.text)


def _is_above(shape: Shape, w: float, h: float) -> bool:
    """Whether the icon stands above the letters, not to their left: a number or a single letter needs little room."""
    return h > w * 1.2 or (len(shape.text) > 1 and not shape.text.isdigit())


def _raised(shape: Shape, h: float) -> float:
    return h * 0.07 if shape.form is SHIELD else 0


def _caption_size(shape: Shape, w: float) -> float:
    longest = max(map(len, shape.text.split("\n")))
    return min(11, (w - 2 * EDGE) / (LETTER * longest))


def _caption_height(shape: Shape, w: float) -> float:
    return (shape.text.count("\n") + 1) * LINE * _caption_size(shape, w)
