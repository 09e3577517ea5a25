"""Boards of tiles, cards and hexes as text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from .canvas import Canvas, Line
from .model import Axis, Scene, Shape, axis, is_cell
from .sign import sign, signs_of, style_of

__all__ = ["draw_grid"]


BETWEEN = 0.2
"""So far from a line, in steps, a cell lies between two lines."""


@dataclass(slots=True)
class Cell:
    ground: list[Shape] = field(default_factory=list)
    pieces: list[Shape] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Steps:
    """Where cells lie along one axis. In shifted rows they lie half a cell apart, so a cell is two steps."""

    first: float
    step: float
    span: int

    def of(self, value: float) -> int:
        return round((value - self.first) / self.step)


def draw_grid(scene: Scene, marks: Mapping[str, str], width: int) -> Iterator[Line]:
    ground = [shape for shape in scene.shapes if is_cell(shape)]
    shown = [shape for shape in ground if "empty" not in shape.tags or shape.id in marks]
    if not shown:
        return
    # An open layout of cards may grow, so its neighbours are shown too.
    margin = 1 if scene.unit == "card" else 0
    across, down = steps([shape.x for shape in shown], margin), steps([shape.y for shape in shown], margin)
    cells: dict[tuple[int, int], Cell] = {}
    for shape in shown:
        cells.setdefault((across.of(shape.x), down.of(shape.y)), Cell()).ground.append(shape)
    for shape in scene.shapes:
        if not is_cell(shape) and not shape.points:
            home = nearest(shape, shown, across, down)
            if home in cells:
                cells[home].pieces.append(shape)
    contents = {at: content(cell, marks, 7 if scene.unit == "tile" else 5) for at, cell in cells.items()}
    wide = max([5, *(len_of(row) for rows in contents.values() for row in rows)]) | 1
    high = max(3 if scene.unit == "card" else 2, *map(len, contents.values()))
    if down.span == 2:
        high |= 1
    columns, rows = names(scene, shown, margin)
    left, top = max((len(name) for _, name in rows), default=-1) + 1, 1 if columns else 0
    canvas = Canvas()
    last_column = max(x for x, _ in cells) + margin * across.span
    last_row = max(y for _, y in cells) + margin * down.span

    def edge(x: int, y: int) -> tuple[int, int]:
        return left + x * (wide + 1) // across.span, top + y * (high + 1) // down.span - margin * high

    def middle(x: int, y: int) -> tuple[int, int]:
        """The rows of the margin are one line high, to save the reader's screen."""
        far = 0 if not margin or 0 < y < last_row else high // 2 if y == 0 else -(high // 2)
        return edge(x, y)[0] + wide // 2 + 1, edge(x, y)[1] + high // 2 + 1 + far

    if margin:
        for x in range(0, last_column + 1, across.span):
            for y in range(0, last_row + 1, down.span):
                if (x, y) not in cells:
                    canvas.write(*middle(x, y), "·", "dim")
    for (x, y), cell in sorted(cells.items()):
        put(canvas, cell, contents[x, y], *edge(x, y), wide, high, marks)
    for value, name in columns:
        canvas.write(middle(across.of(value), 0)[0] - len(name) // 2, 0, name, "dim")
    for value, name in rows:
        canvas.write(left - 1 - len(name), middle(0, down.of(value))[1], name, "dim")
    yield from bands(canvas, left, wide + 1, width)


def steps(values: Iterable[float], margin: int) -> Steps:
    places = sorted({round(value, 3) for value in values})
    gaps = [b - a for a, b in pairwise(places)]
    step = min([1.0, *gaps])
    if any(abs((place - places[0]) / step - round((place - places[0]) / step)) > BETWEEN for place in places):
        step /= 2  # some lie between the others' lines, such as 1.5 and 2.5 beside 0
    return Steps(places[0] - margin, step, 2 if step < 0.75 else 1)


def nearest(shape: Shape, ground: list[Shape], across: Steps, down: Steps) -> tuple[int, int] | None:
    home = min(ground, key=lambda cell: (cell.x - shape.x) ** 2 + (cell.y - shape.y) ** 2)
    if abs(home.x - shape.x) > 1 or abs(home.y - shape.y) > 1:
        return None
    return across.of(home.x), down.of(home.y)


def content(cell: Cell, marks: Mapping[str, str], wide: int) -> list[Line]:
    """The top ground's glyph, then the pieces, as many in a row as fit."""
    rows: list[Line] = []
    for shape in cell.ground:
        glyph = shape.glyph or shape.text
        if glyph:
            lines = glyph if isinstance(glyph, tuple) else (glyph,)
            rows = [[(line, style_of(shape))] for line in lines]
    row: Line = []
    for piece in cell.pieces:
        token = sign(piece, marks)
        if row and len_of(row) + 1 + len(token) > wide:
            rows.append(row)
            row = []
        row += [*([(" ", "")] if row else []), (token, style_of(piece, piece.id in marks))]
    return [*rows, row] if row else rows


def put(
    canvas: Canvas, cell: Cell, rows: list[Line], left: int, top: int, wide: int, high: int, marks: Mapping[str, str]
) -> None:
    canvas.box(left, top, left + wide + 1, top + high + 1)
    lit = [marks[shape.id] for shape in cell.ground if shape.id in marks]
    mark = " ".join(lit)[:wide]
    if lit and not rows:
        rows = [[(f" {mark} "[:wide], "bold reverse")]]
    elif lit:
        canvas.write(left + 1, top, mark, "bold reverse")
    down = (high - len(rows)) // 2
    for y, row in enumerate(rows):
        x = left + 1 + (wide - len_of(row)) // 2
        for text, style in row:
            canvas.write(x, top + 1 + down + y, text, f"{style} reverse" if lit and "reverse" not in style else style)
            x += len(text)
    signs = "".join(map(signs_of, cell.ground))
    canvas.write(left + wide + 1 - len(signs), top, signs, "bold")


def names(scene: Scene, shown: list[Shape], margin: int) -> tuple[Axis, Axis]:
    columns, rows = (
        axis([min(values) - margin, *values, max(values) + margin])
        for values in ([shape.x for shape in shown], [shape.y for shape in shown])
    )
    if not (columns and rows):
        columns = rows = ()
    return (
        columns if scene.columns is None else within(scene.columns, [shape.x for shape in shown], margin),
        rows if scene.rows is None else within(scene.rows, [shape.y for shape in shown], margin),
    )


def within(given: Axis, values: list[float], margin: int) -> Axis:
    low, high = min(values) - margin, max(values) + margin
    return tuple((value, name) for value, name in given if low <= value <= high)


def bands(canvas: Canvas, left: int, cell: int, width: int) -> Iterator[Line]:
    """The board, cut between columns if it is wider than the page; each part repeats the names of the rows."""
    whole, _ = canvas.size()
    if whole <= width:
        yield from canvas.lines()
        return
    fit = max(1, (width - left - 1) // cell) * cell
    edge = list(canvas.lines(0, left))
    for start in range(left, whole - 1, fit):
        for names, line in zip(edge, canvas.lines(start, start + fit + 1), strict=True):
            text = "".join(piece for piece, _ in names)
            yield [(text.ljust(left), "dim"), *line]


def len_of(line: Line) -> int:
    return sum(len(text) for text, _ in line)
