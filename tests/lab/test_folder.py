"""Experiments as files: the same rows whoever plays them and however often they are stopped."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pandas
import polars
import pyarrow.parquet as pq
import pytest
from pyarrow.dataset import dataset

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.record import read_record
from kempelen.lab.backends import ProcessPool, Serial
from kempelen.lab.course import _states
from kempelen.lab.folder.manifest import files_in, read_manifest
from kempelen.lab.folder.parquet import rows_in
from kempelen.lab.folder.play import open_folder, play_folder
from kempelen.lab.folder.query import query
from kempelen.lab.plan.asked import Kept, asked_of
from kempelen.lab.plan.cells import cells_of
from kempelen.lab.plan.plan import plan_file, size_of, tried
from kempelen.lab.run import play_one

ISSUE = """
game = "saboteur"
games = 500          # a cell
seed = "1"
[grid]
players = [3, 5]
bots = [["rule"], ["rule", "random"]]
options.R15 = ["cell", "opening"]
"""
MAIN = "from kempelen.terminal.cli import main; main()"
KILLED = """
import os, signal
from kempelen.lab.folder import play
real, written = play.write_whole, []

def write_whole(path, parts):
    written.append(path)
    if len(written) == 5:
        path.with_name(path.name + ".1.part").write_bytes(b"".join(parts)[:500])
        os.kill(os.getpid(), signal.SIGKILL)
    real(path, parts)

play.write_whole = write_whole
from kempelen.terminal.cli import main
main()
"""
SMALL = """
game = "saboteur"
games = 30
chunk = 8
[grid]
players = [3, 4]
options.R15 = ["cell", "opening"]
[record]
course = 25
decisions = 40
games = 15
"""


def planned(tmp_path, text, name="small"):
    file = tmp_path / f"{name}.toml"
    file.write_text(text, "utf-8")
    return plan_file(file)


def played(plan, folder, backend=None, *, resume=False):
    manifest = open_folder(plan, folder, "again", resume=resume)
    return play_folder(plan, manifest, folder, backend or Serial())


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The small experiment, played in one go by one process."""
    home = tmp_path_factory.mktemp("whole")
    plan = planned(home, SMALL)
    played(plan, home / "rows")
    return plan, home / "rows"


def test_the_file_of_the_guide_has_eight_cells(tmp_path):
    plan = planned(tmp_path, ISSUE)
    assert (len(plan.cells), plan.games) == (8, 4000)
    assert plan.cells[2].at == {"players": "3", "bots": "rule,random", "R15": "cell"}
    assert plan.cells[2].experiment.seats == ("rule", "random", "rule")
    assert plan.seconds > 0


def test_rows_are_those_of_the_games(whole):
    plan, folder = whole
    manifest = read_manifest(folder)
    rows = [found for path in files_in(folder, manifest) for found in rows_in(path, manifest.columns)]
    assert [(cell, one.row.number) for cell, one in rows] == [(c, n) for c in (1, 2, 3, 4) for n in range(1, 31)]
    for cell, one in rows[::17]:
        experiment = plan.cells[cell - 1].experiment
        expected = play_one(experiment, one.row.number, lines=True)
        assert one.row == expected
    assert sum(one.course is not None for _, one in rows) == 4
    assert all(len(one.course) == 10 for _, one in rows if one.course)
    sampled = [one for _, whole_row in rows for one in whole_row.sampled]
    assert len(sampled) > 100
    assert {one.seat for one in sampled} == {1, 2, 3, 4}
    assert {one.line.partition("/")[0] for one in sampled} >= {"saboteur.list.seekers", "saboteur.list.sab"}


def test_no_file_says_when_or_where(whole):
    _, folder = whole
    names = pq.read_schema(next(folder.glob("*.parquet"))).names
    assert not {"time", "host", "worker", "pid", "cpu"} & set(names)


def test_the_course_is_that_of_the_game(tmp_path):
    """Also where somebody searches, who asks the table where the step began."""
    asked = asked_of({"game": "saboteur", "players": 3, "bots": ["search:iterations=3", "rule", "rule"]}, "x")
    experiment = cells_of(asked, tmp_path)[0].experiment
    end = experiment.rules.outcome(_states(experiment, 2)[-1])
    row = play_one(experiment, 2)
    assert (end.winners, end.scores) == (row.winners, row.scores)


