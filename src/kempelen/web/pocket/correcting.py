"""What the program believes of a real table, and what else may be true: tap a thing, then what is so."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kempelen.companion import facts_in, names_all_cards
from kempelen.engine.errors import BadPosition
from kempelen.engine.table import SPECTATOR
from kempelen.engine.things import Correction
from kempelen.scene import parts
from kempelen.scene.model import SIGNS, Scene, Shape, is_cell
from kempelen.text.say import Say, Text, capital
from kempelen.web.pocket.tapping import board_with_links, cropped
from kempelen.web.rooms.room import Room

__all__ = ["Fixing", "Wrong", "believed_in", "changed_text", "fact_from", "fixing_of", "meant", "without_field"]

TYPED = "{}"
PART = re.compile(r"(\d{1,3}),(\d{1,3})")
NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
MOST_VALUED = 6
"""Of so many things in a tray the values are told, too."""
AREA = 10
"""How wide a part of a table in centimetres is that is tapped first; then a point in it is."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that may be true instead."""

    text: str
    fact: str
    picture: Markup | None = None
    turned: bool = False
    typed: bool = False
    was: str = ""
    """What the program believes instead."""


@dataclass(frozen=True, slots=True)
class Fixing:
    """The table to be corrected."""

    board: Markup
    things: tuple[tuple[str, str], ...]
    """Things beside the board that can be wrong: address and name."""
    piece: str
    """The handle of what was tapped, if something was."""
    name: str
    wrongs: tuple[Wrong, ...]
    points: bool = False
    """Any point of the table can be tapped."""


def position_of(room: Room) -> Mapping[str, Any]:
    """What may be shown: cards that the program holds for its players stay hidden."""
    session = room.session
    state = session.checkpoint
    return room.game.to_position(state if names_all_cards(session) else room.game.view(state, SPECTATOR))


def meant(room: Room, scene: Scene, handle: str) -> list[Correction]:
    """What else may be true of a thing."""
    places = [shape.id for shape in scene.shapes if is_cell(shape)]
    return list(room.game.things.corrections(position_of(room), handle, places))


def fixing_of(room: Room, scene: Scene, piece: str, to: str, address: Callable[..., str], say: Say) -> Fixing:
    """First everything that can be tapped; then, of one thing, where it is instead or what else is true of it."""
    if not room.session.started:
        return Fixing(board_with_links(scene, {}), (), "", "", ())
    names = {shape.id: shape.label or shape.text for shape in scene.everything()}
    found = meant(room, scene, piece) if piece in names else []
    if not found:
        places = {shape.id: address(piece=shape.id) for shape in scene.shapes if meant(room, scene, shape.id)}
        # a tile lies under its pieces: they come last and are hit first
        beside = [
            (address(piece=item.id), f"{tray.label}: {item.label}" if item.label != tray.label else item.label)
            for tray in scene.trays
            for item in tray.things
            if meant(room, scene, item.id)
        ]
        return Fixing(board_with_links(scene, places), tuple(beside), "", "", ())
    found = [one for one in found if TYPED in one.fact or can_be(room, one.fact)]
    points = next((one for one in found if one.points), None)
    if points is not None:
        board, to = board_to_point_at(scene, piece, points, to, address), ""
    else:
        places = {one.at: address(piece=piece, to=one.at) for one in found if one.at}
        does = {one.at: one.fact for one in found if one.at}
        marks = {piece: ""} if any(shape.id == piece for shape in scene.shapes) else {}
        board = board_with_links(scene, places, marks, does)
    shown = [one for one in found if one.at == to]
    wrongs = tuple(wrong_of(room, one, say) for one in shown)
    return Fixing(board, (), piece, capital(names[piece].partition(": ")[0]), wrongs, points is not None)


def can_be(room: Room, fact: str) -> bool:
    """Would the table be one that the rules know? Nothing else is offered."""
    try:
        facts_in(room.session, fact)
    except BadPosition:
        return False
    return True


