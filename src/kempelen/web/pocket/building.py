"""How a real table is laid out, step by step with pictures: from the scene of the first moment, whatever the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot
from typing import Any

from markupsafe import Markup

from kempelen.companion import set_aside
from kempelen.engine.table import SPECTATOR
from kempelen.scene import parts
from kempelen.scene.model import SIGNS, Scene, Shape, is_cell
from kempelen.text.say import Say
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.tapping import board_with_links
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import begin
from kempelen.wording import thing_label, thing_short

__all__ = ["Laid", "Line", "building_of", "from_edges", "half"]

UNIT, MARKER = "unit", "marker"
MARKERS = (MARKER, "mark")
PIECES = (UNIT, *MARKERS)
SCREEN, TEXT, ROW = 430, 24, 88
"""What a small phone shows of a list, a line of text, a row of cards, in pixels."""
LETTERS, IN_A_ROW = 31, 4
"""How much stands in a line."""
MANY, MANY_IN_A_ROW, MANY_ROW = 8, 6, 76
"""More kinds of cards than this are smaller: beside each other, and how high."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to be laid out or got ready."""

    text: str
    picture: Markup | None = None
    cards: tuple[tuple[Markup, int, str], ...] = ()
    """The cards that belong to it, how many of each, and a word for it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """One step of laying out."""

    title: str
    picture: Markup | None
    lines: tuple[Line, ...]
    """What is laid there."""


def first_state(room: Room) -> Any:
    """The table before anything was drawn; while people still deal, one that was dealt by itself."""
    state = next((moment.state for moment in room.session.moments if moment.state is not None), None)
    if state is not None:
        return state
    seats = tuple(room.game.automa for _ in room.setup.seats)
    dealt = begin(replace(room.setup, seats=seats), seed=1)
    return next(moment.state for moment in dealt.moments if moment.state is not None)


def building_of(room: Room, say: Say) -> list[Laid]:
    """The ground, what stands on it, and what lies beside it."""
    scene = scene_of(room, room.game.view(first_state(room), SPECTATOR), say)
    ground = replace(scene, shapes=tuple(shape for shape in scene.shapes if shape.role not in PIECES))
    pieces = [shape for shape in scene.shapes if shape.role == UNIT and shape.label]
    found = [Laid(say("web.beside.build.ground"), board_with_links(ground, {}), tuple(grounds(scene, say)))]
    if pieces:
        lines = tuple(Line(piece_text(scene, shape, say), Markup(parts.sample(shape))) for shape in pieces)
        found.append(Laid(say("web.beside.build.pieces"), board_with_links(scene, {}), lines))
    if markers := tuple(markers_on(scene, say)):
        lying = {shape.id: "" for kind in kinds_of_markers(scene).values() for shape in kind}
        found.append(Laid(say("web.beside.build.markers"), board_with_links(scene, {}, lying), markers))
    beside = lying_beside(room, scene, say)
    found += [Laid(say("web.beside.build.beside"), None, tuple(lines)) for lines in screens(beside)]
    return found


def screens(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """As many lines as a phone shows at once, then the next."""
    page: list[Line] = []
    taken = 0
    for line in lines:
        kinds = len(line.cards)
        cards = MANY_ROW * ceil(kinds / MANY_IN_A_ROW) if kinds > MANY else ROW * ceil(kinds / IN_A_ROW)
        high = TEXT * ceil(len(line.text) / LETTERS) + cards + TEXT // 2
        if page and taken + high > SCREEN:
            yield page
            page, taken = [], 0
        page.append(line)
        taken += high
    if page:
        yield page


def lying_beside(room: Room, scene: Scene, say: Say) -> list[Line]:
    """Hands, decks and roles as the game says them; else whatever lies in the trays of the picture."""
    things, physical = room.game.things, room.session.physical
    if things.prepared is None or physical is None:
        words = [(tray.label, tray_words(tray)) for tray in scene.trays if tray.id != SIGNS]
        return [Line(f"{label}: {text}") for label, text in words if text]
    position = room.game.to_position(first_state(room))
    found = []
    if things.kept_prepared is not None and (kept := set_aside(room.session)) is not None:
        ready = things.kept_prepared(room.setup, position, kept)
    else:
        ready = things.prepared(room.setup, position, physical.things & things.physical)
    for one in ready:
        cards = Counter(one.cards)
        pictures = ((card, things.picture(card, say), many) for card, many in cards.items())
        small = tuple(
            (Markup(parts.sample(shape)), many, card_word(room, card, shape, say))
            for card, shape, many in pictures
            if shape is not None
        )
        found.append(Line(say.of(one.text, "Nom"), cards=small))
    return found


def card_word(room: Room, card: str, shape: Shape, say: Say) -> str:
    """What a card is called under its picture, divided as on the card: who sorts a box looks for names as well."""
    divided = shape.text if "\n" in shape.text else ""
    return thing_short(room.game, card, say) or divided or thing_label(room.game, say, card)


def tray_words(tray: Any) -> str:
    return ", ".join(filter(None, (tray.words, *(item.label for item in tray.items))))


def grounds(scene: Scene, say: Say) -> Iterator[Line]:
    """Every tile by its name; on a table in centimetres every piece of terrain by its distance from the edges."""
    for shape in scene.shapes:
        if not shape.label:
            continue
        if scene.unit == "cm" and shape.role == "terrain":
            yield Line(f"{shape.label}: {from_edges(scene, shape, say)}")
        elif scene.unit != "cm" and is_cell(shape) and "empty" not in shape.tags and shape.role == "tile":
            yield Line(shape.label)


def piece_text(scene: Scene, shape: Shape, say: Say) -> str:
    """A piece, where it stands, and the state a marker beside it shows."""
    name = shape.label.partition(":")[0]
    states = [one.label for one in scene.shapes if one.role == MARKER and shows(one, shape)]
    return ", ".join([f"{name}: {where(scene, shape, say)}", *states])


def markers_on(scene: Scene, say: Say) -> Iterator[Line]:
    """Every kind of marker with all its places; those of one piece stand with it."""
    for label, shapes in kinds_of_markers(scene).items():
        places = say.of([where(scene, shape, say) for shape in shapes])
        yield Line(f"{label[:1].upper()}{label[1:]}: {places}", Markup(parts.sample(shapes[0])))


def kinds_of_markers(scene: Scene) -> dict[str, list[Shape]]:
    pieces = [shape for shape in scene.shapes if shape.role == UNIT]
    kinds: dict[str, list[Shape]] = {}
    for shape in scene.shapes:
        if shape.role in MARKERS and shape.label and not any(shows(shape, piece) for piece in pieces):
            kinds.setdefault(shape.label.partition(":")[0].partition(" (")[0], []).append(shape)
    return kinds


def shows(marker: Shape, piece: Shape) -> bool:
    """A marker of what the piece says of itself, right beside it."""
    return marker.label in piece.label and hypot(marker.x - piece.x, marker.y - piece.y) <= piece.w + marker.w


def where(scene: Scene, shape: Shape, say: Say) -> str:
    """The tile that something lies on, or how far it is from the edges."""
    if scene.unit == "cm":
        return from_edges(scene, shape, say)
    cells = [cell for cell in scene.shapes if is_cell(cell)]
    near = min(cells, key=lambda cell: (cell.x - shape.x) ** 2 + (cell.y - shape.y) ** 2, default=None)
    # `A1, cover 0` and `0,0: deep sea`: what stands first is the name of the tile
    return next(iter(re.split(r"[:,] ", near.label, maxsplit=1))) if near is not None else ""


def from_edges(scene: Scene, shape: Shape, say: Say) -> str:
    """`38 to 52 cm from the left, 35 cm from below`, to half a centimetre."""
    if shape.points:
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
    else:
        xs, ys = [shape.x - shape.w / 2, shape.x + shape.w / 2], [shape.y - shape.h / 2, shape.y + shape.h / 2]
    if shape.role in PIECES:
        xs, ys = [shape.x], [shape.y + shape.foot]
    bottom = scene.top + scene.h
    left = span(min(xs) - scene.left, max(xs) - scene.left, say)
    below = span(bottom - max(ys), bottom - min(ys), say)
    return say("web.beside.build.edges", left=left, below=below)


def span(least: float, most: float, say: Say) -> str:
    one, other = half(least), half(most)
    if one == other:
        return say.of(one)
    return say("web.beside.build.span", least=one, most=other)


def half(n: float) -> int | float:
    """To half a centimetre: nobody lays a model more exactly."""
    rounded = round(n * 2) / 2
    return int(rounded) if rounded == int(rounded) else rounded
