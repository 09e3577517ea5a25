"""Attacks, losses, and how a game is won."""

from __future__ import annotations

import pytest

from kempelen.engine.tables.odds import odds
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.rules import events
from kempelen.games.undaunted.rules.actions import acts_of
from kempelen.games.undaunted.rules.cards import BY_NAME
from kempelen.games.undaunted.rules.combat import defence, hits
from kempelen.games.undaunted.rules.course import perform
from tests.games.undaunted.tables import play, state
from tests.marks import rule

RIFLEMAN, SCOUT = BY_NAME["rifleman-A"], BY_NAME["scout-A"]
US = {"hand": ["mg-A", "rifleman-B"], "counters": {"C2": ["mg-A", "rifleman-B"]}}


def seen(card, us, de):
    s = state({"counters": {us: [card]}}, {"counters": {de: ["rifleman-A"]}})
    return defence(s, 0, BY_NAME[card], RIFLEMAN)


@rule("undaunted:C2")
@rule("undaunted:C3")
def test_total_defence():
    assert seen("mg-A", "C2", "C2") == 4 + 1 + 0
    assert seen("mg-A", "C2", "D2") == 4 + 0 + 1
    assert seen("mg-A", "C2", "C4") == 4 + 1 + 2
    assert seen("mg-A", "C4", "B4") == 4 + 3 + 1
    assert seen("mg-A", "B4", "B4") == 4 + 1 + 0


@rule("undaunted:C4")
def test_a_ten_always_hits():
    assert hits((1, 7), 7)
    assert not hits((1, 6), 7)
    assert hits((1, 10), 13)
    assert not hits((9,), 10)


@rule("undaunted:C4")
def test_the_exact_chance_of_a_hit():
    s = state(US, {"counters": {"D2": ["rifleman-A"]}, "hand": ["rifleman-A"]})
    action = acts_of(s.scenario.terrain, 0).attacks["attack"][BY_NAME["mg-A"]][RIFLEMAN]

    def act(copy, table):
        perform(copy, table, 0, action)
        return bool(copy.sides[1].removed[RIFLEMAN])

    assert str(odds(GAME, s, act)[True]) == "21/25"  # 1 - (4/10)^2


@rule("undaunted:C5")
@pytest.mark.parametrize(
    ("cards", "where"),
    [
        ({"hand": ["scout-A"], "discard": ["scout-A"], "deck": {"scout-A": 1}}, "hand"),
        ({"discard": ["scout-A"], "deck": {"scout-A": 1}}, "discard"),
        ({"deck": {"scout-A": 1}}, "deck"),
        ({"top": ["mg-A", "scout-A"]}, "deck"),
        ({"supply": {"scout-A": 2}}, None),
    ],
)
def test_where_a_loss_is_taken(cards, where):
    s = state(US, {"counters": {"D2": ["scout-A"], "D4": ["rifleman-A"]}, **cards})
    table = play(s, "mg-A attack scout-A", "d10:1", "d10:9")
    lost = [event.where for event in table.events if isinstance(event, events.Lost)]
    assert lost == ([where] if where else [])
    assert (s.sides[1].at[SCOUT] < 0) == (where is None)
    assert s.sides[1].casualties == (1 if where else 0)


@rule("undaunted:C6")
def test_the_play_area_is_safe():
    us = {"hand": ["mortar"], "counters": {"C1": ["mortar"], "D4": ["scout-B"]}, "marker": "D4", "play": ["scout-B"]}
    s = state(us)
    play(s, "mortar blast", "d10:1", "d10:10")
    assert s.sides[0].at[BY_NAME["scout-B"]] < 0
    assert BY_NAME["scout-B"] in s.sides[0].discard or BY_NAME["scout-B"] in s.sides[0].play


@rule("undaunted:C7")
def test_suppressing():
    s = state(US)
    table = play(s, "mg-A suppress rifleman-A", *["d10:1"] * 3, "d10:10")
    assert s.sides[1].suppressed == 1 << RIFLEMAN
    assert not any(isinstance(event, events.Lost) for event in table.events)
    s = state(US, {"suppressed": ["rifleman-A"]})
    table = play(s, "mg-A suppress rifleman-A", *["d10:10"] * 4)
    assert not any(isinstance(event, events.Suppressed) for event in table.events)


