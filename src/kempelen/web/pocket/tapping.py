"""A board whose places are links: whatever can be tapped works without a script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import hypot
from typing import Any

from markupsafe import Markup

from kempelen.scene import parts
from kempelen.scene.forms import text
from kempelen.scene.model import Point, Scene, Shape, is_cell
from kempelen.scene.svg import SCALE

__all__ = [
    "RULED",
    "badges",
    "board_with_links",
    "cropped",
    "edged",
    "gone_from",
    "mark",
    "numbered",
    "placed",
    "ruled",
    "shared",
    "way",
    "written",
]

EDGE = 6
"""Room around the part of a board that is shown."""
SMALL = 7
"""A board of so few tiles across is shown nearly whole."""
CARDS = 11
"""Rows of so few cards are shown from end to end."""
NAMES = 0.45
"""Room at the edge of a part for the names of columns and rows, in tiles."""
RULED = 1.2
"""Room round a grid in centimetres, for the figures at its edge."""
FIGURES = 0.07
"""So high are they, as a part of the grid."""
MOST_FIGURES = 5
"""So many are read at an edge."""
CLEAR = {"cm": (0.0, 1.5)}
USUAL_CLEAR = (0.32, 0.32)
"""So far from where a way begins and ends its arrow stays, in tiles or cm: counters lie there."""
LYING = ("unit", "marker")
NAME_LETTER, NAME_HIGH = 1.6, 2.9
"""A letter of the name of a piece on a table, and how high the name is, in cm."""
MEASURE = 3.2
"""How high measures are written on a table, in cm."""
STEP = {"cm": 1.3}
USUAL_STEP = 0.16
"""Half as wide is the number of a step, in tiles or cm."""


def board_with_links(
    scene: Scene,
    links: Mapping[str, str],
    marks: Mapping[str, str] | None = None,
    does: Mapping[str, str] | None = None,
    spots: Sequence[Shape] = (),
) -> Markup:
    """The board; over every shape that has one lies a link, and over a marked one a short text.

    A script may do at once what a link leads to, if that is all: `does`. `spots` are bare points that can be tapped.
    """
    drawing = parts.board(scene)
    end = drawing.rindex("</svg>")
    over = [
        *(
            link(shape, links[shape.id], (does or {}).get(shape.id, ""), scene)
            for shape in (*scene.shapes, *spots)
            if shape.id in links
        ),
        *(mark(shape, marks[shape.id], scene) for shape in scene.shapes if marks and shape.id in marks),
    ]
    return Markup(drawing[:end] + "".join(over) + "</svg>")


def box_of(shape: Shape, scene: Scene) -> tuple[float, float, float, float]:
    """Left, top, width and height in the drawing."""
    sx, sy = SCALE[scene.unit]
    if shape.points:
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
        return min(xs) * sx, min(ys) * sy, (max(xs) - min(xs)) * sx, (max(ys) - min(ys)) * sy
    return (shape.x - shape.w / 2) * sx, (shape.y - shape.h / 2) * sy, shape.w * sx, shape.h * sy


def link(shape: Shape, href: str, do: str, scene: Scene) -> str:
    left, top, wide, high = box_of(shape, scene)
    at_once = f' data-do="{escape(do)}"' if do else ""
    return (
        f'<a href="{escape(href)}" aria-label="{escape(shape.label or shape.text)}" class="over"{at_once}>'
        f'<rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="6"/></a>'
    )


def mark(shape: Shape, word: str, scene: Scene) -> str:
    left, top, wide, high = box_of(shape, scene)
    size = min(wide, high) * 0.3
    return (
        f'<g class="over-mark"><rect x="{left:g}" y="{top:g}" width="{wide:g}" height="{high:g}" rx="6"/>'
        f'<text x="{left + wide / 2:g}" y="{top + size * 0.7:g}" font-size="{size:g}">{escape(word)}</text></g>'
    )


def placed(shape: Shape, number: int, scene: Scene) -> str:
    """The number of a place, over whatever lies there: the button below the board has the same."""
    left, top, wide, high = box_of(shape, scene)
    x, y, size = left + wide / 2, top + high / 2, min(wide, high) * 0.34
    return (
        f'<g class="over-step"><circle cx="{x:g}" cy="{y:g}" r="{size:g}"/>'
        f'<text x="{x:g}" y="{y + size * 0.52:g}" font-size="{size * 1.5:g}">{number}</text></g>'
    )


def gone_from(shape: Shape, scene: Scene, *, lost: bool) -> str:
    """A piece where it stood before it went, pale; one that is lost is crossed out."""
    left, top, wide, high = box_of(shape, scene)
    body = parts.faded(shape, scene.unit)
    cross = f'<path class="over-lost" d="M{left:g} {top:g}l{wide:g} {high:g}m0 {-high:g}l{-wide:g} {high:g}"/>'
    return f'<g class="over-gone"><g class="pale">{body}</g>{cross if lost else ""}</g>'


def numbered(shape: Shape, number: int, scene: Scene, after: int = 0, *, larger: float = 1) -> str:
    """The number of a step at the corner of what it begins with; `after` so many others there."""
    left, top, *_ = box_of(shape, scene)
    size = larger * SCALE[scene.unit][0] * STEP.get(scene.unit, USUAL_STEP)
    x, y = left + size * (0.8 + 2.1 * after), top + size * 0.8
    return (
        f'<g class="over-step"><circle cx="{x:g}" cy="{y:g}" r="{size:g}"/>'
        f'<text x="{x:g}" y="{y + size * 0.52:g}" font-size="{size * 1.5:g}">{number}</text></g>'
    )


def written(x: float, y: float, word: str, scene: Scene, size: float = MEASURE) -> str:
    """A few letters at a point of a table, such as its measures."""
    sx, sy = SCALE[scene.unit]
    high = size * sy
    wide = high * 0.62 * (len(word) + 0.8)
    return (
        f'<g class="over-badge"><rect x="{x * sx - wide / 2:g}" y="{y * sy - high * 0.65:g}" width="{wide:g}"'
        f' height="{high * 1.3:g}" rx="{high * 0.4:g}"/><text x="{x * sx:g}" y="{y * sy + high * 0.35:g}"'
        f' font-size="{high:g}">{escape(word)}</text></g>'
    )


def badges(scene: Scene, words: Mapping[str, str]) -> Iterator[str]:
    """A few letters at pieces: how likely they are hit. Below them, or where they cover least of what else is there."""
    taken = [box for shape in scene.shapes if shape.role in LYING for box in boxes_of(shape, scene)]
    for shape in scene.shapes:
        if words.get(shape.id):
            left, top, wide, high = box_of(shape, scene)
            size = high * 0.66
            room, tall = size * 0.66 * (len(words[shape.id]) + 0.6), size * 1.3
            middle, level = left + wide / 2 - room / 2, top + high / 2 - tall / 2
            places = (
                (middle, top + high * 1.15),
                (middle, top - tall - high * 0.15),
                (left + wide * 1.1, level),
                (left - room - wide * 0.1, level),
            )
            x, y = min(places, key=lambda at: sum(shared((*at, room, tall), box) for box in taken))
            taken.append((x, y, room, tall))
            yield (
                f'<g class="over-badge"><rect x="{x:g}" y="{y:g}" width="{room:g}" height="{tall:g}"'
                f' rx="{size * 0.4:g}"/><text x="{x + room / 2:g}" y="{y + size:g}" font-size="{size:g}">'
                f"{escape(words[shape.id])}</text></g>"
            )


def ruled(drawing: str, scene: Scene, spots: Sequence[Shape], base: Shape | None = None) -> str:
    """A grid of points with the centimetres at its left and lower edge, as one measures them; with a base where it
    would stand, as wide as it is."""
    if not spots:
        return drawing
    sx, sy = SCALE[scene.unit]
    xs, ys = sorted({one.x for one in spots}), sorted({one.y for one in spots})
    half = spots[0].w / 2
    left, low = (xs[0] - half) * sx, (ys[-1] + half) * sy
    size = figures_high(spots)
    begin = (
        ""
        if base is None
        else (f'<circle class="over-base" cx="{base.x * sx:g}" cy="{base.y * sy:g}" r="{base.w / 2 * sx:g}"/>')
    )
    across = [(f"{x * sx:g}", f"{low + size * sy * 0.95:g}", "middle", x) for x in figures(xs)]
    upward = [
        (
            f"{left - size * sx * 0.25:g}",
            f"{(y + size * 0.35) * sy:g}",
            "end",
            scene.top + scene.h - y if scene.upwards else y,
        )
        for y in figures(ys)
    ]
    names = "".join(
        f'<text class="over-cm" x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size * sy:g}">{value:g}</text>'
        for x, y, anchor, value in (*across, *upward)
    )
    end = drawing.rindex("</svg>")
    return f"{drawing[:end]}{begin}{names}{drawing[end:]}"


def figures_high(spots: Sequence[Shape]) -> float:
    """How high the figures below a grid of points are; nothing without one."""
    xs, ys = [one.x for one in spots], [one.y for one in spots]
    return max(max(xs) - min(xs), max(ys) - min(ys), 2.0) * FIGURES if spots else 0.0


def figures(values: Sequence[float]) -> Sequence[float]:
    """A few of them, whole centimetres where there are any."""
    whole = [one for one in values if one == round(one)] or values
    return whole[:: max(1, -(-len(whole) // MOST_FIGURES))]


Box = tuple[float, float, float, float]


def boxes_of(shape: Shape, scene: Scene) -> Iterator[Box]:
    """What a piece takes in the drawing, and its name beside it."""
    left, top, wide, high = box_of(shape, scene)
    yield left, top, wide, high
    if not shape.text:
        return
    room, tall = len(shape.text) * NAME_LETTER * SCALE[scene.unit][0], NAME_HIGH * SCALE[scene.unit][1]
    side = next((tag.removeprefix("name-") for tag in shape.tags if tag.startswith("name-")), "above")
    middle = left + wide / 2 - room / 2
    row = tall if side in ("higher", "lower") else 0.0
    if side in ("left", "right"):
        yield (left + wide if side == "right" else left - room), top + high / 2 - tall / 2, room, tall
    else:
        yield middle, top - tall - row if side in ("above", "higher") else top + high + row, room, tall


def shared(one: Box, other: Box) -> float:
    """How much of two boxes lies over each other."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(wide, 0.0) * max(high, 0.0)


