"""A scene as SVG: one self-contained, accessible element with stable ids."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from textwrap import wrap

from .face import art_spot, icon_spot, is_medal, words_on
from .forms import (
    arrow_head,
    badge,
    badge_width,
    bands,
    closed,
    corner,
    left_bar,
    n,
    name_beside,
    number_plate,
    outline,
    polyline,
    signs_on,
    text,
    word,
)
from .grounds import GROUNDS, grounds_of, patterns
from .layout import apart, ground_first, shores
from .model import DISC, HEX, LINE, POLY, RECT, SHIELD, Axis, Point, Scene, Shape, Tray, Unit, axis, is_cell
from .portrait import INK
from .sign import signs_of
from .style import Theme, stylesheet

__all__ = ["element_id", "fills", "render"]

SCALE: Mapping[Unit, Point] = {"tile": (76, 76), "card": (60, 84), "hex": (76, 76), "cm": (8, 8)}
MARGIN = 10
AXIS = 1.8
"""The room for the names along an edge, by the height of their letters."""
TRAY_HEAD = 24
LINE_HEIGHT = 18
LETTER = 9.0
"""How wide a letter of a tray's text is at most."""
TRAY_SCALE: Point = (48, 66)
RING = 6
"""How much wider than a piece the ring behind it is, which a page may colour."""
LEADER = 1.28
"""How much larger a leader is drawn; not on a table in centimetres, where bases are true to scale."""
CROWN = 12
"""So much the head of a leader in the first row stands out above it."""
SHADED = ("unit", "marker", "card")
"""What lies on the table and throws a shadow."""
SHADOW = ' transform="translate(1 2.6)"'
SMALL, TINY = 36, 18
"""A piece of less than this many points has small signs; of less than that, none that would hide its letter."""


def render(
    scene: Scene,
    *,
    lit: Collection[str] | Mapping[str, str] = (),
    theme: Theme = "auto",
    prefix: str = "s",
    width: float = 560,
    window: tuple[float, float, float, float] | None = None,
) -> str:
    """The drawing. Lit handles stand out; a mapping also puts its text (an option's number) on them.

    `prefix` starts every id: give each drawing on a page its own. Trays wrap at `width`, or at the board's width if
    that is more. `window` is the part of the board that is shown, in its own units: left, top, width, height.
    """
    marks = lit if isinstance(lit, Mapping) else dict.fromkeys(lit, "")
    pen = Pen(prefix, marks, SCALE[scene.unit], scene.left, scene.top, beside=scene.unit == "cm")
    columns, rows = axes(scene)
    board_width, board_height = scene.w * pen.sx, scene.h * pen.sy
    letters = axis_size(board_width)
    left = MARGIN + (AXIS * letters if rows else 0)
    top = MARGIN + (AXIS * letters if columns else CROWN if crowned(scene) else 0)
    limit = max(left + board_width + MARGIN, width)
    whole_width = left + board_width + MARGIN
    body = [f'<g transform="translate({n(left)} {n(top)})">']
    if scene.unit == "cm":
        body.append(ruled(0, 0, board_width, board_height, prefix))
    body += [text((x - scene.left) * pen.sx, -letters * 0.6, name, letters, "axis") for x, name in columns]
    body += [text(-letters, (y - scene.top) * pen.sy + letters * 0.35, name, letters, "axis") for y, name in rows]
    body += board_shapes(scene, pen)
    body.append("</g>")
    y = top + board_height + 1.5 * MARGIN
    for tray in scene.trays:
        drawn, right, y = tray_rows(tray, prefix, marks, y, limit)
        whole_width = max(whole_width, right)
        body.append(drawn)
    size, box = f'width="{n(whole_width)}" height="{n(y)}"', f"0 0 {n(whole_width)} {n(y)}"
    if window is not None:
        x, up, wide, high = window
        corner = n(left + (x - scene.left) * pen.sx), n(top + (up - scene.top) * pen.sy)
        size = f'width="{n(wide * pen.sx)}" height="{n(high * pen.sy)}"'
        box = f"{corner[0]} {corner[1]} {n(wide * pen.sx)} {n(high * pen.sy)}"
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" {size} viewBox="{box}"'
        f' role="group" aria-labelledby="{prefix}-title">',
        f'<title id="{prefix}-title">{escape(scene.title)}</title>',
        *([f"<desc>{escape(scene.description)}</desc>"] if scene.description else ()),
        f"<style>\n{stylesheet(theme, prefix, grounds_of(scene), used_tags(scene))}\n</style>",
        "<defs>",
        *fills(prefix, used_fills(scene), grounds_of(scene)),
        "</defs>",
        f'<rect class="paper" width="{n(whole_width)}" height="{n(y)}"/>',
    ]
    return "\n".join([*head, *body, "</svg>"]) + "\n"


