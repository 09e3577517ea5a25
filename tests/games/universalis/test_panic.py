"""Panic: who tests, with which modifiers, how one flees and recovers (R176, R188 to R200, G08 to G12, G54)."""

from __future__ import annotations

import pytest

from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.damage import go_out
from kempelen.games.universalis.rules.combat.panic import panic_mods, panic_reckoning, who_must_test
from kempelen.games.universalis.rules.course import begin_phase, flee, panic_phase, start
from kempelen.games.universalis.rules.models.card import Armour, Trait, Weapon
from kempelen.games.universalis.rules.state import GONE, ON_TABLE, State
from kempelen.games.universalis.rules.terms import DRONE, SMALL, STATIONARY
from tests.games.universalis.table import KNIFE, model, position, run, wall, why
from tests.marks import rule

# -- modifiers


@rule("universalis:R194")
@rule("universalis:R195")
@rule("universalis:R196")
@rule("universalis:R197")
@rule("universalis:R198")
@rule("universalis:R199")
@rule("universalis:R200")
@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("friend", 1),
        ("friend_contact", 2),
        ("friend_panic", -1),
        ("friend_out", -2),
        ("friend_just_out", -3),
        ("enemy", -1),
        ("enemy_melee", -2),
    ],
)
def test_each_kind_of_model_has_its_modifier(kind, value):
    assert [mod[1] for mod in panic_mods(position(model("A1")).rules, [kind])] == [value]


def seen(*others, wn: int = 3, **facts) -> int:
    """The target number of A1 with EH 6 in the middle of the table, with others about it."""
    s = position(model("A1", (45, 45), eh=6, wn=wn, **facts), *others)
    return panic_reckoning(s, s.models[0]).total


@rule("universalis:R188")
@rule("universalis:R194")
@rule("universalis:G10")
@pytest.mark.parametrize(
    ("other", "target"),
    [
        ({"label": "A2", "at": (50, 45)}, 7),
        ({"label": "A2", "at": (47.5, 45)}, 8),
        ({"label": "A2", "at": (47.5, 45), "panic": True}, 5),
        ({"label": "A2", "at": (47.5, 45), "out": True}, 4),
        ({"label": "A2", "at": (62.5, 45)}, 7),  # 15 cm from base to base
        ({"label": "A2", "at": (62.6, 45)}, 6),
        ({"label": "B1", "at": (50, 45)}, 5),
        ({"label": "B1", "at": (47.5, 45)}, 4),
        ({"label": "B1", "at": (47.5, 45), "panic": True}, 4),
        ({"label": "B1", "at": (50, 45), "panic": True}, 6),
        ({"label": "B1", "at": (50, 45), "out": True}, 6),
        ({"label": "B1", "at": (62.6, 45)}, 6),
    ],
)
def test_one_model_counts_with_the_line_that_fits_best(other, target):
    at, label = other.pop("at"), other.pop("label")
    assert seen(model(label, at, **other)) == target


@rule("universalis:R188")
def test_models_add_up():
    assert seen(model("A2", (50, 45)), model("A3", (47.5, 45)), model("B1", (45, 52)), model("B2", (45, 40))) == 7


@rule("universalis:R198")
@rule("universalis:G10")
def test_who_has_just_gone_out_counts_three_but_only_in_the_perception_range():
    for x, target in ((55, 3), (80, 6)):
        s = position(model("A1", (45, 45), eh=6), model("A2", (x, 45), out=True))
        assert panic_reckoning(s, s.models[0], s.models[1]).total == target


@rule("universalis:R188")
def test_a_critical_tester_has_half_the_range_and_minus_two():
    assert seen(model("A2", (55, 45)), critical=True) == 6 - 2 + 1  # 7.5 cm away, the range is 8
    assert seen(model("A2", (56, 45)), critical=True) == 6 - 2


@rule("universalis:G64")
@pytest.mark.parametrize(("option", "target"), [("no", 7), ("yes", 6)])
def test_perception_may_need_sight(option, target):
    s = position(
        model("A1", (45, 45), eh=6), model("A2", (55, 45)), pieces=[wall(49, 30, 50, 60, 9)], options={"G64": option}
    )
    assert panic_reckoning(s, s.models[0]).total == target


# -- who tests


def group(**options) -> State:
    return position(
        model("A1", (10, 10), eh=4),
        model("A2", (12, 14), eh=4),
        model("A3", (80, 80), eh=4),
        model("A4", (80, 70), eh=4, panic=True),
        model("A5", (80, 60), eh=4, out=True),
        model("B1", (45, 45)),
        options=options,
    )


@rule("universalis:R176")
@rule("universalis:G09")
@rule("universalis:G11")
@pytest.mark.parametrize(("option", "who"), [("group", ["A2", "A3"]), ("perception", ["A2"])])
def test_the_rest_of_the_group_tests_at_any_distance(option, who):
    s = group(G09=option)
    s.models[0].out = True
    assert [m.label for m in who_must_test(s, s.models[0])] == who


@rule("universalis:R176")
@rule("universalis:R189")
def test_going_out_makes_the_others_test_one_by_one():
    s = group()
    table = run(s, lambda s, table: go_out(s, table, s.models[0]), dice={"eh": [1, 5]})
    tests = table.told(events.Tested)
    assert [test.who.split()[0] for test in tests] == ["A2", "A3"]
    assert [test.target for test in tests] == [4 - 3, 4 - 1]  # just out; one in panic nearby, the rest too far
    assert [m.panic for m in s.models[1:4]] == [False, True, True]


