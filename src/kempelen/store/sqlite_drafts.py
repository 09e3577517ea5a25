"""What people write on the workbench, in an SQLite store."""

from __future__ import annotations

import sqlite3

from kempelen.store.interface import MOST_DRAFTS, Draft

__all__ = ["drafts", "keep_draft"]


def drafts(db: sqlite3.Connection, who: str, game: str) -> list[Draft]:
    found = db.execute(
        "SELECT id, game, name, text FROM drafts WHERE who = ? AND game = ? ORDER BY turn DESC", (who, game)
    )
    return [Draft(*row) for row in found]


def keep_draft(db: sqlite3.Connection, who: str, draft: Draft) -> None:
    (last,) = db.execute("SELECT coalesce(max(turn), 0) FROM drafts WHERE who = ?", (who,)).fetchone()
    row = (who, draft.id, draft.game, draft.name, draft.text, last + 1)
    db.execute("INSERT OR REPLACE INTO drafts (who, id, game, name, text, turn) VALUES (?, ?, ?, ?, ?, ?)", row)
    db.execute(
        "DELETE FROM drafts WHERE who = :who AND game = :game AND id NOT IN"
        " (SELECT id FROM drafts WHERE who = :who AND game = :game ORDER BY turn DESC LIMIT :most)",
        {"who": who, "game": draft.game, "most": MOST_DRAFTS},
    )
