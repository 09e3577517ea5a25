"""Camouflage and reconnaissance (R287 to R300)."""

from __future__ import annotations

import pytest

from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, nk_reckoning
from kempelen.games.universalis.rules.combat.wounds import Hit, armour_reckoning
from kempelen.games.universalis.rules.course import begin
from kempelen.games.universalis.rules.models.card import Armour, Weapon
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.table.camouflage import may_hide, reconnoitre_reckoning
from kempelen.games.universalis.rules.terms import ACTIVE, DRONE, LARGE, PASSIVE, SHRAPNEL, SMALL
from tests.games.universalis.table import KNIFE, RIFLE, SABRE, act, area, model, position, run, wall, why
from tests.marks import rule

ROCK = wall(31.25, 40, 39.25, 50, 8, cover=3)
"""At the base of a model at 30,45."""


def hider(label: str = "B1", at=(30, 45), kind: int = ACTIVE, level: int = 1, **facts):
    return model(label, at, camouflage=kind, camouflage_level=level, **facts)


# -- taking it up


@rule("universalis:R287")
@rule("universalis:R298")
@pytest.mark.parametrize("kind", [PASSIVE, ACTIVE])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_camouflage_has_a_kind_and_a_level(kind, level):
    s = position(model("A1", (35, 45), wn=6), hider(kind=kind, level=level, hidden=True))
    table = act(s, "A1 reconnoitre B1", dice={"wn": 12})
    assert table.told(events.Tested)[0].mods == (("R298", -level),)


@rule("universalis:R288")
@rule("universalis:R067")
@rule("universalis:R289")
@rule("universalis:R290")
@pytest.mark.parametrize(
    ("kind", "pieces", "hidden"),
    [(ACTIVE, [], True), (PASSIVE, [], False), (PASSIVE, [ROCK], True), (ACTIVE, [ROCK], True)],
)
def test_the_game_begins_camouflaged_where_it_may(kind, pieces, hidden):
    s = position(hider(kind=kind), model("A1", (80, 80)), pieces=pieces)
    run(s, begin)
    assert s.models[0].hidden is hidden


@rule("universalis:R289")
@pytest.mark.parametrize(
    ("piece", "facts", "allowed"),
    [
        (wall(31.25, 40, 39.25, 50, 4), {}, True),
        (wall(31.25, 40, 39.25, 50, 3.9), {}, False),
        (wall(31.25, 40, 39.25, 50, 3.9), {"prone": True}, True),
        (wall(31.25, 40, 39.25, 50, 4), {"size": SMALL}, True),
        (wall(32, 40, 39.25, 50, 4), {}, False),  # does not touch
        (wall(31.25, 44, 33, 46, 8), {}, False),  # narrower than the base
        (wall(31.25, 43.75, 31.5, 46.25, 8), {}, True),  # just as wide
        (area("forest", 20, 40, 40, 50, 8), {}, True),
        (wall(32, 40, 39.25, 50, 4), {"size": LARGE}, False),
    ],
)
def test_passive_camouflage_takes_terrain_as_large_as_the_model(piece, facts, allowed):
    s = position(hider(kind=PASSIVE, **facts), pieces=[piece])
    assert may_hide(s, s.models[0]) is allowed


# -- what it does


@rule("universalis:R291")
def test_nobody_can_shoot_at_or_attack_who_is_camouflaged():
    s = position(model("A1", (35, 45), weapons=(RIFLE, SABRE)), hider(hidden=True))
    assert why(s, "A1 shoot B1 rifle") == "camouflaged"
    assert why(s, "A1 charge B1 sabre 32.5,45") == "camouflaged"
    s.models[1].hidden = False
    assert why(s, "A1 shoot B1 rifle") is None
    assert why(s, "A1 charge B1 sabre 32.5,45") is None


