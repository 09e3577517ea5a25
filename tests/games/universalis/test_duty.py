"""The duty to attack a direct threat is judged by the rules, not by what is offered (R048, R327, G39)."""

from __future__ import annotations

from random import Random

import pytest

from kempelen.games.universalis.rules.actions import END, Attack, Charge, Power, Shoot
from kempelen.games.universalis.rules.combat.threats import threats_of
from kempelen.games.universalis.rules.duty import can_attack, can_prepare, must_attack
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.state import BOUND, SPENT, UNTESTED
from kempelen.games.universalis.rules.terms import DRONE, SMALL
from tests.games.universalis.table import KNIFE, PISTOL, RIFLE, area, model, position, step, wall
from tests.marks import rule

FLAMER = Weapon("flamer", wk=1, strength=5, damage=3, band=20, bands=1, radius=4)
CROSSBOW = Weapon("crossbow", wk=2, strength=5, damage=3, band=20, bands=2, reload=True)
CURTAIN = wall(32, 10, 33, 50, 20)
"""Nobody sees or gets past it."""


def threatened(*more, gap=5.0, pieces=(), ap=6, **facts):
    facts = {"weapons": (KNIFE,), **facts}
    s = position(model("A1", (30, 30), ap=ap, **facts), model("B1", (32.5 + gap, 30), ap=0), *more, pieces=pieces)
    s.threats, s.duty = [1], UNTESTED
    return s


def failed(s, notation="A1 lie_down"):
    """The EH test fails."""
    step(s, dice={"eh": 12}, answers=[notation])
    return s.duty


@rule("universalis:R048")
@rule("universalis:G39")
@pytest.mark.parametrize(
    ("facts", "duty"),
    [
        ({"gap": 3}, BOUND),  # a charge
        ({"gap": 3, "ap": 1}, BOUND),
        ({"gap": 5}, BOUND),  # a move, then a charge
        ({"gap": 5, "ap": 1}, SPENT),
        ({"gap": 3, "weapons": (Weapon("axe", 3, 4, 2),), "ap": 2}, SPENT),
        ({"gap": 3, "weapons": (PISTOL,), "ap": 1}, BOUND),  # a snap shot
        ({"gap": 3, "pieces": [CURTAIN]}, SPENT),  # a wall without end
        ({"gap": 3, "pieces": [CURTAIN], "weapons": (PISTOL,)}, SPENT),
        ({"gap": 3, "pieces": [wall(32, 27, 33, 33, 20)], "ap": 12}, BOUND),  # round it
        ({"gap": 3, "pieces": [wall(32, 27, 33, 33, 20)], "ap": 1}, SPENT),
        ({"weapons": (CROSSBOW,), "reloading": 1, "ap": 4, "gk": 0}, BOUND),  # reload, then a snap shot
        ({"weapons": (CROSSBOW,), "reloading": 1, "ap": 3, "gk": 0}, SPENT),
        ({"gap": 3, "prone": True, "ap": 2}, BOUND),  # stand up, then a charge
        ({"gap": 3, "prone": True, "ap": 1}, SPENT),
        ({"gap": 3, "gk": 3, "pieces": [area("swamp", 25, 20, 45, 40)]}, SPENT),  # stuck
        ({"gap": 0, "weapons": (RIFLE,), "ap": 1}, BOUND),  # with bare hands (R285)
    ],
)
def test_it_lapses_only_without_any_attack(facts, duty):
    order = "A1 stand_up" if facts.get("prone") else "end"
    s = threatened(**facts)
    if facts.get("prone"):
        s.duty = BOUND
        assert (can_attack(s, s.models[0]) or can_prepare(s, s.models[0])) == (duty == BOUND)
        return
    assert failed(s, order) == duty


@rule("universalis:R048")
@rule("universalis:R101")
def test_two_threats_base_to_base_must_be_attacked():
    """Their neighbour is nearer than 3 cm to every place beside them."""
    s = threatened(model("B2", (35.5, 32.5)), gap=3)
    assert failed(s, "end") == BOUND
    assert must_attack(s)
    assert END not in options(s)


