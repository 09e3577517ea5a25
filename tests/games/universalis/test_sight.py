"""Sight, cover, terrain (R034 to R037, R124 to R149)."""

from __future__ import annotations

import pytest

from kempelen.games.universalis.rules.events import Compared
from kempelen.games.universalis.rules.models.card import Trait
from kempelen.games.universalis.rules.movement.movement_numbers import speed_in
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.profile import PLAY, SEED, TERRAIN
from kempelen.games.universalis.rules.table.board import piece
from kempelen.games.universalis.rules.table.sight import cover_against, sees_model, sees_point, touched_cover, touches
from kempelen.games.universalis.rules.table.terrain import actions_needed
from kempelen.games.universalis.rules.terms import COLOSSUS, FLIGHT, HOVER, HUGE, LARGE, LEGS, MEDIUM
from tests.games.universalis.table import RIFLE, act, area, model, position, wall, why
from tests.marks import rule

TALL = 20.0


def two(*others, pieces=(), shooter=None, target=None, environment="open", **more):
    """A1 at 20,45 and B1 at 60,45, and what is between."""
    return position(
        model("A1", (20, 45), **(shooter or {})),
        model("B1", (60, 45), **(target or {})),
        *others,
        pieces=pieces,
        environment=environment,
        **more,
    )


def seen(s):
    return sees_model(s, s.models[0], s.models[1])


def cover(s):
    found = cover_against(s, s.models[0], s.models[1])
    return found.level, found.touched


# -- sight


@rule("universalis:R034")
@pytest.mark.parametrize("facing", range(0, 360, 45))
def test_facing_does_not_matter_for_seeing(facing):
    assert seen(two(shooter={"facing": facing}))


@rule("universalis:R035")
@rule("universalis:R037")
@rule("universalis:G30")
@pytest.mark.parametrize(
    ("pieces", "visible"),
    [
        ([], True),
        ([wall(40, 0, 41, 90, TALL)], False),
        ([wall(40, 0, 41, 90, 3.9)], True),
        ([wall(40, 0, 41, 90, 4.0)], True),  # touching the line from top to top does not block
        ([wall(40, 0, 41, 90, 4.1)], False),
        ([wall(40, 43, 41, 47, TALL)], False),
        ([wall(40, 44, 41, 90, TALL)], True),  # past its side
        ([wall(40, 0, 41, 44.5, TALL), wall(40, 45.5, 41, 90, TALL)], True),  # through the gap
        ([wall(40, 0, 41, 45, TALL), wall(40, 45, 41, 90, TALL)], False),  # they touch
        ([wall(10, 0, 11, 90, TALL)], True),  # behind the viewer
        ([wall(65, 0, 66, 90, TALL)], True),  # behind the target
        ([wall(40, 0, 41, 90, TALL, bottom=3)], True),  # under it
        ([wall(40, 0, 41, 90, TALL, bottom=5)], True),
    ],
)
def test_what_blocks_sight(pieces, visible):
    s = two(pieces=pieces)
    assert seen(s) == visible
    assert sees_model(s, s.models[1], s.models[0]) == visible


@rule("universalis:R035")
@pytest.mark.parametrize(("prone", "visible"), [(False, True), (True, False)])
def test_any_part_of_the_cylinder_is_enough(prone, visible):
    low = [wall(58, 0, 58.5, 90, 3.2)]
    assert seen(two(pieces=low, target={"prone": prone}, shooter={"prone": True})) == visible


@rule("universalis:R036")
@rule("universalis:R037")
@rule("universalis:R315")
@pytest.mark.parametrize(
    ("other", "visible"),
    [
        (model("A2", (40, 45), size=HUGE), True),
        (model("B2", (40, 45), size=HUGE), False),
        (model("B2", (40, 45), size=HUGE, out=True), True),
        (model("B2", (40, 45), size=HUGE, type=COLOSSUS, out=True), False),
        (model("A2", (40, 45), size=HUGE, type=COLOSSUS, out=True), False),
        (model("B2", (40, 45), size=MEDIUM), True),  # no higher than those who look
        (model("B2", (40, 48.8), size=HUGE), True),  # beside the line
        (model("B2", (70, 45), size=HUGE), True),
    ],
)
def test_models_in_between(other, visible):
    assert seen(two(other)) == visible


@rule("universalis:R035")
def test_a_point_is_seen_or_not():
    s = two(pieces=[wall(40, 40, 41, 50, 6)])
    assert not sees_point(s, s.models[0], 45, 45)
    assert sees_point(s, s.models[0], 45, 60)


