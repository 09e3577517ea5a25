"""A store in an SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kempelen.store.kept import BadStore, BusyStore
from kempelen.store.migrations import migrate, store_version, version_of
from kempelen.store.sql_games import SqlGames
from kempelen.store.sql_people import SqlPeople
from kempelen.text.say import Text

__all__ = ["DEVICE", "SYNCHRONOUS", "SqliteStore"]

SYNCHRONOUS = "FULL"
"""Written through to the disk before a row counts as accepted; tests are less strict."""
DEVICE = "NORMAL"
"""Where nobody else opens the file, and who opened it waits for the disk before he tells of an answer, once for all its
rows. SQLite then waits only where something must not overtake something else: the log before the database, the database
before the log begins anew."""


class SqliteStore(SqlGames, SqlPeople):
    """The file is made when the first game is written."""

    stamp = "(SELECT max(stamp) + 1 FROM games)"
    ordered_join = "CROSS JOIN"
    conflicts = sqlite3.IntegrityError
    clock = "(julianday('now') - 2440587.5) * 86400"

    def __init__(self, path: Path, *, alone: bool = False, patience: float = 10.0) -> None:
        self.path = path
        self.patience = patience
        self.alone = alone
        """No other program ever opens the file, and there may be no memory to share with one."""
        self._open: sqlite3.Connection | None = None
        self._version: int | None = None
        """What SQLite counts of the changes others make to the file, as it was last looked at."""
        self._seen = 0
        """The last stamp that was looked at."""

    # -- opening and closing

    def _turn(self, table: str) -> str:
        return f"(SELECT coalesce(max(turn), 0) + 1 FROM {table})"

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None
            self._version = None

    @contextmanager
    def _transaction(self, lasting: bool) -> Iterator[sqlite3.Connection]:
        db = self._connection()
        with _synchronous(db, lasting), _transaction(db):
            yield db

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Asking makes no file: without one there is an empty store."""
        with self._said():
            if self._open is not None or self.path.exists():
                yield self._connection()
                return
            with closing(sqlite3.connect(":memory:", isolation_level=None)) as with_nothing:
                migrate(with_nothing)
                yield with_nothing

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What the file or the disk refuses is said in words."""
        try:
            yield
        except (sqlite3.Error, OSError, UnicodeEncodeError) as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise BusyStore(Text("terminal.store.busy", file=str(self.path))) from error
            raise BadStore(Text("terminal.store.failed", file=str(self.path), reason=str(error))) from error

    def _connection(self) -> sqlite3.Connection:
        """The open file, in today's version; raises BadStore if it is a newer one, and has then written nothing."""
        if self._open is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(self.path, isolation_level=None, timeout=self.patience)
            try:
                if self.alone:
                    db.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._check_version(db)
                db.execute("PRAGMA journal_mode = WAL")
                db.execute(f"PRAGMA synchronous = {DEVICE if self.alone and SYNCHRONOUS == 'FULL' else SYNCHRONOUS}")
                if version_of(db) < store_version():
                    with _transaction(db):
                        self._check_version(db)  # another program may have been quicker
                        migrate(db)
            except (sqlite3.Error, BadStore):
                db.close()
                raise
            self._open = db
        return self._open

    def _check_version(self, db: sqlite3.Connection) -> None:
        version, known = version_of(db), store_version()
        if version > known:
            raise BadStore(Text("terminal.store.newer", file=str(self.path), version=version, known=known))

    # -- several programs

    def news(self) -> frozenset[str] | None:
        with self._reading() as db:
            (version,) = db.execute("PRAGMA data_version").fetchone()
            if version == self._version:
                return frozenset()
            first, self._version = self._version is None, version
            changed = db.execute("SELECT id, stamp FROM games WHERE stamp > ?", (self._seen,)).fetchall()
            self._seen = max((stamp for _, stamp in changed), default=self._seen)
        return None if first else frozenset(id for id, _ in changed)

    def hold(self, id: str) -> int | None:
        return self.stamp_of(id)  # in a transaction nobody else writes anyway


@contextmanager
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All of it is in the file afterwards, or nothing."""
    with db:
        db.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def _synchronous(db: sqlite3.Connection, lasting: bool) -> Iterator[None]:
    """What need not last is not waited for."""
    if lasting:
        yield
        return
    (level,) = db.execute("PRAGMA synchronous").fetchone()
    db.execute("PRAGMA synchronous = NORMAL" if level else "PRAGMA synchronous = OFF")
    try:
        yield
    finally:
        db.execute(f"PRAGMA synchronous = {level}")
