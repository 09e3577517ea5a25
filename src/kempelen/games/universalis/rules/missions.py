"""Missions: deployment zones, objects, and when they are fulfilled (R063, R065, R079, G43).

Coordinates are those of a zone at the lower edge; a player turns his by 0, 90, 180 or 270 degrees.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import ceil, cos, hypot, radians, sin
from typing import Any

from kempelen.engine.table import Seat, Table
from kempelen.games.universalis.rules.events import Scored, Unscored
from kempelen.games.universalis.rules.state import EXITED, Model, Object, State, snap
from kempelen.geometry import Point, distance_to_polygon

__all__ = [
    "CARRIED",
    "OBJECTS",
    "Area",
    "Mission",
    "far_edge",
    "fleeing_at",
    "fulfilled",
    "held_by",
    "home_gap",
    "in_zone",
    "missions",
    "objects_of",
    "progress",
    "score",
]

OBJECTS = ("mast", "core", "crate")
CARRIED = frozenset({"core", "crate"})
"""Objects that can be picked up."""


@dataclass(frozen=True, slots=True)
class Area:
    """Polygons, or a circle."""

    polygons: tuple[tuple[Point, ...], ...] = ()
    circle: tuple[float, float, float] | None = None

    def holds(self, x: float, y: float, degrees: int, middle: float) -> bool:
        x, y = turned(x, y, -degrees, middle)
        if self.circle is not None:
            return hypot(x - self.circle[0], y - self.circle[1]) <= self.circle[2] + 1e-9
        return any(distance_to_polygon(polygon, x, y) <= 1e-9 for polygon in self.polygons)

    def gap(self, x: float, y: float, degrees: int, middle: float) -> float:
        """How far a point is from it; 0 inside."""
        x, y = turned(x, y, -degrees, middle)
        if self.circle is not None:
            return max(0.0, hypot(x - self.circle[0], y - self.circle[1]) - self.circle[2])
        return max(0.0, min(distance_to_polygon(polygon, x, y) for polygon in self.polygons))


@dataclass(frozen=True, slots=True)
class Mission:
    """A task. Kinds: eliminate, leave, hold, carry, gather, reach."""

    id: str
    kind: str
    zone: Area
    objects: tuple[tuple[str, float, float], ...] = ()
    goal: int = 0
    """Points to score, or objects to gather."""
    reach: float = 0.0
    """How near one must be to hold."""
    target: Area | None = None

    def wants(self, thing: Object) -> bool:
        """It is one of the objects to carry: a crate of the other mission is no data core."""
        return thing.kind in CARRIED and any(thing.kind == kind for kind, _, _ in self.objects)


def turned(x: float, y: float, degrees: int, middle: float) -> Point:
    """A point turned about the middle of the table."""
    c, s = round(cos(radians(degrees))), round(sin(radians(degrees)))
    dx, dy = x - middle, y - middle
    return middle + c * dx - s * dy, middle + s * dx + c * dy


def _area(data: Mapping[str, Any]) -> Area:
    if "circle" in data:
        x, y, r = data["circle"]
        return Area(circle=(float(x), float(y), float(r)))
    return Area(tuple(tuple((float(x), float(y)) for x, y in polygon) for polygon in data["polygons"]))


@cache
def missions() -> Mapping[str, Mission]:
    """Every shipped mission by name."""
    text = files("kempelen.games.universalis").joinpath("data", "missions.toml").read_text("utf-8")
    return {
        id: Mission(
            id,
            entry["kind"],
            _area(entry["zone"]),
            tuple((str(kind), float(x), float(y)) for kind, x, y in entry.get("objects", ())),
            entry.get("goal", 0),
            float(entry.get("reach", 0)),
            _area(entry["target"]) if "target" in entry else None,
        )
        for id, entry in tomllib.loads(text).items()
    }


def mission_of(s: State, seat: Seat) -> Mission:
    return missions()[s.missions[seat]]


# -- zones and objects


def in_zone(s: State, seat: Seat, x: float, y: float) -> bool:
    """Inside the player's own deployment zone."""
    return mission_of(s, seat).zone.holds(x, y, s.turned[seat], s.board.size / 2)


def home_gap(s: State, seat: Seat, x: float, y: float) -> float:
    """How far a point is from the player's own deployment zone."""
    return mission_of(s, seat).zone.gap(x, y, s.turned[seat], s.board.size / 2)


