"""Ranged combat: shots, modifiers, readiness and reaction fire, bursts (R219 to R245, R252 to R255)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    Shot,
    fk_reckoning,
    range_malus,
)
from kempelen.games.universalis.rules.course import begin_phase
from kempelen.games.universalis.rules.models.card import Trait, Weapon
from kempelen.games.universalis.rules.state import BOUND, State
from kempelen.games.universalis.rules.terms import COLOSSUS, HUGE, LARGE, MEDIUM, SMALL
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, Script, act, model, position, wall, why
from tests.marks import rule

SMG = Weapon("smg", wk=1, strength=4, damage=2, band=15, bands=3, burst=3)
GUN4 = Weapon("gun4", wk=4, strength=4, damage=2, band=20, bands=3)
STONE = Weapon("stone", wk=1, strength=2, damage=1, thrown=True)


def duel(gap: float = 10.0, weapons=(RIFLE,), target=None, **facts) -> State:
    """A1 shoots at B1 from so far away, base to base."""
    facts = {"fk": 6, **facts}
    return position(model("A1", (2, 45), weapons=weapons, **facts), model("B1", (4.5 + gap, 45), **(target or {})))


def needed(table: Script) -> int:
    return next(event.target for event in table.told(events.Tested) if event.why == "fk")


# -- the roll


@rule("universalis:R219")
@pytest.mark.parametrize(("die", "hit"), [(1, True), (6, True), (7, False), (12, False)])
def test_equal_or_below_hits(die, hit):
    dice = {"fk": die} | ({"wound": 1, "armour": 12} if hit else {})
    act(duel(), "A1 shoot B1 rifle", dice=dice)


@rule("universalis:R219")
@rule("universalis:R058")
def test_a_target_number_of_zero_misses_without_a_roll_but_costs_ap_and_a_use():
    gun = replace(PISTOL, uses=1, reload=True)
    s = duel(40, (gun,), fk=2)
    table = act(s, "A1 shoot B1 pistol")
    assert table.told(events.NotRolled)[0].why == "fk"
    assert (s.models[0].ap, s.models[0].uses[0], s.models[0].reloading) == (4, 0, 1)


@rule("universalis:R220")
@rule("universalis:R225")
@rule("universalis:R226")
@pytest.mark.parametrize(("verb", "target", "cost"), [("shoot", 6, 3), ("aim", 7, 4), ("snap", 4, 2)])
def test_three_ways_to_shoot(verb, target, cost):
    s = duel()
    table = act(s, f"A1 {verb} B1 rifle", dice={"fk": 12})
    assert needed(table) == target
    assert s.models[0].ap == 6 - cost


@rule("universalis:R225")
@rule("universalis:G21")
@pytest.mark.parametrize(
    ("distance", "aimed", "malus", "inside"),
    [
        (0, False, 0, True),
        (20, False, 0, True),
        (20.1, False, -1, True),
        (40, False, -1, True),
        (60, False, -2, True),
        (60.1, False, -3, False),
        (40, True, 0, True),
        (40.1, True, -1, True),
        (120, True, -2, True),
        (120.1, True, -3, False),
    ],
)
def test_bands_and_their_borders(distance, aimed, malus, inside):
    rules = position(model("A1")).rules
    assert range_malus(rules, 20, 3, distance, aimed) == (malus, inside)


@rule("universalis:G21")
@pytest.mark.parametrize(("distance", "malus"), [(19.9, 0), (20, -1), (40, -2)])
def test_the_border_may_belong_to_the_farther_band(distance, malus):
    rules = position(model("A1"), options={"G21": "farther"}).rules
    assert range_malus(rules, 20, 3, distance)[0] == malus


@rule("universalis:R234")
def test_only_weapons_with_a_band_shoot():
    assert why(duel(weapons=(KNIFE,)), "A1 shoot B1 knife") == "no_ranged_weapon"
    assert why(duel(weapons=(STONE,), gap=5), "A1 shoot B1 stone") is None


@rule("universalis:R235")
@pytest.mark.parametrize(
    ("die", "zone"), [(1, "hull"), (6, "hull"), (7, "right_side"), (9, "left_side"), (12, "movement")]
)
def test_a_hit_on_a_colossus_rolls_for_the_zone(die, zone):
    s = duel(target={"type": COLOSSUS, "size": HUGE, "tp_max": 9})
    table = act(s, "A1 shoot B1 rifle", dice={"fk": 1, "zone": die, "wound": 1, "armour": 12})
    assert table.told(events.ZoneHit)[0].zone == zone


@rule("universalis:R236")
def test_there_must_be_a_line_of_sight():
    s = position(model("A1", (30, 45), weapons=(RIFLE,)), model("B1", (60, 45)), pieces=[wall(40, 20, 41, 70, 9)])
    assert why(s, "A1 shoot B1 rifle") == "sight"


@rule("universalis:R237")
def test_a_direct_threat_must_be_fought_first():
    s = position(model("A1", (30, 45), weapons=(RIFLE,)), model("B1", (35, 45)), model("B2", (60, 45)))
    assert why(s, "A1 shoot B2 rifle") is None
    s.threats, s.duty = [1], BOUND
    assert why(s, "A1 shoot B2 rifle") == "threat"
    assert why(s, "A1 shoot B1 rifle") is None


@rule("universalis:R238")
@pytest.mark.parametrize(("gap", "target"), [(20, 6), (20.5, 5), (45, 4), (80, 3)])
def test_minus_one_for_every_band_used_up(gap, target):
    assert needed(act(duel(gap), "A1 shoot B1 rifle", dice={"fk": 12})) == target


@rule("universalis:R239")
@pytest.mark.parametrize(("gap", "verb", "problem"), [(45, "shoot", None), (45.1, "shoot", "range"), (60, "aim", None)])
def test_nothing_reaches_farther_than_its_last_band(gap, verb, problem):
    assert why(duel(gap, (PISTOL,)), f"A1 {verb} B1 pistol") == problem


@rule("universalis:R240")
@pytest.mark.parametrize(("hidden", "problem"), [(True, "camouflaged"), (False, None)])
def test_a_camouflaged_model_cannot_be_shot_at(hidden, problem):
    s = duel(target={"hidden": hidden, "camouflage": 2, "camouflage_level": 1})
    assert why(s, "A1 shoot B1 rifle") == problem


# -- modifiers, one by one and together


def mods(shot: Shot, **facts) -> dict[str, int]:
    s = position(model("A1", fk=6, **facts), model("B1", (60, 45)))
    return dict(fk_reckoning(s, s.models[0], shot).mods)


PLAIN = Shot(NORMAL, 10, 20, 3, MEDIUM)


@rule("universalis:R241")
@rule("universalis:R242")
@rule("universalis:R244")
@rule("universalis:R245")
@rule("universalis:R231")
@rule("universalis:R232")
@rule("universalis:R112")
@pytest.mark.parametrize(
    ("change", "facts", "expected"),
    [
        ({}, {}, {}),
        ({"size": SMALL}, {}, {"R241": -1}),
        ({"size": LARGE}, {}, {"R241": 1}),
        ({"size": HUGE}, {}, {"R241": 2}),
        ({"size": None}, {}, {}),
        ({"cover": 1}, {}, {"R242": -1}),
        ({"cover": 2}, {}, {"R242": -2}),
        ({"cover": 3}, {}, {"R242": -3}),
        ({"unwieldy": True}, {}, {"R243": -3}),
        ({"unwieldy": True, "size": SMALL}, {}, {"R241": -1, "R243": -3}),
        ({"unwieldy": True, "size": LARGE}, {}, {"R241": 1}),
        ({"unwieldy": True, "size": None}, {}, {}),
        ({}, {"prone": True}, {"R244": 2}),
        ({"fast": True}, {}, {"R245": -2}),
        ({"mode": AIMED}, {}, {"R225": 1}),
        ({"mode": SNAP}, {}, {"R226": -2}),
        ({"mode": REACTION}, {}, {"R231": -1}),
        ({"mode": REACTION, "border": True}, {}, {"R231": -1, "R232": -1}),
        ({"border": True}, {}, {}),
        ({"dodged": True}, {}, {"R112": -1}),
        ({"distance": 21}, {}, {"R238": -1}),
        ({}, {"critical": True}, {"R183": -2}),
        ({"indirect": True, "cover": 3}, {}, {"R249": -5}),
        ({"indirect": True, "spotted": True, "cover": 3}, {}, {"R249": -3}),
        ({"mode": AIMED}, {"traits": (Trait("eagle_eye"),)}, {"R225": 1, "eagle_eye": 1}),
        ({"mode": SNAP}, {"traits": (Trait("eagle_eye"),)}, {"R226": -2}),
    ],
)
def test_each_modifier_alone(change, facts, expected):
    assert mods(replace(PLAIN, **change), **facts) == expected


@rule("universalis:R241")
@rule("universalis:R242")
def test_all_modifiers_together():
    shot = Shot(SNAP, 41, 20, 3, SMALL, cover=2, unwieldy=True, fast=True, shots=3, switches=1, dodged=True)
    found = mods(shot, prone=True, critical=True)
    assert found == {
        "R183": -2,
        "R226": -2,
        "R238": -2,
        "R241": -1,
        "R243": -3,
        "R244": 2,
        "R245": -2,
        "R242": -2,
        "R254": -1,
        "R255": 2,
        "R112": -1,
    }
    assert sum(found.values()) == -12


@rule("universalis:R122")
@pytest.mark.parametrize(("size", "target"), [(MEDIUM, 5), (LARGE, 6), (SMALL, 5)])
def test_a_prone_target_counts_one_size_smaller(size, target):
    table = act(duel(target={"size": size, "prone": True}), "A1 shoot B1 rifle", dice={"fk": 12})
    assert needed(table) == target


# -- readiness and reaction fire


@rule("universalis:R221")
@pytest.mark.parametrize(
    ("weapon", "facts", "problem"),
    [
        (RIFLE, {}, None),
        (replace(RIFLE, wk=3), {}, None),
        (replace(RIFLE, wk=4), {}, "ready_class"),
        (replace(RIFLE, id="rifle", thrown=True, band=0, bands=0), {}, "no_ranged_weapon"),
        (replace(KNIFE, id="rifle"), {}, "no_ranged_weapon"),
        (RIFLE, {"ap": 1}, "ap"),
        (replace(RIFLE, reload=True), {"reloading": 1}, "reload"),
    ],
)
def test_readiness_takes_a_loaded_shooting_weapon_of_a_low_class(weapon, facts, problem):
    assert why(duel(weapons=(weapon,), **facts), "A1 ready rifle") == problem


@rule("universalis:R222")
@pytest.mark.parametrize("order", ["A1 turn 90", "A1 move 2,47", "A1 lie_down", "A1 shoot B1 rifle", "A1 defend"])
def test_any_further_action_ends_readiness(order):
    s = duel(fk=1, gap=40)
    act(s, "A1 ready rifle")
    assert s.models[0].ready == 0
    s.models[0].ap = 6
    act(s, order)
    assert s.models[0].ready == -1


@rule("universalis:R223")
def test_readiness_ends_with_the_next_phase_of_the_model():
    s = duel(ready=0)
    begin_phase(s, Script(s), s.models[0])
    assert s.models[0].ready == -1


@rule("universalis:R224")
@pytest.mark.parametrize(("die", "ready"), [(3, 0), (4, -1)])
def test_whoever_is_shot_at_must_keep_his_nerve_to_stay_ready(die, ready):
    s = duel(target={"weapons": (PISTOL,), "ready": 0, "eh": 3})
    act(s, "A1 shoot B1 rifle", dice={"fk": 12, "eh": die})
    assert s.models[1].ready == ready


@rule("universalis:R224")
def test_being_attacked_or_reconnoitred_tests_readiness_too():
    s = position(model("A1", (30, 45), weapons=(KNIFE,)), model("B1", (32.5, 45), weapons=(PISTOL,), ready=0, eh=3))
    act(s, "A1 attack B1 knife", dice={"eh": 4, "nk_att": 1, "nk_def": 12})
    assert s.models[1].ready == -1
    hider = model("B1", (40, 45), weapons=(PISTOL,), ready=0, eh=3, camouflage=2, camouflage_level=1, hidden=True)
    s = position(model("A1", (30, 45)), hider)
    act(s, "A1 reconnoitre B1", dice={"eh": 4, "wn": 12})
    assert s.models[1].ready == -1


def watched(weapon=RIFLE, **facts) -> State:
    """B1 waits for A1, 27.5 cm away."""
    facts = {"fk": 6, "wn": 12, "ready": 0, **facts}
    return position(model("A1", (20, 50), ap=12), model("B1", (20, 20), weapons=(weapon,), **facts))


def fire(s: State, order: str, answer: str | None, **script) -> Script:
    answers = [answer] if answer else None
    return act(s, order, answers=answers, **script)


@rule("universalis:R227")
@rule("universalis:R231")
@rule("universalis:R233")
def test_reaction_fire_costs_wk_has_minus_one_and_ends_readiness():
    s = watched()
    table = fire(s, "A1 move 20,54", "B1 fire 20.0,50.0", dice={"fk": 4, "wound": 1, "armour": 12})
    assert needed(table) == 6 - 1 - 1  # the second band
    assert (s.models[1].ap, s.models[1].ready) == (4, -1)
    assert s.models[0].y == 54


@rule("universalis:R228")
def test_without_readiness_nobody_is_asked():
    s = watched(ready=-1)
    assert fire(s, "A1 move 20,54", None).asked == []


@rule("universalis:R229")
@rule("universalis:G57")
@pytest.mark.parametrize(
    ("order", "asked"),
    [
        ("A1 turn 90", True),
        ("A1 lie_down", True),
        ("A1 move 20,54", True),
        ("A1 defend", False),
        ("A1 ready pistol", False),
        ("A1 reload cannon", True),
        ("A1 shoot B1 pistol", False),
    ],
)
def test_every_movement_action_can_be_answered_and_nothing_else(order, asked):
    s = watched()
    cannon = Weapon("cannon", 2, 4, 2, 20, 3, reload=True)
    s.models[0] = model("A1", (20, 50), weapons=(PISTOL, cannon), reloading=2, fk=1)
    dice = {"eh": 1} if "shoot" in order else {}
    prompts = [prompt for _, prompt, _ in fire(s, order, None, dice=dice).asked]
    assert ("universalis.prompt.reaction" in prompts) is asked


@rule("universalis:R229")
@pytest.mark.parametrize(("wn", "asked"), [(5, False), (6, True)])
def test_only_inside_the_perception_range(wn, asked):
    s = watched(wn=wn)  # 27.5 cm away
    assert bool(fire(s, "A1 move 22,50", None).asked) is asked


@rule("universalis:R230")
@rule("universalis:G23")
def test_the_mover_can_be_shot_at_in_a_gap_and_goes_on():
    s = position(
        model("A1", (10, 50), ap=12),
        model("B1", (40, 20), weapons=(RIFLE,), ready=0, fk=6, wn=12),
        pieces=[wall(0, 40, 35, 41, 9), wall(45, 40, 90, 41, 9)],
    )
    table = act(s, "A1 move 58,50", dice={"fk": 12}, answers=["B1 fire 40.0,50.0"])
    assert s.models[0].x == 58
    assert len(table.asked) == 1


@rule("universalis:R230")
def test_a_point_without_sight_cannot_be_named():
    s = position(
        model("A1", (10, 50), ap=12),
        model("B1", (40, 20), weapons=(RIFLE,), ready=0, fk=6, wn=12),
        pieces=[wall(0, 40, 35, 41, 9), wall(45, 40, 90, 41, 9)],
    )
    with pytest.raises(AssertionError, match="sight"):
        act(s, "A1 move 58,50", answers=["B1 fire 12.0,50.0"])


@rule("universalis:R232")
@pytest.mark.parametrize(
    ("start", "points", "target"),
    [
        ((20, 30), "20,34", 5),  # always inside
        ((20, 34), "20,38", 4),  # out of the range of 15 cm
        ((20, 38), "20,34", 4),  # into it
        ((0 + 2, 35), "20,36 38,35", 4),  # in and out again
    ],
)
def test_crossing_the_border_of_the_perception_range_is_minus_one_more(start, points, target):
    s = position(model("A1", start, ap=12), model("B1", (20, 20), weapons=(RIFLE,), ready=0, fk=6, wn=3))
    order = f"A1 move {points}"
    here = {"20,34": "20.0,34.0", "20,38": "20.0,34.0"}.get(points, "20.0,36.0")
    table = act(s, order, dice={"fk": 12}, answers=[f"B1 fire {here}"])
    fast = next(event for event in table.told(events.Tested)).mods
    assert needed(table) - dict(fast).get("R245", 0) == target


@rule("universalis:R089")
@rule("universalis:G23")
@pytest.mark.parametrize(("moved", "fast"), [(0.0, False), (16.0, False), (16.1, True)])
def test_the_declared_move_counts_for_fast(moved, fast):
    s = watched()
    s.models[0].moved = moved
    table = fire(s, "A1 move 20,54", "B1 fire 20.0,50.0", dice={"fk": 12})
    assert ("R245" in dict(table.told(events.Tested)[0].mods)) is fast


@rule("universalis:R252")
@rule("universalis:R227")
@pytest.mark.parametrize(("shots", "target", "bonus"), [("", 5, 0), (" x2", 6, 1), (" x4", 8, 3)])
def test_reaction_fire_may_be_a_burst_on_the_mover(shots, target, bonus):
    s = watched(weapon=replace(SMG, band=50))
    dice = {"fk": 1, "wound": 1, "armour": 12}
    table = fire(s, "A1 move 20,54", f"B1 fire 20.0,50.0{shots}", dice=dice)
    assert needed(table) == target
    assert dict(table.told(events.Compared)[0].one[3]).get("R255", 0) == bonus
    assert table.asked[0][2][1].endswith(" x4")  # what is offered is the whole burst


@rule("universalis:R252")
def test_no_more_shots_than_the_weapon_has():
    s = watched(weapon=replace(SMG, band=50))
    with pytest.raises(AssertionError, match="burst"):
        fire(s, "A1 move 20,54", "B1 fire 20.0,50.0 x5")


@rule("universalis:G60")
@rule("universalis:R084")
def test_each_model_reacts_once_and_a_reaction_is_not_answered():
    s = position(
        model("A1", (20, 50), ap=12, ko=12),
        model("A2", (60, 80), weapons=(RIFLE,), ready=0, wn=12),
        model("B1", (20, 20), weapons=(RIFLE,), ready=0, fk=1, wn=12),
        model("B2", (30, 20), weapons=(RIFLE,), ready=0, fk=1, wn=12),
    )
    table = act(s, "A1 move 20,54", answers=["B2 fire 20.0,50.0", "B1 fire 20.0,50.0"])
    assert [seat for seat, _, _ in table.asked] == [1, 1]
    assert all(not name.startswith("B2") for name in table.asked[1][2])
    assert s.models[1].ready == 0


@rule("universalis:R084")
def test_reaction_fire_cannot_be_dodged():
    s = watched()
    s.models[0].card = replace(s.models[0].card, wn=12)
    fire(s, "A1 move 20,54", "B1 fire 20.0,50.0", dice={"fk": 12})
    assert s.models[0].ap == 11


@rule("universalis:R275")
@pytest.mark.parametrize(("die", "kept"), [(3, True), (4, False)])
def test_being_shot_at_may_cost_the_defence_stance(die, kept):
    s = duel(target={"defence": True, "eh": 3})
    act(s, "A1 shoot B1 rifle", dice={"fk": 12, "eh": die})
    assert s.models[1].defence is kept


# -- bursts


def row(*gaps: float, weapon=SMG, fk: int = 5, **facts) -> State:
    """A1 shoots at B1, B2, … who stand beside each other with these gaps."""
    models = [model("A1", (10, 45), weapons=(weapon,), fk=fk, **facts)]
    y = 45.0
    for n, gap in enumerate((None, *gaps)):
        y += 0.0 if gap is None else gap + 2.5
        models.append(model(f"B{n + 1}", (20, y), ko=9))
    return position(*models)


@rule("universalis:R252")
@rule("universalis:R255")
@pytest.mark.parametrize(("shots", "target", "bonus"), [(1, 5, 0), (2, 6, 1), (3, 7, 2), (4, 8, 3)])
def test_several_shots_at_one_target_are_one_better_roll(shots, target, bonus):
    s = row()
    table = act(s, f"A1 shoot B1:{shots} smg", dice={"fk": 1, "wound": 1, "armour": 12})
    assert needed(table) == target
    assert dict(table.told(events.Compared)[0].one[3]).get("R255", 0) == bonus
    assert s.models[0].ap == 4


@rule("universalis:R252")
def test_no_more_than_df_and_one_shots():
    s = row()
    assert why(s, "A1 shoot B1:5 smg") == "burst"
    assert why(s, "A1 shoot B1:4 smg") is None
    assert why(row(weapon=PISTOL), "A1 shoot B1:2 pistol") == "burst"


@rule("universalis:R253")
@pytest.mark.parametrize(("gap", "problem"), [(0, None), (3.0, None), (3.1, "burst_gap")])
def test_the_next_target_is_at_most_three_cm_away(gap, problem):
    assert why(row(gap), "A1 shoot B1:2+B2:2 smg") == problem


@rule("universalis:R253")
def test_up_to_five_targets_with_df_four():
    s = row(1, 1, 1, 1, weapon=replace(SMG, burst=4))
    assert why(s, "A1 shoot B1+B2+B3+B4+B5 smg") is None


@rule("universalis:R254")
@rule("universalis:G45")
def test_every_change_of_target_is_one_harder_and_each_has_its_own_roll():
    s = row(1, 1)
    table = act(
        s,
        "A1 shoot B1:2+B2:1+B3:1 smg",
        dice={"fk": [1, 12, 12], "wound": 1, "armour": 12},
    )
    assert [event.target for event in table.told(events.Tested)] == [6, 4, 3]


@rule("universalis:G45")
def test_nobody_is_a_target_twice_and_each_may_dodge():
    s = row(1)
    assert why(s, "A1 shoot B1:1+B2:1+B1:1 smg") == "target_twice"
    dice = {"fk": [12, 12], "dodge_shooter": [1, 1], "dodge_target": [12, 12]}
    table = act(s, "A1 shoot B1:2+B2:2 smg", dice=dice, answers=["B1 dodge", "B2 dodge"])
    assert [event.target for event in table.told(events.Tested)] == [5, 4]
    assert [m.ap for m in s.models[1:]] == [5, 5]


@rule("universalis:R225")
def test_an_aimed_shot_is_no_burst():
    assert why(row(), "A1 aim B1:2 smg") == "aimed_burst"
    assert why(row(), "A1 aim B1 smg") is None
    assert why(row(), "A1 snap B1:4 smg") is None


@rule("universalis:G67")
@pytest.mark.parametrize(("ap", "problem"), [(6, "ap"), (7, None)])
def test_an_aimed_shot_of_class_five_takes_saved_ap(ap, problem):
    gun = Weapon("gun", 5, 8, 5, 30, 3)
    assert why(duel(weapons=(gun,), ap=ap), "A1 aim B1 gun") == problem


# -- into a melee


def melee(option: str = "random") -> State:
    return position(
        model("A1", (20, 45), weapons=(RIFLE,), fk=9),
        model("A2", (50, 45), ko=9),
        model("B1", (52.5, 45), ko=9),
        options={"K01": option},
    )


@rule("universalis:K01")
@pytest.mark.parametrize(("pick", "struck"), [(1, "A2"), (2, "B1")])
def test_a_hit_in_a_melee_strikes_one_of_those_who_fight(pick, struck):
    table = act(melee(), "A1 shoot B1 rifle", dice={"fk": 1, "wound": 1, "armour": 12}, picks=[pick])
    assert table.told(events.Struck)[0].whom.startswith(struck)


@rule("universalis:K01")
def test_shooting_into_a_melee_can_be_switched_off():
    assert why(melee("never"), "A1 shoot B1 rifle") == "into_melee"


@rule("universalis:K01")
def test_a_gun_kata_shooter_never_strikes_himself():
    s = position(
        model("A1", (50, 45), weapons=(PISTOL,), fk=9, traits=(Trait("gun_kata"),)), model("B1", (52.5, 45), ko=9)
    )
    table = act(s, "A1 shoot B1 pistol", dice={"fk": 1, "wound": 1, "armour": 12})
    assert table.told(events.Struck) == []
    assert s.models[0].tp == [5]


# -- whom one cannot shoot at


@rule("universalis:R236")
@pytest.mark.parametrize(
    ("label", "facts"),
    [("B1", {"out": True}), ("B1", {"place": 2}), ("A2", {})],
)
def test_neither_friends_nor_who_is_out_or_gone_are_targets(label, facts):
    s = position(model("A1", (2, 45), weapons=(RIFLE,)), model(label, (20, 45), **facts))
    assert why(s, f"A1 shoot {label} rifle") == "target"


@rule("universalis:G45")
def test_a_burst_goes_on_with_the_next_target_when_one_is_already_down():
    flames = replace(SMG, radius=4.0, damage=9)
    s = row(1, weapon=flames, fk=9)
    for m in s.models[1:]:
        m.card = replace(m.card, ko=1, eh=12)
    dice = {"fk": 1, "wound": [12, 12], "armour": [1, 1], "eh": 1}
    act(s, "A1 shoot B1:2+B2:2 smg", dice=dice)  # the first blast puts both out, so there is one FK roll only
    assert [m.out for m in s.models[1:]] == [True, True]


@rule("universalis:G45")
def test_a_shooter_put_out_by_his_own_blast_fires_no_more():
    flames = replace(SMG, radius=12.0, damage=9)
    s = row(1, weapon=flames, fk=9, ko=1)
    dice = {"fk": 1, "wound": [12, 1, 1], "armour": [1, 12, 12]}
    act(s, "A1 shoot B1:2+B2:2 smg", dice=dice)
    assert s.models[0].out


# -- holding always


@rule("universalis:R087")
def test_a_seat_may_say_that_it_always_holds():
    s = watched()
    table = act(s, "A1 move 20,52", "A1 move 20,54", answers=["hold always"])
    assert len(table.asked) == 1
    assert s.hold == [False, True]
    assert s.models[1].ready == 0


@rule("universalis:G23")
@rule("universalis:G60")
def test_a_later_reaction_cannot_go_back_on_the_way():
    s = position(
        model("A1", (20, 50), ap=12, ko=12),
        model("B1", (20, 20), weapons=(RIFLE,), ready=0, fk=1, wn=12),
        model("B2", (30, 20), weapons=(RIFLE,), ready=0, fk=1, wn=12),
    )
    with pytest.raises(AssertionError, match="off_way"):
        act(s, "A1 move 28,50", answers=["B1 fire 26.0,50.0", "B2 fire 22.0,50.0"])


@rule("universalis:G23")
def test_a_later_reaction_may_come_at_the_same_point_or_after():
    s = position(
        model("A1", (20, 50), ap=12, ko=12),
        model("B1", (20, 20), weapons=(RIFLE,), ready=0, fk=1, wn=12),
        model("B2", (30, 20), weapons=(RIFLE,), ready=0, fk=1, wn=12),
    )
    act(s, "A1 move 28,50", answers=["B1 fire 26.0,50.0", "B2 fire 27.0,50.0"])
    assert s.models[0].x == 28


@pytest.mark.parametrize(("prone", "said"), [(True, ["prone"]), (False, [])])
def test_whoever_is_not_asked_whether_he_dodges_learns_why(prone, said):
    table = act(duel(target={"prone": prone}), "A1 shoot B1 rifle", dice={"fk": 12}, answers=[] if prone else ["hold"])
    assert [one.why for one in table.told(events.NoDodge)] == said
