"""Ways round what stands in between, from corner to corner: what a person would draw on the table.

The corners are points on half centimetres beside those of obstacles, impassable ground and bases that bar the way.
Whether one gets straight from one to the next says `way_problem`; a way is as long as its stretches.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from kempelen.games.universalis.rules.movement.found import found_here
from kempelen.games.universalis.rules.movement.halves import HALF, half
from kempelen.games.universalis.rules.movement.ways import stand_problem, way_problem
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.terrain import Place, impassables, solids_in
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER

__all__ = ["Corners", "corners_of", "pulled_tight"]

MOST_PULLS = 40
"""So often the corners of a way are drawn in."""
ROUND_BASE = 8
"""Corners round somebody's base."""
AROUND = tuple((i * HALF, j * HALF) for i in range(-4, 5) for j in range(-4, 5))


@dataclass(slots=True)
class Corners:
    """The corners one can get to from where a model stands, with the shortest way to each."""

    s: State
    m: Model
    ways: dict[Place, tuple[float, tuple[Place, ...]]] = field(default_factory=dict)

    def way(self, end: Place, most: float = 1e300) -> tuple[Place, ...]:
        """The shortest way to a place that one cannot walk to straight; empty if there is none."""
        found = sorted(
            (far + hypot(corner[0] - end[0], corner[1] - end[1]), corner) for corner, (far, _) in self.ways.items()
        )
        for far, corner in found:
            if far > most:
                break
            if way_problem(self.s, self.m, corner, end) is None:
                return (*self.ways[corner][1], end)
        return ()


def corners_of(s: State, m: Model, reach: float) -> Corners:
    """All corners within reach; kept as long as every base stays where it is."""
    known = found_here(s, m)
    key = ("corners", ceil(reach))
    if key not in known:
        known[key] = _ways_to(s, m, reach)
    found: dict[Place, tuple[float, tuple[Place, ...]]] = known[key]
    return Corners(s, m, found)


def _ways_to(s: State, m: Model, reach: float) -> dict[Place, tuple[float, tuple[Place, ...]]]:
    here: Place = (m.x, m.y, m.z)
    free = {place for place in _places(s, m, reach) if stand_problem(s, m, *place, ghost=True) is None}
    places = sorted(free - {here})  # who stands on a corner would come back to it for ever
    found: dict[Place, tuple[float, tuple[Place, ...]]] = {}
    queue: list[tuple[float, Place, tuple[Place, ...]]] = [(0.0, here, ())]
    while queue:
        far, at, way = heappop(queue)
        if at in found:
            continue
        if at != here:
            # Asked only now whether one gets there straight: most places are reached in another way before.
            if way_problem(s, m, way[-2] if len(way) > 1 else here, at) is not None:
                continue
            found[at] = far, way
        for place in places:
            there = far + hypot(place[0] - at[0], place[1] - at[1])
            if place not in found and there <= reach:
                heappush(queue, (there, place, (*way, place)))
    return found


def _places(s: State, m: Model, reach: float) -> Iterator[Place]:
    """Beside every corner: the nearest point on half centimetres where the base touches nothing."""
    r, z = m.r, m.z
    for bottom, top, box, polygon, (cx, cy, _, _) in solids_in(
        s.board, s.doors, m.x - reach, m.y - reach, m.x + reach, m.y + reach
    ):
        if bottom <= z < top and box[0] - reach < m.x < box[2] + reach and box[1] - reach < m.y < box[3] + reach:
            yield from _beside(polygon, cx, cy, r, z)
    if m.card.going not in (HOVER, FLIGHT):
        for polygon, box, _ in impassables(s):
            if box[0] - reach < m.x < box[2] + reach and box[1] - reach < m.y < box[3] + reach:
                yield from _beside(polygon, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, r, z)
    for o in s.models:
        if o is m or o.place != ON_TABLE or o.seat == m.seat or hypot(o.x - m.x, o.y - m.y) > reach:
            continue
        for n in range(ROUND_BASE):
            angle = n * 2 * pi / ROUND_BASE
            far = (r + o.r) * 1.15
            yield _outward(o.x + far * cos(angle), o.y + far * sin(angle), o.x, o.y, z)


def _beside(polygon: tuple[tuple[float, float], ...], cx: float, cy: float, r: float, z: float) -> Iterator[Place]:
    """Off each corner, away from both of its sides."""
    for n, (x, y) in enumerate(polygon):
        (ax, ay), (bx, by) = polygon[n - 1], polygon[(n + 1) % len(polygon)]
        ux, uy = _unit(x - ax, y - ay)
        vx, vy = _unit(x - bx, y - by)
        dx, dy = ux + vx, uy + vy
        if (x + dx - cx) ** 2 + (y + dy - cy) ** 2 < (x - cx) ** 2 + (y - cy) ** 2:
            continue  # it points inwards: no way leads round it
        yield _outward(x + dx * r, y + dy * r, x, y, z)
        # A base rolls round a corner: a thin end is passed nearer than both sides together would allow.
        yield _outward(x + ux * r, y + uy * r, x, y, z)
        yield _outward(x + vx * r, y + vy * r, x, y, z)


def _unit(dx: float, dy: float) -> tuple[float, float]:
    far = hypot(dx, dy) or 1.0
    return dx / far, dy / far


@lru_cache(maxsize=4096)
def _outward(x: float, y: float, cx: float, cy: float, z: float) -> Place:
    """On half centimetres, no nearer to what it leads round."""
    far = hypot(x - cx, y - cy)
    near = ((half(x) + dx, half(y) + dy) for dx, dy in AROUND)
    best = min(
        (place for place in near if hypot(place[0] - cx, place[1] - cy) >= far - 1e-9),
        key=lambda place: (hypot(place[0] - x, place[1] - y), place),
    )
    return best[0], best[1], z


def pulled_tight(s: State, m: Model, way: tuple[Place, ...]) -> tuple[Place, ...]:
    """Corners left out or drawn in by half centimetres as long as the way stays free."""
    points: list[Place] = [(m.x, m.y, m.z), *way]
    for _ in range(MOST_PULLS):
        better = False
        for n in range(len(points) - 2, 0, -1):
            if way_problem(s, m, points[n - 1], points[n + 1]) is None:
                points.pop(n)
        for n in range(1, len(points) - 1):
            before, (x, y, z), after = points[n - 1], points[n], points[n + 1]
            length = _length(before, points[n], after)
            for dx, dy in PULLS:
                corner = (half(x + dx), half(y + dy), z)
                shorter = _length(before, corner, after) < length - 0.01
                if shorter and way_problem(s, m, before, corner) is None and way_problem(s, m, corner, after) is None:
                    points[n], length, better = corner, _length(before, corner, after), True
        if not better:
            break
    return tuple(points[1:])


PULLS = tuple((i * HALF, j * HALF) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)


def _length(*places: Place) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places))