@rule("universalis:R048")
def test_the_phase_is_not_ended_while_an_attack_is_possible():
    s = threatened(gap=3, gk=8, pieces=[wall(31.6, 26, 31.9, 31, 20)])  # only round the corner
    assert failed(s, "end") == BOUND
    offered = options(s)
    assert END not in offered
    assert all(isinstance(action, Charge) and len(action.points) == 2 for action in offered)
    with pytest.raises(AssertionError, match="threat"):
        step(s, answers=["end"])


@rule("universalis:R048")
@rule("universalis:R256")
def test_a_template_beside_an_unseen_threat_is_an_attack():
    screen = wall(35, 28.6, 35.3, 31.4, 20)
    s = threatened(gap=5, pieces=[screen], weapons=(FLAMER,), gk=0)
    assert failed(s, "end") == BOUND
    offered = options(s)
    assert offered
    assert all(isinstance(action, Shoot) and action.point is not None for action in offered)
    assert all(why_not(s, action) is None for action in offered)


@rule("universalis:R048")
@rule("universalis:G39")
def test_whoever_has_prepared_and_lost_his_ap_is_free():
    """It lapses whenever no attack can be paid any more, not only after the test."""
    s = threatened(gap=7, ap=2)
    assert failed(s, "end") == BOUND
    step(s, answers=["A1 move 31,30"])  # too short a step: now one AP is left and 6 cm
    assert s.duty == SPENT


@rule("universalis:R327")
def test_a_drone_that_can_strike_keeps_the_duty_alive():
    drone = model("A2", (30, 36), type=DRONE, size=SMALL, controller="A1", ap=2, weapons=(PISTOL,))
    s = position(model("A1", (30, 30), eh=6, gk=0, weapons=()), drone, model("B1", (35.5, 30), ap=0))
    s.active, s.threats, s.duty = [0, 1], [2], BOUND
    assert not can_attack(s, s.models[0])
    assert can_attack(s, s.models[1])
    assert must_attack(s)


@rule("universalis:R048")
@pytest.mark.parametrize("part", range(4))
def test_end_is_offered_exactly_when_nothing_must_be_attacked(part):
    """On tables by chance: the list and the rule say the same, and what is offered is allowed."""
    bound = 0
    for seed in range(part * 20, part * 20 + 20):
        chance = Random(f"duty {seed}")

        def spot(chance=chance):
            return chance.randrange(44, 77) / 2, chance.randrange(44, 77) / 2

        weapons = chance.choice([(KNIFE,), (PISTOL,), (KNIFE, PISTOL), (FLAMER,), (CROSSBOW, KNIFE)])
        m = model("A1", (30, 30), gk=chance.randint(2, 6), ap=chance.randint(1, 6), weapons=weapons, eh=3)
        m.prone, m.reloading = chance.random() < 0.3, int(chance.random() < 0.3 and weapons[0] is CROSSBOW)
        walls = [
            wall(x, y, x + chance.choice((0.5, 4)), y + chance.choice((0.5, 4)), chance.choice((2, 20)))
            for x, y in (spot() for _ in range(3))
        ]
        s = position(m, pieces=walls)
        if stand_problem(s, m, 30, 30, 0.0) is not None:
            continue
        for n in (1, 2):
            o = model(f"B{n}", spot(), ap=0)
            o.index = len(s.models)
            if stand_problem(s, o, o.x, o.y, 0.0) is None:
                s.models.append(o)
        s.threats, s.duty = [o.index for o in threats_of(s, m)], BOUND
        if not s.threats:
            continue
        bound += 1
        offered = options(s)
        assert (END in offered) == (not must_attack(s)), seed
        assert all(action is END or why_not(s, action) is None for action in offered), seed
        if END not in offered:
            assert all(isinstance(action, Attack | Charge | Shoot | Power) for action in offered)
    assert bound > 8


@rule("universalis:G39")
def test_without_a_threat_nothing_can_be_prepared():
    s = threatened(gap=5)
    s.threats, s.duty = [], BOUND
    assert not can_prepare(s, s.models[0])
    assert not must_attack(s)
