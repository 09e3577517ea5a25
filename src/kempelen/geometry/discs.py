"""Discs and segments: distances, overlaps, and how far something can move before it meets something else."""

from __future__ import annotations

from math import atan2, degrees, hypot, sqrt

from kempelen.geometry.polygons import EPSILON, Polygon

__all__ = [
    "bearing",
    "chord",
    "overlap",
    "ray_to_disc",
    "ray_to_polygon",
    "segment_distance",
    "sweep_to_disc",
    "sweep_to_polygon",
]


def bearing(x0: float, y0: float, x1: float, y1: float) -> float:
    """The direction from one point to another in degrees, 0 along x, counter-clockwise."""
    return degrees(atan2(y1 - y0, x1 - x0)) % 360.0


def segment_distance(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """How far a point is from a segment."""
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    t = ((x - ax) * dx + (y - ay) * dy) / length if length else 0.0
    t = 0.0 if t < 0.0 else min(t, 1.0)
    return hypot(ax + t * dx - x, ay + t * dy - y)


def chord(polygon: Polygon, ax: float, ay: float, bx: float, by: float) -> tuple[float, float] | None:
    """The part of a segment inside a convex polygon, as shares of its length."""
    dx, dy = bx - ax, by - ay
    t0, t1 = 0.0, 1.0
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        ex, ey = x1 - x0, y1 - y0
        side = ex * (ay - y0) - ey * (ax - x0)  # positive: inside
        slope = ex * dy - ey * dx
        if slope == 0.0:
            if side < 0.0:
                return None
        elif slope > 0.0:
            t = -side / slope
            if t > t0:
                t0 = t
        else:
            t = -side / slope
            if t < t1:
                t1 = t
        if t0 >= t1:
            return None
        x0, y0 = x1, y1
    return t0, t1


def overlap(distance: float, one: float, other: float) -> str:
    """How a disc of radius `one` covers a disc of radius `other`: `full`, `partial` or `none`."""
    if distance + other <= one + EPSILON or distance + one <= other + EPSILON:
        return "full"
    return "partial" if distance < one + other - EPSILON else "none"


def ray_to_disc(x: float, y: float, dx: float, dy: float, cx: float, cy: float, r: float) -> float | None:
    """How far along a ray (unit direction) a disc begins; None if it is missed or lies behind."""
    mx, my = cx - x, cy - y
    along = mx * dx + my * dy
    off = mx * mx + my * my - along * along
    if along <= 0.0 or off >= r * r:
        return None
    return max(0.0, along - sqrt(r * r - off))


def ray_to_polygon(x: float, y: float, dx: float, dy: float, polygon: Polygon, far: float) -> float | None:
    """How far along a ray (unit direction, so long) a convex polygon begins."""
    found = chord(polygon, x, y, x + dx * far, y + dy * far)
    return None if found is None else found[0] * far


def sweep_to_disc(x: float, y: float, dx: float, dy: float, cx: float, cy: float, reach: float) -> float:
    """How far a disc may move along a ray (unit direction) until it touches another; `reach` is the sum of the radii.

    1e300 if they never meet. One that touches or overlaps already may still move away.
    """
    mx, my = cx - x, cy - y
    along = mx * dx + my * dy
    if along <= 0.0:
        return 1e300
    off = mx * mx + my * my - along * along
    square = reach * reach
    if off >= square - EPSILON:
        return 1e300
    return max(0.0, along - sqrt(square - off))


def sweep_to_polygon(x: float, y: float, dx: float, dy: float, polygon: Polygon, r: float) -> float:
    """How far a disc may move along a ray (unit direction) until it touches a convex polygon; 1e300 if never."""
    best = 1e300
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        ex, ey = x1 - x0, y1 - y0
        length = hypot(ex, ey)
        if length:
            nx, ny = ey / length, -ex / length  # outward
            height = (x - x0) * nx + (y - y0) * ny
            slope = dx * nx + dy * ny
            if slope < -EPSILON and height >= -EPSILON:
                t = (r - height) / slope if height > r else 0.0
                if t < best:
                    px, py = x + t * dx, y + t * dy
                    along = ((px - x0) * ex + (py - y0) * ey) / length
                    if -EPSILON <= along <= length + EPSILON:
                        best = t
        t = sweep_to_disc(x, y, dx, dy, x1, y1, r)
        if t < best:
            best = t
        x0, y0 = x1, y1
    return best
