"""The charts: rolls, rows, swaps, fall-backs, re-rolls, and the options that change them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from kempelen.behaviour.chances import action_chances, courses
from kempelen.behaviour.chart import chart
from kempelen.behaviour.chart_words import ask, do, drm, instead, perform, row
from kempelen.behaviour.question import CheckingOracle, HumanOracle, Question, ScriptedOracle, StateOracle
from kempelen.behaviour.verdict import consult
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.engine.trace import Trace
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.stated import StatedFacts
from tests.games.undaunted.tables import facts, verdict
from tests.marks import rule

DEFAULTS = GAME.rulings.defaults


def says(kind, *rolls, options=None, **values):
    """The verdict of a card from stated facts."""
    chosen = GAME.rulings.resolve(options or {})
    table = ScriptedTable(GAME, None, *(f"d10:{roll}" for roll in rolls))
    found = consult(charts_for(chosen)[kind], StateOracle(StatedFacts(kind, chosen, values)), table)
    table.finish()
    return found


def odds_of(kind, options=None, **values):
    chosen = GAME.rulings.resolve(options or {})
    chances = action_chances(charts_for(chosen)[kind], StateOracle(StatedFacts(kind, chosen, values)))
    return {action: str(p) for action, p in chances.items()}


# -- options


@rule("undaunted:Q02")
def test_results_outside_the_table():
    assert odds_of("rifleman", on_tgt_marker=True) == {"move": "4/5", "attack": "1/5"}
    assert odds_of("rifleman", {"Q02": "reroll"}, on_tgt_marker=True) == {"move": "2/3", "attack": "1/3"}
    assert odds_of("rifleman", can_control=True) == {"attack": "1/5", "control": "4/5"}
    assert odds_of("rifleman", {"Q02": "reroll"}, can_control=True) == {"attack": "1/2", "control": "1/2"}


@rule("undaunted:Q03")
def test_the_german_rifleman_rolls_again_outside_the_table():
    german = {"Q03": "nothing_fits"}
    assert odds_of("rifleman", german, on_tgt_marker=True) == {"move": "2/3", "attack": "1/3"}
    assert odds_of("sniper", german, on_tgt_marker=True) == odds_of("sniper", on_tgt_marker=True)


@rule("undaunted:Q26")
def test_a_scout_on_a_target_marker():
    values = {"scouted_enough": True, "on_tgt_marker": True}
    assert odds_of("scout", **values) == {"scout": "7/10", "attack": "3/10"}
    assert odds_of("scout", {"Q26": "swap"}, **values) == {"conceal": "7/10", "attack": "3/10"}


@rule("undaunted:Q46")
def test_nobody_on_the_marked_tile():
    assert odds_of("mortar", marker_placed=True) == {"move": "1/5", "target": "4/5"}
    assert odds_of("mortar", {"Q46": "reroll"}, marker_placed=True) == {"move": "1"}


@rule("undaunted:Q04")
def test_if_no_face_helps_the_first_possible_action_is_taken():
    found = says("mortar", 7, options={"Q46": "reroll"}, marker_placed=True, move_possible=False)
    assert (found.action, found.rolls) == ("target", [7])


@rule("undaunted:Q04")
def test_fifty_rolls_are_enough():
    found = says("rifleman", *[9] * 50)
    assert (found.action, len(found.rolls)) == ("move", 50)


@rule("undaunted:Q04")
def test_without_any_possible_action_nothing_is_rolled():
    found = says("rifleman", enemies=[], move_possible=False)
    assert (found.action, found.rolls, found.total) == ("hunker_down", [], None)


# -- every card


@pytest.mark.parametrize(
    ("kind", "values", "rolls", "action", "total"),
    [
        ("sergeant", {"bolsterable": 3, "bolstered_turn": True}, [6], "bolster", 6),
        ("sergeant", {"bolsterable": 3, "bolstered_turn": True}, [7], "command", 7),
        ("sergeant", {"bolsterable": 3, "draw_possible": False, "bolstered_turn": True}, [7], "bolster", 7),
        ("sergeant", {"draw_possible": False}, [], "hunker_down", None),
        ("guide", {"bolsterable": 1}, [9], "guide", 7),
        ("guide", {"bolsterable": 1, "move_possible": False}, [9], "bolster", 7),
        ("scout", {"fog_in_hand": True}, [10], "attack", 7),
        ("scout", {"scouted_enough": True}, [7], "conceal", 9),
        ("scout", {"scouted_enough": True}, [1], "conceal", 3),
        ("scout", {"enemies": []}, [9], "scout", 6),
        (
            "scout",
            {"fog_in_hand": True, "scouted_enough": True, "enemies": [], "move_possible": False},
            [1],
            "recon",
            5,
        ),
        ("rifleman", {"control_wins": True}, [], "control", None),
        ("rifleman", {}, [9, 10, 4], "move", 4),
        ("rifleman", {"min_def": 5}, [9], "attack", 10),
        ("rifleman", {"move_possible": False}, [1], "attack", 1),
        ("rifleman", {"enemies": [], "can_control": True, "move_possible": False}, [1], "control", 7),
        ("sniper", {"min_def": 8, "better_stalk_tile": "H"}, [8], "attack", 5),
        ("sniper", {"enemies": []}, [8], "stalk", 8),
        ("sniper", {"move_possible": False}, [1], "attack", 1),
        ("mg", {}, [6], "suppress", 6),
        ("mg", {}, [2], "move", 2),
        ("mg", {"enemies": [("R1", "rifleman", 9, True)]}, [8, 4], "attack", 4),
        ("mg", {"enemies": [("M1", "mg", 8, True)]}, [3, 1], "attack", 4),
        ("leader", {"bolsterable": 2}, [], "bolster", None),
        ("leader", {"inspirable": [2]}, [], "inspire", None),
        ("leader", {}, [], "hunker_down", None),
        ("leader", {"several_leaders": True, "bolsterable": 2, "inspirable": [2]}, [], "bolster", None),
        ("leader", {"bolsterable": 2, "inspirable": [2]}, [3], "bolster", 6),
        ("mortar", {}, [2], "move", 2),
        ("mortar", {"target_possible": False}, [8, 1], "move", 1),
        ("mortar", {"marker_placed": True, "human_on_marked": True, "move_possible": False}, [1, 3], "blast", 3),
        ("mortar", {"target_possible": False, "move_possible": False}, [], "hunker_down", None),
    ],
)
def test_a_card_from_stated_facts(kind, values, rolls, action, total):
    found = says(kind, *rolls, **values)
    assert (found.action, found.total) == (action, total)


def test_the_chart_on_a_real_board():
    us = {"counters": {"C4": ["rifleman-A"]}, "scouted": ["C4", "C3"]}
    found = verdict(facts("rifleman-A", us), 3)
    assert (found.action, found.drm, found.total) == ("control", 6, 9)


# -- who answers


def test_a_person_answers_each_question_once():
    table = ScriptedTable(GAME, None, "ask:no", "ask:no", "ask:yes", "d10:3")
    found = consult(charts_for(DEFAULTS)["rifleman"], HumanOracle(table), table, look=False)
    table.finish()
    assert (found.action, found.drm) == ("control", 6)


def test_a_person_is_asked_whether_the_action_is_possible():
    table = ScriptedTable(GAME, None, "ask:yes", "d10:3", "ask:no", "ask:yes")
    found = consult(charts_for(DEFAULTS)["sniper"], HumanOracle(table), table, look=False)
    table.finish()
    assert found.action == "attack"


def test_state_and_person_are_compared():
    """The person overlooks a target; the state's answer counts, and the difference is kept."""
    f = facts("sniper", {"counters": {"C2": ["sniper"]}}, {"counters": {"D4": ["rifleman-A"]}})
    table = ScriptedTable(GAME, None, "ask:no", "ask:no", "d10:5")
    chart = charts_for(DEFAULTS)["sniper"]
    oracle = CheckingOracle(StateOracle(f), HumanOracle(table), [line.question for line in chart.asks])
    found = consult(chart, oracle, table)
    table.finish()
    assert found.drm == 2
    (difference,) = oracle.differences
    assert (difference.question.key, difference.state, difference.person) == (
        "undaunted.question.target_exists",
        True,
        False,
    )


