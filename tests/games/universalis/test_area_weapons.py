"""Indirect fire and area weapons: points, ceilings, scatter, templates (R246 to R251, R256 to R262)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.ranged_actions import _too_high, first_obstacle
from kempelen.games.universalis.rules.combat.ranged_numbers import scatter_distance, template_overlap
from kempelen.games.universalis.rules.models.card import Armour, Trait, Weapon
from kempelen.games.universalis.rules.table.board import piece
from kempelen.games.universalis.rules.terms import COLOSSUS, HUGE, SHRAPNEL
from tests.games.universalis.table import RIFLE, Script, act, area, block, model, position, rect, wall, why
from tests.marks import rule

MORTAR = Weapon("mortar", wk=2, strength=5, damage=3, band=20, bands=4, radius=4, indirect=True)
FLAMER = Weapon("flamer", wk=2, strength=5, damage=3, band=20, bands=4, radius=4)
GRENADE = Weapon("grenade", wk=1, strength=5, damage=3, thrown=True, radius=4)
WALL = wall(40, 20, 41, 70, 9)


def hidden_target(weapon=MORTAR, pieces=(WALL,), spotter=None, **facts):
    """A1 at x 20 and B1 at x 60 with a wall between; A2 may look on."""
    facts = {"fk": 8, **facts}
    models = [model("A1", (20, 45), weapons=(weapon,), **facts), model("B1", (60, 45), ko=9)]
    if spotter:
        models.append(model("A2", spotter))
    return position(*models, pieces=pieces)


def fk(table: Script) -> dict[str, int]:
    return dict(next(event for event in table.told(events.Tested) if event.why == "fk").mods)


# -- indirect fire


@rule("universalis:R246")
@rule("universalis:G44")
def test_indirect_fire_reaches_models_and_points_out_of_sight():
    s = hidden_target()
    assert why(s, "A1 shoot B1 mortar") is None
    assert why(s, "A1 shoot 60,45 mortar") is None
    s = hidden_target(FLAMER)
    assert why(s, "A1 shoot B1 flamer") == "sight"
    assert why(s, "A1 shoot 60,45 flamer") == "sight_point"


@rule("universalis:R246")
def test_only_area_weapons_aim_at_points_and_only_on_the_table():
    s = hidden_target(replace(RIFLE, indirect=True, id="mortar"))
    assert why(s, "A1 shoot 60,45 mortar") == "point"
    assert why(hidden_target(), "A1 shoot 95,45 mortar") == "edge"
    assert why(hidden_target(replace(MORTAR, bands=1)), "A1 shoot 60,45 mortar") == "range"


@rule("universalis:R247")
@rule("universalis:R228")
def test_indirect_fire_is_no_reaction_fire():
    s = hidden_target()
    s.models[0].ready = 0
    s.models[0].card = replace(s.models[0].card, wn=12)
    s.active = [1]
    assert act(s, "B1 move 60,48").asked == []


@rule("universalis:R248")
@pytest.mark.parametrize(("height", "effect"), [(40.0, True), (40.1, False)])
def test_terrain_higher_than_half_the_range_swallows_the_shot(height, effect):
    s = hidden_target(pieces=[wall(40, 20, 41, 70, height)])
    script = {"dice": {"fk": 12}, "directions": [0]} if effect else {}
    table = act(s, "A1 shoot B1 mortar", **script)
    assert bool(table.told(events.NoEffect)) is not effect
    assert s.models[0].ap == 3


@rule("universalis:R248")
def test_a_high_wood_counts_as_terrain_between_too():
    pines = piece("pines", "forest", rect(35, 20, 38, 70), 0.0, 41.0, cover=2)
    s = hidden_target(pieces=[WALL, pines])
    assert act(s, "A1 shoot B1 mortar").told(events.NoEffect)


@rule("universalis:R249")
@pytest.mark.parametrize(("spotter", "malus"), [(None, -5), ((50, 60), -3), ((30, 60), -5)])
def test_indirect_fire_is_harder_unless_a_friend_sees_the_target(spotter, malus):
    s = hidden_target(spotter=spotter)
    table = act(s, "A1 shoot B1 mortar", dice={"fk": 12}, directions=[0])
    assert fk(table)["R249"] == malus


@rule("universalis:R249")
@pytest.mark.parametrize(("spotter", "malus"), [(None, -5), ((50, 60), -3)])
def test_the_same_for_a_point(spotter, malus):
    s = hidden_target(spotter=spotter)
    table = act(s, "A1 shoot 60,45 mortar", dice={"fk": 12}, directions=[0])
    assert fk(table) == {"R249": malus, "R238": -1}


@rule("universalis:R250")
@rule("universalis:R251")
def test_cover_does_not_hinder_the_roll_but_armour_is_rolled_as_in_cover_two():
    s = hidden_target(pieces=[WALL, area("fortified", 55, 40, 65, 50, 2)])
    table = act(s, "A1 shoot B1 mortar", dice={"fk": 1, "wound": 1, "armour": 12})
    assert "R242" not in fk(table)
    assert dict(table.told(events.Compared)[0].other[3]) == {"R251": 2}


@rule("universalis:G44")
def test_a_target_that_is_seen_is_shot_at_directly():
    s = hidden_target(pieces=())
    table = act(s, "A1 shoot B1 mortar", dice={"fk": 12}, directions=[0])
    assert fk(table) == {"R238": -1}


# -- scatter


@rule("universalis:R257")
@rule("universalis:R258")
@pytest.mark.parametrize(
    ("die", "target", "distance", "off"),
    [
        (4, 4, 30, 0),
        (5, 4, 30, 3),
        (12, 4, 60, 24),
        (12, 4, 47.9, 23),
        (12, 4, 10, 5),
        (12, -3, 90, 45),
        (1, 0, 90, 3),
        (12, 11, 1, 0),
        (12, 11, 5.9, 2),
    ],
)
def test_three_cm_for_every_point_missed_up_to_half_the_distance(die, target, distance, off):
    assert scatter_distance(position(model("A1")).rules, die, target, distance) == off


@rule("universalis:R257")
@rule("universalis:G46")
@pytest.mark.parametrize(("degrees", "x", "y"), [(0, 66, 45), (90, 60, 51), (180, 54, 45), (270, 60, 39)])
def test_the_point_of_impact_moves_in_the_direction_of_the_die(degrees, x, y):
    s = hidden_target(pieces=(), fk=6)
    table = act(s, "A1 shoot B1 mortar", dice={"fk": 7}, directions=[degrees])
    told = table.told(events.Scattered)[0]
    assert (told.missed, told.cm, told.degrees, told.most, told.stopped) == (2, 6, degrees, False, False)
    assert told.at == f"{x:.1f},{y:.1f}"


@rule("universalis:G46")
def test_a_hopeless_shot_is_rolled_for_the_distance_alone():
    s = hidden_target(fk=1)
    table = act(s, "A1 shoot B1 mortar", dice={"fk": 1}, directions=[180])
    told = table.told(events.Scattered)[0]
    assert table.told(events.NotRolled)
    assert (told.missed, told.cm) == (1 - (1 - 5 - 1), 18)


@rule("universalis:R258")
def test_the_player_is_told_that_half_the_distance_was_the_limit():
    s = position(model("A1", (20, 45), weapons=(MORTAR,), fk=2), model("B1", (30, 45)))
    dice = {"fk": 12, "wound": 1, "armour": 12}
    told = act(s, "A1 shoot B1 mortar", dice=dice, directions=[0]).told(events.Scattered)[0]
    assert (told.missed, told.cm, told.most) == (10, 3, True)


@rule("universalis:R259")
def test_a_shot_that_scatters_out_of_sight_stops_at_the_obstacle():
    s = position(
        model("A1", (20, 45), weapons=(FLAMER,), fk=6), model("B1", (36, 80)), pieces=[wall(40, 20, 41, 70, 9)]
    )
    told = act(s, "A1 shoot 36,45 flamer", dice={"fk": 8}, directions=[0]).told(events.Scattered)[0]
    assert told.stopped
    assert told.at == "40.0,45.0"


@rule("universalis:R259")
def test_the_first_model_on_the_line_stops_it_too():
    giant = model("B2", (38, 45), type=COLOSSUS, size=HUGE, tp_max=9)
    s = position(model("A1", (20, 45), weapons=(FLAMER,)), giant, pieces=[wall(41, 20, 42, 70, 9)])
    assert first_obstacle(s, s.models[0], 50.0, 45.0) == (35.5, 45.0)


@rule("universalis:R259")
def test_what_the_line_passes_over_does_not_stop_it():
    low = block(24, 40, 26, 50, 1)
    s = position(model("A1", (20, 45), weapons=(FLAMER,)), pieces=[low, wall(41, 20, 42, 70, 9)])
    assert first_obstacle(s, s.models[0], 50.0, 45.0)[0] == pytest.approx(41.0)


@rule("universalis:R259")
@rule("universalis:G46")
@pytest.mark.parametrize(
    ("weapon", "option", "stops"),
    [
        (FLAMER, "fly_over", True),
        (GRENADE, "fly_over", False),
        (MORTAR, "fly_over", False),
        (GRENADE, "stop", True),
        (MORTAR, "stop", True),
    ],
)
def test_thrown_and_indirect_weapons_fly_over_obstacles(weapon, option, stops):
    s = position(
        model("A1", (20, 45), weapons=(weapon,), fk=6, ko=6),
        model("B1", (36, 48), ko=12),
        pieces=[wall(40, 20, 41, 70, 9)],
        options={"G46": option},
    )
    die = {"flamer": 8, "grenade": 7, "mortar": 8}[weapon.id]
    s.models[1].hidden = True  # nobody is under the template
    s.models[1].card = replace(s.models[1].card, camouflage=1)
    table = act(s, f"A1 shoot 36,45 {weapon.id}", dice={"fk": die}, directions=[0])
    assert table.told(events.Scattered)[0].stopped is stops


# -- templates


@rule("universalis:R260")
@rule("universalis:R261")
@pytest.mark.parametrize(
    ("radius", "base", "apart", "covered"),
    [
        (5, 1.25, 0, "full"),
        (5, 1.25, 3.75, "full"),
        (5, 1.25, 3.76, "partial"),
        (5, 1.25, 6.24, "partial"),
        (5, 1.25, 6.25, "none"),
        (1, 2.5, 0, "full"),  # the template lies inside the base
        (1, 2.5, 1.5, "full"),
        (1, 2.5, 1.51, "partial"),
        (2.5, 2.5, 0, "full"),
    ],
)
def test_whole_part_or_nothing(radius, base, apart, covered):
    assert template_overlap(radius, base, apart) == covered


@rule("universalis:R256")
@rule("universalis:R261")
@rule("universalis:G46")
def test_everybody_under_the_template_is_hit_friends_too_each_with_own_rolls():
    s = position(
        model("A1", (20, 45), weapons=(FLAMER,), fk=9),
        model("A2", (48, 45), ko=1),
        model("B1", (50.5, 45), ko=1),
        model("B2", (54.6, 45), ko=1),  # partly
        model("B3", (60, 45), ko=1),
    )
    act(s, "A1 shoot B1 flamer", dice={"fk": 1, "wound": [12, 12, 12], "armour": [1, 1, 1]}, picks=[])
    assert [m.tp[0] for m in s.models] == [5, 2, 2, 3, 5]


@rule("universalis:R262")
@pytest.mark.parametrize(("effects", "bonus"), [(0, {"R132": 3}), (SHRAPNEL, {})])
def test_touched_cover_counts_fully_against_a_template(effects, bonus):
    s = position(
        model("A1", (20, 45), weapons=(replace(FLAMER, effects=effects),), fk=9),
        model("B1", (50, 45), ko=5),
        pieces=[wall(51.25, 40, 52, 50, 2, cover=3)],
    )
    table = act(s, "A1 shoot B1 flamer", dice={"fk": 1, "wound": 1, "armour": 12})
    assert dict(table.told(events.Compared)[0].other[3]) == bonus


@rule("universalis:R292")
def test_a_camouflaged_model_is_not_hit_by_a_template():
    s = position(
        model("A1", (20, 45), weapons=(FLAMER,), fk=9),
        model("B1", (50, 45), ko=9),
        model("B2", (52.5, 45), camouflage=2, camouflage_level=1, hidden=True),
    )
    act(s, "A1 shoot B1 flamer", dice={"fk": 1, "wound": 1, "armour": 12})
    assert s.models[2].tp == [5]


@rule("universalis:R256")
def test_a_target_under_a_roof_is_hit_there_and_nobody_above():
    roof = piece("roof", "", rect(45, 40, 60, 50), 9.8, 10.0, solid=True, stand=True)
    s = position(
        model("A1", (20, 45), weapons=(FLAMER,), fk=9),
        model("B1", (50, 45), ko=1),
        model("B2", (52, 45, 10), ko=1),
        pieces=[roof],
    )
    act(s, "A1 shoot B1 flamer", dice={"fk": 1, "wound": 12, "armour": 1})
    assert (s.models[1].tp, s.models[2].tp) == ([2], [5])


@rule("universalis:R252")
@rule("universalis:R255")
@rule("universalis:R256")
def test_an_area_weapon_may_fire_bursts():
    s = position(
        model("A1", (20, 45), weapons=(replace(FLAMER, burst=2),), fk=3),
        model("B1", (40, 45), ko=9, armour=Armour("a", 12)),
    )
    table = act(s, "A1 shoot B1:3 flamer", dice={"fk": 5, "wound": 1, "armour": 1})
    assert fk(table) == {"R255": 2}
    assert dict(table.told(events.Compared)[0].one[3]) == {"R255": 2}


@rule("universalis:R248")
@pytest.mark.parametrize(("ko", "effect"), [(2, False), (3, True)])
def test_a_wreck_between_is_terrain_too(ko, effect):
    """It is 8 cm high; a throw of KO 2 reaches 12 cm, so 6 cm are too much for it."""
    stone = replace(GRENADE, indirect=True)
    s = position(
        model("A1", (40, 45), ko=ko, fk=9, weapons=(stone,)),
        model("B1", (51.5, 45), ko=9),
        model("B2", (45.5, 45), type=COLOSSUS, size=HUGE, tp_max=9, out=True),
    )
    dice = {"fk": 1, "wound": 1, "armour": 12} if effect else {}
    assert bool(act(s, "A1 shoot B1 grenade", dice=dice).told(events.NoEffect)) is not effect


@rule("universalis:R259")
def test_the_line_may_come_down_on_top_of_something_wide():
    wide = block(30, 30, 60, 60, 2)
    s = position(model("A1", (20, 45), weapons=(FLAMER,)), pieces=[wide])
    x, y = first_obstacle(s, s.models[0], 40.0, 45.0)  # eye 3.6 cm up, the line is 2 cm up after 4/9 of the way
    assert x == pytest.approx(30.0)  # there it is already below the top
    x, y = first_obstacle(s, s.models[0], 60.0, 45.0)
    assert x == pytest.approx(20 + 40 * 1.6 / 3.6)
    assert y == 45


@rule("universalis:R256")
@rule("universalis:G46")
def test_who_is_put_out_by_one_blast_is_not_hit_twice():
    boiler = model("B2", (51, 47), ko=4, tp=1, eh=12, traits=(Trait("automaton"),))
    s = position(
        model("A1", (20, 45), weapons=(FLAMER,), fk=9),
        model("B1", (50, 45), ko=1, tp=1, eh=12),
        boiler,
        model("B3", (52.5, 45), ko=1, eh=12, tp_max=9),
    )
    # B1 falls to the blast, then B2, whose boiler bursts under B3 before the flames reach it.
    dice = {"fk": 1, "wound": [12, 12, 12, 12], "armour": [1, 1, 1, 1], "eh": [1, 1]}
    act(s, "A1 shoot B1 flamer", dice=dice)
    assert [m.out for m in s.models] == [False, True, True, False]
    assert s.models[3].tp == [9 - 2 - 3]


@rule("universalis:R248")
def test_what_stands_behind_the_target_does_not_swallow_the_shot():
    stone = replace(GRENADE, indirect=True)
    s = position(
        model("A1", (40, 45), ko=2, fk=9, weapons=(stone,)),
        model("B1", (47, 45), ko=9),
        model("B2", (52, 45), type=COLOSSUS, size=HUGE, tp_max=9, out=True),
        pieces=[wall(43, 40, 43.5, 50, 5)],
    )
    dice = {"fk": 1, "wound": 1, "armour": 12}
    assert act(s, "A1 shoot B1 grenade", dice=dice).told(events.NoEffect) == []


@rule("universalis:R248")
def test_a_shell_straight_up_meets_no_wreck():
    """Indirect fire at the own feet, with a wreck elsewhere on the table."""
    mortar = Weapon("mortar", wk=1, strength=1, damage=1, band=1, bands=2, radius=1, indirect=True)
    a = model("A1", (45, 45), weapons=(mortar,))
    wreck = model("B1", (60, 45), type=COLOSSUS, size=HUGE, out=True)
    s = position(a, wreck, model("B2", (80, 80)))
    assert not _too_high(s, a, mortar, 45.0, 45.0)
    assert _too_high(s, a, mortar, 75.0, 45.0)


@rule("universalis:R224")
@rule("universalis:R275")
@rule("universalis:K08")
def test_only_whom_one_aims_at_rolls_for_readiness_and_defence():
    """B2 stands beside the target under the same template: hit, but not the target of the action."""
    a = model("A1", (20, 45), fk=12, weapons=(FLAMER,))
    s = position(a, model("B1", (40, 45), weapons=(RIFLE,), ready=0), model("B2", (40, 48), weapons=(RIFLE,), ready=0))
    s.hold = [True, True]
    dice = {"eh": 12, "fk": 1, "wound": [1, 1], "armour": [12, 12]}
    table = act(s, "A1 shoot B1 flamer", dice=dice)
    assert (s.models[1].ready, s.models[2].ready) == (-1, 0)
    assert table.rolled.count("eh") == 1
    s.models[1].ready, s.models[0].ap = 0, 6
    table = act(s, "A1 shoot 40,46.5 flamer", dice={"fk": 1, "wound": [1, 1], "armour": [12, 12]})
    assert (s.models[1].ready, s.models[2].ready) == (0, 0)
