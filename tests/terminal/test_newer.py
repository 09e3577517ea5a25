"""What a newer version has kept: one line that names the remedy, and nothing is changed."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kempelen.store import data_folder

KEPT = Path(__file__).parents[1] / "kept"


@pytest.fixture
def newer_store():
    data_folder().mkdir(parents=True)
    path = data_folder() / "games.sqlite"
    shutil.copy(KEPT / "stores" / "terminal.sqlite", path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    return path


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "words",
    [
        ("games", "--mine"),
        ("play", "saboteur", "--players", "3"),
        ("play", "--resume", "saboteur-1"),
        ("replay", "saboteur-1"),
        ("campaign", "list"),
        ("serve", "--port", "0"),
    ],
)
def test_a_newer_store(kempelen, newer_store, words, lang):
    before = newer_store.read_bytes()
    run = kempelen(*words, "--lang", lang)
    assert run.status == 2
    (line,) = run.err.splitlines()
    assert all(word in line for word in (str(newer_store), "99", "Kempelen", "KEMPELEN_DATA"))
    assert newer_store.read_bytes() == before


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("newer", [{"format": 99}, {"rules": "99"}])
@pytest.mark.parametrize("words", [("replay",), ("play", "--resume")])
def test_a_newer_record(kempelen, tmp_path, words, newer, lang):
    header, rows = (KEPT / "records" / "saboteur-first-over.jsonl").read_text("utf-8").split("\n", 1)
    file = tmp_path / "new.jsonl"
    file.write_text(json.dumps(json.loads(header) | newer) + "\n" + rows, "utf-8")
    run = kempelen(*words, file, "--lang", lang)
    assert (run.status, run.out) == (2, "")
    (line,) = run.err.splitlines()
    assert all(word in line for word in ("new.jsonl", "99", "Kempelen"))
    assert not (data_folder() / "games.sqlite").exists()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_newer_position(kempelen, tmp_path, lang):
    text = (KEPT / "positions" / "saboteur-tu-over.toml").read_text("utf-8")
    file = tmp_path / "new.toml"
    file.write_text(f"format = 99\n{text}", "utf-8")
    run = kempelen("play", "saboteur", "--position", file, "--lang", lang)
    assert (run.status, run.out) == (2, "")
    (line,) = run.err.splitlines()
    assert all(word in line for word in ("new.toml", "format", "99", "Kempelen"))
    assert not (data_folder() / "games.sqlite").exists()
