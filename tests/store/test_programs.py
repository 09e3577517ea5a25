"""Several programs at one store: whoever is late is told, and everybody hears what is new."""

import os
import socket
from contextlib import closing
from threading import Thread

import pytest

from kempelen.store import BadStore, open_store
from tests.store.test_suite import HEADER
from tests.web.people import until


@pytest.fixture
def two(opened):
    """The same games opened by two programs, and one game."""
    one, other = opened(), opened()
    one.prepare()
    id = one.add_game("saboteur", HEADER)
    other.news(), one.news()
    return one, other, id


def heard(store):
    """What is told arrives, but not at once where it goes through a line."""
    return until(store.news, "the news")


def test_what_others_change_is_news(two):
    one, other, id = two
    other.news()
    second = one.add_game("saboteur", HEADER)
    one.add_rows(second, 0, ["{}"])
    assert heard(other) == {second}
    for change in (
        lambda: one.add_rows(id, 0, ["{}"]),
        lambda: one.set_habits(id, "step", True),
        lambda: one.set_waits(id, frozenset({1}), True),
        lambda: one.set_header(id, HEADER),
        lambda: one.sit("ann", id, 0),
        lambda: one.delete(id),
        lambda: one.restore(id),
    ):
        before = other.stamp_of(id)
        change()
        assert other.stamp_of(id) != before
        assert heard(other) == {id}
        assert one.news() == frozenset()  # one's own is no news


def test_a_change_that_is_taken_back_is_none(two):
    one, other, id = two
    with pytest.raises(ZeroDivisionError), one.whole():
        one.add_rows(id, 0, ["{}"])
        raise ZeroDivisionError
    assert other.rows_from(id, 0) == []
    assert other.stamp_of(id) == one.stamp_of(id)


def test_a_glance_says_what_is_agreed(two):
    one, other, id = two
    one.set_habits(id, "step", True)
    one.set_waits(id, frozenset({2, 0}), True, frozenset({1}), frozenset({2}), 7)
    seen = other.glance(id)
    assert (seen.pace, seen.hints, seen.wish, seen.paused) == ("step", True, {0, 2}, True)
    assert (seen.coaching, seen.coached, seen.seen) == ({1}, {2}, 7)
    assert seen.header == HEADER
    assert seen.stamp == one.stamp_of(id)
    one.delete(id)
    assert other.glance(id) is None
    assert other.stamp_of(id) is None


def test_rows_from_a_number_on(two):
    one, other, id = two
    one.add_rows(id, 0, ['{"a":0}', '{"a":1}', '{"a":2}'])
    assert other.rows_from(id, 1) == ['{"a":1}', '{"a":2}']
    assert other.rows_from(id, 3) == []


def test_only_one_lets_the_automas_go_on(two):
    one, other, id = two
    assert one.claim(id, "one", 60)
    assert one.claim(id, "one", 60)
    assert not other.claim(id, "other", 60)
    one.let_go("one", id)
    assert other.claim(id, "other", 60)
    other.go_on_with("other", -1)  # it has not been heard of for a while
    assert one.claim(id, "one", 60)
    one.let_go("one")
    assert other.claim(id, "other", 60)


def test_a_claim_of_the_future_holds_nobody_up(two):
    """The clock has gone back: what was claimed before would else be so for years."""
    one, other, id = two
    assert one.claim(id, "one", 10_000_000)
    assert other.claim(id, "other", 60)


def test_gathered_rows_are_written_at_the_end_or_not_at_all(two, begun):
    one, other, _ = two
    played = begun()
    id = one.keep(played)
    before = other.rows_from(id, 0)
    with one.gathering() as rows:
        played.run()
        played.answer(played.pending[0].options[0])
        assert other.rows_from(id, 0) == before
    assert len(rows) == len(played.rows) - len(before) > 1
    other.add_rows(id, len(before), ["{}"])  # another program is quicker
    with pytest.raises(BadStore) as error, one.whole():
        one.write(rows)
    assert error.value.text.key == "terminal.store.elsewhere"
    assert one.rows_from(id, 0) == [*before, "{}"]


def test_gathered_rows_load_again(two, begun):
    one, other, _ = two
    played = begun()
    id = one.keep(played)
    with one.gathering() as rows:
        played.run()
    one.write(rows)
    assert other.record(id).load().rows == played.rows


def test_numbers_and_rows_are_given_once_to_however_many(two, opened):
    """Eight at once: every game has a number of its own, and of one row there is one."""
    one, _, id = two
    stores = [opened() for _ in range(8)]
    made, late = [], []

    def work(store):
        with closing(store):
            made.append(store.add_game("saboteur", HEADER))
            try:
                store.add_rows(id, 0, ["{}"])
            except BadStore as error:
                late.append(error.text.key)

    # Connections belong to the thread that opens them.
    threads = [Thread(target=work, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 8
    assert late == ["terminal.store.elsewhere"] * 7
    assert one.rows_from(id, 0) == ["{}"]


# -- PostgreSQL


def test_a_database_that_comes_back_is_found_again(database):
    import psycopg

    where = database.empty()
    with closing(open_store(where)) as store:
        id = store.add_game("saboteur", HEADER)
        with psycopg.connect(database.address(), autocommit=True) as host:
            host.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'kempelen' AND pid <> pg_backend_pid()"
            )
        assert id in store
        assert store.news() is None  # something may have happened meanwhile
        assert store.news() == frozenset()


def test_a_line_lost_in_the_middle_is_told_in_one_sentence(database, caplog):
    """Not in the log as well; nothing is kept of it, and the next line writes on."""
    with closing(open_store(database.empty())) as store:
        id = store.add_game("saboteur", HEADER)
        with pytest.raises(BadStore), store.whole():
            store.add_rows(id, 0, ["{}"])
            with socket.socket(fileno=os.dup(store._connection().connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)
            store.add_rows(id, 1, ["{}", "{}", "{}"])
        assert not caplog.records
        assert store.rows_from(id, 0) == []
        store.add_rows(id, 0, ["{}", "{}"])
        assert store.rows_from(id, 0) == ["{}", "{}"]


def test_no_database_is_said_without_its_password(tmp_path):
    store = open_store(f"postgresql://ann:secret@/games?host={tmp_path}")
    with pytest.raises(BadStore) as error:
        store.games()
    assert error.value.text.key == "terminal.store.failed"
    assert "secret" not in str(error.value.text)


def test_both_kinds_have_the_same_tables(database, tmp_path):
    """Whatever is copied from one to the other has a place there."""
    import sqlite3

    import psycopg

    where = database.empty()
    with closing(open_store(where)) as store:
        store.prepare()
    with closing(open_store(tmp_path / "games.sqlite")) as store:
        store.prepare()
    with psycopg.connect(where) as connection:
        found = connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
        ).fetchall()
    theirs = {(table, column) for table, column in found if table != "kempelen"}
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        ours = {(table, row[1]) for table in tables for row in file.execute(f"PRAGMA table_info({table})")}
    assert theirs == ours
