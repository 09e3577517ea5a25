"""All that a store holds, from a database to a file and from a file to a database. Both have the same tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from kempelen.store.kept import BadStore
from kempelen.store.postgres import PostgresStore
from kempelen.store.sql import Db
from kempelen.store.sqlite import SqliteStore
from kempelen.text.say import Text

__all__ = ["TABLES", "to_database", "to_file"]

TABLES = (
    *("games", "campaigns", "inputs", "battles", "checkpoints", "verdicts", "links", "devices", "holders", "seal"),
    *("addresses", "makers", "rooms", "drafts", "waits", "reviews"),
)
"""Those that others refer to come first. Who lets automas go on at the moment is not worth keeping."""
COUNTED = ("games", "campaigns")
MANY = 500
"""Lines at a time."""


def to_file(where: str, file: Path) -> None:
    """What a database holds at this moment, in a new file; raises BadStore."""
    with closing(PostgresStore(where)) as here, closing(SqliteStore(file)) as there:
        there.prepare()
        here.prepare()
        with here.whole(), here.reading() as old, there.whole(), there.reading() as new:
            old.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            _copy(old, new, file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA journal_mode = DELETE")


def to_database(file: Path, where: str) -> None:
    """What a file holds, in a database in which there is nothing; raises BadStore."""
    with closing(SqliteStore(file)) as here, closing(PostgresStore(where)) as there:
        here.prepare()
        with there.whole(), there.reading() as new, here.reading() as old:
            if any(new.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None for table in TABLES):
                raise BadStore(Text("terminal.store.not_empty", file=there.name))
            _copy(old, new, file)
            for table in COUNTED:
                new.execute(f"SELECT setval('{table}_turn', (SELECT coalesce(max(turn), 0) + 1 FROM {table}))")


def _copy(old: Db, new: Db, file: Path) -> None:
    for table in TABLES:
        columns = _columns(file, table)
        marks = ", ".join("?" * len(columns))
        found = old.execute(f"SELECT {', '.join(columns)} FROM {table}")
        for lines in _some(found.fetchall()):
            new.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", lines)


def _columns(file: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(file)) as db:
        return [str(row[1]) for row in db.execute(f"PRAGMA table_info({table})")]


def _some(lines: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(lines), MANY):
        yield lines[start : start + MANY]
