"""Ways and cover on random tables against shapely: where a base passes, what ground it touches, what hides a model."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, box, unary_union

from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.table.sight import cover_against, sees_model, touches
from kempelen.games.universalis.rules.table.terrain import Survey
from kempelen.games.universalis.rules.terms import LARGE, MEDIUM
from tests.games.universalis.table import area, model, position, wall
from tests.marks import rule

quick = settings(max_examples=60, deadline=None, derandomize=True)

numbers = st.integers(600, 8400).map(lambda n: n / 100)
places = st.tuples(numbers, numbers)
sizes = st.sampled_from([MEDIUM, LARGE])


@st.composite
def rectangles(draw):
    x, y = draw(st.integers(5, 75)), draw(st.integers(5, 75))
    return x, y, x + draw(st.integers(1, 12)), y + draw(st.integers(1, 12))


def clear_of(value, *borders):
    """Not so near a border that rounding decides."""
    assume(all(abs(value - border) > 0.06 for border in borders))


@quick
@given(st.lists(rectangles(), min_size=1, max_size=4), places, places, sizes)
@rule("universalis:G38")
@rule("universalis:R117")
def test_a_base_passes_where_its_track_is_free(walls, start, end, size):
    m = model("A1", start, size=size, gk=90)
    s = position(m, model("B1", (88, 88)), pieces=[wall(*one, 20) for one in walls])
    way, r = LineString([start, end]), m.r
    assume(way.length > 0.5)
    solid = unary_union([box(*one) for one in walls])
    assume(solid.distance(Point(start)) > r + 0.06)
    assume(Point(end).distance(Point(88, 88)) > 8)
    clear_of(way.distance(solid), r)
    clear_of(Point(end).distance(solid), r)
    found = survey(s, m, [(*start, 0.0), (*end, 0.0)])
    assume(Point(88, 88).distance(way) > r + 1.5)
    assert isinstance(found, Survey) == (way.distance(solid) > r)
    if isinstance(found, Survey):
        assert found.used == found.true == pytest.approx(way.length)


@quick
@given(st.lists(rectangles(), min_size=1, max_size=4), places, places)
@rule("universalis:R133")
@rule("universalis:G31")
def test_the_ground_a_base_touches(areas, start, end):
    kinds = ["thicket", "forest", "swamp", "ruin"]
    m = model("A1", start, gk=90)
    pieces = [area(kind, *one) for kind, one in zip(kinds, areas, strict=False)]
    s = position(m, model("B1", (88, 88)), pieces=pieces)
    way = LineString([start, end])
    assume(way.length > 0.5)
    assume(way.distance(Point(88, 88)) > 8)
    expected = set()
    for kind, one in zip(kinds, areas, strict=False):
        gap = way.distance(box(*one))
        clear_of(gap, m.r)
        if gap < m.r:
            expected.add(s.rules.terrain[kind].passability)
    found = survey(s, m, [(*start, 0.0), (*end, 0.0)])
    assert isinstance(found, Survey)
    assert {level for _, _, level in found.areas} == expected


@quick
@given(st.lists(rectangles(), min_size=1, max_size=3), places, places)
@rule("universalis:R035")
@rule("universalis:R126")
def test_high_walls_hide_what_they_stand_before(walls, one, other):
    a, b = model("A1", one), model("B1", other)
    shapes = [box(*wall_) for wall_ in walls]
    solid = unary_union(shapes)
    line = LineString([one, other])
    assume(line.length > 8)
    assume(all(solid.distance(Point(place)) > 1.3 for place in (one, other)))
    s = position(a, b, pieces=[wall(*wall_, 20) for wall_ in walls])
    # What a strip as wide as the bases does not meet hides nothing; what the line of the axes and both edges meet, all.
    strip = line.buffer(1.3)
    if not strip.intersects(solid):
        assert sees_model(s, a, b)
        assert cover_against(s, a, b).level == 0
    if any(strip.difference(shape).geom_type == "MultiPolygon" for shape in shapes):
        assert not sees_model(s, a, b)
        assert cover_against(s, a, b).level == 2


@quick
@given(rectangles(), places)
@rule("universalis:R130")
@rule("universalis:G30")
def test_touching(rectangle, place):
    m = model("A1", place)
    s = position(m, pieces=[wall(*rectangle, 3)])
    gap = box(*rectangle).distance(Point(place)) - m.r
    assume(abs(gap - 0.01) > 1e-6)
    assert touches(s, m, s.board.pieces[0]) == (gap <= 0.01)
