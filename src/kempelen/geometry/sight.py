"""Sight between upright cylinders past prisms and other cylinders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from typing import NamedTuple, TypeAlias

from kempelen.geometry.polygons import EPSILON, HalfPlane, Point, Polygon, between, clip

__all__ = ["Cylinder", "Prism", "sees"]

GAP = 0.001
"""A sight line needs a gap at least twice as wide, so that none slips between two pieces that touch."""


class Prism(NamedTuple):
    """A convex polygon (counter-clockwise) from `bottom` to `top`, with its bounding box."""

    polygon: Polygon
    bottom: float
    top: float
    box: tuple[float, float, float, float]
    """Left, lower, right, upper."""


class Cylinder(NamedTuple):
    """An upright cylinder."""

    x: float
    y: float
    z: float
    r: float
    h: float


def sees(a: Cylinder, b: Cylinder, prisms: Sequence[Prism], discs: Sequence[Cylinder] = ()) -> bool:
    """Can a straight line be drawn from some point of one cylinder to some point of the other?

    Symmetric. Across the line between the axes a cylinder is as wide as its base; touching a surface from above blocks
    nothing. Blockers that stand on the ground are passed sideways or over the top; if some hang in the air, lines at
    several heights are tried.
    """
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy)
    if far <= EPSILON:
        return True
    wide = max(b.r, a.r)
    left, right = (a.x, b.x) if dx > 0 else (b.x, a.x)
    low, high = (a.y, b.y) if dy > 0 else (b.y, a.y)
    left, right, low, high = left - wide, right + wide, low - wide, high + wide
    ground = min(b.z, a.z)
    top = max(a.z + a.h, b.z + b.h)
    near: list[tuple[list[Point], float, float]] = []
    hanging: list[tuple[list[Point], float, float]] = []
    ux, uy = dx / far, dy / far
    lowest = min(a.z + a.h, b.z + b.h)
    for polygon, bottom, height, box in prisms:
        if box[0] > right or box[2] < left or box[1] > high or box[3] < low or height <= ground or bottom >= top:
            continue
        if height <= lowest and bottom <= ground:
            continue  # lower than both: the line from top to top passes over it
        local = [((x - a.x) * ux + (y - a.y) * uy, (y - a.y) * ux - (x - a.x) * uy) for x, y in polygon]
        if _in_strip(local, far, wide):
            (hanging if bottom > ground else near).append((local, bottom, height))
    round_ones: list[tuple[float, float, float, float, float]] = []
    for disc in discs:
        x, y = disc.x - a.x, disc.y - a.y
        along, off = x * ux + y * uy, y * ux - x * uy
        if 0.0 < along < far and abs(off) < wide + disc.r and disc.z + disc.h > ground and disc.z < top:
            if disc.z + disc.h <= lowest and disc.z <= ground:
                continue
            round_ones.append((along, off, disc.r, disc.z, disc.z + disc.h))
    # For what stands on the ground the line from top to top is the best of all.
    if not _passes(near, round_ones, a, b, far, a.z + a.h, b.z + b.h):
        return False
    return not hanging or any(_passes(near + hanging, round_ones, a, b, far, za, zb) for za, zb in _heights(a, b))


def _passes(
    near: Sequence[tuple[list[Point], float, float]],
    round_ones: Sequence[tuple[float, float, float, float, float]],
    a: Cylinder,
    b: Cylinder,
    far: float,
    za: float,
    zb: float,
) -> bool:
    """Some line from height `za` to height `zb` gets past everything."""
    if not near and not round_ones:
        return True
    if abs(za - zb) > EPSILON:
        # If not even a line from corner to corner of the squares round the bases passes, none does.
        sign = 1.0 if za > zb else -1.0
        start, end = sign * a.r, far + sign * b.r
        if end > start and not _past(near, round_ones, far, za, zb, Stance(a.r, b.r, start, end)):
            return False
    stances = _stances(a.r, b.r, far, za, zb)
    return any(_past(near, round_ones, far, za, zb, stance) for stance in stances)


class Stance(NamedTuple):
    """Lines that start and end inside the two bases: how far to the side at most, and how far along."""

    wide_a: float
    wide_b: float
    start: float
    end: float


def _past(
    near: Sequence[tuple[list[Point], float, float]],
    round_ones: Sequence[tuple[float, float, float, float, float]],
    far: float,
    za: float,
    zb: float,
    stance: Stance,
) -> bool:
    blocks = _blocks(near, round_ones, stance, far, za, zb)
    return not blocks or _free_line(blocks, stance.wide_a, stance.wide_b)


SIDE_STEPS = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 1.0)
"""How far to the side of the axis lines are tried, in shares of the radius."""


def _stances(ra: float, rb: float, far: float, za: float, zb: float) -> Iterator[Stance]:
    """A falling line clears most if it starts at the near rim and ends at the far rim of the tops, a rising one the
    other way round. But the rim is round: who looks from the side of his base cannot start so far ahead.
    """
    if abs(za - zb) <= EPSILON:
        yield Stance(ra, rb, 0.0, far)
        return
    sign = 1.0 if za > zb else -1.0
    for share_a in SIDE_STEPS:
        for share_b in SIDE_STEPS:
            wide_a, wide_b = share_a * ra, share_b * rb
            # A line between the axes that is aslant is farther to the side beyond them.
            ahead = _along(ra, wide_a, wide_b, far, sign)
            beyond = _along(rb, wide_b, wide_a, far, -sign)
            start, end = sign * ahead, far + sign * beyond
            yield Stance(wide_a, wide_b, *((start, end) if end > start else (0.0, far)))


def _along(r: float, wide: float, other: float, far: float, sign: float) -> float:
    """How far along a line may start inside a base, for every line at most so far to the side of both axes."""
    most = sqrt(max(0.0, r * r - wide * wide))
    share = most / far
    side = max(wide, (1 - share) * wide + share * other) if sign > 0 else wide + share * (wide + other)
    return min(most, sqrt(max(0.0, r * r - side * side)))


def _in_strip(local: Sequence[Point], far: float, wide: float) -> bool:
    left = right = before = beyond = True
    for x, y in local:
        if y < wide:
            left = False
        if y > -wide:
            right = False
        if x > 0.0:
            before = False
        if x < far:
            beyond = False
    return not (left or right or before or beyond)


def _heights(a: Cylinder, b: Cylinder) -> Iterator[tuple[float, float]]:
    """Heights at which lines past something that hangs in the air start and end."""
    yield a.z + a.h, b.z + b.h
    shares = (0.02, 0.25, 0.5, 0.75, 1.0)
    for sa in shares:
        for sb in shares:
            if sa < 1.0 or sb < 1.0:
                yield a.z + a.h * sa, b.z + b.h * sb


Block: TypeAlias = tuple[list[HalfPlane], list[HalfPlane]]
"""Lines left of a blocker, and right of it: half-planes of (p, q), how far left of each axis a line passes."""


def _blocks(
    near: Sequence[tuple[list[Point], float, float]],
    round_ones: Sequence[tuple[float, float, float, float, float]],
    stance: Stance,
    far: float,
    za: float,
    zb: float,
) -> list[Block]:
    """What lines from height `za` to height `zb` must pass sideways."""
    start = stance.start
    slope = (zb - za) / (stance.end - start)
    blocks: list[Block] = []
    for local, bottom, top in near:
        part = _part_at_height(local, start, za, slope, bottom, top, far)
        if part:
            left = [(1 - x / far, x / far, y + GAP) for x, y in part]
            blocks.append((left, [(-u, -v, GAP - (w - GAP)) for u, v, w in left]))
    for along, off, r, bottom, top in round_ones:
        height = za + slope * (along - start)
        # A disc is passed over if the line clears it where it is lowest above it.
        drop = abs(slope) * r
        if bottom < height + drop and height - drop < top:
            s = along / far
            blocks.append(_round_block(s, off, r, far, stance.wide_a + stance.wide_b))
    return blocks


def _part_at_height(
    local: list[Point], start: float, za: float, slope: float, bottom: float, top: float, far: float
) -> list[Point]:
    """The part of a blocker between the axes where the line runs between its bottom and its top."""
    low, high = 0.0, far
    if abs(slope) <= EPSILON:
        if not bottom < za < top:
            return []
    else:
        one, other = start + (bottom - za) / slope, start + (top - za) / slope
        if one > other:
            one, other = other, one
        low, high = max(low, one), min(high, other)
    if high - low <= EPSILON:
        return []
    return between(local, low, high)


def _round_block(s: float, off: float, r: float, far: float, most: float) -> Block:
    """Lines beside a disc keep a distance r sqrt(1 + m m), m being their slope; tangents at a few slopes bound it."""
    steep = most / far
    left: list[HalfPlane] = []
    right: list[HalfPlane] = []
    for m in (0.0, steep, -steep):
        root = sqrt(1.0 + m * m)
        lean = m / root / far  # d root / d m, for p and q
        gap = r * (root - m * m / root) + GAP
        left.append((1 - s + r * lean, s - r * lean, off + gap))
        right.append((-(1 - s) + r * lean, -s - r * lean, gap - off))
    return left, right


def _free_line(blocks: Sequence[Block], ra: float, rb: float) -> bool:
    """Is there a line that passes every blocker on one side or the other?"""
    square = [(-ra, -rb), (ra, -rb), (ra, rb), (-ra, rb)]
    return _free_among(blocks, 0, square)


def _free_among(blocks: Sequence[Block], n: int, lines: list[Point]) -> bool:
    if n == len(blocks):
        return True
    for side in blocks[n]:
        left: list[Point] = lines
        for half in side:
            left = clip(left, half)
            if not left:
                break
        else:
            if _free_among(blocks, n + 1, left):
                return True
    return False
