"""Geometry against an oracle: shapely for the plane, and lines sampled closely for sight and cover.

The product's own geometry is in closed form; here the same questions are answered in another way. A sampled answer is
not exact, so blockers are made a little larger or smaller and the answer must lie in between.
"""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, unary_union

from kempelen.geometry import (
    Cylinder,
    Prism,
    area_of,
    bounds_of,
    chord,
    convex_parts,
    disc_shadows,
    distance_to_polygon,
    hidden_share,
    inside,
    is_convex,
    overlap,
    ray_to_disc,
    ray_to_polygon,
    sees,
    segment_distance,
    self_crossing,
    sweep_to_disc,
    sweep_to_polygon,
    union_area,
)

slow = settings(max_examples=30, deadline=None, derandomize=True)
quick = settings(max_examples=80, deadline=None, derandomize=True)

numbers = st.floats(0, 90, allow_nan=False).map(lambda x: round(x, 2))
points = st.tuples(numbers, numbers)
radii = st.sampled_from([1.25, 2.0, 2.5])
heights = st.sampled_from([2.5, 4.0, 6.0, 8.0])


@st.composite
def convex_polygons(draw, most=20.0):
    """Corners on a circle, counter-clockwise, none too near the next."""
    x, y = draw(st.tuples(st.floats(10, 80), st.floats(10, 80)))
    r = draw(st.floats(1, most))
    n = draw(st.integers(3, 7))
    start = draw(st.floats(0, 2 * pi))
    gaps = draw(st.lists(st.floats(0.3, 1.0), min_size=n, max_size=n))
    whole = sum(gaps)
    angles, at = [], start
    for gap in gaps:
        angles.append(at)
        at += gap / whole * 2 * pi
    return tuple((round(x + r * cos(a), 2), round(y + r * sin(a), 2)) for a in angles)


@st.composite
def star_polygons(draw):
    """Simple polygons that need not be convex: corners at growing angles."""
    n = draw(st.integers(4, 9))
    reach = draw(st.lists(st.floats(2, 20), min_size=n, max_size=n))
    corners = [
        (round(45 + r * cos(2 * pi * k / n), 2), round(45 + r * sin(2 * pi * k / n), 2)) for k, r in enumerate(reach)
    ]
    assume(Polygon(corners).is_valid and Polygon(corners).area > 0.5)
    return tuple(corners)


def prism(polygon, bottom, top):
    return Prism(tuple(polygon), bottom, top, bounds_of(polygon))


# -- the plane


@quick
@given(star_polygons())
def test_convex_parts_make_up_the_whole(polygon):
    parts = convex_parts(polygon)
    assert all(is_convex(part) for part in parts)
    assert sum(area_of(part) for part in parts) == pytest.approx(Polygon(polygon).area, abs=1e-6)
    assert unary_union([Polygon(part) for part in parts]).symmetric_difference(Polygon(polygon)).area < 1e-6


@quick
@given(star_polygons(), points)
def test_inside_and_distance(polygon, point):
    shape, spot = Polygon(polygon), Point(point)
    assume(shape.exterior.distance(spot) > 1e-6)
    assert inside(polygon, *point) == shape.contains(spot)
    assert distance_to_polygon(polygon, *point) == pytest.approx(shape.distance(spot), abs=1e-9)


@quick
@given(st.lists(points, min_size=4, max_size=7, unique=True))
@example([(0, 0), (10, 10), (10, 0), (0, 10)])
@example([(0, 0), (10, 0), (10, 10), (0, 10)])
def test_a_polygon_that_crosses_itself(corners):
    ring = LineString([*corners, corners[0]])
    assume(all(hypot(a[0] - b[0], a[1] - b[1]) > 0.1 for a, b in pairwise(corners)))
    assert (self_crossing(corners) is None) == ring.is_simple


@quick
@given(convex_polygons(), points, points)
def test_the_part_of_a_line_inside_a_polygon(polygon, a, b):
    assume(a != b)
    line = LineString([a, b])
    found = chord(polygon, *a, *b)
    length = (found[1] - found[0]) * line.length if found else 0.0
    assert length == pytest.approx(line.intersection(Polygon(polygon)).length, abs=1e-6)


