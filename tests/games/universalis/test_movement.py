"""Moving, charging, jumping, falling, climbing, being fast (R087 to R123)."""

from __future__ import annotations

import pytest

from kempelen.games.universalis.rules.course import next_phase
from kempelen.games.universalis.rules.events import Attacked, Compared, Fell, Moved, Stopped
from kempelen.games.universalis.rules.legal import forced_move, why_not
from kempelen.games.universalis.rules.models.card import Item, Trait, Weapon
from kempelen.games.universalis.rules.models.current import in_melee
from kempelen.games.universalis.rules.movement.movement_numbers import (
    MOVEMENT_ACTIONS,
    climb_cost,
    fall,
    fall_class,
    is_fast,
    is_full_move,
    jump_reach,
)
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.profile import SEED
from kempelen.games.universalis.rules.state import BOUND, Object
from kempelen.games.universalis.rules.table.board import Ladder
from kempelen.games.universalis.rules.table.terrain import Survey, jump_range
from kempelen.games.universalis.rules.terms import (
    COLOSSUS,
    FIRE,
    FLIGHT,
    HOVER,
    HUGE,
    LARGE,
    LEGS,
    MEDIUM,
    SMALL,
    STATIONARY,
    TRACKS,
    WHEELS,
)
from kempelen.games.universalis.rules.upkeep import burn
from tests.games.universalis.table import (
    KNIFE,
    PISTOL,
    RIFLE,
    SABRE,
    act,
    area,
    block,
    model,
    position,
    run,
    step,
    wall,
    why,
)
from tests.marks import rule

FAR = model("B1", (80, 80))


def alone(*pieces, ladders=(), environment="open", **facts):
    """A1 at 30,30 with nobody near."""
    at = facts.pop("at", (30, 30))
    return position(
        model("A1", at, **facts), model("B1", (85, 85)), pieces=pieces, ladders=ladders, environment=environment
    )


# -- continuous moves and reactions


def watched(**facts):
    """A1 in front of a fire-ready marksman who sees far."""
    return position(model("A1", (30, 30), **facts), model("B1", (30, 50), ready=0, weapons=(RIFLE,), wn=9, fk=5))


@rule("universalis:R087")
def test_each_move_can_be_reacted_to():
    s = watched()
    table = act(s, "A1 move 33,30", "A1 move 36,30", "A1 move 39,30")
    assert len(table.asked) == 3
    assert s.models[0].ap == 3


@rule("universalis:R088")
def test_moves_in_one_go_are_reacted_to_once():
    s = watched()
    table = act(s, "A1 move 42,30")
    assert len(table.asked) == 1
    assert s.models[0].ap == 3


@rule("universalis:R088")
@pytest.mark.parametrize(("far", "ap"), [(4, 1), (4.01, 2), (8, 2), (12, 3), (24, 6)])
def test_a_continuous_move_costs_what_its_parts_cost(far, ap):
    s = alone()
    act(s, f"A1 move {30 + far},30")
    assert s.models[0].ap == 6 - ap


@rule("universalis:R089")
def test_the_end_is_known_before_the_reaction():
    s = watched()
    table = act(s, "A1 move 33,30")
    assert s.models[0].x == 33
    places = [name for _, _, names in table.asked for name in names if name.startswith("B1 fire")]
    assert any(place.split()[2].startswith("33") for place in places)


@rule("universalis:R089")
@rule("universalis:G23")
def test_the_whole_declared_move_makes_fast():
    s = watched(gk=7, ap=3)
    table = act(s, "A1 move 51,30", answers=["B1 fire 30,30"], dice={"fk": 12})
    tested = next(event for event in table.events if type(event).__name__ == "Tested")
    assert ("R245", -2) in tested.mods


# -- movement types


@rule("universalis:R090")
def test_legs_are_neither_better_nor_worse():
    s = alone(going=LEGS, ap=1)
    assert why(s, "A1 move 34,30") is None
    assert why(s, "A1 move 34.01,30") == "ap"


def flyer(**facts):
    return alone(going=FLIGHT, gk=5, facing=0, **facts)


@rule("universalis:R091")
@rule("universalis:G33")
@pytest.mark.parametrize(
    ("order", "fine"),
    [
        ("A1 move 35,30", True),
        ("A1 move 34.9,30", True),
        ("A1 move 34.8,30", False),
        ("A1 move 40,30", False),
        ("A1 move 30,35", False),
        ("A1 move 25,30", False),
        ("A1 turn 90", False),
        ("A1 lie_down", False),
        ("A1 shoot B1 pistol", False),
    ],
)
def test_a_flyer_begins_with_a_full_move_ahead(order, fine):
    s = flyer(weapons=(PISTOL,))
    s.models[1].x, s.models[1].y = 38, 38
    assert why(s, order) == (None if fine else "flyer_first")


@rule("universalis:R091")
def test_after_that_a_flyer_is_free():
    s = flyer()
    act(s, "A1 move 35,30", "A1 turn 90", "A1 move 35,32", "A1 move 33,32")
    assert s.models[0].ap == 3


@rule("universalis:G33")
@pytest.mark.parametrize(("z", "reason"), [(3, None), (20, None), (20.5, "too_high")])
def test_altitude(z, reason):
    s = flyer(at=(30, 30, 18 if z > 18 else 0), first_done=True)
    assert why(s, f"A1 move 32,30,{z}") == reason


@rule("universalis:G33")
def test_a_flyer_climbs_at_single_cost():
    s = flyer(first_done=True)
    way = survey(s, s.models[0], [(30, 30, 0), (32, 30, 3)])
    assert (way.used, way.true) == (5.0, 5.0)


