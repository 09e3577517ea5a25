"""A store in an SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from kempelen.engine.files.header import Json
from kempelen.engine.files.migrations import current_header
from kempelen.engine.table import Seat
from kempelen.store import sqlite_drafts, sqlite_lists
from kempelen.store.interface import BadStore, BusyStore, Draft, Kept, KeptBattle, KeptCampaign, Store, Stored, dump
from kempelen.store.migrations import migrate, store_version, version_of
from kempelen.store.results import Listed, Rest, Result, Tally
from kempelen.text.say import Text

__all__ = ["SYNCHRONOUS", "SqliteStore"]

SYNCHRONOUS = "FULL"
"""Written through to the disk before a row counts as accepted; tests are less strict."""


class SqliteStore(Store):
    """The file is made when the first game is written."""

    def __init__(self, path: Path, *, alone: bool = False, patience: float = 10.0) -> None:
        self.path = path
        self.patience = patience
        self.alone = alone
        """No other program ever opens the file, and there may be no memory to share with one."""
        self._open: sqlite3.Connection | None = None
        self._inside: sqlite3.Connection | None = None
        """The connection while a transaction runs."""

    # -- opening and closing

    def prepare(self) -> None:
        with self._said():
            self._connection()

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    @contextmanager
    def whole(self, *, lasting: bool = True) -> Iterator[None]:
        if self._inside is not None:
            yield
            return
        with self._said():
            db = self._connection()
            with _synchronous(db, lasting), _transaction(db):
                self._inside = db
                try:
                    yield
                finally:
                    self._inside = None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, or part of the running one."""
        with self.whole():
            assert self._inside is not None
            yield self._inside

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
        except (sqlite3.Error, OSError) as error:
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
                db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
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

    # -- games

    def games(self) -> list[Kept]:
        with self._reading() as db:
            return _kept(db.execute(f"{KEPT} WHERE deleted IS NULL ORDER BY turn DESC").fetchall())

    def __contains__(self, id: str) -> bool:
        with self._reading() as db:
            found = db.execute("SELECT 1 FROM games WHERE id = ? AND deleted IS NULL", (id,)).fetchone()
        return found is not None

    def stored(self, id: str) -> Stored | None:
        with self._reading() as db:
            found = db.execute("SELECT header FROM games WHERE id = ? AND deleted IS NULL", (id,)).fetchone()
            if found is None:
                return None
            rows = db.execute("SELECT json FROM inputs WHERE game = ? ORDER BY n", (id,)).fetchall()
            kept = db.execute("SELECT position FROM checkpoints WHERE game = ?", (id,)).fetchone()
        return Stored(found[0], tuple(row for (row,) in rows), kept[0] if kept else None)

    def add_game(self, game: str, header: str) -> str:
        with self._writing() as db:
            id = _next_id(db, "games", f"{game}-")
            db.execute(
                "INSERT INTO games (id, header, created, updated, status, turn, played, scenario)"
                " VALUES (?, ?, ?, ?, 'running', ?, ?, ?)",
                (id, header, now(), now(), _next_turn(db, "games"), *_played(header)),
            )
        return id

    def add_rows(self, id: str, start: int, rows: Sequence[str]) -> None:
        with self._writing() as db:
            try:
                _insert_rows(db, id, start, rows)
            except sqlite3.IntegrityError as error:
                raise BadStore(Text("terminal.store.elsewhere", id=id)) from error
            line = (now(), _next_turn(db, "games"), id)
            db.execute(
                "UPDATE games SET updated = ?, turn = ?, status = 'running', result = NULL, rest = NULL WHERE id = ?",
                line,
            )
            db.execute("DELETE FROM verdicts WHERE game = ?", (id,))

    def set_header(self, id: str, header: str) -> None:
        with self._writing() as db:
            _set_header(db, id, header)

    def rewrite(self, id: str, header: str, rows: Sequence[str]) -> None:
        with self._writing() as db:
            _set_header(db, id, header)
            db.execute("DELETE FROM inputs WHERE game = ?", (id,))
            _insert_rows(db, id, 0, rows)

    def set_position(self, id: str, position: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO checkpoints (game, position) VALUES (?, ?)", (id, position))

    def finish(self, id: str, result: Result | None = None) -> None:
        with self._writing() as db:
            plain = None if result is None else dump(result.plain())
            db.execute("UPDATE games SET status = 'over', result = ?, rest = NULL WHERE id = ?", (plain, id))
            db.execute("DELETE FROM verdicts WHERE game = ?", (id,))
            ended = [] if result is None else [(id, seat, verdict) for seat, verdict in result.verdicts.items()]
            db.executemany("INSERT INTO verdicts (game, seat, verdict) VALUES (?, ?, ?)", ended)

    def rest(self, id: str, rest: Rest) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET rest = ? WHERE id = ?", (dump(rest.plain()), id))

    # -- lists

    def set_name(self, id: str, name: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET name = ? WHERE id = ?", (name, id))

    def tables(
        self, who: str, *, free: bool = False, over: bool | None = None, game: str = "", most: int = -1, skip: int = 0
    ) -> list[Listed]:
        with self._reading() as db:
            return sqlite_lists.tables(db, who, free, over, game, most, skip)

    def tally(self, who: str, *, free: bool = False) -> list[Tally]:
        with self._reading() as db:
            return sqlite_lists.tally(db, who, free)

    def delete(self, id: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET deleted = ? WHERE id = ? AND deleted IS NULL", (now(), id))

    def restore(self, id: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET deleted = NULL WHERE id = ? AND status <> 'erased'", (id,))

    def deleted(self) -> list[Kept]:
        with self._reading() as db:
            gone = "WHERE deleted IS NOT NULL AND status <> 'erased' ORDER BY deleted DESC, turn DESC"
            return _kept(db.execute(f"{KEPT} {gone}").fetchall())

    def erase(self, before: datetime) -> int:
        with self._writing() as db:
            return sqlite_lists.erase(db, before)

    # -- campaigns

    def add_campaign(self, header: Json) -> str:
        with self._writing() as db:
            id = _next_id(db, "campaigns", f"{header['game']}-{header['campaign']}-")
            db.execute(
                "INSERT INTO campaigns (id, header, created, updated, turn) VALUES (?, ?, ?, ?, ?)",
                (id, dump(header), now(), now(), _next_turn(db, "campaigns")),
            )
        return id

    def campaigns(self) -> list[KeptCampaign]:
        with self._reading() as db:
            rows = db.execute("SELECT id, header, updated FROM campaigns ORDER BY turn DESC").fetchall()
            battles = db.execute("SELECT campaign, game, result FROM battles ORDER BY campaign, n").fetchall()
        return [
            KeptCampaign(
                id,
                json.loads(header),
                datetime.fromisoformat(changed),
                tuple(
                    KeptBattle(game, None if result is None else json.loads(result))
                    for campaign, game, result in battles
                    if campaign == id
                ),
            )
            for id, header, changed in rows
        ]

    def set_battle(self, id: str, n: int, game: str, result: Json | None = None) -> None:
        with self._writing() as db:
            line = (id, n, game, None if result is None else dump(result))
            db.execute("INSERT OR REPLACE INTO battles (campaign, n, game, result) VALUES (?, ?, ?, ?)", line)
            changed = (now(), _next_turn(db, "campaigns"), id)
            db.execute("UPDATE campaigns SET updated = ?, turn = ? WHERE id = ?", changed)

    # -- who may sit where, in a browser

    def seal(self, secret: str) -> str:
        with self._writing() as db:
            found = db.execute("SELECT secret FROM seal").fetchone()
            if found is None:
                db.execute("INSERT INTO seal (secret) VALUES (?)", (secret,))
        return secret if found is None else str(found[0])

    def links(self, id: str) -> dict[Seat, str]:
        with self._reading() as db:
            return dict(db.execute("SELECT seat, token FROM links WHERE game = ? ORDER BY seat", (id,)).fetchall())

    def add_links(self, id: str, links: Mapping[Seat, str]) -> None:
        with self._writing() as db:
            db.executemany(
                "INSERT OR IGNORE INTO links (game, seat, token) VALUES (?, ?, ?)",
                [(id, seat, token) for seat, token in links.items()],
            )

    def drop_link(self, id: str, seat: Seat) -> None:
        with self._writing() as db:
            db.execute("DELETE FROM links WHERE game = ? AND seat = ?", (id, seat))

    def devices(self, id: str) -> dict[Seat, str]:
        with self._reading() as db:
            return dict(db.execute("SELECT seat, token FROM devices WHERE game = ? ORDER BY seat", (id,)).fetchall())

    def set_device(self, id: str, seat: Seat, token: str | None) -> None:
        with self._writing() as db:
            db.execute("DELETE FROM devices WHERE game = ? AND seat = ?", (id, seat))
            if token is not None:
                db.execute("INSERT INTO devices (game, seat, token) VALUES (?, ?, ?)", (id, seat, token))

    def address(self, id: str) -> str | None:
        with self._reading() as db:
            found = db.execute("SELECT address FROM addresses WHERE game = ?", (id,)).fetchone()
        return None if found is None else str(found[0])

    def set_address(self, id: str, address: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO addresses (game, address) VALUES (?, ?)", (id, address))

    def game_at(self, address: str) -> str | None:
        with self._reading() as db:
            found = db.execute(
                "SELECT game FROM addresses JOIN games ON id = game WHERE address = ? AND deleted IS NULL", (address,)
            ).fetchone()
        return None if found is None else str(found[0])

    def maker(self, id: str) -> str | None:
        with self._reading() as db:
            found = db.execute("SELECT who FROM makers WHERE game = ?", (id,)).fetchone()
        return None if found is None else str(found[0])

    def set_maker(self, id: str, who: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO makers (game, who) VALUES (?, ?)", (id, who))

    def holders(self, id: str) -> dict[Seat, frozenset[str]]:
        with self._reading() as db:
            found = db.execute("SELECT seat, who FROM holders WHERE game = ?", (id,)).fetchall()
        people: dict[Seat, set[str]] = {}
        for seat, who in found:
            people.setdefault(seat, set()).add(who)
        return {seat: frozenset(those) for seat, those in people.items()}

    def sit(self, who: str, id: str, seat: Seat) -> None:
        with self._writing() as db:
            db.execute("INSERT OR IGNORE INTO holders (who, game, seat) VALUES (?, ?, ?)", (who, id, seat))

    def leave(self, who: str, id: str) -> None:
        with self._writing() as db:
            db.execute("DELETE FROM holders WHERE who = ? AND game = ?", (who, id))

    def seats_of(self, who: str, id: str) -> frozenset[Seat]:
        with self._reading() as db:
            found = db.execute("SELECT seat FROM holders WHERE who = ? AND game = ?", (who, id)).fetchall()
        return frozenset(seat for (seat,) in found)

    def places_of(self, who: str) -> dict[str, frozenset[Seat]]:
        with self._reading() as db:
            found = db.execute("SELECT game, seat FROM holders WHERE who = ?", (who,)).fetchall()
        places: dict[str, set[Seat]] = {}
        for game, seat in found:
            places.setdefault(game, set()).add(seat)
        return {game: frozenset(seats) for game, seats in places.items()}

    def hand_over(self, who: str, to: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE OR IGNORE holders SET who = ? WHERE who = ?", (to, who))
            db.execute("DELETE FROM holders WHERE who = ?", (who,))  # where the other one sat already
            db.execute("UPDATE makers SET who = ? WHERE who = ?", (to, who))
            db.execute("UPDATE OR REPLACE drafts SET who = ? WHERE who = ?", (to, who))

    def is_free(self, id: str) -> bool:
        with self._reading() as db:
            return db.execute("SELECT 1 FROM holders WHERE game = ? LIMIT 1", (id,)).fetchone() is None

    def taken(self) -> frozenset[str]:
        with self._reading() as db:
            return frozenset(game for (game,) in db.execute("SELECT DISTINCT game FROM holders").fetchall())

    def habits(self, id: str) -> tuple[str, bool]:
        with self._reading() as db:
            found = db.execute("SELECT pace, hints FROM rooms WHERE game = ?", (id,)).fetchone()
        return (str(found[0]), bool(found[1])) if found else ("auto", False)

    def set_habits(self, id: str, pace: str, hints: bool) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO rooms (game, pace, hints) VALUES (?, ?, ?)", (id, pace, int(hints)))

    # -- what somebody writes in a browser

    def drafts(self, who: str, game: str) -> list[Draft]:
        with self._reading() as db:
            return sqlite_drafts.drafts(db, who, game)

    def keep_draft(self, who: str, draft: Draft) -> None:
        with self._writing() as db:
            sqlite_drafts.keep_draft(db, who, draft)

    def drop_draft(self, who: str, id: str) -> None:
        with self._writing() as db:
            db.execute("DELETE FROM drafts WHERE who = ? AND id = ?", (who, id))


KEPT = "SELECT id, header, created, updated, status, name FROM games"


def _kept(rows: Sequence[tuple[str, str, str, str, str, str]]) -> list[Kept]:
    return [
        Kept(
            id,
            current_header(id, json.loads(header)),
            datetime.fromisoformat(made),
            datetime.fromisoformat(changed),
            status == "over",
            name,
        )
        for id, header, made, changed, status, name in rows
    ]


def _played(header: str) -> tuple[str, str]:
    """What is played, for lists."""
    data = json.loads(header)
    return str(data.get("game", "")), str(data.get("scenario", ""))


def _set_header(db: sqlite3.Connection, id: str, header: str) -> None:
    db.execute("UPDATE games SET header = ?, played = ?, scenario = ? WHERE id = ?", (header, *_played(header), id))


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


def _next_id(db: sqlite3.Connection, table: str, start: str) -> str:
    known = db.execute(f"SELECT id FROM {table} WHERE substr(id, 1, ?) = ?", (len(start), start))
    return f"{start}{1 + max((int(id.removeprefix(start)) for (id,) in known), default=0)}"


def _next_turn(db: sqlite3.Connection, table: str) -> int:
    """One more than all so far: what was played last is counted, since a clock may go back."""
    (last,) = db.execute(f"SELECT coalesce(max(turn), 0) FROM {table}").fetchone()
    return int(last) + 1


def _insert_rows(db: sqlite3.Connection, id: str, start: int, rows: Sequence[str]) -> None:
    lines = [(id, n, row) for n, row in enumerate(rows, start)]
    db.executemany("INSERT INTO inputs (game, n, json) VALUES (?, ?, ?)", lines)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
