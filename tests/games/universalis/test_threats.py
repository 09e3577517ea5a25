"""Danger zone and direct threats (R044 to R049)."""

from __future__ import annotations

import pytest

from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.rules import course
from kempelen.games.universalis.rules.actions import END
from kempelen.games.universalis.rules.combat.threats import needs_test, serves, threats_of
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import danger
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.state import BOUND, FOUGHT, FREE, SPENT, UNTESTED
from kempelen.games.universalis.rules.terms import DRONE, FIRE
from tests.games.universalis.table import KNIFE, PISTOL, Script, model, position, run, step, why
from tests.marks import rule


def labels(models):
    return [m.label for m in models]


def at(gap):
    """A place whose base is so far from one at 30,30."""
    return 32.5 + gap, 30.0


def threatened(*others, duty=UNTESTED, threats=(1,), **facts):
    """A1 with B1 as its direct threat, its phase just begun."""
    m = model("A1", (30, 30), **{"eh": 5, "weapons": (PISTOL, KNIFE), "fk": 5, **facts})
    return position(m, *(others or (model("B1", at(5), ap=0),)), threats=list(threats), duty=duty)


@rule("universalis:R044")
@pytest.mark.parametrize(("eh", "radius"), [(3, 9), (5, 7), (1, 11), (12, 0), (14, 0)])
def test_the_danger_zone(eh, radius):
    m = model("A1", eh=eh)
    assert danger(position(m), m) == radius


@rule("universalis:R045")
@pytest.mark.parametrize(("gap", "threat"), [(0.5, True), (7.0, True), (7.01, False), (20, False)])
def test_the_border_of_the_danger_zone_belongs_to_it(gap, threat):
    m, o = model("A1", (30, 30), eh=5), model("B1", at(gap))
    assert labels(threats_of(position(m, o), m)) == (["B1"] if threat else [])


@rule("universalis:R045")
def test_only_the_nearest_enemy_is_a_threat():
    m = model("A1", (30, 30), eh=3)
    s = position(m, model("B1", at(4)), model("B2", (30, 36.4)), model("A2", (26, 30)))
    assert labels(threats_of(s, m)) == ["B2"]


@rule("universalis:R045")
@rule("universalis:G39")
def test_of_two_equally_near_the_owner_chooses():
    m = model("A1", (30, 30), eh=3)
    s = position(m, model("B1", at(4)), model("B2", (30, 36.5)))
    assert labels(threats_of(s, m)) == ["B1", "B2"]


@rule("universalis:R046")
@pytest.mark.parametrize("eh", [3, 12])
def test_all_enemies_in_contact_are_threats(eh):
    m = model("A1", (30, 30), eh=eh)
    s = position(m, model("B1", at(0)), model("B2", (30, 32.5)), model("B3", (30, 27)))
    assert labels(threats_of(s, m)) == ["B1", "B2"]


@rule("universalis:G39")
@pytest.mark.parametrize(("state", "threat"), [({"out": True}, []), ({"hidden": True}, []), ({"panic": True}, ["B1"])])
def test_out_and_hidden_enemies_are_no_threat(state, threat):
    m = model("A1", (30, 30))
    assert labels(threats_of(position(m, model("B1", at(2), **state)), m)) == threat


@rule("universalis:R326")
def test_drones_have_no_danger_zone():
    boss, drone = model("A1", (10, 10)), model("A2", (30, 30), type=DRONE, controller="A1")
    s = position(boss, drone, model("B1", at(1)))
    assert danger(s, drone) is None
    assert threats_of(s, drone) == []


@rule("universalis:R045")
def test_threats_are_those_of_the_start_of_the_phase():
    m, o = model("A1", (30, 30), eh=5), model("B1", at(8))
    s = position(m, o, phase="pick", active=[], waiting=[0], duty=UNTESTED)
    step(s, dice={"agi_a": 12, "agi_b": 1})
    assert s.threats == []
    o.x -= 3
    step(s, answers=["A1 lie_down"])
    assert s.duty == UNTESTED


# -- the test


@rule("universalis:R047")
@pytest.mark.parametrize(
    ("order", "test"),
    [
        ("A1 shoot B1 pistol", False),
        ("A1 turn 90", False),
        ("A1 move 31,30", False),
        ("A1 move 29,30", True),
        ("A1 lie_down", True),
        ("A1 defend", True),
        ("A1 ready pistol", True),
        ("end", True),
    ],
)
def test_what_needs_the_test(order, test):
    s = threatened()
    action = parse(order)
    assert needs_test(s, s.models[0], action) == test
    s.threats = []
    assert not needs_test(s, s.models[0], action)


@rule("universalis:R047")
@rule("universalis:R049")
def test_one_success_is_enough():
    s = threatened()
    step(s, 3, dice={"eh": 5}, answers=["A1 lie_down", "A1 stand_up", "A1 move 29,30"])
    assert s.duty == FREE
    assert s.models[0].ap == 3


@rule("universalis:R048")
def test_after_a_failure_the_action_does_not_happen_and_an_attack_must():
    s = threatened()
    m = s.models[0]
    step(s, dice={"eh": 6}, answers=["A1 lie_down"])
    assert (s.duty, m.prone, m.ap) == (BOUND, False, 6)
    assert why(s, "A1 lie_down") == "threat"
    assert all(action.notation.split()[1] in ("shoot", "aim", "snap") for action in options(s))
    assert END not in options(s)
    step(s, dice={"fk": 12}, answers=["A1 snap B1 pistol"])
    assert s.duty == SPENT
    step(s, answers=["A1 lie_down"])
    assert m.prone


