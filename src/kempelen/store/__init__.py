"""Games that are kept: every row of a game's record is written before anybody is told that it was accepted.

Rows are only ever appended; a game is loaded by playing them. Now and then a position is kept beside them: should newer
rules refuse to replay the rows, the game goes on from there.

`Store` says what can be asked; `open_store` gives the user's own, an SQLite file in his data folder, or a database.
"""

from __future__ import annotations

from pathlib import Path

from kempelen.store.folder import data_folder, is_database, name_of, usual_store
from kempelen.store.interface import CHECKPOINT_EVERY, MOST_DRAFTS, Store
from kempelen.store.kept import BadStore, BusyStore, Draft, Glance, Kept, KeptBattle, KeptCampaign, Stored
from kempelen.store.results import Listed, Rest, Result, Standing, Tally, result_of, tallies_of
from kempelen.store.sqlite import SqliteStore

__all__ = [
    "CHECKPOINT_EVERY",
    "MOST_DRAFTS",
    "BadStore",
    "BusyStore",
    "Draft",
    "Glance",
    "Kept",
    "KeptBattle",
    "KeptCampaign",
    "Listed",
    "Rest",
    "Result",
    "SqliteStore",
    "Standing",
    "Store",
    "Stored",
    "Tally",
    "data_folder",
    "is_database",
    "name_of",
    "open_store",
    "result_of",
    "tallies_of",
    "usual_store",
]


def open_store(where: Path | str | None = None, *, alone: bool = False, patience: float = 10.0) -> Store:
    """The games in this file or database, or the user's own. Nothing is read or made before it is needed.

    While another program writes, a writer waits for so many seconds before BusyStore is raised.
    """
    where = where or usual_store()
    if is_database(where):
        from kempelen.store.postgres import PostgresStore

        return PostgresStore(str(where), patience=patience)
    return SqliteStore(Path(where), alone=alone, patience=patience)