def crowned(scene: Scene) -> bool:
    """A leader with a picture stands in the first row."""
    return any("leader" in shape.tags and shape.art and shape.y < scene.top + 1 for shape in scene.shapes)


def board_shapes(scene: Scene, pen: "Pen") -> Iterator[str]:
    """Ground, shore lines upon it, then everything else; markers that would lie on one another fan out."""
    shapes = apart(scene.shapes)
    ground = ground_first(shapes)
    yield from map(pen.shape, shapes[:ground])
    yield shore_lines(scene, pen)
    yield from map(pen.shape, shapes[ground:])


def ruled(left: float, top: float, wide: float, high: float, prefix: str) -> str:
    """A table in centimetres: its edge, and a cross every ten."""
    area = f'x="{n(left)}" y="{n(top)}" width="{n(wide)}" height="{n(high)}"'
    return f'<rect class="x" {area} fill="url(#{prefix}-cross)"/><rect class="h" {area}/>'


def shore_lines(scene: Scene, pen: "Pen") -> str:
    d = "".join(
        polyline([((x - pen.left) * pen.sx, (y - pen.top) * pen.sy) for x, y in edge]) for edge in shores(scene)
    )
    return f'<path class="surf" d="{d}"/><path class="shore" d="{d}"/>' if d else ""


def element_id(handle: str, prefix: str = "s") -> str:
    """The id of the element that draws a handle; different handles never share one."""
    return f"{prefix}-" + re.sub(r"[^A-Za-z0-9.,:-]", lambda found: f"_{ord(found[0]):x}_", handle)


def axis_size(board_width: float) -> float:
    """Letters that can still be read when a large board is shown on a small screen."""
    return max(12, board_width / 42)


def axes(scene: Scene) -> tuple[Axis, Axis]:
    if scene.columns is not None and scene.rows is not None:
        return scene.columns, scene.rows
    cells = [shape for shape in scene.shapes if is_cell(shape)] if scene.unit in ("tile", "card") else []
    tens = scene.unit == "cm"
    columns = axis((0, int(scene.w)), 10) if tens else axis(cell.x for cell in cells)
    rows = axis((0, int(scene.h)), 10) if tens else axis(cell.y for cell in cells)
    if tens and scene.upwards:
        rows = tuple((scene.top + scene.h - y, name) for y, name in rows)
    if not (columns and rows):
        columns = rows = ()
    return (
        columns if scene.columns is None else scene.columns,
        rows if scene.rows is None else scene.rows,
    )


def tray_rows(tray: Tray, prefix: str, marks: Mapping[str, str], top: float, limit: float) -> tuple[str, float, float]:
    """A heading and the items, in as many rows as they need; with it the right edge and where the next tray starts."""
    first, *more = wrapped(tray, limit)
    x, y, high = float(MARGIN), top + TRAY_HEAD + LINE_HEIGHT * len(more), 0.0
    right = MARGIN + LETTER * max(len(tray.label) + len(first) + 3, *map(len, more), 0)
    items = []
    for item in tray.things:
        wide, tall = tray_size(item)
        if x + wide > limit - MARGIN and x > MARGIN:
            x, y, high = float(MARGIN), y + high + MARGIN, 0.0
        items.append(Pen(prefix, marks).body(item, x + wide / 2, y + tall / 2, wide, tall))
        x, high = x + wide + 8, max(high, tall)
        right = max(right, x - 8 + MARGIN)
    note = f'<tspan dx="10">{escape(first)}</tspan>' if first else ""
    note += "".join(f'<tspan x="{MARGIN}" dy="{LINE_HEIGHT}">{escape(line)}</tspan>' for line in more)
    drawn = (
        f'<g id="{element_id(tray.id, prefix)}" class="tray k-{word(tray.kind)}" role="group"'
        f' aria-label="{escape(f"{tray.label} {tray.words}".strip())}">'
        f'<text x="{MARGIN}" y="{n(top + 15)}"><tspan class="name">{escape(tray.label)}</tspan>{note}</text>'
        f"{''.join(items)}</g>"
    )
    return drawn, right, y + (high + MARGIN if items else 0)


