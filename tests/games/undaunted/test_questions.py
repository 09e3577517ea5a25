"""Every question of every chart, answered yes and no from a real position."""

from __future__ import annotations

from typing import Any

import pytest

from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.automa import questions
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.games.undaunted.automa.questions import POSSIBLE
from tests.games.undaunted.tables import facts
from tests.marks import rule

AT_C2 = {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2"]}


def ask(name, card, *about, us=None, de=None, options=None, **more):
    question = getattr(questions, name)
    return question.rule(facts(card, us, de, options, **more), *about)


YES_AND_NO: dict[str, Any] = {
    "cards_to_bolster": (
        ("sergeant", {"us": {"supply": {"scout-A": 1}}}),
        ("sergeant", {"us": {"supply": {"fog": 5}}}),
    ),
    "adds_counter_or_first": (
        ("guide", {"us": {"supply": {"scout-A": 1}}}),
        (
            "guide",
            {"us": {"supply": {"scout-A": 1}, "counters": {"D1": ["scout-A"]}, "bolstered": "turn"}},
        ),
    ),
    "fog_in_hand": (
        ("scout-A", {"us": {"hand": ["scout-A", "fog"]}}),
        ("scout-A", {"us": {"hand": ["scout-A"]}}),
    ),
    "scouted_enough": (
        ("scout-A", {"us": {"scouted": ["C4"], "controlled": ["C1"]}}),
        ("scout-A", {"us": {"scouted": ["A3", "C1"]}}),
    ),
    "on_target_marker": (
        ("rifleman-A", {"us": AT_C2, "de": {"marker": "C2"}}),
        ("rifleman-A", {"us": {**AT_C2, "marker": "C2"}, "de": {"marker": "C3"}}),
    ),
    "would_win_by_control": (
        ("rifleman-A", {"us": {"counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"], "controlled": ["C1"]}}),
        ("rifleman-A", {"us": {"counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"]}}),
    ),
    "may_control_objective": (
        ("rifleman-A", {"us": {"counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"]}}),
        (
            "rifleman-A",
            {"us": {"counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"]}, "de": {"counters": {"C4": ["scout-A"]}}},
        ),
    ),
    "may_enter_objective_or_on_spawn": (
        ("rifleman-A", {"us": {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2", "C1"]}}),
        ("rifleman-A", {"us": {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2"], "controlled": ["C1"]}}),
    ),
    "better_stalk_tile": (
        ("sniper", {"us": {"counters": {"B1": ["sniper"]}}}),
        ("sniper", {"us": {"counters": {"C1": ["sniper"]}}}),
    ),
    "better_stalk_tile_or_near": (
        ("sniper", {"us": {"counters": {"B4": ["sniper"]}}}),
        ("sniper", {"us": {"counters": {"C1": ["sniper"]}}}),
    ),
    "rifleman_on_objective": (
        ("mg-A", {"us": {"counters": {"C2": ["mg-A"]}}, "de": {"counters": {"C4": ["rifleman-A"]}}}),
        (
            "mg-A",
            {
                "us": {"counters": {"C2": ["mg-A"]}},
                "de": {"counters": {"C4": ["rifleman-A"], "C3": ["rifleman-B"]}, "suppressed": ["rifleman-A"]},
            },
        ),
    ),
    "first_of_several_leaders": (
        ("leader-B", {"us": {"hand": ["leader-A", "leader-B"], "supply": {"scout-A": 1, "scout-B": 2}}}),
        ("leader-A", {"us": {"hand": ["leader-A", "leader-B"], "supply": {"scout-A": 1, "scout-B": 2}}}),
    ),
    "inspire_makes_sense": (
        ("leader-A", {"us": {"play": ["scout-A"]}}),
        ("leader-A", {"us": {"play": ["scout-B", "sniper", "leader-B"]}}),
    ),
    "adds_counter": (
        ("leader-A", {"us": {"supply": {"scout-A": 1}}}),
        ("leader-A", {"us": {"supply": {"scout-A": 1, "scout-B": 1}, "counters": {"D1": ["scout-A"]}}}),
    ),
    "inspire_reactivates": (
        ("leader-A", {"us": {"play": ["mg-A"]}}),
        ("leader-A", {"us": {"play": ["mg-C"]}}),
    ),
    "own_marker_placed": (
        ("mortar", {"us": {"counters": {"C2": ["mortar"]}, "marker": "A4"}}),
        ("mortar", {"us": {"counters": {"C2": ["mortar"]}}, "de": {"marker": "A4"}}),
    ),
    "can_attack": (
        ("rifleman-A", {"us": AT_C2}),
        ("rifleman-A", {"us": AT_C2, "de": {"counters": {}}}),
    ),
    "can_suppress": (
        ("mg-A", {"us": {"counters": {"C2": ["mg-A"]}}}),
        ("mg-A", {"us": {"counters": {"C2": ["mg-A"]}}, "de": {"suppressed": ["rifleman-A"]}}),
    ),
    "can_move": (
        ("rifleman-A", {"us": {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2", "C3"]}}),
        ("rifleman-A", {"us": {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2", "D1"]}}),
    ),
    "can_conceal": (
        ("scout-A", {"de": {"supply": {"fog": 1}}}),
        ("scout-A", {"us": {"supply": {"fog": 1}}, "de": {"supply": {"scout-A": 1}}}),
    ),
    "can_blast": (
        ("mortar", {"us": {"counters": {"C2": ["mortar"]}, "marker": "D4"}}),
        ("mortar", {"us": {"counters": {"C2": ["mortar"], "A4": ["scout-A"]}, "marker": "A4"}}),
    ),
    "can_target": (
        ("mortar", {"us": {"counters": {"C1": ["mortar"]}}}),
        ("mortar", {"us": {"counters": {"C3": ["mortar"]}}}),
    ),
    "can_command": (
        ("sergeant", {"us": {"discard": ["scout-A"]}}),
        ("sergeant", {"us": {"play": ["scout-A"]}}),
    ),
    "can_guide": (
        ("guide", {"us": {"counters": {"C2": ["mg-A"]}, "scouted": ["C2", "C3"]}}),
        (
            "guide",
            {
                "us": {
                    "counters": {"C2": ["mg-A"], "A1": ["sniper"]},
                    "scouted": ["C2", "C3"],
                    "suppressed": ["mg-A"],
                }
            },
        ),
    ),
}

WITH_NUMBERS: dict[tuple[str, int], Any] = {
    ("may_shoot_at", 5): (
        ("rifleman-A", {"us": AT_C2, "de": {"counters": {"D2": ["rifleman-A"]}}}),  # 4 + 0 + 1
        ("rifleman-A", {"us": AT_C2, "de": {"counters": {"B2": ["rifleman-A"]}}}),  # 4 + 1 + 1
    ),
    ("target_exists", 7): (
        ("sniper", {"us": {"counters": {"C2": ["sniper"]}}, "de": {"counters": {"D4": ["rifleman-A"]}}}),  # 4 + 0 + 3
        ("sniper", {"us": {"counters": {"C2": ["sniper"]}}, "de": {"counters": {"D4": ["scout-A"]}}}),  # 5 + 0 + 3
    ),
    ("specialist_in_reach", 8): (
        ("mg-A", {"us": {"counters": {"C2": ["mg-A"]}}, "de": {"counters": {"D2": ["sniper", "scout-A"]}}}),
        ("mg-A", {"us": {"counters": {"C2": ["mg-A"]}}, "de": {"counters": {"B4": ["mg-A"], "D2": ["scout-A"]}}}),
    ),
}


@pytest.mark.parametrize("name", YES_AND_NO)
def test_yes_and_no(name):
    (card, yes), (other, no) = YES_AND_NO[name]
    assert ask(name, card, **yes) is True
    assert ask(name, other, **no) is False


@pytest.mark.parametrize(("name", "number"), WITH_NUMBERS)
def test_yes_and_no_with_a_number(name, number):
    (card, yes), (other, no) = WITH_NUMBERS[name, number]
    assert ask(name, card, number, **yes) is True
    assert ask(name, other, number, **no) is False


def test_every_question_of_every_chart_is_here():
    """With its number where it has one, and whatever the options."""
    every = [GAME.rulings.defaults, *({**GAME.rulings.defaults, id: value} for id, value in other_values())]
    lines = [line for options in every for chart in charts_for(options).values() for line in chart.asks]
    asked = {(line.question.name, *line.about) for line in lines}
    asked |= {(question.name,) for question in POSSIBLE.values()}
    assert asked == {(name,) for name in YES_AND_NO} | set(WITH_NUMBERS)


def other_values():
    return [(id, value) for id, ruling in GAME.rulings.items() for value in list(ruling.values)[1:]]


# -- the finer points


@rule("undaunted:Q07")
def test_a_counter_off_the_board_answers_from_its_spawn_tile():
    assert ask("may_enter_objective_or_on_spawn", "rifleman-A")
    assert facts("rifleman-A").at == facts("rifleman-A").terrain.index["D1"]


@rule("undaunted:Q08")
def test_only_the_humans_marker_is_a_danger():
    assert not ask("on_target_marker", "rifleman-A", us={**AT_C2, "marker": "C2"})


@rule("undaunted:Q09")
def test_an_objective_of_the_enemy_is_free_to_enter():
    us = {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2", "C1"]}
    assert ask("may_enter_objective_or_on_spawn", "rifleman-A", us=us, de={"controlled": ["C1"]})


@rule("undaunted:Q32")
def test_an_unmarked_objective_cannot_be_entered():
    us = {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2"]}
    assert not ask("may_enter_objective_or_on_spawn", "rifleman-A", us=us)


@rule("undaunted:Q20")
def test_a_leader_counts_only_his_squad():
    assert not ask("cards_to_bolster", "leader-A", us={"supply": {"scout-B": 3, "sniper": 2}})
    assert ask("cards_to_bolster", "leader-B", us={"supply": {"scout-B": 3}})


@rule("undaunted:Q22")
def test_bolstered_this_turn_or_this_game():
    us = {"supply": {"scout-A": 1}, "counters": {"D1": ["scout-A"]}, "bolstered": "game"}
    assert ask("adds_counter_or_first", "sergeant", us=us)
    assert not ask("adds_counter_or_first", "sergeant", us=us, options={"Q22": "game"})


@rule("undaunted:Q25")
def test_a_side_that_must_pin_has_scouted_enough():
    assert ask("scouted_enough", "scout-A", us={"goal": "pin"})


@rule("undaunted:Q30")
def test_control_never_wins_with_a_goal_to_pin():
    us = {"counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"], "controlled": ["C1"], "goal": "pin"}
    assert not ask("would_win_by_control", "rifleman-A", us=us)


@rule("undaunted:Q31")
def test_what_the_automa_controls_needs_no_control():
    us = {"counters": {"C4": ["rifleman-A"]}, "controlled": ["C4"]}
    assert not ask("may_control_objective", "rifleman-A", us=us)
    assert ask("may_control_objective", "rifleman-A", us=us, radio="C4")


@rule("undaunted:Q35")
def test_the_german_sniper_also_looks_at_the_points():
    us = {"counters": {"B4": ["sniper"]}}
    assert not ask("better_stalk_tile", "sniper", us=us)
    assert ask("better_stalk_tile_or_near", "sniper", us=us)
    assert not ask("better_stalk_tile_or_near", "sniper", us={"counters": {"C1": ["sniper"]}})
    asked = {value: charts_for(GAME.rulings.resolve({"Q35": value}))["sniper"].asks[2] for value in ("and", "or_near")}
    assert [ask.question.name for ask in asked.values()] == ["better_stalk_tile", "better_stalk_tile_or_near"]


@rule("undaunted:Q39")
def test_a_provided_target_that_is_suppressed_cannot_be_suppressed():
    us = {"counters": {"C2": ["mg-A"]}}
    de = {"counters": {"D2": ["mg-A"], "D3": ["rifleman-A"]}, "suppressed": ["mg-A"]}
    assert ask("can_suppress", "mg-A", "", us=us, de=de)
    assert not ask("can_suppress", "mg-A", "specialist", us=us, de=de)


@rule("undaunted:Q41")
def test_a_leader_without_cards_in_the_supply_is_played_as_usual():
    assert not ask("first_of_several_leaders", "leader-A", us={"hand": ["leader-A", "leader-B"]})
    alone = {"hand": ["leader-A"], "supply": {"scout-A": 1}}
    assert not ask("first_of_several_leaders", "leader-A", us=alone)


@rule("undaunted:Q48")
def test_the_mortar_needs_three_tiles():
    near = {"counters": {"C4": ["mortar"]}}
    assert not ask("can_target", "mortar", us=near, de={"counters": {"D4": ["scout-A"], "C2": ["scout-B"]}})
    assert ask("can_target", "mortar", us=near, de={"counters": {"C1": ["scout-A"]}})


@rule("undaunted:Q49")
def test_own_units_on_the_target_tile():
    us = {"counters": {"C1": ["mortar"], "D4": ["scout-A"]}}
    assert ask("can_target", "mortar", us=us)
    assert not ask("can_target", "mortar", us=us, options={"Q49": "avoid"})


@rule("undaunted:Q66")
def test_a_unit_on_a_marked_tile_may_go_anywhere():
    us = {"counters": {"C1": ["mg-A"]}, "scouted": ["C1", "D1"]}
    assert not ask("can_move", "mg-A", us=us)
    assert ask("can_move", "mg-A", us=us, de={"marker": "C1"})
