"""Games and campaigns in a store that is asked in SQL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from kempelen.engine.files.header import Json
from kempelen.engine.files.migrations import current_header
from kempelen.store import sql_lists
from kempelen.store.interface import dump
from kempelen.store.kept import BadStore, Glance, Kept, KeptBattle, KeptCampaign, Stored
from kempelen.store.results import Listed, Rest, Result, Standing, Tally
from kempelen.store.sql import Db, Sql, now
from kempelen.text.say import Text

__all__ = ["SqlGames"]


class SqlGames(Sql):
    """See `Store`."""

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

    def rows_from(self, id: str, start: int) -> list[str]:
        with self._reading() as db:
            found = db.execute("SELECT json FROM inputs WHERE game = ? AND n >= ? ORDER BY n", (id, start)).fetchall()
        return [row for (row,) in found]

    def glance(self, id: str) -> Glance | None:
        with self._reading() as db:
            found = db.execute(
                "SELECT stamp, header, coalesce(pace, 'auto'), coalesce(hints, 0), coalesce(wish, ''),"
                " coalesce(paused, 0), coalesce(coaching, ''), coalesce(coached, ''), coalesce(seen, 0)"
                " FROM games LEFT JOIN rooms ON rooms.game = id LEFT JOIN waits ON waits.game = id"
                " WHERE id = ? AND deleted IS NULL",
                (id,),
            ).fetchone()
        if found is None:
            return None
        stamp, header, pace, hints, wish, paused, coaching, coached, done = found
        agreed = (_seats(wish), bool(paused), _seats(coaching), _seats(coached))
        return Glance(stamp, header, pace, bool(hints), *agreed, done)

    def stamp_of(self, id: str) -> int | None:
        with self._reading() as db:
            found = db.execute("SELECT stamp FROM games WHERE id = ? AND deleted IS NULL", (id,)).fetchone()
        return None if found is None else int(found[0])

    def add_game(self, game: str, header: str) -> str:
        with self._writing() as db:
            self._lock(db, "games")
            id = _next_id(db, "games", f"{game}-")
            db.execute(
                "INSERT INTO games (id, header, created, updated, status, turn, played, scenario)"
                f" VALUES (?, ?, ?, ?, 'running', {self._turn('games')}, ?, ?)",
                (id, header, now(), now(), *_played(header)),
            )
        return id

    def add_rows(self, id: str, start: int, rows: Sequence[str]) -> None:
        with self._writing() as db:
            try:
                _insert_rows(db, id, start, rows)
            except self.conflicts as error:
                raise BadStore(Text("terminal.store.elsewhere", id=id)) from error
            db.execute(
                f"UPDATE games SET updated = ?, turn = {self._turn('games')}, stamp = {self.stamp},"
                " status = 'running', result = NULL, rest = NULL WHERE id = ?",
                (now(), id),
            )
            db.execute("DELETE FROM verdicts WHERE game = ?", (id,))
            self._tell(db, id)

    def set_header(self, id: str, header: str) -> None:
        with self._writing() as db:
            _set_header(db, id, header)
            self._touch(db, id)

    def rewrite(self, id: str, header: str, rows: Sequence[str]) -> None:
        with self._writing() as db:
            _set_header(db, id, header)
            self._touch(db, id)
            db.execute("DELETE FROM inputs WHERE game = ?", (id,))
            _insert_rows(db, id, 0, rows)

    def set_position(self, id: str, position: str) -> None:
        with self._writing() as db:
            db.execute(
                "INSERT INTO checkpoints (game, position) VALUES (?, ?)"
                " ON CONFLICT (game) DO UPDATE SET position = excluded.position",
                (id, position),
            )

    def finish(self, id: str, result: Result | None = None) -> None:
        with self._writing() as db:
            plain = None if result is None else dump(result.plain())
            db.execute("UPDATE games SET status = 'over', result = ?, rest = NULL WHERE id = ?", (plain, id))
            db.execute("DELETE FROM verdicts WHERE game = ?", (id,))
            if result is not None:
                ended = [(id, seat, verdict, result.stars_of(seat)) for seat, verdict in result.verdicts.items()]
                db.executemany("INSERT INTO verdicts (game, seat, verdict, stars) VALUES (?, ?, ?, ?)", ended)

    def rest(self, id: str, rest: Rest) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET rest = ? WHERE id = ?", (dump(rest.plain()), id))

    # -- lists

    def set_name(self, id: str, name: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET name = ? WHERE id = ?", (name, id))

    def tables(
        self,
        who: str,
        *,
        free: bool = False,
        over: bool | None = None,
        game: str = "",
        seed: str = "",
        most: int = -1,
        skip: int = 0,
    ) -> list[Listed]:
        with self._reading() as db:
            return sql_lists.tables(db, self.ordered_join, who, free, over, game, seed, most, skip)

    def tally(self, who: str, *, free: bool = False) -> list[Tally]:
        with self._reading() as db:
            return sql_lists.tally(db, self.ordered_join, who, free)

    def standings(self, who: str, *, free: bool = False) -> list[Standing]:
        with self._reading() as db:
            return sql_lists.standings(db, self.ordered_join, who, free)

    def delete(self, id: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET deleted = ? WHERE id = ? AND deleted IS NULL", (now(), id))
            self._touch(db, id)

    def restore(self, id: str) -> None:
        with self._writing() as db:
            db.execute("UPDATE games SET deleted = NULL WHERE id = ? AND status <> 'erased'", (id,))
            self._touch(db, id)

    def deleted(self) -> list[Kept]:
        with self._reading() as db:
            gone = "WHERE deleted IS NOT NULL AND status <> 'erased' ORDER BY deleted DESC, turn DESC"
            return _kept(db.execute(f"{KEPT} {gone}").fetchall())

    def erase(self, before: datetime) -> int:
        with self._writing() as db:
            return sql_lists.erase(db, before)

    def erase_now(self, id: str) -> None:
        with self._writing() as db:
            self.delete(id)
            sql_lists.erase_these(db, [(id,)])

    # -- reviews

    def review(self, id: str, seat: int, rows: int) -> str | None:
        with self._reading() as db:
            found = db.execute(
                "SELECT json FROM reviews WHERE game = ? AND seat = ? AND inputs = ?", (id, seat, rows)
            ).fetchone()
        return None if found is None else str(found[0])

    def set_review(self, id: str, seat: int, rows: int, review: str) -> None:
        with self._writing() as db:
            self.hold(id)
            if db.execute("SELECT 1 FROM games WHERE id = ? AND status <> 'erased'", (id,)).fetchone() is None:
                return  # nothing of it comes back with what was on its way
            db.execute(
                "INSERT INTO reviews (game, seat, inputs, json) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (game, seat) DO UPDATE SET inputs = excluded.inputs, json = excluded.json",
                (id, seat, rows, review),
            )

    # -- several programs

    def set_waits(
        self,
        id: str,
        wish: frozenset[int],
        paused: bool,
        coaching: frozenset[int] = frozenset(),
        coached: frozenset[int] = frozenset(),
        seen: int = 0,
    ) -> None:
        seats = [" ".join(map(str, sorted(these))) for these in (wish, coaching, coached)]
        with self._writing() as db:
            db.execute(
                "INSERT INTO waits (game, wish, coaching, coached, paused, seen) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (game) DO UPDATE SET wish = excluded.wish, coaching = excluded.coaching,"
                " coached = excluded.coached, paused = excluded.paused, seen = excluded.seen",
                (id, *seats, int(paused), seen),
            )
            self._touch(db, id)

    def claim(self, id: str, program: str, seconds: float) -> bool:
        with self._writing() as db:
            return bool(
                db.execute(
                    f"INSERT INTO movers (game, program, until) VALUES (?, ?, {self.clock} + ?) ON CONFLICT (game)"
                    " DO UPDATE SET program = excluded.program, until = excluded.until"
                    f" WHERE movers.program = excluded.program OR movers.until < {self.clock}"
                    f" OR movers.until > {self.clock} + ?",
                    (id, program, seconds, FAR_OFF),
                ).rowcount
            )

    def go_on_with(self, program: str, seconds: float) -> None:
        with self._writing() as db:
            db.execute(f"UPDATE movers SET until = {self.clock} + ? WHERE program = ?", (seconds, program))

    def let_go(self, program: str, id: str | None = None) -> None:
        with self._writing() as db:
            if id is None:
                db.execute("DELETE FROM movers WHERE program = ?", (program,))
            else:
                db.execute("DELETE FROM movers WHERE program = ? AND game = ?", (program, id))

    # -- campaigns

    def add_campaign(self, header: Json) -> str:
        with self._writing() as db:
            self._lock(db, "campaigns")
            id = _next_id(db, "campaigns", f"{header['game']}-{header['campaign']}-")
            db.execute(
                "INSERT INTO campaigns (id, header, created, updated, turn)"
                f" VALUES (?, ?, ?, ?, {self._turn('campaigns')})",
                (id, dump(header), now(), now()),
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
            db.execute(
                "INSERT INTO battles (campaign, n, game, result) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (campaign, n) DO UPDATE SET game = excluded.game, result = excluded.result",
                line,
            )
            changed = f"UPDATE campaigns SET updated = ?, turn = {self._turn('campaigns')} WHERE id = ?"
            db.execute(changed, (now(), id))


def _seats(text: str) -> frozenset[int]:
    return frozenset(map(int, text.split()))


FAR_OFF = 600
"""Seconds: nobody claims a game for so long, so a claim that ends later was made before the clock went back."""
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


def _set_header(db: Db, id: str, header: str) -> None:
    db.execute("UPDATE games SET header = ?, played = ?, scenario = ? WHERE id = ?", (header, *_played(header), id))


def _next_id(db: Db, table: str, start: str) -> str:
    known = db.execute(f"SELECT id FROM {table} WHERE substr(id, 1, ?) = ?", (len(start), start)).fetchall()
    return f"{start}{1 + max((int(id.removeprefix(start)) for (id,) in known), default=0)}"


def _insert_rows(db: Db, id: str, start: int, rows: Sequence[str]) -> None:
    lines = [(id, n, row) for n, row in enumerate(rows, start)]
    db.executemany("INSERT INTO inputs (game, n, json) VALUES (?, ?, ?)", lines)
