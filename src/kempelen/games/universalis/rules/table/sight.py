"""Line of sight, cover and perception on the table (R034 to R037, R126 to R132, R147, G30, G32, G64).

Facing does not matter for seeing (R034). Whether terrain stands between two places is a pure table of the board, kept
outside the state; models in between are looked at anew.
"""

from __future__ import annotations

from math import hypot
from typing import TypeAlias

from kempelen.games.universalis.rules.models.current import distance, height, in_contact, perception, radius, size
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.board import Board, Piece
from kempelen.games.universalis.rules.terms import COLOSSUS
from kempelen.geometry import Cylinder, Point, chord, disc_shadows, distance_to_polygon, sees, shadows, share_of

__all__ = [
    "Cover",
    "body",
    "clear",
    "cover_against",
    "is_wreck",
    "perceives",
    "sees_model",
    "sees_point",
    "touched_cover",
    "touches",
]

TOUCH = 0.01
"""G30 (e): a base this near a piece touches it."""
Shadow: TypeAlias = list[Point]
POINT_RADIUS = 0.05
"""A point on the ground is looked at as a pin."""


# -- seeing


def body(s: State, m: Model) -> Cylinder:
    """For all geometry a model is a cylinder (R022); prone it is as high as the next smaller size (R122)."""
    size = m.card.size
    rules = s.rules
    return Cylinder(m.x, m.y, m.z, m.r, rules.height[size - 1 if m.prone and size else size])


def is_wreck(m: Model) -> bool:
    """A colossus that is out has become a terrain piece (R315, R317)."""
    return m.out and m.place == ON_TABLE and m.card.type == COLOSSUS


def clear(board: Board, doors: int, a: Cylinder, b: Cylinder, discs: tuple[Cylinder, ...] = ()) -> bool:
    """Neither terrain nor these models block every line between the two (R035, R037); looked up if asked before."""
    key = (a, b, doors, discs) if a < b else (b, a, doors, discs)
    found = board._sight.get(key)
    if found is None:
        if len(board._sight) > 100_000:
            board._sight.clear()
        found = board._sight[key] = sees(key[0], key[1], board.solids(doors), discs)
    return found


def sees_model(s: State, viewer: Model, target: Model) -> bool:
    """Some part of the target's cylinder can be reached by a straight line (R035).

    Friends never obstruct it, enemies that are not out and wrecks do (R036, R037, G30).
    """
    a, b = body(s, viewer), body(s, target)
    return _sees(s, viewer, a, b, target)


def sees_point(s: State, viewer: Model, x: float, y: float, z: float = 0.0) -> bool:
    """A point on the table is seen like a thin pin."""
    return _sees(s, viewer, body(s, viewer), Cylinder(x, y, z, POINT_RADIUS, POINT_RADIUS), None)


def _sees(s: State, viewer: Model, a: Cylinder, b: Cylinder, target: Model | None) -> bool:
    if not clear(s.board, s.doors, a, b):
        return False
    if s.rules.visibility_limits_sight and _too_deep(s, a, b):
        return False
    between = _between(s, viewer, a, b, target)
    return not between or clear(s.board, s.doors, a, b, tuple(between))


def _between(s: State, viewer: Model, a: Cylinder, b: Cylinder, target: Model | None) -> list[Cylinder]:
    """Enemies and wrecks that stand between two places."""
    ax, ay, az, ar, ah = a
    bx, by, bz, br, bh = b
    dx, dy = bx - ax, by - ay
    far = dx * dx + dy * dy
    if far == 0.0:
        return []
    wide = max(br, ar)
    seat = viewer.seat
    found = []
    for m in s.models:
        if m.seat == seat:
            if not m.out:
                continue
        elif m is target:
            continue
        mx, my = m.x - ax, m.y - ay
        along = mx * dx + my * dy
        if along <= 0.0 or along >= far:
            continue
        off = mx * dy - my * dx
        reach = wide + m.r
        if off * off >= reach * reach * far or m.place != ON_TABLE or m is target or m is viewer:
            continue
        if m.out and m.card.type != COLOSSUS:
            continue
        one = body(s, m)
        if one.z + one.h > min(az + ah, bz + bh) or one.z > az or one.z > bz:
            found.append(one)
    return found


