"""Places on a table in centimetres as people measure them: to half a centimetre, from edges, terrain, other models."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Any

from kempelen.scene.model import Point, Scene, Shape
from kempelen.text.say import Field, Say, Text
from kempelen.web.pocket.deed import Deed
from kempelen.web.pocket.pictured import scene_then
from kempelen.web.pocket.set_up.building import from_edges, half
from kempelen.web.rooms.room import Room

__all__ = ["FOOT", "beside_of", "called", "first_word", "gap", "legs_of", "measured", "measures_of", "told_up"]

WAYS = ("right", "up_right", "up", "up_left", "left", "down_left", "down", "down_right")
"""Eight directions as the picture shows them, against the clock from the right."""
REFERENCES = ("unit", "terrain")
FOOT = 1.0
"""Half of what the foot of something upright takes, in cm."""
NEAR = 30
"""Further away nobody measures from it, in cm."""
ROUND = 5
"""So near a piece of terrain a way bends round it, in cm."""


def measured(scene: Scene, touches: Sequence[Mapping[str, Any]], say: Say, *, mended: bool = False) -> list[str]:
    """The way a piece has gone, where it stands now from the edges, and from what lies nearest; of one that was put
    right since only where it stands."""
    if scene.unit != "cm":
        return []
    shapes = {shape.id: shape for shape in scene.shapes}
    found: list[str] = []
    for touch in touches:
        shape = shapes.get(str(touch["handle"]))
        if shape is None or touch["effect"] not in ("moved", "laid"):
            continue
        legs = list(legs_of([point for point in touch.get("path", ()) if not isinstance(point, str)], scene, say))
        if legs and not mended:
            found.append(say("web.beside.way", legs=legs))
        where = from_edges(scene, shape, say)
        found.append(say("web.beside.stands_mended" if mended else "web.beside.stands", where=where))
        found += beside_of(scene, shape, say)
    return found


def beside_of(scene: Scene, shape: Shape, say: Say) -> list[str]:
    """How far a piece is from what lies nearest, if anything is near."""
    if (near := nearest(scene, shape)) is None:
        return []
    other, far = near
    way = Text(f"web.beside.side.{direction(faced(other, shape), (shape.x, shape.y))}")
    key = "web.beside.from" if half(far) else "web.beside.touching"
    return [say(key, cm=half(far), way=way, what=called(other))]


def told_up(scene: Scene, y: float) -> float:
    """A height as the game counts it for one of the drawing, and the other way round."""
    return scene.top + scene.h - y if scene.upwards else y


def legs_of(path: Sequence[Sequence[float]], scene: Scene, say: Say) -> Iterator[str]:
    """`14 cm to the right (past wall) and 6 cm up`; points of the game count upwards where its table does."""
    points: list[Point] = [(point[0], scene.top + scene.h - point[1] if scene.upwards else point[1]) for point in path]
    told: Field | None = None
    for one, other in pairwise(points):
        far = half(hypot(other[0] - one[0], other[1] - one[1]))
        if not far:
            continue
        leg = say("web.beside.leg", cm=far, way=Text(f"web.beside.direction.{direction(one, other)}"))
        what = bends_at(scene, other) if other != points[-1] else None
        yield say("web.beside.leg_past", leg=leg, what=what) if what not in (None, told) else leg
        told = what  # round one thing in several legs: it is named once


def bends_at(scene: Scene, point: Point) -> Field | None:
    """The piece of terrain round which a way bends at this point; None if none is near."""
    here = Shape("", "place", *point, 0.0, 0.0)
    terrain = [(gap(one, here), one.label, one) for one in scene.shapes if one.role == "terrain" and one.label]
    far, _, found = min(terrain, key=lambda one: one[:2], default=(ROUND + 1.0, "", None))
    return called(found) if found is not None and far <= ROUND else None


def called(shape: Shape) -> Field:
    """What a sentence calls it: in the case that it needs, if its game says so."""
    return shape.noun if shape.noun is not None else first_word(shape.label)


def first_word(label: str) -> str:
    """`Obstacle, cover II, 2.5 cm high` is an obstacle, `mast (45,50)` a mast."""
    return re.split(r"[:,]| \(", label, maxsplit=1)[0]


def direction(one: Point, other: Point) -> str:
    """Which way the other lies from the one; downwards grows."""
    angle = degrees(atan2(one[1] - other[1], other[0] - one[0])) % 360
    return WAYS[round(angle / 45) % 8]


def nearest(scene: Scene, shape: Shape) -> tuple[Shape, float] | None:
    """The model or piece of terrain whose edge is nearest, and how far that is from the edge of this one."""
    others = [one for one in scene.shapes if one.role in REFERENCES and one.id != shape.id and one.label]
    measured = [(max(0.0, gap(one, shape)), one) for one in others]
    far, found = min(measured, key=lambda pair: pair[0], default=(NEAR + 1.0, None))
    return (found, far) if found is not None and far <= NEAR else None


def gap(one: Shape, other: Shape) -> float:
    """Between the edges: boxes for terrain, bases for models."""
    left, top, right, bottom = edges(one)
    dx = max(left - other.x, 0.0, other.x - right)
    dy = max(top - other.y, 0.0, other.y - bottom)
    return hypot(dx, dy) - other.w / 2


def faced(one: Shape, other: Shape) -> Point:
    """The point of a piece that the other is nearest to; its middle if the other stands within it."""
    left, top, right, bottom = edges(one)
    near = min(max(other.x, left), right), min(max(other.y, top), bottom)
    return near if near != (other.x, other.y) else ((left + right) / 2, (top + bottom) / 2)


def edges(shape: Shape) -> tuple[float, float, float, float]:
    if shape.points:
        xs, ys = [x for x, _ in shape.points], [y for _, y in shape.points]
        return min(xs), min(ys), max(xs), max(ys)
    if shape.foot:  # what is drawn upright takes no more room than its foot
        return shape.x - FOOT, shape.y + shape.foot - FOOT, shape.x + FOOT, shape.y + shape.foot + FOOT
    return shape.x - shape.w / 2, shape.y - shape.h / 2, shape.x + shape.w / 2, shape.y + shape.h / 2


def measures_of(room: Room, deeds: Sequence[Deed], scene: Scene, say: Say) -> dict[int, list[str]]:
    """Where what was put somewhere stands on a measured table, in words, by the number of the instruction."""
    if scene.unit != "cm":
        return {}
    found = {}
    for one in deeds:
        then = scene_then(room, one, say)
        found[one.number] = list(measured(then, one.touches, say, mended=one.mended is not None))
    return found