def test_a_script_must_have_an_answer():
    with pytest.raises(AssertionError, match="on_target_marker"):
        consult(charts_for(DEFAULTS)["sniper"], ScriptedOracle({}), ScriptedTable(GAME, None))


# -- the words


SUN = Question("toy", "sun_shines", lambda facts: True)
CAN = Question("toy", "can", lambda facts: True)


def toy(*lines, **more):
    settings = {
        "can": {"walk": CAN, "rest": CAN},
        "last": "sleep",
        "game": "toy",
        "document": "toy",
        "section": "TOY",
        "rulings": {"outside": "1", "nothing": "2", "ladder": "3", "cap": "4"},
    }
    return chart("toy", *lines, row("walk", 1, 5), row("rest", 6, 10), **{**settings, **more})


def test_a_table_must_be_complete():
    with pytest.raises(ValueError, match="0 rows for 5"):
        chart("x", row("walk", 1, 4), row("rest", 6, 10), **_settings())


def _settings():
    return {
        "can": {},
        "last": "sleep",
        "game": "toy",
        "document": "toy",
        "section": "TOY",
        "rulings": {"outside": "1", "nothing": "2", "ladder": "3", "cap": "4"},
    }


def test_a_chart_without_questions_is_only_a_table():
    chances = action_chances(toy(), ScriptedOracle({}, True))
    assert chances == {"walk": Fraction(1, 2), "rest": Fraction(1, 2)}


