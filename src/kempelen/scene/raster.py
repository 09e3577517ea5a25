"""A table in centimetres as text: a raster of characters, with a ruler."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot

from .canvas import Canvas, Line
from .model import DISC, LINE, POLY, Point, Scene, Shape
from .sign import sign, style_of

__all__ = ["draw_raster"]

RULER = 10
LEFT, TOP = 4, 2
SMALL = 6
"""What is up to this many characters wide is a piece, drawn by its sign."""


def draw_raster(scene: Scene, marks: Mapping[str, str], width: int) -> Iterator[Line]:
    columns = max(20, min(width - LEFT - 2, 72))
    scale = columns / scene.w
    rows = max(1, round(scene.h * scale / 2))
    canvas = Canvas()
    canvas.box(LEFT - 1, TOP - 1, LEFT + columns, TOP + rows)

    def place(point: Point) -> tuple[int, int]:
        x, y = int((point[0] - scene.left) * scale), int((point[1] - scene.top) * scale / 2)
        return LEFT + min(max(x, 0), columns - 1), TOP + min(max(y, 0), rows - 1)

    for cm in range(0, int(scene.w) + 1, RULER):
        canvas.write(place((scene.left + cm, 0))[0], 0, f"{scene.left + cm:g}", "dim")
    for cm in range(0, int(scene.h) + 1, RULER):
        counted = scene.h - cm if scene.upwards else scene.top + cm
        canvas.write(0, place((0, scene.top + cm))[1], f"{counted:g}".rjust(LEFT - 1), "dim")

    pieces = []
    for shape in scene.shapes:
        style = style_of(shape, shape.id in marks)
        if shape.form is LINE:
            draw_line(canvas, [place(point) for point in shape.points], style)
        elif shape.form is not POLY and shape.w * scale <= SMALL:
            pieces.append(shape)
        else:
            for x in range(columns):
                for y in range(rows):
                    point = scene.left + (x + 0.5) / scale, scene.top + (y + 0.5) * 2 / scale
                    if covers(shape, point, 1 / scale):
                        canvas.write(LEFT + x, TOP + y, area_sign(shape), style)
            if shape.form is POLY and thin(shape.points, 1 / scale):
                for point in trace(shape.points, 1 / scale):
                    canvas.write(*place(point), area_sign(shape), style)
            if shape.id in marks:
                middle = place(centre(shape))
                canvas.write(*middle, marks[shape.id], f"bold {style}")
    for shape in pieces:
        if not sign(shape).strip():
            continue  # a marker that the sign of its piece shows already
        x, y = place((shape.x, shape.y))
        token = (f"[{marks[shape.id]}]" if shape.id in marks else "") + sign(shape)
        canvas.write(
            min(x - len(token) // 2, LEFT + columns - len(token)), y, token, style_of(shape, shape.id in marks)
        )
    yield from canvas.lines()


def area_sign(shape: Shape) -> str:
    return (sign(shape) or shape.label or "?")[0]


def covers(shape: Shape, point: Point, edge: float) -> bool:
    """Whether the shape is drawn at a point; of a reach only the edge is."""
    x, y = point
    if shape.form is POLY:
        if not inside(shape.points, point):
            return False
        around = ((x + dx * edge, y + dy * 2 * edge) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
        return shape.role != "reach" or not all(inside(shape.points, near) for near in around)
    if shape.form is DISC:
        distance = hypot(x - shape.x, y - shape.y)
        return distance <= shape.w / 2 and (shape.role != "reach" or distance > shape.w / 2 - 2 * edge)
    return abs(x - shape.x) <= shape.w / 2 and abs(y - shape.y) <= shape.h / 2


def inside(points: tuple[Point, ...], point: Point) -> bool:
    """Even-odd rule."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def thin(points: tuple[Point, ...], width: float) -> bool:
    """Narrower than this, so that the middles of characters miss it: a wall."""
    sides = list(zip(points, (*points[1:], points[0]), strict=True))
    area = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides)) / 2
    return 2 * area < width * sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in sides)


def trace(points: tuple[Point, ...], step: float) -> Iterator[Point]:
    """Points along the longest side of a thin shape."""
    sides = zip(points, (*points[1:], points[0]), strict=True)
    (ax, ay), (bx, by) = max(sides, key=lambda side: hypot(side[1][0] - side[0][0], side[1][1] - side[0][1]))
    count = max(1, int(hypot(bx - ax, by - ay) / step))
    for n in range(count + 1):
        yield ax + (bx - ax) * n / count, ay + (by - ay) * n / count


def centre(shape: Shape) -> Point:
    if not shape.points:
        return shape.x, shape.y
    return (
        sum(x for x, _ in shape.points) / len(shape.points),
        sum(y for _, y in shape.points) / len(shape.points),
    )


def draw_line(canvas: Canvas, places: list[tuple[int, int]], style: str) -> None:
    for (ax, ay), (bx, by) in pairwise(places):
        steps = max(abs(bx - ax), abs(by - ay), 1)
        slope = (by - ay) / (bx - ax) if bx != ax else 9.0
        stroke = "|" if abs(slope) > 2 else "-" if abs(slope) < 0.2 else "\\" if slope > 0 else "/"
        for i in range(steps + 1):
            canvas.write(round(ax + (bx - ax) * i / steps), round(ay + (by - ay) * i / steps), stroke, style)
