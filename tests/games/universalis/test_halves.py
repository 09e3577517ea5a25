"""Points that are offered, and where routes lead, lie on half centimetres wherever that is allowed; rules are exact."""

from __future__ import annotations

from dataclasses import replace
from math import hypot

import pytest

from kempelen.games.universalis.files.scenarios import TABLES
from kempelen.games.universalis.rules.actions import Charge, Disengage, Drop, Jump, Move
from kempelen.games.universalis.rules.legal import forced_move, why_not
from kempelen.games.universalis.rules.movement.halves import half, halves_near, laid, on_halves
from kempelen.games.universalis.rules.movement.places import charge_ends, climbs, disengage_ends, moves
from kempelen.games.universalis.rules.movement.routing import way_to, way_towards
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.table.terrain import Survey, actions_needed
from kempelen.games.universalis.rules.terms import FLIGHT, HUGE, LARGE
from tests.games.universalis.table import KNIFE, PISTOL, act, block, model, position, wall, why
from tests.games.universalis.test_tables import GAME, a_game
from tests.marks import rule


def test_the_nearest_halves_come_first():
    near = halves_near(10.2, 20.4)
    assert near[:4] == [(10.0, 20.5), (10.5, 20.5), (10.0, 20.0), (10.5, 20.0)]
    assert len(set(near)) == 9
    assert all(on_halves(*point) for point in near)
    assert (half(1.24), half(1.26), on_halves(1.25)) == (1.0, 1.5, False)


def test_a_place_is_laid_on_halves_then_in_one_direction_then_exactly():
    seen = []
    assert laid(10.23, 20.41, 0.0, lambda place: True) == (10.0, 20.5, 0.0)
    assert laid(10.23, 20.41, 0.0, lambda place: place[0] == 10.23) == (10.23, 20.5, 0.0)
    assert laid(10.23, 20.41, 2.0, lambda place: place[:2] == (10.23, 20.41)) == (10.23, 20.41, 2.0)
    assert laid(10.23, 20.41, 0.0, lambda place: bool(seen.append(place))) is None
    assert len(seen) == 12


@rule("universalis:R098")
@rule("universalis:R107")
@pytest.mark.parametrize("at", [(45, 45), (45.25, 44.5), (44.87, 45.31)])
@pytest.mark.parametrize("gk", [2, 3, 4, 5, 6])
def test_moves_on_open_ground_end_on_halves(at, gk):
    """One action and a run in each direction; straight along the table's sides a full move stays one."""
    m = model("A1", at, gk=gk)
    s = position(m, model("B1", (80, 80)))
    ends = moves(s, m)
    assert len(ends) >= 12
    assert all(on_halves(x, y) for x, y, _ in ends)
    assert all(why_not(s, Move("A1", (end,))) is None for end in ends)
    if on_halves(*at):
        assert sum(abs(hypot(x - m.x, y - m.y) - gk) <= 0.1 + 1e-9 for x, y, _ in ends) >= 4


@rule("universalis:R100")
@rule("universalis:R101")
@pytest.mark.parametrize("place", [(34, 30), (33, 33), (27.5, 27), (30, 34.5)])
def test_a_charge_at_a_base_of_the_same_size_ends_on_halves(place):
    m, o = model("A1", (30, 30), weapons=(KNIFE,)), model("B1", place)
    s = position(m, o)
    ends = list(charge_ends(s, m, o))
    assert ends
    assert all(on_halves(x, y) for x, y, _ in ends)
    assert all(why_not(s, Charge("A1", "B1", "knife", (end,))) is None for end in ends)


@pytest.mark.parametrize("size", [LARGE, HUGE])
def test_other_bases_touch_on_a_line_of_halves_at_least(size):
    """25 mm beside 40 or 50 mm never touch with both centres on half centimetres."""
    m, o = model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (35, 31), size=size)
    s = position(m, o)
    ends = list(charge_ends(s, m, o))
    assert ends
    assert all(on_halves(x) or on_halves(y) for x, y, _ in ends)


