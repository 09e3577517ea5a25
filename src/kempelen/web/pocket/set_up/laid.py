"""What is laid on a real table only once the game goes on, such as what missions ask for: a list with numbers in the
picture, measured from the edges and from what lies near."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot

from markupsafe import Markup

from kempelen.engine.events import touches_of
from kempelen.engine.table import SPECTATOR, Event
from kempelen.engine.things import Ground
from kempelen.scene.model import Scene, Shape
from kempelen.text.say import Say
from kempelen.web.pocket.deed import Deed
from kempelen.web.pocket.measures import beside_of, gap
from kempelen.web.pocket.pictured import event_of, scene_of
from kempelen.web.pocket.set_up.building import Laid, Line, numbers_on
from kempelen.web.pocket.tapping import board_with_links, written
from kempelen.web.rooms.room import Room
from kempelen.web.shown.known import state_at

__all__ = ["in_lines", "laid_of", "laid_since", "settled_laid"]

CLOSE = 7
"""Measures nearer to each other than this, in cm, are written below each other."""


def laid_since(room: Room, event: Event, number: int) -> bool:
    """Does anything come to lie on the table with this event?"""
    return bool(grounds_of(room, event, number))


def grounds_of(room: Room, event: Event | None, number: int) -> Sequence[Ground]:
    laid = room.game.things.laid
    if laid is None or event is None or not any(touch.effect == "laid" for touch in touches_of(event)):
        return ()
    state = state_at(room.session, SPECTATOR, number)
    return laid(state, event) if state is not None else ()


def laid_of(room: Room, deeds: Sequence[Deed], say: Say) -> tuple[list[Line], Markup | None]:
    """What is laid with these instructions, to be ticked off, and a picture of it; None if nothing is."""
    for deed in deeds:
        found = [
            one
            for number in (deed.number, *(other.number for other in deed.goes_on))
            for one in grounds_of(room, event_of(room.session, number), number)
        ]
        if found:
            scene = scene_of(room, state_at(room.session, SPECTATOR, deed.last), say)
            return list(lines_of(scene, found, say)), drawn(scene, found, say)
    return [], None


def settled_laid(room: Room, say: Say) -> tuple[list[Laid], frozenset[str]]:
    """The same for the set-up page, from the first moment at which all of it lies there; and its shapes."""
    laid = room.game.things.laid
    for moment in room.session.moments if laid is not None else ():
        if moment.state is not None and laid is not None and (found := laid(moment.state, None)):
            scene = scene_of(room, room.game.view(moment.state, SPECTATOR), say)
            lines = tuple(lines_of(scene, found, say))
            step = Laid(say("web.beside.build.laid"), drawn(scene, found, say), lines)
            return [step], frozenset(handle for one in found for handle in one.handles)
    return [], frozenset()


def lines_of(scene: Scene, found: Sequence[Ground], say: Say) -> Iterator[Line]:
    """Each thing with its number, its place, and how far that is from what lies near."""
    shapes = {shape.id: shape for shape in scene.shapes}
    for number, one in enumerate(found, 1):
        more = [say.of(line) for line in one.lines]
        points = [shapes[handle] for handle in one.handles if handle in shapes and not is_area(shapes[handle])]
        if scene.unit == "cm" and len(points) == 1:
            more += beside_terrain(scene, points[0], say)
        yield Line(say.of(one.text, "Nom"), number=number, more=tuple(more))


def in_lines(lines: Sequence[Line]) -> list[str]:
    """The same where it stands below other instructions."""
    return [" · ".join((line.text, *line.more)) for line in lines]


def is_area(shape: Shape) -> bool:
    return shape.role == "reach"


def beside_terrain(scene: Scene, shape: Shape, say: Say) -> list[str]:
    """How far its middle is from the nearest piece of terrain that it does not stand on."""
    middle = replace(shape, y=shape.y + shape.foot, w=0.0, h=0.0, foot=0.0)
    lying = tuple(
        one for one in scene.shapes if one.role == "terrain" and one.noun is not None and gap(one, middle) > 0
    )
    return beside_of(replace(scene, shapes=lying), middle, say)


def drawn(scene: Scene, found: Sequence[Ground], say: Say) -> Markup:
    """The whole table with a number on everything, and its measures."""
    shapes = {shape.id: shape for shape in scene.shapes}
    numbers = {one.handles[0]: number for number, one in enumerate(found, 1) if one.handles}
    placed: list[tuple[float, float]] = []
    words = []
    for one in found:
        if one.on is not None and one.handles and (shape := shapes.get(one.handles[0])) is not None:
            x, y = middle_of(shape)
            y += CLOSE * sum(hypot(x - u, y - v) < CLOSE for u, v in placed)
            placed.append((x, y))
            words.append(written(x, y, say.of(one.on), scene))
    whole = str(board_with_links(scene, {}))
    marks = "".join((*words, *numbers_on(scene, numbers)))
    return Markup(whole.replace("</svg>", f"{marks}</svg>"))


def middle_of(shape: Shape) -> tuple[float, float]:
    """Where its measures are written: in the middle of an area, below a thing."""
    if shape.points:
        n = len(shape.points)
        return sum(x for x, _ in shape.points) / n, sum(y for _, y in shape.points) / n
    below = 0.0 if is_area(shape) else shape.h / 2 + 2
    return shape.x, shape.y + below