def test_a_swap_can_be_taken_back():
    both = toy(
        ask(1, SUN, yes=instead("walk", "rest") & perform(2)),
        ask(2, CAN, yes=instead("walk", "walk")),
    )
    assert action_chances(both, ScriptedOracle({}, True)) == {"walk": Fraction(1, 2), "rest": Fraction(1, 2)}


def test_courses_name_the_answers_that_count():
    three = toy(
        ask(1, SUN, yes=do("walk"), no=perform(2)),
        ask(2, CAN, yes=drm(+5), no=drm(-5)),
    )
    assert [(way.answers, way.drm) for way in courses(three)] == [((("2", True),), 5), ((("2", False),), -5)]


def test_every_modifier_of_the_document_can_be_reached():
    """The author's numbers, card by card."""
    found = {name: sorted({way.drm for way in courses(card)}) for name, card in charts_for(DEFAULTS).items()}
    assert found == {
        "sergeant": [-2, 0],
        "guide": [-2, 0],
        "scout": [-3, 2, 4],
        "rifleman": [-4, -3, 0, 1, 6],
        "sniper": [-4, -3, 0, 2],
        "mg": [-4, 0, 3],
        "leader": [-3, 0, 3],
        "mortar": [-5, 0],
    }


def test_the_chances_of_every_course_add_up():
    for card in charts_for(DEFAULTS).values():
        for way in courses(card):
            assert sum(way.chances.values()) == 1


def test_the_answers_of_a_chart_are_for_its_seat_unless_it_says_otherwise():
    for public in (False, True):
        made = toy(ask(1, SUN, yes=drm(+1)), public=public)
        trace = Trace(0)
        consult(made, ScriptedOracle({}, default=True), ScriptedTable(None, None, "d10:3"), trace)
        assert len(trace) > 3
        assert len(trace.for_seat(1)) == (len(trace) if public else 0)


def test_what_is_asked_about_the_hand_is_not_for_everybody():
    secret = {chart.name for chart in charts_for(GAME.rulings.resolve({})).values() if not chart.notes.rolled.public}
    assert secret == {"scout", "leader"}
