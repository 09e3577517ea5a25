"""`kempelen document`: the automa's procedures, printed back as a document."""

from __future__ import annotations

from pathlib import Path

import click
from rich.markdown import Markdown

from kempelen.behaviour.document import markdown
from kempelen.engine.game import game_named
from kempelen.lab.output import check_path, save_bytes, save_lines
from kempelen.printing import document_pdf
from kempelen.terminal.ask import screen_in
from kempelen.terminal.start import help_on, lang_option

__all__ = ["command"]


@click.command(help=help_on("document"))
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=help_on("output_document"))
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def command(game: str, output: Path | None, force: bool, lang: str | None) -> int:
    rules, screen = game_named(game), screen_in(lang)
    title, say = screen.say(f"{rules.name}.title"), screen.say
    if output is not None:
        check_path(output, force=force)
        if output.suffix.lower() == ".pdf":
            save_bytes(output, [document_pdf(title, rules.pages(), rules.credits, say)])
        else:
            save_lines(output, [markdown(title, rules.pages(), rules.credits, say)])
        screen.tell("terminal.talk.saved", "green", file=str(output))
        return 0
    text = markdown(title, rules.pages(), rules.credits, say)
    if screen.out.is_terminal:
        screen.show(Markdown(text))
    else:
        click.echo(text, nl=False)
    return 0
