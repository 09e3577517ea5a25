"""Lists of a store that is asked in SQL: somebody's games and how they ended, without reading a game's rows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from kempelen.engine.files.migrations import current_header
from kempelen.store.results import COUNTED, Listed, Standing, Tally, read_rest, read_result
from kempelen.store.sql import Db

__all__ = ["erase", "erase_these", "standings", "tables", "tally"]

EVERY = 1 << 60
MINE = "SELECT DISTINCT game AS mine FROM holders WHERE who = :who"
FREE = "SELECT id FROM games WHERE NOT EXISTS (SELECT 1 FROM holders WHERE holders.game = games.id)"
"""Nobody has come to these by browser."""
NEVER = "1970-01-01T00:00:00+00:00"
"""When an erased game was played."""
OF_A_GAME = (
    *("inputs", "checkpoints", "verdicts", "links", "holders", "devices"),
    *("addresses", "makers", "rooms", "waits", "movers", "reviews"),
)


def _listed_by(free: bool) -> str:
    return f"{MINE} UNION ALL {FREE}" if free else MINE


def tables(
    db: Db, join: str, who: str, free: bool, over: bool | None, game: str, seed: str, most: int, skip: int
) -> list[Listed]:
    """See `Store.tables`. Only of those that are shown is more read than their place in the list."""
    wanted = {None: "", True: "AND status = 'over'", False: "AND status = 'running'"}[over]
    wanted += (" AND played = :game" if game else "") + (" AND header LIKE :seed" if seed else "")
    found = db.execute(
        f"""
        WITH shown AS (
            SELECT id AS which FROM ({_listed_by(free)}) AS listed {join} games ON id = mine
            WHERE deleted IS NULL {wanted}
            ORDER BY turn DESC LIMIT :most OFFSET :skip
        )
        SELECT id, header, updated, status, name, address, result, rest
        FROM shown JOIN games ON id = which LEFT JOIN addresses ON addresses.game = id
        ORDER BY turn DESC
        """,
        {"who": who, "game": game, "seed": f'%"seed":"{seed}%', "most": EVERY if most < 0 else most, "skip": skip},
    ).fetchall()
    places: dict[str, set[int]] = {}
    for id, seat in db.execute("SELECT game, seat FROM holders WHERE who = ?", (who,)).fetchall() if found else ():
        places.setdefault(id, set()).add(seat)
    return [_listed(row, frozenset(places.get(row[0], ()))) for row in found]


def _listed(row: Sequence[Any], seats: frozenset[int]) -> Listed:
    id, header, updated, status, name, address, result, rest = row
    return Listed(
        id,
        current_header(id, json.loads(header)),
        datetime.fromisoformat(updated),
        status == "over",
        name,
        address,
        seats,
        None if result is None else read_result(json.loads(result)),
        None if rest is None else read_rest(json.loads(rest)),
    )


def _ended(db: Db, join: str, who: str, free: bool) -> dict[str, dict[str, int]]:
    """How games ended for somebody, and with which stars. A free game has been played by whoever sat at its places."""
    ended: dict[str, dict[str, int]] = {}
    own = "SELECT game, verdict, stars FROM holders JOIN verdicts USING (game, seat) WHERE who = :who"
    free_ones = f"FROM ({FREE}) AS free {join} verdicts ON verdicts.game = id"
    others = f" UNION ALL SELECT verdicts.game, verdict, stars {free_ones}"
    for game, verdict, stars in db.execute(own + others if free else own, {"who": who}).fetchall():
        known = ended.setdefault(game, {})
        known[verdict] = known.get(verdict, 0) | stars
    return ended


def standings(db: Db, join: str, who: str, free: bool) -> list[Standing]:
    """See `Store.standings`. What stands before the seed is what was set up: only one header of each kind is read."""
    ended = _ended(db, join, who, free)
    kinds: dict[tuple[str, str, str], tuple[str, str]] = {}
    found: dict[tuple[str, str, str], Counter[str]] = {}
    stars: Counter[tuple[str, str, str]] = Counter()
    for id, played, scenario, status, header in db.execute(
        f"""
        SELECT id, played, scenario, status, header FROM ({_listed_by(free)}) AS listed {join} games ON id = mine
        WHERE deleted IS NULL ORDER BY turn DESC
        """,
        {"who": who},
    ).fetchall():
        kind = (played, scenario, header.partition('"seed":')[0])
        if (counted := found.get(kind)) is None:
            kinds[kind], counted = (id, header), found.setdefault(kind, Counter())
        counted[status] += 1
        if len(verdicts := ended.get(id, {})) == 1:
            counted.update(verdicts.keys())
            stars[kind] |= next(iter(verdicts.values()))
    return [
        Standing(
            Tally(game, scenario, *(found[game, scenario, kind][what] for what in COUNTED)),
            current_header(id, json.loads(header)),
            stars[game, scenario, kind],
        )
        for (game, scenario, kind), (id, header) in kinds.items()
    ]


def tally(db: Db, join: str, who: str, free: bool) -> list[Tally]:
    """See `Store.tally`."""
    ended = _ended(db, join, who, free)
    found: dict[tuple[str, str], Counter[str]] = {}
    for id, played, scenario, status in db.execute(
        f"""
        SELECT id, played, scenario, status FROM ({_listed_by(free)}) AS listed {join} games ON id = mine
        WHERE deleted IS NULL ORDER BY turn DESC
        """,
        {"who": who},
    ).fetchall():
        counted = found.setdefault((played, scenario), Counter())
        counted[status] += 1
        if len(verdicts := ended.get(id, {})) == 1:
            counted.update(verdicts.keys())
    return [Tally(game, scenario, *(counted[what] for what in COUNTED)) for (game, scenario), counted in found.items()]


def erase(db: Db, before: datetime) -> int:
    """See `Store.erase`."""
    gone = db.execute(
        "SELECT id FROM games WHERE deleted < ? AND status <> 'erased'", (before.isoformat(timespec="seconds"),)
    ).fetchall()
    erase_these(db, gone)
    return len(gone)


def erase_these(db: Db, gone: list[tuple[str]]) -> None:
    """The line of a game stays, empty and without a time, so that its number is not given again."""
    for table in OF_A_GAME:
        db.executemany(f"DELETE FROM {table} WHERE game = ?", gone)
    db.executemany(
        "UPDATE games SET header = '{}', scenario = '', name = '', result = NULL, rest = NULL, status = 'erased',"
        " created = ?, updated = ?, deleted = ? WHERE id = ?",
        [(NEVER, NEVER, NEVER, id) for (id,) in gone],
    )