@rule("universalis:R035")
def test_an_open_door_lets_sight_through():
    door = piece("door", "", [(40, 40), (41, 40), (41, 50), (40, 50)], 0, 9, solid=True, cover=2, door=0)
    s = two(pieces=[wall(40, 0, 41, 40, 9), door, wall(40, 50, 41, 90, 9)])
    assert not seen(s)
    s.doors = 1
    assert seen(s)
    assert cover(s) == (0, 0)


# -- how far one sees into terrain


@rule("universalis:R148")
@rule("universalis:G32")
@pytest.mark.parametrize(("preset", "visible"), [(SEED, True), (PLAY, False)])
def test_visibility_counts_in_play_only(preset, visible):
    assert seen(two(pieces=[area("forest", 40, 30, 70, 60, 8)], preset=preset)) == visible


@rule("universalis:G32")
@pytest.mark.parametrize(
    ("type", "depth"),
    [
        ("fortified", 10),
        ("thicket", 20),
        ("building", 15),
        ("ruin", 10),
        ("forest", 15),
        ("crater", None),
        ("swamp", None),
        ("water", None),
        ("road", None),
    ],
)
def test_how_deep_one_sees(type, depth):
    for far, visible in ((9.9, True), (10.1, depth != 10), (15.1, depth not in (10, 15)), (20.1, depth is None)):
        s = two(pieces=[area(type, 60 - far, 30, 80, 60, 8)], preset=PLAY)
        assert seen(s) == visible, far


@rule("universalis:G32")
def test_only_a_line_from_outside_is_cut():
    s = two(pieces=[area("forest", 10, 30, 50, 60, 8)], preset=PLAY)
    assert seen(s)
    assert not sees_model(s, s.models[1], s.models[0])
    inside = two(pieces=[area("forest", 10, 30, 70, 60, 8)], preset=PLAY)
    assert seen(inside)


@rule("universalis:G32")
def test_an_option_switches_it():
    s = two(pieces=[area("forest", 40, 30, 70, 60, 8)], preset=PLAY, options={"G32": "off"})
    assert seen(s)


# -- cover


@rule("universalis:R126")
@rule("universalis:R242")
@pytest.mark.parametrize(
    ("height", "level"),
    [(2.0, 0), (2.04, 0), (2.05, 2), (2.06, 2), (3.5, 2)],
)
def test_half_hidden_is_covered(height, level):
    # Seen from an eye at 3.6 over 38.75 cm, a wall of 2.05 at the base hides the lower 2 cm of 4: just half.
    assert cover(two(pieces=[wall(58.74, 30, 58.75, 60, height)])) == (level, level)


@rule("universalis:R126")
@pytest.mark.parametrize(("right", "level"), [(44.9, 0), (45.0, 2), (45.1, 2), (46.5, 2)])
def test_half_from_the_side(right, level):
    # A high wall in front that ends at the middle of the target covers just half of it.
    s = two(pieces=[wall(58, 30, 58.5, right, TALL)])
    assert cover(s)[0] == level


@rule("universalis:R127")
@pytest.mark.parametrize(
    ("pieces", "level"),
    [
        ([wall(40, 30, 41, 60, 3.8)], 2),
        ([wall(10, 30, 11, 60, 3.8)], 0),  # behind the shooter
        ([wall(62, 30, 63, 60, 3.8)], 0),  # behind the target
        ([wall(40, 60, 41, 80, 3.8)], 0),  # beside
    ],
)
def test_cover_lies_between(pieces, level):
    assert cover(two(pieces=pieces))[0] == level


@rule("universalis:R127")
@pytest.mark.parametrize(
    ("x0", "x1", "level"),
    [(10, 70, 2), (50, 70, 2), (10, 30, 0), (30, 50, 2)],
)
def test_cover_by_an_area(x0, x1, level):
    """Both inside; the target inside (G30 c); the shooter alone inside; between."""
    assert cover(two(pieces=[area("forest", x0, 30, x1, 60, 8)]))[0] == level


@rule("universalis:R128")
@rule("universalis:R131")
@rule("universalis:R132")
@pytest.mark.parametrize(("level", "armour"), [(1, 1), (2, 2), (3, 3)])
def test_touched_cover_counts_for_the_armour_roll(level, armour):
    s = two(
        pieces=[wall(58, 30, 58.75, 60, 3.5, cover=level)], shooter={"fk": 12, "weapons": (RIFLE,)}, target={"ap": 0}
    )
    table = act(s, "A1 shoot B1 rifle", dice={"fk": 1, "wound": 1, "armour": 12})
    assert sum(value for rule, value in table.told(Compared)[0].other[3] if rule in ("R130", "R131", "R132")) == armour


