"""Games on disk."""

import os
import sqlite3
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Session
from kempelen.store import BadStore, Store, data_folder


def session(seed=1):
    made = Session(game_named("saboteur"), Setup("saboteur", "tu", ("human", "rule", "rule")), seed=seed)
    made.advance()
    return made


@pytest.fixture
def opened():
    """Opens stores, and closes them after the test."""
    with ExitStack() as stack:
        yield lambda path: stack.enter_context(closing(Store(path)))


@pytest.fixture
def store(tmp_path, opened):
    return opened(tmp_path / "games.sqlite")


def test_every_row_is_there_at_once_and_loads_again(store, opened):
    played = session()
    id = store.keep(played)
    for _ in range(5):
        played.run()
        played.answer(played.pending[0].options[-1])
        assert opened(store.path).record(id).rows == played.rows
    played.undo()
    loaded = store.record(id).load()
    assert loaded.rows == played.rows
    assert loaded.inputs == played.inputs
    assert loaded.events == played.events
    assert loaded.run().pending[0].options == played.pending[0].options


def test_a_loaded_game_goes_on(store):
    id = store.keep(session().run())
    loaded = store.record(id).load().run()
    assert store.keep(loaded, id) == id
    loaded.answer(loaded.pending[0].options[0])
    assert store.record(id).rows == loaded.rows


def test_a_row_that_cannot_be_written_is_not_accepted(store, opened):
    """Two windows with the same game: the second one is told so, and nothing is lost."""
    played = session().run()
    id = store.keep(played)
    other = opened(store.path).record(id).load().run()
    opened(store.path).keep(other, id)
    played.answer(played.pending[0].options[0])
    known, rows = list(other.inputs), list(other.rows)
    with pytest.raises(BadStore) as error:
        other.answer(other.pending[0].options[0])
    assert error.value.text.key == "terminal.store.elsewhere"
    assert (other.inputs, other.rows) == (known, rows)
    assert store.record(id).rows == played.rows


def test_ids_count_up_and_games_are_listed(store):
    assert store.games() == []
    assert not store.path.exists()  # asking makes no file
    ids = [store.keep(session(seed)) for seed in range(11)]
    assert ids == [f"saboteur-{n}" for n in range(1, 12)]
    assert {game.id for game in store.games()} == set(ids)
    assert not any(game.over for game in store.games())
    store.finish("saboteur-3")
    assert [game.id for game in store.games() if game.over] == ["saboteur-3"]
    assert "saboteur-3" in store
    assert "saboteur-99" not in store
    with pytest.raises(BadStore):
        store.record("saboteur-99")


def test_a_file_that_is_no_store(tmp_path):
    path = tmp_path / "games.sqlite"
    path.write_text("this is not a database, but it is long enough to look like one" * 20)
    for act in (lambda: Store(path).games(), lambda: Store(path).keep(session())):
        with pytest.raises(BadStore) as error:
            act()
        assert error.value.text.key == "terminal.store.failed"


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStore):
        Store(tmp_path / "file" / "games.sqlite").keep(session())


def test_the_disk_is_written_through(store):
    store.keep(session())
    db = store._connection()
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
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


def test_the_last_played_comes_first_though_the_clock_goes_back(store, monkeypatch):
    years = iter(range(2999, 0, -1))
    monkeypatch.setattr("kempelen.store.now", lambda: f"{next(years):04}-01-01T00:00:00+00:00")
    sessions = [session(seed) for seed in range(3)]
    ids = [store.keep(one) for one in sessions]
    assert [kept.id for kept in store.games()] == ids[::-1]
    sessions[0].run().answer(sessions[0].pending[0].options[0])
    assert store.games()[0].id == ids[0]
    campaigns = [store.add_campaign({"game": "toy", "campaign": "war"}) for _ in range(2)]
    assert [kept.id for kept in store.campaigns()] == campaigns[::-1]
    store.set_battle(campaigns[0], 0, ids[0])
    assert store.campaigns()[0].id == campaigns[0]