def test_whole_games_can_be_watched(whole):
    _, folder = whole
    answer = query(folder, "SELECT number, record FROM rows WHERE record IS NOT NULL ORDER BY cell, number")
    rows = list(answer.rows)
    assert [number for number, _ in rows] == [15, 30] * 4
    assert read_record("kept", rows[0][1].splitlines(keepends=True)).load().outcome is not None


def test_two_workers_write_the_same_bytes(whole, tmp_path):
    plan, folder = whole
    played(plan, tmp_path / "rows", ProcessPool(2))
    assert contents(tmp_path / "rows") == contents(folder)


def test_only_what_is_missing_is_played(whole, tmp_path):
    plan, folder = whole
    again = tmp_path / "rows"
    shutil.copytree(folder, again)
    lost = sorted(again.glob("*.parquet"))[3:6]
    for path in lost:
        path.unlink()
    lost[0].write_bytes(b"PAR1 spoiled")
    (again / "x.parquet.123.part").write_bytes(b"half")
    done = played(plan, again, resume=True)
    assert (done.games, done.kept) == (6 + 8 + 8, 120 - 22)
    assert contents(again) == contents(folder)
    assert list(again.glob("*.part")) == []
    assert played(plan, again, resume=True).games == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_and_resumed(whole, tmp_path, workers):
    """`kill -9` with half a file written, by one process and by a pool; then --resume."""
    _, folder = whole
    file, rows = tmp_path / "small.toml", tmp_path / "rows"
    file.write_text(SMALL, "utf-8")
    words = ["lab", "run", str(file), "-o", str(rows), "--workers", workers]
    killed = subprocess.run([sys.executable, "-c", KILLED, *words], stdout=subprocess.DEVNULL, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (len(contents(rows)), len(list(rows.glob("*.part")))) == (4, 1)
    subprocess.run([sys.executable, "-c", MAIN, *words, "--resume"], check=True, stdout=subprocess.DEVNULL)
    assert contents(rows) == contents(folder)
    assert list(rows.glob("*.part")) == []


def test_a_worker_that_dies_is_replaced(tmp_path):
    marks = tmp_path / "died"
    found = dict(ProcessPool(2).each(_dies_once(marks), range(6)))
    assert found == {n: n * n for n in range(6)}
    assert marks.exists()


def test_a_chunk_that_kills_every_worker_is_refused():
    with pytest.raises(PlayerError) as refused:
        list(ProcessPool(2).each(_dies, range(3)))
    assert refused.value.text.key == "lab.worker_died"


class _dies_once:  # noqa: N801  # a function that can be sent to another process
    def __init__(self, marks: Path) -> None:
        self.marks = marks

    def __call__(self, n: int) -> int:
        if n == 3 and not self.marks.exists():
            self.marks.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return n * n


def _dies(n: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return n


UNTIL = """
game = "saboteur"
players = 3
chunk = 20
[until]
width = 26
most = 2000
[record]
lines = false
course = 0
[grid]
options.R15 = ["cell", "opening"]
"""


def test_until_every_interval_is_narrow(tmp_path):
    """The end follows from whole prefixes, so it is the same for any number of workers."""
    plan = planned(tmp_path, UNTIL)
    one = played(plan, tmp_path / "one")
    assert played(plan, tmp_path / "two", ProcessPool(2)).played == one.played
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert all(100 < games < 2000 and games % 20 == 0 for games in one.played.values())
    rows = query(tmp_path / "one", "SELECT cell, max(number), count(*) FROM rows GROUP BY 1 ORDER BY 1").rows
    assert [(cell, last, n) for cell, last, n in rows] == [(c, g, g) for c, g in one.played.items()]
    for path in sorted((tmp_path / "one").glob("*.parquet"))[:4]:
        path.unlink()
    assert played(plan, tmp_path / "one", resume=True).played == one.played
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_paired_cells_have_common_seeds_and_others_not(tmp_path):
    cells = cells_of(asked_of({"game": "saboteur", "grid": {"players": [3, 4]}}, "x"), tmp_path)
    assert len({cell.experiment.seed for cell in cells}) == 1
    asked = asked_of({"game": "saboteur", "paired": False, "grid": {"players": [3, 4]}}, "x")
    assert len({cell.experiment.seed for cell in cells_of(asked, tmp_path)}) == 2


def test_grids_and_lists(tmp_path):
    def labels(**data):
        return [cell.label for cell in cells_of(asked_of({"game": "tactics", **data}, "x"), tmp_path)]

    assert labels() == ["kraken"]
    assert len(labels(grid={"difficulty": "all"})) == 3
    assert len(labels(scenario="kraken", grid={"players": "all"})) == 4
    assert labels(cells=[{"name": "mild", "difficulty": "easy"}, {"players": 3}]) == ["mild", "2"]


def test_a_knob_may_be_called_like_something_else_that_differs(tmp_path):
    head = "automa: Mine\nformat: 1\ngame: saboteur\nchanges: hidden-saboteur\nlanguage: en\n"
    knob = "## knobs\nplayers = 2 in 1..9\nmuch = 1 in 1..9\n## list sab\n1 [block_someone] if [own_turns < players]\n"
    (tmp_path / "mine.automa").write_text(head + knob + "2 [lay_path] if [own_turns < much]\n3 [discard]\n", "utf-8")
    grid = {"players": [3, 4], "knobs": {"players": [2, 5], "much": [1, 2]}}
    data = {"game": "saboteur", "automas": ["mine.automa"], "bots": ["rule@mine", "rule"], "grid": grid}
    cells = cells_of(asked_of(data, "x"), tmp_path)
    assert len(cells) == 8
    assert [cells[0].at, cells[-1].at] == [
        {"players": "3", "knobs.players": "2", "much": "1"},
        {"players": "4", "knobs.players": "5", "much": "2"},
    ]


def test_a_plan_tries_every_company_of_bots(tmp_path):
    """One that thinks for long says little about the others."""
    cells = cells_of(
        asked_of({"game": "saboteur", "players": 3, "games": 1, "grid": {"bots": [["rule"], ["random", "rule"]]}}, "x"),
        tmp_path,
    )
    assert set(tried(cells, Kept())) == {("tu", ("rule",) * 3), ("tu", ("random", "random", "rule"))}


def test_chunks_are_about_a_second_and_enough_for_all():
    assert size_of(0.001, 100_000) == 1000
    assert size_of(0.001, 4000) == 200
    assert size_of(3.0, 100) == 1
    assert size_of(0.01, 10) == 1


def test_the_folder_says_how_to_repeat_it(whole):
    plan, folder = whole
    manifest = read_manifest(folder)
    assert manifest.complete
    assert manifest.played == {1: 30, 2: 30, 3: 30, 4: 30}
    assert manifest.cells == plan.cells
    assert (manifest.digest, manifest.chunk, manifest.game) == (plan.digest, 8, "saboteur")
    assert set(manifest.versions) == {"kempelen", "python", "pyarrow"}
    assert json.loads((folder / "_manifest.json").read_text("utf-8"))["file"]["grid"]["players"] == [3, 4]


def test_the_folder_opens_as_one_table(whole):
    """As pandas and others read it: what begins with a line is left out."""
    _, folder = whole
    assert pq.read_table(folder).num_rows == 120
    rows = dataset(folder, format="parquet")
    assert rows.count_rows() == 120
    assert {"cell", "number", "winners", "lines"} <= set(rows.schema.names)


def test_the_folder_opens_in_pandas(whole):
    plan, folder = whole
    found = pandas.read_parquet(folder)
    assert len(found) == 120
    assert sorted(set(found["cell"])) == [cell.number for cell in plan.cells]
    assert found.sort_values(["cell", "number"])["turns"].tolist() == turns_in(folder)


def test_the_folder_opens_in_polars(whole):
    plan, folder = whole
    found = polars.read_parquet(folder / "*.parquet")
    assert found.height == 120
    assert found["cell"].unique().sort().to_list() == [cell.number for cell in plan.cells]
    assert found.sort("cell", "number")["turns"].to_list() == turns_in(folder)


def turns_in(folder):
    """Of every game, as the lab reads its own rows."""
    manifest = read_manifest(folder)
    rows = [one for path in files_in(folder, manifest) for one in rows_in(path, manifest.columns)]
    return [whole.row.turns for _, whole in sorted(rows, key=lambda one: (one[0], one[1].row.number))]
