"""The device goes dark in the middle of something: whatever had been answered is still there.

What a store writes is noted with the very Python of the folder, in node. Then the power fails at every moment: of what
was written to a file since the last wait for the disk, all, nothing or any part may have arrived there.
"""

import base64
import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from kempelen.site.compiling import lock_info
from kempelen.site.runtime import runtime_folder, runtime_in, tool
from kempelen.store.sqlite import DEVICE, SqliteStore

WRITES = f"""
import sqlite3
db = sqlite3.connect("/games/games.sqlite", isolation_level=None)
db.execute("PRAGMA locking_mode = EXCLUSIVE")
db.execute("PRAGMA journal_mode = WAL")
db.execute("PRAGMA synchronous = {DEVICE}")
db.execute("PRAGMA wal_autocheckpoint = 12")  # what else comes after many games comes soon
db.execute("CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT)")
answered(0)
for n in range(1, 61):
    db.execute("INSERT INTO rows VALUES (?, ?)", (n, f"row {{n}} " * 90))
    if n % 4 == 0:  # automas have added theirs: several are answered together
        answered(n)
"""
DATABASE, LOG = "games.sqlite", "games.sqlite-wal"


@pytest.fixture(scope="module")
def noted(built, tmp_path_factory):
    """Everything that was written, waited for and answered, in order."""
    work = tmp_path_factory.mktemp("power")
    (work / "writes.py").write_text(WRITES)
    shutil.copy(built / "files.js", work / "files.mjs")
    lock = json.dumps({"info": lock_info(runtime_in(runtime_folder())), "packages": {}})
    script = Path(__file__).with_name("power.mjs")
    command = [tool("node"), str(script), str(built / "runtime"), str(work / "files.mjs"), str(work), lock]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert not done.returncode, done.stderr[-2000:]
    return json.loads((work / "log.json").read_text())


def done_to(content, step):
    if step[0] == "write":
        at, text = step[2], base64.b64decode(step[3])
        content.extend(bytes(max(0, at - len(content))))
        content[at : at + len(text)] = text
    else:
        del content[step[2] :]
        content.extend(bytes(step[2] - len(content)))


def left_behind(folder, disk, pending, arrives):
    """The files as they are found afterwards."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in disk.items():
        found = bytearray(content)
        for step in pending.get(name, ()):
            if arrives(name):
                done_to(found, step)
        if found:
            (folder / name).write_bytes(found)


def found_in(folder):
    with closing(sqlite3.connect(folder / DATABASE)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return db.execute("SELECT coalesce(max(n), 0), count(*) FROM rows").fetchone()


def test_what_was_answered_outlives_a_power_cut(noted, tmp_path):
    disk, pending, answered, cuts = {DATABASE: bytearray(), LOG: bytearray()}, {}, None, 0
    random = Random(17)
    ways = [
        lambda name: name == LOG,
        lambda name: name == DATABASE,
        lambda name: False,
        lambda name: random.random() < 0.5,
    ]
    for step in noted:
        if step[0] == "answered":
            answered = step[1]
        elif step[0] == "flush":
            for late in pending.pop(step[1], ()):
                done_to(disk.setdefault(step[1], bytearray()), late)
        else:
            pending.setdefault(step[1], []).append(step)
        if answered is None or step[0] != "write" or len(step[3]) < 60:
            continue  # before the first answer nothing was promised; and of a frame its head comes first
        for arrives in ways:
            left_behind(tmp_path / "found", disk, pending, arrives)
            last, count = found_in(tmp_path / "found")
            assert last == count >= answered, (cuts, answered, last, count)
            cuts += 1
    assert answered == 60
    assert cuts > 300
    assert any(step[:2] == ["write", DATABASE] for step in noted), "what was logged has gone into the database"


def test_an_answer_waits_for_the_disk_once(noted):
    """Not once for each row of it: only what must not overtake something else is waited for besides."""
    waits = sum(step[:2] == ["flush", LOG] for step in noted)
    answers = sum(step[0] == "answered" for step in noted)
    starts = [step[:2] == ["write", DATABASE] and before[1:2] != [DATABASE] for before, step in pairwise(noted)]
    assert waits <= answers + 2 * sum(starts)


@pytest.mark.parametrize(("alone", "level"), [(True, 1), (False, 2)])
def test_who_is_alone_with_a_store_waits_for_the_disk_himself(tmp_path, alone, level):
    store = SqliteStore(tmp_path / "games.sqlite", alone=alone)
    assert store._connection().execute("PRAGMA synchronous").fetchone() == (level,)
    store.close()
