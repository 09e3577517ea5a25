"""A store in a PostgreSQL database, which several programs on several machines may use at once.

The key (game, n) refuses a second writer; whoever reads before he writes holds the game's line meanwhile (`hold`).
Whatever changes about a game is told to all (`NOTIFY`) when it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

from kempelen.store.folder import name_of
from kempelen.store.kept import BadStore, BusyStore
from kempelen.store.migrations import store_version
from kempelen.store.postgres_tables import bring_up, version_of
from kempelen.store.sql import Answer, Db
from kempelen.store.sql_games import SqlGames
from kempelen.store.sql_people import SqlPeople
from kempelen.text.say import Text

try:
    import psycopg
    from psycopg import conninfo, errors
    from psycopg.sql import quote
except ImportError as missing:
    raise BadStore(Text("terminal.store.no_psycopg")) from missing

if TYPE_CHECKING:
    from psycopg import Connection

__all__ = ["PostgresStore"]

CHANNEL = "kempelen"
OPTIONS = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "tcp_user_timeout": 15_000,
    "application_name": "kempelen",
    "client_encoding": "utf8",
}
"""A line that is dead is not waited for."""
LATER = (errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure, errors.AdminShutdown)
"""What may be tried again: nothing has been written."""
STARTING = "starting up"
AT_ONCE = 500
"""Lines that are written in one question; it may have 65,535 values."""


class PostgresDb:
    """A connection that understands what `Sql` writes."""

    def __init__(self, connection: Connection[Any], anew: Callable[[], Connection[Any]]) -> None:
        self.connection = connection
        self.anew = anew
        """Makes another line when this one is dead."""

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any] = (), /) -> Answer:
        """Outside a transaction, what a dead line has not answered is asked once more."""
        try:
            return self.connection.execute(_placed(sql), parameters or None)
        except psycopg.OperationalError:
            if not self.connection.closed or self.inside:
                raise
            self.connection = self.anew()
            return self.connection.execute(_placed(sql), parameters or None)

    inside = False

    @contextmanager
    def transaction(self, *, lasting: bool = True) -> Iterator[None]:
        """Every question costs a way there and back, so what begins and what ends it is sent in one go."""
        self.told: dict[str, None] = {}
        self._at_once("BEGIN" if lasting else "BEGIN; SET LOCAL synchronous_commit = off")
        self.inside = True
        try:
            yield
            tell = [f"SELECT pg_notify('{CHANNEL}', {quote(id)})" for id in self.told]
            self._at_once("; ".join([*tell, "COMMIT"]))
        except BaseException:
            self._take_back()
            raise
        finally:
            self.inside = False

    def _at_once(self, sql: str) -> None:
        """Several questions; a line that is dead shows with the first of a transaction, and is made anew."""
        try:
            self.connection.execute(sql.encode(), prepare=False)
        except psycopg.OperationalError:
            if not self.connection.closed or self.inside:
                raise
            self.connection = self.anew()
            self.connection.execute(sql.encode(), prepare=False)

    def _take_back(self) -> None:
        """Nothing of the transaction stays; a line that cannot even do that is of no use."""
        if self.connection.closed:
            return
        try:
            self.connection.execute(b"ROLLBACK", prepare=False)
        except psycopg.Error:
            self.connection.close()

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> None:
        """Many lines in one question. What psycopg has for it complains in the log of a line that is lost."""
        lines, (start, values, rest) = list(parameters), sql.rpartition("VALUES ")
        if not values:
            for line in lines:
                self.execute(sql, line)
            return
        one, end, more = rest.partition(")")
        for at in range(0, len(lines), AT_ONCE):
            some = lines[at : at + AT_ONCE]
            marks = ", ".join([one + end] * len(some))
            self.execute(f"{start}VALUES {marks}{more}", [value for line in some for value in line])


@lru_cache(maxsize=500)
def _placed(sql: str) -> bytes:
    """With placeholders as psycopg has them."""
    return re.sub(r":([a-z]+)", r"%(\1)s", sql.replace("?", "%s")).encode()


def check_address(where: str, name: str) -> None:
    """Raise BadStore for an address that cannot be read: what psycopg would say of it quotes the password."""
    try:
        parts = conninfo.conninfo_to_dict(where)
    except psycopg.ProgrammingError:
        raise BadStore(Text("terminal.store.address", file=name)) from None
    if any("@" in str(parts.get(part, "")) for part in ("host", "dbname")):  # it was one of the password
        raise BadStore(Text("terminal.store.address", file=name))


class PostgresStore(SqlGames, SqlPeople):
    """Tables are made when somebody first comes."""

    stamp = "stamp + 1"
    ordered_join = "JOIN"
    conflicts = errors.UniqueViolation
    clock = "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"

    def __init__(self, where: str, *, patience: float = 10.0) -> None:
        self.where = where
        self.name = name_of(where)
        """What it is called where others may read it."""
        self.patience = patience
        self._open: PostgresDb | None = None
        self._missed = True
        """Something may have happened while nobody listened."""
        self._heard: set[str] = set()

    def _turn(self, table: str) -> str:
        return f"nextval('{table}_turn')"

    # -- opening and closing

    def close(self) -> None:
        if self._open is not None:
            self._open.connection.close()
            self._open = None
            self._missed = True

    @contextmanager
    def _transaction(self, lasting: bool) -> Iterator[PostgresDb]:
        db = self._connection()
        with db.transaction(lasting=lasting):
            yield db

    @contextmanager
    def _reading(self) -> Iterator[Db]:
        with self._said():
            yield self._inside or self._connection()

    @contextmanager
    def _said(self) -> Iterator[None]:
        """What the database refuses is said in words. A line that has broken is made anew for whatever comes next."""
        try:
            yield
        except (psycopg.Error, UnicodeEncodeError) as error:
            if self._open is not None and self._open.connection.closed:
                self.close()
            if isinstance(error, LATER) or STARTING in str(error):
                raise BusyStore(Text("terminal.store.busy", file=self.name)) from error
            reason = str(error).replace(self.where, self.name).strip().partition("\n")[0]
            raise BadStore(Text("terminal.store.failed", file=self.name, reason=reason)) from error

    def _connection(self) -> PostgresDb:
        """The open line, to tables of today's version; raises BadStore if they are newer."""
        if self._open is None:
            self._open = PostgresDb(self._connected(), self._connected)
        return self._open

    def _connected(self) -> Connection[Any]:
        check_address(self.where, self.name)
        connection = psycopg.connect(self.where, autocommit=True, **OPTIONS)  # type: ignore[arg-type]
        try:
            connection.execute(f"SET lock_timeout = {max(1, round(1000 * self.patience))}".encode())
            self._bring_up(PostgresDb(connection, self._connected))
            connection.execute(f"LISTEN {CHANNEL}".encode())
        except (psycopg.Error, BadStore):
            connection.close()
            raise
        self._missed = True
        self.lines += 1
        return connection

    def _bring_up(self, db: PostgresDb) -> None:
        version, known = version_of(db), store_version()
        if version < known:
            with db.transaction():
                self._lock(db, "tables")
                version = version_of(db)  # another program may have been quicker
                if version < known:
                    bring_up(db)
        if version > known:
            raise BadStore(Text("terminal.store.newer", file=self.name, version=version, known=known))

    # -- several programs

    def _lock(self, db: Any, what: str) -> None:
        db.execute("SELECT pg_advisory_xact_lock(?)", (crc32(f"kempelen {what}".encode()),))

    def _tell(self, db: Any, id: str) -> None:
        db.told[id] = None  # when it is kept

    def hold(self, id: str) -> int | None:
        with self._reading() as db:
            found = db.execute("SELECT stamp, deleted FROM games WHERE id = ? FOR UPDATE", (id,)).fetchone()
        return None if found is None or found[1] is not None else int(found[0])

    def news(self) -> frozenset[str] | None:
        with self._said():
            db = self._connection()
            try:
                own = db.connection.info.backend_pid
                self._heard |= {said.payload for said in db.connection.notifies(timeout=0) if said.pid != own}
            except psycopg.OperationalError:
                db.connection.close()
                db.execute("SELECT 1")  # by another line
            if self._missed:
                self._missed = False
                self._heard.clear()
                return None
            heard = frozenset(self._heard)
            self._heard.clear()
            return heard