@rule("universalis:G33")
def test_a_flyer_ignores_passability():
    s = alone(area("swamp", 20, 20, 60, 60), going=FLIGHT, gk=4, first_done=True, ap=1)
    assert why(s, "A1 move 34,30") is None


@rule("universalis:R092")
@pytest.mark.parametrize(("going", "dice"), [(TRACKS, {"agi": 9, "agi_2": 4}), (LEGS, {"agi": 9})])
def test_tracks_repeat_a_test_for_passability_once(going, dice):
    s = alone(area("forest", 20, 20, 60, 60), going=going, gk=4, ap=1)
    act(s, "A1 move 33,30 test", dice=dice)
    assert s.models[0].x == (33.0 if going == TRACKS else 32.0)


@rule("universalis:R092")
def test_tracks_do_not_repeat_twice():
    s = alone(area("forest", 20, 20, 60, 60), going=TRACKS, gk=4, ap=1)
    act(s, "A1 move 33,30 test", dice={"agi": 9, "agi_2": 9})
    assert s.models[0].x == 32.0


@rule("universalis:R092")
@rule("universalis:R114")
def test_tracks_do_not_repeat_a_test_for_a_fall():
    m = model("A1", going=TRACKS, ko=3)
    s = position(m)
    run(s, lambda s, t: fall(s, t, m, 8.0), dice={"agi": 9, "wound": 1, "armour": 9})


ROAD = area("road", 20, 25, 60, 35)


@rule("universalis:R093")
@rule("universalis:G72")
@pytest.mark.parametrize(
    ("going", "pieces", "environment", "far", "fits"),
    [
        (WHEELS, (ROAD,), "open", 6, True),
        (WHEELS, (ROAD,), "open", 6.01, False),
        (LEGS, (ROAD,), "open", 4.01, False),
        (WHEELS, (), "open", 4.01, False),
        (WHEELS, (area("road", 20, 25, 33, 35),), "open", 4.01, False),  # leaves it on the way
        (WHEELS, (area("road", 20, 25, 33, 35), area("road", 33, 25, 60, 35)), "open", 6, True),
        (WHEELS, (area("road", 20, 25, 33, 35), area("road", 33.5, 25, 60, 35)), "open", 4.01, False),
        (WHEELS, (), "road", 6, True),
        (WHEELS, (ROAD,), "road", 6, True),
        (WHEELS, (area("road", 60, 60, 70, 70),), "road", 6, True),
        (WHEELS, (area("water", 60, 60, 70, 70),), "road", 6, True),
        (WHEELS, (area("building", 33, 25, 34, 35),), "road", 4.01, False),
    ],
)
def test_wheels_gain_2_cm_on_a_road(going, pieces, environment, far, fits):
    s = alone(*pieces, environment=environment, going=going, gk=4, ap=1)
    assert (why(s, f"A1 move {30 + far},30") is None) == fits


@rule("universalis:R149")
def test_the_whole_table_may_be_of_one_type():
    s = alone(environment="swamp", gk=5, ap=1)
    assert why(s, "A1 move 32,30") is None
    assert why(s, "A1 move 32.1,30") == "ap"
    assert s.board.type_at(70, 10, 0) == "swamp"


@rule("universalis:R094")
@rule("universalis:G34")
def test_hover_ignores_passability():
    s = alone(area("swamp", 20, 20, 60, 60), going=HOVER, gk=4, ap=1)
    assert why(s, "A1 move 34,30") is None


@rule("universalis:G34")
@pytest.mark.parametrize(
    ("height", "size", "fits"), [(2.5, SMALL, True), (2.6, SMALL, False), (4, MEDIUM, True), (4.1, MEDIUM, False)]
)
def test_hover_passes_over_what_is_not_higher_than_itself(height, size, fits):
    """In one move; what is higher it climbs over like others, if it has the AP."""
    s = alone(wall(33, 20, 34, 40, height), going=HOVER, gk=8, size=size, ap=1)
    assert why(s, "A1 move 37,30") == (None if fits else "ap")


@rule("universalis:R095")
@pytest.mark.parametrize("order", ["A1 move 31,30", "A1 jump 31,30", "A1 charge B1 knife 31,30"])
def test_stationary_models_never_move(order):
    s = alone(going=STATIONARY, weapons=(KNIFE,))
    assert why(s, order) == "stationary"
    assert why(s, "A1 turn 90") is None


@rule("universalis:R096")
@pytest.mark.parametrize(("die", "x"), [(4, 33.0), (5, 32.0)])
def test_a_movement_test_is_an_agi_roll(die, x):
    s = alone(area("forest", 20, 20, 60, 60), agi=4, gk=4, ap=1)
    act(s, "A1 move 33,30 test", dice={"agi": die})
    assert s.models[0].x == x


# -- turning, moving


@rule("universalis:R097")
def test_turning_is_free_but_an_action():
    s = alone(weapons=(PISTOL,), ready=0, defence=True, ran_up=True)
    m = s.models[0]
    act(s, "A1 turn 270")
    assert (m.facing, m.ap, m.ready, m.defence, m.ran_up) == (270, 6, -1, False, False)


@rule("universalis:R098")
@pytest.mark.parametrize(("prone", "ap"), [(False, 5), (True, 4)])
def test_a_move_costs_1_or_2_ap(prone, ap):
    s = alone(prone=prone)
    act(s, "A1 move 34,30")
    assert (s.models[0].ap, s.models[0].prone) == (ap, prone)