def in_target(s: State, seat: Seat, x: float, y: float) -> bool:
    target = mission_of(s, seat).target
    return target is not None and target.holds(x, y, s.turned[seat], s.board.size / 2)


def objects_of(s: State) -> list[Object]:
    """What both missions put on the table; the same thing at the same place is there once (R063)."""
    found: dict[tuple[str, float, float], Object] = {}
    for seat in (0, 1):
        for kind, x, y in mission_of(s, seat).objects:
            ax, ay = turned(x, y, s.turned[seat], s.board.size / 2)
            found.setdefault((kind, snap(ax), snap(ay)), Object(kind, snap(ax), snap(ay)))
    return list(found.values())


def far_edge(s: State, seat: Seat) -> int:
    """The edge opposite the deployment zone, as the direction in degrees in which it lies."""
    return (90 + s.turned[seat]) % 360


def edge_gap(s: State, m: Model, degrees: int) -> float:
    """How far the base is from an edge."""
    r = s.rules.base_diameter[m.card.size] / 2
    return {0: s.board.size - m.x, 90: s.board.size - m.y, 180: m.x, 270: m.y}[degrees] - r


# -- winning


def fulfilled(s: State, seat: Seat) -> bool:
    """The player's mission is accomplished."""
    reached, wanted = progress(s, seat)
    return reached >= wanted


def progress(s: State, seat: Seat) -> tuple[int, int]:
    """How much of the player's mission is done, and how much it asks for."""
    mission = mission_of(s, seat)
    own = [m for m in s.models if m.seat == seat]
    match mission.kind:
        case "eliminate":
            enemies = len(s.models) - len(own)
            return enemies - len(s.enemies(seat)), enemies
        case "leave":
            return sum(m.place == EXITED for m in own), ceil(len(own) / 2)
        case "hold":
            return s.scores[seat], mission.goal
        case "carry":
            carried = (thing for thing in s.objects if mission.wants(thing) and thing.carrier >= 0)
            there = (s.models[thing.carrier].seat == seat and in_zone(s, seat, *_where(s, thing)) for thing in carried)
            return int(any(there)), 1
        case "gather":
            found = (thing for thing in s.objects if mission.wants(thing))
            return sum(in_zone(s, seat, *_where(s, thing)) for thing in found), mission.goal
        case "reach":
            return sum(m.standing and in_target(s, seat, m.x, m.y) for m in own), ceil(len(own) / 2)
    raise AssertionError(mission.kind)


def _where(s: State, thing: Object) -> Point:
    if thing.carrier < 0:
        return thing.x, thing.y
    m = s.models[thing.carrier]
    return m.x, m.y


def score(s: State, table: Table) -> None:
    """At round end the only side with an active model near the object scores (mission kind `hold`)."""
    for seat in (0, 1):
        for near in held_by(s, seat):
            if {m.seat for m in near} == {seat}:
                s.scores[seat] += 1
                table.tell(Scored, seat, s.scores[seat], 1)
    there = [{m.seat for m in near} for seat in (0, 1) for near in held_by(s, seat)]
    if there and all(len(sides) != 1 for sides in there):
        table.tell(Unscored, s.round, "both" if any(there) else "none")


def held_by(s: State, seat: Seat) -> list[list[Model]]:
    """Active models of both sides near enough to each object that this side must hold (mission kind `hold`)."""
    mission = mission_of(s, seat)
    if mission.kind != "hold":
        return []
    places = [turned(x, y, s.turned[seat], s.board.size / 2) for _, x, y in mission.objects]
    return [[m for m in s.models if m.standing and not m.panic and _holds(s, m, at, mission.reach)] for at in places]


def fleeing_at(s: State, seat: Seat) -> list[Model]:
    """Who stands near enough to what this side must hold, but panics: he flees, and holds nothing (R190, R191)."""
    mission = mission_of(s, seat)
    if mission.kind != "hold":
        return []
    places = [turned(x, y, s.turned[seat], s.board.size / 2) for _, x, y in mission.objects]
    return [m for m in s.models if m.standing and m.panic and any(_holds(s, m, at, mission.reach) for at in places)]


def _holds(s: State, m: Model, at: Point, reach: float) -> bool:
    return hypot(m.x - at[0], m.y - at[1]) - s.rules.base_diameter[m.card.size] / 2 <= reach + 1e-9
