"""The outlines and small parts of a drawing: forms, badges, name plates, lines; all round the middle of a shape."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import atan2, cos, pi, sin

from .face import is_medal, plate_spot
from .model import DISC, HEX, MARKS, SHIELD, Point, Shape, Stroke
from .sign import signs_of

__all__ = [
    "arrow_head",
    "badge",
    "badge_width",
    "bands",
    "closed",
    "corner",
    "left_bar",
    "n",
    "name_beside",
    "number_plate",
    "outline",
    "polyline",
    "signs_on",
    "text",
    "word",
]

NAME, PLATE = 20, 24
"""The height of the letters beside a model, and of the plate they stand on."""
LONG_NAME, LONG_PLATE = 14, 18
"""The same for a name of more than two letters."""
CORNERED = 42
"""On a piece of less than this many points the number in its corner is smaller."""
ROW = 3
"""Between two rows of names."""


def outline(shape: Shape, w: float, h: float) -> tuple[str, str]:
    """The element that draws a shape round 0, 0, and its measures."""
    if shape.form is DISC:
        return "ellipse", f'rx="{n(w / 2)}" ry="{n(h / 2)}"'
    if shape.form is HEX:
        return "path", f'd="{polyline(hexagon(w, h))}Z"'
    if shape.form is SHIELD:
        return "path", f'd="{polyline(shield(w, h))}Z"'
    corner = min(5.0, w / 8)
    return "rect", f'x="{n(-w / 2)}" y="{n(-h / 2)}" width="{n(w)}" height="{n(h)}" rx="{n(corner)}"'


def signs_on(shape: Shape) -> str:
    """The signs of the tags, without those that the form or the icon shows."""
    if shape.role in ("mark", "marker") and shape.icon:
        return ""
    shown = {MARKS["foe"]} if shape.form is SHIELD else set()
    if shape.risk:  # what it could lose says that it could fall, too
        shown.add(MARKS["doomed"])
    return "".join(sign for sign in signs_of(shape) if sign not in shown)


def badge_width(words: str) -> float:
    return 7 * len(words) + 9


def badge(cls: str, x: float, y: float, words: str, scale: float = 1) -> str:
    if scale != 1:
        return f'<g transform="translate({n(x)} {n(y)}) scale({n(scale)})">{badge(cls, 0, 0, words)}</g>'
    wide = badge_width(words)
    return (
        f'<g class="{cls}"><rect x="{n(x - wide / 2)}" y="{n(y - 8)}" width="{n(wide)}" height="16" rx="8"/>'
        f"{text(x, y + 4, words)}</g>"
    )


def text(x: float, y: float, words: str, size: float = 0, cls: str = "") -> str:
    look = (f' class="{cls}"' if cls else "") + (f' font-size="{n(size)}"' if size else "")
    return f'<text x="{n(x)}" y="{n(y)}"{look}>{escape(words)}</text>'


def hexagon(w: float, h: float) -> list[Point]:
    """Pointed at the top if it is taller than wide, else at the sides."""
    a, b = w / 2, h / 2
    if h >= w:
        return [(0, -b), (a, -b / 2), (a, b / 2), (0, b), (-a, b / 2), (-a, -b / 2)]
    return [(-a, 0), (-a / 2, -b), (a / 2, -b), (a, 0), (a / 2, b), (-a / 2, b)]


def shield(w: float, h: float) -> list[Point]:
    """Flat at the top, pointed at the bottom."""
    a, b, cut = w / 2, h / 2, min(5.0, w / 8)
    return [(cut - a, -b), (a - cut, -b), (a, cut - b), (a, h * 0.2), (0, b), (-a, h * 0.2), (-a, cut - b)]


def name_beside(shape: Shape, w: float, h: float) -> Iterator[str]:
    """A plate with the name above a model or on the side that a tag names; the signs of its tags sit on the rim.

    Whose it is the plate's edge says: whole for one's own, dashed for a foe.
    """
    signs = signs_of(shape).replace(MARKS["foe"], "")
    for side, way in (("left", -1), ("right", 1)):
        if f"name-{side}" in shape.tags:
            yield from plate(way * (w / 2 + 4 + plate_width(shape.text) / 2), 0, shape.text)
            break
    else:
        high = plate_sizes(shape.text)[1]
        second = bool(shape.tags & {"name-higher", "name-lower"})
        way = 1 if shape.tags & {"name-below", "name-lower"} else -1
        if second:
            yield f'<path class="plate" d="M0 {n(way * h / 2)}V{n(way * (h / 2 + high + ROW))}"/>'
        yield from plate(0, way * (h / 2 + 4 + high / 2 + second * (high + ROW)), shape.text)
    if signs:
        far = w / 2 + badge_width(signs) * 0.2
        yield badge("m", far if "name-left" in shape.tags else -far, h / 2 + 1, signs, 0.8)


def plate_sizes(words: str) -> tuple[int, int]:
    """The height of letters and plate."""
    return (LONG_NAME, LONG_PLATE) if len(words) > 2 else (NAME, PLATE)


def plate_width(words: str) -> float:
    return plate_sizes(words)[0] * 0.64 * len(words) + 9


def plate(x: float, y: float, words: str) -> Iterator[str]:
    wide, (size, high) = plate_width(words), plate_sizes(words)
    area = f'x="{n(x - wide / 2)}" y="{n(y - high / 2)}" width="{n(wide)}" height="{high}"'
    yield f'<rect class="plate" {area} rx="4"/>'
    yield text(x, y + size * 0.36, words, size, "beside")


def corner(shape: Shape, w: float, h: float) -> str:
    """The number of a card stands in its upper left corner, that of a piece at its lower right."""
    if shape.role == "card":
        return badge("c", -w / 2 + badge_width(shape.corner) / 2 - 3, -h / 2 + 6, shape.corner)
    if is_medal(shape):
        return badge("c", -w * 0.36, h * 0.38, shape.corner)
    return badge("c", w * 0.38, h * 0.36, shape.corner, min(1, min(w, h) / CORNERED))


def number_plate(shape: Shape, w: float, h: float) -> str:
    """Below the number of a piece with a picture: in the form of the piece, so that it says whose it is, too."""
    spot = plate_spot(shape, w, h)
    wide = spot.size * (0.62 + 0.44 * len(shape.text))
    if shape.form is SHIELD:
        d = polyline([(spot.x + x, spot.y + y + spot.size * 0.08) for x, y in shield(wide, spot.size * 1.16)])
        return f'<path class="q" d="{d}Z"/>'
    area = f'x="{n(spot.x - wide / 2)}" y="{n(spot.y - spot.size / 2)}" width="{n(wide)}" height="{n(spot.size)}"'
    return f'<rect class="q" {area} rx="{n(spot.size / 2)}"/>'


def left_bar(shape: Shape, w: float, h: float) -> Iterator[str]:
    """A bar at the foot of a piece: what is left of it. Where a letter stands at the lower right it ends before that,
    and lies on the rim: another piece may stand right below."""
    wide, high, x, y = w * 0.78, max(5.0, h * 0.11), -w * 0.39, h * 0.5
    if shape.corner and not is_medal(shape):
        wide, x, y = w * 0.56, -w * 0.46, h * 0.5 - high
    yield f'<rect class="gone" x="{n(x)}" y="{n(y)}" width="{n(wide)}" height="{n(high)}" rx="2"/>'
    full = max(0.0, shape.left) * wide
    yield f'<rect class="left" x="{n(x)}" y="{n(y)}" width="{n(full)}" height="{n(high)}" rx="2"/>'


def bands(strokes: Iterable[Stroke], left: float, top: float, w: float, h: float) -> str:
    return "".join(polyline([(left + x * w, top + y * h) for x, y in stroke]) for stroke in strokes)


def closed(strokes: Iterable[Stroke], *, is_so: bool = True) -> list[Stroke]:
    """The lines that end where they began, and so have an inside; or the others."""
    return [stroke for stroke in strokes if (len(stroke) > 3 and stroke[0] == stroke[-1]) == is_so]


def polyline(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points)


def arrow_head(before: Point, tip: Point) -> str:
    angle = atan2(tip[1] - before[1], tip[0] - before[0])
    barbs = [(tip[0] + 11 * cos(angle + turn), tip[1] + 11 * sin(angle + turn)) for turn in (pi * 0.85, -pi * 0.85)]
    return polyline([barbs[0], tip, barbs[1]])


def word(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9-]", "-", name)


def n(value: float) -> str:
    """A number with at most one decimal; no "-0"."""
    return f"{round(value, 1) + 0:g}"
