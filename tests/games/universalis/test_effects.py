"""Damage and armour profiles: every effect, cancelled or not, and in which order (R150 to R165, G16 to G20)."""

from __future__ import annotations

import pytest

from kempelen.engine.errors import BadPosition
from kempelen.games.universalis.files.rosters import roster_from
from kempelen.games.universalis.rules.combat.wounds import resolve_hit, weapon_hit
from kempelen.games.universalis.rules.events import Compared, Damaged
from kempelen.games.universalis.rules.models.card import Armour, Weapon
from kempelen.games.universalis.rules.models.printed import armour_value
from kempelen.games.universalis.rules.terms import (
    ACTIVE,
    ADAPTIVE,
    CONCUSSION,
    EFFECTS,
    EXPLOSIVE,
    FIRE,
    PIERCING,
    REINFORCED,
    REND,
    ROBUST,
    SHRAPNEL,
    STRUCTURE,
    TOXIC,
    TRAUMA,
)
from tests.games.universalis.table import model, position, run
from tests.marks import rule

HUMAN = {"agi": 4, "nk": 2, "fk": 2, "ko": 3, "wn": 3, "eh": 3, "gk": 4, "tp": 5}


class Struck:
    """A hit with strength 5 and damage 3, against KO 3, on a model with 9 TP and 6 AP."""

    def __init__(self, effects=0, *, dice, answers=None, armour=None, weapon=None, hit=None, **facts):
        self.weapon = weapon or Weapon("gun", 2, 5, 3, 20, 3, effects=effects)
        shooter = model("A1", (20, 45), weapons=(self.weapon,))
        self.victim = model("B1", (60, 45), **{"tp_max": 9, "ko": 3, "armour": armour, **facts})
        s = position(shooter, self.victim)
        blow = weapon_hit(s, self.weapon, shooter)
        for name, value in (hit or {}).items():
            setattr(blow, name, value)
        wounds = []
        self.table = run(
            s, lambda s, t: wounds.append(resolve_hit(s, t, self.victim, blow)), dice=dice, answers=answers
        )
        self.totals = wounds[0].wound, wounds[0].armour

    @property
    def tp(self):
        return self.victim.tp[0]


WIN = {"wound": 12, "armour": 1}
LOSE = {"wound": 1, "armour": 12}


# -- profiles


@rule("universalis:R150")
def test_strength_and_damage():
    struck = Struck(dice={"wound": 6, "armour": 6})
    assert struck.totals == (11, 9)
    assert struck.tp == 6


@rule("universalis:R150")
@rule("universalis:R151")
@pytest.mark.parametrize(
    ("kind", "effect"),
    [("weapons", "adaptive"), ("weapons", "robust"), ("weapons", "reinforced"), ("armours", "trauma")],
)
def test_effects_that_only_one_side_has(kind, effect):
    thing = {"wk": 1, "range": "NK", "strength": 1, "damage": 1} if kind == "weapons" else {"protection": 1}
    models = [{"id": id, "name": id, **HUMAN, "leader": id == "a"} for id in "ab"]
    data = {"faction": "border_watch", "models": models, kind: {"thing": {**thing, "effects": [effect]}}}
    with pytest.raises(BadPosition, match="effect"):
        roster_from("own", data)


@rule("universalis:R151")
@rule("universalis:R165")
def test_protection_and_reduction():
    struck = Struck(dice={"wound": 8, "armour": 6}, armour=Armour("plate", 6, 2))
    assert struck.totals == (13, 12)
    assert struck.tp == 8


@rule("universalis:R165")
@pytest.mark.parametrize(("dice", "tp", "ap"), [((5, 8), 9, 6), ((5, 7), 9, 4), ((5, 6), 6, 4)])
def test_the_higher_total_wins(dice, tp, ap):
    struck = Struck(dice={"wound": dice[0], "armour": dice[1]})
    assert (struck.tp, struck.victim.ap) == (tp, ap)


# -- what the armour cancels


@rule("universalis:R152")
@pytest.mark.parametrize(
    ("effect", "dice"),
    [(REND, WIN), (FIRE, WIN), (CONCUSSION, LOSE), (EXPLOSIVE, WIN), (TOXIC, WIN), (PIERCING, WIN), (SHRAPNEL, WIN)],
)
def test_the_same_effect_in_the_armour_cancels_it(effect, dice):
    """Neither a roll for it nor a trace of it: everything is as with a plain weapon."""
    plain = Struck(0, dice=dice, armour=Armour("vest", 4, 0))
    struck = Struck(effect, dice=dice, armour=Armour("vest", 4, 0, effects=effect))
    assert struck.totals == plain.totals
    assert (struck.tp, struck.victim.ap) == (plain.tp, plain.victim.ap)
    assert struck.victim.burning is None
    assert struck.victim.poison == []
    assert struck.table.asked == []


@rule("universalis:R152")
def test_another_effect_is_not_cancelled():
    struck = Struck(FIRE, dice=WIN, armour=Armour("vest", 4, 0, effects=TOXIC))
    assert struck.victim.burning is struck.weapon