def way(scene: Scene, path: Sequence[Any]) -> str:
    """An arrow along a path of shapes, or of points as the game counts them; empty if there is none."""
    sx, sy = SCALE[scene.unit]
    places = {shape.id: (shape.x, shape.y) for shape in scene.shapes}
    points: list[Point] = []
    for step in path:
        if isinstance(step, str):
            points += [places[step]] if step in places else []
        else:
            points.append((step[0], scene.top + scene.h - step[1] if scene.upwards else step[1]))
    if len(points) < 2:
        return ""
    begins, ends = CLEAR.get(scene.unit, USUAL_CLEAR)
    points = [nearer(points[0], points[1], begins), *points[1:-1], nearer(points[-1], points[-2], ends)]
    line = "L".join(f"{x * sx:g} {y * sy:g}" for x, y in points)
    (x, y), (x0, y0) = points[-1], points[-2]
    far = hypot((x - x0) * sx, (y - y0) * sy) or 1
    ux, uy = (x - x0) * sx / far, (y - y0) * sy / far
    size = sx * (0.2 if scene.unit != "cm" else 1.4)
    barbs = [(x * sx - size * (ux - side * 0.6 * uy), y * sy - size * (uy + side * 0.6 * ux)) for side in (1, -1)]
    head = "L".join(f"{bx:g} {by:g}" for bx, by in (barbs[0], (x * sx, y * sy), barbs[1]))
    return f'<path class="over-way" d="M{line}M{head}"/>'


