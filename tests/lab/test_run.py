"""Experiments: the same rows whoever plays them, and rows that become records."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.record import read_record
from kempelen.lab.backends import ProcessPool, Serial, backend_for
from kempelen.lab.experiment import Experiment, game_seed, seats_of, usual_seats
from kempelen.lab.run import chunks_of, play_one, record_of, row_json, run
from tests.servers import until

FIVE = Experiment("saboteur", "tu", ("rule",) * 5, games=12, seed="7")


def rows(experiment, backend, **kw):
    return [row for part in run(experiment, backend, **kw) for row in part.rows]


def test_one_and_two_workers_give_the_same_rows():
    assert rows(FIVE, Serial()) == rows(FIVE, ProcessPool(2))


def test_rows_are_reproducible_and_numbered_from_1():
    found = rows(FIVE, Serial())
    assert [row.number for row in found] == list(range(1, 13))
    assert found == rows(FIVE, Serial())
    assert play_one(FIVE, 5) == found[4]
    assert rows(replace(FIVE, seed="8"), Serial()) != found


def test_more_games_begin_with_the_same_games():
    assert rows(replace(FIVE, games=20), Serial())[:12] == rows(FIVE, Serial())


def test_counting_lines_does_not_change_a_game():
    plain, counted = play_one(FIVE, 3), play_one(FIVE, 3, lines=True)
    assert replace(counted, lines={}, explained=0) == plain
    assert sum(done for _, done in counted.lines.values()) <= counted.decisions
    assert counted.lines["saboteur.list.seekers/1"][0] >= counted.lines["saboteur.list.seekers/2"][0]


@pytest.mark.parametrize(
    ("scenario", "seats", "options"),
    [
        ("tu", ("rule",) * 5, {}),
        ("tu", ("rule", "random", "rule"), {"R14": "as_dealt"}),
        ("commercial", ("random", "rule", "rule", "random"), {}),
    ],
)
def test_a_record_has_the_outcome_of_its_row(scenario, seats, options):
    experiment = Experiment("saboteur", scenario, seats, options, seed="s")
    for number in (1, 2, 3):
        row, record = play_one(experiment, number), record_of(experiment, number)
        session = read_record("test", record.text().splitlines(keepends=True)).load()
        outcome = session.outcome
        assert outcome is not None
        assert (outcome.winners, outcome.reason, outcome.scores) == (row.winners, row.reason, row.scores)
        assert sum(entry.kind == "do" for entry in session.inputs) == row.decisions


def test_columns_of_a_row():
    row = json.loads(row_json(FIVE, play_one(FIVE, 1)))
    assert list(row) == [
        "game",
        "scenario",
        "seats",
        "options",
        "number",
        "seed",
        "winners",
        "reason",
        "scores",
        "turns",
        "decisions",
        "capped",
        "facts",
    ]
    assert row["seats"] == ["rule"] * 5
    assert len(row["facts"]["role"]) == len(row["scores"]) == 5
    assert set(row["winners"]) <= {1, 2, 3, 4, 5}
    assert 0 < row["turns"] == row["decisions"]
    assert "lines" in json.loads(row_json(FIVE, play_one(FIVE, 1, lines=True)))


def test_game_seeds_differ_and_stay_exact_in_json():
    seeds = {game_seed("1", number) for number in range(1, 2000)} | {game_seed("2", 1)}
    assert len(seeds) == 2000
    assert max(seeds) < 2**53
    assert game_seed("1", 1) == 11129039897008


def test_chunks_cover_every_game_once():
    for games in (1, 7, 1000, 12345):
        chunks = chunks_of(games)
        assert [number for chunk in chunks for number in chunk] == list(range(1, games + 1))
        assert max(map(len, chunks)) <= 100


def test_bots_cycle_over_the_seats():
    assert seats_of(("a", "b"), 5) == ("a", "b", "a", "b", "a")
    assert seats_of(("a",), 0) == ()


def test_five_players_or_as_near_as_allowed():
    rules = FIVE.rules
    assert usual_seats(rules, "tu") == 5


def test_no_pool_for_one_worker_or_one_game():
    assert isinstance(backend_for(4, 1), Serial)
    assert isinstance(backend_for(1, 9), Serial)
    assert backend_for(4, 9).workers == 4


@pytest.mark.parametrize(
    "bad",
    [
        replace(FIVE, games=0),
        replace(FIVE, game="chess"),
        replace(FIVE, scenario="none"),
        replace(FIVE, seats=()),
        replace(FIVE, seats=("rule",) * 11),
        replace(FIVE, seats=("human", "rule", "rule")),
        replace(FIVE, options={"R99": "x"}),
        replace(FIVE, options={"R15": "x"}),
    ],
)
def test_what_cannot_be_played_is_refused(bad):
    with pytest.raises(PlayerError):
        run(bad, Serial())
    with pytest.raises(PlayerError):
        record_of(bad, 1)


ORPHANS = """
import os, sys, time
from pathlib import Path
from kempelen.lab.backends import ProcessPool

def noted(n):
    (Path(sys.argv[1]) / str(os.getpid())).touch()
    time.sleep(600)

if __name__ == "__main__":
    list(ProcessPool(2).each(noted, range(2)))
"""


def test_workers_do_not_outlive_whoever_was_killed(tmp_path):
    """Once they stayed for ever, waiting for the next chunk."""
    noted = tmp_path / "noted"
    noted.mkdir()
    (tmp_path / "run.py").write_text(ORPHANS)
    parent = subprocess.Popen([sys.executable, str(tmp_path / "run.py"), str(noted)])
    try:
        until(lambda: len(list(noted.iterdir())) == 2, "both workers")
    finally:
        parent.kill()
        parent.wait()
    pids = [int(one.name) for one in noted.iterdir()]
    until(lambda: not any(map(is_there, pids)), "an end of the workers")


def is_there(pid):
    """Not yet dead; what waits for somebody to ask how it ended is."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