@rule("universalis:R099")
@rule("universalis:G38")
@pytest.mark.parametrize(
    ("gap", "charge", "fine"),
    [
        (0.0, False, False),
        (2.99, False, False),
        (3.0, False, True),
        (9.0, False, True),
        (0.0, True, True),
        (0.01, True, True),
        (0.5, True, False),
        (2.99, True, False),
        (3.0, True, True),
    ],
)
def test_3_cm_from_every_enemy(gap, charge, fine):
    x = round(34 + 2.5 + gap, 2)
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (x, 30)), model("B2", (34, 80)))
    order = "A1 charge B1 knife 34,30" if charge else "A1 move 34,30"
    assert (why(s, order) is None) == fine


@rule("universalis:R099")
def test_only_the_end_counts():
    s = position(model("A1", (30, 30), ap=3), model("B1", (36, 33)))
    assert why(s, "A1 move 36,30") == "too_near"
    assert why(s, "A1 move 42,30") is None


@rule("universalis:R099")
def test_those_who_are_out_keep_nobody_away():
    s = position(model("A1", (30, 30)), model("B1", (36, 30), out=True), FAR)
    assert why(s, "A1 move 34,30") is None


@rule("universalis:R099")
@rule("universalis:G65")
@pytest.mark.parametrize(("rise", "fine"), [(0.0, False), (1.0, True), (2.0, True)])
def test_the_3_cm_are_measured_across_levels(rise, fine):
    pieces = [block(36, 20, 50, 40, rise)] if rise else []
    s = position(model("A1", (30, 30)), model("B1", (39.4, 30, rise)), pieces=pieces)
    assert (why(s, "A1 move 34,30") is None) == fine


@rule("universalis:G38")
@pytest.mark.parametrize(("label", "crossed"), [("B2", False), ("A2", True)])
def test_friends_may_be_crossed_enemies_not(label, crossed):
    s = position(model("A1", (30, 30)), model("B1", (80, 80)), model(label, (35, 30)))
    assert (why(s, "A1 move 42,30") is None) == crossed


@rule("universalis:G38")
def test_nobody_ends_on_a_base():
    s = position(model("A1", (30, 30)), model("B1", (80, 80)), model("A2", (34, 30)))
    assert why(s, "A1 move 33,30") == "base"
    assert why(s, "A1 move 31.5,30") is None


def test_enemies_are_not_crossed_on_the_way_up_either():
    s = position(model("A1", (30, 30), gk=9), model("B1", (34, 30)), pieces=[block(37, 20, 50, 40, 3)])
    assert why(s, "A1 move 39,30,3") == "way_enemy"


# -- charging


@rule("universalis:R100")
@pytest.mark.parametrize(("weapon", "cost"), [(KNIFE, 1), (SABRE, 2), (Weapon("axe", 3, 4, 2), 3)])
def test_a_charge_costs_the_class_of_the_weapon(weapon, cost):
    s = position(model("A1", (30, 30), weapons=(weapon,)), model("B1", (36, 30), ap=0))
    act(s, f"A1 charge B1 {weapon.id} 33.5,30", dice={"nk_att": 1, "nk_def": 9})
    assert s.models[0].ap == 6 - cost


@rule("universalis:R100")
def test_a_charge_is_one_move():
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (37, 30)))
    assert why(s, "A1 charge B1 knife 34.5,30") == "too_far"


@rule("universalis:R101")
@rule("universalis:R280")
def test_a_charge_into_contact_becomes_an_attack():
    s = position(model("A1", (30, 30), nk=2, weapons=(KNIFE,)), model("B1", (36, 30), ap=0))
    table = act(s, "A1 charge B1 knife 33.5,30", dice={"nk_att": 5, "nk_def": 5, "wound": 1, "armour": 12})
    assert [event.how for event in table.told(Attacked)] == ["charge"]
    assert ("R280", 2) in table.told(Compared)[0].one[3]


@rule("universalis:R101")
@rule("universalis:G55")
def test_a_charge_that_falls_short_is_no_attack():
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (36, 30), ap=0))
    table = act(s, "A1 charge B1 knife 30,31.5")
    assert not table.told(Attacked)
    assert s.models[0].ap == 5
    assert why(s, "A1 charge B1 knife 31,30") == "too_near"


@rule("universalis:R101")
@rule("universalis:R280")
@rule("universalis:R281")
@rule("universalis:G55")
@pytest.mark.parametrize("beside", [(36, 32.5), (38.5, 30), (36, 27), (33.5, 34)])
def test_a_charge_into_contact_keeps_no_distance_from_others(beside):
    """Two enemies base to base, or one near the end of the charge: the 3 cm are for moves that end without contact."""
    s = position(model("A1", (30, 30), nk=2, weapons=(KNIFE,)), model("B1", (36, 30), ap=0), model("B2", beside, ap=0))
    assert why(s, "A1 move 33.5,30") == "too_near"
    assert why(s, "A1 charge B1 knife 32.5,30") == "too_near"
    table = act(s, "A1 charge B1 knife 33.5,30", dice={"nk_att": 5, "nk_def": 5, "wound": 1, "armour": 12})
    assert [event.how for event in table.told(Attacked)] == ["charge"]
    assert ("R280", 2) in table.told(Compared)[0].one[3]
    touching = beside in ((36, 32.5), (38.5, 30))
    assert touching or ("R281", 2) not in table.told(Compared)[0].other[3]


