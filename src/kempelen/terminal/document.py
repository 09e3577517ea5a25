"""`kempelen document`: the automa's procedures, printed back as a document."""

from __future__ import annotations

from pathlib import Path

import click
from rich.markdown import Markdown

from kempelen.behaviour.document import markdown
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import game_named
from kempelen.terminal.ask import screen_in
from kempelen.terminal.start import help_on, lang_option
from kempelen.text.say import Text

__all__ = ["command"]


@click.command(help=help_on("document"))
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=help_on("output"))
@lang_option
def command(game: str, output: Path | None, lang: str | None) -> int:
    rules, screen = game_named(game), screen_in(lang)
    text = markdown(screen.say(f"{rules.name}.title"), rules.pages(), rules.credits, screen.say)
    if output is not None:
        try:
            output.write_text(text, "utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadSetup(Text("terminal.talk.save_failed", file=str(output), reason=reason)) from error
        screen.tell("terminal.talk.saved", "green", file=str(output))
    elif screen.out.is_terminal:
        screen.show(Markdown(text))
    else:
        click.echo(text, nl=False)
    return 0
