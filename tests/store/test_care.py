"""A damaged file is told from a good one, a running store can be copied, and what can be read of it is saved."""

import sqlite3
from contextlib import closing

import pytest

from kempelen.engine.files.record import read_text
from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Session
from kempelen.store import BadStore, SqliteStore, open_store
from kempelen.store.care import back_up, look_over, put_back, save_games
from kempelen.store.migrations import store_version

PAGE = 4096


def played(store, seed, choices=3):
    """A game with one person, begun and kept."""
    game = game_named("saboteur")
    session = Session(game, Setup("saboteur", game.scenarios[0], ("human", "rule", "rule")), seed=seed)
    id = store.keep(session)
    session.run()
    for _ in range(choices):
        decision = session.unanswered[0]
        session.answer(decision.options[0], decision.seat)
        session.run()
    return id


@pytest.fixture
def path(tmp_path):
    """A store with three games, closed."""
    store = SqliteStore(tmp_path / "games.sqlite")
    for seed in (1, 2, 3):
        played(store, seed)
    store.close()
    return tmp_path / "games.sqlite"


def spoil(path, word, most=100):
    """Every page that holds a word is overwritten, the first one never; how many they were."""
    content = bytearray(path.read_bytes())
    pages = [n for n in range(PAGE, len(content), PAGE) if word in content[n : n + PAGE]][:most]
    for n in pages:
        content[n : n + PAGE] = b"\x55" * PAGE
    path.write_bytes(content)
    return len(pages)


def test_a_good_store_is_whole(path):
    found = look_over(path)
    assert found.whole
    assert found.games == 3


def test_looking_changes_nothing(path):
    before = path.read_bytes()
    look_over(path)
    assert path.read_bytes() == before


@pytest.fixture
def large(path):
    """So many games that they fill several pages."""
    store = SqliteStore(path)
    for seed in range(4, 40):
        played(store, seed, 1)
    store.close()
    return path


def test_damage_is_found_and_what_can_be_read_is_saved(large, tmp_path):
    assert spoil(large, b"saboteur-20") > 1
    found = look_over(large)
    assert found.damage
    assert not found.whole
    saved = save_games(large, tmp_path / "saved")
    assert len(saved.whole) > 5
    assert saved.parts or saved.lost
    for id in saved.whole:
        assert read_text(id, (tmp_path / "saved" / f"{id}.jsonl").read_text("utf-8")).load().inputs


def test_a_damaged_index_costs_no_game(large, tmp_path):
    assert spoil(large, b"saboteur-20", 1) == 1
    assert look_over(large).damage
    assert len(save_games(large, tmp_path / "saved").whole) == 39


def test_a_game_that_leaves_the_rules_is_named(path):
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE inputs SET json = replace(json, '\"do\"', '\"undone\"') WHERE game = 'saboteur-2'")
    found = look_over(path)
    assert [id for id, _ in found.broken] == ["saboteur-2"]
    assert found.damage == ()


def test_the_beginning_of_a_game_whose_end_breaks_the_rules_is_saved(path, tmp_path):
    with closing(sqlite3.connect(path)) as db, db:
        (last,) = db.execute("SELECT max(n) FROM inputs WHERE game = 'saboteur-1' AND json LIKE '%do%'").fetchone()
        db.execute(
            """UPDATE inputs SET json = '{"seat":"1","do":"place castle e9"}' WHERE game = 'saboteur-1' AND n = ?""",
            (last,),
        )
    saved = save_games(path, tmp_path / "saved")
    assert saved.whole == ("saboteur-2", "saboteur-3")
    assert [id for id, _ in (*saved.parts, *saved.lost)] == ["saboteur-1"]


def test_a_copy_while_somebody_writes(path, tmp_path):
    store = SqliteStore(path)
    played(store, 9)
    try:
        with store.whole():
            store.set_name("saboteur-1", "half-written")
            assert back_up(path, tmp_path / "copy.sqlite") == 4
    finally:
        store.close()
    copy = SqliteStore(tmp_path / "copy.sqlite")
    assert [kept.name for kept in copy.games()] == [""] * 4
    copy.close()


