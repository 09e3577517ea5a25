"""The wound roll against the armour roll, damage, shock, critical, burning, poison, out (R166 to R187, R201 to R204)."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from kempelen.games.universalis.rules.combat.damage import (
    apply_damage,
    damage_chain,
    go_out,
    is_critical,
    poison_tick,
    shock,
)
from kempelen.games.universalis.rules.combat.wounds import Hit, resolve_hit
from kempelen.games.universalis.rules.events import Compared, Damaged
from kempelen.games.universalis.rules.models.card import Armour, Item, Weapon
from kempelen.games.universalis.rules.models.current import gk, perception, reckon
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.table.board import Board
from kempelen.games.universalis.rules.terms import (
    ADAPTIVE,
    CONCUSSION,
    FIRE,
    PIERCING,
    REINFORCED,
    REND,
    ROBUST,
    STATIONARY,
    STRUCTURE,
    TOXIC,
    TRAUMA,
)
from kempelen.games.universalis.rules.upkeep import burn, burn_table, shock_markers
from tests.games.universalis.table import Script, act, block, model, position, run, why
from tests.marks import rule

CLUB = Weapon("club", wk=1, strength=4, damage=2)


def strike(s: State, weapon: Weapon = CLUB, **script) -> Script:
    """A1 hits B1 with a weapon; the dice are `wound` and `armour`."""
    attacker, victim = s.models[0], s.models[1]
    hit = Hit(weapon.strength, weapon.damage, weapon.effects, weapon, attacker)
    return run(s, lambda s, table: resolve_hit(s, table, victim, hit), **script)


def pair(weapon: Weapon = CLUB, options=None, **facts) -> State:
    return position(model("A1", (30, 45)), model("B1", (60, 45), **facts), options=options)


# -- what is added


@rule("universalis:R166")
@pytest.mark.parametrize(
    ("armour", "ko", "added"),
    [
        (None, 4, 4),
        (Armour("a", 6), 4, 6),
        (Armour("a", 3), 4, 4),
        (Armour("a", 4), 4, 4),
        (Armour("a", 0), 4, 4),
    ],
)
def test_ko_stands_in_for_missing_or_weaker_armour(armour, ko, added):
    s = pair(armour=armour, ko=ko)
    table = strike(s, dice={"wound": 1, "armour": 8})
    compared = table.told(Compared)[0]
    assert compared.other[2] + sum(value for _, value in compared.other[3]) == added


@rule("universalis:R215")
@pytest.mark.parametrize(("pierced", "added"), [(False, 9), (True, 5)])
def test_additive_protection_is_halved_with_ko(pierced, added):
    weapon = Weapon("w", 1, 4, 2, effects=PIERCING if pierced else 0)
    s = pair(armour=Armour("a", 5, additive=True), ko=4)
    compared = strike(s, weapon, dice={"wound": 1, "armour": 12}).told(Compared)[0]
    assert compared.other[2] + sum(value for _, value in compared.other[3]) == added
    assert ("R215", 4) in compared.other[3]
    assert (("R158", -4) in compared.other[3]) is pierced


# -- how it comes out


@rule("universalis:R167")
def test_a_higher_armour_roll_leaves_no_trace():
    s = pair(ko=4)
    strike(s, dice={"wound": 6, "armour": 7})
    victim = s.models[1]
    assert (victim.tp, victim.ap, victim.shocks, victim.critical) == ([5], 6, 0, False)


@rule("universalis:R168")
def test_a_tie_is_one_shock_and_no_damage():
    s = pair(ko=4)
    strike(s, dice={"wound": 7, "armour": 7})
    assert (s.models[1].tp, s.models[1].ap) == ([5], 4)


@rule("universalis:R169")
@rule("universalis:R171")
@rule("universalis:R173")
def test_a_higher_wound_roll_costs_the_damage_and_one_shock():
    s = pair(ko=4)
    strike(s, dice={"wound": 8, "armour": 7})
    assert (s.models[1].tp, s.models[1].ap) == ([3], 4)


@rule("universalis:R170")
@pytest.mark.parametrize(("reduction", "left"), [(0, 2), (1, 3), (2, 4), (3, 5), (5, 5)])
def test_damage_reduction_takes_from_the_damage_but_not_below_zero(reduction, left):
    s = pair(armour=Armour("a", 1, reduction), ko=1)
    strike(s, Weapon("w", 1, 4, 3), dice={"wound": 8, "armour": 1})
    assert s.models[1].tp == [left]
    assert s.models[1].ap == 4  # the shock comes all the same (G15)


@rule("universalis:G15")
def test_without_loss_there_is_no_shock_if_the_option_says_so():
    s = pair(options={"G15": "nothing"}, armour=Armour("a", 1, 3), ko=1)
    strike(s, Weapon("w", 1, 4, 3), dice={"wound": 8, "armour": 1})
    assert (s.models[1].tp, s.models[1].ap) == ([5], 6)


@rule("universalis:R172")
@pytest.mark.parametrize(("damage", "out"), [(4, False), (5, True), (9, True)])
def test_at_zero_tp_a_model_is_out_and_not_shocked(damage, out):
    s = pair(ko=1)
    strike(s, Weapon("w", 1, 4, damage), dice={"wound": 8, "armour": 1})
    victim = s.models[1]
    assert victim.out is out
    assert victim.ap == (6 if out else 4)


@rule("universalis:R174")
@rule("universalis:G03")
@pytest.mark.parametrize(
    ("most", "left", "strict", "white_gone"),
    [(5, 3, False, False), (5, 2, True, True), (6, 3, False, True), (6, 2, True, True), (1, 1, False, False)],
)
def test_critical_is_less_than_half(most, left, strict, white_gone):
    assert is_critical(pair().rules, left, most) is strict
    assert is_critical(pair(options={"G03": "white_gone"}).rules, left, most) is white_gone


# -- effects in their order


@rule("universalis:G16")
@pytest.mark.parametrize(
    ("damage", "partial", "effects", "armour", "loss"),
    [
        (5, False, 0, Armour("a", 1, 1, effects=REINFORCED), 1),  # 5 -> 2 -> 1
        (5, True, 0, Armour("a", 1, 0, effects=REINFORCED), 1),  # 5 -> 3 -> 1
        (5, True, 0, Armour("a", 1, 1), 2),  # 5 -> 3 -> 2
        (5, False, STRUCTURE, Armour("a", 1, 1, effects=REINFORCED), 4),
        (1, True, 0, None, 1),
        (1, False, 0, Armour("a", 1, 0, effects=REINFORCED), 0),
    ],
)
def test_template_reinforced_reduction_in_this_order(damage, partial, effects, armour, loss):
    m = model("B1", armour=armour)
    assert damage_chain(m, damage, armour, effects=effects, partial=partial)[-1][1] == loss


@rule("universalis:G16")
@pytest.mark.parametrize(("ko_die", "left"), [(4, 7), (5, 5)])
def test_rend_doubles_what_is_lost_after_reduction(ko_die, left):
    s = pair(armour=Armour("a", 1, 2), ko=4, tp_max=9)
    strike(s, Weapon("w", 1, 6, 4, effects=REND), dice={"wound": 12, "armour": 1, "ko": ko_die})
    assert s.models[1].tp == [left]


@rule("universalis:R153")
def test_rend_asks_for_no_roll_if_nothing_is_lost():
    s = pair(armour=Armour("a", 1, 4), ko=1)
    strike(s, Weapon("w", 1, 6, 4, effects=REND), dice={"wound": 12, "armour": 1})
    assert s.models[1].tp == [5]


@rule("universalis:G18")
def test_robust_then_adaptive_then_concussion():
    s = pair(armour=Armour("a", 6, effects=ROBUST | ADAPTIVE), ko=1)
    table = strike(
        s,
        Weapon("w", 1, 4, 2, effects=CONCUSSION),
        dice={"wound": 9, "armour": 1, "wound_2": 10, "armour_2": [11, 2]},
        answers=["reroll", "reroll", "reroll"],
    )
    assert [seat for seat, _, _ in table.asked] == [1, 1, 0]
    assert table.rolled == ["wound", "armour", "wound_2", "armour_2", "armour_2"]
    assert s.models[1].tp == [3]  # 14 against 8


@rule("universalis:G17")
@pytest.mark.parametrize(("ap", "left", "markers"), [(6, 0, 0), (5, 0, 0), (3, 0, 1), (0, 0, 3)])
def test_trauma_gives_shocks_only(ap, left, markers):
    s = pair(ko=1, ap=ap, tp=3)
    strike(s, Weapon("w", 1, 6, 3, effects=TRAUMA), dice={"wound": 12, "armour": 1})
    victim = s.models[1]
    assert (victim.tp, victim.ap, victim.shocks, victim.critical) == ([3], left, markers, False)


@rule("universalis:R152")
@pytest.mark.parametrize("effect", [FIRE, TOXIC, REND])
def test_armour_with_the_same_effect_cancels_it(effect):
    s = pair(armour=Armour("a", 1, effects=effect), ko=1)
    strike(s, Weapon("w", 1, 6, 1, effects=effect), dice={"wound": 12, "armour": 1})
    victim = s.models[1]
    assert (victim.tp, victim.burning, victim.poison) == ([4], None, [])


# -- out


@rule("universalis:R175")
def test_who_is_out_stays_on_the_table_and_does_nothing():
    s = position(model("A1", (30, 45), tp=1), model("B1", (60, 45)))
    run(s, lambda s, table: go_out(s, table, s.models[0]))
    m = s.models[0]
    assert (m.x, m.y) == (30, 45)
    assert why(s, "A1 turn 90") == "out"


@rule("universalis:R175")
def test_whoever_goes_out_loses_markers_and_lasting_states():
    gun = Weapon("g", 1, 4, 2, 20, 3)
    s = position(model("A1", weapons=(gun,), ready=0, defence=True, burning=CLUB, poison=[CLUB]), model("B1", (60, 45)))
    run(s, lambda s, table: go_out(s, table, s.models[0]))
    m = s.models[0]
    assert (m.ready, m.defence, m.burning, m.poison) == (-1, False, None, [])


# -- burning


@rule("universalis:R177")
@pytest.mark.parametrize("order", ["A1 turn 90", "A1 move 32,45", "A1 defend", "A1 attack B1 unarmed"])
def test_a_burning_model_cannot_act(order):
    s = position(model("A1", (30, 45), burning=CLUB), model("B1", (60, 45)))
    assert why(s, order) == "burning"


@rule("universalis:R178")
@rule("universalis:R180")
@rule("universalis:R181")
@rule("universalis:R182")
@pytest.mark.parametrize(
    ("die", "helpers", "result"),
    [
        *((n, 0, "hit") for n in range(1, 9)),
        *((n, 0, "shock") for n in (9, 10, 11)),
        (12, 0, "out"),
        (6, 1, "hit"),
        (7, 1, "shock"),
        (9, 1, "shock"),
        (10, 1, "out"),
        (12, 1, "out"),
        (1, 4, "shock"),
        (4, 4, "out"),
    ],
)
def test_the_table_for_burning(die, helpers, result):
    assert burn_table(pair().rules, die, helpers) == result


def on_fire(**facts) -> State:
    torch = Weapon("torch", 3, 4, 2, effects=FIRE)
    return position(model("A1", (45, 45), burning=torch, burn_strength=4, **facts), model("B1", (80, 80)))


@rule("universalis:R178")
@rule("universalis:R179")
def test_a_burning_model_is_hit_and_runs_about():
    s = on_fire(ko=3)
    run(
        s,
        lambda s, table: burn(s, table, s.models[0]),
        dice={"burn": 8, "wound": 9, "armour": 9, "w6": 2},
        directions=[0, 90],
    )
    m = s.models[0]
    assert (m.tp, m.ap) == ([3], 2)  # a shock and two moves
    assert (m.x, m.y) == (49, 49)
    assert m.burning is not None
    assert m.moved == pytest.approx(8)


@rule("universalis:R179")
def test_random_moves_end_when_the_ap_run_out():
    s = on_fire(ko=9, ap=2, prone=False)
    run(
        s,
        lambda s, table: burn(s, table, s.models[0]),
        dice={"burn": 1, "wound": 1, "armour": 9, "w6": 6},
        directions=[0, 0],
    )
    assert s.models[0].ap == 0


@rule("universalis:R179")
def test_random_moves_of_a_prone_model_cost_two_each():
    s = on_fire(ko=9, ap=5, prone=True)
    run(
        s,
        lambda s, table: burn(s, table, s.models[0]),
        dice={"burn": 1, "wound": 1, "armour": 9, "w6": 6},
        directions=[0, 0],
    )
    assert s.models[0].ap == 1


@rule("universalis:R179")
@rule("universalis:R095")
def test_who_never_moves_does_not_run_about_either():
    s = on_fire(ko=9, going=STATIONARY)
    run(s, lambda s, table: burn(s, table, s.models[0]), dice={"burn": 1, "wound": 1, "armour": 9, "w6": 6})
    assert (s.models[0].x, s.models[0].ap) == (45, 6)


@rule("universalis:R179")
@pytest.mark.parametrize("degrees", [33, 147, 213, 327])
def test_a_random_move_never_ends_on_a_base(degrees):
    """A position is written to hundredths: a base that is run into is touched, not stood upon, and reads back."""
    for x in range(20):
        s = on_fire(ko=9, gk=9)
        m = s.models[0]
        m.x, m.y = 45 + x / 7, 45 + x / 11
        friend = model("A2", (m.x + 4 * cos(radians(degrees + 9)), m.y + 4 * sin(radians(degrees + 9))))
        friend.index = 2
        s.models.append(friend)
        run(
            s,
            lambda s, table: burn(s, table, s.models[0]),
            dice={"burn": 1, "wound": 1, "armour": 9, "w6": 1},
            directions=[degrees],
        )
        assert m.moved > 1
        assert stand_problem(s, m, m.x, m.y, m.z) is None


@rule("universalis:R179")
def test_who_runs_off_a_roof_falls_on_nobody():
    """Somebody stands right below: it stops at the edge."""
    s = on_fire(ko=9, gk=6)
    s.board = Board("roof", [block(40, 40, 50, 50, 6.0)])
    m, friend = s.models[0], model("A2", (52, 45))
    m.z, friend.index = 6.0, 2
    s.models.append(friend)
    run(
        s,
        lambda s, table: burn(s, table, s.models[0]),
        dice={"burn": 1, "wound": 1, "armour": 9, "w6": 1},
        directions=[0],
    )
    assert m.z == 6.0
    assert m.x > 49
    assert stand_problem(s, m, m.x, m.y, m.z) is None


@rule("universalis:R179")
def test_random_moves_stop_at_the_edge_and_at_bases():
    s = on_fire(ko=9)
    s.models[0].x = 88.0
    s.models.append(model("A2", (88, 48)))
    s.models[2].index = 2
    run(
        s,
        lambda s, table: burn(s, table, s.models[0]),
        dice={"burn": 1, "wound": 1, "armour": 9, "w6": 2},
        directions=[0, 90],
    )
    m = s.models[0]
    assert m.x == pytest.approx(88.75, abs=0.03)
    assert m.y < 46


@rule("universalis:R180")
def test_nine_to_eleven_puts_the_fire_out_with_a_shock():
    s = on_fire()
    run(s, lambda s, table: burn(s, table, s.models[0]), dice={"burn": 9})
    assert (s.models[0].burning, s.models[0].ap) == (None, 4)


@rule("universalis:R182")
def test_only_friends_in_contact_who_stand_help():
    s = on_fire()
    for n, (at, facts) in enumerate((((47.5, 45), {}), ((42.5, 45), {"out": True}), ((45, 50), {}))):
        s.models.append(model(f"A{n + 2}", at, **facts))
        s.models[-1].index = n + 2
    run(s, lambda s, table: burn(s, table, s.models[0]), dice={"burn": 10})
    assert (s.models[0].burning, s.models[0].ap) == (None, 6)


@rule("universalis:G13")
def test_only_a_won_wound_roll_sets_on_fire_and_the_newest_weapon_counts():
    s = pair(ko=4)
    old = Weapon("old", 1, 2, 1, effects=FIRE)
    new = Weapon("new", 1, 6, 1, effects=FIRE)
    strike(s, old, dice={"wound": 6, "armour": 4})
    assert s.models[1].burning is None
    strike(s, old, dice={"wound": 12, "armour": 4})
    strike(s, new, dice={"wound": 12, "armour": 4})
    assert (s.models[1].burning, s.models[1].burn_strength) == (new, 6)


# -- critical


@rule("universalis:R183")
@pytest.mark.parametrize("what", ["AGI", "NK", "FK", "KO", "WN", "EH"])
def test_in_critical_state_every_attribute_roll_is_harder_by_two(what):
    s = position(model("A1", critical=True), model("A2", (20, 20)))
    assert reckon(s, s.models[0], what).total == reckon(s, s.models[1], what).total - 2


@rule("universalis:R184")
@rule("universalis:R185")
@pytest.mark.parametrize(("gk_", "half", "wn", "reach"), [(4, 2, 3, 8), (5, 3, 5, 13), (1, 1, 4, 10)])
def test_in_critical_state_speed_and_perception_are_halved_upwards(gk_, half, wn, reach):
    s = position(model("A1", gk=gk_, wn=wn, critical=True))
    assert gk(s, s.models[0]) == half
    assert perception(s, s.models[0]) == reach


@rule("universalis:R186")
@rule("universalis:G04")
@pytest.mark.parametrize(("option", "ap"), [("each_time", 2), ("never", 4)])
def test_a_second_time_critical_is_one_more_shock(option, ap):
    s = position(model("B1", tp=2, critical=True), options={"G04": option})
    run(s, lambda s, table: apply_damage(s, table, s.models[0], [("R150", 1)]))
    assert (s.models[0].tp, s.models[0].ap) == ([1], ap)


@rule("universalis:R187")
def test_healing_does_not_end_the_critical_state():
    kit = Item("kit", ap=2, uses=3, heal=4)
    s = position(model("A1", tp=1, critical=True, items=(kit,)))
    act(s, "A1 use kit")
    assert (s.models[0].tp, s.models[0].critical) == ([5], True)


@rule("universalis:G02")
@pytest.mark.parametrize(("option", "totals"), [("yes", (10, 9)), ("no", (12, 11))])
def test_critical_counts_for_wound_and_armour_rolls_unless_switched_off(option, totals):
    s = position(
        model("A1", (30, 45), critical=True), model("B1", (60, 45), ko=4, critical=True, tp=2), options={"G02": option}
    )
    compared = strike(s, dice={"wound": 8, "armour": 7}).told(Compared)[0]
    assert tuple(die + base + sum(v for _, v in mods) for _, _, base, mods, die in (compared.one, compared.other)) == (
        totals
    )


# -- shock


@rule("universalis:R201")
@rule("universalis:R202")
@rule("universalis:G05")
@pytest.mark.parametrize(
    ("ap", "shocks", "left", "markers", "with_marker"),
    [(6, 1, 4, 0, 0), (2, 1, 0, 0, 0), (1, 1, 0, 0, 1), (0, 1, 0, 1, 1), (3, 2, 0, 0, 1), (2, 3, 0, 2, 2)],
)
def test_a_shock_takes_two_ap_or_gives_a_marker(ap, shocks, left, markers, with_marker):
    for option, expected in (("no_marker", markers), ("marker", with_marker)):
        s = position(model("A1", ap=ap), options={"G05": option})
        run(s, lambda s, table: shock(s, table, s.models[0], shocks))
        assert (s.models[0].ap, s.models[0].shocks) == (left, expected)


@rule("universalis:R203")
@rule("universalis:G06")
@pytest.mark.parametrize(
    ("ap", "markers", "left", "stay"),
    [(6, 0, 6, 0), (6, 1, 4, 0), (6, 3, 0, 0), (6, 4, 0, 1), (7, 4, 0, 0), (0, 2, 0, 2), (1, 2, 0, 1)],
)
def test_markers_take_ap_until_either_is_gone(ap, markers, left, stay):
    assert shock_markers(pair().rules, ap, markers) == (left, stay)


# -- poison


@rule("universalis:R204")
@rule("universalis:G14")
def test_poison_works_without_a_roll_oldest_first_and_reduction_counts():
    weak, strong = Weapon("weak", 1, 4, 1), Weapon("strong", 1, 4, 3)
    s = position(model("A1", poison=[strong, weak, weak], armour=Armour("a", 9, 1)))
    table = run(s, lambda s, table: poison_tick(s, table, s.models[0]))
    m = s.models[0]
    assert table.rolled == []
    assert (m.tp, m.ap, [weapon.id for weapon in m.poison]) == ([3], 4, ["weak", "weak"])
    assert table.told(Damaged)[0].steps[-1] == ("R170", 2)


@rule("universalis:R157")
@pytest.mark.parametrize(("wound", "markers"), [(6, 1), (7, 1), (8, 2), (9, 2), (12, 4)])
def test_poison_markers_are_half_the_difference_rounded_up(wound, markers):
    s = pair(ko=4)
    strike(s, Weapon("w", 1, 4, 1, effects=TOXIC), dice={"wound": wound, "armour": 5})
    assert len(s.models[1].poison) == markers


@rule("universalis:R155")
@rule("universalis:R162")
@rule("universalis:R163")
@pytest.mark.parametrize(
    ("wound", "armour", "effects", "worn", "asked"),
    [
        (9, 1, CONCUSSION, 0, False),  # already winning
        (1, 1, CONCUSSION, 0, True),
        (1, 9, CONCUSSION, 0, True),
        (9, 1, 0, ADAPTIVE, True),
        (1, 1, 0, ADAPTIVE, True),
        (1, 9, 0, ADAPTIVE, False),
        (9, 1, 0, ROBUST, True),
        (1, 9, 0, ROBUST, False),
    ],
)
def test_nobody_is_asked_to_roll_again_who_is_ahead(wound, armour, effects, worn, asked):
    s = pair(ko=1, armour=Armour("a", 4, effects=worn))
    table = strike(s, Weapon("w", 1, 4, 1, effects=effects), dice={"wound": wound, "armour": armour})
    assert bool(table.asked) is asked
