"""Every way to open a store. The tests in test_suite.py run on each of them."""

import sqlite3
from contextlib import ExitStack, closing

import pytest

from kempelen.engine.game import Setup, game_named
from kempelen.engine.session import Session
from kempelen.store import SqliteStore, open_store

BEFORE_VERSIONS = """
CREATE TABLE games (id TEXT PRIMARY KEY, header TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL,
    status TEXT NOT NULL) STRICT;
CREATE TABLE inputs (game TEXT NOT NULL REFERENCES games (id), n INTEGER NOT NULL, json TEXT NOT NULL,
    PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
CREATE TABLE campaigns (id TEXT PRIMARY KEY, header TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL) STRICT;
CREATE TABLE battles (campaign TEXT NOT NULL REFERENCES campaigns (id), n INTEGER NOT NULL, game TEXT NOT NULL,
    result TEXT, PRIMARY KEY (campaign, n)) STRICT, WITHOUT ROWID;
CREATE TABLE checkpoints (game TEXT PRIMARY KEY REFERENCES games (id), position TEXT NOT NULL) STRICT;
"""
"""What the terminal made in the days when files said no version."""


def sqlite_file(folder):
    return SqliteStore(folder / "games.sqlite")


def old_sqlite_file(folder):
    path = folder / "old.sqlite"
    if not path.exists():
        with closing(sqlite3.connect(path)) as db:
            db.executescript(BEFORE_VERSIONS)
    return SqliteStore(path)


WAYS = {"sqlite": sqlite_file, "sqlite before versions": old_sqlite_file}
"""From a folder to a store; the same folder gives the same games again."""


@pytest.fixture(params=[*WAYS, "postgresql"])
def opened(request, tmp_path):
    """Opens the games of this test once more, and closes them after it."""
    with ExitStack() as stack:
        if request.param == "postgresql":
            address = request.getfixturevalue("database").empty()
            yield lambda: stack.enter_context(closing(open_store(address)))
        else:
            yield lambda: stack.enter_context(closing(WAYS[request.param](tmp_path)))


@pytest.fixture
def store(opened):
    return opened()


@pytest.fixture
def begun():
    """Begins games."""

    def begin(seed=1, seats=("human", "rule", "rule")):
        made = Session(game_named("saboteur"), Setup("saboteur", "tu", seats), seed=seed)
        made.advance()
        return made

    return begin
