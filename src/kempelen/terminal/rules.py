"""`kempelen rules`: every reading of ours, where a document is silent or can be read in two ways."""

from __future__ import annotations

from typing import Any

import click
from rich.padding import Padding
from rich.text import Text as Styled

from kempelen.engine.errors import BadOption
from kempelen.engine.game import Game, game_named
from kempelen.engine.rulings import Ruling
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.start import help_on, lang_option
from kempelen.text.say import Text

__all__ = ["command", "show_rulings"]


@click.command(help=help_on("rules"))
@click.argument("game")
@click.argument("ruling", required=False)
@lang_option
def command(game: str, ruling: str | None, lang: str | None) -> int:
    show_rulings(screen_in(lang), game_named(game), ruling)
    return 0


def show_rulings(screen: Screen, game: Game[Any], only: str | None = None) -> None:
    """All of them, or the one with this id; raises BadOption if there is none."""
    rulings = game.rulings
    if only is not None:
        id = only.removeprefix(f"{game.name}:").upper()
        if id not in rulings:
            raise BadOption(Text("terminal.rules.unknown", id=only, game=game.name, known=", ".join(rulings)))
        show_ruling(screen, rulings[id], game)
        return
    screen.tell("terminal.rules.about", title=Text(f"{game.name}.title"), n=len(rulings))
    screen.tell("terminal.rules.options", game=game.name)
    for ruling in rulings.values():
        show_ruling(screen, ruling, game)


def show_ruling(screen: Screen, ruling: Ruling, game: Game[Any]) -> None:
    """The question, how we read it, on what grounds, and what else can be chosen."""
    lang, say = screen.say.lang, screen.say
    screen.line()
    title = Styled(f"{ruling.cite}  ", "yellow")
    title.append(ruling.question[lang], "bold")
    screen.show(title)
    screen.line(f"{say('terminal.rules.reading')} {ruling.reading[lang]}", indent=3)
    screen.line(f"{say('terminal.rules.grounds')} {ruling.grounds[lang]}", "dim", indent=3)
    for value, wording in ruling.values.items():
        usual = value == ruling.default
        line = Styled(f"{'●' if usual else '○'} {ruling.id}={value}", "green" if usual else "")
        line.append(f"  {wording[lang]}", "")
        if usual:
            line.append(f"  ({say('terminal.rules.default')})", "dim")
        for edition in game.editions_with(ruling.id, value):
            line.append(f"  (--edition {edition})", "dim")
        screen.show(Padding(line, (0, 0, 0, 5), expand=False))
