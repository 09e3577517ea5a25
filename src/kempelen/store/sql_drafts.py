"""What people write on the workbench, in a store that is asked in SQL."""

from __future__ import annotations

from kempelen.store.interface import MOST_DRAFTS
from kempelen.store.kept import Draft
from kempelen.store.sql import Db

__all__ = ["drafts", "keep_draft"]


def drafts(db: Db, who: str, game: str) -> list[Draft]:
    found = db.execute(
        "SELECT id, game, name, text FROM drafts WHERE who = ? AND game = ? ORDER BY turn DESC", (who, game)
    ).fetchall()
    return [Draft(*row) for row in found]


def keep_draft(db: Db, who: str, draft: Draft) -> None:
    (last,) = db.execute("SELECT coalesce(max(turn), 0) FROM drafts WHERE who = ?", (who,)).fetchone()
    row = (who, draft.id, draft.game, draft.name, draft.text, last + 1)
    db.execute(
        "INSERT INTO drafts (who, id, game, name, text, turn) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (who, id)"
        " DO UPDATE SET game = excluded.game, name = excluded.name, text = excluded.text, turn = excluded.turn",
        row,
    )
    db.execute(
        "DELETE FROM drafts WHERE who = :who AND game = :game AND id NOT IN"
        " (SELECT id FROM drafts WHERE who = :who AND game = :game ORDER BY turn DESC LIMIT :most)",
        {"who": who, "game": draft.game, "most": MOST_DRAFTS},
    )
