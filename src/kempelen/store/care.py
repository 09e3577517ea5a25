"""Looking after a store: is it whole, a copy of it, a copy put back, and what can be read of a damaged one.

Everything works on a copy that SQLite itself makes, so a server may go on writing meanwhile, and what is looked at is
never changed.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.header import checked_header
from kempelen.engine.files.migrations import format_of_record
from kempelen.engine.files.plain import read_json
from kempelen.engine.files.record import Record, read_rows
from kempelen.store.folder import is_database
from kempelen.store.interface import Store
from kempelen.store.kept import BadStore
from kempelen.store.migrations import store_version, version_of
from kempelen.store.sqlite import SqliteStore
from kempelen.text.say import Text

__all__ = ["LookedOver", "Saved", "back_up", "look_over", "put_back", "save_games"]

WITHOUT_DAMAGE = "ok"
HEADERS = (
    "SELECT id, header FROM games NOT INDEXED WHERE status <> 'erased'",
    "SELECT id, header FROM games NOT INDEXED WHERE status <> 'erased' ORDER BY rowid DESC",
)
ROWS = (
    "SELECT n, json FROM inputs WHERE game = ? ORDER BY n",
    "SELECT n, json FROM inputs WHERE game = ? ORDER BY n DESC",
)
GAMES_OF_ROWS = (
    "SELECT game, '' FROM inputs GROUP BY game ORDER BY game",
    "SELECT game, '' FROM inputs GROUP BY game ORDER BY game DESC",
)
"""Ways to read the same, for damaged files: the first that leads to the end is enough."""


@dataclass(frozen=True, slots=True)
class LookedOver:
    """What was found in a store."""

    games: int
    damage: tuple[str, ...]
    """What SQLite says of the file itself, in its own words."""
    broken: tuple[tuple[str, Text], ...]
    """Games that cannot go on, and why."""

    @property
    def whole(self) -> bool:
        return not self.damage and not self.broken


@dataclass(frozen=True, slots=True)
class Saved:
    """What became of the games of a store."""

    whole: tuple[str, ...]
    parts: tuple[tuple[str, Text], ...]
    """Games whose end is lost: the file holds them up to there."""
    lost: tuple[tuple[str, Text], ...]


def look_over(path: Path | str) -> LookedOver:
    """The file or database, and every game in it played through its rows; raises BadStore if it is no store at all."""
    with _copy(path) as copy:
        damage = _damage(copy)
        if damage:
            found = [(id, problem) for id, _, problem in _read(copy) if problem is not None]
            return LookedOver(len(_ids(copy)), damage, tuple(found))
        store = SqliteStore(copy)
        try:
            ids = [kept.id for kept in store.games()]
            problems = ((id, _problem(store, id)) for id in ids)
            return LookedOver(len(ids), (), tuple((id, text) for id, text in problems if text is not None))
        finally:
            store.close()


def back_up(path: Path | str, to: Path) -> int:
    """A copy as the store is now; how many games it holds. Raises BadStore, and then writes nothing."""
    if to.exists():
        raise BadStore(Text("terminal.store.there", file=str(to)))
    with _copy(path) as copy:
        if damage := _damage(copy):
            raise BadStore(Text("terminal.store.damaged", file=str(path), reason=damage[0]))
        games = len(_ids(copy))
        _put(copy, to)
    return games


def put_back(backup: Path, path: Path | str) -> Path | None:
    """A copy becomes the store; the name under which the former one stays beside it. Raises BadStore.

    A database must be an empty one: there is no beside.
    """
    with _copy(backup) as copy:
        if damage := _damage(copy):
            raise BadStore(Text("terminal.store.damaged", file=str(backup), reason=damage[0]))
        former = None
        if is_database(path):
            from kempelen.store.moving import to_database

            to_database(copy, str(path))
            return None
        path = Path(path)
        if path.exists():
            _nobody_uses(path)
            former = next(name for n in range(1, 10_000) if not (name := path.with_name(path.name + f".{n}")).exists())
            _rename(path, former)
        _put(copy, path)
    return former


def save_games(path: Path | str, folder: Path) -> Saved:
    """Every game as a record of its own, `saboteur-3.jsonl`, as far as it can be read; raises BadStore."""
    if folder.exists() and any(folder.iterdir()):
        raise BadStore(Text("terminal.store.there", file=str(folder)))
    whole: list[str] = []
    parts: list[tuple[str, Text]] = []
    lost: list[tuple[str, Text]] = []
    with _copy(path) as copy:
        folder.mkdir(parents=True, exist_ok=True)
        for id, record, problem in _read(copy):
            if record is not None:
                (folder / (id + ".jsonl")).write_text(record.text(), "utf-8")
            if problem is None:
                whole.append(id)
            else:
                (lost if record is None else parts).append((id, problem))
    return Saved(tuple(whole), tuple(parts), tuple(lost))


def _rename(path: Path, to: Path) -> None:
    """With what SQLite keeps beside it: of another file it would be a mixture."""
    for beside in ("-wal", "-shm", ""):
        if (file := path.with_name(path.name + beside)).exists():
            file.rename(to.with_name(to.name + beside))


# -- reading


@contextmanager
def _copy(path: Path | str) -> Iterator[Path]:
    """The store as it is at this moment, in a file that is thrown away afterwards."""
    if is_database(path):
        from kempelen.store.moving import to_file

        with TemporaryDirectory(prefix="kempelen-") as folder:
            to_file(str(path), Path(folder) / "games.sqlite")
            yield Path(folder) / "games.sqlite"
        return
    path = Path(path)
    if not path.is_file():
        raise BadStore(Text("terminal.store.no_file", file=str(path)))
    with TemporaryDirectory(prefix="kempelen-") as folder:
        copy = Path(folder) / "games.sqlite"
        try:
            with (
                closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True, timeout=10)) as here,
                closing(sqlite3.connect(copy)) as there,
            ):
                here.backup(there)
                there.execute("PRAGMA journal_mode = DELETE")
                version = version_of(there)
        except sqlite3.Error as error:
            raise BadStore(Text("terminal.store.no_store", file=str(path), reason=str(error))) from error
        if version == 0:
            raise BadStore(Text("terminal.store.no_store", file=str(path), reason="user_version 0"))
        if version > store_version():
            raise BadStore(Text("terminal.store.newer", file=str(path), version=version, known=store_version()))
        yield copy


def _damage(copy: Path) -> tuple[str, ...]:
    try:
        with closing(sqlite3.connect(copy)) as db:
            said = tuple(str(line) for (line,) in db.execute("PRAGMA integrity_check(10)"))
    except sqlite3.Error as error:
        return (str(error),)
    return () if said == (WITHOUT_DAMAGE,) else said


def _problem(store: Store, id: str) -> Text | None:
    try:
        store.record(id).load()
    except PlayerError as error:
        return error.text
    return None


def _read(copy: Path) -> Iterator[tuple[str, Record | None, Text | None]]:
    """Every game with as much of its record as can be read, and what is wrong with it."""
    with closing(sqlite3.connect(copy)) as db:
        headers, damage = _gathered(db, HEADERS)
        for id in _ids(copy):
            if id not in headers:
                yield id, None, Text("terminal.store.unreadable", id=id, reason=damage)
                continue
            rows, broken = _gathered(db, ROWS, id)
            whole = [rows[n] for n in takewhile(rows.__contains__, count())]
            yield _recorded(id, headers[id], whole, broken)


def _recorded(id: str, header: str, rows: list[str], broken: str) -> tuple[str, Record | None, Text | None]:
    try:
        written = read_json(header)
        record = read_rows(checked_header(id, written), map(read_json, rows), id, format_of_record(id, written))
        if broken:
            return id, record, Text("terminal.store.cut", id=id, n=len(rows), reason=broken)
        _, problem = record.load_to_break()
    except PlayerError as error:
        return id, None, error.text
    except (ValueError, TypeError, KeyError, StopIteration) as error:
        return id, None, Text("terminal.store.unreadable", id=id, reason=str(error))
    return id, record, problem


def _gathered(db: sqlite3.Connection, ways: Sequence[str], *which: str) -> tuple[dict[Any, str], str]:
    """What the file gives back, and what SQLite says if no way leads through all of it.

    Where an index or a page in the middle is damaged, reading without it or from the other end may still lead there.
    """
    found: dict[Any, str] = {}
    damage = ""
    for way in ways:
        try:
            for key, value in db.execute(way, which):
                found.setdefault(key, value)
        except sqlite3.Error as error:
            damage = str(error)
            continue
        return found, ""
    return found, damage


def _ids(copy: Path) -> list[str]:
    """The games of a store, also those of which only rows are left."""
    with closing(sqlite3.connect(copy)) as db:
        found = _gathered(db, HEADERS)[0].keys() | _gathered(db, GAMES_OF_ROWS)[0].keys()
    return sorted(id for id in found if isinstance(id, str))


# -- writing


def _put(copy: Path, to: Path) -> None:
    """There whole, or not at all."""
    half = to.with_name(to.name + ".half")
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(copy, half)
        with half.open("rb+") as file:
            os.fsync(file.fileno())
        half.replace(to)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise BadStore(Text("terminal.store.failed", file=str(to), reason=str(error))) from error


def _nobody_uses(path: Path) -> None:
    """Takes the file for itself for a moment, which also writes what still lies beside it into it; raises BadStore."""
    try:
        with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("BEGIN EXCLUSIVE")
            db.execute("ROLLBACK")
    except sqlite3.OperationalError as error:
        raise BadStore(Text("terminal.store.in_use", file=str(path))) from error
    except sqlite3.DatabaseError:
        return  # it is damaged; that is why another is put in its place