@rule("universalis:R101")
@rule("universalis:K06")
def test_a_charge_that_touches_another_enemy_attacks_that_one():
    s = position(model("A1", (30, 30), nk=2, weapons=(KNIFE,)), model("B1", (40, 30)), model("B2", (30, 34), ap=0))
    table = act(s, "A1 charge B1 knife 30,31.5", dice={"nk_att": 12, "nk_def": 1, "wound": 1, "armour": 12})
    assert [(event.how, event.whom) for event in table.told(Attacked)] == [("charge", "B2 B2")]


@rule("universalis:R101")
@rule("universalis:K06")
def test_of_several_others_whom_a_charge_touches_one_is_chosen():
    two = model("B2", (30, 34), ap=0), model("B3", (32.5, 31.5), ap=0)
    s = position(model("A1", (30, 30), nk=2, weapons=(KNIFE,)), model("B1", (40, 30)), *two)
    dice = {"nk_att": 12, "nk_def": 1, "wound": 1, "armour": 12}
    table = act(s, "A1 charge B1 knife 30,31.5", dice=dice, answers=["A1 attack B3 knife"])
    assert table.asked[0][2] == ("A1 attack B2 knife", "A1 attack B3 knife")
    assert [event.whom for event in table.told(Attacked)] == ["B3 B3"]
    assert s.models[0].ap == 5


@rule("universalis:R048")
@rule("universalis:K06")
def test_whoever_is_bound_to_a_threat_does_not_charge_past_it():
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (36, 30)), model("B2", (30, 34)))
    s.threats, s.duty = [1], BOUND
    assert why(s, "A1 charge B1 knife 30,31.5") == "threat"
    assert why(s, "A1 charge B1 knife 33.5,30") is None


@rule("universalis:R284")
@rule("universalis:K05")
def test_contact_with_a_camouflaged_enemy_alone_is_no_attack():
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (36, 30)), model("B2", (30, 34), hidden=True))
    assert why(s, "A1 charge B2 knife 30,31.5") == "camouflaged"
    assert why(s, "A1 charge B1 knife 30,31.5") == "too_near"
    s.models[2].x, s.models[2].y = 33.5, 32.5
    table = act(s, "A1 charge B1 knife 33.5,30", dice={"nk_att": 12, "nk_def": 1, "wound": 1, "armour": 12})
    assert [event.whom for event in table.told(Attacked)] == ["B1 B1"]
    assert in_melee(s, s.models[2])
    assert why(s, "A1 attack B2 knife") == "camouflaged"


@rule("universalis:G55")
@pytest.mark.parametrize(
    ("facts", "other", "reason"), [({"prone": True}, (36, 30), "prone"), ({}, (32.5, 30), "in_melee")]
)
def test_no_charge_prone_or_out_of_melee(facts, other, reason):
    s = position(model("A1", (30, 30), weapons=(KNIFE,), **facts), model("B1", other), model("B2", (36, 35)))
    assert why(s, "A1 charge B2 knife 33.5,35") == reason


@rule("universalis:R135")
@rule("universalis:R100")
@pytest.mark.parametrize(("die", "hits"), [(4, True), (5, False)])
def test_a_charge_may_be_helped_by_a_movement_test(die, hits):
    forest = area("forest", 20, 20, 60, 60)
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (35.5, 30), ap=0), pieces=[forest])
    assert why(s, "A1 charge B1 knife 33,30") == "too_far"
    more = {"nk_att": 1, "nk_def": 9} if hits else {}
    table = act(s, "A1 charge B1 knife 33,30 test", dice={"agi": die, **more})
    assert bool(table.told(Attacked)) == hits
    # Who fails gets 2 cm far in a forest, which would be too near; it stops where it keeps 3 cm.
    assert s.models[0].x == 33.0 if hits else 30 <= s.models[0].x <= 30.0 + 0.01
    assert s.models[0].ap == 5


@rule("universalis:R135")
@rule("universalis:R103")
@pytest.mark.parametrize(("die", "x"), [(4, 27.0), (5, 30.0)])
def test_a_disengagement_may_be_helped_by_a_movement_test(die, x):
    forest = area("forest", 20, 20, 60, 60)
    s = position(model("A1", (30, 30), gk=4), model("B1", (32.5, 30), ap=0), pieces=[forest])
    assert why(s, "A1 disengage 27,30") == "too_far"
    act(s, "A1 disengage 27,30 test", dice={"agi": die})
    assert (s.models[0].x, s.models[0].ap) == (x, 4)


# -- lying down, standing up


@rule("universalis:R104")
@rule("universalis:R105")
@rule("universalis:R123")
def test_lying_down_and_standing_up():
    s = alone()
    m = s.models[0]
    act(s, "A1 lie_down")
    assert (m.prone, m.ap) == (True, 5)
    assert why(s, "A1 lie_down") == "prone"
    act(s, "A1 stand_up")
    assert (m.prone, m.ap) == (False, 4)
    assert why(s, "A1 stand_up") == "not_prone"


# -- jumping


@rule("universalis:R106")
@rule("universalis:R107")
@rule("universalis:R108")
@pytest.mark.parametrize(
    ("gk", "prone", "ran_up", "reach"),
    [(4, False, False, 4), (4, False, True, 8), (4, True, True, 0), (1, False, False, 1)],
)
def test_how_far_one_jumps(gk, prone, ran_up, reach):
    assert jump_reach(SEED, gk, prone, ran_up) == reach