def nearer(point: Point, to: Point, by: float) -> Point:
    """A point moved so far towards another, but never more than a third of the way."""
    far = hypot(to[0] - point[0], to[1] - point[1])
    share = min(by / far, 1 / 3) if far else 0
    return point[0] + (to[0] - point[0]) * share, point[1] + (to[1] - point[1]) * share


def cropped(
    drawing: str, scene: Scene, handles: tuple[str, ...], room: float = 0, spots: Sequence[Shape] = (), ratio: float = 0
) -> str:
    """The part of a board around these shapes, with so much room; the whole board if none of them is on it.

    With a `ratio` a table in centimetres is shown at least so much wider than high.
    """
    boxes = [box_of(shape, scene) for shape in (*scene.shapes, *spots) if shape.id in handles]
    if not boxes:
        return drawing
    sx, sy = SCALE[scene.unit]
    across, along = (room, room) if room else room_beside(scene)
    more = (across * sx, along * sy)
    left, top = min(box[0] for box in boxes) - more[0], min(box[1] for box in boxes) - more[1]
    right, bottom = max(b[0] + b[2] for b in boxes) + more[0], max(b[1] + b[3] for b in boxes) + more[1]
    # the figures of a grid that ends where the table ends stand beyond it
    x0, y0 = (scene.left - RULED * bool(spots)) * sx - 20, scene.top * sy - 20
    left, top = max(left, x0), max(top, y0)
    right = min(right, (scene.left + scene.w) * sx + 20)
    bottom = min(bottom, (scene.top + scene.h + figures_high(spots)) * sy + 20)
    if scene.unit == "cm":
        left, right = widened(left, right, ratio * (bottom - top), x0, (scene.left + scene.w) * sx + 20)
    else:
        left, top, right, bottom = whole_cells(scene, left, top, right, bottom)
    begin = drawing.index('viewBox="') + len('viewBox="')
    rest = drawing[drawing.index('"', begin) :]
    box = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    if scene.unit != "cm":
        return f"{drawing[:begin]}{box}{rest}"
    # a table in centimetres goes on beside its part as far as there is room: nothing ends in the middle of it
    return f'{drawing[:begin]}{box}" overflow="visible{rest}'