def board_to_point_at(scene: Scene, piece: str, one: Correction, to: str, address: Callable[..., str]) -> Markup:
    """Where a piece stands on a table in centimetres: first a part of the table is tapped, then a point in it."""
    part = PART.fullmatch(to)
    if part is None:
        corners = [(x, y) for x in range(0, round(scene.w), AREA) for y in range(0, round(scene.h), AREA)]
        spots = {(x, y): spot(scene, x + AREA / 2, y + AREA / 2, AREA) for x, y in corners}
    else:
        x0, y0 = int(part[1]), int(part[2])
        points = [(x, y) for x in range(x0, x0 + AREA + 1) for y in range(y0, y0 + AREA + 1)]
        spots = {(x, y): spot(scene, x, y, 1) for x, y in points if x <= scene.w and y <= scene.h}
    links = {shape.id: address(piece=piece, to=f"{x},{y}") for (x, y), shape in spots.items()}
    does = {shape.id: one.fact.replace(TYPED, f"{x}, {y}") for (x, y), shape in spots.items()} if part else {}
    whole = board_with_links(scene, links, {piece: ""}, does, tuple(spots.values()))
    return Markup(cropped(whole, scene, tuple(links), 1, tuple(spots.values()))) if part else whole


def spot(scene: Scene, x: float, y: float, wide: float) -> Shape:
    """A square round a point, as the game counts centimetres."""
    up = scene.top + scene.h - y if scene.upwards else y
    return Shape(f"point:{x:g},{y:g}", "place", x, up, wide, wide, label=f"{x:g}, {y:g}")


def wrong_of(room: Room, one: Correction, say: Say) -> Wrong:
    notation, _, turned = one.thing.partition(" ")
    shape = room.game.things.picture(notation, say) if notation else None
    picture = Markup(parts.sample(shape)) if shape is not None else None
    was = say.of(one.was, "Bare") if one.was is not None else ""
    return Wrong(say.of(one.text, "Nom"), one.fact, picture, bool(turned), TYPED in one.fact, was)


def changed_text(known: Sequence[Correction], fact: str, typed: str, say: Say) -> str:
    """What is true now, and what was believed before."""
    one = next((one for one in known if one.fact == fact), None)
    if one is None and (one := next((one for one in known if one.points and fact.startswith(before(one))), None)):
        x, y = NUMBER.findall(fact.removeprefix(before(one)))[:2]
        now = f"{fact.partition('.')[0]}: {say('web.beside.point', x=x, y=y)}"
    else:
        text = say.of(one.text, "Nom") if one is not None else fact
        now = f"{text}: {typed}" if typed else text
    if one is None or one.was is None:
        return now
    return say("web.beside.changed", now=now, was=one.was)


def before(one: Correction) -> str:
    """What stands before the place of what is typed."""
    return one.fact.partition(TYPED)[0]


def believed_in(scene: Scene) -> list[tuple[str, str]]:
    """Every tray in words: what the program believes lies there. Of many things not all of their values."""
    found = []
    for tray in scene.trays:
        if tray.id != SIGNS:
            items = (item_word(item.label, len(tray.items)) for item in tray.items)
            found.append((tray.label, ", ".join(filter(None, (tray.words, *items)))))
    return found


def item_word(label: str, many: int) -> str:
    """A thing in a tray; among many without its values, but with what stands in brackets behind them."""
    name, values, rest = label.partition(": ")
    if not values or many <= MOST_VALUED:
        return label
    return f"{name} ({bracket}" if (bracket := rest.rpartition(" (")[2]) != rest else name


def without_field(problem: Text) -> Text:
    """Whoever has tapped needs no name of a field in a file: `board.8: two cards do not fit` begins with the cards."""
    fields = dict(problem.fields)
    return Text(problem.key, **{**fields, "field": Text("web.beside.here")}) if "field" in fields else problem


def fact_from(template: str, typed: str) -> str:
    """What a person typed, in its place: numbers with a point or a comma, `34,5 20` or `34.5, 20`."""
    if TYPED not in template:
        return template
    if len(numbers := NUMBER.findall(typed)) < 1:
        return template.replace(TYPED, typed.strip())
    return template.replace(TYPED, ", ".join(number.replace(",", ".") for number in numbers))
