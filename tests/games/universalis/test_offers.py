"""What a player is offered: everything of it is allowed, nothing twice, and written as one would type it."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random

import pytest

from kempelen.engine.table import notation_of
from kempelen.games.universalis.files.gear import gear
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.tables import board_from
from kempelen.games.universalis.rules.actions import Charge, Jump, Move, Shoot
from kempelen.games.universalis.rules.combat.melee_actions import melee_weapons
from kempelen.games.universalis.rules.legal import end_problem, why_not
from kempelen.games.universalis.rules.models.card import Trait, Weapon
from kempelen.games.universalis.rules.models.current import in_melee
from kempelen.games.universalis.rules.models.printed import unarmed
from kempelen.games.universalis.rules.movement.places import charge_ends
from kempelen.games.universalis.rules.movement.routing import way_to
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.profile import SEED
from kempelen.games.universalis.rules.state import BOUND, Object
from kempelen.games.universalis.rules.table.terrain import Survey
from kempelen.games.universalis.rules.terms import COLOSSUS, FLIGHT, HUGE, INFANTRY, LEFT_SIDE, MEDIUM, RIGHT_SIDE
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, SABRE, area, block, model, position, step, wall, why
from tests.marks import rule

MEDIKIT = gear().items["medikit"]
HAMMER = Weapon("hammer", wk=3, strength=3, damage=3, additive=True, unwieldy=True)
CANNON = Weapon("cannon", wk=5, strength=8, damage=5, band=30, bands=3, mount=RIGHT_SIDE)
CLAW = Weapon("claw", wk=2, strength=2, damage=2, additive=True, mount=LEFT_SIDE)


def crowded():
    """An enemy in reach, another so near the way to him that one cannot stop there."""
    a = model("A1", (30, 30), weapons=(KNIFE, PISTOL))
    return position(a, model("B1", (34, 30)), model("B2", (31.5, 34)))


def carrier():
    a, near, far = model("A1", (30, 30)), model("A2", (32.5, 30)), model("A3", (40, 30))
    return position(a, near, far, model("B1", (80, 80)), objects=[Object("core", 30, 30, 0)])


def healer():
    a = model("A1", (30, 30), tp=1, items=(MEDIKIT,))
    return position(a, model("A2", (32.5, 30), tp=1), model("A3", (40, 30), tp=1), model("B1", (80, 80)))


def armed():
    guns = (RIFLE, PISTOL, SABRE, HAMMER)
    a = model("A1", (30, 30), ap=12, weapons=guns, reloading=1, traits=(Trait("regeneration", 1, ap=2, uses=1),))
    pieces = [wall(40, 20, 41, 40, 8), area("forest", 20, 20, 28, 40, 8), block(32, 34, 38, 38, 3)]
    return position(a, model("B1", (50, 30)), model("B2", (30, 60), hidden=True), pieces=pieces)


def colossus():
    a = model("A1", (30, 30), type=COLOSSUS, size=HUGE, ko=8, weapons=(CANNON, CLAW), zones=[9, 0, 6, 6])
    return position(a, model("B1", (36, 30)), model("B2", (60, 60)))


def fighting():
    a = model("A1", (30, 30), weapons=(SABRE, PISTOL))
    return position(a, model("B1", (32.5, 30)), model("B2", (30, 40)))


TABLES = [crowded, carrier, healer, armed, colossus, fighting]


@rule("universalis:R081")
@rule("universalis:R083")
@pytest.mark.parametrize("table", TABLES)
def test_everything_offered_is_allowed_and_can_be_typed(table):
    s = table()
    offered = options(s)
    assert len(offered) > 1
    for action in offered:
        assert why_not(s, action) is None, action
        assert parse(notation_of(action)) == action
    assert len(set(map(notation_of, offered))) == len(offered)


@rule("universalis:R101")
@rule("universalis:G55")
def test_a_charge_may_end_beside_somebody_else():
    s = crowded()
    ends = list(charge_ends(s, s.models[0], s.models[1]))
    assert ends
    assert all(end_problem(s, s.models[0], *end, charge=True) is None for end in ends)
    assert all(end_problem(s, s.models[0], *end) is not None for end in ends)


@rule("universalis:R109")
def test_only_a_friend_in_contact_is_handed_something():
    offered = [notation_of(action) for action in options(carrier())]
    assert [text for text in offered if " give " in text] == ["A1 give 1 A2"]
    assert "A1 put 1" in offered


@rule("universalis:R301")
def test_whoever_treats_himself_names_nobody():
    offered = [notation_of(action) for action in options(healer())]
    assert [text for text in offered if " use " in text] == ["A1 use medikit", "A1 use medikit A2"]


@rule("universalis:R316")
def test_nobody_strikes_with_an_arm_that_is_gone():
    s = colossus()
    assert [weapon.id for weapon in melee_weapons(s.models[0])] == ["claw"]
    s.models[0].tp[LEFT_SIDE] = 0
    assert [weapon.id for weapon in melee_weapons(s.models[0])] == ["unarmed"]


@rule("universalis:G60")
def test_always_holding_can_be_said_and_taken_back_in_the_own_phase():
    s = position(model("A1", (30, 30)), model("B1", (60, 60)))
    step(s, answers=["hold always"])
    assert s.hold == [True, False]
    assert s.models[0].ap == 6
    step(s, answers=["react again"])
    assert s.hold == [False, False]


@rule("universalis:R048")
@rule("universalis:R101")
def test_a_charge_that_falls_short_is_no_attack():
    """Whoever is bound by a threat and stops in front of it has not fought it yet."""
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (40, 30)), threats=[1], duty=BOUND)
    step(s, answers=["A1 charge B1 knife 34,30"])
    assert (s.duty, s.models[0].ap) == (BOUND, 5)


@rule("universalis:R109")
def test_every_door_of_the_table_has_a_number_of_its_own():
    houses = [
        {
            "id": f"house {x}",
            "polygon": [[x, 10], [x + 10, 10], [x + 10, 20], [x, 20]],
            "height": 6,
            "openings": [{"at": [x + 10, 15], "width": 3, "door": True}],
        }
        for x in (10, 50)
    ]
    board = board_from("street", {"buildings": houses})
    assert sorted(piece.door for piece in board.door_pieces) == [0, 1]
    assert len(board.solids(0)) == len(board.solids(1)) + 1 == len(board.solids(2)) + 1 == len(board.solids(3)) + 2


def test_a_way_to_a_place_leads_round_the_wall_beside_it():
    m = model("A1", (20, 40), ap=12)
    s = position(m, model("B1", (80, 80)), pieces=[wall(41.4, 20, 41.6, 60, 8)])
    way = way_to(s, m, 43, 40, 30)
    assert way
    assert way[-1] == (43, 40, 0.0)
    assert isinstance(survey(s, m, [(m.x, m.y, m.z), *way]), Survey)


@rule("universalis:R134")
def test_whoever_is_too_slow_for_the_ground_is_stuck_and_told_so():
    m = model("A1", (30, 30), gk=3)
    s = position(m, model("B1", (80, 80)), pieces=[area("swamp", 20, 20, 50, 50)])
    assert why(s, "A1 move 32,30") == "stuck"
    assert why(s, "A1 move 31,30 test") is None
    assert not [action for action in options(s) if isinstance(action, Move) and not action.test]


@rule("universalis:R285")
@pytest.mark.parametrize(("weapons", "problem"), [((), None), ((PISTOL,), None), ((KNIFE,), "armed")])
def test_bare_hands_are_for_those_without_a_melee_weapon(weapons, problem):
    s = position(model("A1", (30, 30), weapons=(*weapons,)), model("B1", (32.5, 30)))
    fists = unarmed(SEED, INFANTRY, MEDIUM, 3)
    s.models[0].weapons, s.models[0].uses = (*weapons, fists), [0] * (len(weapons) + 1)
    assert why(s, "A1 attack B1 unarmed") == problem


@rule("universalis:R253")
def test_a_burst_may_be_shared_by_two_neighbours():
    lmg = Weapon("lmg", wk=2, strength=5, damage=2, band=20, bands=4, burst=3)
    a, far = model("A1", (30, 30), weapons=(lmg,)), model("B3", (50, 45))
    s = position(a, model("B1", (50, 30)), model("B2", (50, 35.5)), far)
    shared = [text for text in map(notation_of, options(s)) if "+" in text]
    assert shared == ["A1 shoot B1:2+B2:2 lmg", "A1 shoot B2:2+B1:2 lmg"]


@rule("universalis:R091")
@pytest.mark.parametrize(("at", "ap"), [((88.7, 45), 6), ((45, 45), 0)])
def test_a_flyer_that_cannot_fly_on_may_do_something_else(at, ap):
    """At the edge of the table, facing it, or without AP for the move it ought to begin with."""
    s = position(model("A1", at, going=FLIGHT, facing=0, ap=ap), model("B1", (20, 80)))
    step(s, answers=["A1 turn 33"])
    assert s.models[0].facing == 33


@rule("universalis:R107")
@pytest.mark.parametrize(
    ("facts", "offered"), [({"ran_up": True}, True), ({"ran_up": True, "ap": 1}, False), ({}, False)]
)
def test_a_jump_is_offered_after_a_run_up(facts, offered):
    s = position(model("A1", (45, 45), **facts), model("B1", (80, 80)))
    assert any(isinstance(action, Jump) for action in options(s)) == offered
    assert why(s, "A1 jump 47,45") == (None if facts.get("ap", 6) >= 2 else "ap")  # from a stand it is typed


# -- lists are complete


@rule("universalis:R100")
@rule("universalis:R101")
def test_two_enemies_base_to_base_can_be_charged():
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (35, 30)), model("B2", (35, 32.5)))
    targets = {action.target for action in options(s) if isinstance(action, Charge)}
    assert targets == {"B1", "B2"}


@rule("universalis:R100")
def test_a_charge_is_offered_at_several_places_well_apart():
    s = position(model("A1", (30, 30), gk=6, weapons=(KNIFE,)), model("B1", (34, 30)))
    ends = [action.points[-1] for action in options(s) if isinstance(action, Charge)]
    assert len(ends) >= 3
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 1 for n, a in enumerate(ends) for b in ends[:n])


@rule("universalis:R100")
@rule("universalis:G38")
def test_a_charge_round_a_corner_is_offered():
    """A wall between the two, and another enemy in the way: round them is still within one move."""
    s = position(
        model("A1", (30, 30), gk=8, weapons=(KNIFE,)), model("B1", (36, 30)), pieces=[wall(32.5, 26, 33, 31, 20)]
    )
    charges = [action for action in options(s) if isinstance(action, Charge)]
    assert charges
    assert all(len(action.points) == 2 for action in charges)
    assert all(why_not(s, action) is None for action in charges)


@rule("universalis:R100")
@rule("universalis:R118")
def test_an_enemy_on_a_step_can_be_charged():
    s = position(
        model("A1", (30, 30), gk=9, weapons=(KNIFE,)), model("B1", (37, 30, 2)), pieces=[block(32, 26, 40, 34, 2)]
    )
    charges = [action for action in options(s) if isinstance(action, Charge)]
    assert charges
    assert all(action.points[-1][2] == 2 and why_not(s, action) is None for action in charges)


@rule("universalis:R100")
@rule("universalis:R135")
def test_a_charge_that_needs_a_movement_test_is_offered_with_it():
    pieces = [area("thicket", 25, 25, 45, 35)]
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (36.25, 30)), pieces=pieces)
    charges = [action for action in options(s) if isinstance(action, Charge)]
    assert [action.test for action in charges] == [True]
    assert why_not(s, charges[0]) is None


def random_table(seed):
    """A model with a knife among enemies and walls, some low, some on difficult ground."""
    chance = Random(f"complete {seed}")

    def spot():
        return chance.randrange(44, 77) / 2, chance.randrange(44, 77) / 2

    m = model("A1", (30, 30), gk=chance.randint(3, 8), weapons=(KNIFE,))
    pieces = []
    for _ in range(chance.randint(1, 4)):
        x, y = spot()
        pieces.append(wall(x, y, x + chance.choice((0.5, 3)), y + chance.choice((0.5, 3)), chance.choice((2, 20))))
    if chance.random() < 0.4:
        pieces.append(area(chance.choice(("thicket", "forest")), *spot(), 60, 60))
    s = position(m, pieces=pieces)
    if stand_problem(s, m, m.x, m.y, 0.0) is not None:
        return None
    for n in range(1, 4):
        o = model(f"B{n}", (*spot(),))
        o.index = n
        if stand_problem(s, o, o.x, o.y, 0.0) is None and hypot(o.x - m.x, o.y - m.y) > 2.6:
            o.index = len(s.models)
            s.models.append(o)
    return s


@rule("universalis:R100")
@rule("universalis:R101")
@pytest.mark.parametrize("part", range(6))
def test_whoever_can_be_charged_is_offered(part):
    """Against a search that tries ways by chance: any charge it finds, the list must know too."""
    found = missing = 0
    for seed in range(part * 25, part * 25 + 25):
        s = random_table(seed)
        if s is None or in_melee(s, s.models[0]):
            continue
        offered = {action.target for action in options(s) if isinstance(action, Charge)}
        chance = Random(f"search {seed}")
        m = s.models[0]
        for o in s.models[1:]:
            for _ in range(120):
                angle, lean = chance.uniform(0, 2 * pi), chance.uniform(0, 2 * pi)
                end = (round(o.x + 2.5 * cos(angle), 2), round(o.y + 2.5 * sin(angle), 2), 0.0)
                far = chance.uniform(0, 4)
                via = (round(m.x + far * cos(lean), 2), round(m.y + far * sin(lean), 2), 0.0)
                ways = [(end,), (via, end)]
                if any(why_not(s, Charge("A1", o.label, "knife", way)) is None for way in ways):
                    found += 1
                    missing += o.label not in offered
                    break
        assert missing == 0, seed
    assert found > 5


@rule("universalis:R099")
@pytest.mark.parametrize("enemy", [(40, 30), (42.5, 41), (30, 52), (12, 20)])
def test_every_enemy_can_be_walked_up_to(enemy):
    """To 3 cm from him, or as far as the AP go."""
    s = position(model("A1", (30, 30)), model("B1", enemy))
    o = s.models[1]
    ends = [action.points[-1] for action in options(s) if type(action) is Move]
    before = hypot(enemy[0] - 30, enemy[1] - 30)
    nearest = min(hypot(x - o.x, y - o.y) for x, y, _ in ends)
    assert nearest <= max(5.5, before - 24) + 0.8
    assert all(hypot(x - o.x, y - o.y) >= 5.5 for x, y, _ in ends)


@rule("universalis:R099")
def test_an_enemy_behind_a_wall_is_walked_up_to_round_it():
    s = position(model("A1", (30, 30), ap=12), model("B1", (42, 30)), pieces=[wall(35, 24, 36, 38, 20)])
    ends = [action for action in options(s) if type(action) is Move and len(action.points) > 1]
    assert ends
    assert min(hypot(a.points[-1][0] - 42, a.points[-1][1] - 30) for a in ends) < 9


@rule("universalis:R253")
@rule("universalis:R254")
def test_a_burst_may_be_shared_by_more_than_two():
    lmg = Weapon("lmg", wk=2, strength=5, damage=2, band=20, bands=4, burst=4)
    row = [model(f"B{n}", (50, 20 + 5 * n)) for n in range(1, 5)]
    s = position(model("A1", (30, 30), weapons=(lmg,)), *row)
    shared = [action for action in options(s) if isinstance(action, Shoot) and len(action.targets) > 1]
    assert all(why_not(s, action) is None for action in shared)
    assert {len(action.targets) for action in shared} == {2, 3, 4}
    assert all(sum(shots for _, shots in action.targets) == 5 for action in shared)
    assert any(notation_of(action) == "A1 shoot B1:2+B2:1+B3:1+B4:1 lmg" for action in shared)
