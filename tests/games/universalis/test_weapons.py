"""Weapons, armour and shields: what their profiles do (R205 to R218)."""

from __future__ import annotations

import pytest

from kempelen.games.universalis.files.gear import gear
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, nk_reckoning
from kempelen.games.universalis.rules.combat.ranged_numbers import NORMAL, Shot, fk_reckoning
from kempelen.games.universalis.rules.events import Compared
from kempelen.games.universalis.rules.models.card import Armour, Item, Weapon
from kempelen.games.universalis.rules.models.current import reckon
from kempelen.games.universalis.rules.models.printed import encumbrance, load_of, range_of, strength_value
from kempelen.games.universalis.rules.profile import SEED
from kempelen.games.universalis.rules.terms import INFANTRY, LARGE, MEDIUM, SMALL
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, SABRE, act, model, position, why
from tests.marks import rule

GRENADE = Weapon("grenade", wk=1, strength=5, damage=2, thrown=True, radius=4, uses=2)
CANNON = Weapon("cannon", wk=2, strength=8, damage=4, band=30, bands=3, reload=True, unwieldy=True)
SHIELD = Item("shield", shield_nk=1, shield_armour=2)


@rule("universalis:R205")
@pytest.mark.parametrize(("gap", "legal"), [(80.0, True), (80.1, False)])
def test_a_ranged_weapon_reaches_x_times_y(gap, legal):
    s = position(model("A1", (2, 45), weapons=(RIFLE,)), model("B1", (2 + gap + 2.5, 45)))
    assert (why(s, "A1 shoot B1 rifle") is None) is legal


@rule("universalis:R206")
@rule("universalis:R265")
@pytest.mark.parametrize(("gap", "problem"), [(0.0, None), (0.5, "contact")])
def test_a_melee_weapon_takes_base_contact(gap, problem):
    s = position(model("A1", (30, 45), weapons=(SABRE,)), model("B1", (32.5 + gap, 45)))
    assert why(s, "A1 attack B1 sabre") == problem


@rule("universalis:R207")
@rule("universalis:R208")
@rule("universalis:G70")
@pytest.mark.parametrize(
    ("ko", "unwieldy", "band"),
    [(1, False, 2), (5, False, 10), (12, False, 24), (1, True, 1), (4, True, 2), (5, True, 3)],
)
def test_thrown_weapons_have_three_bands_that_follow_from_ko(ko, unwieldy, band):
    weapon = Weapon("stone", 1, 2, 1, thrown=True, unwieldy=unwieldy)
    assert range_of(SEED, weapon, ko) == (band, 3)


@rule("universalis:R207")
@pytest.mark.parametrize(("gap", "legal"), [(18.0, True), (18.1, False)])
def test_the_range_of_a_throw_is_the_throwers(gap, legal):
    s = position(model("A1", (20, 45), ko=3, weapons=(GRENADE,)), model("B1", (22.5 + gap, 45)))
    assert (why(s, "A1 shoot B1 grenade") is None) is legal


@rule("universalis:R209")
@pytest.mark.parametrize("wk", [1, 2, 3, 4, 5])
def test_the_class_sets_what_a_shot_costs(wk):
    gun = Weapon("gun", wk, 4, 2, 20, 3)
    s = position(model("A1", (30, 45), ap=12, weapons=(gun,)), model("B1", (45, 45)))
    act(s, "A1 snap B1 gun")  # FK 2 and -2: not even a roll
    assert s.models[0].ap == 12 - wk


@rule("universalis:R210")
def test_additive_strength_comes_on_top_of_ko():
    assert strength_value(SABRE, 5) == 6
    assert strength_value(KNIFE, 5) == 4
    s = position(model("A1", (30, 45), ko=5, nk=9, weapons=(SABRE,)), model("B1", (32.5, 45), ko=4))
    table = act(s, "A1 attack B1 sabre", dice={"nk_att": 9, "nk_def": 1, "wound": 1, "armour": 12})
    wound = table.told(Compared)[1].one
    assert wound[1:4] == ("strength", 1, (("R210", 5),))


@rule("universalis:R211")
@rule("universalis:R243")
@rule("universalis:R282")
@pytest.mark.parametrize(("size", "malus"), [(SMALL, -3), (MEDIUM, -3), (LARGE, 0)])
def test_unwieldy_weapons_hinder_against_small_and_medium_targets_and_in_melee(size, malus):
    s = position(model("A1", fk=6, weapons=(CANNON,)), model("B1", (60, 45)))
    shot = Shot(NORMAL, 10, 30, 3, size, unwieldy=True)
    assert dict(fk_reckoning(s, s.models[0], shot).mods).get("R243", 0) == malus
    mods = dict(nk_reckoning(s, s.models[0], s.models[1], Fight(KNIFE), True).mods)
    assert mods["R282"] == -3


