"""Where the automa moves."""

from __future__ import annotations

import pytest

from kempelen.games.undaunted.automa.paths import (
    any_neighbour,
    better_stalk_tiles,
    cover_steps,
    goals,
    scout_paths,
    steps_toward,
    team_goal,
    top_beside,
)
from kempelen.games.undaunted.files.drawing import read_map
from kempelen.games.undaunted.rules.terrain import mask_of
from tests.games.undaunted.tables import MAP, does, facts
from tests.marks import rule

TERRAIN = read_map(MAP)
VALUES = TERRAIN.points


def tile(name):
    return TERRAIN.index[name]


def mask(*names):
    return mask_of(map(tile, names))


def names(found):
    return [TERRAIN.names[tile] for tile in found]


@rule("undaunted:Q61")
def test_goals():
    def found(marked=(), controlled=(), scouting=False):
        return names(goals(TERRAIN, VALUES, mask(*marked, *controlled), mask(*controlled), scouting=scouting))

    assert found() == ["C4"]
    assert found(controlled=["C4"]) == ["A3"]
    assert found(marked=["C4"]) == ["C4"]
    assert found(marked=["C4"], scouting=True) == ["A3"]
    assert found(marked=["C4", "A3", "C1"], scouting=True) == ["C4"]
    assert found(controlled=["C4", "A3", "C1"]) == ["C4"]


@rule("undaunted:Q65")
def test_teams_split_up():
    assert [team_goal([4, 7], squad, 1) for squad in ("A", "B", "C", "")] == [4, 7, 4, 4]
    assert team_goal([4, 7], "C", 2) == 7
    assert team_goal([4], "B", 1) == 4


@rule("undaunted:Q62")
def test_steps_toward():
    def steps(at, *marked):
        return names(steps_toward(TERRAIN, tile(at), tile("C4"), mask(at, *marked)))

    assert steps("C2", "C3", "B2", "D2") == ["C3"]
    assert steps("C3", "C4") == ["C4"]
    assert steps("C3", "B3", "D3") == []  # the goal is next to it, but without a marker
    assert steps("C2", "D2", "D3") == ["D2"]  # not nearer on the map, but on the marked way
    assert steps("C2", "D1", "B1") == []
    assert steps("B1", "B2", "C2") == ["B2", "C2"]  # no marked way leads there, but both are nearer and have cover 1
    assert steps("B2", "C3", "B3") == ["B3", "C3"]
    assert steps("C4") == []


@rule("undaunted:Q63")
def test_scout_paths():
    def paths(at, *marked, steps=2, goal="C4"):
        return [names(path) for path in scout_paths(TERRAIN, tile(at), tile(goal), mask(at, *marked), steps)]

    assert paths("C2") == [["C3", "C4"]]
    assert paths("B2", "B3") == [["B3", "C4"]]
    assert paths("B2") == [["B3", "C4"], ["C3", "C4"]]
    assert paths("C3") == [["C4"]]
    assert paths("A1") == [["A2", "A3"]]
    assert paths("C4") == []  # nothing is nearer


@rule("undaunted:Q66")
def test_any_neighbour():
    def around(at, *scouted):
        return names(any_neighbour(TERRAIN, tile(at), -1, mask(*scouted)))

    assert around("C4") == ["B4"]  # the hill
    assert around("C4", "C3", "D3") == ["D3"]  # a Scout: scouted before cover, then the most cover
    assert around("C4", "A1") == ["B4"]
    assert names(any_neighbour(TERRAIN, tile("C4"), mask("C3", "D4"))) == ["C3", "D4"]


@rule("undaunted:Q64")
def test_cover_steps():
    def steps(at, *marked):
        return names(cover_steps(TERRAIN, tile(at), mask(at, *marked)))

    assert steps("B1", "A1", "C1", "B2") == ["C1"]
    assert steps("B1", "A1", "B2") == ["A1", "B2"]
    assert steps("D1", "D2", "C2") == ["C2"]
    assert steps("B4", "C4") == []
    assert steps("C2", "D2", "C3") == []
    assert names(cover_steps(TERRAIN, tile("D2"), -1)) == ["C2", "D3"]
    assert names(cover_steps(TERRAIN, tile("C2"), -1)) == ["C1"]
    assert names(cover_steps(TERRAIN, tile("C1"), -1)) == ["C2"]


