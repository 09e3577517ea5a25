"""Colossi: the rebate, terrain, hit zones and what becomes of them (R305 to R317, G49, K02)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.games.universalis.files.tables import board_from
from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.damage import apply_damage, legs_table, poison_tick, zone_of
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, attack_cost, nk_reckoning
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    Shot,
    fk_reckoning,
    shot_cost,
)
from kempelen.games.universalis.rules.course import flee
from kempelen.games.universalis.rules.models.card import Armour, Weapon
from kempelen.games.universalis.rules.models.current import agi, gk, nk, reckon
from kempelen.games.universalis.rules.models.printed import zone_tp
from kempelen.games.universalis.rules.movement.deploying import place_problem
from kempelen.games.universalis.rules.profile import SEED
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.table.sight import cover_against, is_wreck, sees_model
from kempelen.games.universalis.rules.terms import (
    COLOSSUS,
    DRONE,
    HUGE,
    HULL,
    INFANTRY,
    LARGE,
    LEFT_SIDE,
    MOVEMENT,
    RIGHT_SIDE,
)
from kempelen.games.universalis.rules.upkeep import burn
from tests.games.universalis.table import RIFLE, act, block, model, position, run, wall, why
from tests.marks import rule

CANNON = Weapon("cannon", wk=4, strength=8, damage=4, band=30, bands=3, mount=RIGHT_SIDE)
CLAW = Weapon("claw", wk=4, strength=2, damage=4, additive=True, mount=LEFT_SIDE)


def giant(label: str = "A1", at=(45, 45), **facts):
    facts = {"tp_max": 9, "weapons": (CANNON, CLAW), "type": COLOSSUS, "size": HUGE, "ko": 8, **facts}
    return model(label, at, **facts)


def alone(**facts) -> State:
    return position(giant(**facts), model("B1", (80, 80)))


def hurt(s: State, zone: int, damage: int, **script):
    return run(s, lambda s, table: apply_damage(s, table, s.models[0], [("R150", damage)], zone), **script)


# -- AP and terrain


@rule("universalis:R305")
@rule("universalis:G49")
@pytest.mark.parametrize("wk", [1, 2, 3, 4, 5])
def test_combat_actions_with_class_four_and_five_cost_one_less(wk):
    less = int(wk >= 4)
    gun, blade = Weapon("g", wk, band=20, bands=3), Weapon("b", wk)
    for mode, extra in ((NORMAL, 1), (AIMED, 2), (SNAP, 0)):
        assert shot_cost(SEED, COLOSSUS, gun, mode) == wk + extra - less
        assert shot_cost(SEED, INFANTRY, gun, mode) == shot_cost(SEED, DRONE, gun, mode) == wk + extra
    for kind, extra in (("attack", 0), ("reckless_attack", 1), ("charge", 0)):
        assert attack_cost(SEED, COLOSSUS, blade, kind) == wk + extra - less
    assert shot_cost(SEED, COLOSSUS, gun, REACTION) == wk
    assert attack_cost(SEED, COLOSSUS, blade, "counterattack") == wk
    assert attack_cost(SEED, COLOSSUS, blade, "opportunity_attack") == wk


@rule("universalis:R305")
def test_reloading_gets_no_rebate():
    s = alone(weapons=(replace(CANNON, reload=True),), reloading=1)
    act(s, "A1 reload cannon")
    assert s.models[0].ap == 2


@rule("universalis:R306")
def test_colossi_benefit_from_cover():
    s = position(
        model("B1", (20, 45), size=LARGE), giant("A1", (60, 45)), pieces=[wall(56.5, 30, 57.5, 60, 5, cover=3)]
    )
    cover = cover_against(s, s.models[0], s.models[1])
    assert (cover.level, cover.touched) == (3, 3)


HOUSE = {
    "buildings": [
        {
            "id": "barn",
            "polygon": [[50, 40], [70, 40], [70, 60], [50, 60]],
            "height": 10,
            "openings": [{"at": [50, 50], "width": 8, "top": 9}, {"at": [70, 50], "width": 8, "top": 9}],
        }
    ]
}


@rule("universalis:R307")
@pytest.mark.parametrize(
    ("order", "problem"),
    [("A1 move 55,50", "colossus_door"), ("A1 move 60,50 80,50", "colossus_door"), ("A1 move 45,40", None)],
)
def test_colossi_neither_enter_buildings_nor_walk_through_them(order, problem):
    s = alone(at=(45, 50), gk=40, type=COLOSSUS)
    s.board = board_from("house", HOUSE)
    assert why(s, order) == problem
    s.models[0] = model("A1", (45, 50), gk=40, size=LARGE)
    assert why(s, order) is None


@rule("universalis:R307")
def test_colossi_are_not_deployed_in_buildings_and_use_no_doors():
    s = position(giant(at=(5, 50)))
    house = {"id": "barn", "polygon": [[0, 0], [90, 0], [90, 15], [0, 15]], "height": 10}
    s.board = board_from("house", {"buildings": [house | {"openings": [{"at": [45, 15], "width": 3, "door": True}]}]})
    problem = place_problem(s, s.models[0], 45, 8, 0)
    assert problem is not None
    assert problem.key.endswith("colossus_door")
    s.models[0].x, s.models[0].y = 45, 18
    assert why(s, "A1 open 1") == "colossus_door"


# -- zones


@rule("universalis:R308")
@rule("universalis:R311")
@pytest.mark.parametrize(("hull", "other"), [(1, 1), (2, 2), (3, 2), (8, 6), (9, 6), (10, 7), (20, 14)])
def test_four_zones_with_two_thirds_of_the_hull(hull, other):
    assert zone_tp(SEED, hull) == other
    assert giant(tp_max=hull).tp == [hull, other, other, other]
    assert model("B1").tp == [5]


@rule("universalis:R309")
@pytest.mark.parametrize(
    ("faces", "zone"), [(range(1, 7), HULL), ((7, 8), RIGHT_SIDE), ((9, 10), LEFT_SIDE), ((11, 12), MOVEMENT)]
)
def test_the_die_for_the_zone(faces, zone):
    assert {zone_of(SEED, die) for die in faces} == {zone}


@rule("universalis:R310")
def test_a_zone_that_cannot_be_seen_can_be_hit():
    s = position(
        model("B1", (20, 45), weapons=(RIFLE,), fk=12),
        giant("A1", (60, 45)),
        pieces=[wall(40, 30, 41, 60, 3)],  # hides the legs
    )
    table = act(s, "B1 shoot A1 rifle", dice={"fk": 1, "zone": 12, "wound": 1, "armour": 12})
    assert table.told(events.ZoneHit)[0].zone == "movement"


@rule("universalis:R312")
def test_a_critical_hull_is_like_critical_infantry():
    s = alone(gk=5)
    hurt(s, HULL, 5)
    m = s.models[0]
    assert (m.tp[HULL], m.critical, gk(s, m)) == (4, True, 3)
    assert reckon(s, m, "FK").mods == [("R183", -2)]


@rule("universalis:R312")
def test_a_critical_side_does_not_make_the_colossus_critical():
    s = alone()
    hurt(s, RIGHT_SIDE, 5)
    assert not s.models[0].critical
    assert s.models[0].ap == 4  # but the survivor is shocked


@rule("universalis:R313")
@rule("universalis:G49")
@pytest.mark.parametrize(
    ("zones", "malus"),
    [
        ([9, 6, 6, 6], 0),
        ([9, 3, 6, 6], 0),
        ([9, 2, 6, 6], -1),
        ([9, 2, 2, 6], -2),
        ([9, 0, 6, 6], -1),
        ([9, 6, 6, 1], 0),
    ],
)
def test_each_critical_or_destroyed_side_is_minus_one_on_fk_and_nk(zones, malus):
    s = alone(zones=zones)
    m, o = s.models
    assert dict(fk_reckoning(s, m, Shot(NORMAL, 10, 30, 3)).mods).get("R313", 0) == malus
    assert dict(nk_reckoning(s, m, o, Fight(CLAW), True).mods).get("R313", 0) == malus


@rule("universalis:R313")
@rule("universalis:G03")
def test_when_a_side_is_critical_follows_the_option():
    s = position(giant(zones=[9, 3, 6, 6]), model("B1", (80, 80)), options={"G03": "white_gone"})
    assert ("R313", -1) in fk_reckoning(s, s.models[0], Shot(NORMAL, 10, 30, 3)).mods


@rule("universalis:R314")
@rule("universalis:G49")
@pytest.mark.parametrize("order", ["A1 move 48,45", "A1 jump 48,45"])
@pytest.mark.parametrize(("die", "moves"), [(8, True), (9, False)])
def test_with_critical_movement_every_move_takes_a_ko_roll(order, die, moves):
    s = alone(zones=[9, 6, 6, 2])
    act(s, order, dice={"ko": die})
    assert (s.models[0].x == 48) is moves
    assert s.models[0].ap == 6 - (2 if "jump" in order else 1)


@rule("universalis:R314")
def test_half_of_the_movement_zone_is_not_yet_critical_and_turning_is_no_move():
    act(alone(zones=[9, 6, 6, 3]), "A1 move 48,45")
    act(alone(zones=[9, 6, 6, 1]), "A1 turn 90")


@rule("universalis:R314")
def test_charging_dropping_fleeing_and_burning_take_the_roll_too():
    s = position(giant(zones=[9, 6, 6, 1], ap=12), model("B1", (51, 45)))
    act(s, "A1 charge B1 claw 47.25,45", dice={"ko": 12})
    assert (s.models[0].x, s.models[0].ap) == (45, 9)
    roof = block(40, 40, 50, 50, 6)
    s = position(giant(at=(46, 45, 6), zones=[9, 6, 6, 1], gk=9), model("B1", (80, 80)), pieces=[roof])
    act(s, "A1 drop 53,45,0", dice={"ko": 12})
    assert s.models[0].z == 6
    s = alone(zones=[9, 6, 6, 1], panic=True)
    run(s, lambda s, table: flee(s, table, s.models[0]), dice={"ko": 12})
    assert (s.models[0].x, s.models[0].ap) == (45, 0)
    s = alone(zones=[9, 6, 6, 1], burning=CLAW, burn_strength=1)
    dice = {"burn": 1, "wound": 1, "armour": 12, "w6": 1, "ko": 12}
    run(s, lambda s, table: burn(s, table, s.models[0]), dice=dice)
    assert (s.models[0].x, s.models[0].ap) == (45, 5)


@rule("universalis:R315")
@rule("universalis:K02")
def test_a_hull_at_zero_is_out_and_becomes_solid_terrain_with_cover():
    s = position(
        giant("B2", (45, 45), zones=[1, 6, 6, 6]),
        model("A1", (20, 45), weapons=(RIFLE,)),
        model("B1", (52, 45), eh=12),
    )
    run(s, lambda s, table: apply_damage(s, table, s.models[0], [("R150", 1)]), dice={"eh": 9})
    assert s.models[0].out
    assert is_wreck(s.models[0])
    assert not sees_model(s, s.models[1], s.models[2])
    s.models[2].y = 47.5  # most of it is still behind the wreck
    assert sees_model(s, s.models[1], s.models[2])
    assert cover_against(s, s.models[1], s.models[2]).level == 3
    s.models[2].y = 49.5
    assert cover_against(s, s.models[1], s.models[2]).level == 0


@rule("universalis:K02")
def test_nobody_walks_through_a_wreck():
    s = position(model("A1", (38, 45), ap=12), giant("B1", (45, 45), out=True), model("B2", (80, 80)))
    assert why(s, "A1 move 52,45") == "way_enemy"
    s.models[1] = model("B1", (45, 45), out=True)
    assert why(s, "A1 move 52,45") is None


@rule("universalis:R316")
def test_a_destroyed_side_loses_its_weapons_and_a_point_of_agi_and_nk():
    s = position(giant(agi=3, nk=6, ap=12), model("B1", (60, 45)))
    table = hurt(s, RIGHT_SIDE, 6)
    m = s.models[0]
    assert table.told(events.SideLost)[0].zone == "right_side"
    assert (agi(s, m), nk(s, m)) == (2, 5)
    assert reckon(s, m, "NK").mods == [("R316", -1)]
    assert why(s, "A1 shoot B1 cannon") == "side_lost"
    assert not m.out


@rule("universalis:R316")
def test_two_destroyed_sides_cost_two_points():
    s = alone(agi=3, nk=6, zones=[9, 0, 0, 6])
    assert (agi(s, s.models[0]), nk(s, s.models[0])) == (1, 4)


@rule("universalis:R316")
@pytest.mark.parametrize(("zone", "ready"), [(RIGHT_SIDE, -1), (LEFT_SIDE, 0)])
def test_readiness_is_lost_with_the_side_that_carries_the_weapon(zone, ready):
    s = alone(weapons=(replace(CANNON, wk=3), CLAW), ready=0)
    hurt(s, zone, 6)
    assert s.models[0].ready == ready


@rule("universalis:G49")
def test_a_hit_on_a_destroyed_zone_goes_to_the_hull():
    s = alone(zones=[9, 0, 6, 6])
    hurt(s, RIGHT_SIDE, 2)
    assert s.models[0].tp == [7, 0, 6, 6]


@rule("universalis:G49")
def test_poison_and_fire_strike_the_hull():
    s = alone(poison=[Weapon("p", 1, 1, 2)])
    run(s, lambda s, table: poison_tick(s, table, s.models[0]))
    assert s.models[0].tp == [7, 6, 6, 6]
    s = alone(ko=1, burning=CANNON, burn_strength=8, ap=0, armour=Armour("a", 1))
    run(s, lambda s, table: burn(s, table, s.models[0]), dice={"burn": 1, "wound": 12, "armour": 1, "w6": 1})
    assert s.models[0].tp == [5, 6, 6, 6]


@rule("universalis:R317")
@pytest.mark.parametrize(("die", "legs"), [*((n, 1) for n in range(1, 7)), *((n, 2) for n in range(7, 12)), (12, 3)])
def test_the_table_for_a_destroyed_movement_zone(die, legs):
    assert legs_table(SEED, die) == legs


@rule("universalis:R317")
@pytest.mark.parametrize(("die", "turns", "out"), [(6, True, False), (7, False, False), (12, False, True)])
def test_what_is_left_of_a_colossus_without_legs(die, turns, out):
    s = alone()
    hurt(s, MOVEMENT, 6, dice={"legs": die})
    m = s.models[0]
    assert m.out is out
    assert is_wreck(m) is out
    if not out:
        assert why(s, "A1 move 48,45") == "legs"
        assert why(s, "A1 jump 48,45") == "legs"
        assert (why(s, "A1 turn 90") is None) is turns
        assert m.ap == 4


@rule("universalis:R317")
def test_the_die_is_told():
    s = alone()
    told = hurt(s, MOVEMENT, 6, dice={"legs": 3}).told(events.LegsLost)[0]
    assert (told.die, told.legs) == (3, 1)
