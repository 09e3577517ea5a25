"""What a hit does is reckoned once, wherever the two stand and whatever they have done in this phase."""

import pytest

from kempelen.games.universalis.desk.chances import every_roll
from kempelen.games.universalis.face.chances import harm
from kempelen.games.universalis.rules.combat.wounds import resolve_hit, weapon_hit
from kempelen.games.universalis.rules.models.card import Armour, Trait, Weapon
from kempelen.games.universalis.rules.terms import ADAPTIVE, CONCUSSION, FIRE, REND, ROBUST, TOXIC
from tests.games.universalis.table import model, position

EVERYTHING = Weapon("torch", wk=1, strength=4, damage=2, effects=REND | FIRE | TOXIC | CONCUSSION)
PLAIN = Weapon("stick", wk=1, strength=3, damage=3)
WHO = {
    "plain": {},
    "hurt": {"tp": 3, "ko": 3},
    "armoured": {"armour": Armour("plate", protection=5, effects=ROBUST), "ko": 2},
    "stable and lucky": {"traits": (Trait("stable", 1), Trait("luck", 1)), "ko": 4, "tp": 2},
    "colossus": {"type": 1, "tp_max": 8, "zones": [8, 2, 2, 2]},
}
"""What of whoever is hit counts."""
WHERE = (
    ({}, {}),
    ({"at": (10.0, 12.0), "ap": 1, "moved": 7.5, "ran_up": True}, {"at": (80.0, 70.0), "ap": 0, "facing": 90}),
    ({"at": (40.0, 40.0), "full_moves": 2, "first_done": True}, {"at": (42.4, 40.0), "acted": True, "ap": 4}),
)
"""Far from each other, and in contact; before and after doing something."""


def worked_out(s, weapon):
    """The same at the table as it stands, with nothing left out of it."""

    def act(copy, table):
        one, other = copy.models
        before = sum(other.tp)
        resolve_hit(copy, table, other, weapon_hit(copy, weapon, one))
        return before - sum(other.tp), other.out

    found = every_roll(s, act)
    lost = [n for n, _ in found if n]
    return (
        sum(p for (n, _), p in found.items() if n),
        sum(p for (_, out), p in found.items() if out),
        min(lost, default=0),
        max(lost, default=0),
    )


@pytest.mark.parametrize(
    ("who", "weapon"), [*((who, PLAIN) for who in WHO), ("plain", EVERYTHING), ("hurt", EVERYTHING)]
)
def test_places_and_points_change_nothing(who, weapon):
    for one, other in WHERE:
        first, second = dict(one), {**other, **WHO[who]}
        s = position(
            model("A1", first.pop("at", (20.0, 50.0)), weapons=(weapon,), **first),
            model("B1", second.pop("at", (60.0, 50.0)), **second),
        )
        does = harm(s, weapon_hit(s, weapon, s.models[0]), s.models[1], s.models[0])
        assert (does.wound, does.out, does.least, does.most) == worked_out(s, weapon)
        assert 0 < does.wound < 1


LUCK, UNLUCKY = (Trait("luck", 1),), (Trait("bad_luck", 1),)


@pytest.mark.parametrize("weapon", [PLAIN, Weapon("cloud", wk=1, strength=4, damage=1, effects=TOXIC | CONCUSSION)])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"traits": LUCK}, {}),
        ({"traits": LUCK, "lucky": 1}, {}),
        ({"traits": UNLUCKY}, {"armour": Armour("skin", protection=4, effects=ADAPTIVE), "ko": 2}),
        ({}, {"traits": UNLUCKY, "ko": 4}),
        ({}, {"ko": 12}),
        ({"ko": 9}, {"ko": 1}),
    ],
)
def test_luck_and_what_is_rolled_again(one, other, weapon):
    """One after the other, as in a game: what was kept of one hit is not taken for another."""
    s = position(model("A1", weapons=(weapon,), **one), model("B1", at=(60.0, 50.0), **other))
    does = harm(s, weapon_hit(s, weapon, s.models[0]), s.models[1], s.models[0])
    assert (does.wound, does.out, does.least, does.most) == worked_out(s, weapon)


def test_luck_at_a_colossus():
    s = position(
        model("A1", weapons=(PLAIN,), traits=LUCK), model("B1", at=(60.0, 50.0), type=1, tp_max=8, zones=[8, 2, 1, 2])
    )
    does = harm(s, weapon_hit(s, PLAIN, s.models[0]), s.models[1], s.models[0])
    assert (does.wound, does.out, does.least, does.most) == worked_out(s, PLAIN)
