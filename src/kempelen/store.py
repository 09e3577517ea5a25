"""Games kept on disk: every row of a game's record, written before anybody is told that it was accepted.

An SQLite file in the user's data folder. Rows are only ever appended; a game is loaded by playing them. Now and then
a position is kept beside them: should newer rules refuse to replay the rows, the game goes on from there.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kempelen.engine.errors import BadRecord, PlayerError
from kempelen.engine.header import check_header, header_of, seat_names
from kempelen.engine.plain import read_json
from kempelen.engine.record import Record, read_rows, write_row
from kempelen.engine.session import Row, Session
from kempelen.text.say import Text

__all__ = ["BadStore", "Kept", "KeptBattle", "KeptCampaign", "Store", "data_folder"]

TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL,
    created TEXT NOT NULL,
    updated TEXT NOT NULL,
    status TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS inputs (
    game TEXT NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS campaigns (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL,
    created TEXT NOT NULL,
    updated TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS battles (
    campaign TEXT NOT NULL REFERENCES campaigns (id),
    n INTEGER NOT NULL,
    game TEXT NOT NULL,
    result TEXT,
    PRIMARY KEY (campaign, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checkpoints (
    game TEXT PRIMARY KEY REFERENCES games (id),
    position TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS turns (
    what TEXT PRIMARY KEY,
    n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS turns_in_order ON turns (n);
""" + "".join(
    f"""
CREATE TRIGGER IF NOT EXISTS {table}_{event[:6].lower()} AFTER {event} ON {table} BEGIN
    INSERT OR REPLACE INTO turns VALUES ('{table} ' || NEW.id, (SELECT coalesce(max(n), 0) + 1 FROM turns));
END;
"""
    for table in ("games", "campaigns")
    for event in ("INSERT", "UPDATE OF updated")
)
"""What was played last is counted, since a clock may go back."""
CHECKPOINT_EVERY = 20
"""Rows between two kept positions."""
SYNCHRONOUS = "FULL"
"""Written through to the disk before a row counts as accepted; tests are less strict."""


class BadStore(PlayerError):
    """The games on disk cannot be read or written, or there is no game of that name."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One game in the store."""

    id: str
    header: dict[str, Any]
    created: datetime
    updated: datetime
    over: bool


@dataclass(frozen=True, slots=True)
class KeptBattle:
    """A battle of a campaign: the game in the store it is played in, and how it ended, once it has."""

    game: str
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class KeptCampaign:
    """One campaign in the store."""

    id: str
    header: dict[str, Any]
    updated: datetime
    battles: tuple[KeptBattle, ...]