@quick
@given(st.lists(convex_polygons(), min_size=1, max_size=4))
def test_the_area_of_shadows_together(polygons):
    assert union_area(polygons) == pytest.approx(unary_union([Polygon(one) for one in polygons]).area, abs=1e-5)


@quick
@given(points, points, points)
def test_the_distance_of_a_point_from_a_segment(a, b, p):
    assert segment_distance(*a, *b, *p) == pytest.approx(LineString([a, b]).distance(Point(p)), abs=1e-9)


@quick
@given(st.floats(0, 12), st.floats(0.5, 6), st.sampled_from([1.25, 2.0, 2.5]))
def test_how_a_template_covers_a_base(apart, radius, base):
    template, disc = Point(0, 0).buffer(radius, quad_segs=256), Point(apart, 0).buffer(base, quad_segs=256)
    assume(abs(apart - abs(radius - base)) > 0.01 and abs(apart - radius - base) > 0.01)
    expected = "none"
    if template.contains(disc) or disc.contains(template):
        expected = "full"
    elif template.intersects(disc):
        expected = "partial"
    assert overlap(apart, radius, base) == expected


@pytest.mark.parametrize(
    ("apart", "found"), [(2.75, "full"), (2.76, "partial"), (5.24, "partial"), (5.25, "none"), (0, "full")]
)
def test_the_borders_of_a_template(apart, found):
    """A radius of 4 and a base of 25 mm: what the template just holds, and what just touches it."""
    assert overlap(apart, 4.0, 1.25) == found


def test_a_template_inside_a_base_covers_it():
    assert overlap(0.5, 2.0, 2.5) == "full"
    assert overlap(0.51, 2.0, 2.5) == "partial"


# -- ways of a base


@quick
@given(convex_polygons(), points, points, radii)
def test_a_base_is_stopped_by_what_its_way_meets(polygon, a, b, r):
    shape, way = Polygon(polygon), LineString([a, b])
    assume(way.length > 0.1)
    assume(shape.distance(Point(a)) > r + 1e-6)
    gap = way.distance(shape)
    assume(abs(gap - r) > 1e-6)
    ux, uy = (b[0] - a[0]) / way.length, (b[1] - a[1]) / way.length
    far = sweep_to_polygon(*a, ux, uy, polygon, r)
    assert (far < way.length) == (gap < r)
    if far < way.length:
        assert Point(a[0] + ux * far, a[1] + uy * far).distance(shape) == pytest.approx(r, abs=1e-6)


@quick
@given(points, points, points, radii, radii)
def test_a_base_is_stopped_by_bases(a, b, other, r, o):
    way = LineString([a, b])
    assume(way.length > 0.1)
    assume(hypot(a[0] - other[0], a[1] - other[1]) > r + o + 1e-6)
    gap = way.distance(Point(other))
    assume(abs(gap - r - o) > 1e-4)
    ux, uy = (b[0] - a[0]) / way.length, (b[1] - a[1]) / way.length
    far = sweep_to_disc(*a, ux, uy, *other, r + o)
    assert (far < way.length) == (gap < r + o)


@quick
@given(convex_polygons(), points, st.floats(0, 2 * pi), st.floats(5, 90))
def test_where_a_ray_meets_a_polygon(polygon, a, angle, far):
    shape = Polygon(polygon)
    assume(shape.distance(Point(a)) > 1e-6)
    line = LineString([a, (a[0] + far * cos(angle), a[1] + far * sin(angle))])
    found = ray_to_polygon(*a, cos(angle), sin(angle), polygon, far)
    met = line.intersection(shape)
    assume(met.is_empty or met.length > 1e-6)
    assert (found is None) == met.is_empty
    if found is not None:
        assert found == pytest.approx(Point(a).distance(met), abs=1e-6)


@quick
@given(points, st.floats(0, 2 * pi), points, radii)
def test_where_a_ray_meets_a_disc(a, angle, centre, r):
    assume(hypot(a[0] - centre[0], a[1] - centre[1]) > r + 0.01)
    line = LineString([a, (a[0] + 200 * cos(angle), a[1] + 200 * sin(angle))])
    gap = line.distance(Point(centre))
    assume(abs(gap - r) > 1e-4)
    found = ray_to_disc(*a, cos(angle), sin(angle), *centre, r)
    assert (found is not None) == (gap < r)
    if found is not None:
        spot = (a[0] + found * cos(angle), a[1] + found * sin(angle))
        assert hypot(spot[0] - centre[0], spot[1] - centre[1]) == pytest.approx(r, abs=1e-6)


