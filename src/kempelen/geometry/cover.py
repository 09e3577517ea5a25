"""How much of an upright cylinder is hidden from an eye."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from kempelen.geometry.polygons import EPSILON, Point, between, clip, hull, union_area
from kempelen.geometry.sight import Cylinder, Prism

__all__ = ["hidden_share"]


def hidden_share(
    eye: tuple[float, float, float], target: Cylinder, prisms: Sequence[Prism], discs: Sequence[Cylinder] = ()
) -> float:
    """How much of a cylinder's outline, as wide as its base, is hidden from an eye.

    The outline stands in an upright plane through the cylinder's axis, facing the eye; every blocker in front of that
    plane casts a convex shadow on it, as from a lamp.
    """
    ex, ey, ez = eye
    dx, dy = target.x - ex, target.y - ey
    far = hypot(dx, dy)
    if far <= EPSILON:
        return 0.0
    ux, uy = dx / far, dy / far
    r, low, high = target.r, target.z, target.z + target.h
    shadows: list[list[Point]] = []
    for polygon, bottom, top, box in prisms:
        if _beside(box, ex, ey, target):
            continue
        local = [((x - ex) * ux + (y - ey) * uy, (y - ey) * ux - (x - ex) * uy) for x, y in polygon]
        part = between(local, 0.05, far)
        if part:
            shadows.append(_shadow(part, bottom, top, ez, far, r, low, high))
    for disc in discs:
        along = (disc.x - ex) * ux + (disc.y - ey) * uy
        off = (disc.y - ey) * ux - (disc.x - ex) * uy
        if 0.05 < along < far:
            part = [(along, off - disc.r), (along, off + disc.r)]
            shadows.append(_shadow(part, disc.z, disc.z + disc.h, ez, far, r, low, high))
    shadows = [shadow for shadow in shadows if len(shadow) > 2]
    whole = 2 * r * (high - low)
    return min(1.0, union_area(shadows) / whole)


def _beside(box: tuple[float, float, float, float], ex: float, ey: float, target: Cylinder) -> bool:
    """A box that no line from the eye to the outline can meet."""
    r = target.r
    return (
        box[0] > max(ex, target.x + r)
        or box[2] < min(ex, target.x - r)
        or box[1] > max(ey, target.y + r)
        or box[3] < min(ey, target.y - r)
    )


def _shadow(
    part: Sequence[Point], bottom: float, top: float, ez: float, far: float, r: float, low: float, high: float
) -> list[Point]:
    """The shadow of a prism, clipped to the outline."""
    points = []
    for x, y in part:
        grow = far / x
        points.append((y * grow, ez + (bottom - ez) * grow))
        points.append((y * grow, ez + (top - ez) * grow))
    shadow = hull(points)
    for half in ((1.0, 0.0, -r), (-1.0, 0.0, -r), (0.0, 1.0, low), (0.0, -1.0, -high)):
        if not shadow:
            return []
        shadow = clip(shadow, half)
    return shadow