@rule("universalis:R106")
@rule("universalis:R107")
@pytest.mark.parametrize(
    ("far", "ran_up", "fits"), [(4, False, True), (4.01, False, False), (8, True, True), (8.01, True, False)]
)
def test_a_jump(far, ran_up, fits):
    s = alone(ran_up=ran_up)
    order = f"A1 jump {30 + far},30"
    assert why(s, order) == (None if fits else "too_far")
    if fits:
        act(s, order)
        assert (s.models[0].ap, s.models[0].x) == (4, 30 + far)


@rule("universalis:R107")
@rule("universalis:G37")
@pytest.mark.parametrize(
    ("before", "twice"),
    [
        (["A1 move 34,30"], True),
        (["A1 move 33.9,30"], True),
        (["A1 move 33.89,30"], False),
        (["A1 move 36,30"], True),  # a full move and a part of another in one go
        (["A1 move 34,30", "A1 turn 0"], False),
        (["A1 move 34,30", "A1 move 35,30"], False),
        (["A1 move 34,30", "A1 jump 35,30"], False),
        ([], False),
    ],
)
def test_the_run_up_must_come_directly_before(before, twice):
    s = alone(ap=12)
    if before:
        act(s, *before)
    m = s.models[0]
    assert jump_range(s, m) == (8 if twice else 4)


@rule("universalis:R107")
def test_one_run_up_serves_for_one_jump():
    s = alone(ap=12)
    act(s, "A1 move 34,30", "A1 jump 42,30")
    assert why(s, "A1 jump 46.5,30") == "too_far"
    assert why(s, "A1 jump 46,30") is None


@rule("universalis:R107")
def test_a_full_charge_is_a_run_up_too():
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (60, 30)))
    act(s, "A1 charge B1 knife 34,30")
    assert s.models[0].ran_up


@rule("universalis:G37")
@pytest.mark.parametrize(
    ("used", "gk", "full"), [(4, 4, True), (3.9, 4, True), (3.89, 4, False), (8, 4, True), (0, 0, False)]
)
def test_a_full_move(used, gk, full):
    assert is_full_move(SEED, used, gk) == full


@rule("universalis:R108")
def test_a_prone_model_cannot_jump():
    assert why(alone(prone=True), "A1 jump 31,30") == "prone"


@rule("universalis:G37")
@pytest.mark.parametrize(("top", "reason"), [(1.0, None), (1.5, "too_high")])
def test_a_jump_lands_at_most_1_cm_higher(top, reason):
    s = alone(block(32, 20, 40, 40, top))
    assert why(s, f"A1 jump 34,30,{top}") == reason


@rule("universalis:G37")
def test_a_jump_crosses_a_gap_that_a_move_cannot():
    s = alone(block(20, 20, 32, 40, 4), block(34, 20, 50, 40, 4), at=(31, 30, 4))
    assert why(s, "A1 move 35,30,4") == "way_gap"
    assert why(s, "A1 jump 35,30,4") is None


@rule("universalis:G37")
@rule("universalis:R114")
def test_a_lower_landing_is_a_fall():
    s = alone(block(20, 20, 32, 40, 6), at=(31, 30, 6))
    table = act(s, "A1 jump 34,30", dice={"agi": 5, "wound": 1, "armour": 9})
    assert [event.cm for event in table.told(Fell)] == [6.0]


@rule("universalis:R229")
@rule("universalis:G36")
def test_a_voluntary_drop_may_be_answered_by_reaction_fire():
    watcher = model("B1", (45, 30), wn=6, weapons=(PISTOL,), ready=0)
    s = position(model("A1", (31, 30, 6)), watcher, pieces=[block(20, 20, 32, 40, 6)])
    table = act(s, "A1 drop 33.5,30", dice={"agi": 1}, answers=["hold"])
    assert [(seat, prompt) for seat, prompt, _ in table.asked] == [(1, "universalis.prompt.reaction")]


@rule("universalis:R133")
@pytest.mark.parametrize(("type", "reach"), [("swamp", 1), ("forest", 2), ("road", 4), ("thicket", 3)])
def test_difficult_ground_shortens_a_jump(type, reach):
    s = alone(area(type, 20, 20, 40, 40))
    assert jump_range(s, s.models[0]) == reach


@rule("universalis:R109")
def test_interacting_costs_1_ap():
    s = alone()
    s.objects = [Object("core", 32.0, 30.0)]
    act(s, "A1 take 1")
    assert (s.models[0].ap, s.objects[0].carrier) == (5, 0)


@rule("universalis:R110")
@pytest.mark.parametrize(("wk", "ap"), [(1, 5), (3, 3), (4, 2), (5, 1)])
def test_reloading_costs_the_class_of_the_weapon(wk, ap):
    s = alone(weapons=(Weapon("gun", wk, 5, 3, 20, 3, reload=True),), reloading=1)
    act(s, "A1 reload gun")
    assert (s.models[0].ap, s.models[0].reloading) == (ap, 0)
    assert why(s, "A1 reload gun") == "loaded"


# -- dodging


def shot_at(**facts):
    return position(model("A1", (30, 45), fk=5, agi=4, weapons=(PISTOL,)), model("B1", (40, 45), **{"agi": 4, **facts}))


@rule("universalis:R111")
@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ({}, True),
        ({"prone": True}, False),
        ({"ap": 0}, False),
        ({"wn": 1}, False),
        ({"panic": True}, False),
        ({"burning": KNIFE}, False),
        ({"acted": True}, True),
    ],
)
def test_who_may_dodge(facts, asked):
    table = act(shot_at(**facts), "A1 shoot B1 pistol", dice={"fk": 12})
    assert bool(table.asked) == asked


