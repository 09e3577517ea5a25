"""Polygons: area, inside, distance, convex parts, clipping, hulls and unions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import TypeAlias

__all__ = [
    "EPSILON",
    "HalfPlane",
    "Point",
    "Polygon",
    "area_of",
    "between",
    "bounds_of",
    "clip",
    "convex_parts",
    "distance_to_polygon",
    "edge_distance",
    "hull",
    "inside",
    "is_convex",
    "self_crossing",
    "union_area",
]

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]
HalfPlane: TypeAlias = tuple[float, float, float]
"""All (x, y) with u x + v y >= w."""

EPSILON = 1e-9
"""For comparing computed lengths."""


def bounds_of(polygon: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, lower, right and upper end."""
    xs = [x for x, _ in polygon]
    ys = [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def area_of(polygon: Sequence[Point]) -> float:
    """Positive if the corners go counter-clockwise."""
    total = 0.0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return total / 2


def inside(polygon: Sequence[Point], x: float, y: float) -> bool:
    """The point lies in the polygon; on its edge it may go either way."""
    found = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y1 > y) != (y0 > y) and x < (x0 - x1) * (y - y1) / (y0 - y1) + x1:
            found = not found
        x0, y0 = x1, y1
    return found


def distance_to_polygon(polygon: Sequence[Point], x: float, y: float) -> float:
    """0 inside."""
    return 0.0 if inside(polygon, x, y) else edge_distance(polygon, x, y)


def edge_distance(polygon: Sequence[Point], x: float, y: float) -> float:
    """How far the edge is, from inside or outside."""
    best = 1e300
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        t = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
        t = 0.0 if t < 0.0 else min(t, 1.0)
        ex, ey = x0 + t * dx - x, y0 + t * dy - y
        found = ex * ex + ey * ey
        if found < best:
            best = found
        x0, y0 = x1, y1
    return sqrt(best)


def self_crossing(polygon: Sequence[Point]) -> tuple[int, int] | None:
    """Two edges (by the number of their first corner, from 0) that meet where they should not."""
    n = len(polygon)
    for i in range(n):
        a, b = polygon[i], polygon[(i + 1) % n]
        if a == b:
            return i, (i + 1) % n
        for j in range(i + 1, n):
            c, d = polygon[j], polygon[(j + 1) % n]
            if j == i + 1 or (i == 0 and j == n - 1):
                shared, end, other = (b, d, a) if j == i + 1 else (a, c, b)
                back = (end[0] - shared[0]) * (other[0] - shared[0]) + (end[1] - shared[1]) * (other[1] - shared[1])
                if abs(_turn(other, shared, end)) <= EPSILON and back > 0:
                    return i, j
            elif _segments_meet(a, b, c, d):
                return i, j
    return None


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive if the way from a by b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if (one > 0) != (two > 0) and (three > 0) != (four > 0) and one and two and three and four:
        return True
    return any(
        turn == 0 and min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
        for turn, p, q, r in ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    )


def is_convex(polygon: Sequence[Point]) -> bool:
    """Counter-clockwise and without a corner that turns right."""
    n = len(polygon)
    return all(_turn(polygon[i - 2], polygon[i - 1], polygon[i]) >= -EPSILON for i in range(n))


def convex_parts(polygon: Sequence[Point]) -> list[Polygon]:
    """The polygon (without holes, not crossing itself) as convex polygons, counter-clockwise."""
    corners = list(polygon) if area_of(polygon) > 0 else list(reversed(polygon))
    if is_convex(corners):
        return [tuple(corners)]
    parts: list[list[Point]] = []
    while len(corners) > 3:
        ear = next(i for i in range(len(corners)) if _is_ear(corners, i))
        parts.append([corners[ear - 1], corners[ear], corners[(ear + 1) % len(corners)]])
        del corners[ear]
    parts.append(corners)
    return [tuple(part) for part in _merged(parts)]


def _is_ear(corners: Sequence[Point], i: int) -> bool:
    a, b, c = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
    if _turn(a, b, c) <= EPSILON:
        return False
    return not any(
        _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0 for p in corners if p not in (a, b, c)
    )


def _merged(parts: list[list[Point]]) -> list[list[Point]]:
    """Parts that share an edge and are convex together become one."""
    merged = True
    while merged:
        merged = False
        for i, one in enumerate(parts):
            for j in range(i + 1, len(parts)):
                joined = _joined(one, parts[j])
                if joined is not None:
                    parts[i] = joined
                    del parts[j]
                    merged = True
                    break
            if merged:
                break
    return parts


