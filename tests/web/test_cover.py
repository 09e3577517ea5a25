"""The picture of a game where games are chosen."""

import re
from dataclasses import replace

import pytest

from kempelen.engine.game import games
from kempelen.scene.model import DISC, Scene, Shape
from kempelen.scene.picture import where_it_happens
from kempelen.web.shown.cover import FREE, WIDE, cover, nearest, window_on


def unit(name, x, y, *tags):
    return Shape(name, "unit", x, y, 2, 2, DISC, tags=frozenset(tags))


BOARD = Scene(
    90, 90, "cm", (unit("a", 10, 80), unit("b", 50, 40), unit("c", 52, 46, "foe"), unit("d", 50, 41, "foe", "broken"))
)


def test_it_shows_the_two_enemies_that_are_nearest_to_each_other():
    assert [shape.id for shape in nearest(BOARD)] == ["b", "c"]  # who is out meets nobody
    left, top, wide, high = window_on(BOARD)
    assert left < 50 < 52 < left + wide
    assert top < 40 < 46 < top + (1 - FREE) * high  # at the lower edge the name of the game lies on it


def test_rather_a_foot_is_under_the_name_than_a_head_cut_off():
    low = Scene(7, 5, "tile", (unit("a", 2, 2), unit("b", 3, 4, "foe")))
    left, top, wide, high = window_on(low)
    assert top <= 2 - 1 < top + high
    assert 0 <= left <= left + wide <= 7


def test_without_enemies_the_middle_of_the_board_is_shown():
    assert window_on(Scene(90, 90, "cm", (unit("a", 10, 80),))) == (0, 45 - (1 - FREE) * 90 / WIDE / 2, 90, 90 / WIDE)


def test_small_pictures_show_where_pieces_are():
    near = Scene(90, 90, "cm", (unit("a", 40, 40), unit("b", 50, 46, "foe")))
    left, top, wide, high = where_it_happens(near)
    assert left < 40 < 50 < left + wide
    assert top < 40 < 46 < top + high
    assert wide < 45
    corner = where_it_happens(Scene(90, 90, "cm", (unit("a", 1, 89),)))
    assert (corner[0], corner[1] + corner[3]) == (0, 90)  # nothing beside the table
    assert where_it_happens(Scene(9, 9, "tile", (unit("a", 1, 1),))) is None
    assert where_it_happens(Scene(90, 90, "cm", ())) is None


def test_a_moment_is_shown_with_what_stands_there_to_be_held():
    """Who was alone at the mast is told: then the mast is seen, not only those who were too far away."""
    mast = replace(unit("mast", 20, 20), tags=frozenset({"standing"}))
    scene = Scene(90, 90, "cm", (unit("a", 60, 70), unit("b", 22, 20, "foe"), mast))
    left, top, wide, high = where_it_happens(scene, {"a"})
    assert left < 20 < left + wide
    assert top < 20 < top + high


@pytest.mark.parametrize("name", games())
def test_every_game_has_one(name):
    drawing = cover(name, "de")
    assert drawing.startswith("<svg")
    _, _, wide, high = map(float, re.search(r'viewBox="([^"]+)"', drawing)[1].split())
    assert wide > high > 0
