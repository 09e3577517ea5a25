"""Powers, the optional module (R330 to R332, G52)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.engine.errors import BadPosition
from kempelen.games.universalis.files.notation import parse
from kempelen.games.universalis.files.position import from_position, to_position
from kempelen.games.universalis.files.rosters import roster_from
from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.damage import go_out
from kempelen.games.universalis.rules.models.card import Armour, Power
from kempelen.games.universalis.rules.models.current import eh, nk, reckon
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.profile import PLAY, SEED
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.terms import FIRE, REINFORCED
from tests.games.universalis.table import act, model, position, run, wall, why
from tests.marks import rule

BOLT = Power("bolt", "fire", ap=3, modifier=-1, tp_loss=2, distance=20, strength=4, damage=2)
BALL = Power("ball", "fire", ap=3, distance=30, strength=4, damage=3, effects=FIRE, radius=4)
TOUCH = Power("touch", "fire", ap=2, strength=4, damage=2)
WILL = Power("will", "mind", ap=2, lasting=True, bonus={"EH": 2, "NK": 1})
ALWAYS = replace(BOLT, id="always", loss="always")


def mage(label: str = "A1", at=(30, 45), powers=(BOLT, BALL, TOUCH, WILL), **facts):
    facts = {"eh": 6, "disciplines": {"fire": 9, "mind": 9}, **facts}
    return model(label, at, powers=powers, **facts)


def duel(at=(45, 45), other=None, on: bool = True, **facts) -> State:
    other = {"ko": 4, **(other or {})}
    return position(mage(**facts), model("B1", at, **other), options={"G52": "on"} if on else {})


@rule("universalis:G52")
def test_powers_are_off_in_both_presets():
    assert not SEED.powers
    assert not PLAY.powers
    s = duel(on=False)
    assert why(s, "A1 power bolt B1") == "powers_off"
    assert not any(action.notation.startswith("A1 power") for action in options(s))


@rule("universalis:R330")
@pytest.mark.parametrize(("die", "success"), [(5, True), (6, False)])
def test_using_a_power_costs_its_ap_and_takes_its_roll(die, success):
    s = duel()
    dice = {"eh": die} | ({"wound": 12, "armour": 1} if success else {})
    table = act(s, "A1 power bolt B1", dice=dice)
    test = table.told(events.Tested)[0]
    assert (test.what, test.base, test.mods) == ("EH", 6, (("R332", -1),))
    assert s.models[0].ap == 3
    assert s.models[1].tp == [3 if success else 5]


@rule("universalis:R330")
@rule("universalis:R264")
def test_powers_can_be_used_in_melee():
    s = duel(at=(32.5, 45))
    assert why(s, "A1 power bolt B1") is None
    assert why(s, "A1 power will") is None


@rule("universalis:R332")
@pytest.mark.parametrize(("power", "die", "tp"), [("bolt", 12, 3), ("bolt", 1, 5), ("always", 12, 3), ("always", 1, 3)])
def test_a_power_may_cost_hit_points_without_a_shock(power, die, tp):
    s = duel(powers=(BOLT, ALWAYS))
    dice = {"eh": die} | ({"wound": 1, "armour": 12} if die == 1 else {})
    act(s, f"A1 power {power} B1", dice=dice)
    assert s.models[0].tp == [tp]
    assert s.models[0].ap == 3


@rule("universalis:R332")
def test_a_power_without_a_price_in_hit_points_tells_of_none():
    table = act(duel(powers=(replace(BOLT, tp_loss=0),)), "A1 power bolt B1", dice={"eh": 12})
    assert table.told(events.Damaged) == []


@rule("universalis:R332")
@pytest.mark.parametrize(
    ("order", "at", "facts", "problem"),
    [
        ("A1 power bolt B1", (52.5, 45), {}, None),
        ("A1 power bolt B1", (52.6, 45), {}, "range"),
        ("A1 power touch B1", (32.5, 45), {}, None),
        ("A1 power touch B1", (33, 45), {}, "contact"),
        ("A1 power bolt B1", (45, 45), {"hidden": True, "camouflage": 2}, "target"),
        ("A1 power bolt A1", (45, 45), {}, "target"),
        ("A1 power storm B1", (45, 45), {}, "power"),
        ("A1 power bolt 45,45", (45, 45), {}, "point"),
        ("A1 power ball 45,45", (45, 45), {}, None),
        ("A1 power ball 62,45", (45, 45), {}, "range"),
        ("A1 power ball 45,95", (45, 45), {}, "edge"),
    ],
)
def test_range_and_target_of_a_power(order, at, facts, problem):
    assert why(duel(at, facts), order) == problem


@rule("universalis:R332")
def test_a_distant_power_needs_sight_and_ap():
    s = position(mage(), model("B1", (45, 45)), pieces=[wall(37, 30, 38, 60, 9)], options={"G52": "on"})
    assert why(s, "A1 power bolt B1") == "sight"
    assert why(s, "A1 power ball 45,45") == "sight_point"
    s.models[0].ap = 2
    assert why(s, "A1 power bolt B1") == "ap"


@rule("universalis:R332")
@pytest.mark.parametrize(("att", "dfn", "hit"), [(8, 7, True), (7, 8, False)])
def test_a_touch_takes_a_won_melee(att, dfn, hit):
    s = duel(at=(32.5, 45), nk=3, other={"nk": 3})
    dice = {"eh": 1, "nk_att": att, "nk_def": dfn} | ({"wound": 12, "armour": 1} if hit else {})
    act(s, "A1 power touch B1", dice=dice)
    assert s.models[1].tp == [3 if hit else 5]


@rule("universalis:R332")
def test_a_power_with_a_radius_strikes_a_place_and_sets_on_fire():
    s = duel(other={"ko": 1})
    s.models.append(model("A2", (47, 45), ko=1, eh=12))
    s.models[2].index = 2
    act(s, "A1 power ball 45,45", dice={"eh": 1, "wound": [12, 12], "armour": [1, 1]})
    assert [m.tp[0] for m in s.models] == [5, 2, 2]
    burning = s.models[1].burning
    assert burning is not None
    assert (burning.id, s.models[1].burn_strength) == ("ball", 4)


@rule("universalis:R332")
def test_a_power_is_no_weapon_for_reinforced_armour():
    s = duel(other={"ko": 1, "armour": Armour("a", 1, effects=REINFORCED)})
    act(s, "A1 power bolt B1", dice={"eh": 1, "wound": 12, "armour": 1})
    assert s.models[1].tp == [3]


@rule("universalis:R297")
@rule("universalis:R275")
@rule("universalis:R224")
def test_a_power_gives_its_user_away_and_unsettles_its_target():
    s = duel(camouflage=2, hidden=True, other={"defence": True, "eh": 3})
    act(s, "A1 power bolt B1", dice={"eh": [4, 12]})
    assert not s.models[0].hidden
    assert not s.models[1].defence


@rule("universalis:R332")
def test_a_lasting_power_raises_attributes_until_it_is_ended():
    s = duel(nk=3, ap=12)
    act(s, "A1 power will", dice={"eh": 1})
    m = s.models[0]
    assert (eh(s, m), nk(s, m)) == (8, 4)
    assert reckon(s, m, "EH").mods == [("R330", 2)]
    assert why(s, "A1 power will") == "in_use"
    act(s, "A1 end_power will")
    assert (eh(s, m), m.ap) == (6, 12 - 2 - 1)
    assert why(s, "A1 end_power will") == "power"


@rule("universalis:G52")
def test_a_lasting_power_ends_with_its_user():
    s = duel(lasting=8)
    run(s, lambda s, table: go_out(s, table, s.models[0]))
    assert s.models[0].lasting == 0


# -- against powers


@rule("universalis:R331")
@rule("universalis:G52")
@pytest.mark.parametrize(("die", "blocked"), [(5, True), (6, False)])
def test_blocking_takes_three_ap_and_the_same_roll_with_the_same_loss(die, blocked):
    s = duel(other={"disciplines": {"mind": 1}, "eh": 6, "ko": 1})
    dice = {"eh": [1, die]} | ({} if blocked else {"wound": 12, "armour": 1})
    act(s, "A1 power bolt B1", dice=dice, answers=["B1 block"])
    assert s.models[1].ap == 3 - (0 if blocked else 2)  # the hit is a shock
    assert s.models[1].tp == [5 if blocked else 5 - 2 - 2]


@rule("universalis:R331")
@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ({"disciplines": {"mind": 1}}, True),
        ({}, False),
        ({"disciplines": {"mind": 1}, "ap": 2}, False),
        ({"disciplines": {"mind": 1}, "panic": True}, False),
    ],
)
def test_only_who_knows_a_discipline_and_can_pay_may_block(facts, asked):
    s = duel(other=facts)
    table = act(s, "A1 power bolt B1", dice={"eh": 1, "wound": 1, "armour": 12})
    assert bool(table.asked) is asked


@rule("universalis:R331")
@pytest.mark.parametrize(("wn", "asked"), [(3, True), (2, False)])
def test_the_blocker_must_perceive_the_user_or_who_is_struck(wn, asked):
    s = duel(other={"ko": 9})
    s.models.append(model("B2", (60, 45), disciplines={"mind": 1}, wn=wn))  # 12.5 cm from B1, 27.5 from A1
    s.models[2].index = 2
    table = act(s, "A1 power bolt B1", dice={"eh": 1, "wound": 1, "armour": 12})
    assert bool(table.asked) is asked


@rule("universalis:G52")
@pytest.mark.parametrize(("die", "ended"), [(6, True), (7, False)])
def test_a_power_in_play_can_be_dispelled_for_two_ap(die, ended):
    s = position(
        mage("A1", powers=(), disciplines={"fire": 1}), mage("B1", (45, 45), lasting=8, wn=9), options={"G52": "on"}
    )
    act(s, "A1 dispel will B1", dice={"eh": die})
    assert s.models[0].ap == 4
    assert (s.models[1].lasting == 0) is ended


@rule("universalis:G52")
def test_dispelling_takes_a_discipline_perception_and_a_power_in_play():
    def case(facts, **other):
        return position(
            model("A1", (30, 45), eh=6, **facts), mage("B1", **{"at": (45, 45), **other}), options={"G52": "on"}
        )

    assert why(case({}, lasting=8), "A1 dispel will B1") == "target"
    assert why(case({"disciplines": {"fire": 1}}), "A1 dispel will B1") == "target"
    assert why(case({"disciplines": {"fire": 1}}, lasting=8, at=(60, 45)), "A1 dispel will B1") == "perception"
    assert why(case({"disciplines": {"fire": 1}, "ap": 1}, lasting=8), "A1 dispel will B1") == "ap"


# -- files


def group(powers, disciplines):
    values = {"agi": 4, "nk": 4, "fk": 4, "ko": 4, "wn": 4, "eh": 4, "gk": 4, "tp": 5}
    a = {"id": "a", "name": "Ann", "leader": True, **values, "powers": powers, "disciplines": disciplines}
    spark = {"discipline": "fire", "level": 2, "distance": 10, "strength": 1, "damage": 1}
    return {"faction": "x", "powers": {"spark": spark}, "models": [a, {"id": "b", "name": "Bob", **values}]}


@rule("universalis:G52")
@pytest.mark.parametrize(
    ("powers", "disciplines", "legal"),
    [
        (["ember"], {"fire": 1}, True),
        (["ember"], {}, False),
        (["ember"], {"mind": 9}, False),
        (["ember", "spark"], {"fire": 3}, True),
        (["ember", "spark"], {"fire": 2}, False),
    ],
)
def test_levels_of_powers_add_up_to_no_more_than_the_rank(powers, disciplines, legal):
    if legal:
        roster_from("x", group(powers, disciplines))
        return
    with pytest.raises(BadPosition) as error:
        roster_from("x", group(powers, disciplines))
    assert error.value.text.key == "universalis.file.rank"


@rule("universalis:G52")
def test_a_fire_lit_by_a_power_survives_saving():
    groups = [group(["spark"], {"fire": 2}), group([], {})]
    data = {"game": "universalis", "groups": groups, "models": [{"label": "A1", "at": [20, 20], "burning": "spark"}]}
    s = from_position(data, {})
    assert s.models[0].burning is not None
    assert from_position(to_position(s), {}).models[0].burning == s.models[0].burning


@rule("universalis:R330")
@pytest.mark.parametrize(
    "notation", ["A1 power bolt B1", "A1 power ball 45.0,45.0", "A1 power will", "A1 dispel will B1"]
)
def test_orders_can_be_written(notation):
    assert parse(notation).notation == notation