@rule("universalis:R130")
@rule("universalis:G30")
@pytest.mark.parametrize(("edge", "touched"), [(58.75, 1), (58.74, 1), (58.73, 0), (58.0, 0)])
def test_touching_to_a_tenth_of_a_millimetre(edge, touched):
    s = two(pieces=[wall(57, 30, edge, 60, 3.5, cover=1)])
    assert cover(s) == (1, touched)


@rule("universalis:R126")
@rule("universalis:R130")
def test_what_is_touched_must_hide_half_by_itself():
    far, fence = wall(40, 30, 41, 60, 3.8, cover=2), wall(58, 30, 58.75, 60, 0.5, cover=1)
    assert cover(two(pieces=[far, fence])) == (2, 0)
    high = wall(58, 30, 58.75, 60, 3, cover=1)
    assert cover(two(pieces=[far, high])) == (2, 1)


@rule("universalis:R126")
def test_pieces_hide_together():
    left, right = wall(58, 44, 58.75, 45, 3.9, cover=2), wall(58, 45, 58.75, 46, 3.9, cover=2)
    assert cover(two(pieces=[left]))[0] == 0
    assert cover(two(pieces=[left, right])) == (2, 2)


@rule("universalis:G30")
def test_the_best_level_counts():
    pieces = [wall(40, 30, 41, 60, 3.8, cover=1), wall(45, 30, 46, 60, 3.8, cover=3)]
    assert cover(two(pieces=pieces))[0] == 3
    # A little of cover III does not lift what is mostly cover I.
    pieces = [wall(40, 30, 41, 60, 3.8, cover=1), wall(58, 44.9, 58.5, 45.2, 3.9, cover=3)]
    assert cover(two(pieces=pieces))[0] == 1


@rule("universalis:R129")
@rule("universalis:R130")
@rule("universalis:G30")
@pytest.mark.parametrize(
    ("other", "level"),
    [
        (model("B2", (57, 45), size=LARGE), 1),
        (model("B2", (57.5, 45), size=LARGE), 1),
        (model("B2", (57, 45), size=MEDIUM), 0),
        (model("B2", (57, 45), size=LARGE, prone=True), 0),
        (model("B2", (57, 45), size=LARGE, out=True), 0),
        (model("A2", (57, 45), size=LARGE), 0),
        (model("B2", (57, 50), size=LARGE), 0),
    ],
)
def test_a_larger_friend_gives_cover_1(other, level):
    assert cover(two(other)) == (level, 0)


@rule("universalis:R129")
def test_behind_a_prone_target_a_friend_of_its_own_size_is_larger():
    assert cover(two(model("B2", (57, 45)), target={"prone": True})) == (1, 0)


@rule("universalis:R132")
@rule("universalis:R315")
@rule("universalis:K02")
@pytest.mark.parametrize(("x", "found"), [(56.25, (3, 3)), (56.2, (3, 0)), (40, (3, 0)), (66, (0, 0))])
def test_a_wreck_is_cover_3(x, found):
    wreck = model("B2", (x, 45), type=COLOSSUS, size=HUGE, out=True)
    s = two(wreck)
    assert cover(s) == found
    assert touched_cover(s, s.models[1]) == (3 if found[1] else 0)


@rule("universalis:R137")
@rule("universalis:R138")
@rule("universalis:R139")
@rule("universalis:R140")
@rule("universalis:R141")
@rule("universalis:R142")
@rule("universalis:R143")
@rule("universalis:R145")
@rule("universalis:R146")
@rule("universalis:R148")
@pytest.mark.parametrize(
    ("type", "passability", "level", "visibility"),
    [
        ("fortified", 1, 3, 1),
        ("thicket", 1, 1, 1),
        ("building", 0, 2, 1),
        ("crater", 2, 2, 1),
        ("ruin", 1, 2, 2),
        ("road", 0, 0, None),
        ("swamp", 3, 0, 1),
        ("forest", 2, 2, 2),
        ("water", 2, 0, None),
    ],
)
def test_terrain_types(type, passability, level, visibility):
    kind = TERRAIN[type]
    assert (kind.passability, kind.cover, kind.visibility, kind.impassable) == (passability, level, visibility, False)
    s = two(pieces=[area(type, 50, 30, 70, 60)])
    assert cover(s) == (level, level)
    s.active = [1]
    s.models[1].ap, s.models[1].prone = 1, False
    gk = 4 - passability
    assert why(s, f"B1 move {60 - gk},45") is None
    assert why(s, f"B1 move {60 - gk - 0.1:.2f},45") is not None


