"""Lists of an SQLite store: somebody's games and how they ended, without reading a game's rows."""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime
from typing import Any

from kempelen.engine.files.migrations import current_header
from kempelen.store.results import Listed, Tally, read_rest, read_result

__all__ = ["erase", "tables", "tally"]

MINE = """
    SELECT game AS mine, group_concat(seat) AS seats FROM holders WHERE who = :who GROUP BY game
"""
FREE = """
    UNION ALL SELECT id, '' FROM games WHERE NOT EXISTS (SELECT 1 FROM holders WHERE holders.game = games.id)
"""
"""Nobody has come to these by browser."""


def tables(
    db: sqlite3.Connection, who: str, free: bool, over: bool | None, game: str, most: int, skip: int
) -> list[Listed]:
    """See `Store.tables`."""
    wanted = {None: "", True: "AND status = 'over'", False: "AND status = 'running'"}[over]
    found = db.execute(
        f"""
        WITH listed AS ({MINE} {FREE if free else ""})
        SELECT id, header, updated, status, name, address, seats, result, rest
        FROM listed JOIN games ON id = mine LEFT JOIN addresses ON addresses.game = id
        WHERE deleted IS NULL {wanted} AND (:game = '' OR played = :game)
        ORDER BY turn DESC LIMIT :most OFFSET :skip
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
    seats: str,
    result: str | None,
    rest: str | None,
) -> Listed:
    return Listed(
        id,
        current_header(id, json.loads(header)),
        datetime.fromisoformat(updated),
        status == "over",
        name,
        address,
        frozenset(int(seat) for seat in seats.split(",") if seat),
        None if result is None else read_result(json.loads(result)),
        None if rest is None else read_rest(json.loads(rest)),
    )


def tally(db: sqlite3.Connection, who: str, free: bool) -> list[Tally]:
    """See `Store.tally`. A free game has been played by whoever sat at its places."""
    found = db.execute(
        f"""
        WITH listed AS ({MINE} {FREE if free else ""}),
        ended AS (
            SELECT verdicts.game, CASE WHEN min(verdict) = max(verdict) THEN min(verdict) END AS verdict
            FROM listed JOIN verdicts ON verdicts.game = mine
            WHERE seats = '' OR EXISTS (
                SELECT 1 FROM holders WHERE who = :who AND holders.game = mine AND holders.seat = verdicts.seat
            )
            GROUP BY verdicts.game
        )
        SELECT played, scenario, sum(status = 'running'), sum(status = 'over'),
            total(verdict = 'won'), total(verdict = 'lost'), total(verdict = 'drawn')
        FROM listed JOIN games ON id = mine LEFT JOIN ended ON ended.game = id
        WHERE deleted IS NULL GROUP BY played, scenario ORDER BY max(turn) DESC
        """,
        {"who": who},
    )
    return [Tally(game, scenario, *(int(number) for number in numbers)) for game, scenario, *numbers in found]


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
