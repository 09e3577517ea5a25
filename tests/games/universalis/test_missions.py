"""Missions, zones and the end of a game (R063 to R065, R078, R079, G43, G51, G74, G75, K03, K04)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.engine.dice import ScriptedDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import DirectTable
from kempelen.games.universalis import GAME
from kempelen.games.universalis.automa.group_plan import tasks
from kempelen.games.universalis.automa.solitaire import WEIGHTS
from kempelen.games.universalis.face.status import because
from kempelen.games.universalis.files.position import from_position, to_position
from kempelen.games.universalis.files.scenarios import BARE
from kempelen.games.universalis.rules.choices import Mission
from kempelen.games.universalis.rules.combat.damage import go_out
from kempelen.games.universalis.rules.course import (
    choose_zones,
    deploy,
    finish_phase,
    leader_of,
)
from kempelen.games.universalis.rules.ending import check_end, end_round
from kempelen.games.universalis.rules.events import Ended, Left
from kempelen.games.universalis.rules.missions import fulfilled, in_zone, missions, objects_of, score
from kempelen.games.universalis.rules.movement.deploying import deploy_options
from kempelen.games.universalis.rules.profile import PLAY, SEED
from kempelen.games.universalis.rules.state import EXITED, GONE, RESERVE, Ending, Object, State
from kempelen.games.universalis.rules.terms import DRONE, SMALL
from kempelen.parts.foresight import preview_of
from kempelen.text.say import Text
from tests.games.universalis.table import act, model, position, run, why
from tests.marks import rule


def playing(mission: str = "eliminate", other: str = "eliminate", models=None, **more) -> State:
    models = models or [model("A1", (45, 20)), model("A2", (50, 20)), model("B1", (45, 80)), model("B2", (50, 80))]
    s = position(*models, **more)
    s.missions = [mission, other]
    s.objects = objects_of(s)
    return s


def ended(s: State, **kind) -> tuple[str, tuple[int, ...]] | None:
    run(s, lambda s, table: check_end(s, table, **{"round_end": False, **kind}))
    return None if s.ending is None else (s.ending.reason, s.ending.winners)


# -- zones, as the digest has them


@rule("universalis:G43")
@rule("universalis:R065")
@pytest.mark.parametrize(
    ("mission", "inside", "outside"),
    [
        ("eliminate", [(0, 0), (90, 15), (45, 7)], [(45, 15.1)]),
        ("corner", [(45, 0), (90, 10), (80, 45), (85, 30)], [(44.9, 5), (79.9, 20), (85, 45.1), (60, 10.1)]),
        ("salvage", [(45, 45), (55, 45), (45, 35)], [(55.1, 45), (45, 10)]),
        ("extraction", [(50, 1), (89, 40), (67.5, 20)], [(44, 1), (60, 20), (45, 45)]),
        ("breakthrough", [(45, 15)], [(45, 15.1)]),
        ("mast", [(45, 15)], [(45, 15.1)]),
        ("core", [(45, 10)], [(45, 10.1)]),
    ],
)
def test_deployment_zones(mission, inside, outside):
    s = playing(mission)
    assert all(in_zone(s, 0, x, y) for x, y in inside)
    assert not any(in_zone(s, 0, x, y) for x, y in outside)


@rule("universalis:G43")
@pytest.mark.parametrize(("turn", "inside"), [(0, (45, 5)), (90, (85, 45)), (180, (45, 85)), (270, (5, 45))])
def test_a_zone_is_turned_about_the_middle(turn, inside):
    s = playing()
    s.turned = [turn, 0]
    assert in_zone(s, 0, *inside)
    assert sum(in_zone(s, 0, x, y) for x, y in ((45, 5), (85, 45), (45, 85), (5, 45))) == 1


@rule("universalis:R063")
def test_objects_of_both_missions_lie_on_the_table_once():
    s = playing("salvage", "salvage")
    s.turned = [0, 180]
    places = [(17.4, 17.4), (17.4, 72.6), (72.6, 17.4), (72.6, 72.6)]
    assert sorted((thing.x, thing.y) for thing in objects_of(s)) == places
    s = playing("mast", "core")
    assert sorted(thing.kind for thing in s.objects) == ["core", "mast"]
    assert {(thing.x, thing.y) for thing in s.objects} == {(45, 45)}


@rule("universalis:R064")
@rule("universalis:R065")
@rule("universalis:G43")
def test_the_winner_of_the_leaders_roll_turns_his_zone_first_and_the_loser_takes_another():
    s = playing()
    s.models[0].card = replace(s.models[0].card, leader=True)
    s.models[2].card = replace(s.models[2].card, leader=True)
    table = run(s, choose_zones, dice={"eh_a": 1, "eh_b": 9}, answers=["zone 90", "zone 0"])
    assert [seat for seat, _, _ in table.asked] == [1, 0]
    assert table.asked[0][2] == ("zone 0", "zone 90", "zone 180", "zone 270")
    assert "zone 90" not in table.asked[1][2]
    assert (s.first, s.turned) == (1, [0, 90])


@rule("universalis:R066")
def test_two_groups_in_the_same_small_zone_still_find_room():
    s = playing("salvage", "salvage", [model("A1"), model("A2"), model("B1"), model("B2")])
    for m in s.models:
        m.place = RESERVE
    s.first = 0
    for x, y in ((45, 45), (48, 45)):
        m = next(m for m in s.models if m.place == RESERVE)
        run(s, deploy, answers=[f"{m.label} deploy {x},{y}"])
    offered = deploy_options(s, s.models[2])
    assert offered
    gaps = [
        ((m.x - x) ** 2 + (m.y - y) ** 2) ** 0.5 - 2.5 for x, y, _ in (o.point for o in offered) for m in s.models[:2]
    ]
    assert min(gaps) >= 12 - 1e-9


# -- the leader


@rule("universalis:G51")
@rule("universalis:R006")
def test_the_leader_or_the_highest_eh_still_in_play():
    models = [model("A1", eh=3, leader=True), model("A2", eh=6), model("A3", eh=6), model("A4", eh=9, place=GONE)]
    models.append(model("A5", eh=12, type=DRONE, size=SMALL))
    s = playing(models=[*models, model("B1", (80, 80))])
    assert leader_of(s, 0).label == "A1"
    s.models[0].out = True
    assert leader_of(s, 0).label == "A2"
    s.models[1].place = EXITED
    assert leader_of(s, 0).label == "A3"


# -- winning


@rule("universalis:R079")
def test_elimination_is_won_when_nobody_stands_on_the_other_side():
    s = playing()
    s.models[2].out = True
    assert ended(s) is None
    s.models[3].place = GONE
    assert ended(s) == ("mission", (0,))


@rule("universalis:R079")
@rule("universalis:K04")
@pytest.mark.parametrize(
    ("models", "left", "won"), [(2, 1, True), (3, 1, False), (3, 2, True), (5, 2, False), (5, 3, True)]
)
def test_breakthrough_takes_half_of_the_models_rounded_up(models, left, won):
    own = [model(f"A{n + 1}", (5 + 5 * n, 20)) for n in range(models)]
    s = playing("breakthrough", models=[*own, model("B1", (45, 80))])
    for m in s.models[:left]:
        m.place = EXITED
    assert fulfilled(s, 0) is won
    s.models[0].place = GONE  # fleeing does not count (G12)
    assert fulfilled(s, 0) is (won and left > -(-models // 2))


@rule("universalis:K04")
@pytest.mark.parametrize(
    ("mission", "at", "turn", "problem"),
    [
        ("breakthrough", (20, 85), 0, None),
        ("breakthrough", (20, 84.7), 0, "leave_far"),
        ("breakthrough", (20, 5), 180, None),
        ("breakthrough", (5, 45), 90, None),
        ("breakthrough", (85, 45), 90, "leave_far"),
        ("eliminate", (20, 85), 0, "leave_mission"),
    ],
)
def test_leaving_is_one_more_move_over_the_edge_opposite_the_zone(mission, at, turn, problem):
    s = playing(mission, models=[model("A1", at, gk=4), model("A2", (45, 45)), model("B1", (60, 60))])
    s.turned = [turn, 0]
    assert why(s, "A1 leave") == problem


@rule("universalis:K04")
def test_who_leaves_is_off_the_table_and_paid_for_it():
    s = playing("breakthrough", models=[model("A1", (20, 86)), model("A2", (45, 45)), model("B1", (60, 60))])
    act(s, "A1 leave")
    assert (s.models[0].place, s.models[0].ap) == (EXITED, 5)


@rule("universalis:R079")
@pytest.mark.parametrize(
    ("own", "enemy", "facts", "scores"),
    [
        ((51.25, 45), (80, 80), {}, [1, 0]),  # 5 cm from the mast
        ((51.3, 45), (80, 80), {}, [0, 0]),
        ((48, 45), (42, 45), {}, [0, 0]),
        ((48, 45), (80, 80), {"panic": True}, [0, 0]),
        ((48, 45), (80, 80), {"out": True}, [0, 0]),
    ],
)
def test_the_mast_is_held_by_the_only_side_near_it(own, enemy, facts, scores):
    s = playing("mast", models=[model("A1", own, **facts), model("A2", (5, 5)), model("B1", enemy)])
    run(s, score)
    assert s.scores == scores


@rule("universalis:R079")
def test_three_points_win_the_mast():
    s = playing("mast", "mast")
    s.scores = [2, 2]
    assert ended(s) is None
    s.scores = [2, 3]
    assert ended(s) == ("mission", (1,))


@rule("universalis:R079")
@rule("universalis:G43")
def test_the_core_must_be_carried_into_the_own_zone():
    s = playing("core")
    core = s.objects[0]
    core.carrier = 0
    assert not fulfilled(s, 0)  # at 45,20
    s.models[0].y = 10.0
    assert fulfilled(s, 0)
    core.carrier = 2
    s.models[2].y = 10.0
    assert not fulfilled(s, 0)
    core.carrier, core.x, core.y = -1, 45, 10
    assert not fulfilled(s, 0)  # nobody carries it


@rule("universalis:R109")
def test_picking_up_handing_over_and_dropping_the_core():
    s = playing("core", models=[model("A1", (45, 43), ap=6), model("A2", (47.5, 43)), model("B1", (80, 80))])
    act(s, "A1 take 1")
    assert (s.objects[0].carrier, s.models[0].ap) == (0, 5)
    act(s, "A1 give 1 A2")
    assert s.objects[0].carrier == 1
    run(s, lambda s, table: go_out(s, table, s.models[1]))
    assert (s.objects[0].carrier, s.objects[0].x, s.objects[0].y) == (-1, 47.5, 43)


@rule("universalis:R082")
@rule("universalis:G43")
def test_a_drone_has_no_hands_for_the_core():
    drone = model("A2", (47.5, 43), type=DRONE, ap=6)
    s = playing("core", models=[model("A1", (45, 43), ap=6), drone, model("B1", (80, 80))])
    s.active = [1]
    assert why(s, "A2 take 1") == "drone_hands"
    s.active = [0]
    act(s, "A1 take 1")
    assert why(s, "A1 give 1 A2") == "drone_hands"


@rule("universalis:R079")
def test_a_crate_of_the_other_mission_is_no_data_core():
    s = playing("core", "salvage")
    crate = next(thing for thing in s.objects if thing.kind == "crate")
    crate.carrier, s.models[0].y = 0, 5.0
    assert not fulfilled(s, 0)
    assert {task.thing for task in tasks(s, 0, WEIGHTS).values()} == {
        s.objects.index(next(o for o in s.objects if o.kind == "core"))
    }


@rule("universalis:R079")
@pytest.mark.parametrize(("inside", "won"), [(2, False), (3, True), (4, True)])
def test_salvage_takes_three_crates_in_the_own_zone(inside, won):
    s = playing("salvage")
    s.objects = [Object("crate", 45, 45) if n < inside else Object("crate", 5, 5) for n in range(4)]
    assert fulfilled(s, 0) is won


@rule("universalis:R079")
@pytest.mark.parametrize(
    ("places", "won"),
    [
        ([(5, 85), (45, 45)], True),
        ([(5, 85), (45, 45), (50, 45)], False),
        ([(5, 85), (20, 85), (50, 45)], True),
        ([(16, 75), (45, 45)], False),
    ],
)
def test_extraction_takes_half_of_the_models_in_the_far_corner(places, won):
    own = [model(f"A{n + 1}", at) for n, at in enumerate(places)]
    assert fulfilled(playing("extraction", models=[*own, model("B1", (80, 20))]), 0) is won


@rule("universalis:G43")
def test_both_missions_at_once_are_a_draw():
    s = playing("mast", "mast")
    s.scores = [3, 3]
    assert ended(s) == ("both_missions", ())


@rule("universalis:G43")
@pytest.mark.parametrize(("option", "over"), [("each_phase", True), ("round_end", False)])
def test_missions_are_looked_at_after_every_phase_unless_the_option_says_otherwise(option, over):
    s = playing("mast", options={"G43": option})
    s.scores = [3, 0]
    run(s, finish_phase)
    assert (s.ending is not None) is over
    if not over:
        assert ended(s, round_end=True) == ("mission", (0,))


# -- other ends


@rule("universalis:K03")
def test_a_side_without_models_has_lost_at_once():
    s = playing("mast", "mast")
    s.models[0].out = s.models[1].out = True
    assert ended(s, phase_end=False) == ("wiped_out", (1,))


@pytest.mark.parametrize(
    ("lang", "wiped_out", "drawn"),
    [
        ("en", "A1 was put out and A2 has fled from the table in panic. Whoever has nobody left loses", "Neither side"),
        ("de", "A1 wurde ausgeschaltet und A2 ist in Panik vom Tisch geflohen. Wer niemanden mehr hat", "keine Seite"),
    ],
)
def test_an_end_says_what_became_of_whom_and_by_which_rule(lang, wiped_out, drawn):
    say, s = say_in(lang), playing("mast", "mast")
    s.models[0].out, s.models[1].place = True, GONE
    ended(s, phase_end=False)
    assert wiped_out in say.of(because(s))
    s.ending = Ending("wiped_out", ())
    assert drawn in say.of(because(s))
    s.ending, s.scores = Ending("mission", (0,)), [3, 0]
    assert {"en": "the end of 3 rounds", "de": "am Ende von 3 Runden"}[lang] in say.of(because(s))
    s.ending = Ending("rounds", ())
    assert {"en": "3 of 3 and", "de": "3 von 3 und"}[lang] in say.of(because(s))
    for told in (Ended("wiped_out", ()), Ended("wiped_out", (1,)), Left("A1", True), Left("A1", False)):
        assert say.of(told.text)


@rule("universalis:K03")
def test_unless_its_mission_is_fulfilled():
    s = playing("breakthrough", "mast")
    s.models[0].place, s.models[1].out = EXITED, True
    assert ended(s, phase_end=False) == ("mission", (0,))


@rule("universalis:R078")
@rule("universalis:G74")
def test_giving_up_is_possible_at_the_end_of_a_round_and_loses():
    s = playing()
    s.quitting[0] = True
    run(s, end_round, answers=["surrender"])
    assert (s.ending.reason, s.ending.winners) == ("surrender", (1,))  # type: ignore[union-attr]
    assert why(playing(), "surrender") == "not_now"


@rule("universalis:R080")
@rule("universalis:R078")
def test_who_goes_on_carries_half_of_his_ap():
    s = playing()
    s.models[0].ap = 5
    run(s, end_round)
    assert (s.phase, s.models[0].ap) == ("round", 2)


@rule("universalis:G75")
@pytest.mark.parametrize(
    ("option", "rounds", "over"),
    [("none", 99, False), ("six", 5, False), ("six", 6, True), ("ten", 10, True), ("twenty", 19, False)],
)
def test_there_is_no_last_round_unless_one_is_agreed(option, rounds, over):
    s = playing(options={"G75": option}, round=rounds)
    run(s, end_round)
    assert (s.ending is not None) is over
    if s.ending is not None:
        assert (s.ending.reason, s.ending.winners) == ("rounds", ())


@rule("universalis:G75")
def test_a_scenario_may_set_the_last_round():
    s = playing(round=3)
    s.scenario = replace(BARE, max_rounds=3)
    run(s, end_round)
    assert s.ending is not None


@rule("universalis:G75")
@pytest.mark.parametrize(
    ("seats", "cap"), [(("random", "charge"), 10), (("human", "random"), 0), (("human", "human"), 0)]
)
def test_bots_among_themselves_play_ten_rounds(seats, cap):
    assert SEED.max_rounds == PLAY.max_rounds == 0
    table = DirectTable(GAME, (), ScriptedDice(()))
    s = GAME.new(Setup("universalis", "border_post", seats), table)
    assert s.cap == cap
    assert from_position(to_position(s), {}).cap == cap


@rule("universalis:G43")
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_shipped_mission_has_a_name_and_a_goal(language):
    say = say_in(language)
    for name in missions():
        assert say.of(Text(f"universalis.mission.{name}"))
        assert say.of(Text(f"universalis.goal.{name}"))


@pytest.mark.parametrize(("name", "words", "reach"), [("mast", {"radio mast"}, 5.0), ("core", {"data core"}, 0.0)])
def test_a_mission_that_may_be_chosen_shows_what_it_is_about(name, words, reach):
    """Before anything lies there: the mast with its five centimetres, the core."""
    view = position(model("A1", (45, 20)), model("B1", (45, 80)))
    goals = preview_of(GAME, view, 0, Mission(name)).goals
    assert {say_in("en").of(one.word) for one in goals} == words
    assert {(one.at, one.reach) for one in goals} == {((45.0, 45.0), reach)}
    assert {say_in("de").of(one.word) for one in goals}
