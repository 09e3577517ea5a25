"""What lies beside the board, sorted by where a page puts it: one's own plate and hand, the other seats, piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from markupsafe import Markup

from kempelen.scene import parts
from kempelen.scene.model import SIGNS, Scene, Shape, Tray
from kempelen.scene.portrait import draw_portrait
from kempelen.scene.status import Fact, Icon
from kempelen.scene.svg import element_id

__all__ = ["EMBLEMS", "Beside", "Emblem", "FactView", "Item", "TrayView", "beside", "emblems_of"]
__all__ += ["fact_view", "icon", "told_trays", "trays_of"]

EMBLEMS = ("circle", "diamond", "hex", "square", "triangle", "octagon")
"""The form that stands for a seat, by its number: nobody is told apart by colour alone."""
MOST_FAN = 12
"""So many steps to each side a fan of cards has."""
STACKS = ("shop", "supply", "track")
"""Trays that lie there as a stack and open."""
WIDE = 5
"""With more opponents than this each has one line."""


@dataclass(frozen=True, slots=True)
class FactView:
    value: str
    label: str
    icon: Markup
    tone: str


@dataclass(frozen=True, slots=True)
class Emblem:
    """The sign of a seat: a form, a letter or two, whose it is."""

    form: str
    letters: str
    relation: str
    lines: str = ""
    """A drawing of its own in place of the letters."""
    face: Markup | None = None
    """Who sits there as a picture, if the game has one; the sign stays beside it."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing of a tray."""

    handle: str
    drawing: Markup
    label: str
    name: str
    """What it is called; empty for a mere sign."""
    caption: str
    """The same in as few words as fit below a card."""
    facts: tuple[FactView, ...]
    usable: bool
    fan: int = 0
    """How far from the middle of the fan it lies, in half steps."""
    percent: int = 100
    """How much of it is left."""
    state: str = ""
    """How it is just now, if that is out of the ordinary."""

    @property
    def again(self) -> Markup:
        """The same drawing for a second place of a page: only the first has the name by which a page finds it."""
        return Markup(self.drawing.replace(f' id="{element_id(self.handle)}"', ""))


@dataclass(frozen=True, slots=True)
class TrayView:
    """A hand, a seat, a pile: a heading, facts and drawings."""

    id: str
    label: str
    kind: str
    text: str
    items: tuple[Item, ...]
    own: bool
    relation: str = ""
    by: str = ""
    mission: str = ""
    facts: tuple[FactView, ...] = ()
    conditions: tuple[Item, ...] = ()
    seat: str = ""
    emblem: Emblem | None = None
    top: Markup | None = None
    """The first thing as a mere picture, for a stack that opens: the things in it have the handles."""
    contents: tuple[str, ...] = ()
    holds: tuple[TrayView, ...] = ()
    """Further trays of the same seat."""


@dataclass(frozen=True, slots=True)
class Beside:
    """Everything beside the board, where it goes."""

    you: TrayView | None
    hands: tuple[TrayView, ...]
    piles: tuple[TrayView, ...]
    seats: tuple[TrayView, ...]
    notes: tuple[TrayView, ...]
    crowded: bool
    """Each of the others has one line only."""


def emblems_of(names: Sequence[str], lying: Beside) -> dict[int, Emblem]:
    """The signs of the seats by their numbers, for what they have done."""
    numbers = {name: seat for seat, name in enumerate(names)}
    trays = [*lying.seats, *([lying.you] if lying.you else [])]
    return {numbers[tray.seat]: tray.emblem for tray in trays if tray.emblem is not None and tray.seat in numbers}


@lru_cache(maxsize=512)
def icon(strokes: Icon) -> Markup:
    """A small sign drawn from the lines of a fact."""
    if not strokes:
        return Markup()
    return Markup('<svg class="ic" viewBox="-1 -1 18 18" aria-hidden="true"><path d="{}"/></svg>').format(
        _drawn(strokes, 16)
    )


def _drawn(strokes: Icon, size: float, edge: float = 0) -> str:
    """Lines in a square of this size, so far from the corner of the drawing."""
    return "".join(
        "M" + "L".join(f"{edge + x * size:.3g} {edge + y * size:.3g}" for x, y in stroke) for stroke in strokes
    )


def fact_view(fact: Fact) -> FactView:
    return FactView(fact.value, fact.label, icon(fact.icon), fact.tone)


