"""A scene as text: round and goal, the board in box characters, then the trays, then a legend.

Tiles, cards and hexes are cells of a grid (hexes and shifted rows lie like bricks); a table in centimetres becomes a
raster. Lit handles carry a `*`, or the text a mapping gives them, such as the number of the option.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from textwrap import wrap
from typing import TypeAlias

from rich.text import Text

from .canvas import Canvas, Line, plain_line
from .grid import draw_grid
from .model import Scene, Shape, Tray, is_cell
from .raster import draw_raster
from .sign import sign, signs_of, style_of

__all__ = ["render_rich", "render_text"]

Lit: TypeAlias = Collection[str] | Mapping[str, str]


def render_text(scene: Scene, *, lit: Lit = (), width: int = 80) -> str:
    """Without colours; ends with a newline."""
    return "".join(plain_line(line) + "\n" for line in drawing(scene, lit, width))


def render_rich(scene: Scene, *, lit: Lit = (), width: int = 80) -> Text:
    """With a style for each role and tag; lit handles in reverse."""
    text = Text()
    for line in drawing(scene, lit, width):
        for piece, style in line:
            text.append(piece, style)
        text.append("\n")
    return text


def drawing(scene: Scene, lit: Lit, width: int) -> Iterator[Line]:
    marks = lit if isinstance(lit, Mapping) else dict.fromkeys(lit, "*")
    if scene.status is not None:
        yield from ([(line, "italic")] for line in wrap(scene.status.line, width))
        yield []
    yield from draw_raster(scene, marks, width) if scene.unit == "cm" else draw_grid(scene, marks, width)
    for tray in scene.trays:
        yield []
        yield from draw_tray(tray, marks, lit, width)
    yield from legend(scene, marks, width)


def draw_tray(tray: Tray, marks: Mapping[str, str], lit: Lit, width: int) -> Iterator[Line]:
    yield [(tray.label, "bold"), (f"  {tray.words}" if tray.words else "", "")]
    if tray.kind == "track":
        yield [("  ", ""), *((track_mark(item, marks), style_of(item, item.id in marks)) for item in tray.items)]
        return
    named = isinstance(lit, Mapping)
    entries: list[tuple[Shape, str]] = []
    for place, item in enumerate(tray.things, 1):
        mark = marks.get(item.id, "")
        entries.append((item, f"[{mark}]" if named and mark else "" if named else f"[{place}]{mark}"))
    tall = [item for item in tray.items if isinstance(item.glyph, tuple)]
    if tall:
        yield from side_by_side(tall, width)
    words = []
    for item, number in entries:
        short = "" if isinstance(item.glyph, tuple) else sign(item)
        signs = "" if short else signs_of(item)
        text = " ".join(word for word in (number, short, item.label + signs) if word)
        words.append((text, style_of(item, item.id in marks)))
    yield from flow(words, width)


def track_mark(item: Shape, marks: Mapping[str, str]) -> str:
    """A field of a track; the one with the marker in brackets."""
    return f"[{sign(item, marks)}]" if item.role == "marker" else f" {sign(item, marks)} "


def side_by_side(items: list[Shape], width: int) -> Iterator[Line]:
    """Cards in a row, as on the board."""
    glyphs = [item.glyph for item in items if isinstance(item.glyph, tuple)]
    wide = max(len(row) for glyph in glyphs for row in glyph)
    high = max(len(glyph) for glyph in glyphs)
    per_row = max(1, (width - 2) // (wide + 3))
    for start in range(0, len(items), per_row):
        canvas = Canvas()
        for i, item in enumerate(items[start : start + per_row]):
            left = 2 + i * (wide + 3)
            canvas.box(left, 0, left + wide + 1, high + 1)
            for y, row in enumerate(item.glyph):
                canvas.write(left + 1, y + 1, row.center(wide), style_of(item))
        yield from canvas.lines()


def legend(scene: Scene, marks: Mapping[str, str], width: int) -> Iterator[Line]:
    """The names of pieces, areas and lines, and of the cells tagged special; each once."""
    listed: dict[str, str] = {}
    for shape in scene.shapes:
        if not shape.label or (is_cell(shape) and scene.unit != "cm" and "special" not in shape.tags):
            continue
        if scene.unit == "cm" and shape.role == "marker" and not sign(shape).strip():
            continue
        where = ""
        if scene.unit == "cm" and shape.role == "unit":
            where = f" ({shape.x:g},{scene.top + scene.h - shape.y if scene.upwards else shape.y:g})"
        listed.setdefault(f"{sign(shape, marks)} {shape.label}{where}".strip(), style_of(shape))
    if listed:
        yield []
        yield from flow(listed.items(), width)


def flow(words: Iterable[tuple[str, str]], width: int) -> Iterator[Line]:
    """Entries one after the other, as many in a line as fit."""
    line: Line = []
    used = 0
    for text, style in words:
        if line and used + len(text) + 3 > width:
            yield line
            line, used = [], 0
        line += [("  " if not line else "   ", ""), (text, style)]
        used += len(text) + 3
    if line:
        yield line