def edged(drawing: str, scene: Scene) -> str:
    """A part of a board with the names of its columns and rows at its edge, for "from A1 to B2"; not where the places
    carry their names themselves."""
    columns, rows = scene.columns, scene.rows
    if not columns or not rows or scene.spare_axes:
        return drawing
    (sx, sy), begin = SCALE[scene.unit], drawing.index('viewBox="') + len('viewBox="')
    left, top, wide, high = map(float, drawing[begin : drawing.index('"', begin)].split())
    right, bottom = left + wide, top + high
    room, letters = sx * NAMES, sx * NAMES * 0.62
    names = [text(x * sx, top - room * 0.28, name, letters, "axis") for x, name in columns if left < x * sx < right]
    names += [
        text(left - room / 2, y * sy + letters * 0.35, name, letters, "axis")
        for y, name in rows
        if top < y * sy < bottom
    ]
    edges = (left - room, top - room, wide + room, room), (left - room, top, room, high)
    strips = "".join(f'<rect class="edge" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"/>' for x, y, w, h in edges)
    box = f"{left - room:g} {top - room:g} {wide + room:g} {high + room:g}"
    rest = drawing[drawing.index('"', begin) : drawing.rindex("</svg>")]
    return f"{drawing[:begin]}{box}{rest}{strips}{''.join(names)}</svg>"


def widened(left: float, right: float, wide: float, least: float, most: float) -> tuple[float, float]:
    """Two edges at least so far apart, as far as there is table on one side or the other."""
    more = max(wide - (right - left), 0) / 2
    left, right = left - more, right + more
    left, right = left - max(right - most, 0), right + max(least - left, 0)
    return max(left, least), min(right, most)


def room_beside(scene: Scene) -> tuple[float, float]:
    """So much is shown beside and above what something is about: a phone has little room above a question."""
    if scene.unit == "cm":
        return 12, 12
    if scene.unit == "card" and scene.w <= CARDS:  # they are counted from both ends
        return scene.w, 1.0
    return 2.2, 2.2 if scene.w <= SMALL else 1.0


def whole_cells(
    scene: Scene, left: float, top: float, right: float, bottom: float
) -> tuple[float, float, float, float]:
    """A part of a board, widened so that no tile or card is cut through."""
    boxes = [box_of(shape, scene) for shape in scene.shapes if is_cell(shape)]
    shown = [
        (x, y, x + wide, y + high)
        for x, y, wide, high in boxes
        if x + wide > left + EDGE and x < right - EDGE and y + high > top + EDGE and y < bottom - EDGE
    ]
    if not shown:
        return left, top, right, bottom
    within = (
        min(box[0] for box in shown) - EDGE,
        min(box[1] for box in shown) - EDGE,
        max(box[2] for box in shown) + EDGE,
        max(box[3] for box in shown) + EDGE,
    )
    if scene.unit != "card":
        return within
    # where cards lie far from each other a part is not only the one card in it
    return min(left, within[0]), min(top, within[1]), max(right, within[2]), max(bottom, within[3])