@rule("universalis:R176")
@rule("universalis:G73")
def test_a_target_of_zero_is_panic_without_a_roll():
    s = position(model("A1", (10, 10)), model("A2", (14, 10), eh=3), model("B1", (80, 80)))
    table = run(s, lambda s, table: go_out(s, table, s.models[0]))
    assert len(table.told(events.NotRolled)) == 1
    assert s.models[1].panic


@rule("universalis:R176")
def test_an_automaton_never_panics():
    s = position(
        model("A1", (10, 10)), model("A2", (14, 10), eh=1, traits=(Trait("automaton"),)), model("B1", (80, 80))
    )
    run(s, lambda s, table: go_out(s, table, s.models[0]))
    assert not s.models[1].panic


# -- what panic does


@rule("universalis:R190")
@rule("universalis:R191")
def test_a_panicking_model_neither_acts_nor_reacts():
    s = position(model("A1", (30, 45), panic=True), model("B1", (60, 45)))
    assert why(s, "A1 move 32,45") == "panic"


def fleeing(at=(20, 45), **facts) -> State:
    facts = {"eh": 4, "panic": True, **facts}
    return position(model("A1", at, **facts), model("B1", (80, 80)))


@rule("universalis:R191")
def test_all_ap_go_into_the_flight_to_the_nearest_edge():
    s = fleeing(at=(40, 45), ap=3)
    run(s, lambda s, table: flee(s, table, s.models[0]))
    m = s.models[0]
    assert m.ap == 0
    assert m.x == pytest.approx(28, abs=1.0)
    assert m.place == ON_TABLE


@rule("universalis:R191")
@rule("universalis:G12")
def test_who_reaches_the_edge_leaves_and_nobody_tests():
    s = fleeing(at=(6, 45))
    s.models.append(model("A2", (10, 45)))
    s.models[2].index = 2
    table = run(s, lambda s, table: flee(s, table, s.models[0]))
    assert s.models[0].place == GONE
    assert len(table.told(events.Left)) == 1


@rule("universalis:R191")
@rule("universalis:R095")
def test_who_cannot_move_stays_where_it_is():
    s = fleeing(going=STATIONARY)
    run(s, lambda s, table: flee(s, table, s.models[0]))
    assert (s.models[0].x, s.models[0].place, s.models[0].ap) == (20, ON_TABLE, 0)


@rule("universalis:R192")
def test_the_way_goes_round_walls():
    s = position(model("A1", (12, 45), panic=True, ap=12), model("B1", (80, 80)), pieces=[wall(6, 40, 7, 50, 9)])
    run(s, lambda s, table: flee(s, table, s.models[0]))
    assert s.models[0].place == GONE


@rule("universalis:R192")
@rule("universalis:G54")
def test_leaving_a_melee_in_panic_takes_no_test_but_provokes_a_strike():
    s = position(model("A1", (20, 45), eh=1, ko=9, panic=True), model("B1", (22.5, 45), weapons=(KNIFE,)))
    table = run(
        s,
        lambda s, table: flee(s, table, s.models[0]),
        answers=["B1 strike knife"],
        dice={"nk_att": 1, "nk_def": 12},
    )
    assert "eh" not in table.rolled
    assert s.models[1].ap == 5
    assert s.models[0].x < 20


@rule("universalis:R193")
@pytest.mark.parametrize(("die", "panic"), [(4, False), (5, True)])
def test_at_the_end_of_its_phase_it_may_pull_itself_together(die, panic):
    s = fleeing(at=(45, 45))
    run(s, lambda s, table: panic_phase(s, table, s.models[0]), dice={"eh": die})
    assert s.models[0].panic is panic


@rule("universalis:R193")
def test_whoever_burns_as_well_does_not_flee_but_tests():
    s = fleeing(at=(45, 45), ko=9, burning=Weapon("w", 1, 1, 1), burn_strength=1)
    run(
        s,
        lambda s, table: begin_phase(s, table, s.models[0]),
        dice={"burn": 2, "wound": 1, "armour": 9, "w6": 1, "eh": 4},
        directions=[0],
    )
    m = s.models[0]
    assert (m.panic, m.x) == (False, 49)


@rule("universalis:G08")
@rule("universalis:R071")
@pytest.mark.parametrize(("option", "moves"), [("activation", False), ("round_start", True)])
def test_panicking_models_move_when_they_are_activated_unless_the_option_says_otherwise(option, moves):
    s = position(model("A1", (45, 45), panic=True), model("B1", (80, 80)), options={"G08": option}, phase="round")
    run(s, start)
    assert (s.models[0].x != 45 or s.models[0].y != 45) is moves


@rule("universalis:R176")
@rule("universalis:R325")
def test_a_drone_tests_with_its_controllers_eh():
    s = position(
        model("A1", (10, 10), eh=7),
        model("A2", (80, 10), type=DRONE, size=SMALL, controller="A1", armour=Armour("a", 3)),
        model("A3", (10, 80)),
        model("B1", (80, 80)),
    )
    table = run(s, lambda s, table: go_out(s, table, s.models[2]), dice={"eh": [7, 7]})
    assert [test.target for test in table.told(events.Tested)] == [7, 7]
