"""Names beside the models of a picture: they can be read when models stand close together."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.games.universalis import GAME
from kempelen.games.universalis.face.names import LARGER, Base, _name, name_sides
from kempelen.games.universalis.rules.events import Picked
from kempelen.wording import named_by_groups, speaking_to

SIZE = 90.0


def test_a_model_on_its_own_has_its_name_above():
    assert name_sides([Base(45, 45, 1.25, 2)], SIZE) == ["above"]


@pytest.mark.parametrize(
    ("x", "y", "side"), [(42, 45, "right"), (48, 45, "left"), (45, 48, "above"), (45, 42, "right")]
)
def test_a_neighbour_drives_a_name_away(x, y, side):
    neighbour, middle = Base(x, y, 1.25, 2), Base(45, 45, 1.25, 2)
    assert name_sides([neighbour, middle], SIZE)[1] == side


def test_markers_keep_their_place():
    neighbour = Base(45, 41.5, 1.25, 2)
    assert name_sides([neighbour, Base(45, 45, 1.25, 2)], SIZE)[1] == "right"
    assert name_sides([neighbour, Base(45, 45, 1.25, 2, markers=2)], SIZE)[1] == "left"


def test_names_stay_on_the_table():
    (side,) = name_sides([Base(0.5, 45, 1.25, 2)], SIZE)
    assert side == "right"


def test_where_everything_is_full_the_side_is_taken_that_covers_least():
    around = [Base(45 + x, 45 + y, 2.5, 0) for x, y in ((-4, 0), (0, -4), (4, 0))]
    assert name_sides([*around, Base(45, 45, 1.25, 2)], SIZE)[-1] == "below"


def test_a_name_keeps_off_what_a_mission_is_about():
    mast = (45, 41.5)
    assert name_sides([Base(45, 45, 1.25, 5)], SIZE) == ["above"]
    assert name_sides([Base(45, 45, 1.25, 5)], SIZE, [mast]) == ["right"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=12, unique=True))
def test_models_a_little_apart_have_names_that_do_not_meet(places):
    bases = [Base(5 + 10 * x, 5 + 10 * y, 1.25, 2) for x, y in places]
    sides = name_sides(bases, SIZE)
    assert name_sides(bases, SIZE) == sides
    boxes = [_name(base, side, LARGER) for base, side in zip(bases, sides, strict=True)]
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_six_names_side_by_side_take_two_rows_above_and_below():
    bases = [Base(30 + 3.5 * n, 45, 1.25, 6) for n in range(6)]
    sides = name_sides(bases, SIZE)
    names = [_name(base, side, LARGER) for base, side in zip(bases, sides, strict=True)]
    assert {"higher", "lower"} & set(sides)
    for one, other in combinations(names, 2):
        wide = min(one[2], other[2]) - max(one[0], other[0])
        high = min(one[3], other[3]) - max(one[1], other[1])
        assert min(wide, high) < 1, "none is read through another"


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "The Scrapper Gang picks B2"), ("de", "Die Schrotterbande wählt B2")]
)
def test_sides_go_by_their_groups_in_sentences(lang, told):
    session = Session(GAME, Setup("universalis", "first", ("human", "middle")), seed=1)
    say = named_by_groups(session, say_in(lang))
    assert told in say.of(Picked(1, "B2").text)
    assert {"en": "You pick A1", "de": "Du wählst A1"}[lang] in speaking_to(session, 0, say).of(Picked(0, "A1").text)
