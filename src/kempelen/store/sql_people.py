"""Who may sit where, and what people write in a browser, in a store that is asked in SQL."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.engine.table import Seat
from kempelen.store import sql_drafts
from kempelen.store.kept import Draft
from kempelen.store.sql import Sql

__all__ = ["SqlPeople"]


class SqlPeople(Sql):
    """See `Store`."""

    def seal(self, secret: str) -> str:
        with self._writing() as db:
            self._lock(db, "seal")
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
                "INSERT INTO links (game, seat, token) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
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
            db.execute("INSERT INTO addresses (game, address) VALUES (?, ?) ON CONFLICT DO NOTHING", (id, address))

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
            db.execute(
                "INSERT INTO makers (game, who) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET who = excluded.who",
                (id, who),
            )

    def holders(self, id: str) -> dict[Seat, frozenset[str]]:
        with self._reading() as db:
            found = db.execute("SELECT seat, who FROM holders WHERE game = ?", (id,)).fetchall()
        people: dict[Seat, set[str]] = {}
        for seat, who in found:
            people.setdefault(seat, set()).add(who)
        return {seat: frozenset(those) for seat, those in people.items()}

    def sit(self, who: str, id: str, seat: Seat) -> None:
        with self._writing() as db:
            db.execute("INSERT INTO holders (who, game, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", (who, id, seat))
            self._touch(db, id)

    def leave(self, who: str, id: str) -> None:
        with self._writing() as db:
            db.execute("DELETE FROM holders WHERE who = ? AND game = ?", (who, id))
            self._touch(db, id)

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
            db.execute(
                "INSERT INTO holders (who, game, seat) SELECT ?, game, seat FROM holders WHERE who = ?"
                " ON CONFLICT DO NOTHING",  # where the other one sat already
                (to, who),
            )
            db.execute("DELETE FROM holders WHERE who = ?", (who,))
            db.execute("UPDATE makers SET who = ? WHERE who = ?", (to, who))
            db.execute("DELETE FROM drafts WHERE who = ? AND id IN (SELECT id FROM drafts WHERE who = ?)", (to, who))
            db.execute("UPDATE drafts SET who = ? WHERE who = ?", (to, who))

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
            db.execute(
                "INSERT INTO rooms (game, pace, hints) VALUES (?, ?, ?)"
                " ON CONFLICT (game) DO UPDATE SET pace = excluded.pace, hints = excluded.hints",
                (id, pace, int(hints)),
            )
            self._touch(db, id)

    # -- what somebody writes in a browser

    def drafts(self, who: str, game: str) -> list[Draft]:
        with self._reading() as db:
            return sql_drafts.drafts(db, who, game)

    def keep_draft(self, who: str, draft: Draft) -> None:
        with self._writing() as db:
            sql_drafts.keep_draft(db, who, draft)

    def drop_draft(self, who: str, id: str) -> None:
        with self._writing() as db:
            db.execute("DELETE FROM drafts WHERE who = ? AND id = ?", (who, id))
