"""The tables of a PostgreSQL store: the same as those of an SQLite file of the same version (see `migrations`).

A database says its version in the table `kempelen`. Another table or column is one more step in both lists; all steps
that a database needs are made in one transaction. Texts are compared byte by byte, as SQLite does.
"""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.store.migrations import store_version
from kempelen.store.sql import Db

__all__ = ["FIRST", "STEPS", "bring_up", "version_of"]

FIRST = 5
"""The first version there was with PostgreSQL."""
STEPS: Mapping[int, tuple[str, ...]] = {
    FIRST: (
        "CREATE TABLE kempelen (version INTEGER NOT NULL)",
        "INSERT INTO kempelen (version) VALUES (0)",
        "CREATE SEQUENCE games_turn",
        "CREATE SEQUENCE campaigns_turn",
        """
        CREATE TABLE games (
            id TEXT COLLATE "C" PRIMARY KEY,
            header TEXT NOT NULL,
            created TEXT NOT NULL,
            updated TEXT NOT NULL,
            status TEXT NOT NULL,
            turn BIGINT NOT NULL DEFAULT 0,
            played TEXT NOT NULL DEFAULT '',
            scenario TEXT NOT NULL DEFAULT '',
            name TEXT NOT NULL DEFAULT '',
            result TEXT,
            rest TEXT,
            deleted TEXT COLLATE "C",
            stamp BIGINT NOT NULL DEFAULT 0
        )
        """,
        "CREATE INDEX games_by_turn ON games (turn)",
        "CREATE INDEX games_deleted ON games (deleted) WHERE deleted IS NOT NULL",
        """
        CREATE TABLE inputs (
            game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
            n BIGINT NOT NULL,
            json TEXT NOT NULL,
            PRIMARY KEY (game, n)
        )
        """,
        """
        CREATE TABLE campaigns (
            id TEXT COLLATE "C" PRIMARY KEY,
            header TEXT NOT NULL,
            created TEXT NOT NULL,
            updated TEXT NOT NULL,
            turn BIGINT NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE battles (
            campaign TEXT COLLATE "C" NOT NULL REFERENCES campaigns (id),
            n BIGINT NOT NULL,
            game TEXT NOT NULL,
            result TEXT,
            PRIMARY KEY (campaign, n)
        )
        """,
        'CREATE TABLE checkpoints (game TEXT COLLATE "C" PRIMARY KEY REFERENCES games (id), position TEXT NOT NULL)',
        """
        CREATE TABLE verdicts (
            game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
            seat BIGINT NOT NULL,
            verdict TEXT NOT NULL,
            PRIMARY KEY (game, seat)
        )
        """,
        *(
            f"""
            CREATE TABLE {table} (
                game TEXT COLLATE "C" NOT NULL,
                seat BIGINT NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (game, seat)
            )
            """
            for table in ("links", "devices")
        ),
        """
        CREATE TABLE holders (
            who TEXT COLLATE "C" NOT NULL,
            game TEXT COLLATE "C" NOT NULL,
            seat BIGINT NOT NULL,
            PRIMARY KEY (who, game, seat)
        )
        """,
        "CREATE INDEX holders_of ON holders (game)",
        "CREATE TABLE seal (secret TEXT NOT NULL)",
        'CREATE TABLE addresses (game TEXT COLLATE "C" PRIMARY KEY, address TEXT COLLATE "C" NOT NULL UNIQUE)',
        'CREATE TABLE makers (game TEXT COLLATE "C" PRIMARY KEY, who TEXT COLLATE "C" NOT NULL)',
        'CREATE TABLE rooms (game TEXT COLLATE "C" PRIMARY KEY, pace TEXT NOT NULL, hints BIGINT NOT NULL)',
        """
        CREATE TABLE drafts (
            who TEXT COLLATE "C" NOT NULL,
            id TEXT COLLATE "C" NOT NULL,
            game TEXT NOT NULL,
            name TEXT NOT NULL,
            text TEXT NOT NULL,
            turn BIGINT NOT NULL,
            PRIMARY KEY (who, id)
        )
        """,
        'CREATE TABLE waits (game TEXT COLLATE "C" PRIMARY KEY, wish TEXT NOT NULL, paused BIGINT NOT NULL)',
        """
        CREATE TABLE movers (
            game TEXT COLLATE "C" PRIMARY KEY,
            program TEXT NOT NULL,
            until DOUBLE PRECISION NOT NULL
        )
        """,
    ),
    6: (
        "ALTER TABLE waits ADD COLUMN coaching TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE waits ADD COLUMN coached TEXT NOT NULL DEFAULT ''",
        """
        CREATE TABLE reviews (
            game TEXT COLLATE "C" NOT NULL,
            seat BIGINT NOT NULL,
            inputs BIGINT NOT NULL,
            json TEXT NOT NULL,
            PRIMARY KEY (game, seat)
        )
        """,
    ),
    7: (
        "ALTER TABLE verdicts ADD COLUMN stars BIGINT NOT NULL DEFAULT 0",
        "UPDATE verdicts SET stars = 1 WHERE verdict = 'won'",
    ),
    8: ("ALTER TABLE waits ADD COLUMN seen BIGINT NOT NULL DEFAULT 0",),
}


def version_of(db: Db) -> int:
    """0 if there is nothing yet."""
    (there,) = db.execute("SELECT to_regclass('kempelen')").fetchone()
    return int(db.execute("SELECT version FROM kempelen").fetchone()[0]) if there is not None else 0


def bring_up(db: Db) -> None:
    """To today's version, inside a transaction of the caller's."""
    for step in range(max(version_of(db) + 1, FIRST), store_version() + 1):
        for statement in STEPS.get(step, ()):
            db.execute(statement)
    db.execute("UPDATE kempelen SET version = ?", (store_version(),))