def _joined(one: list[Point], other: list[Point]) -> list[Point] | None:
    for i, a in enumerate(one):
        b = one[(i + 1) % len(one)]
        for j, c in enumerate(other):
            if c == b and other[(j + 1) % len(other)] == a:
                first = one[i + 1 :] + one[: i + 1]
                second = other[j + 1 :] + other[: j + 1]
                joined = first[:-1] + second[:-1]
                return joined if is_convex(joined) else None
    return None


# -- clipping, hulls and unions


def clip(corners: list[Point], half: HalfPlane) -> list[Point]:
    """The part of a convex polygon in a half-plane."""
    u, v, w = half
    kept: list[Point] = []
    x0, y0 = corners[-1]
    d0 = u * x0 + v * y0 - w
    for x1, y1 in corners:
        d1 = u * x1 + v * y1 - w
        if (d0 >= 0.0) != (d1 >= 0.0):
            t = d0 / (d0 - d1)
            kept.append((x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
        if d1 >= 0.0:
            kept.append((x1, y1))
        x0, y0, d0 = x1, y1, d1
    return kept


def between(corners: list[Point], low: float, high: float) -> list[Point]:
    """The part of a convex polygon with low <= x <= high."""
    if min(x for x, _ in corners) < low:
        corners = _cut(corners, low, 1.0)
    if corners and max(x for x, _ in corners) > high:
        corners = _cut(corners, high, -1.0)
    return corners if corners and max(x for x, _ in corners) - min(x for x, _ in corners) > 0.0 else []


def _cut(corners: list[Point], at: float, sign: float) -> list[Point]:
    kept: list[Point] = []
    x0, y0 = corners[-1]
    for x1, y1 in corners:
        d0, d1 = (x0 - at) * sign, (x1 - at) * sign
        if (d0 > 0.0) != (d1 > 0.0):
            t = d0 / (d0 - d1)
            kept.append((at, y0 + t * (y1 - y0)))
        if d1 > 0.0:
            kept.append((x1, y1))
        x0, y0 = x1, y1
    return kept


def hull(points: list[Point]) -> list[Point]:
    """The convex hull, counter-clockwise."""
    points = sorted(set(points))
    if len(points) < 3:
        return []
    lower: list[Point] = []
    upper: list[Point] = []
    for chain, ordered in ((lower, points), (upper, points[::-1])):
        for point in ordered:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
    return lower[:-1] + upper[:-1]


def union_area(polygons: Sequence[Sequence[Point]]) -> float:
    """The area covered by convex polygons that may overlap, exactly."""
    if len(polygons) < 2:
        return abs(area_of(polygons[0])) if polygons else 0.0
    cuts = sorted({x for polygon in polygons for x, _ in polygon} | set(_crossings(polygons)))
    total = 0.0
    for left, right in pairwise(cuts):
        if right - left > EPSILON:
            middle = (left + right) / 2
            spans = sorted(span for polygon in polygons if (span := _span(polygon, middle)) is not None)
            reach = -1e300
            for low, high in spans:
                total += max(0.0, high - max(low, reach)) * (right - left)
                reach = max(reach, high)
    return total


def _span(polygon: Sequence[Point], x: float) -> tuple[float, float] | None:
    """Where an upright line cuts a convex polygon."""
    ys = []
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (x0 < x) != (x1 < x):
            ys.append(y0 + (y1 - y0) * (x - x0) / (x1 - x0))
        x0, y0 = x1, y1
    return (min(ys), max(ys)) if len(ys) > 1 else None


def _crossings(polygons: Sequence[Sequence[Point]]) -> Iterator[float]:
    """Where edges of different polygons cross."""
    for n, one in enumerate(polygons):
        for other in polygons[n + 1 :]:
            for i, a in enumerate(one):
                b = one[i - 1]
                for j, c in enumerate(other):
                    d = other[j - 1]
                    u, v = b[0] - a[0], b[1] - a[1]
                    p, q = d[0] - c[0], d[1] - c[1]
                    slope = u * q - v * p
                    if abs(slope) > EPSILON:
                        t = ((c[0] - a[0]) * q - (c[1] - a[1]) * p) / slope
                        if 0.0 < t < 1.0:
                            yield a[0] + t * u
