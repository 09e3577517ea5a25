"""A scene in parts, for a page that lays them out itself: the board, and each thing in a tray, as SVG without styles.

The page links `stylesheet("auto", prefix)` once and holds `definitions(prefix)` once. Coordinates do not depend on how
far the board reaches, so a piece that stays where it is keeps its place in the drawing when the board grows.
"""

from collections import Counter
from functools import lru_cache
from html import escape
from zlib import crc32

from .forms import n, text
from .grounds import GROUNDS
from .layout import apart, ground_first
from .model import Axis, Scene, Shape, Unit
from .svg import AXIS, SCALE, TRAY_SCALE, Pen, axes, axis_size, fills, ruled, shore_lines, tray_size

__all__ = ["board", "definitions", "item", "sample"]

ROOM = 18
"""Round the board, for the edge of the sheet that it lies on."""
SPARE_ROOM = 3
"""The same where names along the edges are seldom wanted: they then stand on the board, which is the larger for it."""
PAD = 11
"""Room round a thing in a tray for the signs on its corners."""


def board(scene: Scene, prefix: str = "s") -> str:
    """The board alone."""
    pen = Pen(prefix, {}, SCALE[scene.unit])
    columns, rows = axes(scene)
    left, top = scene.left * pen.sx, scene.top * pen.sy
    wide, high = scene.w * pen.sx, scene.h * pen.sy
    body = []
    if scene.unit == "cm":
        body.append(ruled(left, top, wide, high, prefix))
    letters = axis_size(wide)
    spare = scene.spare_axes
    inside = 1.7 * letters if spare else 0.0
    body += names_along(columns, rows, scene.unit, left + inside, top + inside, letters)
    shapes = apart(scene.shapes)
    ground = ground_first(shapes)
    body += [drawn(shape, scene.unit, prefix) for shape in shapes[:ground]]
    body.append(shore_lines(scene, pen))
    body += [drawn(shape, scene.unit, prefix) for shape in shapes[ground:]]
    room, names = (SPARE_ROOM, 0.0) if spare else (ROOM, AXIS * letters)
    x, y = left - room - (names if rows else 0), top - room - (names if columns else 0)
    margin = room if spare else max(room, letters * 0.75)  # half a name may stand out
    box = f"{n(x)} {n(y)} {n(left + wide + margin - x)} {n(top + high + room - y)}"
    kind = "scene spare-axes" if spare else "scene"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{prefix}-board" class="{kind}" viewBox="{box}"'
        f' data-sx="{n(pen.sx)}" data-sy="{n(pen.sy)}" role="group" aria-labelledby="{prefix}-title">'
    )
    told = f"<desc>{escape(scene.description)}</desc>" if scene.description else ""
    title = f'<title id="{prefix}-title">{escape(scene.title)}</title>{told}'
    return "\n".join([head, title, *once(scene, prefix, "\n".join(body)), "</svg>"])


def once(scene: Scene, prefix: str, body: str) -> tuple[str, str]:
    """A picture that several pieces have is sent once: those, and the drawing that refers to them."""
    there = Counter(shape.art for shape in scene.shapes if shape.art)
    shared = {art: f"{prefix}-a{crc32(art.encode()):x}" for art, often in there.items() if often > 1}
    for art, name in shared.items():
        body = body.replace(art, f'<use href="#{name}"/>')
    drawn = "".join(f'<g id="{name}">{art}</g>' for art, name in shared.items())
    return f"<defs>{drawn}</defs>" if drawn else "", body


@lru_cache(maxsize=64)
def names_along(columns: Axis, rows: Axis, unit: Unit, left: float, top: float, letters: float) -> tuple[str, ...]:
    """What the edges say: the same as long as the board reaches as far."""
    sx, sy = SCALE[unit]
    return (
        *(text(x * sx, top - letters * 0.6, name, letters, "axis") for x, name in columns),
        *(text(left - letters, y * sy + letters * 0.35, name, letters, "axis") for y, name in rows),
    )


@lru_cache(maxsize=8192)
def drawn(shape: Shape, unit: Unit, prefix: str) -> str:
    """A shape on a board: most are the same from one picture to the next."""
    return Pen(prefix, {}, SCALE[unit], beside=unit == "cm", rings=True).shape(shape)


def faded(shape: Shape, unit: Unit) -> str:
    """A piece once more on the same board, where it was: nothing that can be found or clicked."""
    return Pen(None, {}, SCALE[unit], beside=unit == "cm").shape(shape)


@lru_cache(maxsize=2048)
def item(shape: Shape, prefix: str | None = "s") -> str:
    """One thing of a tray, in a drawing of its own."""
    return picture(shape, *tray_size(shape), prefix)


def sample(shape: Shape) -> str:
    """A thing as a legend shows it: not to be clicked, and all about the same size."""
    if shape.role == "card":
        return picture(shape, *TRAY_SCALE, None)
    return picture(shape, TRAY_SCALE[0] * 0.8, TRAY_SCALE[0] * 0.8, None)


def picture(shape: Shape, wide: float, high: float, prefix: str | None) -> str:
    w, h = wide + 2 * PAD, high + 2 * PAD
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" width="{n(w)}" height="{n(h)}"'
        f' viewBox="{n(-w / 2)} {n(-h / 2)} {n(w)} {n(h)}" role="presentation">'
        f"{Pen(prefix, {}, rings=prefix is not None).body(shape, 0, 0, wide, high)}</svg>"
    )


def definitions(prefix: str = "s", look: str = "", more: str = "") -> str:
    """The patterns and gradients that shapes refer to, in the colours of the look of this name; it may add its own."""
    filled = "".join(
        fills(prefix, ("hatched", "dotted", "peril", "cm", "own", "ally", "foe", "brass", "medal"), tuple(GROUNDS))
    )
    named = f' look" data-look="{look}"' if look else '"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene definitions{named} width="0" height="0"'
        f' aria-hidden="true"><defs>{filled}{more}</defs></svg>'
    )