def _too_deep(s: State, a: Cylinder, b: Cylinder) -> bool:
    """A line that comes from outside ends after a certain distance inside an area (G32); looked up like sight."""
    known = s.board._depth
    key = (a.x, a.y, b.x, b.y, min(a.z + a.h, b.z + b.h))
    found = known.get(key)
    if found is None:
        if len(known) > 100_000:
            known.clear()
        found = known[key] = any(
            depth is not None
            and not key[4] >= piece.top > 0.0
            and _length_inside(piece, a, b) > depth
            and not piece.holds(a.x, a.y)
            for piece in s.board.areas
            for depth in (s.rules.terrain[piece.type].depth,)
        )
    return found


def _length_inside(piece: Piece, a: Cylinder, b: Cylinder) -> float:
    left, low, right, high = piece.box
    if max(a.x, b.x) < left or min(a.x, b.x) > right or max(a.y, b.y) < low or min(a.y, b.y) > high:
        return 0.0
    inside = 0.0
    for part in piece.parts:
        found = chord(part.polygon, a.x, a.y, b.x, b.y)
        if found is not None:
            inside += found[1] - found[0]
    return inside * hypot(b.x - a.x, b.y - a.y)


def perceives(s: State, m: Model, o: Model) -> bool:
    """The other model is inside the perception range (R050; with G64 it must also be seen)."""
    if distance(s, m, o) > perception(s, m) + 1e-9:
        return False
    return not s.rules.perception_needs_sight or sees_model(s, m, o)


# -- cover


class Cover:
    """What covers a target: a level for the FK roll, and the level it touches for the armour roll."""

    __slots__ = ("level", "touched")

    def __init__(self, level: int = 0, touched: int = 0) -> None:
        self.level = level
        self.touched = touched


def touches(s: State, m: Model, piece: Piece) -> bool:
    """The base touches the piece or stands in it (G30 e)."""
    if piece.bottom > m.z + height(s, m) or piece.top < m.z:
        return False
    left, low, right, high = piece.box
    reach = radius(s, m) + TOUCH + 1e-9
    if m.x + reach < left or m.x - reach > right or m.y + reach < low or m.y - reach > high:
        return False
    return distance_to_polygon(piece.polygon, m.x, m.y) <= reach


def cover_against(s: State, shooter: Model, target: Model) -> Cover:
    """The best cover between a shooter and his target (R126 to R129, R242, R306).

    Pieces of a level and above must together hide at least half of the target's outline from the shooter's eye, or it
    stands inside an area that gives cover; in a crater only if the shooter is outside (R147, G30 b, c, d).
    """
    inside = [piece for piece in s.board.areas if piece.cover and _stands_in(piece, target)]
    area = max((piece.cover for piece in inside if _area_covers(piece, shooter)), default=0)
    area = max(area, _environment_cover(s))
    eye, outline = _eye(s, shooter), body(s, target)
    between = [
        piece
        for piece in s.board.covering
        if _in_the_way(piece, shooter, target, target.r)
        and not (piece.type and not piece.solid and _stands_in(piece, shooter))
    ]
    between = [piece for piece in between if piece not in inside and not _open_door(s, piece)]
    parts = [(piece, part) for piece in between for part in piece.parts]
    thrown = shadows(eye, outline, [part for _, part in parts])
    cast = [(piece, shadow) for (piece, _), shadow in zip(parts, thrown, strict=True) if len(shadow) > 2]
    wrecks = [(m, disc_shadows(eye, outline, [body(s, m)])) for m in s.models if is_wreck(m)]
    level = area
    for wanted in (3, 2, 1):
        if wanted <= level:
            break
        hidden = [shadow for piece, shadow in cast if piece.cover >= wanted]
        if s.rules.wreck_cover >= wanted:
            hidden += [shadow for _, cast_by in wrecks for shadow in cast_by]
        if wanted == s.rules.friend_cover:
            hidden += disc_shadows(eye, outline, _larger_friends(s, shooter, target))
        if hidden and share_of(outline, hidden) >= s.rules.cover_share - 1e-9:
            level = wanted
    return Cover(level, max(area, _leant_on(s, target, outline, cast, wrecks)) if level > area else area)


