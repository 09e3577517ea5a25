"""A scene: shapes in board units, and trays beside the board. Renderers know shapes, not games.

`x, y` is always the middle of a shape; y grows downwards; later shapes lie on top. POLY and LINE use `points` in board
units instead. One unit is a tile, a card (a card's width across, its height down), a hex (its width, see `hex_at`) or
a centimetre.

Roles the renderers draw in their own way: tile, card, place (where something may go), unit, marker, terrain, reach,
sight, arrow. Tags: the keys of `MARKS`, and

    hatched, dotted    a pattern over the area
    blocked, suppressed, hidden    a dashed edge
    empty       a cell of the grid with nothing on it; text drawings crop and dot it
    special     a cell whose label belongs into the legend of a text drawing
    peril       a cell on which a piece could be struck before its owner acts again: striped where it may go
    occupied    a cell on which a piece stands: its icon moves into a corner
    open, brush, built, high, crop, road, wet, deep, wall, floor, rubble, swamp, sand    the ground, one a tile or piece
    zone, side-2, aim    an area of the table, one of the other side, one that must be reached
    ally        a piece of somebody who plays with the reader
    prize       a card of gold: what is sought and found; face down only its edge shines
    filled      a mark of a side in full colour
    figure      a piece whose picture fills it: its edge says whose it is
    tall        a piece of terrain that throws a shadow
    standing    a marker that is nothing but its picture: no plate below it
    name-left, name-right, name-below    where a model's name stands beside its base, if not above
    name-higher, name-lower    above or below in a second row, with a line to the base

Any other role or tag is free: it becomes a CSS class.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from math import sqrt
from typing import Literal, TypeAlias

from kempelen.text.say import Text

from .portrait import Portrait
from .status import Fact, Relation, Status

__all__ = [
    "DISC",
    "HEX",
    "HEX_HEIGHT",
    "LINE",
    "MARKS",
    "POLY",
    "RECT",
    "SHIELD",
    "SIGNS",
    "Axis",
    "Form",
    "Point",
    "Scene",
    "Shape",
    "Stroke",
    "Tray",
    "TrayKind",
    "Unit",
    "hex_at",
]

Point: TypeAlias = tuple[float, float]
Stroke: TypeAlias = tuple[Point, ...]
Axis: TypeAlias = tuple[tuple[float, str], ...]
Unit: TypeAlias = Literal["tile", "card", "hex", "cm"]
TrayKind: TypeAlias = Literal["hand", "supply", "track", "discard", "seat", "roster", "pile", "shop"]
"""What a tray is for: `seat` is a person or an automa at the table with all that is public about it, `roster` the
models of a side, `pile` cards of which only the top may be seen, `shop` what may be bought."""

MARKS: Mapping[str, str] = {
    "foe": "▾",
    "leader": "★",
    "target": "◎",
    "suppressed": "!",
    "doomed": "!",
    "broken": "×",
    "hidden": "?",
    "done": "✓",
    "last-move": "•",
}
"""Signs both renderers put on a tagged shape, so that no meaning rests on colour alone."""

SIGNS = "tray:signs"
"""The handle of a tray that only says what the signs on the board mean."""

HEX_HEIGHT = 2 / sqrt(3)


class Form(Enum):
    RECT = "rect"
    DISC = "disc"
    HEX = "hex"
    POLY = "poly"
    LINE = "line"
    SHIELD = "shield"
    """Pointed at the bottom: what belongs to a foe, without the sign for it."""


RECT, DISC, HEX, POLY, LINE, SHIELD = Form


@dataclass(frozen=True, slots=True)
class Shape:
    id: str
    """The handle, unique in the scene: "tile:3A", "unit:mg-B"."""
    role: str
    x: float = 0
    y: float = 0
    w: float = 1
    h: float = 1
    form: Form = RECT
    points: tuple[Point, ...] = ()
    text: str = ""
    """One or two letters. With an icon on a card: its name, in one or two lines."""
    label: str = ""
    """The full name: tooltip, screen reader, legend."""
    caption: str = ""
    """What stands below it in a hand; otherwise the label up to a colon."""
    tags: frozenset[str] = frozenset()
    strokes: tuple[Stroke, ...] = ()
    """Broad bands such as roads, in the shape's own 0..1 coordinates, from its top left corner."""
    icon: tuple[Stroke, ...] = ()
    """Fine lines in a 0..1 square, drawn in the middle of the shape."""
    art: str = ""
    """The same as a picture in colours, for pictures only: see `portrait.painted`. A card or a piece shows it instead
    of its icon; one with a number, too, has that on a plate at its foot. On a POLY it is in tenths of a board unit
    from the board's corner."""
    corner: str = ""
    """A number in a corner, for pictures only: what a card costs, a unit's number."""
    glyph: str | tuple[str, ...] = ""
    """The shape in a text drawing: a few characters, or the lines that fill a cell. Otherwise `text`."""
    facts: tuple[Fact, ...] = ()
    """What counts about it, short: action points, range, what it needs."""
    about: tuple[tuple[str, str], ...] = ()
    """Terms and what they mean, in words, for whoever points at it."""
    left: float = 1
    """How much of it is left, 0 to 1: less than all is drawn as a bar below a piece, for pictures only."""
    risk: str = ""
    """What a piece could lose before its owner acts again, such as "−3", or what it could do until then that counts for
    the end of the game: above it, for pictures only."""
    usable: bool = True
    """False for something that can do nothing now, such as a card nobody may play."""
    state: str = ""
    """How it is just now, in a few words, if that is out of the ordinary: beside it in a roster."""
    foot: float = 0
    """So far below its middle it stands, if it is drawn upright: distances are measured from there."""
    noun: Text | None = None
    """What kind of thing it is, in all cases, where sentences speak of it that the game does not make."""

    def __hash__(self) -> int:
        """Drawings of shapes are kept and found by it, so it is made of what is quickly read and seldom the same."""
        return hash((self.id, self.x, self.y, self.text, self.label, self.tags))


