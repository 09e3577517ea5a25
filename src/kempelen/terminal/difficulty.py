"""`--difficulty easy`: the option `level`, the bots of that level, or how good whoever sits there is in every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from kempelen.engine.errors import BadOption
from kempelen.engine.game import game_named
from kempelen.parts.levels import LEVEL, level_bots
from kempelen.parts.opponents import OPPONENTS
from kempelen.terminal.usage import say_help
from kempelen.text.say import Text

__all__ = ["LEVEL", "difficulty_option"]

F = TypeVar("F", bound=Callable[..., Any])


def difficulty_option(function: F) -> F:
    """Told apart from `--option level=easy` by nothing but its name."""

    @wraps(function)
    def told(*args: Any, options: tuple[str, ...], difficulty: str | None, **more: Any) -> Any:
        if difficulty is None:
            return function(*args, options=options, **more)
        if difficulty in OPPONENTS and "bot" in more:
            return function(*args, options=options, **(more | {"bot": more["bot"] or OPPONENTS[difficulty]}))
        name = more.get("name") or more.get("game")
        if name is not None and LEVEL not in (game := game_named(name)).rulings:
            levels = level_bots(game) if "bot" in more else ()
            if "bot" not in more:
                raise BadOption(Text("option.no_levels", game=name, bots=", ".join(game.bots)))
            if difficulty not in levels:
                raise BadOption(Text("option.unknown_level", level=difficulty, known=", ".join([*levels, *OPPONENTS])))
            return function(*args, options=options, **(more | {"bot": more["bot"] or difficulty}))
        return function(*args, options=(*options, f"{LEVEL}={difficulty}"), **more)

    return click.option("--difficulty", metavar="LEVEL", help=say_help("terminal.help.difficulty"))(told)  # type: ignore[return-value]