@rule("universalis:R293")
@rule("universalis:R295")
@rule("universalis:G48")
@pytest.mark.parametrize(
    ("kind", "from_hiding", "attacking", "one", "two"),
    [
        (PASSIVE, True, True, 1, 2),
        (PASSIVE, False, True, 0, 0),
        (ACTIVE, True, True, 2, 4),
        (ACTIVE, False, True, 1, 2),
        (ACTIVE, False, False, 1, 2),
        (PASSIVE, False, False, 0, 0),
    ],
)
def test_an_attack_out_of_camouflage_and_active_camouflage_help_in_melee(kind, from_hiding, attacking, one, two):
    for option, bonus in (("one", one), ("two", two)):
        s = position(hider("A1", kind=kind, nk=4), model("B1", (32.5, 45)), options={"G48": option})
        how = Fight(KNIFE, from_hiding=from_hiding)
        assert nk_reckoning(s, s.models[0], s.models[1], how, attacking).total == 4 + bonus


@rule("universalis:R293")
@rule("universalis:R297")
def test_the_bonus_is_for_the_first_blow_only_which_gives_the_attacker_away():
    s = position(hider("A1", kind=PASSIVE, hidden=True, weapons=(KNIFE,), nk=4), model("B1", (32.5, 45), ko=9))
    first = act(s, "A1 attack B1 knife", dice={"nk_att": 1, "nk_def": 12})
    assert ("R293", 1) in first.told(events.Compared)[0].one[3]
    assert not s.models[0].hidden
    second = act(s, "A1 attack B1 knife", dice={"nk_att": 1, "nk_def": 12})
    assert second.told(events.Compared)[0].one[3] == ()


@rule("universalis:R294")
@rule("universalis:R159")
@pytest.mark.parametrize(
    ("kind", "hidden", "effects", "bonus"),
    [(ACTIVE, False, 0, 1), (ACTIVE, True, 0, 0), (PASSIVE, False, 0, 0), (ACTIVE, False, SHRAPNEL, 0)],
)
def test_active_camouflage_helps_the_armour_roll_while_reconnoitred(kind, hidden, effects, bonus):
    s = position(hider(kind=kind, hidden=hidden, armour=Armour("a", 6)))
    hit = Hit(4, 2, effects, Weapon("w", 1, 4, 2, effects=effects))
    assert armour_reckoning(s, s.models[0], hit).total == 6 + bonus


@rule("universalis:R294")
def test_it_helps_against_falls_too():
    s = position(hider(ko=4))
    assert armour_reckoning(s, s.models[0], Hit(4, 2)).total == 5


# -- losing it and getting it back


@rule("universalis:R297")
def test_firing_gives_a_model_away():
    s = position(hider("A1", hidden=True, weapons=(RIFLE,), fk=1), model("B1", (60, 45)))
    act(s, "A1 snap B1 rifle")
    assert not s.models[0].hidden


def moving(kind: int = ACTIVE, pieces=(), **facts) -> State:
    return position(hider("A1", (30, 45), kind=kind, ap=12, **facts), model("B1", (80, 80)), pieces=pieces)


@rule("universalis:R296")
def test_after_two_full_moves_camouflage_returns():
    s = moving()
    act(s, "A1 move 34,45")
    assert not s.models[0].hidden
    act(s, "A1 move 37,45")  # not a full one
    assert not s.models[0].hidden
    act(s, "A1 move 41,45")
    assert s.models[0].hidden


@rule("universalis:R296")
def test_one_continuous_move_of_two_actions_is_enough():
    s = moving()
    act(s, "A1 move 38,45")
    assert s.models[0].hidden


@rule("universalis:R296")
def test_being_found_again_starts_the_count_anew():
    s = moving(weapons=(RIFLE,), fk=1)
    s.models[1].y = 45.0
    act(s, "A1 move 34,45")
    act(s, "A1 snap B1 rifle")
    act(s, "A1 move 38,45")
    assert not s.models[0].hidden


@rule("universalis:R296")
@rule("universalis:R289")
def test_passive_camouflage_returns_as_soon_as_it_may():
    s = moving(PASSIVE, pieces=[wall(42, 40, 50, 50, 8)])
    act(s, "A1 move 38,45")
    assert not s.models[0].hidden  # two full moves, but in the open
    act(s, "A1 move 40.75,45")
    assert s.models[0].hidden  # the last bit was no full move, but there is the wall


