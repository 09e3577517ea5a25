"""Low walls, sandbags, fences and pipes are climbed over (R118, R119, K10), and every shipped table can be crossed."""

from __future__ import annotations

from math import hypot

import pytest

from kempelen.games.universalis.files.scenarios import TABLES
from kempelen.games.universalis.files.tables import board
from kempelen.games.universalis.rules.actions import Move
from kempelen.games.universalis.rules.events import Stopped
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.movement.halves import on_halves
from kempelen.games.universalis.rules.movement.hurdles import climbs_over
from kempelen.games.universalis.rules.movement.routing import way_towards
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.table.board import piece
from kempelen.games.universalis.rules.table.terrain import Survey, actions_needed
from kempelen.games.universalis.rules.terms import COLOSSUS, FIRE, HUGE, LARGE, MEDIUM, SMALL
from tests.games.universalis.table import RIFLE, act, area, block, model, position, rect, wall, why
from tests.marks import rule


def across(*pieces, **facts):
    """A1 in front of something from x 33 to 34, on his way east."""
    facts = {"ap": 12, **facts}
    return position(model("A1", (30, 30), **facts), model("B1", (80, 80)), pieces=pieces)


def surveyed(s, x, y=30.0):
    m = s.models[0]
    found = survey(s, m, [(m.x, m.y, m.z), (x, y, m.z)])
    return found if isinstance(found, Survey) else found.key.rpartition(".")[2]


@rule("universalis:R118")
@rule("universalis:R119")
@rule("universalis:K10")
@pytest.mark.parametrize("height", [1, 2, 2.2, 4, 8])
def test_up_and_down_count_double(height):
    s = across(wall(33, 20, 34, 40, height))
    way = surveyed(s, 37)
    assert way.used == pytest.approx(7 + 4 * height)
    assert way.true == pytest.approx(7 + 2 * height)


@rule("universalis:R118")
@pytest.mark.parametrize(
    ("size", "height", "fits"),
    [(SMALL, 5, True), (SMALL, 5.1, False), (MEDIUM, 8, True), (MEDIUM, 8.1, False), (LARGE, 12, True)],
)
def test_up_to_twice_the_own_height(size, height, fits):
    s = across(wall(33, 20, 34, 40, height), size=size, gk=20)
    assert (why(s, "A1 move 38,30") is None) == fits


@rule("universalis:R118")
@rule("universalis:R122")
def test_who_lies_counts_as_smaller():
    s = across(wall(33, 20, 34, 40, 6), gk=20, prone=True)
    assert why(s, "A1 move 37,30") == "way_solid"
    s.models[0].prone = False
    assert why(s, "A1 move 37,30") is None


@rule("universalis:K10")
def test_nobody_stops_on_top():
    s = across(wall(33, 20, 34, 40, 2))
    assert why(s, "A1 move 33.5,30") == "solid"
    assert why(s, "A1 move 35.2,30") == "solid"
    assert why(s, "A1 move 35.5,30") is None


@rule("universalis:R083")
@rule("universalis:K10")
def test_it_takes_the_ap_it_takes():
    """5.5 cm and twice 2 cm up and down: 13.5 cm, four actions of 4 cm."""
    s = across(wall(33, 20, 34, 40, 2))
    act(s, "A1 move 35.5,30")
    assert (s.models[0].x, s.models[0].ap) == (35.5, 8)
    assert s.models[0].moved == pytest.approx(9.5)
    assert why(across(wall(33, 20, 34, 40, 2), ap=3), "A1 move 35.5,30") == "ap"


@rule("universalis:K10")
def test_two_walls_are_climbed_one_after_the_other_and_a_thick_one_once():
    one, two = wall(33, 20, 34, 40, 2), wall(40, 20, 41, 40, 3)
    assert surveyed(across(one, two), 44).used == pytest.approx(14 + 8 + 12)
    touching = [wall(33, 20, 34, 40, 2), wall(34, 20, 35, 40, 3)]
    assert surveyed(across(*touching), 38).used == pytest.approx(8 + 12)


@rule("universalis:K10")
def test_what_hangs_over_the_wall_stops_the_climber():
    sill = wall(33, 20, 34, 40, 1.8)
    lintel = wall(33, 20, 34, 40, 20, bottom=4)
    assert surveyed(across(sill, lintel), 37) == "way_solid"
    assert isinstance(surveyed(across(sill, wall(33, 20, 34, 40, 20, bottom=6)), 37), Survey)


@rule("universalis:K10")
def test_over_a_house_one_goes_over_its_roof():
    """Up the wall, across the roof, down the other wall: nobody comes down through the roof."""
    roof = piece("roof", "", rect(33, 20, 45, 40), 4.8, 5, solid=True, stand=True)
    house = [wall(33, 20, 33.4, 40, 4.8), wall(44.6, 20, 45, 40, 4.8), roof]
    s = across(*house)
    assert surveyed(s, 48).used == pytest.approx(18 + 4 * 5)
    climbs = climbs_over(s, s.models[0], (30, 30, 0), (48, 30, 0))
    assert [round(climb.vertical, 3) for climb in climbs] in (
        [5, 5],
        [4.8, 0.2, 5],
        [4.8, 0.2, 0.2, 4.8],
        [5, 0.2, 4.8],
    )
    assert sum(climb.vertical for climb in climbs) == pytest.approx(10)