@rule("universalis:R091")
def test_a_flyer_that_looks_along_the_table_flies_to_half_centimetres():
    m = model("A1", (30, 30), going=FLIGHT, facing=90, gk=6)
    forced = forced_move(position(m, model("B1", (80, 80))), m)
    assert forced is not None
    assert forced.points == ((30, 36, 0.0),)


@rule("universalis:R103")
def test_ways_out_of_a_melee_end_on_halves():
    m = model("A1", (30, 30))
    s = position(m, model("B1", (32.5, 30)))
    ends = list(disengage_ends(s, m))
    assert len(ends) >= 4
    assert all(on_halves(x, y) for x, y, _ in ends)


@rule("universalis:R118")
def test_up_and_down_on_halves():
    m = model("A1", (30, 30), ap=12)
    s = position(m, model("B1", (80, 80)), pieces=[block(32, 26, 40, 34, 2)])
    up = [end for end, _ in climbs(s, m)]
    assert up
    assert all(on_halves(x, y) and z == 2 for x, y, z in up)
    act(s, f"A1 move {up[0][0]:g},{up[0][1]:g},2")
    assert all(on_halves(x, y) for (x, y, _), _ in climbs(s, m))


def test_routes_have_their_corners_on_halves():
    m = model("A1", (20.37, 40.11), ap=12)
    s = position(m, model("B1", (80, 80)), pieces=[wall(40, 20, 42, 60, 20)])
    for way in (way_to(s, m, 50, 40, 4), way_towards(s, m, 60, 41, 3), way_towards(s, m, 2, 2, 6)):
        assert way
        assert all(on_halves(x, y) for x, y, _ in way)


@rule("universalis:R052")
def test_rules_measure_exactly_and_a_typed_point_may_be_finer():
    s = position(model("A1", (30, 30)), model("B1", (80, 80)))
    assert why(s, "A1 move 33.99,30.21") is None
    assert why(s, "A1 move 34.01,30 ") is None  # two actions
    s.models[0].ap = 1
    assert why(s, "A1 move 34.01,30") == "ap"
    assert why(s, "A1 move 34,30") is None


def needed(s, m, action):
    way = survey(s, m, [(m.x, m.y, m.z), *action.points])
    return (actions_needed(s, m, way) or 99) if isinstance(way, Survey) else 99


@pytest.mark.parametrize("table", TABLES)
def test_what_is_offered_on_every_table_lies_on_halves_if_it_may(table):
    """In a game as it goes: whatever is offered elsewhere could not have been moved to the next half centimetres."""
    s, at = a_game(table, 1)
    points = odd = 0
    for _ in range(60):
        if GAME.outcome(s) is not None:
            break
        GAME.step(s, at)
        if s.phase != "act":
            continue
        for action in options(s):
            if not isinstance(action, Move | Disengage | Charge | Jump | Drop):
                continue
            m = next(m for m in s.models if m.label == action.label)
            if m.card.going == FLIGHT and not m.first_done:
                continue  # straight ahead, whatever it faces (R091)
            points += 1
            x, y, z = action.points[-1]
            if on_halves(x, y):
                continue
            odd += 1
            for px, py in halves_near(x, y):
                other = replace(action, points=(*action.points[:-1], (px, py, z)))
                if type(action) is Move and needed(s, m, other) > needed(s, m, action):
                    continue  # one AP more
                if isinstance(action, Charge) and hypot(px - x, py - y) > 0.02:
                    continue  # would not touch
                assert why_not(s, other) is not None, (action.notation, px, py)
    assert points > 100
    assert odd <= points / 10


@rule("universalis:R230")
@rule("universalis:G23")
def test_points_for_reaction_fire_lie_on_the_way_and_on_halves_along_it():
    a, b = model("A1", (30, 30)), model("B1", (35, 42), weapons=(PISTOL,), wn=12, ready=0)
    s = position(a, b)
    table = act(s, "A1 move 41,33.5", answers=["hold"])
    offered = [name.split() for name in table.asked[0][2] if "fire" in name]
    points = [tuple(map(float, parts[2].split(","))) for parts in offered]
    assert len(points) == 3
    assert all(on_halves(x) for x, _ in points)
    assert all(abs((y - 30) - (x - 30) * 3.5 / 11) < 0.01 for x, y in points)
