"""`kempelen odds GAME CALCULATION --name value`: a game's calculators on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich.table import Table as Grid

from kempelen.desk.calculator import Ask, Calculation, stated, with_defaults, words_for
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.parts.advice import calculations_of
from kempelen.terminal.ask import Screen
from kempelen.text.say import Text

__all__ = ["calculate"]


def calculate(
    screen: Screen,
    game: Game[Any],
    words: Sequence[str],
    options: Mapping[str, str],
    groups: Sequence[Mapping[str, Any]],
) -> int:
    """Work it out and tell; without words list what there is."""
    known = {one.id: one for one in calculations_of(game, options, groups)}
    if not known:
        if words and words[0].startswith("-"):
            raise click.NoSuchOption(words[0])
        raise BadSetup(Text("calculator.none", game=game.name))
    if not words:
        show_list(screen, game, known)
        return 0
    if words[0] not in known:
        if words[0].startswith("-"):
            raise click.NoSuchOption(words[0])
        raise BadSetup(Text("calculator.no_such", what=words[0], known=tuple(known)))
    calculation = known[words[0]]
    if len(words) == 1:
        show_options(screen, game, calculation)
        return 0
    found = calculation.work(stated(calculation, words[1:], screen.say))
    screen.line(screen.say.of(found.do, "Nom"), "bold")
    for line in found.lines:
        screen.line(screen.say.of(line), indent=2)
    return 0


def show_list(screen: Screen, game: Game[Any], known: Mapping[str, Calculation]) -> None:
    screen.tell("calculator.list", "bold", game=Text(f"{game.name}.title"))
    grid = columns()
    for id, one in known.items():
        grid.add_row(f"kempelen odds {game.name} {id}", screen.say.of(one.title, "Nom"))
    screen.show(grid)
    screen.tell("calculator.interactive", "dim", command=f"kempelen companion {game.name}")


def show_options(screen: Screen, game: Game[Any], calculation: Calculation) -> None:
    """What can be said, and what is taken if nothing is."""
    say, usual = screen.say, with_defaults(calculation, {})
    screen.line(say.of(calculation.title, "Nom"), "bold")
    grid = columns()
    for ask in calculation.asks:
        grid.add_row(f"--{ask.name.replace('_', '-')}{value_of(ask, usual)}", about(screen, ask, usual))
    screen.show(grid)


def value_of(ask: Ask, usual: Mapping[str, Any]) -> str:
    default = usual[ask.name]
    if isinstance(default, bool):
        return ""
    if ask.choices is not None:
        return " NAME"
    return " N"


def about(screen: Screen, ask: Ask, usual: Mapping[str, Any]) -> str:
    """The question; what can be answered; what is usual."""
    say, default = screen.say, usual[ask.name]
    words = say.of(ask.text, "Nom")
    if isinstance(default, bool):
        return words
    if ask.choices is not None:
        options = ask.choices(usual)
        named = dict(zip((option.id for option in options), words_for(options, say), strict=True))
        known = ", ".join(named.values())
        return say("calculator.choice_about", text=words, known=known, usual=named.get(str(default), str(default)))
    if default < ask.least:  # as the model has it
        return say("calculator.value_about", text=words, least=ask.least, most=ask.most)
    return say("calculator.number_about", text=words, least=ask.least, most=ask.most, usual=default)


def columns() -> Grid:
    grid = Grid(box=None, show_edge=False, pad_edge=False, padding=(0, 3, 0, 0), show_header=False)
    grid.add_column(no_wrap=True)
    grid.add_column()
    return grid
