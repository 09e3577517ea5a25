"""Melee: who may do what, modifiers, stances, reactions, bare hands (R263 to R286)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, helpers, nk_reckoning
from kempelen.games.universalis.rules.course import begin_phase
from kempelen.games.universalis.rules.models.card import Item, Trait, Weapon
from kempelen.games.universalis.rules.models.printed import unarmed
from kempelen.games.universalis.rules.state import UNTESTED, State
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, HUGE, INFANTRY, LARGE, LEFT_SIDE, MEDIUM, SMALL
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, SABRE, Script, act, block, model, position, why
from tests.marks import rule

HAMMER = Weapon("hammer", wk=3, strength=3, damage=3, additive=True, unwieldy=True)
MISS = {"nk_att": 1, "nk_def": 12}


def pair(weapons=(SABRE,), defender=None, options=None, **facts) -> State:
    """A1 and B1 in base contact."""
    defender = {"ko": 9, **(defender or {})}
    return position(
        model("A1", (30, 45), weapons=weapons, **facts), model("B1", (32.5, 45), **defender), options=options
    )


def totals(table: Script, n: int = 0) -> list[int]:
    compared = table.told(events.Compared)[n]
    return [die + base + sum(v for _, v in mods) for _, _, base, mods, die in (compared.one, compared.other)]


# -- what is allowed


@rule("universalis:R263")
@pytest.mark.parametrize(("gap", "inside"), [(0.0, True), (0.01, True), (0.02, False)])
def test_touching_bases_are_in_melee_both_of_them(gap, inside):
    s = position(model("A1", (30, 45), weapons=(PISTOL,)), model("B1", (32.5 + gap, 45), weapons=(PISTOL,)))
    s.active = [0, 1]
    assert (why(s, "A1 turn 90") == "in_melee") is inside
    assert (why(s, "B1 turn 90") == "in_melee") is inside


@rule("universalis:R264")
@rule("universalis:G53")
@pytest.mark.parametrize(
    ("order", "problem"),
    [
        ("A1 attack B1 sabre", None),
        ("A1 reckless B1 sabre", None),
        ("A1 disengage 27,45", None),
        ("A1 shoot B1 pistol", "in_melee"),
        ("A1 snap B1 pistol", "in_melee"),
        ("A1 ready pistol", "in_melee"),
        ("A1 turn 90", "in_melee"),
        ("A1 lie_down", "in_melee"),
        ("A1 stand_up", "in_melee"),
        ("A1 defend", "in_melee"),
        ("A1 move 28,45", "in_melee"),
        ("A1 charge B2 sabre 30,48", "in_melee"),
        ("A1 jump 27,45", "in_melee"),
        ("A1 use kit", "in_melee"),
        ("A1 trait regeneration", "in_melee"),
        ("A1 reload pistol", "in_melee"),
    ],
)
def test_the_list_of_actions_in_melee_is_complete(order, problem):
    s = position(
        model(
            "A1",
            (30, 45),
            tp=3,
            weapons=(SABRE, PISTOL),
            items=(Item("kit", ap=2, heal=2),),
            traits=(Trait("regeneration", 2, ap=1),),
        ),
        model("B1", (32.5, 45)),
        model("B2", (30, 52)),
    )
    assert why(s, order) == problem


@rule("universalis:G53")
@rule("universalis:R301")
def test_what_costs_no_ap_is_no_action_and_allowed_in_melee():
    s = pair(tp=3, items=(Item("spray", uses=1, heal=2),))
    act(s, "A1 use spray")
    assert (s.models[0].tp, s.models[0].ap) == ([5], 6)


@rule("universalis:R264")
def test_in_melee_nobody_dodges_or_fires_in_reaction():
    s = position(
        model("A1", (10, 45), weapons=(RIFLE,), fk=1),
        model("A2", (40, 45)),
        model("B1", (42.5, 45), weapons=(RIFLE,), ready=0, wn=12),
    )
    assert act(s, "A1 shoot B1 rifle", dice={"eh": 1}).asked == []
    assert act(s, "A1 move 12,45").asked == []


@rule("universalis:R278")
@rule("universalis:R265")
def test_only_weapons_of_range_nk_and_only_in_contact():
    assert why(pair((PISTOL,)), "A1 attack B1 pistol") == "no_melee_weapon"
    s = position(model("A1", (30, 45), weapons=(SABRE,)), model("B1", (33.5, 45)))
    assert why(s, "A1 attack B1 sabre") == "contact"


@rule("universalis:R284")
@pytest.mark.parametrize(("hidden", "problem"), [(True, "camouflaged"), (False, None)])
def test_a_camouflaged_model_cannot_be_attacked(hidden, problem):
    s = pair(defender={"camouflage": 2, "camouflage_level": 1, "hidden": hidden})
    assert why(s, "A1 attack B1 sabre") == problem


# -- the roll


@rule("universalis:R266")
@rule("universalis:R267")
@rule("universalis:R268")
@pytest.mark.parametrize(("att", "dfn", "hit"), [(8, 7, True), (7, 8, False)])
def test_the_higher_nk_total_wins(att, dfn, hit):
    s = pair(nk=3, defender={"nk": 3})
    dice = {"nk_att": att, "nk_def": dfn} | ({"wound": 1, "armour": 12} if hit else {})
    table = act(s, "A1 attack B1 sabre", dice=dice)
    assert table.told(events.Fought)[0].hit is hit
    assert s.models[1].tp == [5]


@rule("universalis:R269")
@rule("universalis:G01")
@pytest.mark.parametrize(("agi", "hit"), [([(6, 5)], True), ([(5, 6)], False), ([(5, 5), (7, 7), (2, 1)], True)])
def test_a_tie_goes_to_agi_until_it_is_decided(agi, hit):
    s = pair(nk=3, agi=4, defender={"nk": 3, "agi": 4})
    dice = {"nk_att": 7, "nk_def": 7, "agi_att": [a for a, _ in agi], "agi_def": [d for _, d in agi]}
    if hit:
        dice |= {"wound": 1, "armour": 12}
    table = act(s, "A1 attack B1 sabre", dice=dice)
    assert table.told(events.Fought)[0].hit is hit


@rule("universalis:R270")
@rule("universalis:R271")
@pytest.mark.parametrize(("verb", "cost", "bonus"), [("attack", 2, 0), ("reckless", 3, 2)])
def test_attack_and_reckless_attack(verb, cost, bonus):
    s = pair(nk=3, defender={"nk": 9})
    table = act(s, f"A1 {verb} B1 sabre", dice=MISS)
    assert s.models[0].ap == 6 - cost
    assert totals(table)[0] == 1 + 3 + bonus


@rule("universalis:G25")
@pytest.mark.parametrize(
    ("option", "cost", "bonus", "counter"), [("seed", 3, 2, [3 + 4 + 2, 2 + 4]), ("author", 4, 3, [3 + 4, 2])]
)
def test_a_lost_reckless_attack_makes_the_counterattack_better(option, cost, bonus, counter):
    s = pair(nk=4, defender={"nk": 4, "weapons": (KNIFE,)}, options={"G25": option})
    table = act(
        s,
        "A1 reckless B1 sabre",
        dice={"nk_att": [1, 3], "nk_def": [12, 2], "wound": 1, "armour": 12},
        answers=["B1 counter knife"],
    )
    assert s.models[0].ap == 6 - cost
    assert totals(table)[0] == 1 + 4 + bonus
    assert totals(table, 1) == counter


@rule("universalis:G25")
def test_a_won_reckless_attack_and_a_plain_one_give_no_riposte():
    s = pair(nk=4, defender={"nk": 4, "weapons": (KNIFE,)})
    dice = {"nk_att": [12, 3], "nk_def": [1, 12], "wound": 1, "armour": 12}
    table = act(s, "A1 reckless B1 sabre", dice=dice, answers=["B1 counter knife"])
    assert totals(table, 2)[0] == 3 + 4
    s = pair(nk=4, defender={"nk": 4, "weapons": (KNIFE,)})
    table = act(s, "A1 attack B1 sabre", dice={"nk_att": [1, 3], "nk_def": [12, 12]}, answers=["B1 counter knife"])
    assert totals(table, 1)[0] == 3 + 4


# -- defence


@rule("universalis:R272")
@pytest.mark.parametrize("order", ["A1 turn 90", "A1 move 32,45", "A1 shoot B1 pistol"])
def test_defence_costs_two_and_any_further_action_ends_it(order):
    s = position(model("A1", (30, 45), weapons=(PISTOL,), fk=1, ap=8), model("B1", (60, 45)))
    act(s, "A1 defend")
    assert (s.models[0].defence, s.models[0].ap) == (True, 6)
    act(s, order)
    assert not s.models[0].defence


@rule("universalis:R272")
def test_a_reaction_ends_defence_too():
    s = position(model("A1", (30, 45), weapons=(RIFLE,), fk=1), model("B1", (60, 45), defence=True, wn=12, eh=12))
    act(s, "A1 shoot B1 rifle", dice={"eh": 1, "dodge_shooter": 1, "dodge_target": 1}, answers=["B1 dodge"])
    assert not s.models[1].defence


@rule("universalis:R273")
def test_defence_ends_with_the_next_phase_of_the_model():
    s = position(model("A1", defence=True), model("B1", (60, 80)))
    begin_phase(s, Script(s), s.models[0])
    assert not s.models[0].defence


@rule("universalis:R274")
@rule("universalis:R280")
@pytest.mark.parametrize(("defence", "bonus"), [(False, 2), (True, 0)])
def test_a_charge_is_plus_two_but_not_against_defence_which_is_then_over(defence, bonus):
    s = position(model("A1", (30, 45), weapons=(SABRE,), nk=3), model("B1", (35, 45), nk=9, ko=9, defence=defence))
    table = act(s, "A1 charge B1 sabre 32.5,45", dice=MISS)
    assert totals(table)[0] == 1 + 3 + bonus
    assert not s.models[1].defence
    assert s.models[0].ap == 4


@rule("universalis:R275")
def test_a_blow_does_not_test_the_defence_stance():
    s = pair(nk=3, defender={"defence": True})
    assert "eh" not in act(s, "A1 attack B1 sabre", dice=MISS).rolled


# -- reactions


@rule("universalis:R276")
@rule("universalis:G26")
def test_the_defender_may_strike_back_once_and_that_is_the_end():
    s = pair(nk=4, ko=9, defender={"weapons": (KNIFE,), "nk": 4})
    table = act(
        s,
        "A1 attack B1 sabre",
        dice={"nk_att": [1, 9], "nk_def": [12, 1], "wound": 1, "armour": 12},
        answers=["B1 counter knife"],
    )
    assert len(table.asked) == 1
    assert s.models[1].ap == 5
    assert table.told(events.Fought)[1].who.startswith("B1")


@rule("universalis:R276")
@pytest.mark.parametrize(("ap", "asked"), [(0, False), (1, True)])
def test_striking_back_takes_the_ap(ap, asked):
    s = pair(defender={"weapons": (KNIFE,), "ap": ap})
    assert bool(act(s, "A1 attack B1 sabre", dice=MISS).asked) is asked


@rule("universalis:R276")
@pytest.mark.parametrize("state", [{"panic": True}, {"burning": KNIFE}])
def test_who_panics_or_burns_does_not_strike_back(state):
    s = pair(defender={"weapons": (KNIFE,), **state})
    assert act(s, "A1 attack B1 sabre", dice=MISS).asked == []


@rule("universalis:R276")
def test_who_was_put_out_does_not_strike_back():
    s = pair(nk=9, defender={"weapons": (KNIFE,), "tp": 1, "ko": 1})
    table = act(s, "A1 attack B1 sabre", dice={"nk_att": 12, "nk_def": 1, "wound": 12, "armour": 1})
    assert table.asked == []


@rule("universalis:R277")
@rule("universalis:G54")
def test_who_moves_away_is_struck_at_with_nk_zero_before_he_leaves():
    s = pair(nk=7, eh=12, ko=9, defender={"weapons": (KNIFE,), "nk": 4})
    s.threats, s.duty = [1], UNTESTED
    table = act(
        s,
        "A1 disengage 27,45",
        dice={"eh": 1, "nk_att": 3, "nk_def": 6, "wound": 1, "armour": 12},
        answers=["B1 strike knife"],
    )
    assert totals(table) == [3 + 4, 6]
    assert (s.models[0].x, s.models[0].ap, s.models[1].ap) == (27, 4, 5)


@rule("universalis:R277")
def test_other_modifiers_count_beside_nk_zero():
    s = pair(nk=7, critical=True, size=LARGE)
    how = Fight(KNIFE, opportunity=True, defender_helpers=1)
    assert nk_reckoning(s, s.models[0], s.models[1], how, attacking=False).total == 0 - 2 + 2 + 1


@rule("universalis:R277")
@rule("universalis:G60")
def test_each_enemy_in_contact_strikes_once():
    s = position(
        model("A1", (30, 45), eh=12, ko=12),
        model("B1", (32.5, 45), weapons=(KNIFE,)),
        model("B2", (30, 47.5), weapons=(KNIFE,)),
    )
    s.threats, s.duty = [1, 2], UNTESTED
    table = act(
        s,
        "A1 disengage 27.2,42.2",
        dice={"eh": 1, "nk_att": [1, 1], "nk_def": [12, 12]},
        answers=["B2 strike knife", "B1 strike knife"],
    )
    assert len(table.asked) == 2


@rule("universalis:R279")
def test_a_blow_at_a_colossus_rolls_for_the_zone():
    s = position(
        model("A1", (30, 45), weapons=(SABRE,), nk=9),
        model("B1", (33.75, 45), type=COLOSSUS, size=HUGE, tp_max=9, ko=9),
    )
    table = act(s, "A1 attack B1 sabre", dice={"nk_att": 12, "nk_def": 1, "zone": 8, "wound": 1, "armour": 12})
    assert table.told(events.ZoneHit)[0].zone == "right_side"


# -- modifiers


def nk(how: Fight, attacking: bool = True, defender=None, **facts) -> int:
    s = pair(nk=5, defender=defender, **facts)
    return nk_reckoning(s, s.models[0], s.models[1], how, attacking).total


PLAIN = Fight(SABRE)


@rule("universalis:R280")
@rule("universalis:R281")
@rule("universalis:R282")
@rule("universalis:R283")
@pytest.mark.parametrize(
    ("how", "attacking", "facts", "defender", "total"),
    [
        ({}, True, {}, {}, 5),
        ({"charge": True}, True, {}, {}, 7),
        ({"charge": True}, True, {}, {"defence": True}, 5),
        ({"charge": True}, False, {}, {}, 5),
        ({"reckless": True}, True, {}, {}, 7),
        ({"helpers": 2}, True, {}, {}, 9),
        ({"helpers": 2}, False, {}, {}, 5),
        ({"defender_helpers": 1}, False, {}, {}, 7),
        ({}, True, {"unwieldy": True}, {}, 2),
        ({}, False, {"unwieldy": True}, {}, 2),
        ({}, True, {"unwieldy": True, "traits": (Trait("nimble"),)}, {}, 5),
        ({}, True, {"size": LARGE}, {}, 6),
        ({}, True, {"size": SMALL}, {}, 5),
        ({}, True, {"size": HUGE, "type": COLOSSUS}, {"size": SMALL}, 8),
        ({}, True, {"size": LARGE, "prone": True}, {}, 5),
        ({}, True, {}, {"prone": True}, 6),
        ({}, True, {"critical": True}, {}, 3),
        ({"charge": True, "helpers": 1}, True, {"unwieldy": True, "size": LARGE, "critical": True}, {}, 5),
    ],
)
def test_melee_modifiers_alone_and_together(how, attacking, facts, defender, total):
    assert nk(replace(PLAIN, **how), attacking, defender, **facts) == total


@rule("universalis:R281")
@rule("universalis:G27")
def test_helpers_are_other_friends_in_contact_who_are_not_out():
    s = position(
        model("A1", (30, 45)),
        model("B1", (32.5, 45)),
        model("A2", (35, 45)),
        model("A3", (32.5, 47.5), out=True),
        model("A4", (32.5, 42.5)),
        model("A5", (32.5, 39)),
        model("B2", (27.5, 45)),
    )
    a, b = s.models[0], s.models[1]
    assert helpers(s, a, b) == 2
    assert helpers(s, b, a) == 1


# -- bare hands


@rule("universalis:R285")
@rule("universalis:R286")
@rule("universalis:G58")
@pytest.mark.parametrize(
    ("type", "size", "ko", "up", "nearest", "wk"),
    [
        (INFANTRY, SMALL, 1, 1, 0, 1),
        (INFANTRY, MEDIUM, 4, 2, 1, 1),
        (INFANTRY, MEDIUM, 5, 2, 2, 1),
        (INFANTRY, LARGE, 6, 2, 2, 2),
        (COLOSSUS, HUGE, 8, 3, 3, 3),
        (COLOSSUS, HUGE, 10, 4, 3, 3),
    ],
)
def test_bare_hands_follow_from_ko_and_size(type, size, ko, up, nearest, wk):
    for option, damage in (("up", up), ("nearest", nearest)):
        fists = unarmed(position(model("A1"), options={"G58": option}).rules, type, size, ko)
        assert fists is not None
        assert (fists.damage, fists.wk, fists.additive, fists.strength) == (damage, wk, True, 0)


@rule("universalis:R285")
def test_drones_have_no_bare_hands():
    assert unarmed(position(model("A1")).rules, DRONE, SMALL, 5) is None
    assert model("A1", type=DRONE, size=SMALL).weapons == ()


@rule("universalis:R285")
def test_bare_hands_are_for_who_has_no_melee_weapon_left():
    assert [weapon.id for weapon in model("A1", weapons=(SABRE,)).weapons] == ["sabre"]
    assert [weapon.id for weapon in model("A1", weapons=(PISTOL,)).weapons] == ["pistol", "unarmed"]
    arm = replace(SABRE, mount=LEFT_SIDE)
    giant = model("A1", (30, 45), type=COLOSSUS, size=HUGE, tp_max=9, weapons=(arm,), zones=[9, 6, 6, 6])
    s = position(giant, model("B1", (33.75, 45)))
    assert why(s, "A1 attack B1 unarmed") == "armed"
    s.models[0].tp[LEFT_SIDE] = 0
    assert why(s, "A1 attack B1 sabre") == "side_lost"
    assert why(s, "A1 attack B1 unarmed") is None


# -- traits of fighters


@rule("universalis:R025")
def test_the_fleet_are_not_hit_by_unwieldy_weapons_and_that_is_no_lost_attack():
    s = pair((HAMMER,), nk=9, defender={"traits": (Trait("fleet"),), "weapons": (KNIFE,), "nk": 1})
    dice = {"nk_att": [12, 12], "nk_def": [1, 1], "wound": 1, "armour": 12}
    table = act(s, "A1 reckless B1 hammer", dice=dice, answers=["B1 counter knife"])
    assert table.told(events.Fought)[0].hit is False
    assert totals(table, 1)[0] == 12 + 1  # no riposte: the roll was won


@rule("universalis:R025")
def test_riposte_is_plus_two_after_a_successful_defence_only():
    fighter = {"traits": (Trait("riposte"),), "weapons": (KNIFE,), "nk": 4, "ko": 9}
    s = pair(nk=4, defender=fighter)
    table = act(s, "A1 attack B1 sabre", dice={"nk_att": [1, 1], "nk_def": [12, 12]}, answers=["B1 counter knife"])
    assert totals(table, 1)[0] == 1 + 4 + 2
    s = pair(nk=4, defender=fighter)
    dice = {"nk_att": [12, 1], "nk_def": [1, 12], "wound": 1, "armour": 12}
    table = act(s, "A1 attack B1 sabre", dice=dice, answers=["B1 counter knife"])
    assert totals(table, 2)[0] == 1 + 4


@rule("universalis:R025")
@pytest.mark.parametrize(("level", "rerolls"), [(1, 1), (3, 3)])
def test_proven_fighters_repeat_their_own_roll_specialists_the_opponents(level, rerolls):
    s = pair(nk=3, defender={"nk": 9}, traits=(Trait("proven_fighter", level),))
    dice = {"nk_att": 1, "nk_def": 12, "nk_att_2": [1] * rerolls}
    act(s, "A1 attack B1 sabre", dice=dice, answers=["reroll"] * rerolls + ["hold"])
    s = pair(nk=3, defender={"nk": 9}, traits=(Trait("melee_specialist", level),))
    dice = {"nk_att": 1, "nk_def": 12, "nk_def_2": [12] * rerolls}
    act(s, "A1 attack B1 sabre", dice=dice, answers=["reroll"] * rerolls + ["hold"])


@rule("universalis:R025")
def test_gun_kata_lets_class_one_weapons_shoot_in_melee():
    s = pair((PISTOL, RIFLE), traits=(Trait("gun_kata"),))
    assert why(s, "A1 shoot B1 pistol") is None
    assert why(s, "A1 shoot B1 rifle") == "in_melee"


@rule("universalis:R263")
@pytest.mark.parametrize(("level", "problem"), [(0.0, "in_melee"), (1.0, "in_melee"), (5.0, None)])
def test_models_on_different_levels_are_not_in_melee(level, problem):
    floor = block(20, 40, 40, 50, level) if level else block(80, 80, 85, 85, 1)
    s = position(model("A1", (18.7, 45)), model("B1", (21.2, 45, level)), pieces=[floor])
    assert why(s, "A1 turn 90") == problem


@rule("universalis:R270")
@pytest.mark.parametrize("facts", [{"out": True}, {"place": 2}])
def test_nobody_attacks_who_is_out_or_gone_nor_a_friend(facts):
    s = position(model("A1", (30, 45), weapons=(SABRE,)), model("B1", (32.5, 45), **facts), model("A2", (27.5, 45)))
    assert why(s, "A1 attack B1 sabre") == "target"
    assert why(s, "A1 attack A2 sabre") == "target"
    assert why(s, "A1 attack B7 sabre") == "target"


@rule("universalis:R276")
def test_a_seat_that_holds_always_does_not_strike_back():
    s = pair(defender={"weapons": (KNIFE,)})
    s.hold = [False, True]
    assert act(s, "A1 attack B1 sabre", dice=MISS).asked == []


@rule("universalis:R276")
def test_nobody_strikes_back_at_an_attacker_who_fell_over_his_own_counterpart():
    s = pair(nk=4, tp=1, ko=1, defender={"weapons": (KNIFE,), "nk": 9})
    dice = {"nk_att": [1, 12], "nk_def": [12, 1], "wound": 12, "armour": 1}
    act(s, "A1 attack B1 sabre", dice=dice, answers=["B1 counter knife"])
    assert s.models[0].out


@rule("universalis:R213")
@rule("universalis:R212")
def test_melee_weapons_have_circles_and_reload_markers_too():
    spear = Weapon("spear", 1, 4, 1, uses=1)
    s = pair((spear, KNIFE))
    act(s, "A1 attack B1 spear", dice=MISS)
    assert why(s, "A1 attack B1 spear") == "uses"
    assert why(s, "A1 attack B1 knife") is None
    saw = Weapon("saw", 1, 4, 1, reload=True)
    s = pair((saw,))
    act(s, "A1 attack B1 saw", dice=MISS)
    assert why(s, "A1 attack B1 saw") == "reload"
    assert why(s, "A1 attack B1 unarmed") == "weapon"


@rule("universalis:R267")
@pytest.mark.parametrize(
    ("weapon", "fleet", "hit"), [(HAMMER, False, True), (HAMMER, True, False), (SABRE, True, True)]
)
def test_only_the_fleet_escape_and_only_unwieldy_weapons(weapon, fleet, hit):
    s = pair((weapon,), nk=9, defender={"traits": (Trait("fleet"),) if fleet else (), "nk": 1})
    dice = {"nk_att": 12, "nk_def": 1} | ({"wound": 1, "armour": 12} if hit else {})
    assert act(s, f"A1 attack B1 {weapon.id}", dice=dice).told(events.Fought)[0].hit is hit
