"""Positions and scenarios: reading, writing, and what is wrong with them."""

from __future__ import annotations

import pytest

from kempelen.engine.correct import corrected
from kempelen.engine.errors import BadPosition
from kempelen.engine.files.position import parse_position, position_text
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Physical, Session
from kempelen.engine.table import HIDDEN
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.files.drawing import draw_map, read_map
from kempelen.games.undaunted.files.position import scenario_file
from kempelen.games.undaunted.rules.cards import BY_NAME
from tests.games.undaunted.tables import MAP, position, state
from tests.marks import rule


@pytest.mark.parametrize("name", GAME.scenarios)
def test_every_scenario_can_be_read_and_drawn(name):
    file = scenario_file(name)
    s = GAME.from_position(file, {})
    assert s.scenario.name == name
    assert s.round == 0
    assert read_map(draw_map(s.scenario.terrain)) == s.scenario.terrain
    assert 12 <= len(s.scenario.terrain) <= 24


def test_a_position_survives_a_file():
    given = position(
        {"hand": ["scout-A", "hidden"], "deck": {"mg-A": 2}, "removed": {"mg-B": 1}}, values={"C4": 4}, radio="C4"
    )
    s = GAME.from_position(given, {})
    written = GAME.to_position(s)
    for name in ("x.toml", "x.json"):
        again = parse_position(position_text(written, name).encode(), name)
        assert GAME.to_position(GAME.from_position(again, {})) == written


@rule("undaunted:S3")
def test_a_drawing_is_a_grid_of_half_shifted_tiles():
    terrain = read_map(MAP)
    assert len(terrain) == 16
    near = {terrain.names[tile] for tile in terrain.near[terrain.index["C2"]]}
    assert near == {"B1", "B2", "C1", "C3", "D1", "D2"}
    assert terrain.distance[terrain.index["A1"]][terrain.index["D4"]] == 5
    assert terrain.hill[terrain.index["B4"]]


def test_gaps_and_the_other_shift():
    terrain = read_map("   0     1\n0     .     2*3\n   h     0\n")
    assert terrain.names == ("A1", "A2", "B1", "B3", "C1", "C2")
    assert terrain.points[terrain.index["B3"]] == 3


def test_before_the_first_round_counters_stand_on_their_spawn_tiles():
    s = GAME.from_position(
        {
            "game": "undaunted",
            "map": MAP,
            "us": {
                "goal": 3,
                "spawn": {"A1": ["scout-A", "rifleman-A"]},
                "deck": {"scout-A": 1},
                "supply": {"rifleman-A": 1},
            },
            "de": {"goal": "pin", "spawn": {"D4": ["rifleman-A"]}, "deck": {"rifleman-A": 1}},
        },
        {},
    )
    assert s.sides[0].at[BY_NAME["scout-A"]] == s.scenario.terrain.index["A1"]
    assert s.sides[0].at[BY_NAME["rifleman-A"]] < 0


def change(*path, value):
    """A good position with one thing changed."""
    bad = position({"deck": {"mg-A": 1}})
    place = bad
    for step in path[:-1]:
        place = place.setdefault(step, {})
    place[path[-1]] = value
    return bad


