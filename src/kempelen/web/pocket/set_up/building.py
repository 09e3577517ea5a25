"""How a real table is laid out, step by step with pictures: from the scene of the first moment, whatever the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot
from typing import Any

from markupsafe import Markup

from kempelen.companion import set_aside
from kempelen.engine.table import SPECTATOR
from kempelen.engine.things import Ground
from kempelen.scene import parts
from kempelen.scene.model import SIGNS, Scene, Shape, is_cell
from kempelen.text.say import Say
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.tapping import board_with_links, cropped, numbered
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import begin
from kempelen.wording import thing_label, thing_short

__all__ = ["Laid", "Line", "building_of", "from_edges", "half", "numbers_on"]

UNIT, MARKER = "unit", "marker"
MARKERS = (MARKER, "mark")
PIECES = (UNIT, *MARKERS)
NEAR, WIDE = 5, 1.9
"""What is seen from near has so many cm round it, and is so much wider than high."""
SCREEN, TEXT, ROW = 430, 24, 88
"""What a small phone shows of a list, a line of text, a row of cards, in pixels."""
LETTERS, IN_A_ROW = 31, 4
"""How much stands in a line."""
SMALL_LETTERS = 38
"""And where it is written smaller."""
BELOW = 8
"""Lines below the picture of a board."""
MANY_LINES = 2
"""What has more stands on a page of its own, seen from near."""
CLOSE = 5
"""Numbers nearer to each other than this, in cm, would lie one over the other."""
LARGER = 1.9
"""The numbers of things on a whole table, so that they can be read on a phone."""
MANY, MANY_IN_A_ROW, MANY_ROW = 8, 6, 76
"""More kinds of cards than this are smaller: beside each other, and how high."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to be laid out or got ready."""

    text: str
    picture: Markup | None = None
    number: int = 0
    """Its number in the picture above; 0 for none."""
    more: tuple[str, ...] = ()
    """What else is to be known of it, one thing a line."""
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


def building_of(room: Room, say: Say, laid: Sequence[Laid] = (), known: Container[str] = ()) -> list[Laid]:
    """The ground, what is `laid` on it since, what stands on it, and what lies beside it; what is `known` is told."""
    scene = scene_of(room, room.game.view(first_state(room), SPECTATOR), say)
    ground = replace(scene, shapes=tuple(shape for shape in scene.shapes if shape.role not in PIECES))
    pieces = [shape for shape in scene.shapes if shape.role == UNIT and shape.label]
    found = [*grounds(room, ground, say), *laid]
    if pieces:
        lines = tuple(Line(piece_text(scene, shape, say), Markup(parts.sample(shape))) for shape in pieces)
        found.append(Laid(say("web.beside.build.pieces"), board_with_links(scene, {}), lines))
    if markers := tuple(markers_on(scene, say, known)):
        lying = {shape.id: "" for kind in kinds_of_markers(scene, known).values() for shape in kind}
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


def grounds(room: Room, scene: Scene, say: Say) -> Iterator[Laid]:
    """What the board is made of as the game says it, a few at a time with their numbers in the picture, what has many
    parts by itself and from near; else every tile by its name."""
    declared = room.game.things.grounds
    if declared is None:
        yield Laid(say("web.beside.build.ground"), board_with_links(scene, {}), tuple(tiles(scene)))
        return
    title = say("web.beside.build.terrain" if scene.unit == "cm" else "web.beside.build.ground")
    whole = str(board_with_links(scene, {}))
    for page in numbered_pages(declared(first_state(room)), say):
        numbers = {handle: line.number for handles, line in page for handle in handles}
        lines = tuple(line for _, line in page)
        if len(page) == 1 and len(lines[0].more) > MANY_LINES:
            near = cropped(whole, scene, tuple(numbers), NEAR, ratio=WIDE)
            yield Laid(title, Markup(near), (replace(lines[0], number=0),))
            continue
        marks = "".join(numbers_on(scene, numbers))
        yield Laid(title, Markup(whole.replace("</svg>", f"{marks}</svg>")), lines)


def numbers_on(scene: Scene, numbers: Mapping[str, int]) -> Iterator[str]:
    """The number of everything that is laid in this step; beside each other where things lie at one place."""
    placed: list[tuple[float, float]] = []
    for shape in scene.shapes:
        if shape.id in numbers:
            corner = (
                min((point[0] for point in shape.points), default=shape.x),
                min((point[1] for point in shape.points), default=shape.y),
            )
            after = sum(hypot(corner[0] - x, corner[1] - y) < CLOSE for x, y in placed)
            placed.append(corner)
            yield numbered(shape, numbers[shape.id], scene, after, larger=LARGER)


def numbered_pages(some: Sequence[Ground], say: Say) -> Iterator[list[tuple[tuple[str, ...], Line]]]:
    """As many things as stand below a picture, each with its shapes; what has many lines stands alone."""
    page: list[tuple[tuple[str, ...], Line]] = []
    taken, number = 0, 0
    for one in some:
        number += bool(one.handles)
        line = Line(say.of(one.text, "Nom"), number=number if one.handles else 0, more=tuple(map(say.of, one.lines)))
        rows = ceil(len(line.text) / LETTERS) + sum(ceil(len(words) / SMALL_LETTERS) for words in line.more)
        alone = len(line.more) > MANY_LINES
        if page and (taken + rows > BELOW or alone):
            yield page
            page, taken = [], 0
        page.append((one.handles, line))
        taken += BELOW if alone else rows
    if page:
        yield page


def tiles(scene: Scene) -> Iterator[Line]:
    """All tiles of a kind in one line."""
    kinds: dict[str, list[str]] = {}
    for shape in scene.shapes:
        if shape.label and is_cell(shape) and "empty" not in shape.tags and shape.role == "tile":
            name, *kind = re.split(r"[:,] ", shape.label, maxsplit=1)
            kinds.setdefault(kind[0] if kind else "", []).append(name)
    for what, names in kinds.items():
        if what:
            yield Line(f"{what[:1].upper()}{what[1:]}: {', '.join(names)}")
        elif len(kinds) == 1:
            yield from (Line(name) for name in names)


def piece_text(scene: Scene, shape: Shape, say: Say) -> str:
    """A piece, where it stands, and the state a marker beside it shows."""
    name = shape.label.partition(":")[0]
    states = [one.label for one in scene.shapes if one.role == MARKER and shows(one, shape)]
    return ", ".join([f"{name}: {where(scene, shape, say)}", *states])


def markers_on(scene: Scene, say: Say, known: Container[str] = ()) -> Iterator[Line]:
    """Every kind of marker with all its places; those of one piece stand with it."""
    for label, shapes in kinds_of_markers(scene, known).items():
        places = say.of([where(scene, shape, say) for shape in shapes])
        yield Line(f"{label[:1].upper()}{label[1:]}: {places}", Markup(parts.sample(shapes[0])))


def kinds_of_markers(scene: Scene, known: Container[str] = ()) -> dict[str, list[Shape]]:
    pieces = [shape for shape in scene.shapes if shape.role == UNIT]
    kinds: dict[str, list[Shape]] = {}
    for shape in scene.shapes:
        if shape.id in known:
            continue
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