@rule("universalis:R133")
@rule("universalis:K10")
def test_difficult_ground_behind_a_wall_comes_after_it():
    s = across(wall(33, 20, 34, 40, 2), area("forest", 38, 20, 50, 40))
    way = surveyed(s, 42)
    start = min(stretch[0] for stretch in way.areas)
    assert start == pytest.approx(38 - 1.25 - 30 + 8, abs=0.05)
    assert actions_needed(s, s.models[0], way) == 7  # four to the edge of it, the rest with GK 2


@rule("universalis:R144")
def test_impassable_ground_is_not_climbed_over():
    s = across(area("impassable", 33, 20, 34, 40))
    assert why(s, "A1 move 37,30") == "way_impassable"


@rule("universalis:K10")
@rule("universalis:R230")
def test_whoever_is_stopped_on_a_wall_stays_on_this_side_of_it():
    fire = RIFLE.__class__("burner", wk=1, strength=12, damage=1, band=30, bands=3, effects=FIRE)
    a = model("A1", (30, 30), ap=12, ko=1, tp_max=9, tp=9)
    s = position(a, model("B1", (33.5, 60), wn=12, fk=12, weapons=(fire,), ready=0), pieces=[wall(33, 20, 34, 40, 2)])
    dice = {"fk": 1, "wound": 12, "armour": 1, "ko": 12}
    table = act(s, "A1 move 37,30", answers=["B1 fire 33.5,30"], dice={k: v for k, v in dice.items() if k != "ko"})
    assert table.told(Stopped)
    assert a.burning is not None
    assert stand_problem(s, a, a.x, a.y, a.z) is None
    assert a.x <= 33 - 1.25 + 0.05


@rule("universalis:K10")
@pytest.mark.parametrize("at", [(30, 30), (31.5, 30), (36, 31)])
def test_the_other_side_is_offered(at):
    s = across(wall(33, 20, 34, 40, 2))
    s.models[0].x, s.models[0].y = at
    beyond = [
        action.points[-1]
        for action in options(s)
        if type(action) is Move and (action.points[-1][0] > 34) != (at[0] > 34) and 20 < action.points[-1][1] < 40
    ]
    assert beyond
    assert all(on_halves(x, y) for x, y, _ in beyond)


@rule("universalis:R192")
@rule("universalis:K10")
def test_a_way_leads_over_a_fence_rather_than_far_round():
    fence = wall(40, 0, 40.3, 90, 2)
    m = model("A1", (30, 45), ap=12)
    s = position(m, model("B1", (80, 80)), pieces=[fence])
    way = way_towards(s, m, 60, 45, 12)
    assert way
    assert way[-1][0] > 42
    assert why_not(s, Move("A1", tuple(way))) is None
    low_end = wall(40, 0, 40.3, 48, 2)  # here it is shorter to go round
    s = position(m, model("B1", (80, 80)), pieces=[low_end])
    found = survey(s, m, [(m.x, m.y, m.z), *way_towards(s, m, 60, 45, 12)])
    assert isinstance(found, Survey)
    assert found.used == pytest.approx(found.true)


CROSSERS = {
    "on foot": {"size": MEDIUM},
    "large": {"size": LARGE},
    "colossus": {"size": HUGE, "type": COLOSSUS, "zones": [9, 6, 6, 6]},
}


def dry(s, m, x, y):
    """The nearest place where it can stand."""
    near = sorted((hypot(i, j), x + i, y + j) for i in range(-20, 21) for j in range(-20, 21))
    return next((px, py) for _, px, py in near if stand_problem(s, m, px, py, 0.0) is None)


@rule("universalis:R118")
@rule("universalis:R144")
@pytest.mark.parametrize("who", CROSSERS)
@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("upwards", [False, True])
@pytest.mark.parametrize("table", TABLES)
def test_every_shipped_table_can_be_crossed(table, upwards, back, who):
    """From the middle of one side to the opposite one, by the ways that are shown, each of them allowed."""
    m = model("A1", (45, 45), **CROSSERS[who])
    s = position(m, model("B1", (80, 80)))
    s.board, s.models = board(table), [m]
    ends = [(45.0, 4.0), (45.0, 86.0)] if upwards else [(4.0, 45.0), (86.0, 45.0)]
    start, goal = (dry(s, m, x, y) for x, y in (ends[::-1] if back else ends))
    m.x, m.y = start
    for _ in range(14):
        m.ap = 12
        way = way_towards(s, m, *goal, 12)
        if not way:
            break
        assert why_not(s, Move("A1", tuple(way))) is None
        m.x, m.y, m.z = way[-1]
        if hypot(m.x - goal[0], m.y - goal[1]) < 6:
            break
    assert hypot(m.x - goal[0], m.y - goal[1]) < 10, (table, start, (m.x, m.y))


def test_blocks_one_can_stand_on_are_crossed_too():
    s = across(block(33, 20, 36, 40, 3))
    assert surveyed(s, 39).used == pytest.approx(9 + 12)


@rule("universalis:K10")
def test_nobody_climbs_over_the_end_of_a_wall_he_can_walk_round():
    m = model("A1", (50, 29))
    s = position(m, model("B1", (80, 80)))
    s.board, s.models = board("meadow"), [m]
    way = way_towards(s, m, 45, 45, 6)
    found = survey(s, m, [(m.x, m.y, m.z), *way])
    assert isinstance(found, Survey)
    assert found.used == pytest.approx(found.true)
    assert found.used > 15
