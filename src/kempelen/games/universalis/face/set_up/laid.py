"""What missions put on a real table once they are shown: deployment zones and objects, each with its place (R063 to
R065)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kempelen.engine.table import Seat
from kempelen.engine.things import Ground
from kempelen.games.universalis.face.set_up.prepared import half
from kempelen.games.universalis.face.words import side_word
from kempelen.games.universalis.rules.events import ZoneMarked
from kempelen.games.universalis.rules.missions import Area, missions, objects_of, turned
from kempelen.games.universalis.rules.state import Object, State
from kempelen.geometry import Point
from kempelen.text.say import Field, Text

__all__ = ["laid"]

UNSETTLED = ("missions", "zones")
NEAR = 1e-6


def laid(s: State, event: Any) -> tuple[Ground, ...]:
    """With each zone that is marked that one, with the second one also the objects of both missions; or all of it."""
    if event is None:
        return () if s.phase in UNSETTLED else (*zones(s, 0), *zones(s, 1), *objects(s.objects))
    if not isinstance(event, ZoneMarked):
        return ()
    marked = tuple(zones(s, event.seat))
    return marked if event.seat == s.first else (*marked, *objects(objects_of(s)))


def objects(found: Sequence[Object]) -> Iterator[Ground]:
    for n, thing in enumerate(found, 1):
        if thing.carrier < 0:
            place = {"x": half(thing.x), "y": half(thing.y)}
            what = Text("universalis.laid.object", what=Text(f"universalis.object.{thing.kind}"))
            on = Text("universalis.ground.point", **place)
            yield Ground(what, (Text("universalis.ground.at", **place),), (f"object:{n}",), on)


def zones(s: State, seat: Seat) -> Iterator[Ground]:
    """The zone of a side, and the one that its mission wants to reach."""
    mission = missions()[s.missions[seat]]
    side = side_word(s.factions, seat)
    for kind, area in (("zone", mission.zone), ("goal", mission.target)):
        if area is not None:
            whole = [placed(polygon, s.turned[seat], s.board.size) for polygon in area.polygons]
            lines = tuple(area_lines(area, whole, s.turned[seat], s.board.size))
            handles = tuple(f"{kind}:{seat + 1}{f'.{n}' if n else ''}" for n in range(max(1, len(whole))))
            yield Ground(
                Text(f"universalis.laid.{kind}", side=side), lines, handles, measure(area, whole, s.board.size)
            )


def placed(polygon: Sequence[Point], degrees: int, size: float) -> list[Point]:
    return [turned(x, y, degrees, size / 2) for x, y in polygon]


def area_lines(area: Area, whole: Sequence[Sequence[Point]], degrees: int, size: float) -> Iterator[Text]:
    """Every part as it is measured: how deep along an edge, how far along both edges of a corner, how far round."""
    if area.circle is not None:
        x, y, r = area.circle
        x, y = turned(x, y, degrees, size / 2)
        yield Text("universalis.laid.circle", r=half(r), x=half(x), y=half(y))
    for polygon in whole:
        left, low, right, high = box(polygon)
        corner = corner_of(polygon, size)
        if corner is not None:
            across, along = half(right - left), half(high - low)
            yield Text("universalis.laid.corner", corner=corner, across=across, along=along)
            continue
        yield strip(left, low, right, high, size)


def strip(left: float, low: float, right: float, high: float, size: float) -> Text:
    """`15 cm deep at the lower edge, all along`; of a part of an edge from where to where."""
    edge, deep, spans = edge_of(left, low, right, high, size)
    if edge is None:
        return Text("universalis.ground.between", left=half(left), right=half(right), low=half(low), high=half(high))
    fields: dict[str, Field] = {"deep": half(deep), "edge": Text(f"universalis.edge.{edge}")}
    if half(spans[1] - spans[0]) == half(size):
        return Text("universalis.laid.edge", **fields)
    on = "below" if edge in (90, 270) else "left"
    return Text(f"universalis.laid.edge_{on}", least=half(spans[0]), most=half(spans[1]), **fields)


def edge_of(
    left: float, low: float, right: float, high: float, size: float
) -> tuple[int | None, float, tuple[float, float]]:
    """The edge that a rectangle lies along, how deep it is there, and from where to where; as it is turned."""
    touched = [
        (edge, deep, span)
        for edge, off, deep, span in (
            (0, low, high - low, (left, right)),
            (90, size - right, right - left, (low, high)),
            (180, size - high, high - low, (left, right)),
            (270, left, right - left, (low, high)),
        )
        if abs(off) < NEAR
    ]
    return min(touched, key=lambda one: one[1], default=(None, 0.0, (0.0, 0.0)))


def corner_of(polygon: Sequence[Point], size: float) -> Text | None:
    """Which corner of the table a triangle fills; None if it is none that does."""
    if len(polygon) != 3:
        return None
    for x, y in polygon:
        if all(min(abs(n), abs(size - n)) < NEAR for n in (x, y)):
            side, end = ("left" if x < size / 2 else "right"), ("below" if y < size / 2 else "above")
            if all(abs(u - x) < NEAR or abs(v - y) < NEAR for u, v in polygon):
                return Text(f"universalis.laid.at.{end}_{side}")
    return None


def measure(area: Area, whole: Sequence[Sequence[Point]], size: float) -> Text:
    """In a few letters: its depth, how far it goes along an edge, or from its middle."""
    if area.circle is not None:
        return Text("universalis.laid.cm", cm=half(area.circle[2]))
    left, low, right, high = box(whole[0])
    deep = right - left if corner_of(whole[0], size) is not None else edge_of(left, low, right, high, size)[1]
    return Text("universalis.laid.cm", cm=half(deep))


def box(polygon: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)