# -- sight


def rims(cylinder, other, steps):
    """Points across a cylinder, as wide as its base, facing the other one."""
    dx, dy = other.x - cylinder.x, other.y - cylinder.y
    far = hypot(dx, dy)
    ux, uy = -dy / far, dx / far
    for k in range(-steps, steps + 1):
        yield cylinder.x + ux * cylinder.r * k / steps, cylinder.y + uy * cylinder.r * k / steps


def a_line_passes(a, b, blockers, steps=12):
    """Some sampled line from one top to the other misses all of these shapes (which are higher than both)."""
    return any(
        not any(LineString([p, q]).intersects(shape) for shape in blockers)
        for p in rims(a, b, steps)
        for q in rims(b, a, steps)
    )


@st.composite
def scenes(draw, high):
    """Two cylinders at opposite ends of a line, and blockers near the line between that touch neither."""
    far, angle = draw(st.floats(12, 60)), draw(st.floats(0, 2 * pi))
    r, o = draw(radii), draw(radii)
    ux, uy = cos(angle), sin(angle)
    a = Cylinder(45.0, 45.0, 0.0, r, 4.0)
    b = Cylinder(round(45 + far * ux, 2), round(45 + far * uy, 2), 0.0, o, 4.0)
    polygons = []
    for _ in range(draw(st.integers(1, 3))):
        along = draw(st.floats(r + 1.5, far - o - 1.5))
        off = draw(st.floats(-4, 4))
        most = min(along - r, far - o - along) - 0.4
        size = draw(st.floats(min(0.8, most), most))
        turn = draw(st.floats(0, 2 * pi))
        corners = draw(st.integers(3, 6))
        x, y = 45 + along * ux - off * uy, 45 + along * uy + off * ux
        ring = [turn + 2 * pi * k / corners for k in range(corners)]
        polygons.append(tuple((round(x + size * cos(w), 2), round(y + size * sin(w), 2)) for w in ring))
    return a, b, polygons if high else [(polygon, draw(st.floats(0.5, 9))) for polygon in polygons]


@slow
@given(scenes(high=True))
def test_sight_past_high_blockers(scene):
    a, b, polygons = scene
    found = sees(a, b, [prism(polygon, 0.0, 20.0) for polygon in polygons])
    shapes = [Polygon(polygon) for polygon in polygons]
    if a_line_passes(a, b, [shape.buffer(0.01, join_style="mitre") for shape in shapes]):
        assert found
    if not a_line_passes(a, b, [shape.buffer(-0.25) for shape in shapes]):
        assert not found


@slow
@given(scenes(high=True), convex_polygons(10.0))
def test_another_blocker_never_creates_sight(scene, more):
    a, b, polygons = scene
    prisms = [prism(polygon, 0.0, 20.0) for polygon in polygons]
    if sees(a, b, [*prisms, prism(more, 0.0, 20.0)]):
        assert sees(a, b, prisms)


@quick
@given(scenes(high=False), heights, heights)
def test_sight_is_symmetric(scene, one, other):
    a, b, polygons = scene
    a, b = a._replace(h=one), b._replace(h=other)
    prisms = [prism(polygon, 0.0, top) for polygon, top in polygons]
    assert sees(a, b, prisms) == sees(b, a, prisms)


def blocked(p, q, polygon, bottom, top):
    """A straight line in space meets a prism."""
    line = LineString([p[:2], q[:2]])
    part = line.intersection(polygon)
    if part.is_empty or part.length < 1e-9:
        return False
    shares = [line.project(Point(c)) / line.length for c in part.coords]
    levels = [p[2] + (q[2] - p[2]) * share for share in (min(shares), max(shares))]
    return max(levels) > bottom and min(levels) < top


