"""Who may sit where: secret links, and the browsers that have come through them. Kept in the file with the games."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from kempelen.engine.files.header import header_of
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.store import Kept, Store

__all__ = ["OPERATOR", "Keys", "new_token", "who_is"]

OPERATOR: Seat = -3
"""The place of whoever keeps the program beside a real table: sees what is public and enters everything."""

TABLES = """
CREATE TABLE IF NOT EXISTS links (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders (
    who TEXT NOT NULL,
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (who, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS holders_of ON holders (game);
CREATE TABLE IF NOT EXISTS seal (secret TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS rooms (
    game TEXT PRIMARY KEY,
    pace TEXT NOT NULL,
    hints INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""


def new_token() -> str:
    """Long enough that nobody guesses it."""
    return secrets.token_urlsafe(24)


def who_is(token: str) -> str:
    """How a browser is known in the file: what its cookie holds cannot be found out from it, nor by timing."""
    return hashlib.sha256(token.encode()).hexdigest()


class Keys(Store):
    """The store with links and holders. Used by one thread only."""

    _inside: sqlite3.Connection | None = None
    _ready = False

    def prepare(self) -> None:
        """Make the file if there is none."""
        self._connection()

    @contextmanager
    def whole(self, *, lasting: bool = True) -> Iterator[None]:
        """Everything written meanwhile is on disk at the end, or nothing of it.

        What automas have done need not last through a power failure: with the same dice they would do it again. It is
        on its way to the disk, and on it with the next thing that lasts.
        """
        level = 0
        if not lasting:
            (level,) = self._connection().execute("PRAGMA synchronous").fetchone()
            self._connection().execute("PRAGMA synchronous = NORMAL" if level else "PRAGMA synchronous = OFF")
        try:
            with super()._writing() as db:
                self._inside = db
                try:
                    yield
                finally:
                    self._inside = None
        finally:
            if not lasting:
                self._connection().execute(f"PRAGMA synchronous = {level}")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        if self._inside is not None:
            yield self._inside
        else:
            with super()._writing() as db:
                yield db

    def _connection(self) -> sqlite3.Connection:
        db = super()._connection()
        if not self._ready:
            db.executescript(TABLES)
            self._ready = True
        return db

    def secret(self) -> str:
        """What the cookies of this server are sealed with; made once."""
        with self.whole(), self._writing() as db:
            found = db.execute("SELECT secret FROM seal").fetchone()
            if found is None:
                found = (new_token(),)
                db.execute("INSERT INTO seal VALUES (?)", found)
        return str(found[0])

    # -- tables

    def open_table(
        self, session: Session, who: str, mine: Iterable[Seat], *, pace: str = "auto", hints: bool = False
    ) -> str:
        """Keep a new game, make a link for every seat a person takes, and give the first ones to whoever made it."""
        with self.whole():
            id = self.keep(session)
            self.equip(id, header_of(session))
            for seat in mine:
                self.sit(who, id, seat)
            with self._writing() as db:
                db.execute("INSERT OR REPLACE INTO rooms VALUES (?, ?, ?)", (id, pace, int(hints)))
        return id

    def equip(self, id: str, header: Mapping[str, object]) -> None:
        """Make the links a game does not have yet."""
        seats = header["seats"]
        assert isinstance(seats, dict)
        people = [seat for seat, who in enumerate(seats.values()) if who == "human"]
        places = [OPERATOR, SPECTATOR] if "physical" in header else [*people, SPECTATOR]
        with self._writing() as db:
            db.executemany("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", [(id, seat, new_token()) for seat in places])

    def links(self, id: str) -> dict[Seat, str]:
        """The secret of every place at a table."""
        with self._reading() as db:
            return dict(db.execute("SELECT seat, token FROM links WHERE game = ? ORDER BY seat", (id,)).fetchall())

    def seat_with(self, id: str, token: str) -> Seat | None:
        """The place this secret opens; every one is compared, and in constant time."""
        found = None
        for seat, known in self.links(id).items():
            if hmac.compare_digest(known.encode(), token.encode()):
                found = seat
        return found

    def sit(self, who: str, id: str, seat: Seat) -> None:
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO holders VALUES (?, ?, ?)", (who, id, seat))

    def seats_of(self, who: str, id: str) -> frozenset[Seat]:
        """The places a browser has at a table."""
        with self._reading() as db:
            found = db.execute("SELECT seat FROM holders WHERE who = ? AND game = ?", (who, id)).fetchall()
        return frozenset(seat for (seat,) in found)

    def is_free(self, id: str) -> bool:
        """Nobody has come to this table by browser: it was made in the terminal."""
        with self._reading() as db:
            return db.execute("SELECT 1 FROM holders WHERE game = ? LIMIT 1", (id,)).fetchone() is None

    def tables_of(self, who: str, *, free: bool = False) -> list[tuple[Kept, frozenset[Seat]]]:
        """The games of a browser with its places, the last played first; if wanted, also those nobody has come to."""
        with self._reading() as db:
            mine = db.execute("SELECT game, seat FROM holders WHERE who = ?", (who,)).fetchall()
            taken = {game for (game,) in db.execute("SELECT DISTINCT game FROM holders").fetchall()}
        places: dict[str, set[Seat]] = {}
        for game, seat in mine:
            places.setdefault(game, set()).add(seat)
        return [
            (kept, frozenset(places.get(kept.id, ())))
            for kept in self.games()
            if kept.id in places or (free and kept.id not in taken)
        ]

    # -- how a table is played

    def habits(self, id: str) -> tuple[str, bool]:
        """The automas' pace, and whether hints are shown."""
        with self._reading() as db:
            found = db.execute("SELECT pace, hints FROM rooms WHERE game = ?", (id,)).fetchone()
        return (str(found[0]), bool(found[1])) if found else ("auto", False)

    def set_habits(self, id: str, pace: str, hints: bool) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO rooms VALUES (?, ?, ?)", (id, pace, int(hints)))
