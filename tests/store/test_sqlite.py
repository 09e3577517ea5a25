"""The store in an SQLite file: the file itself, and its versions."""

import os
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kempelen.engine.files.migrations import record_format
from kempelen.engine.game import say_in
from kempelen.store import BadStore, SqliteStore, data_folder, migrations, open_store
from kempelen.store.care import Saved, look_over, save_games
from kempelen.store.migrations import STEPS, Step, store_version
from tests.store.conftest import old_sqlite_file


@pytest.fixture
def store(tmp_path):
    with closing(open_store(tmp_path / "games.sqlite")) as made:
        yield made


def version_in(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def columns_in(path):
    with closing(sqlite3.connect(path)) as db:
        return [name for _, name, *_ in db.execute("PRAGMA table_info(games)")]


def shape_of(path):
    """Its tables and indices with their columns."""
    with closing(sqlite3.connect(path)) as db:
        made = db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
    return [
        (name, " ".join(sql.replace("(", " ( ").replace(")", " ) ").replace(",", " , ").split()) if sql else "")
        for name, sql in made
    ]


def test_asking_makes_no_file(store):
    assert store.games() == store.campaigns() == []
    assert store.links("a-1") == {}
    assert not store.path.exists()


def test_a_file_that_is_no_store(tmp_path, begun):
    path = tmp_path / "games.sqlite"
    path.write_text("this is not a database, but it is long enough to look like one" * 20)
    for act in (lambda: open_store(path).games(), lambda: open_store(path).keep(begun()), open_store(path).prepare):
        with pytest.raises(BadStore) as error:
            act()
        assert error.value.text.key == "terminal.store.failed"


def test_a_folder_that_cannot_be_made(tmp_path, begun):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStore):
        open_store(tmp_path / "file" / "games.sqlite").keep(begun())


def test_the_disk_is_written_through(store, begun):
    store.keep(begun())
    db = store._connection()
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    with store.whole(lasting=False):
        assert db.execute("PRAGMA synchronous").fetchone() == (1,)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("INSERT INTO inputs VALUES ('saboteur-1', 0, '{}')")


def test_the_data_folder(monkeypatch):
    monkeypatch.setenv("KEMPELEN_DATA", "/somewhere")
    assert data_folder() == Path("/somewhere")
    monkeypatch.delenv("KEMPELEN_DATA")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert data_folder() == Path("/data/kempelen")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "kempelen"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == Path.home() / "Library" / "Application Support" / "kempelen"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(os.environ, "LOCALAPPDATA", "/local")
    assert data_folder() == Path("/local/kempelen")


# -- versions


def test_a_new_file_and_an_old_one_are_of_todays_version(store, tmp_path):
    with closing(old_sqlite_file(tmp_path)) as old:
        assert version_in(old.path) == 0
        assert old.games() == []
        assert version_in(old.path) == store_version()
        store.prepare()
        assert version_in(store.path) == store_version()
        assert shape_of(old.path) == shape_of(store.path)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_newer_file_is_refused_in_words_and_stays_as_it_is(tmp_path, begun, lang):
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "CREATE TABLE games (everything TEXT); INSERT INTO games VALUES ('is new'); PRAGMA user_version = 99;"
        )
    before = path.read_bytes()
    store = SqliteStore(path)
    for act in (store.games, store.prepare, store.campaigns, lambda: store.keep(begun()), lambda: "a-1" in store):
        with pytest.raises(BadStore) as error:
            act()
        assert error.value.text.key == "terminal.store.newer"
    said = say_in(lang).of(error.value.text)
    assert all(word in said for word in (str(path), "99", "KEMPELEN_DATA"))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["games.sqlite"]


def test_another_column_is_one_more_step(store, begun, monkeypatch):
    id = store.keep(begun())
    store.close()
    step = Step(record_format(), ("ALTER TABLE games ADD COLUMN mood TEXT NOT NULL DEFAULT ''",))
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, step))
    assert [kept.id for kept in store.games()] == [id]
    assert columns_in(store.path)[-1] == "mood"
    assert version_in(store.path) == len(STEPS) + 1
    assert store.keep(begun()) == "saboteur-2"  # what is written names its columns
    store.close()
    monkeypatch.setattr(migrations, "STEPS", STEPS)
    with pytest.raises(BadStore) as error:
        store.games()
    assert error.value.text.key == "terminal.store.newer"


def test_a_step_that_fails_changes_nothing(store, begun, monkeypatch):
    id = store.keep(begun())
    store.close()
    step = Step(record_format(), ("ALTER TABLE games ADD COLUMN mood TEXT", "UPDATE inputs SET json = ''", "NONSENSE"))
    before = columns_in(store.path)
    with monkeypatch.context() as changed:
        changed.setattr(migrations, "STEPS", (*STEPS, step))
        for _ in range(2):
            with pytest.raises(BadStore) as error:
                store.games()
            assert error.value.text.key == "terminal.store.failed"
    assert (columns_in(store.path), version_in(store.path)) == (before, store_version())
    store.record(id).load()


def test_two_programs_open_an_old_file(tmp_path):
    with closing(old_sqlite_file(tmp_path)) as one, closing(old_sqlite_file(tmp_path)) as other:
        assert one.add_game("a", "{}") == "a-1"
        assert other.add_game("a", "{}") == "a-2"


def test_the_last_version_holds_the_last_format_of_records():
    """Who does not know a format must not open a store that holds it."""
    assert STEPS[-1].records == record_format()
    assert [step.records for step in STEPS] == sorted(step.records for step in STEPS)


def test_of_an_erased_game_nothing_is_saved(store, begun, tmp_path):
    kept, gone = store.keep(begun().run()), store.keep(begun(2).run())
    store.delete(gone)
    store.erase(datetime(2999, 1, 1, tzinfo=UTC))
    store.close()
    assert save_games(store.path, tmp_path / "saved") == Saved((kept,), (), ())
    assert look_over(store.path).whole
