"""The tables of an SQLite store, version by version.

A file says its version (`PRAGMA user_version`); one that says none is new, or of a time before versions. Another table
or column is one more step at the end of the list; the steps before it are never touched again. All steps that a file
needs are made in one transaction: if one fails, the file stays as it was. A newer file is refused before anything is
written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["STEPS", "Step", "migrate", "store_version", "version_of"]


@dataclass(frozen=True, slots=True)
class Step:
    """From one version to the next."""

    records: int
    """The newest format of records that a store of the next version holds (`engine.migrations`). An older program must
    not read them, so a new format of records is always a new version of the store, if need be with nothing else."""
    statements: tuple[str, ...] = ()


STEPS: Sequence[Step] = (
    # 1: what files had before they said a version. Those written by the terminal alone lack the tables for browsers.
    Step(
        1,
        (
            """
            CREATE TABLE IF NOT EXISTS games (
                id TEXT PRIMARY KEY,
                header TEXT NOT NULL,
                created TEXT NOT NULL,
                updated TEXT NOT NULL,
                status TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE IF NOT EXISTS inputs (
                game TEXT NOT NULL REFERENCES games (id),
                n INTEGER NOT NULL,
                json TEXT NOT NULL,
                PRIMARY KEY (game, n)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE IF NOT EXISTS campaigns (
                id TEXT PRIMARY KEY,
                header TEXT NOT NULL,
                created TEXT NOT NULL,
                updated TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE IF NOT EXISTS battles (
                campaign TEXT NOT NULL REFERENCES campaigns (id),
                n INTEGER NOT NULL,
                game TEXT NOT NULL,
                result TEXT,
                PRIMARY KEY (campaign, n)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE IF NOT EXISTS checkpoints (
                game TEXT PRIMARY KEY REFERENCES games (id),
                position TEXT NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE IF NOT EXISTS links (
                game TEXT NOT NULL,
                seat INTEGER NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (game, seat)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE IF NOT EXISTS holders (
                who TEXT NOT NULL,
                game TEXT NOT NULL,
                seat INTEGER NOT NULL,
                PRIMARY KEY (who, game, seat)
            ) STRICT, WITHOUT ROWID
            """,
            "CREATE INDEX IF NOT EXISTS holders_of ON holders (game)",
            "CREATE TABLE IF NOT EXISTS seal (secret TEXT NOT NULL) STRICT",
            """
            CREATE TABLE IF NOT EXISTS rooms (
                game TEXT PRIMARY KEY,
                pace TEXT NOT NULL,
                hints INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
        ),
    ),
    # 2: addresses that cannot be counted, who made a table, links for another device; what was played last is counted,
    # since a clock may go back.
    Step(
        1,
        (
            """
            CREATE TABLE devices (
                game TEXT NOT NULL,
                seat INTEGER NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (game, seat)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE addresses (
                game TEXT PRIMARY KEY,
                address TEXT NOT NULL UNIQUE
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE makers (
                game TEXT PRIMARY KEY,
                who TEXT NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            *(
                statement
                for table, order in (("games", "updated, id DESC"), ("campaigns", "updated, rowid"))
                for statement in (
                    f"ALTER TABLE {table} ADD COLUMN turn INTEGER NOT NULL DEFAULT 0",
                    f"UPDATE {table} SET turn = place FROM"
                    f" (SELECT id AS which, row_number() OVER (ORDER BY {order}) AS place FROM {table})"
                    f" WHERE id = which",
                    f"CREATE INDEX {table}_by_turn ON {table} (turn)",
                )
            ),
        ),
    ),
    # 3: results, where a game waits, names, deleted games; what is played, so that lists need not read headers.
    Step(
        1,
        (
            "ALTER TABLE games ADD COLUMN played TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE games ADD COLUMN scenario TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE games ADD COLUMN name TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE games ADD COLUMN result TEXT",
            "ALTER TABLE games ADD COLUMN rest TEXT",
            "ALTER TABLE games ADD COLUMN deleted TEXT",
            """
            UPDATE games SET
                played = coalesce(json_extract(header, '$.game'), ''),
                scenario = coalesce(json_extract(header, '$.scenario'), '')
            WHERE json_valid(header)
            """,
            # All that lists ask about games that are not shown: headers, which may be long, stay unread.
            "CREATE INDEX games_listed ON games (id, deleted, status, played, scenario, turn)",
            """
            CREATE TABLE verdicts (
                game TEXT NOT NULL REFERENCES games (id),
                seat INTEGER NOT NULL,
                verdict TEXT NOT NULL,
                PRIMARY KEY (game, seat)
            ) STRICT, WITHOUT ROWID
            """,
        ),
    ),
    # 4: what somebody writes on the workbench.
    Step(
        1,
        (
            """
            CREATE TABLE drafts (
                who TEXT NOT NULL,
                id TEXT NOT NULL,
                game TEXT NOT NULL,
                name TEXT NOT NULL,
                text TEXT NOT NULL,
                turn INTEGER NOT NULL,
                PRIMARY KEY (who, id)
            ) STRICT
            """,
        ),
    ),
    # 5: several programs serve one game: what has changed, who lets its automas go on, what people wait for.
    Step(
        1,
        (
            "ALTER TABLE games ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0",
            "CREATE INDEX games_by_stamp ON games (stamp)",
            """
            CREATE TABLE waits (
                game TEXT PRIMARY KEY,
                wish TEXT NOT NULL,
                paused INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE movers (
                game TEXT PRIMARY KEY,
                program TEXT NOT NULL,
                until REAL NOT NULL
            ) STRICT, WITHOUT ROWID
            """,
        ),
    ),
    # 6: who agrees that a strong player may be asked, and who has asked one; reviews of finished games.
    Step(
        1,
        (
            "ALTER TABLE waits ADD COLUMN coaching TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE waits ADD COLUMN coached TEXT NOT NULL DEFAULT ''",
            """
            CREATE TABLE reviews (
                game TEXT NOT NULL,
                seat INTEGER NOT NULL,
                inputs INTEGER NOT NULL,
                json TEXT NOT NULL,
                PRIMARY KEY (game, seat)
            ) STRICT, WITHOUT ROWID
            """,
        ),
    ),
    # 7: stars. Of what was won before only the first is known, until somebody opens the game.
    Step(
        1,
        (
            "ALTER TABLE verdicts ADD COLUMN stars INTEGER NOT NULL DEFAULT 0",
            "UPDATE verdicts SET stars = 1 WHERE verdict = 'won'",
        ),
    ),
    # 8: how far people at a real table have got with what the companion tells them.
    Step(1, ("ALTER TABLE waits ADD COLUMN seen INTEGER NOT NULL DEFAULT 0",)),
)


def store_version() -> int:
    """The version of a store that is written today."""
    return len(STEPS)


def version_of(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(db: sqlite3.Connection) -> None:
    """Bring a file to today's version, inside a transaction of the caller's."""
    for step in STEPS[version_of(db) :]:
        for statement in step.statements:
            db.execute(statement)
    # A pragma takes no parameters.
    db.execute(f"PRAGMA user_version = {store_version()}")
