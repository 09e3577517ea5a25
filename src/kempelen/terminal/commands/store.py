"""`kempelen store`: look after the games that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from kempelen.store import BadStore, is_database, name_of, open_store, usual_store
from kempelen.store.care import back_up, look_over, put_back, save_games
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.start import lang_option
from kempelen.terminal.usage import say_help
from kempelen.text.say import Text

__all__ = ["command"]

PATH = click.Path(path_type=Path)
db_option = click.option("--db", metavar="FILE", help=say_help("store.help.db"))


@click.group(help=say_help("store.help.command"))
def command() -> None:
    """The games that are kept."""


@command.command("check", help=say_help("store.help.check"))
@click.argument("file", type=PATH, required=False)
@db_option
@lang_option
def check(file: Path | None, db: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    path = file or _store(db)
    found = look_over(path)
    if found.whole:
        screen.tell("store.whole", "green", file=name_of(path), n=found.games)
        return 0
    for damage in found.damage:
        screen.tell("store.damage", "red", reason=damage)
    _list(screen, found.broken)
    screen.tell("store.broken", "red", file=name_of(path), n=found.games, broken=len(found.broken))
    screen.tell("store.remedy")
    return 1


@command.command("backup", help=say_help("store.help.backup"))
@click.argument("to", type=PATH, metavar="FILE")
@db_option
@lang_option
def backup(to: Path, db: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    screen.tell("store.backed_up", "green", file=str(to), n=back_up(_store(db), to))
    return 0


@command.command("restore", help=say_help("store.help.restore"))
@click.argument("backup", type=PATH, metavar="FILE")
@db_option
@lang_option
def restore(backup: Path, db: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    path = _store(db)
    former = put_back(backup, path)
    screen.tell("store.restored", "green", file=name_of(path))
    if former is not None:
        screen.tell("store.former", file=str(former))
    return 0


@command.command("export", help=say_help("store.help.export"))
@click.argument("folder", type=PATH)
@db_option
@lang_option
def export(folder: Path, db: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    saved = save_games(_store(db), folder)
    _list(screen, [*saved.parts, *saved.lost])
    count = len(saved.whole) + len(saved.parts)
    screen.tell("store.exported", "green", folder=str(folder), n=count, parts=len(saved.parts), lost=len(saved.lost))
    return 1 if saved.lost else 0


@command.command("erase", help=say_help("store.help.erase"))
@click.argument("id", metavar="GAME")
@db_option
@lang_option
def erase(id: str, db: str | None, lang: str | None) -> int:
    screen = screen_in(lang)
    with closing(open_store(_store(db))) as store:
        if id not in store and all(kept.id != id for kept in store.deleted()):
            raise BadStore(Text("terminal.store.unknown", id=id))
        store.erase_now(id)
    screen.tell("store.erased", "green", id=id)
    return 0


def _store(db: str | None) -> Path | str:
    """A file, or the address of a database."""
    return usual_store() if db is None else db if is_database(db) else Path(db)


def _list(screen: Screen, problems: Sequence[tuple[str, Text]]) -> None:
    for id, problem in problems:
        screen.tell("store.problem", id=id, problem=problem)