@rule("undaunted:Q64")
def test_the_way_to_cover_goes_through_cover():
    assert names(cover_steps(TERRAIN, tile("B2"), -1)) == ["A3"]
    assert names(cover_steps(TERRAIN, tile("D3"), -1)) == ["C4"]


@rule("undaunted:Q35")
def test_better_stalk_tiles():
    assert names(better_stalk_tiles(TERRAIN, VALUES, tile("B1"))) == ["B2", "C2"]
    assert names(better_stalk_tiles(TERRAIN, VALUES, tile("B3"))) == ["C4"]
    assert better_stalk_tiles(TERRAIN, VALUES, tile("B4")) == []


@rule("undaunted:Q35")
def test_of_tiles_equally_near_to_the_points_the_one_with_most_cover():
    terrain = read_map("""
0     1     0
   0     2     0*3
0     1     0
""")
    found = better_stalk_tiles(terrain, terrain.points, terrain.index["B1"])
    assert [terrain.names[tile] for tile in found] == ["B2"]
    terrain = read_map("""
0     0     2     0
   0     0     0*3
0     0     1     0
""")
    found = better_stalk_tiles(terrain, terrain.points, terrain.index["B2"])
    assert [terrain.names[tile] for tile in found] == ["A3"]
    terrain = read_map("""
0     2*3   0
   h     h
0     1*3   0
""")
    found = top_beside(terrain, terrain.points, terrain.index["B1"])
    assert [terrain.names[tile] for tile in found] == ["A2"]


# -- on the board


@pytest.mark.parametrize(
    ("card", "us", "de", "script", "action"),
    [
        (
            "rifleman-A",
            {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2", "C3"]},
            {},
            ["d10:2"],
            "rifleman-A move C3",
        ),
        ("mg-A", {"counters": {"B1": ["mg-A"]}, "scouted": ["B1", "C1"]}, {}, ["d10:1"], "mg-A move C1"),
        (
            "mg-A",
            {"counters": {"C1": ["mg-A"]}, "scouted": ["C1", "D1", "C2"]},
            {"marker": "C1"},
            ["d10:6"],
            "mg-A move C2",
        ),
        ("scout-A", {"counters": {"C2": ["scout-A"]}, "scouted": ["C2"]}, {}, ["d10:1"], "scout-A scout C3 C4"),
        ("sniper", {"counters": {"B3": ["sniper"]}}, {"counters": {"A1": ["scout-A"]}}, ["d10:7"], "sniper stalk C4"),
        ("sniper", {"counters": {"B1": ["sniper"]}}, {"marker": "B1"}, ["d10:1"], "sniper stalk C1"),
        ("mortar", {"counters": {"C1": ["mortar"]}, "scouted": ["C1"]}, {}, ["d10:3"], "mortar target D4"),
        ("mortar", {"counters": {"C1": ["mortar"]}, "marker": "D4"}, {}, ["d10:3"], "mortar blast"),
        ("mortar", {"counters": {"C1": ["mortar"]}, "marker": "A1"}, {}, ["d10:9"], "mortar target D4"),
    ],
)
def test_the_automa_moves_and_aims(card, us, de, script, action):
    assert does(facts(card, us, de), *script) == action


@rule("undaunted:Q35")
def test_the_german_sniper_stalks_onto_the_points():
    f = facts("sniper", {"counters": {"B4": ["sniper"]}}, {"counters": {"A1": ["scout-A"]}}, {"Q35": "or_near"})
    assert does(f, "d10:1") == "sniper stalk C4"


@rule("undaunted:Q35")
def test_after_another_question_the_points_do_not_count():
    """On the hill B4 beside C4: no tile has more cover, so without the third question STALK is not possible (Q64)."""
    f = facts("sniper", {"counters": {"B4": ["sniper"]}}, {"counters": {"B3": ["scout-A"]}}, {"Q35": "or_near"})
    assert does(f, "d10:1") == "sniper attack scout-A"


@rule("undaunted:Q23")
def test_command_draws_what_there_is():
    us = {"deck": {"mg-A": 1}, "hand": ["sergeant"]}
    assert does(facts("sergeant", us)) == "sergeant command 1"
    assert does(facts("sergeant", {**us, "discard": ["mg-A"]})) == "sergeant command 2"