@rule("universalis:R125")
@pytest.mark.parametrize(("z", "level"), [(0, 2), (5, 2), (8, 2), (8.1, 0)])
def test_an_area_does_nothing_for_those_above_it(z, level):
    s = two(pieces=[area("forest", 50, 30, 70, 60, 8)], target={"going": FLIGHT}, shooter={"going": FLIGHT})
    s.models[0].z = s.models[1].z = z
    assert cover(s)[0] == level


@rule("universalis:R124")
def test_only_areas_with_a_type_have_area_rules():
    s = two(pieces=[wall(50, 30, 51, 60, 2)])
    assert s.board.type_at(50.5, 45, 0) == "open"
    assert s.board.areas == ()


@rule("universalis:R147")
@pytest.mark.parametrize(("x0", "level"), [(50, 2), (10, 0)])
def test_a_crater_covers_only_from_outside(x0, level):
    assert cover(two(pieces=[area("crater", x0, 30, 70, 60)])) == (level, level)


@rule("universalis:R149")
@rule("universalis:R127")
@rule("universalis:R147")
@pytest.mark.parametrize(
    ("type", "level"), [("thicket", 1), ("forest", 2), ("fortified", 3), ("crater", 0), ("swamp", 0), ("open", 0)]
)
def test_a_table_of_one_type_covers_everybody(type, level):
    s = two(environment=type)
    assert cover(s) == (level, level)
    assert touched_cover(s, s.models[1]) == level


@rule("universalis:R306")
def test_colossi_use_cover_too():
    s = two(pieces=[wall(57, 30, 57.5, 60, 5)], target={"type": COLOSSUS, "size": HUGE})
    assert cover(s) == (2, 2)


@rule("universalis:R127")
def test_no_cover_in_melee():
    s = position(model("A1", (45, 45)), model("B1", (47.5, 45), ap=0), pieces=[area("fortified", 40, 40, 60, 60)])
    table = act(s, "A1 attack B1 unarmed", dice={"nk_att": 9, "nk_def": 1, "wound": 1, "armour": 9})
    assert table.told(Compared)[1].other[3] == ()


@rule("universalis:R262")
@pytest.mark.parametrize(("edge", "level"), [(58.75, 3), (58.7, 0)])
def test_cover_that_is_touched_whatever_the_direction(edge, level):
    s = two(pieces=[wall(57, 30, edge, 60, 3, cover=3)])
    assert touched_cover(s, s.models[1]) == level
    assert touches(s, s.models[1], s.board.pieces[0]) == bool(level)


@rule("universalis:R130")
def test_what_hangs_above_is_not_touched():
    s = two(pieces=[wall(57, 30, 62, 60, 3, cover=3, bottom=5)])
    assert touched_cover(s, s.models[1]) == 0


# -- passability


@rule("universalis:R133")
@rule("universalis:R134")
@rule("universalis:R135")
@pytest.mark.parametrize(
    ("going", "gk", "passability", "gained", "skill", "left"),
    [
        (LEGS, 4, 0, 0, 0, 4),
        (LEGS, 4, 2, 0, 0, 2),
        (LEGS, 3, 3, 0, 0, 0),
        (LEGS, 2, 3, 0, 0, 0),
        (LEGS, 4, 2, 1, 0, 3),
        (LEGS, 4, 1, 1, 0, 4),
        (LEGS, 4, 1, 1, 3, 4),
        (LEGS, 4, 3, 0, 2, 3),
        (HOVER, 4, 3, 0, 0, 4),
        (FLIGHT, 4, 3, 0, 0, 4),
    ],
)
def test_gk_in_difficult_ground(going, gk, passability, gained, skill, left):
    assert speed_in(SEED, going, gk, passability, gained=gained, skill=skill) == left


def walker(*pieces, x=30.0, **facts):
    return position(model("A1", (x, 45), **facts), model("B1", (85, 85)), pieces=pieces)