@lru_cache(maxsize=2048)
def item_view(shape: Shape, fan: int = 0) -> Item:
    """Most things are the same from one picture to the next."""
    facts = tuple(fact_view(fact) for fact in shape.facts)
    caption = shape.caption or shape.label.partition(":")[0]
    label = shape.label or shape.text
    percent = round(100 * max(0.0, min(1.0, shape.left)))
    drawing = Markup(parts.item(shape))
    return Item(shape.id, drawing, label, shape.label, caption, facts, shape.usable, fan, percent, shape.state)


def trays_of(scene: Scene, own: Iterable[str] = ()) -> list[TrayView]:
    """The trays in the order of the scene; `own` are names of the reader's seat."""
    names = frozenset(own)
    seats = list(dict.fromkeys(tray.seat for tray in scene.trays if tray.kind == "seat"))
    return [tray_view(tray, names, seats) for tray in scene.trays if tray.id != SIGNS]


def told_trays(scene: Scene) -> list[TrayView]:
    """Those that tell how it stands. A supply of nobody's without a word to it only shows what can be chosen, and what
    a tile looks like: a table leaves it out, see `beside`."""
    return [tray for tray in trays_of(scene) if tray.kind != "supply" or tray.relation or tray.text or tray.facts]


def tray_view(tray: Tray, names: frozenset[str], seats: Sequence[str]) -> TrayView:
    own = tray.relation == "own" if tray.relation else (tray.seat or tray.id.rpartition("-")[2]) in names
    fanned = tray.kind in ("hand", "roster")
    middle = len(tray.items) - 1
    return TrayView(
        tray.id,
        tray.label,
        tray.kind,
        tray.text,
        tuple(item_view(shape, 2 * n - middle if fanned else 0) for n, shape in enumerate(tray.items)),
        own,
        tray.relation,
        tray.by,
        tray.mission,
        tuple(fact_view(fact) for fact in tray.facts),
        tuple(item_view(shape) for shape in tray.conditions),
        tray.seat,
        emblem_of(tray, seats) if tray.kind == "seat" else None,
        Markup(parts.item(tray.items[0], None)) if tray.kind in STACKS and len(tray.items) > 1 else None,
        tray.contents,
    )


def emblem_of(tray: Tray, seats: Sequence[str]) -> Emblem:
    form = EMBLEMS[seats.index(tray.seat) % len(EMBLEMS)]
    face = Markup(draw_portrait(tray.portrait)) if tray.portrait else None
    letters = tray.seat[:2] or (tray.label.split() or [""])[-1][:1]
    return Emblem(form, letters.upper(), tray.relation or "rival", _drawn(tray.emblem, 16, 8), face)


def beside(scene: Scene, own: Iterable[str]) -> Beside:
    """Where each tray goes; what is neither a seat's nor lies open for everybody is a note."""
    trays = trays_of(scene, own)
    seats = [tray for tray in trays if tray.kind == "seat"]
    you = next((seat for seat in seats if seat.own), None)
    rest = [tray for tray in trays if tray.kind != "seat"]
    hands = [tray for tray in rest if tray.own and tray.kind in ("hand", "roster")]
    hands.sort(key=lambda tray: -len(tray.items))
    others = [seat for seat in seats if not seat.own]
    held = {seat.id: [tray for tray in rest if not tray.own and belongs(tray, seat)] for seat in others}
    taken = {tray.id for trays in held.values() for tray in trays} | {tray.id for tray in hands}
    left = [tray for tray in rest if tray.id not in taken]
    piles = [tray for tray in left if tray.kind in ("pile", "discard", "shop") or (tray.own and tray.items)]
    notes = [tray for tray in left if tray not in piles and (tray.text or tray.facts or tray.kind == "roster")]
    return Beside(
        you,
        tuple(hands),
        tuple(piles),
        tuple(replace(seat, holds=tuple(held[seat.id])) for seat in others),
        tuple(notes),
        len(others) > WIDE,
    )


def belongs(tray: TrayView, seat: TrayView) -> bool:
    """A tray that names a seat is that seat's; one that only says whose side it is on is the only such seat's."""
    if tray.seat:
        return tray.seat == seat.seat
    ending = tray.id.rpartition("-")[2]
    return bool(seat.seat) and ending == seat.seat