@rule("universalis:R111")
@rule("universalis:R112")
@rule("universalis:G22")
@pytest.mark.parametrize(("dice", "malus"), [((5, 6), True), ((5, 5), False), ((6, 5), False)])
def test_a_dodge(dice, malus):
    s = shot_at()
    table = act(
        s,
        "A1 shoot B1 pistol",
        answers=["B1 dodge"],
        dice={"dodge_shooter": dice[0], "dodge_target": dice[1], "fk": 12},
    )
    assert table.rolled == ["dodge_shooter", "dodge_target", "fk"]
    tested = next(event for event in table.events if type(event).__name__ == "Tested")
    assert (("R112", -1) in tested.mods) == malus
    assert s.models[1].ap == 5


# -- falling


@rule("universalis:R113")
@rule("universalis:R114")
@rule("universalis:R115")
@pytest.mark.parametrize(
    ("size", "drop", "kind"),
    [
        (SMALL, 2.5, ("none", 0)),
        (SMALL, 2.51, ("test", 2)),
        (SMALL, 5.0, ("test", 2)),
        (SMALL, 5.01, ("automatic", 4)),
        (MEDIUM, 4.0, ("none", 0)),
        (MEDIUM, 8.0, ("test", 2)),
        (MEDIUM, 8.01, ("automatic", 4)),
        (LARGE, 6.0, ("none", 0)),
        (LARGE, 12.0, ("test", 2)),
        (HUGE, 8.0, ("none", 0)),
        (HUGE, 16.5, ("automatic", 4)),
    ],
)
def test_how_bad_a_fall_is(size, drop, kind):
    assert fall_class(SEED, SEED.height[size], drop) == kind


def fallen(drop, dice, **facts):
    m = model("A1", **{"agi": 4, "ko": 3, **facts})
    s = position(m, model("B1", (85, 85)))
    run(s, lambda s, t: fall(s, t, m, drop), dice=dice)
    return m


@rule("universalis:R113")
def test_a_short_fall_does_nothing():
    assert fallen(4.0, {}).tp == [5]


@rule("universalis:R114")
def test_a_passed_test_avoids_the_hit():
    m = fallen(8.0, {"agi": 4})
    assert (m.tp, m.ap) == ([5], 6)


@rule("universalis:R114")
@rule("universalis:R116")
@rule("universalis:G36")
def test_a_failed_test_means_a_hit_with_the_own_ko():
    m = fallen(8.0, {"agi": 5, "wound": 7, "armour": 6}, ko=5)
    assert (m.tp, m.ap) == ([3], 4)
    assert fallen(8.0, {"agi": 5, "wound": 6, "armour": 6}, ko=5).tp == [5]


@rule("universalis:R115")
def test_a_long_fall_is_a_hit_without_a_test():
    m = fallen(9.0, {"wound": 7, "armour": 6})
    assert (m.tp, m.critical) == ([1], True)


@rule("universalis:R122")
@rule("universalis:R113")
def test_a_prone_model_falls_as_the_smaller_one_it_counts_as():
    assert fallen(4.0, {"agi": 4}, prone=True).tp == [5]


@rule("universalis:G36")
def test_a_voluntary_drop():
    s = alone(block(20, 20, 32, 40, 6), at=(31, 30, 6))
    table = act(s, "A1 drop 33.5,30", dice={"agi": 4})
    m = s.models[0]
    assert (m.x, m.z, m.ap) == (33.5, 0.0, 5)
    assert [event.cm for event in table.told(Fell)] == [6.0]


# -- up and down


@rule("universalis:R117")
@rule("universalis:R118")
@rule("universalis:R119")
@pytest.mark.parametrize(
    ("size", "up", "ladder", "cost"),
    [
        (MEDIUM, 8, False, 17),
        (MEDIUM, 8.01, False, None),
        (MEDIUM, -8, False, 17),
        (MEDIUM, 12, True, 13),
        (SMALL, 5, False, 11),
        (SMALL, 5.1, False, None),
        (LARGE, 12, False, 25),
        (HUGE, 16, False, 33),
        (HUGE, 16.1, False, None),
        (MEDIUM, 0, False, 1),
    ],
)
def test_climbing(size, up, ladder, cost):
    assert climb_cost(SEED, size, up, 1.0, ladder=ladder) == cost


@rule("universalis:R118")
@rule("universalis:R119")
def test_climbing_a_crate():
    s = alone(block(32, 20, 50, 40, 3), gk=9, ap=1)
    way = survey(s, s.models[0], [(30, 30, 0), (33, 30, 3)])
    assert (way.used, way.true) == (9.0, 6.0)
    act(s, "A1 move 33,30,3")
    assert (s.models[0].z, s.models[0].moved) == (3.0, 6.0)


@rule("universalis:R118")
def test_what_is_too_high_is_not_climbed():
    assert why(alone(block(32, 20, 50, 40, 8.5), ap=12), "A1 move 33,30,8.5") == "too_high"
    assert why(alone(block(32, 20, 50, 40, 8), ap=12), "A1 move 33,30,8") is None


@rule("universalis:R118")
def test_nobody_rests_in_mid_air():
    s = alone(block(32, 20, 50, 40, 14), ap=12, gk=9)
    assert why(s, "A1 move 30,30,7 33,30,14") == "air"


