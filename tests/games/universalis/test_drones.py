"""Drones and their controllers (R318 to R329, G07, G41, G50)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.engine.errors import BadPosition
from kempelen.engine.game import say_in
from kempelen.games.universalis.face.scene import scene
from kempelen.games.universalis.files.rosters import roster_from
from kempelen.games.universalis.rules import events
from kempelen.games.universalis.rules.combat.damage import drone_feedback, go_out, shock
from kempelen.games.universalis.rules.combat.ranged_numbers import NORMAL, Shot, fk_reckoning
from kempelen.games.universalis.rules.combat.threats import threats_of
from kempelen.games.universalis.rules.course import begin_phase, pick, pickable
from kempelen.games.universalis.rules.models.card import Item, Trait
from kempelen.games.universalis.rules.models.current import agi, danger, eh, fk, ko, nk, reckon, wn
from kempelen.games.universalis.rules.models.drones import can_pay, pay, purse
from kempelen.games.universalis.rules.movement.movement_actions import leave_table
from kempelen.games.universalis.rules.state import BOUND, FREE, SPENT, UNTESTED, State
from kempelen.games.universalis.rules.terms import DRONE, HOVER, SMALL
from kempelen.games.universalis.rules.upkeep import burn, start_round
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, act, model, position, run, step, why
from tests.marks import rule


def drone(label: str = "A2", at=(40, 45), controller: str = "A1", **facts):
    facts = {"ap": 2, "weapons": (PISTOL,), "ko": 3, "wn": 7, **facts}
    return model(label, at, type=DRONE, size=SMALL, controller=controller, **facts)


def team(boss=None, own=None, enemy=(80, 80), options=None, **more) -> State:
    """A1 steers A2; both have the phase."""
    boss = {"eh": 6, "weapons": (PISTOL,), **(boss or {})}
    s = position(model("A1", (30, 45), **boss), drone(**(own or {})), model("B1", enemy), options=options, **more)
    s.active = [0, 1]
    return s


# -- who steers whom


@rule("universalis:R318")
@rule("universalis:R320")
def test_a_drone_acts_in_its_controllers_phase_and_is_not_picked_itself():
    s = team()
    assert [m.label for m in pickable(s, 0)] == ["A1"]
    run(s, lambda s, table: begin_phase(s, table, s.models[0]))
    assert s.active == [0, 1]
    assert s.models[1].acted
    assert why(s, "A2 move 44,45") is None


def file(*drones: str, eh: int = 6, **more) -> dict:
    boss = {"id": "boss", "name": "Boss", "leader": True, "agi": 4, "nk": 4, "fk": 4, "ko": 4, "wn": 4, "eh": eh}
    boss |= {"gk": 4, "tp": 5, **more}
    other = {**boss, "id": "other", "name": "Other", "leader": False, "eh": 3}
    own = [
        {"id": f"d{n}", "name": f"D{n}", "type": "drone", "size": "small", "ko": 3, "wn": 4, "gk": 4, "tp": 3}
        | {"controller": controller}
        for n, controller in enumerate(drones)
    ]
    return {"faction": "test", "models": [boss, other, *own]}


@rule("universalis:R319")
@pytest.mark.parametrize("controller", ["", "nobody", "d0"])
def test_every_drone_needs_a_controller_who_is_no_drone(controller):
    with pytest.raises(BadPosition) as error:
        roster_from("x", file(controller))
    assert error.value.text.key.endswith("controller")


@rule("universalis:R319")
def test_only_drones_have_controllers():
    data = file("boss")
    data["models"][1]["controller"] = "boss"
    with pytest.raises(BadPosition) as error:
        roster_from("x", data)
    assert error.value.text.key.endswith("no_drone")


@rule("universalis:R321")
def test_the_controllers_traits_are_not_the_drones():
    s = team({"traits": (Trait("proven_marksman", 3), Trait("eagle_eye"))}, {"at": (40, 45)}, enemy=(50, 45))
    table = act(s, "A2 aim B1 pistol", dice={"fk": 12})
    assert [prompt for _, prompt, _ in table.asked] == ["universalis.prompt.dodge"]
    assert "eagle_eye" not in dict(table.told(events.Tested)[0].mods)


@rule("universalis:R322")
@pytest.mark.parametrize(("eh", "traits", "most"), [(2, [], 0), (5, [], 1), (6, [], 2), (5, ["multitasking 2"], 3)])
def test_one_drone_for_three_points_of_eh(eh, traits, most):
    if most:
        roster_from("x", file(*["boss"] * most, eh=eh, traits=traits))
    with pytest.raises(BadPosition) as error:
        roster_from("x", file(*["boss"] * (most + 1), eh=eh, traits=traits))
    assert error.value.text.key.endswith("slots")


# -- without a controller


@rule("universalis:R323")
@pytest.mark.parametrize("how", [go_out, leave_table])
def test_a_drone_without_controller_panics(how):
    s = team()
    run(s, lambda s, table: how(s, table, s.models[0]))
    assert s.models[1].panic


@rule("universalis:R323")
@rule("universalis:G41")
def test_orphans_act_after_all_others_the_first_side_by_die_in_turn():
    s = position(
        model("A1", (30, 45), out=True),
        drone("A2", (40, 45), panic=True, ap=0),
        drone("A3", (40, 50), panic=True, ap=0),
        model("A4", (10, 10)),
        model("B1", (60, 45), out=True),
        drone("B2", (60, 55), "B1", panic=True, ap=0),
        phase="pick",
    )
    s.models[3].acted = True
    table = run(s, pick, picks=[1])
    order = [event.who[:2] for event in table.told(events.PhaseBegan)]
    assert order == ["B2", "A2", "A3"]


@rule("universalis:G50")
def test_orphans_never_recover():
    s = team({"out": True}, {"panic": True, "at": (45, 45), "ap": 0})
    table = run(s, lambda s, table: begin_phase(s, table, s.models[1]))
    assert table.rolled == []
    assert s.models[1].panic


@rule("universalis:G50")
def test_the_loss_of_a_drone_makes_the_group_test():
    s = team({"eh": 9})
    s.models.append(model("A3", (30, 50), eh=9))
    s.models[3].index = 3
    table = run(s, lambda s, table: go_out(s, table, s.models[1]), dice={"eh": [1, 1, 1]})
    assert len(table.rolled) == 3  # the feedback, and two panic tests


# -- AP


@rule("universalis:R324")
@pytest.mark.parametrize(
    ("own", "boss", "cost", "legal", "after"),
    [
        (2, 6, 2, True, (0, 6)),
        (2, 6, 3, True, (0, 5)),
        (0, 6, 4, True, (0, 2)),
        (2, 1, 3, True, (0, 0)),
        (2, 1, 4, False, (2, 1)),
    ],
)
def test_a_drone_spends_its_own_ap_first(own, boss, cost, legal, after):
    s = team({"ap": boss}, {"ap": own})
    assert can_pay(s, s.models[1], cost) is legal
    if legal:
        pay(s, s.models[1], cost)
    assert (s.models[1].ap, s.models[0].ap) == after


@rule("universalis:R324")
def test_nobody_spends_a_drones_ap_but_itself_and_an_orphan_has_only_its_own():
    s = team({"ap": 0}, {"ap": 2})
    assert not can_pay(s, s.models[0], 1)
    s.models[0].ap, s.models[0].out = 6, True
    assert purse(s, s.models[1]) == 2


@rule("universalis:R324")
@rule("universalis:R111")
def test_a_drones_dodge_is_paid_by_its_controller_if_it_has_no_ap():
    s = position(model("B1", (50, 45), weapons=(RIFLE,), fk=1, agi=4), model("A1", (80, 80), agi=4), drone(ap=0))
    act(s, "B1 shoot A2 rifle", dice={"dodge_shooter": 1, "dodge_target": 9}, answers=["A2 dodge"])
    assert (s.models[1].ap, s.models[2].ap) == (5, 0)


@rule("universalis:R324")
@rule("universalis:R179")
def test_nobody_pays_for_a_burning_drone_that_runs_about():
    s = team(None, {"ap": 1, "burning": KNIFE, "burn_strength": 1, "ko": 9})
    dice = {"burn": 1, "wound": 1, "armour": 12, "w6": 6}
    run(s, lambda s, table: burn(s, table, s.models[1]), dice=dice, directions=[90])
    assert (s.models[0].ap, s.models[1].ap) == (6, 0)


@rule("universalis:R025")
@rule("universalis:R324")
def test_instinctive_control_is_a_purse_for_drones_only():
    s = team({"traits": (Trait("instinctive_control", 3),)}, {"ap": 0})
    s.models.append(drone("A3", (45, 50)))
    s.models[3].index, s.models[3].controller = 3, 0
    for m in s.models:
        m.ap = 0
    run(s, start_round)
    assert (s.models[0].ap, s.models[0].drone_ap, s.models[1].ap, s.models[3].ap) == (6, 3, 2, 2)
    pay(s, s.models[1], 4)
    pay(s, s.models[3], 4)
    assert (s.models[0].ap, s.models[0].drone_ap) == (5, 0)
    assert not can_pay(s, s.models[0], 6)
    run(s, start_round)
    assert s.models[0].drone_ap == 3  # nothing is saved


@rule("universalis:R324")
@pytest.mark.parametrize(("language", "words"), [("en", "3 AP for drones"), ("de", "3 AP für Drohnen")])
def test_the_player_sees_that_purse(language, words):
    s = team({"traits": (Trait("instinctive_control", 3),)})
    s.models[0].drone_ap = 3
    labels = [item.label for tray in scene(s, say_in(language)).trays for item in tray.items]
    assert any(words in label for label in labels)


# -- attributes


@rule("universalis:R325")
def test_a_drone_has_the_controllers_agi_nk_fk_and_eh_and_its_own_ko_and_wn():
    s = team({"agi": 1, "nk": 2, "fk": 3, "ko": 4, "wn": 5, "eh": 6})
    m = s.models[1]
    assert [value(s, m) for value in (agi, nk, fk, ko, wn, eh)] == [1, 2, 3, 3, 7, 6]


@rule("universalis:R325")
@rule("universalis:G50")
@pytest.mark.parametrize(("boss", "own", "total"), [(True, False, 5), (False, True, 3), (False, False, 5)])
def test_the_critical_malus_is_the_drones_own(boss, own, total):
    s = team({"critical": boss, "fk": 5}, {"critical": own})
    assert reckon(s, s.models[1], "FK").total == total


@rule("universalis:R325")
@rule("universalis:G50")
def test_it_borrows_the_current_value():
    s = team({"fk": 5, "items": (Item("scope", ap=1, temporary={"FK": 2}),), "items_on": 1})
    needed = fk_reckoning(s, s.models[1], Shot(NORMAL, 10, 15, 3))
    assert (needed.total, needed.mods) == (7, [("R024", 2)])


@rule("universalis:R325")
def test_names_in_the_roll_are_the_drones():
    s = team(None, {"at": (40, 45)}, enemy=(50, 45))
    assert act(s, "A2 snap B1 pistol").told(events.NotRolled)[0].who.startswith("A2")


# -- threats


@rule("universalis:R326")
def test_a_drone_has_no_danger_zone_and_nothing_threatens_it():
    s = team(enemy=(42.5, 45))
    assert danger(s, s.models[1]) is None
    assert threats_of(s, s.models[1]) == []


def threatened(dice_eh: int | None, order: str, **boss) -> State:
    """B1 threatens A1, and A2 is told to do something."""
    s = team({"eh": 6, "agi": 4, **boss}, {"at": (40, 60), "going": HOVER}, enemy=(34, 45), phase="act")
    s.threats, s.duty = [2], UNTESTED
    step(s, answers=[order], dice={} if dice_eh is None else {"eh": dice_eh} | ({"fk": 12} if "shoot" in order else {}))
    return s


@rule("universalis:R327")
def test_a_drone_that_minds_something_else_needs_its_controllers_test():
    s = threatened(6, "A2 move 40,64")
    assert s.duty == FREE
    assert s.models[1].y == 64
    s = threatened(7, "A2 move 40,64")
    assert s.duty == BOUND
    assert s.models[1].y == 60


@rule("universalis:R327")
def test_acting_against_the_threat_takes_no_test():
    s = team({"fk": 3}, {"at": (40, 60)}, enemy=(34, 45), phase="act")
    s.threats, s.duty = [2], UNTESTED
    step(s, answers=["A2 shoot B1 pistol", "hold"], dice={"fk": 12})
    assert s.duty == UNTESTED


@rule("universalis:R327")
def test_a_bound_drone_must_strike_if_it_can_and_once_is_enough_if_its_controller_cannot():
    s = team({"fk": 3, "ap": 0, "weapons": (), "gk": 0}, {"at": (40, 60), "ap": 12}, enemy=(34, 45), phase="act")
    s.threats, s.duty = [2], BOUND
    assert why(s, "A2 move 40,64") == "threat"
    step(s, answers=["A2 shoot B1 pistol", "hold"], dice={"fk": 12})
    assert s.duty == SPENT
    assert why(s, "A2 move 40,64") is None


# -- shocks and feedback


@rule("universalis:R328")
@rule("universalis:G07")
def test_the_controller_may_buy_off_shock_markers_before_they_bite():
    s = team({"ap": 0}, {"ap": 0, "shocks": 2})
    table = run(s, start_round, answers=["clear", "keep"])
    assert [seat for seat, _, _ in table.asked] == [0, 0]
    assert (s.models[0].ap, s.models[1].ap, s.models[1].shocks) == (4, 0, 0)


@rule("universalis:R328")
def test_without_two_ap_he_is_not_asked():
    s = team({"ap": 0}, {"ap": 0, "shocks": 1})
    s.rules = replace(s.rules, ap_per_round=(1, 6, 2))
    assert run(s, start_round).asked == []
    assert s.models[1].ap == 0


@rule("universalis:R328")
def test_shocks_strike_a_drone_itself():
    s = team()
    run(s, lambda s, table: shock(s, table, s.models[1], 2))
    assert (s.models[1].ap, s.models[1].shocks, s.models[0].ap) == (0, 1, 6)


@rule("universalis:R329")
@pytest.mark.parametrize(("die", "tp"), [(6, 5), (7, 4)])
def test_feedback_costs_one_tp_unless_the_eh_roll_is_passed(die, tp):
    s = team()
    run(s, lambda s, table: drone_feedback(s, table, s.models[0]), dice={"eh": die})
    assert s.models[0].tp == [tp]
    assert s.models[0].ap == 6  # it is no damage, so no shock


@rule("universalis:R329")
def test_feedback_can_make_critical_or_put_out():
    s = team({"tp": 3})
    run(s, lambda s, table: drone_feedback(s, table, s.models[0]), dice={"eh": 12})
    assert s.models[0].critical
    s = team({"tp": 1})
    run(s, lambda s, table: go_out(s, table, s.models[1]), dice={"eh": 12})
    assert s.models[0].out
