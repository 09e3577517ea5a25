"""A file that another program writes to, and a disk that is full: who only looks waits for nobody, and games go on."""

import sqlite3
from contextlib import closing, contextmanager

import pytest

from kempelen.engine.game import say_in
from kempelen.store import BadStore, BusyStore
from kempelen.text.say import Text
from tests.web.people import PATIENCE, Person, Running, settings, text_of, until

SAY = say_in("en")


@pytest.fixture
def host(tmp_path):
    with Running(settings(tmp_path)) as running:
        running.app.state.rooms.patience = 0.3
        yield running


@pytest.fixture
def ann(host):
    person = Person(host.base)
    yield person
    person.client.close()


@contextmanager
def locked(host):
    """Another program writes, and does not come to an end."""
    with closing(sqlite3.connect(host.app.state.rooms.store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(host):
    """Nothing more fits onto the disk."""
    rooms = host.app.state.rooms
    do = rooms._thread.submit
    do(lambda: fill(rooms.store._connection(), next(iter(rooms._rooms)))).result()
    yield
    do(lambda: rooms.store._connection().execute(f"PRAGMA max_page_count = {2**30}")).result()


def fill(db, id):
    """Leave no room for another row of this game: the file may not grow, and its last page is full."""
    (pages,) = db.execute("PRAGMA page_count").fetchone()
    db.execute(f"PRAGMA max_page_count = {pages}")
    n = 0
    for size in (200, 20, 1):
        with pytest.raises(sqlite3.OperationalError, match="full"):
            while True:
                n += 1
                db.execute("INSERT INTO inputs (game, n, json) VALUES (?, ?, ?)", (f"{id} ", n, "x" * size))


def answer_of(state):
    return state["asked"]["options"][0]["do"]


def forget(host):
    """As if the server had just been started."""
    rooms = host.app.state.rooms
    rooms._thread.submit(rooms._rooms.clear).result()


def test_who_only_looks_waits_for_no_other_program(host, ann):
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    state = table.settled()
    with locked(host):
        forget(host)
        assert table.state()["version"] == state["version"]
        assert ann.get("/").status_code == 200
        refused = table.answer(answer_of(state), state["version"])
        assert refused.status_code == 409  # the table as it is, with the words above it
        assert SAY("web.error.store_busy") in text_of(refused.text)
        api = ann.post(f"/api/tables/{table.id}/answer", json={"do": answer_of(state)})
        assert api.status_code == 503
        assert api.json()["error"] == SAY("web.error.store_busy")
        assert table.state()["version"] == state["version"]
    assert table.answer(answer_of(state), state["version"]).status_code == 200
    assert table.settled()["version"] > state["version"]


def test_who_changes_something_waits_a_moment(host, ann, monkeypatch):
    """The other program comes to its end in time: nobody has noticed anything."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    state = table.settled()
    rooms, times = host.app.state.rooms, [1, 2]
    change = rooms._change

    def busy(*given, **more):
        if times:
            times.pop()
            raise BusyStore(Text("terminal.store.busy", file="x"))
        return change(*given, **more)

    rooms.patience = PATIENCE
    monkeypatch.setattr(rooms, "_change", busy)
    assert table.answer(answer_of(state), state["version"]).status_code == 200
    assert not times
    assert table.settled()["version"] > state["version"]


def test_after_a_full_disk_the_game_goes_on_by_itself(host, ann):
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    state = table.settled()
    with full(host):
        refused = table.answer(answer_of(state), state["version"])
        assert refused.status_code == 409
        assert SAY("web.error.store") in text_of(refused.text)
        assert str(host.app.state.rooms.store.path) not in refused.text
        assert table.state()["version"] == state["version"]
    assert table.answer(answer_of(state), state["version"]).status_code == 200
    assert table.settled()["version"] > state["version"]


def test_automas_that_could_not_write_try_again(host, ann, monkeypatch):
    """Without a click: the page says what is wrong, and then it is gone."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"])
    state = table.settled()

    def cannot(*_):
        raise BadStore(Text("terminal.store.failed", file="x", reason="disk full"))

    with monkeypatch.context() as now:
        now.setattr(host.app.state.rooms, "_follow", cannot)
        assert table.answer(answer_of(state), state["version"]).status_code == 200
        until(lambda: SAY("web.error.store") in text_of(table.board()), "the words")
    assert table.settled()["asked"]
    assert SAY("web.error.store") not in text_of(table.board())