@rule("universalis:R117")
def test_a_ladder_goes_any_height_at_single_cost():
    s = alone(block(32, 20, 50, 40, 14), ladders=[Ladder(31, 30, 0.0, 14.0)], ap=12)
    way = survey(s, s.models[0], [(30, 30, 0), (33, 30, 14)])
    assert isinstance(way, Survey)
    assert (way.used, way.true) == (17.0, 17.0)


@rule("universalis:R117")
@pytest.mark.parametrize(("facts", "reason"), [({}, "too_high"), ({"traits": (Trait("gecko"),)}, None)])
def test_special_abilities_go_up_walls(facts, reason):
    s = alone(block(32, 20, 50, 40, 10), ap=12, **facts)
    assert why(s, "A1 move 33,30,10") == reason


@rule("universalis:R117")
def test_a_grapple_helps_once():
    hook = Item("hook", ap=1, climb=True)
    s = alone(block(32, 20, 50, 40, 10), ap=12, gk=9, items=(hook,))
    assert why(s, "A1 move 33,30,10") == "too_high"
    act(s, "A1 use hook", "A1 move 33,30,10")
    assert s.models[0].ap == 12 - 1 - 3
    assert why(s, "A1 move 30,30,0") == "too_high"


# -- fast


@rule("universalis:R120")
@pytest.mark.parametrize(
    ("moves", "fast"), [((20,), False), ((20.01,), True), ((5, 5, 5, 5), False), ((7, 7, 7), True), ((), False)]
)
def test_more_than_20_cm_are_fast(moves, fast):
    assert is_fast(SEED, moves) == fast


@rule("universalis:R120")
@rule("universalis:G35")
@rule("universalis:G61")
@pytest.mark.parametrize(
    ("orders", "fast"),
    [
        (["A1 move 50,30"], False),
        (["A1 move 50.1,30"], True),
        (["A1 move 45,30", "A1 move 50.1,30"], True),
        (["A1 move 40,30", "A1 move 30,30", "A1 move 30.5,30"], True),  # the way counts, not the displacement
        (["A1 move 45,30", "A1 charge B1 knife 50.1,30"], True),
        (["A1 move 45,30", "A1 jump 50.1,30"], True),
    ],
)
def test_all_movement_of_a_phase_counts(orders, fast):
    s = alone(gk=10, ap=12, weapons=(KNIFE,))
    act(s, *orders)
    assert s.models[0].fast == fast


@rule("universalis:R120")
def test_climbing_counts_with_its_true_length():
    s = alone(block(32, 20, 50, 40, 3), gk=9, ap=12)
    act(s, "A1 move 33,30,3", "A1 move 46.9,30,3")
    m = s.models[0]
    assert (m.moved, m.fast) == (pytest.approx(19.9), False)


@rule("universalis:G35")
def test_burning_moves_make_fast_too():
    m = model("A1", (45, 45), gk=11, burning=KNIFE, burn_strength=1, ko=9)
    s = position(m, model("B1", (85, 85)), phase="pick", active=[], waiting=[0])
    run(s, next_phase, dice={"burn": 1, "wound": 1, "armour": 9, "w6": 2}, directions=[0, 90])
    assert (m.moved, m.fast) == (pytest.approx(22.0), True)


@rule("universalis:R121")
def test_the_fast_marker_goes_with_the_next_phase():
    m = model("A1", (30, 30), fast=True, moved=25.0)
    s = position(m, model("B1", (85, 85)), phase="pick", active=[])
    step(s, dice={"agi_a": 9, "agi_b": 1})
    assert (m.fast, m.moved) == (False, 0.0)


@rule("universalis:G66")
@pytest.mark.parametrize(
    ("points", "length"), [([(0, 0), (3, 4)], 5), ([(0, 0), (3, 0), (3, 4)], 7), ([(0, 0), (3, 0), (0, 0)], 6)]
)
def test_the_way_of_the_middle_is_measured(points, length):
    m = model("A1", (30, 30))
    way = survey(position(m), m, [(30 + x, 30 + y, 0.0) for x, y in points])
    assert (way.true, way.used) == (length, length)


# -- being stopped


@rule("universalis:R230")
def test_a_model_that_goes_out_on_its_way_stays_there():
    s = position(
        model("A1", (30, 30), tp=1),
        model("B1", (30, 50), ready=0, weapons=(RIFLE,), wn=9, fk=9),
        model("A2", (80, 10), eh=12),
    )
    table = act(s, "A1 move 34,30 34,34", answers=["B1 fire 34,32"], dice={"fk": 1, "wound": 12, "armour": 1, "eh": 1})
    m = s.models[0]
    assert m.out
    assert (m.x, m.y, m.moved) == (34.0, 32.0, pytest.approx(6.0))
    assert table.told(Stopped)
    assert not table.told(Moved)


@rule("universalis:R177")
@rule("universalis:R102")
def test_who_is_set_on_fire_while_disengaging_stays():
    torch = Weapon("torch", 1, 6, 1, effects=FIRE)
    s = position(model("A1", (30, 30), tp_max=9), model("B1", (32.5, 30), weapons=(torch,)))
    act(
        s,
        "A1 disengage 27,30",
        answers=["B1 strike torch"],
        dice={"nk_att": 12, "nk_def": 1, "wound": 12, "armour": 1},
    )
    m = s.models[0]
    assert m.burning is torch
    assert m.x == 30.0


@rule("universalis:G57")
def test_the_rulebooks_list_of_movement_actions():
    expected = {"turn", "normal_move", "charge", "disengage", "lie_down", "stand_up", "jump", "interact", "reload"}
    assert expected == MOVEMENT_ACTIONS


