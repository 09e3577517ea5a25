"""`--difficulty easy`: the option `level` of games that have one, under the name that players look for."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from kempelen.engine.errors import BadOption
from kempelen.engine.game import game_named
from kempelen.terminal.usage import say_help
from kempelen.text.say import Text

__all__ = ["LEVEL", "difficulty_option"]

F = TypeVar("F", bound=Callable[..., Any])
LEVEL = "level"


def difficulty_option(function: F) -> F:
    """Told apart from `--option level=easy` by nothing but its name."""

    @wraps(function)
    def told(*args: Any, options: tuple[str, ...], difficulty: str | None, **more: Any) -> Any:
        if difficulty is None:
            return function(*args, options=options, **more)
        name = more.get("name") or more.get("game")
        if name is not None and LEVEL not in (game := game_named(name)).rulings:
            raise BadOption(Text("option.no_levels", game=name, bots=", ".join(game.bots)))
        return function(*args, options=(*options, f"{LEVEL}={difficulty}"), **more)

    return click.option("--difficulty", metavar="LEVEL", help=say_help("terminal.help.difficulty"))(told)  # type: ignore[return-value]