@dataclass(frozen=True, slots=True)
class Tray:
    """A hand, supply, track or discard beside the board; the items' places are the renderer's business."""

    id: str
    label: str
    kind: TrayKind = "supply"
    items: tuple[Shape, ...] = ()
    seat: str = ""
    text: str = ""
    """A line beside the label: a score, what is left in a deck."""
    relation: Relation = ""
    """With a seat: what it is to the reader."""
    by: str = ""
    """With a seat: who plays it, such as an automa and its author."""
    facts: tuple[Fact, ...] = ()
    """What is public about it, each with a sign."""
    conditions: tuple[Shape, ...] = ()
    """What lies before it and hinders or helps it, such as broken tools; drawn small."""
    mission: str = ""
    """With a seat: what it is after, if everybody may know."""
    emblem: tuple[Stroke, ...] = ()
    """With a seat: its own sign, fine lines in a 0..1 square; without one, its letters or its number stand for it."""
    contents: tuple[str, ...] = ()
    """With a seat: what may still come from its stack, a line for each kind of card, as far as everybody may know."""
    portrait: Portrait = ()
    """With a seat: who sits there, as a picture; it must not depend on anything hidden."""

    @property
    def words(self) -> str:
        """All that is said beside the label, in a line: a drawing in letters has no signs for facts."""
        return ", ".join(filter(None, (self.text, *(fact.label for fact in self.facts), self.mission)))

    @property
    def things(self) -> tuple[Shape, ...]:
        """What lies in it, and what lies before it."""
        return self.items + self.conditions


@dataclass(frozen=True, slots=True)
class Scene:
    w: float
    h: float
    unit: Unit
    shapes: tuple[Shape, ...]
    trays: tuple[Tray, ...] = ()
    left: float = 0
    top: float = 0
    title: str = ""
    description: str = ""
    columns: Axis | None = None
    """Names along the top edge; None: the whole numbers the cells lie on; () for none."""
    rows: Axis | None = None
    upwards: bool = False
    """The game counts y from the lower edge: what it calls x,y lies at x, top + h - y."""
    status: Status | None = None
    """Goal, round and score, as this reader may know them."""
    spare_axes: bool = False
    """No sentence names a cell by its numbers: who does not type them need not see them."""

    def __post_init__(self) -> None:
        handles = [shape.id for shape in self.shapes]
        for tray in self.trays:
            handles += [shape.id for shape in tray.items]
            handles += [shape.id for shape in tray.conditions]
            handles.append(tray.id)
        if len(set(handles)) < len(handles):
            twice = next(handle for n, handle in enumerate(handles) if handle in handles[:n])
            raise ValueError(f"two shapes with the handle {twice!r}")

    @classmethod
    def around(
        cls,
        shapes: Iterable[Shape],
        unit: Unit,
        trays: Iterable[Tray] = (),
        *,
        title: str = "",
        description: str = "",
        columns: Axis | None = None,
        rows: Axis | None = None,
        status: Status | None = None,
        spare_axes: bool = False,
    ) -> "Scene":
        """The scene that just holds the shapes."""
        shapes = tuple(shapes)
        left, top, right, bottom = bounds(shapes)
        wide, high = right - left, bottom - top
        return cls(
            *(wide, high, unit, shapes, tuple(trays), left, top, title, description, columns, rows),
            status=status,
            spare_axes=spare_axes,
        )

    def everything(self) -> Iterator[Shape]:
        yield from self.shapes
        for tray in self.trays:
            yield from tray.things

    def _repr_svg_(self) -> str:
        from .svg import render

        return render(self)


def bounds(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    xs: list[float] = []
    ys: list[float] = []
    for shape in shapes:
        if shape.points:
            xs += [x for x, _ in shape.points]
            ys += [y for _, y in shape.points]
        else:
            xs += [shape.x - shape.w / 2, shape.x + shape.w / 2]
            ys += [shape.y - shape.h / 2, shape.y + shape.h / 2]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0, 0, 1, 1)


def axis(values: Iterable[float], step: int = 1) -> Axis:
    """The whole numbers from the lowest to the highest; nothing if cells lie between them."""
    places = sorted({round(value, 3) for value in values})
    if not places or any(value != round(value) for value in places):
        return ()
    return tuple((value, str(value)) for value in range(round(places[0]), round(places[-1]) + 1, step))


def is_cell(shape: Shape) -> bool:
    """A field of a grid: pieces are smaller, areas are larger."""
    if shape.form not in (RECT, HEX) or shape.role in ("unit", "marker"):
        return False
    return 0.75 <= shape.w <= 1.25 and 0.75 <= shape.h <= 1.25


def hex_at(q: int, r: int) -> Point:
    """The middle of hex q, r (axial, pointed top) of width 1 and height HEX_HEIGHT."""
    return q + r / 2, r * HEX_HEIGHT * 0.75