# -- reconnaissance


@rule("universalis:R298")
@pytest.mark.parametrize(("die", "found"), [(4, True), (5, False)])
def test_a_wn_roll_minus_the_level_finds_it(die, found):
    s = position(model("A1", (35, 45), wn=6), hider(level=2, hidden=True))
    act(s, "A1 reconnoitre B1", dice={"wn": die})
    assert s.models[1].hidden is not found
    assert s.models[0].ap == 4


@rule("universalis:R298")
@pytest.mark.parametrize(("gap", "problem"), [(15.0, None), (15.1, "perception")])
def test_only_inside_the_perception_range(gap, problem):
    s = position(model("A1", (32.5 + gap, 45), wn=3), hider(hidden=True))
    assert why(s, "A1 reconnoitre B1") == problem


@rule("universalis:R298")
def test_only_a_camouflaged_enemy_can_be_reconnoitred():
    s = position(model("A1", (35, 45)), hider(hidden=False), hider("A2", (40, 45), hidden=True))
    assert why(s, "A1 reconnoitre B1") == "not_camouflaged"
    assert why(s, "A1 reconnoitre A2") == "not_camouflaged"


@rule("universalis:R298")
@rule("universalis:G73")
def test_a_hopeless_attempt_costs_the_ap_without_a_roll():
    s = position(model("A1", (35, 45), wn=2), hider(level=2, hidden=True))
    act(s, "A1 reconnoitre B1")
    assert (s.models[0].ap, s.models[1].hidden) == (4, True)


@rule("universalis:R299")
@pytest.mark.parametrize(("extra", "target", "cost"), [(0, 3, 2), (1, 4, 3), (4, 7, 6)])
def test_every_further_ap_makes_it_easier(extra, target, cost):
    s = position(model("A1", (35, 45), wn=5), hider(level=2, hidden=True))
    table = act(s, f"A1 reconnoitre B1 +{extra}", dice={"wn": 12})
    assert table.told(events.Tested)[0].target == target
    assert s.models[0].ap == 6 - cost


@rule("universalis:R299")
def test_more_ap_than_there_are_cannot_be_added():
    s = position(model("A1", (35, 45), ap=5), hider(hidden=True))
    assert why(s, "A1 reconnoitre B1 +3") is None
    assert why(s, "A1 reconnoitre B1 +4") == "ap"


@rule("universalis:R300")
def test_others_who_perceive_it_may_support_for_two_ap_each():
    s = position(
        model("A1", (35, 45), wn=5),
        hider(level=2, hidden=True),
        model("A2", (36, 50)),
        model("A3", (36, 40)),
        model("A4", (80, 80)),  # too far
        model("A5", (30, 50), ap=1),  # too poor
    )
    table = act(s, "A1 reconnoitre B1", dice={"wn": 5}, answers=["A2 support", "A3 support"])
    assert table.told(events.Tested)[0].target == 5 - 2 + 2
    assert [m.ap for m in s.models] == [4, 6, 4, 4, 6, 1]
    assert not s.models[1].hidden


@rule("universalis:R300")
@rule("universalis:R324")
def test_a_drone_may_support_its_controller_who_pays_what_it_lacks():
    s = position(
        model("A1", (35, 45), wn=5),
        hider(level=2, hidden=True),
        model("A2", (36, 50), type=DRONE, size=SMALL, controller="A1", ap=1),
    )
    s.active = [0, 2]
    act(s, "A1 reconnoitre B1", dice={"wn": 12}, answers=["A2 support"])
    assert (s.models[0].ap, s.models[2].ap) == (6 - 2 - 1, 0)


@rule("universalis:R298")
def test_what_makes_up_the_target_is_listed():
    s = position(model("A1", (35, 45), wn=6, critical=True), hider())
    assert reconnoitre_reckoning(s, s.models[0], 2, 3, 1).mods == [("R183", -2), ("R298", -2), ("R299", 3), ("R300", 1)]