def tray_size(item: Shape) -> Point:
    """How large a thing in a tray is; it is as wide as its letters, unless they stand below an icon."""
    sx, sy = TRAY_SCALE if item.role == "card" else (TRAY_SCALE[0],) * 2
    return item.w * sx if item.icon else max(item.w * sx, LETTER * len(item.text) + 8), item.h * sy


def wrapped(tray: Tray, limit: float) -> list[str]:
    """A tray's text in lines; the first stands beside the label."""
    fit = max(20, int((limit - 2 * MARGIN) / LETTER))
    lines = wrap(tray.words, fit, initial_indent=" " * (len(tray.label) + 3))
    return [line.strip() for line in lines] or [""]


class Pen:
    """Draws shapes at one scale. Without a prefix they are samples: nothing can be clicked or found by its id.

    A model that stands true to scale on a large table has no room for letters; they stand beside it.
    """

    def __init__(
        self,
        prefix: str | None,
        marks: Mapping[str, str],
        scale: Point = (1, 1),
        left: float = 0,
        top: float = 0,
        *,
        beside: bool = False,
        rings: bool = False,
    ) -> None:
        self.prefix, self.marks = prefix, marks
        self.sx, self.sy = scale
        self.left, self.top = left, top
        self.beside, self.rings = beside, rings

    def shape(self, shape: Shape) -> str:
        if shape.form in (POLY, LINE):
            return self.lines(shape)
        x, y = (shape.x - self.left) * self.sx, (shape.y - self.top) * self.sy
        large = LEADER if shape.role == "unit" and "leader" in shape.tags and not self.beside else 1
        if shape.form is DISC:
            # Round things stay round where a unit is taller than wide.
            side = min(self.sx, self.sy) * large
            return self.body(shape, x, y, shape.w * side, shape.h * side)
        return self.body(shape, x, y, shape.w * self.sx * large, shape.h * self.sy * large)

    def lines(self, shape: Shape) -> str:
        """A POLY or LINE: its points are places on the board."""
        points = [((x - self.left) * self.sx, (y - self.top) * self.sy) for x, y in shape.points]
        middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        path = polyline(points) + ("" if shape.form is LINE else "Z")
        if shape.role == "arrow" and len(points) > 1:
            path += arrow_head(points[-2], points[-1])
        parts = [f'<path class="b" d="{path}"/>', self.pattern(shape, f'd="{path}"', "path")]
        if "tall" in shape.tags:
            parts.insert(
                0, f'<path class="w" d="{path}" transform="translate({n(self.sx * 0.7)} {n(self.sy * 0.7)})"/>'
            )
        if shape.art:
            place = f"translate({n(-self.left * self.sx)} {n(-self.top * self.sy)}) scale({self.sx / 10:.3g})"
            parts.append(f'<g class="a" transform="{place}" stroke="{INK}" stroke-width="3">{shape.art}</g>')
        if shape.id in self.marks:
            parts.append(f'<path class="l" d="{path}"/>')
        if shape.text:
            parts.append(text(middle[0], middle[1] + 5, shape.text, 16))
        parts += self.badges(shape, middle[0], middle[1], middle[0], middle[1])
        return self.group(shape, "", parts)

    def body(self, shape: Shape, x: float, y: float, w: float, h: float) -> str:
        element, geometry = outline(shape, w, h)
        parts = [f'<{element} class="b" {geometry}/>', self.pattern(shape, geometry, element)]
        if self.rings and shape.role == "unit":
            around, wider = outline(shape, w + RING, h + RING)
            parts.insert(0, f'<{around} class="e" {wider}/>')
        if "peril" in shape.tags:
            parts.append(self.stripes(shape, element, geometry))
        if shape.role in SHADED:
            parts.insert(0, f'<{element} class="w" {geometry}{SHADOW}/>')
        if shape.strokes:
            d, wide = bands(shape.strokes, -w / 2, -h / 2, w, h), min(w, h) * 0.24
            coats = (("k0", wide + 5), ("k", wide), ("k2", wide * 0.54))
            parts += [f'<path class="{coat}" d="{d}" stroke-width="{n(width)}"/>' for coat, width in coats]
        parts += self.face(shape, w, h)
        if shape.id in self.marks:
            # Inside a field's edge, where no neighbour paints over it.
            inset = -5 if is_cell(shape) else 4
            element, geometry = outline(shape, w + inset, h + inset)
            parts.append(f'<{element} class="l" {geometry}/>')
        parts += self.signs(shape, w, h)
        return self.group(shape, f' transform="translate({n(x)} {n(y)})"', parts)

    def stripes(self, shape: Shape, element: str, geometry: str) -> str:
        """Square fields have theirs in common: there are many."""
        square = shape.form is RECT and shape.w == shape.h and self.prefix is not None
        if square and element == "rect":
            return f'<use class="z" href="#{self.prefix}-field"/>'
        return f'<{element} class="z" {geometry}/>'

    def is_named_beside(self, shape: Shape) -> bool:
        """A model, and a thing that is nothing but its picture and has a name."""
        return self.beside and (shape.role == "unit" or ("standing" in shape.tags and bool(shape.text)))

    def face(self, shape: Shape, w: float, h: float) -> Iterator[str]:
        """Icon, words and the number in the corner."""
        aside = self.is_named_beside(shape)
        if shape.art:
            spot = art_spot(shape, w, h)
            left, top = n(spot.x - spot.size / 2), n(spot.y - spot.size / 2)
            place = f'transform="translate({left} {top}) scale({spot.size / 100:.3g})"{self.cut(shape)}'
            yield f'<g class="a" {place} stroke="{INK}" stroke-width="3" stroke-linejoin="round">{shape.art}</g>'
        elif shape.icon:
            spot = icon_spot(replace(shape, text="") if aside else shape, w, h)
            breadth = n(max(1.5, spot.size / 12))
            for cls, strokes in (("i f", closed(shape.icon)), ("i", closed(shape.icon, is_so=False))):
                if strokes:
                    d = bands(strokes, spot.x - spot.size / 2, spot.y - spot.size / 2, spot.size, spot.size)
                    yield f'<path class="{cls}" d="{d}" stroke-width="{breadth}"/>'
        if aside:
            yield from name_beside(shape, w, h)
        elif shape.text and shape.role == "reach":  # a circle is named beside its rim, where it hides nothing inside
            yield text(w / 2 + 5, 4, shape.text, 0, "rim")
        elif shape.text:
            if is_medal(shape):
                yield number_plate(shape, w, h)
            yield from (text(line.x, line.y, line.text, line.size) for line in words_on(shape, w, h))
        if shape.corner:
            yield corner(shape, w, h)
        if shape.left < 1 or (is_medal(shape) and "leader" in shape.tags):
            yield from left_bar(shape, w, h)
        if shape.role == "unit" and "ally" in shape.tags:
            (x, y), r = (-w * 0.46, 0.0) if is_medal(shape) else (-w * 0.38, h * 0.36), max(5.0, min(w, h) * 0.17)
            yield f'<path class="y" d="M{n(x)} {n(y - r)}l{n(r)} {n(r)}l{n(-r)} {n(r)}l{n(-r)} {n(-r)}Z"/>'

        if shape.risk:
            # A leader's face is what he is known by.
            x, y = (-w * 0.55, h * 0.06) if is_medal(shape) and "leader" in shape.tags else (0.0, -h * 0.44)
            yield badge("v", x, y, shape.risk, 1.3)

    def cut(self, shape: Shape) -> str:
        """The picture on a piece ends where the piece does; a leader's may reach beyond."""
        if not is_medal(shape) or "leader" in shape.tags or self.prefix is None:
            return ""
        return f' clip-path="url(#{self.prefix}-{"shielded" if shape.form is SHIELD else "round"})"'

    def signs(self, shape: Shape, w: float, h: float) -> Iterator[str]:
        """The signs of the tags and the mark of a lit shape, where there is room for them."""
        side = min(w, h)
        if is_cell(shape):
            right, up = (w * 0.42, h * 0.2) if shape.form is HEX else (w / 2 - 3, h / 2 - 11)
            if "occupied" in shape.tags:  # the piece has its own signs at the upper right
                low, wide = h * 0.3 if shape.form is HEX else h / 2 - 9, badge_width(signs_of(shape))
                yield from self.badges(shape, wide * 0.7 - w * 0.42, low, -right, -up, scale=0.7)
            else:
                yield from self.badges(shape, right, -up, -right, -up)
        elif self.is_named_beside(shape):
            yield from self.badges(shape, 0, 0, -w / 2 - 10, -h / 2, signs="")
        elif side < SMALL:
            signs = "" if side < TINY and shape.text else signs_on(shape)
            yield from self.badges(shape, w / 2 + 4, -h / 2 + 1, -w / 2 - 10, -h / 2, signs=signs, scale=0.7)
        else:  # on the rim
            yield from self.badges(shape, w * 0.42 + 8, -h * 0.42, -w / 2 - 10, -h / 2, scale=0.85)

    def pattern(self, shape: Shape, geometry: str, element: str) -> str:
        if shape.tags.isdisjoint(("hatched", "dotted")) or not shape.tags.isdisjoint(GROUNDS):
            return ""  # a ground has a pattern of its own
        return f'<{element} class="p" {geometry}/>'

    def badges(
        self,
        shape: Shape,
        right: float,
        y: float,
        left: float,
        lit_y: float,
        *,
        signs: str | None = None,
        scale: float = 1,
    ) -> Iterator[str]:
        """The signs of the tags end at `right`, the mark of a lit shape begins at `left`."""
        signs = signs_on(shape) if signs is None else signs
        mark = self.marks.get(shape.id)
        if signs:
            yield badge("m", right - badge_width(signs) * scale / 2, y, signs, scale)
        if mark:
            yield badge("n", left + badge_width(mark) / 2, lit_y, mark)

    def group(self, shape: Shape, place: str, parts: Iterable[str]) -> str:
        classes = [f"r-{word(shape.role)}", *(f"t-{word(tag)}" for tag in sorted(shape.tags))]
        if shape.id in self.marks:
            classes.append("lit")
        if self.prefix is None:
            return f'<g class="{" ".join(classes)}"{place}>{"".join(parts)}</g>'
        title = f"<title>{escape(shape.label)}</title>" if shape.label else ""
        role = ' role="img"' if shape.label else ""
        return (
            f'<g id="{element_id(shape.id, self.prefix)}" data-handle="{escape(shape.id)}"'
            f' class="{" ".join(classes)}"{role}{place}>{title}{"".join(parts)}</g>'
        )


