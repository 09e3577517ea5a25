"""What rows say, on rows small enough to count by hand."""

import pytest

from kempelen.behaviour.document import Page
from kempelen.behaviour.question import StateOracle
from kempelen.behaviour.verdict import consult
from kempelen.engine.tables.odds import wilson
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.engine.trace import Trace
from kempelen.games.undaunted import GAME as UNDAUNTED
from kempelen.games.undaunted.automa.charts import charts_for
from kempelen.lab.lines import count_lines, line_uses
from kempelen.lab.metrics import (
    by_fact,
    by_seat,
    by_value,
    capped,
    endings,
    length,
    mean,
    row_numbers,
    seat_facts,
    seat_means,
    seat_numbers,
)
from kempelen.lab.run import Row
from kempelen.text.say import Text
from tests.games.undaunted.tables import facts


def row(winners, reason, scores, turns, roles, was_capped=False):
    return Row(1, 1, winners, reason, scores, turns, turns, was_capped, {"role": roles, "note": "x"})


ROWS = [
    row((0, 2), "gold", (10, 2, 6), 20, ["gold", "sab", "gold"]),
    row((1,), "saboteurs", (4, 0, 5), 30, ["gold", "sab", "gold"]),
    row((0,), "gold", (7, 1, 1), 40, ["gold", "stone", "stone"]),
    row((), "cap", (0, 0, 0), 99, ["sab", "sab", "stone"], was_capped=True),
]


def test_endings():
    assert [(share.name, share.count, share.games) for share in endings(ROWS)] == [
        ("gold", 2, 4),
        ("cap", 1, 4),
        ("saboteurs", 1, 4),
    ]
    assert endings(ROWS)[0].estimate == wilson(2, 4)


def test_wins_by_role_count_games_with_the_role():
    found = by_fact(ROWS, "role")
    assert [(group.name, group.won.count, group.won.games) for group in found] == [
        ("gold", 2, 3),
        ("sab", 1, 3),
        ("stone", 0, 2),
    ]
    assert [group.points for group in found] == [(10 + 6 + 4 + 5 + 7) / 5, (2 + 0 + 0 + 0) / 4, (1 + 1 + 0) / 3]


def test_wins_by_seat():
    assert [(group.won.count, group.points) for group in by_seat(ROWS, 3)] == [(2, 5.25), (1, 0.75), (1, 3.0)]


def test_only_lists_with_an_entry_a_seat_group_wins():
    assert seat_facts(ROWS[0], 3) == ["role"]
    assert seat_facts(ROWS[0], 4) == []


def test_numbers_are_counted_and_do_not_group():
    facts = [{"rounds": 4, "losses": [1, 5], "goal": ["points", "pin"]}, {"rounds": 9, "losses": [2, 0]}]
    rows = [
        Row(1, 1, (0,), "x", (), 3, 3, False, facts[0]),
        Row(2, 1, (1,), "x", (), 3, 3, False, facts[1] | {"goal": ["points", "pin"]}),
        Row(3, 1, (), "x", (), 3, 3, True, facts[1] | {"goal": ["points", "points"]}),
    ]
    assert seat_facts(rows[0], 2) == ["goal"]
    assert seat_numbers(rows[0], 2) == ["losses"]
    assert row_numbers(rows[0]) == ["rounds"]
    assert mean(rows[:2], "rounds") == 6.5
    assert seat_means(rows[:2], "losses") == [1.5, 2.5]
    assert [(share.name, share.count, share.games) for share in by_value(rows, "goal")] == [
        ("pin", 1, 2),
        ("points", 1, 4),
    ]
    assert by_value(rows, "goal")[0].percent == 50


def test_length_and_capped():
    found = length(ROWS)
    assert (found.mean, found.median, found.least, found.most) == (47.25, 35, 20, 99)
    assert capped(ROWS).count == 1


def test_a_game_without_scores_has_no_mean():
    assert by_seat([Row(1, 1, (0,), "x", (), 3, 3, False)], 1)[0].points is None


def test_wilson():
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert wilson(50, 100).share == 0.5
    assert wilson(50, 100).low == pytest.approx(0.4038, abs=1e-4)
    assert wilson(50, 100).high == pytest.approx(0.5962, abs=1e-4)
    assert wilson(0, 10).low == 0
    assert wilson(0, 10).high == pytest.approx(0.2775, abs=1e-4)


def test_lines_never_reached_are_listed():
    page = Page(Text("g.list.a"), (("1", Text("x"), None), ("2", Text("y"), None), ("3", Text("z"), None)), "doc")
    uses = list(line_uses([page], [{"g.list.a/1": (4, 1)}, {"g.list.a/1": (2, 0), "g.list.a/2": (5, 3)}]))
    assert [(use.item, use.tried, use.done, use.share) for use in uses] == [
        ("1", 6, 1, 0.25),
        ("2", 5, 3, 0.75),
        ("3", 0, 0, 0.0),
    ]


def test_of_questions_the_share_is_of_those_asked_and_prose_is_not_counted():
    rows = (("move", Text("m")), ("attack", Text("a")))
    chart = Page(Text("g.chart.a"), (("1", Text("x"), None),), "doc", rows=rows)
    prose = Page(Text("g.page.b"), (("1", Text("x"), None),), "doc", counted=False)
    counts = {"g.chart.a/1": (8, 2), "g.chart.a/move": (6, 3), "g.chart.a/attack": (1, 1)}
    assert [(use.item, use.share) for use in line_uses([chart, prose], [counts])] == [
        ("1", 0.25),
        ("move", 0.75),
        ("attack", 0.25),
    ]


def test_a_row_is_carried_out_unless_something_else_is_done():
    """Rifleman: MOVE is hit and not possible, so ATTACK; and with a re-roll both rows are hit."""
    for us, rolls, wanted in (
        ({"counters": {"C4": ["rifleman-A"]}, "scouted": ["C4", "C1"], "controlled": ["C4"]}, (2,), {"move": (1, 0)}),
        (
            {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2"]},
            (10, 6),
            {"control": (1, 0), "attack": (1, 1)},
        ),
    ):
        f = facts("rifleman-A", us)
        table, trace, counts = ScriptedTable(UNDAUNTED, f.s, *(f"d10:{roll}" for roll in rolls)), Trace(0), {}
        consult(charts_for(f.options)["rifleman"], StateOracle(f), table, trace)
        count_lines(trace, counts)
        found = {at.partition("/")[2]: n for at, n in counts.items() if not at.partition("/")[2].isdecimal()}
        assert found == wanted
