"""What is kept about a table never shows: every list is the one a table nobody has asked before would give."""

from __future__ import annotations

import pytest

from kempelen.engine.game import Setup, games
from kempelen.engine.session import Session
from kempelen.games.universalis.rules.actions import Charge, Move
from kempelen.games.universalis.rules.models.card import Item
from kempelen.games.universalis.rules.movement.found import found_here
from kempelen.games.universalis.rules.movement.routing import distances, way_towards
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.table.board import Board
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER, LEGS
from tests.games.universalis.table import model, position, wall


def unasked(s):
    """The same position on a board that knows nothing yet."""
    fresh, old = s.copy(), s.board
    fresh.board = Board(old.name, old.pieces, old.ladders, old.environment, old.size)
    return fresh


@pytest.mark.parametrize("scenario", ["border_post", "factory", "night_forest"])
def test_lists_do_not_depend_on_what_was_asked_before(scenario):
    game = games()["universalis"]
    session = Session(game, Setup(game.name, scenario, ("random", "random")), seed=4)
    compared = 0
    for number in range(120):
        if not session.advance():
            break
        s = session.checkpoint
        if number % 8 == 0 and s.phase == "act":
            assert options(s) == options(s) == options(unasked(s))
            compared += 1
    assert compared >= 3


def met(s):
    return [action for action in options(s) if isinstance(action, Move | Charge)]


def test_whoever_moves_opens_a_page_of_his_own():
    """The enemy steps behind a wall and back: three lists, the first and last alike."""
    a, b = model("A1", (30, 30)), model("B1", (33.5, 30))
    s = position(a, b, model("B2", (60, 60)), pieces=[wall(32, 32, 34, 32.5, 4)])
    before = met(s)
    b.y = 34.0
    behind = met(s)
    assert behind != before
    assert behind == met(unasked(s))
    b.y = 30.0
    assert met(s) == before


def test_two_who_change_places_are_not_mistaken_for_each_other():
    a, b, c = model("A1", (30, 30)), model("B1", (34, 30)), model("B2", (30, 40))
    s = position(a, b, c)
    page = found_here(s, a)
    assert found_here(s, a) is page
    (b.x, b.y), (c.x, c.y) = (c.x, c.y), (b.x, b.y)
    assert found_here(s, a) is not page
    assert met(s) == met(unasked(s))


def seeker(label, going=LEGS, *, gecko=False, hook=False):
    """Somebody before a wall, with a way of his own of getting past it."""
    items = (Item("hook", climb=True),) if hook else ()
    m = model(label, (30, 30), going=going, items=items, levels={"gecko": 1} if gecko else {})
    m.items_on = int(hook)
    return m


@pytest.mark.parametrize("height", [3.0, 20.0])
def test_ways_of_one_are_not_those_of_another_who_floats_flies_or_climbs(height):
    """Asked one after the other about a wall with one opening; each gets what a table gives that nobody has asked."""
    seekers = (
        seeker("A1"),
        seeker("A2", HOVER),
        seeker("A3", FLIGHT),
        seeker("A4", gecko=True),
        seeker("A5", hook=True),
    )
    for order in (seekers, seekers[::-1]):
        s = position(*order, model("B1", (80, 80)), pieces=[wall(0, 33, 84, 34, height)])
        for m in order:
            fresh = unasked(s)
            assert distances(s, m, 30, 40)(30, 30) == distances(fresh, m, 30, 40)(30, 30), m.name
            assert way_towards(s, m, 30, 40, 3) == way_towards(unasked(s), m, 30, 40, 3), m.name
    s = position(*seekers, model("B1", (80, 80)), pieces=[wall(0, 33, 84, 34, height)])
    far = {m.label: distances(s, m, 30, 40)(30, 30) for m in seekers}
    assert far["A3"] > 60  # near the ground it flies round
    assert far["A4"] < 60
    assert far["A5"] <= 2 * height * 4 + 10
    assert (far["A1"] > 60, far["A2"] > 60) == (height > 8,) * 2