def used_fills(scene: Scene) -> set[str]:
    """What a scene needs besides grounds: patterns and gradients."""
    shapes = list(scene.everything())
    roles, tags = {shape.role for shape in shapes}, used_tags(scene)
    found = tags & {"hatched", "dotted", "peril", "ally", "foe"}
    found |= {"medal"} if any(map(is_medal, shapes)) else set()
    return found | {name for role, name in (("unit", "own"), ("marker", "brass")) if role in roles} | {scene.unit}


def used_tags(scene: Scene) -> set[str]:
    """All tags of what is drawn."""
    return {tag for shape in scene.everything() for tag in shape.tags}


def fills(prefix: str, used: Collection[str], grounds: Collection[str]) -> Iterator[str]:
    """Patterns and gradients that shapes refer to."""
    if "hatched" in used:
        lines = '<path class="h" d="M-2 2L2 -2M0 8L8 0M6 10L10 6"/>'
        yield f'<pattern id="{prefix}-hatch" width="8" height="8" patternUnits="userSpaceOnUse">{lines}</pattern>'
    if "peril" in used:
        stripes = '<path class="j" d="M-3 3L3 -3M0 12L12 0M9 15L15 9"/>'
        yield f'<pattern id="{prefix}-peril" width="12" height="12" patternUnits="userSpaceOnUse">{stripes}</pattern>'
        yield f'<rect id="{prefix}-field" x="-37" y="-37" width="74" height="74" rx="5"/>'
    if "dotted" in used:
        points = '<path class="h" d="M2 2h1.5M7 7h1.5" stroke-width="1.5"/>'
        yield f'<pattern id="{prefix}-dots" width="10" height="10" patternUnits="userSpaceOnUse">{points}</pattern>'
    if "cm" in used:
        lines, far = '<path class="cross" d="M75 80h10M80 75v10"/>', 10 * SCALE["cm"][0]
        yield (
            f'<pattern id="{prefix}-cross" x="{far / 2:g}" y="{far / 2:g}" width="{far:g}" height="{far:g}"'
            f' viewBox="40 40 {far:g} {far:g}" patternUnits="userSpaceOnUse">{lines}</pattern>'
        )
    if "medal" in used:  # in the square of 100 that pictures are drawn in
        yield f'<clipPath id="{prefix}-round"><circle cx="50" cy="50" r="50"/></clipPath>'
        yield f'<clipPath id="{prefix}-shielded"><path d="M9 0H91L100 9V70L50 100 0 70V9Z"/></clipPath>'
    for side in ("own", "ally", "foe"):
        if side in used:
            stops = f'<stop class="{side}lit"/><stop class="{side}" offset=".75"/>'
            yield f'<linearGradient id="{prefix}-{side}" x2="0" y2="1">{stops}</linearGradient>'
    if "brass" in used:
        stops = '<stop class="brasslit"/><stop class="brass" offset=".8"/>'
        yield f'<radialGradient id="{prefix}-brass" cx=".35" cy=".28" r=".9">{stops}</radialGradient>'
    yield from patterns(grounds, prefix)