@rule("universalis:R314")
def test_a_colossus_on_bad_legs_pays_without_moving():
    m = model("A1", (30, 30), type=COLOSSUS, size=HUGE, ko=6, tp_max=9, zones=[9, 6, 6, 2])
    s = position(m, model("B1", (85, 85)))
    act(s, "A1 move 33,30", dice={"ko": 7})
    assert (m.x, m.ap) == (30.0, 5)
    act(s, "A1 move 33,30", dice={"ko": 6})
    assert (m.x, m.ap) == (33.0, 4)


def test_every_offer_is_allowed_on_rough_ground():
    pieces = [
        area("forest", 20, 20, 40, 40, 8),
        block(33, 25, 38, 35, 3),
        wall(26, 20, 27, 40, 2),
        area("road", 40, 0, 50, 90),
    ]
    for going in (LEGS, TRACKS, WHEELS, HOVER, FLIGHT):
        s = position(
            model("A1", (30, 30), going=going, gk=6, weapons=(KNIFE, PISTOL), first_done=True),
            model("B1", (42, 30)),
            pieces=pieces,
        )
        for action in options(s):
            assert why_not(s, action) is None, (going, action.notation)


@rule("universalis:R135")
def test_a_charge_needs_no_test_on_open_ground():
    s = position(model("A1", (30, 30), weapons=(KNIFE,)), model("B1", (36, 30)))
    assert why(s, "A1 charge B1 knife 33.5,30 test") == "no_test"


@rule("universalis:R144")
def test_nobody_ends_in_the_impassable():
    s = alone(area("impassable", 33, 20, 40, 40))
    assert why(s, "A1 move 31.75,30") is None
    assert why(s, "A1 move 33,30") == "impassable"


@rule("universalis:R091")
@pytest.mark.parametrize(
    ("pieces", "others", "x"),
    [
        ((), (), 34.99),
        ((wall(34, 20, 35, 40, 20),), (), 32.74),  # as far as it gets
        ((), (model("B2", (40, 30)),), 34.49),  # and no nearer than 3 cm to an enemy
    ],
)
def test_a_flyer_goes_as_far_as_it_can(pieces, others, x):
    m = model("A1", (30, 30), going=FLIGHT, gk=5, facing=0)
    s = position(m, model("B1", (85, 85)), *others, pieces=pieces)
    forced = forced_move(s, m)
    assert forced is not None
    assert abs(forced.points[-1][0] - x) <= 0.51
    assert why(s, forced.notation) is None


@rule("universalis:R091")
def test_a_flyer_that_cannot_move_ahead_is_free():
    m = model("A1", (30, 30), going=FLIGHT, gk=5, facing=0)
    s = position(m, model("B1", (85, 85)), pieces=[wall(31.3, 20, 33, 40, 20)])
    assert forced_move(s, m) is None
    step(s, answers=["A1 turn 90"])
    assert m.facing == 90


@rule("universalis:R133")
@rule("universalis:R179")
@pytest.mark.parametrize(("type", "x"), [("swamp", 31.0), ("forest", 32.0), ("road", 34.0)])
def test_a_burning_model_runs_no_faster_through_difficult_ground(type, x):
    m = model("A1", (30, 30), burning=KNIFE, burn_strength=1, ko=9)
    s = position(m, model("B1", (85, 85)), pieces=[area(type, 20, 20, 60, 60)])
    run(s, lambda s, t: burn(s, t, m), dice={"burn": 1, "wound": 1, "armour": 9, "w6": 1}, directions=[0])
    assert (m.x, m.y) == (x, 30.0)


@rule("universalis:R317")
@rule("universalis:R230")
def test_a_colossus_that_loses_its_legs_on_the_way_stays_there():
    m = model("A1", (30, 30), type=COLOSSUS, size=HUGE, ko=3, tp_max=9, zones=[9, 6, 6, 3])
    s = position(m, model("B1", (30, 50), ready=0, weapons=(RIFLE,), wn=9, fk=9))
    dice = {"fk": 1, "zone": 12, "wound": 12, "armour": 1, "legs": 4}
    act(s, "A1 move 34,30", answers=["B1 fire 32,30"], dice=dice)
    assert (m.x, m.legs) == (32.0, 1)


@rule("universalis:R084")
def test_a_burning_model_goes_on_after_it_was_shot_at():
    m = model("A1", (30, 30), burning=KNIFE, burn_strength=1, ko=9)
    s = position(m, model("B1", (30, 50), ready=0, weapons=(RIFLE,), wn=9, fk=9))
    dice = {"burn": 1, "wound": 1, "armour": 9, "w6": 1, "fk": 12}
    run(s, lambda s, t: burn(s, t, m), dice=dice, directions=[0], answers=["B1 fire 32,30"])
    assert m.x == 34.0


@rule("universalis:G54")
@rule("universalis:R179")
def test_a_burning_model_that_runs_out_of_a_melee_may_be_struck_down():
    m = model("A1", (30, 30), tp=1, burning=KNIFE, burn_strength=1, ko=9, ap=1)
    s = position(m, model("B1", (32.5, 30), weapons=(KNIFE,)), model("A2", (80, 10), eh=12))
    dice = {"burn": 1, "wound": [1, 12], "armour": [9, 1], "w6": 1, "nk_att": 12, "nk_def": 1, "eh": 1}
    run(s, lambda s, t: burn(s, t, m), dice=dice, directions=[180], answers=["B1 strike knife"])
    assert m.out
    assert m.x == 30.0