def test_a_copy_is_put_back_and_the_former_kept(path, tmp_path):
    back_up(path, tmp_path / "copy.sqlite")
    store = SqliteStore(path)
    played(store, 9)
    store.close()
    former = put_back(tmp_path / "copy.sqlite", path)
    assert look_over(path).games == 3
    assert former is not None
    assert look_over(former).games == 4


def test_a_damaged_store_is_replaced(path, tmp_path):
    back_up(path, tmp_path / "copy.sqlite")
    path.write_bytes(b"nothing of it is left" * 500)
    put_back(tmp_path / "copy.sqlite", path)
    assert look_over(path).whole


def test_a_store_in_use_is_not_replaced(path, tmp_path):
    back_up(path, tmp_path / "copy.sqlite")
    store = SqliteStore(path)
    played(store, 9)
    try:
        with pytest.raises(BadStore) as refused:
            put_back(tmp_path / "copy.sqlite", path)
        assert refused.value.text.key == "terminal.store.in_use"
        played(store, 10)
    finally:
        store.close()
    assert look_over(path).games == 5


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(2000)])
def test_what_is_no_store(tmp_path, content):
    (tmp_path / "x").write_bytes(content)
    for do in (
        look_over,
        lambda file: put_back(file, tmp_path / "to"),
        lambda file: save_games(file, tmp_path / "out"),
    ):
        with pytest.raises(BadStore) as refused:
            do(tmp_path / "x")
        assert refused.value.text.key == "terminal.store.no_store"
    assert [file.name for file in tmp_path.iterdir()] == ["x"]


def test_a_newer_store_is_left_alone(path, tmp_path):
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {store_version() + 1}")
    with pytest.raises(BadStore) as refused:
        put_back(path, tmp_path / "to")
    assert refused.value.text.key == "terminal.store.newer"


def test_nothing_is_overwritten(path, tmp_path):
    (tmp_path / "copy").write_text("mine")
    with pytest.raises(BadStore):
        back_up(path, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "mine"
    with pytest.raises(BadStore):
        save_games(path, tmp_path)
    with pytest.raises(BadStore):
        back_up(tmp_path / "nobody", tmp_path / "other")


# -- a database


def test_games_move_to_a_database_and_back(tmp_path, database, begun):
    with closing(SqliteStore(tmp_path / "games.sqlite")) as store:
        id = store.keep(begun().run())
        store.sit("ann", id, 0)
        store.set_habits(id, "step", True)
        whole = store.stored(id)
    where = database.empty()
    back_up(tmp_path / "games.sqlite", tmp_path / "copy.sqlite")
    assert put_back(tmp_path / "copy.sqlite", where) is None
    with closing(open_store(where)) as store:
        assert store.stored(id) == whole
        assert store.holders(id) == {0: {"ann"}}
        session = store.record(id).load().run()
        store.keep(session, id)
        session.answer(session.pending[0].options[0])
        assert store.keep(begun()) == "saboteur-2"
        assert [kept.id for kept in store.games()] == ["saboteur-2", id]
    found = look_over(where)
    assert (found.games, found.whole) == (2, True)
    assert back_up(where, tmp_path / "back.sqlite") == 2
    with closing(SqliteStore(tmp_path / "back.sqlite")) as store:
        assert store.record(id).load().rows == session.rows
        assert store.habits(id) == ("step", True)
    assert set(save_games(where, tmp_path / "records").whole) == {id, "saboteur-2"}


def test_games_that_are_there_stay(tmp_path, database, begun):
    with closing(SqliteStore(tmp_path / "games.sqlite")) as store:
        store.keep(begun())
    where = database.empty()
    put_back(tmp_path / "games.sqlite", where)
    with pytest.raises(BadStore) as error:
        put_back(tmp_path / "games.sqlite", where)
    assert error.value.text.key == "terminal.store.not_empty"