@slow
@given(scenes(high=False), heights, heights, st.sampled_from([0.0, 5.0]))
def test_sight_over_blockers(scene, one, other, level):
    """Whenever a sampled line from top to top passes over or beside everything, the target is seen."""
    a, b, polygons = scene
    a, b = a._replace(h=one), b._replace(h=other, z=level)
    prisms = [prism(polygon, 0.0, top) for polygon, top in polygons]
    found = sees(a, b, prisms)
    shapes = [(Polygon(polygon).buffer(0.01, join_style="mitre"), top + 0.01) for polygon, top in polygons]
    free = any(
        not any(blocked((*p, a.z + a.h), (*q, b.z + b.h), shape, 0.0, top) for shape, top in shapes)
        for p in rims(a, b, 6)
        for q in rims(b, a, 6)
    )
    if free:
        assert found
    low = all(top <= min(a.z + a.h, b.z + b.h) for _, top in polygons)
    if low:
        assert found


# -- cover


def sampled_share(eye, target, prisms, steps=40):
    """The share of the outline's points that no line from the eye reaches."""
    dx, dy = target.x - eye[0], target.y - eye[1]
    far = hypot(dx, dy)
    ux, uy = -dy / far, dx / far
    hidden = 0
    shapes = [(Polygon(p.polygon), p.bottom, p.top) for p in prisms]
    for i in range(steps):
        across = ((i + 0.5) / steps * 2 - 1) * target.r
        foot = (target.x + ux * across, target.y + uy * across)
        spans = []
        line = LineString([eye[:2], foot])
        for shape, bottom, top in shapes:
            part = line.intersection(shape)
            if part.is_empty or part.length < 1e-9:
                continue
            shares = [line.project(Point(c)) / line.length for c in part.coords]
            near, end = max(min(shares), 1e-6), max(shares)
            # The shadow of the prism on the outline at this place, from the heights of both ends.
            edges = [eye[2] + (z - eye[2]) / share for share in (near, end) for z in (bottom, top)]
            spans.append((min(edges), max(edges)))
        for k in range(steps):
            z = target.z + (k + 0.5) / steps * target.h
            hidden += any(low < z < high for low, high in spans)
    return hidden / steps**2


@slow
@given(scenes(high=False), heights, st.sampled_from([0.0, 5.0]))
def test_the_hidden_share_of_an_outline(scene, high, level):
    a, b, polygons = scene
    target = b._replace(h=high, z=level)
    eye = (a.x, a.y, 3.6)
    prisms = [prism(polygon, 0.0, top) for polygon, top in polygons]
    assert hidden_share(eye, target, prisms) == pytest.approx(sampled_share(eye, target, prisms), abs=0.04)


@quick
@given(st.floats(0.5, 7.9), st.floats(10, 60))
def test_a_wall_at_the_base_hides_by_its_height(top, apart):
    """In closed form: over `apart` cm from an eye at 3.6 the shadow of the wall's top falls where the line says."""
    target = Cylinder(apart + 20, 45, 0.0, 1.25, 8.0)
    wall = ((target.x - 1.3, 20.0), (target.x - 1.25, 20.0), (target.x - 1.25, 70.0), (target.x - 1.3, 70.0))
    eye = (20.0, 45.0, 3.6)
    grow = apart / (apart - (1.25 if top < 3.6 else 1.3))
    shade = 3.6 + (top - 3.6) * grow
    assert hidden_share(eye, target, [prism(wall, 0.0, top)]) == pytest.approx(min(1.0, max(0.0, shade / 8)), abs=1e-6)


@quick
@given(st.floats(-4, 4), heights)
def test_a_model_in_between_hides_as_wide_as_it_is(off, high):
    eye, target = (0.0, 0.0, 3.6), Cylinder(40.0, 0.0, 0.0, 1.25, 4.0)
    other = Cylinder(20.0, off, 0.0, 2.0, high)
    left, right = max(-1.25, 2 * (off - 2.0)), min(1.25, 2 * (off + 2.0))
    wide = max(0.0, right - left) / 2.5
    tall = min(1.0, (3.6 + (high - 3.6) * 2) / 4)
    assert hidden_share(eye, target, [], [other]) == pytest.approx(wide * max(0.0, tall), abs=1e-6)
    assert len(disc_shadows(eye, target, [other])) == 1
