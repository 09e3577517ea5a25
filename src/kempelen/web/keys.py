"""Who may sit where: secret links, and the browsers that have come through them. Kept in the file with the games.

The store counts its games, and the terminal calls them by these numbers. In the web nobody is to find games by
counting, so there every game has an address of its own, drawn at random.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sqlite3
from base64 import b32encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kempelen.engine.header import header_of
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
CREATE TABLE IF NOT EXISTS devices (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS addresses (
    game TEXT PRIMARY KEY,
    address TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS makers (
    game TEXT PRIMARY KEY,
    who TEXT NOT NULL
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


def new_address() -> str:
    """Of letters and digits, so that it can be part of a file's name; as long as nobody can count through."""
    return b32encode(secrets.token_bytes(10)).decode().lower()


def who_is(token: str) -> str:
    """How a browser is known in the file: what its cookie holds cannot be found out from it, nor by timing."""
    return hashlib.sha256(token.encode()).hexdigest()


class Keys(Store):
    """The store with links and holders. Used by one thread only."""

    _inside: sqlite3.Connection | None = None
    _ready = False

    def __init__(self, path: Path | None = None) -> None:
        super().__init__(path)
        self._addresses: dict[str, str] = {}

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
            self.make(who, id, mine)
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

    # -- addresses

    def address(self, id: str) -> str:
        """The address of a game in the web; drawn when it is first asked for."""
        if id not in self._addresses:
            find = "SELECT address FROM addresses WHERE game = ?"
            with self._reading() as db:
                found = db.execute(find, (id,)).fetchone()
            if found is None:
                with self._writing() as db:
                    db.execute("INSERT OR IGNORE INTO addresses VALUES (?, ?)", (id, new_address()))
                    found = db.execute(find, (id,)).fetchone()
            self._addresses[id] = str(found[0])
        return self._addresses[id]

    def game_at(self, address: str) -> str | None:
        """The game with this address; None if there is none."""
        with self._reading() as db:
            found = db.execute("SELECT game FROM addresses WHERE address = ?", (address,)).fetchone()
        return None if found is None else str(found[0])

    # -- links

    def links(self, id: str) -> dict[Seat, str]:
        """The secrets of the places that can still be taken; whoever only watches takes none away."""
        with self._reading() as db:
            found = db.execute("SELECT seat, token FROM links WHERE game = ? ORDER BY seat", (id,)).fetchall()
        taken = self._taken(id)
        return {seat: token for seat, token in found if seat == SPECTATOR or seat not in taken}

    def devices(self, id: str) -> dict[Seat, str]:
        """The secrets with which those who have a place come to it from another device, too."""
        with self._reading() as db:
            return dict(db.execute("SELECT seat, token FROM devices WHERE game = ? ORDER BY seat", (id,)).fetchall())

    def links_for(self, who: str, id: str) -> dict[Seat, str]:
        """The secrets that a visitor may know: his own, and for the table's maker those of places nobody has taken."""
        mine = self.seats_of(who, id)
        own = {seat: token for seat, token in self.devices(id).items() if seat in mine}
        return (self.links(id) if self.is_maker(who, id) else {}) | own

    def every_link(self, id: str) -> dict[Seat, str]:
        """A secret for every place, new ones for those that are taken: for a host whose guest has lost his cookie."""
        with self.whole():
            new = {seat: self.add_device(id, seat) for seat in sorted(self._taken(id)) if seat != SPECTATOR}
        return dict(sorted((self.links(id) | new).items()))

    def add_device(self, id: str, seat: Seat) -> str:
        """A new secret for a place that is taken; one that was made before is void."""
        token = new_token()
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO devices VALUES (?, ?, ?)", (id, seat, token))
        return token

    def seat_with(self, id: str, token: str) -> Seat | None:
        """The place this secret opens; every one is compared, and in constant time."""
        found = None
        for seat, known in (*self.links(id).items(), *self.devices(id).items()):
            if hmac.compare_digest(known.encode(), token.encode()):
                found = seat
        return found

    def join(self, who: str, id: str, token: str) -> Seat | None:
        """Sit down with a secret, which is then used up; None if it opens nothing."""
        with self.whole():
            seat = self.seat_with(id, token)
            if seat is not None:
                with self._writing() as db:
                    db.execute("DELETE FROM devices WHERE game = ? AND token = ?", (id, token))
                self.sit(who, id, seat)
        return seat

    def sit(self, who: str, id: str, seat: Seat) -> None:
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO holders VALUES (?, ?, ?)", (who, id, seat))
            if seat != SPECTATOR:
                db.execute("DELETE FROM links WHERE game = ? AND seat = ?", (id, seat))

    def make(self, who: str, id: str, mine: Iterable[Seat]) -> None:
        """Whoever begins a game has places at it, and hands out the others."""
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO makers VALUES (?, ?)", (id, who))
        for seat in mine:
            self.sit(who, id, seat)

    def is_maker(self, who: str, id: str) -> bool:
        """Nobody has written down who made an old game: if only one has come to it, he did."""
        with self._reading() as db:
            made = db.execute("SELECT who FROM makers WHERE game = ?", (id,)).fetchall()
            made = made or db.execute("SELECT DISTINCT who FROM holders WHERE game = ? LIMIT 2", (id,)).fetchall()
        return made == [(who,)]

    def _taken(self, id: str) -> frozenset[Seat]:
        with self._reading() as db:
            found = db.execute("SELECT DISTINCT seat FROM holders WHERE game = ?", (id,)).fetchall()
        return frozenset(seat for (seat,) in found)

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
