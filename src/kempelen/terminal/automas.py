"""Automas on the command line: files, those that come with a game, and those that somebody keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from kempelen.automa.problems import BadAutoma, Problem
from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import ENDING
from kempelen.automa.source import LIMITS, source_of
from kempelen.engine.errors import BadSetup, reason_of
from kempelen.engine.game import Game, game_named, games
from kempelen.engine.setup import Setup
from kempelen.parts.automas import game_of_text, sheet_from, shipped_sheets, with_automa
from kempelen.store.folder import data_folder
from kempelen.terminal.usage import say_help
from kempelen.text.say import Text

__all__ = [
    "automa_option",
    "game_with_automas",
    "kept_folder",
    "kept_texts",
    "sheet_given",
    "text_from",
    "text_given",
    "with_automa_given",
]

F = TypeVar("F", bound=Callable[..., Any])


def automa_option(function: F) -> F:
    return click.option("--automa", metavar="FILE", help=say_help("automa.help.automa"))(function)


def game_with_automas(name: str) -> Game[Any]:
    """The game of this name, if people can write automas for it; raises BadSetup."""
    game = game_named(name)
    if game.automas is None:
        able = ", ".join(name for name, other in games().items() if other.automas is not None)
        raise BadSetup(Text("automa.none_but", game=name, known=able))
    return game


def kept_folder() -> Path:
    """Where somebody's automas are kept: one file each, named by its id."""
    return data_folder() / "automas"


def kept_texts() -> dict[str, str]:
    """The texts of all automas that are kept, by id."""
    folder = kept_folder()
    return {path.stem: text_from(path) for path in sorted(folder.glob(f"*{ENDING}"))} if folder.is_dir() else {}


def text_from(path: Path) -> str:
    """The text of a file; raises BadSetup or BadAutoma."""
    try:
        with path.open("rb") as file:
            content = file.read(LIMITS.bytes + 1)
        return content.decode("utf-8-sig" if len(content) <= LIMITS.bytes else "latin-1")
    except OSError as error:
        raise BadSetup(Text("position.cannot_read", file=str(path), reason=reason_of(error))) from error
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadAutoma(path.name, (Problem(line, 1, Text("automa.wrong.no_text")),)) from error


def text_given(given: str, game: Game[Any] | None = None) -> tuple[Game[Any], str]:
    """A file, or the id of an automa that is kept or comes with a game: whose it is, and its text."""
    path = Path(given).expanduser()
    if path.is_file() or path.suffix.lower() == ENDING or len(path.parts) > 1:
        return _of(text_from(path), game, given)
    kept = kept_texts()
    if given in kept:
        return _of(kept[given], game, given)
    for other in _able() if game is None else (game,):
        if other.automas is not None and given in shipped_sheets(other):
            return other, shipped_sheets(other)[given].text
    able = list(_able())
    if game is not None and (theirs := next((one for one in able if given in shipped_sheets(one)), None)) is not None:
        ours = ", ".join(shipped_sheets(game))
        raise BadSetup(Text("automa.of_other_game", automa=given, theirs=theirs.name, game=game.name, ours=ours))
    known = ", ".join([*kept, *(id for one in able for id in shipped_sheets(one))])
    raise BadSetup(Text("setup.unknown_automa", automa=given, known=known))


def _able() -> Iterator[Game[Any]]:
    return (game for game in games().values() if game.automas is not None)


def _of(text: str, game: Game[Any] | None, given: str) -> tuple[Game[Any], str]:
    """The game that a text names; if another was asked for, reading it says so."""
    if game is not None:
        return game, text
    name = game_of_text(text)
    if not name:  # a file that is too big has not been read at all, and that is what is wrong with it
        missing = Problem(1, 1, Text("automa.wrong.head_missing", key="game"))
        raise BadAutoma(given, source_of(text).problems or (missing,))
    return game_with_automas(name), text


def sheet_given(given: str, game: Game[Any] | None = None) -> tuple[Game[Any], Sheet]:
    """The automa that was named; raises BadAutoma with what is wrong with it."""
    rules, text = text_given(given, game)
    for sheet in shipped_sheets(rules).values():
        if sheet.text == text:
            return rules, sheet
    return rules, sheet_from(rules, text, others(text))


def others(text: str) -> Mapping[str, str]:
    """Kept automas that a file may build on; itself is none of them."""
    return {id: other for id, other in kept_texts().items() if other != text}


def with_automa_given(setup: Setup, given: str | None) -> Setup:
    """The set-up with this automa wherever the game's own would play; as it is if none was named."""
    if given is None:
        return setup
    game, sheet = sheet_given(given, game_with_automas(setup.game))
    return with_automa(game, setup, sheet)