# -- each effect


@rule("universalis:R153")
@rule("universalis:G16")
@pytest.mark.parametrize(("ko", "tp"), [(3, 6), (4, 3)])
def test_rend_doubles_the_loss_unless_ko_is_passed(ko, tp):
    assert Struck(REND, dice={**WIN, "ko": ko}).tp == tp


@rule("universalis:R153")
@rule("universalis:G16")
def test_rend_doubles_what_is_left_after_reduction():
    assert Struck(REND, dice={**WIN, "ko": 12}, armour=Armour("vest", 4, 1)).tp == 5


@rule("universalis:R153")
def test_without_a_loss_there_is_nothing_to_rend():
    struck = Struck(REND, dice=WIN, armour=Armour("vest", 4, 3))
    assert struck.tp == 9
    assert "ko" not in struck.table.rolled


@rule("universalis:R154")
@rule("universalis:G13")
@pytest.mark.parametrize(
    ("dice", "tp", "burns"), [(WIN, 9, True), (WIN, 3, False), (LOSE, 9, False), ({"wound": 4, "armour": 6}, 9, False)]
)
def test_fire_sets_survivors_alight(dice, tp, burns):
    struck = Struck(FIRE, dice=dice, tp=tp)
    assert (struck.victim.burning is struck.weapon) == burns
    assert struck.victim.burn_strength == (5 if burns else 0)


@rule("universalis:G13")
def test_the_newest_fire_counts():
    old = Weapon("torch", 1, 2, 1, effects=FIRE)
    struck = Struck(FIRE, dice=WIN, burning=old, burn_strength=2)
    assert (struck.victim.burning, struck.victim.burn_strength) == (struck.weapon, 5)


@rule("universalis:R155")
@rule("universalis:G18")
@pytest.mark.parametrize(
    ("answers", "again", "tp"), [(["keep"], {}, 9), (["reroll"], {"armour_2": 1}, 6), (["reroll"], {"armour_2": 12}, 9)]
)
def test_concussion_forces_a_new_armour_roll(answers, again, tp):
    struck = Struck(CONCUSSION, dice={"wound": 3, "armour": 6, **again}, answers=answers)
    assert struck.tp == tp
    assert [seat for seat, _, _ in struck.table.asked] == [0]


@rule("universalis:R156")
@rule("universalis:G20")
def test_explosive_doubles_the_strength():
    struck = Struck(EXPLOSIVE, dice={"wound": 1, "armour": 6}, hit={"bonus": 2})
    assert struck.totals == (1 + 10 + 2, 9)
    assert dict(struck.table.told(Compared)[0].one[3]) == {"R156": 5, "R255": 2}


@rule("universalis:G20")
def test_explosive_doubles_additive_strength_with_ko():
    hammer = Weapon("hammer", 3, 2, 1, additive=True, effects=EXPLOSIVE)
    assert Struck(weapon=hammer, dice={"wound": 1, "armour": 12}).totals[0] == 1 + 2 * (3 + 2)


@rule("universalis:R157")
@rule("universalis:G14")
@pytest.mark.parametrize(
    ("dice", "tp", "markers"),
    [
        ((5, 6), 9, 1),
        ((5, 5), 9, 1),
        ((6, 5), 9, 2),
        ((7, 5), 9, 2),
        ((8, 5), 9, 3),
        ((12, 1), 9, 7),
        ((12, 1), 3, 0),
        ((4, 6), 9, 0),
    ],
)
def test_toxic_markers_are_half_the_difference_rounded_up(dice, tp, markers):
    struck = Struck(TOXIC, dice={"wound": dice[0], "armour": dice[1]}, tp=tp)
    assert struck.victim.poison == [struck.weapon] * markers


@rule("universalis:R158")
@rule("universalis:G19")
@pytest.mark.parametrize(
    ("armour", "ko", "pierced", "value"),
    [
        (None, 4, True, 4),
        (Armour("a", 6), 4, False, 6),
        (Armour("a", 6), 2, True, 3),
        (Armour("a", 7), 2, True, 4),  # rounded up
        (Armour("a", 6), 4, True, 4),  # KO is never halved
        (Armour("a", 5, additive=True), 4, False, 9),
        (Armour("a", 5, additive=True), 4, True, 5),  # half of the sum
        (Armour("a", 1, additive=True), 9, True, 9),
    ],
)
def test_armour_piercing_halves_protection(armour, ko, pierced, value):
    assert armour_value(armour, ko, pierced) == value


@rule("universalis:R158")
def test_armour_piercing_in_a_hit():
    struck = Struck(PIERCING, dice={"wound": 1, "armour": 1}, armour=Armour("plate", 9))
    assert struck.totals == (6, 6)


@rule("universalis:R159")
@pytest.mark.parametrize(("effects", "armour"), [(0, 1 + 3 + 3), (SHRAPNEL, 1 + 3)])
def test_shrapnel_goes_past_cover(effects, armour):
    assert Struck(effects, dice=WIN, hit={"cover": 3}).totals[1] == armour