@rule("undaunted:C1")
@rule("undaunted:C3")
def test_blast_hits_everybody_on_the_tile():
    us = {"hand": ["mortar"], "counters": {"C1": ["mortar"], "B4": ["scout-B"]}, "marker": "B4"}
    de = {"counters": {"B4": ["rifleman-A", "mg-A"]}, "discard": ["rifleman-A", "mg-A"]}
    s = state(us, de)
    table = play(s, "mortar blast", "d10:5", "d10:4", "d10:5")
    fired = [(event.target_seat, event.defence, event.hit) for event in table.events if isinstance(event, events.Fired)]
    assert fired == [(1, 5, True), (1, 5, False), (0, 6, False)]


@rule("undaunted:H1")
def test_a_lost_mortar_loses_its_marker():
    s = state(US, {"counters": {"D2": ["mortar"], "D4": ["rifleman-A"]}, "marker": "A1"})
    play(s, "mg-A attack mortar", "d10:1", "d10:10")
    assert s.sides[1].marker == -1


# -- winning


def ending(s, *script):
    play(s, *script)
    return (s.ending.reason, s.ending.winners) if s.ending else None


@rule("undaunted:V1")
def test_points_win_at_once():
    us = {"hand": ["rifleman-A"], "counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"], "controlled": ["C1"]}
    assert ending(state(us), "rifleman-A control") == ("points", (0,))
    assert ending(state({**us, "goal": 5}, {"deck": {"rifleman-A": 1}}), "rifleman-A control") is None


@rule("undaunted:V2")
def test_pinning_wins_at_once():
    kill = ("mg-A attack rifleman-A", "d10:1", "d10:10")
    assert ending(state({**US, "goal": "pin"}), *kill) == ("pinned", (0,))
    more = {"counters": {"D4": ["rifleman-A", "rifleman-B"]}, "deck": {"rifleman-B": 1}}
    assert ending(state({**US, "goal": "pin"}, more), *kill) is None


@rule("undaunted:V3")
def test_nobody_has_riflemen():
    kill = ("mg-A attack rifleman-A", "d10:1", "d10:10")
    us = {"hand": ["mg-A"], "counters": {"C2": ["mg-A"]}}
    assert ending(state({**us, "controlled": ["C1"]}, {"supply": {"rifleman-A": 1}}), *kill) == ("both_pinned", (0,))
    assert ending(state(us, {"controlled": ["C1"], "supply": {"rifleman-A": 1}}), *kill) == ("both_pinned", (1,))
    assert ending(state(us, {"supply": {"rifleman-A": 1}}, holder="de"), *kill) == ("both_pinned", (1,))
    assert ending(state(us, {"supply": {"rifleman-A": 1}}, holder="us"), *kill) == ("both_pinned", (0,))


@rule("undaunted:V4")
@rule("undaunted:H3")
def test_a_side_that_cannot_reach_its_points():
    kill = ("mg-A attack rifleman-A", "d10:1", "d10:10")
    assert ending(state({**US, "controlled": ["C1"]}), *kill) == ("hopeless", (0,))
    assert ending(state(US), *kill) is None
    assert ending(state({**US, "controlled": ["C1"]}, {"supply": {"rifleman-C": 1}}), *kill) is None
    later = {"hand": ["rifleman-B"], "counters": {"C1": ["rifleman-B"]}, "scouted": ["C1"]}
    assert ending(state(later, {"counters": {"D4": ["mg-A"]}}), "rifleman-B control") == ("hopeless", (0,))


@rule("undaunted:H4")
def test_a_hundred_rounds_are_a_draw():
    s = state({"deck": {"scout-A": 3}}, phase="draw", round=100)
    play(s)
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert outcome.capped
    assert outcome.winners == ()


def test_a_limit_of_rounds():
    s = state({"controlled": ["C1"]}, phase="draw", round=3, rounds=3)
    assert ending(s) == ("time", (0,))
