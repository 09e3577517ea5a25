"""Lists of an SQLite store: somebody's games and how they ended, without reading a game's rows."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from datetime import datetime
from typing import Any

from kempelen.engine.files.migrations import current_header
from kempelen.store.results import Listed, Tally, read_rest, read_result

__all__ = ["erase", "tables", "tally"]

MINE = "SELECT DISTINCT game AS mine FROM holders WHERE who = :who"
FREE = "SELECT id FROM games WHERE NOT EXISTS (SELECT 1 FROM holders WHERE holders.game = games.id)"
"""Nobody has come to these by browser."""


def _listed_by(free: bool) -> str:
    return f"{MINE} UNION ALL {FREE}" if free else MINE


def tables(
    db: sqlite3.Connection, who: str, free: bool, over: bool | None, game: str, most: int, skip: int
) -> list[Listed]:
    """See `Store.tables`. Only of those that are shown is more read than their place in the list."""
    wanted = {None: "", True: "AND status = 'over'", False: "AND status = 'running'"}[over]
    found = db.execute(
        f"""
        WITH shown AS (
            SELECT id AS which FROM ({_listed_by(free)}) CROSS JOIN games ON id = mine
            WHERE deleted IS NULL {wanted} AND (:game = '' OR played = :game)
            ORDER BY turn DESC LIMIT :most OFFSET :skip
        )
        SELECT id, header, updated, status, name, address, result, rest,
            (SELECT group_concat(seat) FROM holders WHERE who = :who AND holders.game = id)
        FROM shown JOIN games ON id = which LEFT JOIN addresses ON addresses.game = id
        ORDER BY turn DESC
        """,
        {"who": who, "game": game, "most": most, "skip": skip},
    )
    return [_listed(*row) for row in found]


def _listed(
    id: str,
    header: str,
    updated: str,
    status: str,
    name: str,
    address: str | None,
    result: str | None,
    rest: str | None,
    seats: str | None,
) -> Listed:
    return Listed(
        id,
        current_header(id, json.loads(header)),
        datetime.fromisoformat(updated),
        status == "over",
        name,
        address,
        frozenset(int(seat) for seat in (seats.split(",") if seats else ())),
        None if result is None else read_result(json.loads(result)),
        None if rest is None else read_rest(json.loads(rest)),
    )


def tally(db: sqlite3.Connection, who: str, free: bool) -> list[Tally]:
    """See `Store.tally`. A free game has been played by whoever sat at its places."""
    ended: dict[str, set[str]] = {}
    own = "SELECT game, verdict FROM holders JOIN verdicts USING (game, seat) WHERE who = :who"
    others = f" UNION ALL SELECT verdicts.game, verdict FROM ({FREE}) CROSS JOIN verdicts ON verdicts.game = id"
    for game, verdict in db.execute(own + others if free else own, {"who": who}):
        ended.setdefault(game, set()).add(verdict)
    found: dict[tuple[str, str], Counter[str]] = {}
    for id, played, scenario, status in db.execute(
        f"""
        SELECT id, played, scenario, status FROM ({_listed_by(free)}) CROSS JOIN games ON id = mine
        WHERE deleted IS NULL ORDER BY turn DESC
        """,
        {"who": who},
    ):
        counted = found.setdefault((played, scenario), Counter())
        counted[status] += 1
        if len(verdicts := ended.get(id, set())) == 1:
            counted.update(verdicts)
    return [
        Tally(game, scenario, *(counted[what] for what in ("running", "over", "won", "lost", "drawn")))
        for (game, scenario), counted in found.items()
    ]


def erase(db: sqlite3.Connection, before: datetime) -> int:
    """See `Store.erase`. The line of the game stays, empty, so that its number is not given again."""
    gone: list[tuple[Any]] = db.execute(
        "SELECT id FROM games WHERE deleted < ? AND status <> 'erased'", (before.isoformat(timespec="seconds"),)
    ).fetchall()
    for table in ("inputs", "checkpoints", "verdicts", "links", "holders", "devices", "addresses", "makers", "rooms"):
        db.executemany(f"DELETE FROM {table} WHERE game = ?", gone)
    db.executemany(
        "UPDATE games SET header = '{}', scenario = '', name = '', result = NULL, rest = NULL, status = 'erased'"
        " WHERE id = ?",
        gone,
    )
    return len(gone)