@rule("universalis:R159")
@rule("universalis:R251")
@pytest.mark.parametrize(("effects", "armour"), [(0, 1 + 3 + 2), (SHRAPNEL, 1 + 3)])
def test_shrapnel_goes_past_the_cover_of_indirect_fire(effects, armour):
    assert Struck(effects, dice=WIN, hit={"indirect": True}).totals[1] == armour


@rule("universalis:R159")
@rule("universalis:R294")
@pytest.mark.parametrize(("effects", "armour"), [(0, 1 + 3 + 1), (SHRAPNEL, 1 + 3)])
def test_shrapnel_goes_past_camouflage(effects, armour):
    assert Struck(effects, dice=WIN, camouflage=ACTIVE).totals[1] == armour


@rule("universalis:R160")
@rule("universalis:G17")
@pytest.mark.parametrize(
    ("ap", "reduction", "left", "markers"),
    [(6, 0, 0, 0), (4, 0, 0, 1), (3, 0, 0, 1), (0, 0, 0, 3), (6, 1, 2, 0), (6, 3, 6, 0)],
)
def test_trauma_means_shocks_instead_of_damage(ap, reduction, left, markers):
    struck = Struck(TRAUMA, dice=WIN, ap=ap, armour=Armour("vest", 3, reduction), tp=5, tp_max=9)
    assert (struck.tp, struck.victim.ap, struck.victim.shocks) == (5, left, markers)
    assert not struck.victim.critical


@rule("universalis:R161")
@rule("universalis:R164")
@rule("universalis:G63")
@pytest.mark.parametrize(
    ("effects", "damage", "tp"), [(0, 3, 8), (0, 1, 9), (0, 4, 7), (STRUCTURE, 3, 6), (STRUCTURE, 1, 8)]
)
def test_reinforced_armour_halves_damage_rounded_down(effects, damage, tp):
    gun = Weapon("gun", 2, 5, damage, 20, 3, effects=effects)
    assert Struck(weapon=gun, dice=WIN, armour=Armour("hull", 3, 0, effects=REINFORCED)).tp == tp


@rule("universalis:R162")
@pytest.mark.parametrize(
    ("answers", "again", "tp"), [(["keep"], {}, 6), (["reroll"], {"armour_2": 12}, 9), (["reroll"], {"armour_2": 1}, 6)]
)
def test_adaptive_armour_rolls_again(answers, again, tp):
    struck = Struck(dice={"wound": 6, "armour": 5, **again}, answers=answers, armour=Armour("a", 4, effects=ADAPTIVE))
    assert struck.tp == tp
    assert [seat for seat, _, _ in struck.table.asked] == [1]


@rule("universalis:R163")
@rule("universalis:G18")
@pytest.mark.parametrize(
    ("answers", "again", "tp"), [(["keep"], {}, 6), (["reroll"], {"wound_2": 1}, 9), (["reroll"], {"wound_2": 12}, 6)]
)
def test_robust_armour_makes_the_attacker_roll_again(answers, again, tp):
    struck = Struck(dice={"wound": 6, "armour": 5, **again}, answers=answers, armour=Armour("a", 4, effects=ROBUST))
    assert struck.tp == tp
    assert [seat for seat, _, _ in struck.table.asked] == [1]


@rule("universalis:G18")
def test_robust_then_adaptive_then_concussion():
    struck = Struck(
        CONCUSSION,
        dice={"wound": 6, "wound_2": 8, "armour": 5, "armour_2": [12, 2]},
        answers=["reroll", "reroll", "reroll"],
        armour=Armour("a", 4, effects=ROBUST | ADAPTIVE),
    )
    assert struck.table.rolled == ["wound", "armour", "wound_2", "armour_2", "armour_2"]
    assert struck.totals == (13, 6)


@rule("universalis:R155")
def test_a_tie_may_be_rolled_again_by_either():
    struck = Struck(CONCUSSION, dice={"wound": 4, "armour": 6, "armour_2": 5}, answers=["reroll"])
    assert struck.tp == 6


@rule("universalis:G16")
@pytest.mark.parametrize(
    ("damage", "partial", "armour", "rend", "steps"),
    [
        (5, False, None, False, [5]),
        (5, True, None, False, [5, 3]),
        (5, True, Armour("a", 1, 0, effects=REINFORCED), False, [5, 3, 1]),
        (5, False, Armour("a", 1, 1, effects=REINFORCED), False, [5, 2, 1]),
        (7, True, Armour("a", 1, 1, effects=REINFORCED), True, [7, 4, 2, 1, 2]),
        (3, False, Armour("a", 1, 5), False, [3, 0]),
    ],
)
def test_the_order_of_the_damage_chain(damage, partial, armour, rend, steps):
    gun = Weapon("gun", 2, 5, damage, 20, 3, effects=REND if rend else 0)
    dice = {**WIN, "ko": 12} if rend else WIN
    struck = Struck(weapon=gun, dice=dice, armour=armour, hit={"partial": partial})
    assert [value for _, value in struck.table.told(Damaged)[0].steps] == steps


def test_every_effect_has_a_test():
    assert len(EFFECTS) == 12
