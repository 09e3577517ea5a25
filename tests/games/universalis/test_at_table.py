"""The calculators at a running game: they know the table, and say what its choices say."""

from kempelen.games.universalis.desk.at_table import at_table
from kempelen.games.universalis.face.chances import fired, harm, hurts
from kempelen.games.universalis.rules.actions import Shoot
from kempelen.web.pocket.asked import answers_in
from tests.games.universalis.table import KNIFE, RIFLE, model, position, wall


def result(s, what, **given):
    calculation = next(one for one in at_table(s) if one.id == what)
    known, problem = answers_in(calculation.asks, given)
    assert problem is None
    return known, calculation.work(known)


def duel(**more):
    shooter = model("A1", (20, 45), fk=10, weapons=(RIFLE, KNIFE))
    pieces = [wall(38, 40, 39, 50, 8)] if more.pop("walled", False) else []
    return position(shooter, model("B1", (45, 45), weapons=(KNIFE,), **more), model("B2", (80, 80)), pieces=pieces)


def test_a_shot_is_what_the_choice_of_the_game_says():
    for s in (duel(), duel(prone=True), duel(fast=True, tp=2), duel(critical=True)):
        known, found = result(s, "shot", shooter="A1", target="B1", mode="aimed")
        assert known == {"shooter": "A1", "weapon": "rifle", "target": "B1", "mode": "aimed"}
        m = s.models[0]
        (one,) = fired(s, m, Shoot("A1", "aimed", "rifle", (("B1", 1),)))
        said = dict(found.short.fields)
        for part, p in (
            ("hit", one.chance),
            ("wound", hurts(s, one, m)),
            ("out", one.chance * harm(s, one.hit, one.target, m).out),
        ):
            assert part in said or (part == "out" and not p), "what a blow cannot do is not said"
            assert part not in said or dict(said[part].fields)["p"] == float(p * 100)


def test_the_next_enemy_and_an_own_weapon_are_usual():
    known, _ = result(duel(), "shot")
    assert known == {"shooter": "A1", "weapon": "rifle", "target": "B1", "mode": "normal"}


def test_whoever_is_not_seen_is_not_shot_at():
    _, found = result(duel(walled=True), "shot", shooter="A1", target="B1")
    assert found.do.key == "universalis.no.sight"


def test_whoever_is_far_charges_and_whoever_touches_strikes():
    known, _ = result(duel(), "melee", attacker="A1", defender="B1")
    assert known["blow"] == "charge"
    s = duel()
    s.models[0].x = 45 - s.models[0].r - s.models[1].r
    known, _ = result(s, "melee", attacker="A1", defender="B1", blow="reckless_attack")
    assert known["blow"] == "reckless_attack"


def test_a_fight_that_is_going_on_is_asked_about_first():
    s = position(
        model("A1", (20, 45), weapons=(KNIFE,)),
        model("A2", (60, 45), weapons=(KNIFE,)),
        model("B1", (60, 45), weapons=(KNIFE,)),
    )
    s.models[1].x -= s.models[1].r + s.models[2].r
    s.active = (0, 0)
    known, _ = result(s, "melee")
    assert (known["attacker"], known["defender"], known["blow"]) == ("A2", "B1", "attack")


def test_where_nobody_can_attack_anybody_there_is_nothing_to_work_out():
    assert not at_table(position(model("A1", (20, 45), weapons=(RIFLE,))))