def _leant_on(
    s: State,
    target: Model,
    outline: Cylinder,
    cast: list[tuple[Piece, Shadow]],
    wrecks: list[tuple[Model, list[Shadow]]],
) -> int:
    """The level of cover it touches (R130 to R132).

    What it touches must give cover by itself: hide half of it (R126), a building as a whole.
    """
    near = [(piece.cover, piece.part_of or piece.id) for piece, _ in cast if touches(s, target, piece)]
    by_wrecks = [shadow for m, cast_by in wrecks if in_contact(s, target, m) for shadow in cast_by]
    for wanted in (3, 2, 1):
        names = {name for cover, name in near if cover >= wanted}
        hidden = [shadow for piece, shadow in cast if (piece.part_of or piece.id) in names]
        if s.rules.wreck_cover >= wanted:
            hidden += by_wrecks
        if hidden and share_of(outline, hidden) >= s.rules.cover_share - 1e-9:
            return wanted
    return 0


def _environment_cover(s: State) -> int:
    """A table that is all of one type covers everybody inside it (R127, R149), a crater nobody (R147)."""
    type = s.board.environment
    return 0 if type == "crater" else s.rules.terrain[type].cover


def touched_cover(s: State, target: Model) -> int:
    """The best cover it touches, wherever the danger comes from: for templates (R262)."""
    found = _environment_cover(s)
    for piece in s.board.pieces:
        if piece.cover > found and touches(s, target, piece) and not _open_door(s, piece):
            found = piece.cover
    if s.rules.wreck_cover > found and any(is_wreck(m) and in_contact(s, target, m) for m in s.models):
        found = s.rules.wreck_cover
    return found


def _eye(s: State, m: Model) -> tuple[float, float, float]:
    """G30 b: on the axis, at nine tenths of the current height."""
    return m.x, m.y, m.z + height(s, m) * s.rules.eye_height


def _in_the_way(piece: Piece, shooter: Model, target: Model, r: float) -> bool:
    """Some of it may lie between the two."""
    cx, cy, wide = piece.circle
    dx, dy = target.x - shooter.x, target.y - shooter.y
    far = dx * dx + dy * dy
    along = (cx - shooter.x) * dx + (cy - shooter.y) * dy
    off = (cx - shooter.x) * dy - (cy - shooter.y) * dx
    reach = (wide + r) ** 2 * far
    return off * off <= reach and (along >= 0.0 or along * along <= reach)


def _stands_in(piece: Piece, m: Model) -> bool:
    """R125: in or on it, not above it."""
    return piece.bottom <= m.z <= max(piece.top, piece.bottom) and piece.holds(m.x, m.y)


def _area_covers(piece: Piece, shooter: Model) -> bool:
    return piece.type != "crater" or not _stands_in(piece, shooter)


def _open_door(s: State, piece: Piece) -> bool:
    return piece.door >= 0 and bool(s.doors >> piece.door & 1)


def _larger_friends(s: State, shooter: Model, target: Model) -> list[Cylinder]:
    """Friends of the target that are at least one size larger give cover I (R129, G30 f)."""
    steps = s.rules.friend_cover_steps
    return [
        body(s, m)
        for m in s.models
        if m.seat == target.seat
        and m is not target
        and m is not shooter
        and m.place == ON_TABLE
        and not m.out
        and size(m) >= size(target) + steps
    ]