@rule("universalis:R048")
@rule("universalis:G39")
def test_who_has_attacked_the_threat_is_free_without_a_test():
    s = threatened()
    step(s, 2, dice={"fk": 12}, answers=["A1 snap B1 pistol", "A1 lie_down"])
    assert s.duty == FOUGHT
    assert s.models[0].prone


@rule("universalis:R048")
@rule("universalis:R237")
def test_an_attack_on_somebody_else_does_not_do():
    s = threatened(model("B1", at(3)), model("B2", (30, 50)))
    assert needs_test(s, s.models[0], parse("A1 shoot B2 pistol"))
    s.duty = BOUND
    assert why(s, "A1 shoot B2 pistol") == "threat"
    assert why(s, "A1 shoot B1 pistol") is None


@rule("universalis:G39")
@pytest.mark.parametrize("order", ["A1 stand_up", "A1 turn 90", "A1 reload pistol", "A1 move 31,30"])
def test_preparations_are_allowed(order):
    s = threatened(prone=order == "A1 stand_up", reloading=1, duty=BOUND)
    assert why(s, order) is None
    assert serves(s, s.models[0], parse(order))


@rule("universalis:G39")
def test_the_duty_lapses_when_no_attack_can_be_paid():
    s = threatened(model("B1", at(0)), weapons=(Weapon("axe", 3, 4, 2),), ap=2)
    step(s, dice={"eh": 12}, answers=["end"])
    assert s.duty == SPENT
    assert END in options(s)


@rule("universalis:G39")
def test_a_threat_that_is_out_needs_no_test():
    s = threatened(model("B1", at(3), out=True), model("B2", (80, 80)))
    assert not needs_test(s, s.models[0], parse("A1 lie_down"))


# -- disengaging


@rule("universalis:R102")
@rule("universalis:R049")
@pytest.mark.parametrize(
    ("duty", "allowed"), [(UNTESTED, True), (FREE, True), (FOUGHT, True), (BOUND, False), (SPENT, False)]
)
def test_a_failed_test_rules_out_disengaging(duty, allowed):
    s = threatened(model("B1", at(0)), duty=duty)
    assert (why(s, "A1 disengage 27,30") is None) == allowed
    assert any(action.notation.startswith("A1 disengage") for action in options(s)) == allowed


@rule("universalis:R102")
@rule("universalis:R103")
@pytest.mark.parametrize(("prone", "cost"), [(False, 2), (True, 3)])
def test_disengaging_costs_one_more(prone, cost):
    s = threatened(model("B1", at(0), ap=0), prone=prone)
    step(s, dice={"eh": 5}, answers=["A1 disengage 27,30"])
    assert (s.models[0].x, s.models[0].ap) == (27.0, 6 - cost)


@rule("universalis:R102")
def test_a_failed_disengagement_costs_nothing():
    s = threatened(model("B1", at(0), ap=0))
    step(s, dice={"eh": 6}, answers=["A1 disengage 27,30"])
    assert (s.models[0].x, s.models[0].ap, s.duty) == (30.0, 6, BOUND)


@rule("universalis:R102")
def test_disengaging_after_an_attack_still_needs_the_test():
    s = threatened(model("B1", at(0), ap=0))
    table = Script(s, {"nk_att": 1, "nk_def": 9, "eh": 6}, ["A1 attack B1 knife", "A1 disengage 27,30"])
    course.step(s, table)
    course.step(s, table)
    table.finish()
    assert (s.duty, s.models[0].x) == (SPENT, 30.0)
    assert why(s, "A1 attack B1 knife") is None


@rule("universalis:G39")
def test_a_passed_test_covers_a_later_disengagement():
    s = threatened(model("B1", at(0), ap=0), duty=FREE)
    step(s, answers=["A1 disengage 27,30"])
    assert s.models[0].x == 27.0


@rule("universalis:R102")
def test_only_out_of_a_melee():
    s = threatened(model("B1", at(3)))
    assert why(s, "A1 disengage 27,30") == "not_in_melee"


def test_duties_survive_a_position_file():
    from kempelen.games.universalis.files.fields import DUTIES

    assert [DUTIES[duty] for duty in (UNTESTED, FREE, BOUND, FOUGHT, SPENT)] == [
        "untested",
        "free",
        "bound",
        "fought",
        "spent",
    ]


@rule("universalis:R048")
@rule("universalis:R256")
@pytest.mark.parametrize(("point", "test"), [("37.5,30", False), ("41,30", False), ("46,30", True)])
def test_a_template_over_the_threat_attacks_it(point, test):
    mortar = Weapon("mortar", 2, 5, 3, 20, 4, radius=4, indirect=True)
    s = threatened(weapons=(mortar,))
    assert needs_test(s, s.models[0], parse(f"A1 shoot {point} mortar")) == test


@rule("universalis:R177")
def test_who_is_set_on_fire_while_fleeing_stays():
    torch = Weapon("torch", 1, 6, 1, effects=FIRE)
    m = model("A1", (30, 30), tp_max=9, panic=True)
    s = position(m, model("B1", at(0), weapons=(torch,)))
    dice = {"nk_att": 12, "nk_def": 1, "wound": 12, "armour": 1}
    run(s, lambda s, t: course.flee(s, t, m), answers=["B1 strike torch"], dice=dice)
    assert (m.x, m.burning) == (30.0, torch)