@rule("universalis:R212")
@rule("universalis:R110")
def test_a_reload_weapon_is_useless_until_reloaded():
    s = position(model("A1", (30, 45), ap=12, fk=1, weapons=(CANNON,)), model("B1", (45, 45)))
    act(s, "A1 shoot B1 cannon")
    assert why(s, "A1 shoot B1 cannon") == "reload"
    assert why(s, "A1 ready cannon") == "reload"
    act(s, "A1 reload cannon")
    assert s.models[0].ap == 12 - 3 - 2
    assert why(s, "A1 shoot B1 cannon") is None
    assert why(s, "A1 reload cannon") == "loaded"


@rule("universalis:R213")
def test_each_use_strikes_a_circle_and_the_last_one_ends_it():
    s = position(model("A1", (30, 45), ap=12, fk=1, weapons=(GRENADE, PISTOL)), model("B1", (45, 45)))
    for left in (1, 0):
        act(s, "A1 shoot B1 grenade", dice={"fk": 12}, directions=[180])
        assert s.models[0].uses[0] == left
    assert why(s, "A1 shoot B1 grenade") == "uses"
    assert why(s, "A1 shoot B1 pistol") is None


@rule("universalis:R214")
@pytest.mark.parametrize(
    ("weapon", "wk"),
    [
        ("service_pistol", 1),
        ("poison_blade", 1),
        ("sabre", 2),
        ("carbine", 2),
        ("sledgehammer", 3),
        ("grenade_launcher", 3),
        ("light_mg", 3),
        ("rocket", 4),
        ("precision_rifle", 4),
        ("carriage_gun", 5),
    ],
)
def test_shipped_weapons_have_the_class_of_their_like(weapon, wk):
    assert gear().weapons[weapon].wk == wk


# -- armour and shields


@rule("universalis:R216")
@rule("universalis:R043")
def test_self_supporting_armour_weighs_nothing():
    assert load_of([60], 400, True) == 60
    assert encumbrance(SEED, INFANTRY, 5, load_of([20], 40, False)) == 2
    assert encumbrance(SEED, INFANTRY, 5, load_of([20], 40, True)) == 0


def shielded(**facts):
    return model("B1", (32.5, 45), nk=4, items=(SHIELD,), shield_nk=1, shield_armour=2, **facts)


@rule("universalis:R217")
def test_a_shield_helps_the_nk_roll_only_of_who_defends():
    s = position(model("A1", (30, 45)), shielded())
    a, b = s.models
    assert nk_reckoning(s, b, a, Fight(KNIFE), attacking=False).total == 5
    assert nk_reckoning(s, b, a, Fight(KNIFE), attacking=True).total == 4


@rule("universalis:R218")
def test_a_shield_helps_the_armour_roll_in_melee():
    s = position(model("A1", (30, 45), nk=9, weapons=(KNIFE,)), shielded(ko=4, armour=Armour("a", 5)))
    table = act(s, "A1 attack B1 knife", dice={"nk_att": 9, "nk_def": 1, "wound": 1, "armour": 12})
    assert ("R218", 2) in table.told(Compared)[1].other[3]


@rule("universalis:R218")
@rule("universalis:G47")
@pytest.mark.parametrize(
    ("facing", "helps"), [(180, True), (90, True), (270, True), (89, False), (271, False), (0, False), (135, True)]
)
def test_a_shield_stops_fire_from_the_front_half_circle(facing, helps):
    target = shielded(facing=facing)
    target.x = 60.0
    s = position(model("A1", (30, 45), fk=9, weapons=(RIFLE,)), target)
    table = act(s, "A1 shoot B1 rifle", dice={"fk": 1, "wound": 1, "armour": 12})
    assert (("R218", 2) in table.told(Compared)[0].other[3]) is helps


@rule("universalis:G47")
def test_moving_and_turning_set_the_facing():
    s = position(model("A1", (30, 45)), model("B1", (80, 80)))
    act(s, "A1 move 30,48")
    assert s.models[0].facing == 90
    act(s, "A1 turn 200")
    assert s.models[0].facing == 200


@rule("universalis:G28")
@rule("universalis:R303")
def test_unwieldy_equipment_hinders_in_melee_but_not_in_shooting():
    crate = Item("crate", unwieldy=True)
    s = position(model("A1", (30, 45), fk=5, nk=5, items=(crate,), weapons=(PISTOL,)), model("B1", (45, 45)))
    m, o = s.models
    assert nk_reckoning(s, m, o, Fight(KNIFE), True).total == 2
    table = act(s, "A1 shoot B1 pistol", dice={"fk": 6})
    assert table.events[1].target == 5  # type: ignore[attr-defined]


@rule("universalis:R057")
def test_the_modifiers_of_a_roll_start_from_the_current_attribute():
    s = position(model("A1", fk=4), model("B1", (60, 45)))
    assert reckon(s, s.models[0], "FK").total == 4
