"""Outlines of equal levels on a grid."""

from math import hypot

from hypothesis import given, settings
from hypothesis import strategies as st

from kempelen.geometry import area_of, inside
from kempelen.geometry.levels import outlines

SIDE = 12


def here(i, j):
    return i, j


def test_a_circle_is_round():
    values = [[hypot(i - 5.5, j - 5.5) for i in range(SIDE)] for j in range(SIDE)]
    (line,) = outlines(values, 4.0, here)
    assert all(abs(hypot(x - 5.5, y - 5.5) - 4.0) < 0.05 for x, y in line)


def test_a_hole_has_a_line_of_its_own():
    values = [[abs(hypot(i - 5.5, j - 5.5) - 3.5) for i in range(SIDE)] for j in range(SIDE)]
    assert len(outlines(values, 1.2, here)) == 2


def test_nothing_and_everything():
    assert outlines([[2.0] * 3] * 3, 1.0, here) == []
    (line,) = outlines([[0.0] * 4] * 3, 1.0, here)
    assert abs(area_of(line)) == 2 * 3 or abs(abs(area_of(line)) - 6) < 0.01


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(st.integers(0, 9), min_size=5, max_size=5), min_size=5, max_size=5))
def test_points_of_the_grid_lie_on_their_side_of_the_lines(rows):
    lines = outlines(rows, 4.5, here)
    for j, row in enumerate(rows):
        for i, value in enumerate(row):
            crossed = sum(inside(line, i, j) for line in lines)
            assert crossed % 2 == (value <= 4.5)
