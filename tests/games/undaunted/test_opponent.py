"""The scripted opponent does what a sensible player would."""

from __future__ import annotations

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.table import DirectTable
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.players.scripted import ScriptedSide, best, score
from kempelen.games.undaunted.rules.cards import FOG
from kempelen.games.undaunted.rules.events import Bidden
from kempelen.games.undaunted.rules.legal import legal
from tests.games.undaunted.tables import state
from tests.marks import rule


def chooses(us, de=None, **more):
    s = state({"automa": False, **us}, de, **more)
    return best(s, 0, legal(s, 0)).notation


@rule("undaunted:H5")
@pytest.mark.parametrize(
    ("us", "de", "action"),
    [
        (
            {"hand": ["rifleman-A", "sergeant"], "counters": {"C4": ["rifleman-A"]}, "scouted": ["C4"]},
            {},
            "rifleman-A control",
        ),
        (
            {"hand": ["rifleman-A"], "counters": {"C3": ["rifleman-A"]}, "scouted": ["C3", "C4", "C2"]},
            {"counters": {"A1": ["scout-A"]}},
            "rifleman-A move C4",
        ),
        ({"hand": ["mg-A"], "counters": {"C2": ["mg-A"]}}, {"counters": {"D2": ["mortar"]}}, "mg-A attack mortar"),
        (
            {
                "hand": ["scout-A", "fog"],
                "counters": {"D1": ["scout-A"]},
                "scouted": ["D1", "C1", "C2", "D2"],
                "deck": {"mg-A": 1},
            },
            {"deck": {"rifleman-A": 2}},
            "scout-A recon",
        ),
        ({"hand": ["mortar"], "counters": {"C1": ["mortar"]}, "marker": "D4"}, {}, "mortar blast"),
        ({"hand": ["mortar"], "counters": {"C1": ["mortar"]}}, {}, "mortar target D4"),
        ({"hand": ["sergeant"], "supply": {"rifleman-A": 3, "mortar": 3}}, {}, "sergeant bolster 3 rifleman-A"),
        ({"hand": ["leader-A"]}, {}, "end"),
    ],
)
def test_it_does_the_obvious(us, de, action):
    assert chooses(us, de) == action


def worth(notation, us, de=None):
    s = state({"automa": False, **us}, de)
    (option,) = [option for option in legal(s, 0) if option.notation == notation]
    return score(s, 0, option)


@rule("undaunted:H5")
def test_it_stands_in_the_way_of_a_victory():
    us = {"hand": ["mg-A"], "counters": {"C2": ["mg-A"]}, "scouted": ["C1", "C2"]}
    near = {"counters": {"B1": ["rifleman-A"]}, "scouted": ["B1"]}
    harmless = worth("mg-A move C1", us, near)
    assert worth("mg-A move C1", us, {**near, "controlled": ["C4"]}) > harmless + 5
    held = {**us, "counters": {"C2": ["mg-A"], "C1": ["scout-A"]}}
    assert worth("mg-A move C1", held, {**near, "controlled": ["C4"]}) == worth("mg-A move C1", held, near)


@rule("undaunted:H5")
def test_it_looks_for_a_place_to_shoot_from():
    us = {"hand": ["mg-A"], "counters": {"D1": ["mg-A"]}, "scouted": ["D1", "D2"]}
    assert worth("mg-A move D2", us, {"counters": {"D4": ["rifleman-A"]}}) > 0
    assert worth("mg-A move D2", us, {"counters": {"C1": ["rifleman-A"]}}) < 0


@rule("undaunted:H5")
def test_riflemen_are_worth_more_to_a_side_that_has_to_pin():
    us = {"hand": ["mg-A"], "counters": {"C2": ["mg-A"]}}
    de = {"counters": {"D3": ["rifleman-A"]}, "deck": {"rifleman-A": 3}}
    assert worth("mg-A attack rifleman-A", {**us, "goal": "pin"}, de) > worth("mg-A attack rifleman-A", us, de)


def test_it_bids_what_it_needs_least():
    s = state(
        {"automa": False, "hand": [], "deck": {"rifleman-A": 1, "mg-A": 1, "scout-A": 1}, "top": ["fog"]},
        {"automa": True, "deck": {"scout-A": 3}},
        phase="draw",
    )
    draws = ["draw:rifleman-A", "draw:mg-A", "draw:scout-A", *["draw:scout-A"] * 3]
    table = ScriptedTable(GAME, s, *draws, "d10:9", players={0: ScriptedSide()})
    GAME.step(s, table)
    assert [event.card for event in table.events if isinstance(event, Bidden)] == [FOG]


def test_it_decides_from_what_it_may_know():
    """Whatever the enemy holds, it plays the same."""
    played = []
    for hand in (["sniper"], ["scout-A"]):
        rest = {"scout-A": 1} if hand == ["sniper"] else {"sniper": 1}
        s = state({"automa": False, "hand": ["mg-A"], "counters": {"C2": ["mg-A"]}}, {"hand": hand, "deck": rest})
        view = GAME.view(s, 0)
        played.append(best(view, 0, legal(view, 0)).notation)
    assert played[0] == played[1]


def test_it_beats_random_play():
    wins = 0
    for seed in range(6):
        table = DirectTable(GAME, [ScriptedSide(), GAME.bots["random"]()], TapeDice(seed))
        s = table.state = GAME.new(Setup("undaunted", "orchard", ("scripted", "random")), table)
        while GAME.outcome(s) is None:
            GAME.step(s, table)
        assert s.ending is not None
        wins += s.ending.winners == (0,)
    assert wins >= 5