BAD = {
    "no such tile": (change("us", "counters", value={"Q7": ["scout-A"]}), "us.counters.Q7", "tile"),
    "a unit in two places": (
        change("us", "counters", value={"C1": ["scout-A"], "C2": ["scout-A"]}),
        "us.counters.C2.1",
        "two_places",
    ),
    "six Riflemen A": (change("us", "deck", value={"rifleman-A": 6}), "us.deck", "copies"),
    "six Riflemen A in two places": (change("us", "discard", value=["mg-A"] * 3), "us.deck", "copies"),
    "a spawn tile is missing": (change("us", "spawn", value={"D1": ["scout-A"]}), "us.spawn", "no_spawn"),
    "a goal that cannot be reached": (change("us", "goal", value=7), "us.goal", "goal_too_high"),
    "a goal of nothing": (change("us", "goal", value=0), "us.goal", "goal"),
    "a goal in words": (change("us", "goal", value="everything"), "us.goal", "goal"),
    "an unknown card": (change("us", "hand", value=["rifelman-A"]), "us.hand.1", "card_near"),
    "a strange card": (change("us", "hand", value=["dragon"]), "us.hand.1", "card"),
    "no unit": (change("us", "counters", value={"C1": ["guide"]}), "us.counters.C1.1", "no_unit"),
    "suppressed off the board": (change("us", "suppressed", value=["scout-A"]), "us.suppressed.1", "suppressed_off"),
    "both control": (
        position({"controlled": ["C1"]}, {"controlled": ["C1"]}),
        "de.controlled",
        "both_control",
    ),
    "hidden in the play area": (change("us", "play", value=["hidden"]), "us.play", "hidden_card"),
    "more hidden cards than there are": (change("us", "hand", value=3), "us.hand", "too_many_hidden"),
    "no such phase": (change("phase", value="tea"), "phase", "word"),
    "a turn before the first round": ({**position(), "round": 0}, "phase", "no_turn_yet"),
    "no such side": (change("holder", value="fr"), "holder", "word"),
    "a round too many": (change("round", value=200), "round", "range"),
    "a radio without points": (change("radio", value="A1"), "radio", "no_objective"),
    "points on plain ground": (change("values", value={"A1": 3}), "values.A1", "no_objective"),
    "an unknown ending": (change("ending", value={"reason": "boredom", "winners": []}), "ending.reason", "word"),
    "an unknown scenario": ({"game": "undaunted", "scenario": "moon"}, "scenario", "scenario"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_said_with_its_place(name):
    given, field, key = BAD[name]
    with pytest.raises(BadPosition) as error:
        GAME.from_position(given, {})
    assert error.value.text.key == f"undaunted.position.{key}"
    assert dict(error.value.text.fields)["field"] == field
    for lang in ("en", "de"):
        words = say_in(lang).of(error.value.text)
        assert words.startswith(f"{field}: ")
        assert words.endswith((".", "?"))


@pytest.mark.parametrize(
    ("drawing", "key"),
    [
        ("", "empty"),
        ("0     5\n", "tile"),
        ("0     1*0\n", "tile"),
        ("0     1\n0     1\n", "shift"),
        ("0     1     0     0\n\n\n   1\n", "apart"),
        ("0     1           1\n", "apart"),
    ],
)
def test_what_is_wrong_with_a_drawing(drawing, key):
    with pytest.raises(BadPosition) as error:
        read_map(drawing)
    assert error.value.text.key == f"undaunted.map.{key}"
    for lang in ("en", "de"):
        assert say_in(lang).of(error.value.text)


def test_facts_can_be_corrected():
    s = state({"hand": ["scout-A"], "counters": {"C2": ["scout-A"]}})
    again = corrected(GAME, s, {"us": {"counters": {"C2": [], "C3": ["scout-A"]}}})
    assert again.scenario.terrain.names[again.sides[0].at[BY_NAME["scout-A"]]] == "C3"


# -- playing on from a position


def begun(us, **more):
    setup = Setup("undaunted", "orchard", ("solitaire", "human"), {}, position(us, {"hand": ["rifleman-A"]}, **more))
    return Session(GAME, setup, seed=3)


def test_a_hand_that_a_position_leaves_open_is_dealt():
    session = begun({"deck": {"scout-A": 2, "rifleman-A": 1}, "hand": 2, "top": ["mg-A"]})
    session.advance()
    us = session.state.sides[0]
    assert len(us.hand) == 2
    assert {BY_NAME["scout-A"], BY_NAME["rifleman-A"]} >= set(us.hand)
    assert (us.deck.top, len(us.deck.bag), us.deck.away) == ([BY_NAME["mg-A"]], 1, 0)
    session.run()
    assert session.pending[0].seat == 1  # the automa has played both cards


def test_at_a_real_table_it_stays_unknown():
    session = begun({"hand": ["scout-A"]}, active="de")
    session.setup.position["de"] |= {"hand": 2, "deck": {"rifleman-A": 3}}
    session.physical = Physical(frozenset({"de"}), frozenset({1}))
    session.advance()
    assert session.state.sides[1].hand == [HIDDEN, HIDDEN]
    assert session.state.sides[1].deck.away == 2


def test_a_turn_without_a_card_to_play_is_over():
    session = begun({"hand": ["fog"]}).run()
    assert session.pending[0].seat == 1
    assert session.state.sides[0].discard == [BY_NAME["fog"]]