def data_folder() -> Path:
    """Where the user's games are: KEMPELEN_DATA, or where programs keep data on this system."""
    if given := os.environ.get("KEMPELEN_DATA"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "kempelen"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kempelen"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "kempelen"


class Store:
    """The games of one user. The file is made when the first game is written."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_folder() / "games.sqlite"
        self._open: sqlite3.Connection | None = None

    def close(self) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    # -- writing

    def keep(self, session: Session, id: str | None = None) -> str:
        """Write what there is of a session, and from now on every row as it is made; its id.

        With an id the session goes on where that game in the store ends.
        """
        if id is None:
            id = self._add(session)
        else:
            self._add_missing(session, id)
        names, game = seat_names(header_of(session)), id

        def write(row: Row) -> None:
            with self._writing() as db:
                try:
                    line = (game, len(session.rows), dump(write_row(row, names)))
                    db.execute("INSERT INTO inputs VALUES (?, ?, ?)", line)
                except sqlite3.IntegrityError as error:
                    raise BadStore(Text("terminal.store.elsewhere", id=game)) from error
                db.execute("UPDATE games SET updated = ?, status = 'running' WHERE id = ?", (now(), game))
                if len(session.rows) % CHECKPOINT_EVERY == 0 and session.started:
                    position = dump(session.game.to_position(session.checkpoint))
                    db.execute("INSERT OR REPLACE INTO checkpoints VALUES (?, ?)", (game, position))

        session.on_row = write
        return game

    def _add(self, session: Session) -> str:
        header = header_of(session)
        names = seat_names(header)
        with self._writing() as db:
            start = f"{session.game.name}-"
            known = db.execute("SELECT id FROM games WHERE substr(id, 1, ?) = ?", (len(start), start))
            number = 1 + max((int(id.removeprefix(start)) for (id,) in known), default=0)
            id = f"{start}{number}"
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, 'running')", (id, dump(header), now(), now()))
            db.executemany(
                "INSERT INTO inputs VALUES (?, ?, ?)",
                [(id, n, dump(write_row(row, names))) for n, row in enumerate(session.rows)],
            )
        return id

    def _add_missing(self, session: Session, id: str) -> None:
        """Rows that loading has added, as a restart from a checkpoint does."""
        names = seat_names(header_of(session))
        with self._writing() as db:
            (known,) = db.execute("SELECT count(*) FROM inputs WHERE game = ?", (id,)).fetchone()
            missing = list(enumerate(session.rows))[known:]
            db.executemany(
                "INSERT INTO inputs VALUES (?, ?, ?)", [(id, n, dump(write_row(row, names))) for n, row in missing]
            )

    def finish(self, id: str) -> None:
        """Note that the game is over."""
        with self._writing() as db:
            db.execute("UPDATE games SET status = 'over' WHERE id = ?", (id,))

    # -- reading

    def games(self) -> list[Kept]:
        """Every game, the last played first."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT id, header, created, updated, status FROM games LEFT JOIN turns ON what = 'games ' || id"
                " ORDER BY coalesce(n, 0) DESC, updated DESC, id"
            ).fetchall()
        return [
            Kept(
                id, json.loads(header), datetime.fromisoformat(made), datetime.fromisoformat(changed), status == "over"
            )
            for id, header, made, changed, status in rows
        ]

    def record(self, id: str) -> Record:
        """The record of a game; raises BadStore if there is none, BadRecord if a row cannot be read."""
        with self._reading() as db:
            found = db.execute("SELECT header FROM games WHERE id = ?", (id,)).fetchone()
            rows = db.execute("SELECT json FROM inputs WHERE game = ? ORDER BY n", (id,)).fetchall()
            kept = db.execute("SELECT position FROM checkpoints WHERE game = ?", (id,)).fetchone()
        if found is None:
            raise BadStore(Text("terminal.store.unknown", id=id))
        try:
            header = read_json(found[0])
            check_header(id, header)
            record = read_rows(header, [read_json(row) for (row,) in rows], id)
            record.checkpoint = read_json(kept[0]) if kept else None
        except (ValueError, TypeError, KeyError, StopIteration) as error:
            raise BadRecord(Text("record.no_header", file=id)) from error
        return record

    def __contains__(self, id: str) -> bool:
        with self._reading() as db:
            return db.execute("SELECT 1 FROM games WHERE id = ?", (id,)).fetchone() is not None

    # -- campaigns

    def add_campaign(self, header: dict[str, Any]) -> str:
        """A campaign that begins; its id."""
        with self._writing() as db:
            start = f"{header['game']}-{header['campaign']}-"
            known = db.execute("SELECT id FROM campaigns WHERE substr(id, 1, ?) = ?", (len(start), start))
            number = 1 + max((int(id.removeprefix(start)) for (id,) in known), default=0)
            db.execute("INSERT INTO campaigns VALUES (?, ?, ?, ?)", (f"{start}{number}", dump(header), now(), now()))
        return f"{start}{number}"

    def campaigns(self) -> list[KeptCampaign]:
        """Every campaign, the last played first."""
        with self._reading() as db:
            rows = db.execute(
                "SELECT id, header, updated FROM campaigns LEFT JOIN turns ON what = 'campaigns ' || id"
                " ORDER BY coalesce(n, 0) DESC, updated DESC, campaigns.rowid DESC"
            ).fetchall()
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

    def campaign(self, id: str) -> KeptCampaign:
        """A campaign; raises BadStore if there is none."""
        for kept in self.campaigns():
            if kept.id == id:
                return kept
        raise BadStore(Text("terminal.store.unknown_campaign", id=id))

    def set_battle(self, id: str, n: int, game: str, result: dict[str, Any] | None = None) -> None:
        """Which game a battle of a campaign is played in, and how it ended; battles are counted from 0."""
        with self._writing() as db:
            line = (id, n, game, None if result is None else dump(result))
            db.execute("INSERT OR REPLACE INTO battles VALUES (?, ?, ?, ?)", line)
            db.execute("UPDATE campaigns SET updated = ? WHERE id = ?", (now(), id))

    # -- the file

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            if self._open is None and not self.path.exists():
                with_nothing = sqlite3.connect(":memory:")
                with_nothing.executescript(TABLES)
                try:
                    yield with_nothing
                finally:
                    with_nothing.close()
                return
            yield self._connection()
        except (sqlite3.Error, OSError) as error:
            raise BadStore(Text("terminal.store.failed", file=str(self.path), reason=str(error))) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk afterwards, or nothing."""
        try:
            db = self._connection()
            with db:
                db.execute("BEGIN IMMEDIATE")
                yield db
        except (sqlite3.Error, OSError) as error:
            raise BadStore(Text("terminal.store.failed", file=str(self.path), reason=str(error))) from error

    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(self.path, isolation_level=None, timeout=10)
            try:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
                db.executescript(TABLES)
            except sqlite3.Error:
                db.close()
                raise
            self._open = db
        return self._open


def dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
