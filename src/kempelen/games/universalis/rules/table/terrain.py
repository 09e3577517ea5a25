"""The ground: solid and difficult terrain, how far a movement action gets on it (R088, R093, R133 to R136, G31)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from kempelen.games.universalis.rules.models.current import gk, radius
from kempelen.games.universalis.rules.movement.movement_numbers import jump_reach, speed_in
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.board import Board, Piece
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER, STATIONARY
from kempelen.geometry import Polygon, Prism, chord, distance_to_polygon, sweep_to_polygon

__all__ = [
    "SLACK",
    "Place",
    "Round",
    "Survey",
    "actions_needed",
    "areas_on",
    "covered",
    "hard_areas",
    "impassables",
    "jump_range",
    "most_in_one",
    "on_road",
    "reach_in",
    "rounded",
    "solids",
    "solids_in",
    "touching",
]

Place: TypeAlias = tuple[float, float, float]
SLACK = 0.02
"""A base may brush past things by so much: places are rounded to a hundredth of a centimetre."""


@dataclass(slots=True)
class Survey:
    """A way that can be walked."""

    used: float = 0.0
    """Movement it takes: climbing counts double (R119)."""
    true: float = 0.0
    """The distance really covered (R120)."""
    areas: list[tuple[float, float, int]] = field(default_factory=list)
    """Stretches of the way (in movement used) with passability."""
    road: bool = False
    """All of it lies on a road (G72)."""


Round: TypeAlias = tuple[float, float, float, tuple[tuple[float, float], ...]]
"""A polygon with the middle and radius of a circle round it."""
Box: TypeAlias = tuple[float, float, float, float]
_Solid: TypeAlias = tuple[float, float, Box, tuple[tuple[float, float], ...], Round]


def rounded(polygon: tuple[tuple[float, float], ...]) -> Round:
    x = sum(corner[0] for corner in polygon) / len(polygon)
    y = sum(corner[1] for corner in polygon) / len(polygon)
    return x, y, max(hypot(cx - x, cy - y) for cx, cy in polygon), polygon


def solids(board: Board, doors: int) -> Sequence[_Solid]:
    """Solid prisms: bottom, top, box, outline, and a circle round it."""
    key = ("solids", doors)
    found = board.known.get(key)
    if found is None:
        found = board.known[key] = [
            (part.bottom, part.top, part.box, part.polygon, rounded(part.polygon)) for part in board.solids(doors)
        ]
    return found  # type: ignore[return-value]


TILE = 6.0
"""Terrain is looked up by rectangles of squares this wide."""


def solids_in(board: Board, doors: int, left: float, low: float, right: float, high: float) -> Sequence[_Solid]:
    """Those of the solid prisms that may touch a rectangle: all that do, and others nearby."""
    key = (doors, left // TILE, low // TILE, right // TILE, high // TILE)
    found = board.tiled.get(key)
    if found is None:
        if len(board.tiled) > 50_000:
            board.tiled.clear()
        _, left, low, right, high = key
        left, low, right, high = left * TILE, low * TILE, (right + 1) * TILE, (high + 1) * TILE
        found = board.tiled[key] = [
            one
            for one in solids(board, doors)
            if one[2][0] <= right and one[2][2] >= left and one[2][1] <= high and one[2][3] >= low
        ]
    return found


# -- difficult ground


def impassables(s: State) -> Sequence[tuple[Polygon, Box, Sequence[Prism]]]:
    """Areas that nothing on the ground can cross (R144): outline, box and convex parts."""
    found = s.board.known.get("impassable")
    if found is None:
        found = s.board.known["impassable"] = [
            (piece.polygon, piece.box, piece.parts) for piece in s.board.areas if s.rules.terrain[piece.type].impassable
        ]
    return found  # type: ignore[return-value]


def hard_areas(s: State) -> Sequence[tuple[Piece, int, list[tuple[Prism, Round]]]]:
    """Areas with passability; -1 where nobody on the ground can cross."""
    found = s.board.known.get("hard")
    if found is None:
        kinds = [(piece, s.rules.terrain[piece.type]) for piece in s.board.areas]
        found = s.board.known["hard"] = [
            (
                piece,
                -1 if kind.impassable else kind.passability,
                [(part, rounded(part.polygon)) for part in piece.parts],
            )
            for piece, kind in kinds
            if kind.impassable or kind.passability
        ]
    return found  # type: ignore[return-value]


def areas_on(
    s: State, m: Model, here: Place, there: Place, start: float, used: float
) -> list[tuple[float, float, int]]:
    """Stretches where the base touches areas with passability (R125, G31)."""
    areas = hard_areas(s)
    if not areas or m.card.going in (HOVER, FLIGHT):
        return []
    flat = hypot(there[0] - here[0], there[1] - here[1])
    if not flat:
        return []
    r = m.r
    ux, uy = (there[0] - here[0]) / flat, (there[1] - here[1]) / flat
    left, right = (here[0], there[0]) if here[0] < there[0] else (there[0], here[0])
    low, high = (here[1], there[1]) if here[1] < there[1] else (there[1], here[1])
    grow = used / flat
    found = []
    for piece, level, parts in areas:
        box = piece.box
        if level < 0 or box[0] > right + r or box[2] < left - r or box[1] > high + r or box[3] < low - r:
            continue
        if not piece.bottom <= here[2] <= max(piece.top, piece.bottom):
            continue
        for part, (cx, cy, wide, _) in parts:
            if abs((cx - here[0]) * uy - (cy - here[1]) * ux) >= wide + r:
                continue  # beside the way
            span = touching(part, here, there, ux, uy, flat, r)
            if span is not None:
                found.append((start + span[0] * grow, start + span[1] * grow, level))
    return found


def touching(
    part: Prism, here: Place, there: Place, ux: float, uy: float, flat: float, r: float
) -> tuple[float, float] | None:
    """From where to where a moving base touches a convex area."""
    polygon, near = part.polygon, r - SLACK
    starts_in = _nearer(part, here[0], here[1], near)
    first = 0.0 if starts_in else sweep_to_polygon(here[0], here[1], ux, uy, polygon, near)
    if first >= flat:
        return None
    ends_in = _nearer(part, there[0], there[1], near)
    last = flat if ends_in else flat - sweep_to_polygon(there[0], there[1], -ux, -uy, polygon, near)
    return (first, last) if last > first else None


def _nearer(part: Prism, x: float, y: float, near: float) -> bool:
    left, low, right, high = part.box
    if x < left - near or x > right + near or y < low - near or y > high + near:
        return False
    return distance_to_polygon(part.polygon, x, y) < near


def on_road(board: Board, points: Sequence[Place]) -> bool:
    """All of the way lies on roads (R093, G72), or on no other area of a table that is one road (R149)."""
    if board.environment == "road":
        return not any(_spans(board, here, there, road=False) for here, there in pairwise(points))
    return all(covered(_spans(board, here, there, road=True)) for here, there in pairwise(points))


def _spans(board: Board, here: Place, there: Place, *, road: bool) -> list[tuple[float, float]]:
    """Shares of a straight way that lie in or on roads, or on other areas."""
    return sorted(
        span
        for piece in board.areas
        if (piece.type == "road") == road and piece.bottom <= here[2] <= max(piece.top, piece.bottom)
        for part in piece.parts
        if (span := chord(part.polygon, here[0], here[1], there[0], there[1])) is not None
    )


def covered(spans: Sequence[tuple[float, float]]) -> bool:
    """Together they leave no gap."""
    at = 0.0
    for start, end in spans:
        if start > at + 1e-6:
            return False
        at = max(at, end)
    return at >= 1.0 - 1e-6


# -- how far an action gets


def actions_needed(s: State, m: Model, way: Survey, gained: int = 0) -> int | None:
    """How many movement actions a way takes (R088, R133, R134, G31); None if it gets stuck.

    An action that touches difficult ground has less GK for its whole length; one may also stop in front of it.
    """
    at, actions = 0.0, 0
    same = not way.areas  # every action gets equally far
    reach = reach_in(s, m, way, 0.0, gained) if same else 0.0
    while at < way.used - 1e-6:
        step = min(reach if same else reach_in(s, m, way, at, gained), way.used - at)
        if step <= 1e-6:
            return None
        at += step
        actions += 1
    return max(actions, 1)


def reach_in(s: State, m: Model, way: Survey, at: float, gained: int = 0) -> float:
    """How far one movement action gets, beginning at a point of the way."""
    rules, going, speed = s.rules, m.card.going, gk(s, m)
    if not way.areas and not way.road and going != STATIONARY:
        return float(speed)
    skill = m.card.levels.get("cross_country", 0)
    best = float(speed_in(rules, going, speed, 0, road=way.road))
    ahead = [
        (start - at if start > at else 0.0, level)
        for start, end, level in way.areas
        if end > at + 1e-9 and start < at + best
    ]
    if not ahead:
        return best
    if len(ahead) == 1:  # the usual case of what follows
        free, level = ahead[0]
        length = float(speed_in(rules, going, speed, level, gained=gained, road=way.road, skill=skill))
        return length if free < length - 1e-9 else free
    free, hard = min(ahead)[0], 0.0
    for level in {level for _, level in ahead}:
        length = float(speed_in(rules, going, speed, level, gained=gained, road=way.road, skill=skill))
        touched = [other for distance, other in ahead if distance < length - 1e-9]
        if length > hard and touched and max(touched) <= level:
            hard = length
    return max(hard, free)


def most_in_one(s: State, m: Model, gained: int = 0) -> float:
    """No movement action gets farther than this, wherever it leads: ways that are longer need not be looked at."""
    environment = s.rules.terrain[s.board.environment].passability
    skill = m.card.levels.get("cross_country", 0)
    return float(speed_in(s.rules, m.card.going, gk(s, m), environment, gained=gained, road=True, skill=skill)) + 1e-5


def jump_range(s: State, m: Model) -> int:
    """How far it can jump from where it stands (R106 to R108); difficult ground under the base slows it down (R133)."""
    hard = s.rules.terrain[s.board.environment].passability
    near = radius(s, m) - SLACK
    for piece, level, parts in hard_areas(s):
        if level > hard and piece.bottom <= m.z <= max(piece.top, piece.bottom):
            if any(distance_to_polygon(part.polygon, m.x, m.y) < near for part, _ in parts):
                hard = level
    skill = m.card.levels.get("cross_country", 0)
    return jump_reach(s.rules, speed_in(s.rules, m.card.going, gk(s, m), hard, skill=skill), m.prone, m.ran_up)
