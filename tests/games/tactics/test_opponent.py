"""The opponent's turn beyond the worked examples: options, steps, events, endings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kempelen.engine.game import say_in
from kempelen.games.tactics.automa.opponent import opponent_turn
from kempelen.games.tactics.face.status import because
from kempelen.games.tactics.rules.events import (
    Activated,
    Discarded,
    Drew,
    Ended,
    GaveUp,
    Hurt,
    Marked,
    Neutralised,
    OpponentTurn,
    Played,
    Shuffled,
)
from kempelen.games.tactics.rules.state import BEGIN, OPPONENT, UNITS, Ending
from kempelen.text import LANGUAGES
from tests.games.tactics.table import a_table, at, foe, ours, steps, told, unit
from tests.marks import rule

SAY = say_in("en")


def kinds(events, *wanted):
    return [event for event in events if isinstance(event, wanted)]


def turn(state, *script):
    return told(state, opponent_turn, *script)


# -- upkeep


HUNGRY = {"giant": {"upkeep": 6, "health": 1}, "crew": {"upkeep": 0, "health": 1}}


@pytest.mark.parametrize(
    ("value", "script", "gone"),
    [
        ("not_boss", ["pick:crew"], ["crew", "giant"]),
        ("with_upkeep", [], ["giant"]),
        ("anybody", ["pick:kraken"], ["kraken"]),
    ],
)
@rule("tactics:U3")
@rule("tactics:U4")
def test_who_may_be_given_up(value, script, gone):
    units = [foe("kraken", "0,0", ai="none"), foe("crew", "2,0"), foe("giant", "4,0")]
    state = a_table(["....."], units, cards=HUNGRY, mode="kraken", options={"U3": value})
    order = [] if value != "with_upkeep" else ["pick:kraken"]
    events = turn(state, *script, *order)
    assert [event.unit.id for event in kinds(events, GaveUp)] == gone
    assert (state.ending is not None) is (value == "anybody")


@rule("tactics:U3")
def test_a_boss_that_cannot_be_paid_stays_and_takes_all_there_is():
    cards = {"lord": {"upkeep": 9, "health": 3, "boss": True}}
    state = a_table(["..."], [foe("lord", "0,0")], cards=cards)
    turn(state)
    assert state.opponent.pool == 0
    assert unit(state, "lord").tapped


# -- cards


@pytest.mark.parametrize(("value", "drawn"), [("stop", ["levy"]), ("reshuffle", ["levy", "levy"])])
@rule("tactics:D2")
def test_a_deck_that_runs_out_in_the_middle(value, drawn):
    state = a_table(["..."], opponent={"pool": 0, "deck": ["levy"]}, options={"D2": value})
    events = turn(state, *(f"draw:{card}" for card in drawn))
    assert [event.card for event in kinds(events, Drew)] == drawn
    assert len(kinds(events, Shuffled)) == len(drawn) - 1


@pytest.mark.parametrize(("value", "acts"), [("at_once", True), ("next_turn", False)])
@rule("tactics:D5")
def test_whether_a_new_unit_acts_at_once(value, acts):
    state = a_table(["o.."], opponent={"pool": 0, "deck": ["guard"]}, options={"D5": value})
    events = turn(state, "draw:guard", *(["pick:1,0"] if acts else []))
    assert bool(kinds(events, Activated)) is acts
    again = turn(state, "pick:2,0" if acts else "pick:1,0")
    assert kinds(again, Activated)


def test_an_event_without_a_target_is_not_playable():
    state = a_table(["..."], opponent={"pool": 0, "deck": ["whirlpool"]})
    events = turn(state, "draw:whirlpool")
    assert [event.card for event in kinds(events, Discarded)] == ["whirlpool"]


@rule("tactics:E1")
def test_the_target_of_an_event_is_drawn():
    units = [ours("guardian", "0,0"), ours("guardian", "2,0")]
    state = a_table(["..."], units, opponent={"pool": 0, "deck": ["whirlpool"]})
    events = turn(state, "draw:whirlpool", "pick:guardian2")
    assert [(event.unit.id, event.damage) for event in kinds(events, Hurt)] == [("guardian2", 3)]
    assert unit(state, "guardian2").health == 3


def test_high_tide_hits_only_units_on_or_next_to_water():
    units = [ours("guardian", "0,0"), ours("guardian", "1,0"), ours("guardian", "4,0")]
    state = a_table(["~...."], units, opponent={"pool": 0, "deck": ["high_tide"]})
    events = turn(state, "draw:high_tide")
    assert [event.unit.id for event in kinds(events, Hurt)] == ["guardian", "guardian2"]


def test_a_played_unit_gets_a_free_name():
    units = [foe("guard", "2,0", ai="none"), foe("guard", "3,0", name="guard3", ai="none")]
    state = a_table(["o..."], units, opponent={"pool": 9, "deck": ["guard"]})
    events = turn(state, "draw:guard", "pick:guard", "pick:guard3")
    assert [event.unit.id for event in kinds(events, Played) if event.unit] == ["guard2"]


# -- steps


def test_the_turn_is_played_unit_by_unit():
    state = a_table(["....."], [foe("guard", "0,0"), foe("guard", "4,0"), ours("guardian", "2,0")], phase=OPPONENT)
    steps(state, until=lambda s: s.phase == UNITS)
    assert [unit.due for unit in state.units] == [True, True, False]
    steps(state, "pick:guard2")
    assert [unit.due for unit in state.units] == [True, False, False]
    steps(state, until=lambda s: s.phase == BEGIN)
    assert (state.round, state.active) == (2, 0)
    assert all(unit.tapped for unit in state.units if unit.side)


@rule("tactics:B5")
def test_units_are_ready_again_at_the_beginning_of_their_turn():
    state = a_table(["....."], [foe("guard", "0,0", tapped=True), ours("guardian", "4,0")])
    assert kinds(turn(state), Activated)


def test_without_a_unit_and_without_a_card_the_turn_is_over_at_once():
    state = a_table(["..."])
    assert [type(event).__name__ for event in turn(state)] == ["OpponentTurn", "Gained", "Paid"]
    assert state.phase == BEGIN


# -- endings


@rule("tactics:M1")
def test_two_turns_in_a_row_without_a_unit_of_the_players_lose_against_the_kraken():
    state = a_table(["..."], [foe("kraken", "0,0", ai="none")], mode="kraken")
    assert not kinds(turn(state), Ended)
    assert [event.reason for event in kinds(turn(state), Ended)] == ["wiped_out"]
    assert state.ending is not None
    assert not state.ending.players_won


@rule("tactics:M1")
def test_a_unit_in_between_starts_the_count_anew():
    state = a_table(["..."], [foe("kraken", "0,0", ai="none")], mode="kraken")
    turn(state)
    state.put(a_table(["..."], [ours("guardian", "2,0")]).units[0])
    turn(state)
    assert state.empty_turns == 0


@rule("tactics:M1")
def test_the_last_store_decides():
    state = a_table(["s.s"], [foe("reef_breaker", "0,0")], mode="kraken", neutral=["2,0"])
    events = turn(state)
    assert [event.left for event in kinds(events, Neutralised)] == [0]
    assert [event.reason for event in kinds(events, Ended)] == ["stores"]
    assert state.phase == UNITS  # the turn stops at once


def test_a_closed_store_is_no_target_any_more():
    state = a_table(["s..s"], [foe("reef_breaker", "1,0")], mode="kraken", neutral=["0,0"])
    turn(state)
    assert state.board.xy(unit(state, "reef_breaker").tile) == (3, 0)


@rule("tactics:M2")
def test_an_enforcer_on_a_field_places_a_mark():
    state = a_table(["f.."], [foe("enforcer", "0,0")], mode="tyrant", players=2)
    events = turn(state)
    assert [(event.marks, event.limit) for event in kinds(events, Marked)] == [(1, 4)]


@rule("tactics:P6")
def test_after_the_last_round_it_is_a_draw():
    state = a_table(["..."], [ours("guardian", "0,0")], cap=3, round=3)
    assert [event.reason for event in kinds(turn(state), Ended)] == ["cap"]


def test_the_why_of_the_turn_can_be_said():
    cards = {"pool": 1, "deck": ["king"], "top": ["guard"]}
    state = a_table(["o.."], [ours("guardian", "2,0")], mode="tyrant", opponent=cards)
    events = turn(state, "draw:king")
    (begun,) = kinds(events, OpponentTurn)
    for lang in LANGUAGES:
        assert all(say_in(lang).of(step.text) for step in begun.trace)
    lines = [say_in("en").of(step.text) for step in begun.trace]
    assert "3.2) Play the card: this is done." in lines
    assert "The king has no cost and cannot be played." in lines
    (discarded,) = kinds(events, Discarded)
    lines = [say_in("en").of(step.text) for step in discarded.trace]
    assert lines == ["4) Discard the unused card: this is done."]


@rule("tactics:T4")
def test_where_there_is_only_one_way_nobody_draws_lots():
    state = a_table(
        ["o...."], [ours("knight", "4,0")], players=2, opponent={"pool": 0, "deck": [], "top": ["reprisal"]}
    )
    told(state, opponent_turn)  # one target
    assert unit(state, "knight").health == 4
    state = a_table(["o...."], [ours("knight", "4,0")], opponent={"pool": 0, "deck": [], "top": ["patrol"]})
    told(state, opponent_turn, "pick:2,0")  # one spawn tile, one unit to act; only its random move is drawn
    assert at(state, "patrol") == "2,0"
    state = a_table(["..."], [foe("guard", "0,0")], players=1, opponent={"pool": 0, "deck": []})
    state.units[0].profile = replace(state.units[0].profile, upkeep=9)
    told(state, opponent_turn)  # one unit to give up
    assert state.opponent.discard == ["guard"]


@rule("tactics:B1", "tactics:W1")
def test_the_end_names_who_struck_the_boss_down():
    """The boss attacks, and what is struck back destroys it: that is told with the end, and why it was won."""
    units = [foe("kraken", "0,0", health=2), ours("spearman", "1,0", health=3)]
    state = a_table(["..."], units, mode="kraken")
    (ended,) = kinds(turn(state), Ended)
    assert (ended.by.id, ended.back) == ("spearman", True)
    assert SAY.of(ended.text).startswith("The spearman strikes back and destroys The Kraken: the game is won.")
    assert SAY.of(because(state)) == "The Kraken attacked in round 1; the spearman struck back and destroyed it."
    assert state.ending == Ending("boss", (0,)), "a written position does not keep it"


def test_whose_attack_destroyed_the_boss_is_told():
    units = [ours("archer", "0,0"), foe("kraken", "2,0", health=2)]
    state = a_table(["..."], units, mode="kraken", phase="turn")
    (ended,) = kinds(steps(state, "activate archer", "attack kraken"), Ended)
    assert (ended.by.id, ended.back) == ("archer", False)
    assert SAY.of(because(state)) == "The archer destroyed The Kraken in round 1."