@rule("universalis:R134")
@pytest.mark.parametrize(("gk", "reason"), [(3, "stuck"), (4, None)])
def test_who_has_no_gk_left_does_not_enter(gk, reason):
    s = walker(area("swamp", 32, 20, 60, 60), gk=gk)
    assert why(s, "A1 move 34,45") == reason


@rule("universalis:R134")
def test_one_may_go_up_to_the_edge_of_what_one_cannot_enter():
    s = walker(area("swamp", 34, 20, 60, 60), gk=3)
    assert why(s, "A1 move 32.75,45") is None
    assert why(s, "A1 move 33,45") == "stuck"


@rule("universalis:R133")
@rule("universalis:G31")
@pytest.mark.parametrize(
    ("pieces", "far", "actions"),
    [
        ([area("forest", 33, 20, 60, 60)], 1.75, 1),  # the base does not touch it
        ([area("forest", 33, 20, 60, 60)], 2.0, 1),  # it touches, but 2 are left
        ([area("forest", 33, 20, 60, 60)], 2.1, 2),
        ([area("forest", 33, 20, 60, 60)], 4.0, 2),
        ([area("forest", 20, 20, 31, 60)], 4.0, 2),  # leaving is slow, too
        ([area("thicket", 20, 20, 60, 60), area("forest", 20, 20, 60, 60)], 2.0, 1),
        ([area("thicket", 20, 20, 60, 60), area("forest", 20, 20, 60, 60)], 2.1, 2),  # the highest counts
    ],
)
def test_an_action_that_touches_an_area_is_slower_as_a_whole(pieces, far, actions):
    s = walker(*pieces, gk=4)
    m = s.models[0]
    way = survey(s, m, [(30, 45, 0), (30 + far, 45, 0)])
    assert actions_needed(s, m, way) == actions


@rule("universalis:G31")
@rule("universalis:R184")
def test_the_critical_halving_comes_first():
    s = walker(area("thicket", 20, 20, 60, 60), gk=5, critical=True, ap=1)
    assert why(s, "A1 move 32,45") is None
    assert why(s, "A1 move 32.1,45") == "ap"


@rule("universalis:R135")
def test_a_test_where_there_is_nothing_to_gain_is_refused():
    assert why(walker(), "A1 move 33,45 test") == "no_test"


@rule("universalis:R135")
@rule("universalis:G31")
def test_a_failed_test_has_no_further_effect():
    s = walker(area("forest", 20, 20, 60, 60), gk=4, agi=4, ap=1)
    act(s, "A1 move 33,45 test", dice={"agi": 5})
    m = s.models[0]
    assert (m.x, m.ap, m.prone, m.tp) == (32.0, 0, False, [5])


@rule("universalis:R136")
def test_a_continuous_movement_needs_one_test():
    s = walker(area("forest", 20, 20, 80, 60), gk=4, agi=4, ap=3)
    table = act(s, "A1 move 39,45 test", dice={"agi": 4})
    assert table.rolled == ["agi"]
    assert (s.models[0].x, s.models[0].ap) == (39.0, 0)


@rule("universalis:R144")
@rule("universalis:G71")
@pytest.mark.parametrize(("going", "crosses"), [(LEGS, False), (HOVER, True), (FLIGHT, True)])
def test_nothing_on_the_ground_crosses_the_impassable(going, crosses):
    s = walker(area("impassable", 32, 20, 34, 60), gk=9, going=going, first_done=True)
    assert (why(s, "A1 move 37,45") is None) == crosses


@rule("universalis:R133")
def test_terrain_skill_lowers_passability():
    s = walker(area("swamp", 20, 20, 60, 60), gk=4, ap=1, traits=(Trait("cross_country", 2),))
    assert why(s, "A1 move 33,45") is None
    assert why(s, "A1 move 33.1,45") == "ap"


@rule("universalis:R307")
def test_a_colossus_does_not_enter_a_building():
    s = walker(area("building", 33, 20, 60, 60, 10), gk=9, type=COLOSSUS, size=LARGE)
    assert why(s, "A1 move 36,45") == "colossus_door"


@rule("universalis:R125")
@pytest.mark.parametrize(
    ("x", "z", "type"), [(35, 0, "forest"), (35, 8, "forest"), (35, 8.5, "open"), (45, 0, "road"), (55, 0, "open")]
)
def test_what_ground_a_place_is(x, z, type):
    s = two(pieces=[area("forest", 30, 30, 40, 60, 8), area("road", 42, 30, 48, 60)])
    assert s.board.type_at(x, 45, z) == type
