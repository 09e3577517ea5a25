"""How much of an upright cylinder is hidden from an eye."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TypeAlias

from kempelen.geometry.polygons import EPSILON, Point, between, clip, hull, union_area
from kempelen.geometry.sight import Cylinder, Prism

__all__ = ["Eye", "disc_shadows", "hidden_share", "shadows", "share_of"]

Eye: TypeAlias = tuple[float, float, float]
NEAR = 0.05
"""What is nearer to the eye does not count."""


def hidden_share(eye: Eye, target: Cylinder, prisms: Sequence[Prism], discs: Sequence[Cylinder] = ()) -> float:
    """How much of a cylinder's outline, as wide as its base, is hidden from an eye."""
    return share_of(target, [*shadows(eye, target, prisms), *disc_shadows(eye, target, discs)])


def share_of(target: Cylinder, cast: Sequence[Sequence[Point]]) -> float:
    """How much of the outline these shadows cover together."""
    return min(1.0, union_area([shadow for shadow in cast if len(shadow) > 2]) / (2 * target.r * target.h))


def shadows(eye: Eye, target: Cylinder, prisms: Sequence[Prism]) -> list[list[Point]]:
    """The shadows that prisms cast on a cylinder's outline, one each; empty if none.

    The outline stands in an upright plane through the cylinder's axis, facing the eye; every blocker in front of that
    plane casts a convex shadow on it, as from a lamp.
    """
    ex, ey, ez = eye
    dx, dy = target.x - ex, target.y - ey
    far = hypot(dx, dy)
    if far <= EPSILON:
        return [[] for _ in prisms]
    ux, uy = dx / far, dy / far
    r, low, high = target.r, target.z, target.z + target.h
    cast: list[list[Point]] = []
    for polygon, bottom, top, box in prisms:
        part: list[Point] = []
        if not _beside(box, ex, ey, target):
            local = [((x - ex) * ux + (y - ey) * uy, (y - ey) * ux - (x - ex) * uy) for x, y in polygon]
            part = between(local, NEAR, far)
        cast.append(_shadow(part, bottom, top, ez, far, r, low, high) if part else [])
    return cast


def disc_shadows(eye: Eye, target: Cylinder, discs: Sequence[Cylinder]) -> list[list[Point]]:
    """Likewise of upright cylinders, which look as wide as they are."""
    ex, ey, ez = eye
    dx, dy = target.x - ex, target.y - ey
    far = hypot(dx, dy)
    cast: list[list[Point]] = []
    for disc in discs if far > EPSILON else ():
        along = ((disc.x - ex) * dx + (disc.y - ey) * dy) / far
        off = ((disc.y - ey) * dx - (disc.x - ex) * dy) / far
        if NEAR < along < far:
            part = [(along, off - disc.r), (along, off + disc.r)]
            low, high = target.z, target.z + target.h
            cast.append(_shadow(part, disc.z, disc.z + disc.h, ez, far, target.r, low, high))
    return cast


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
