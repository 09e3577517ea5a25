"""`kempelen document`: the automa's procedures, printed back as a document."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.markdown import Markdown

from kempelen.behaviour.document import Page, markdown
from kempelen.engine.game import game_named
from kempelen.engine.rulings import options_text
from kempelen.engine.setup import edition_for, options_in
from kempelen.lab.output import check_path, save_bytes, save_lines
from kempelen.parts.automas import credits_of, pages_by
from kempelen.parts.document import check_by_hand, pages_of, readings_of
from kempelen.printing import document_pdf
from kempelen.terminal.ask import Screen, screen_in
from kempelen.terminal.automas import automa_option, game_with_automas, sheet_given
from kempelen.terminal.start import edition_option, help_on, lang_option, options_from
from kempelen.text.say import Text
from kempelen.wording import sheet_name

__all__ = ["command", "put_out"]


@click.command(help=help_on("document"))
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help=help_on("output_document"))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=help_on("option"))
@edition_option
@automa_option
@click.option("--force", is_flag=True, help=help_on("force"))
@lang_option
def command(
    game: str,
    output: Path | None,
    options: tuple[str, ...],
    edition: str,
    automa: str | None,
    force: bool,
    lang: str | None,
) -> int:
    rules, screen = game_named(game), screen_in(lang)
    edition = edition_for(rules, edition, screen.say.lang)
    chosen = options_in(rules, edition, options_from(options))
    in_use = options_text(edition, chosen, rules.rulings)
    if automa is not None:
        _, sheet = sheet_given(automa, game_with_automas(game))
        notes = (*credits_of(rules, sheet), *((in_use,) if in_use else ()))
        return put_out(
            screen, sheet_name(rules, sheet, screen.say), pages_by(rules, sheet, chosen), notes, output, force
        )
    if output is not None and output.suffix.lower() == ".pdf":
        check_by_hand(rules)
    notes = (*rules.credits, in_use) if in_use else rules.credits
    pages = pages_of(rules, rules.rulings.resolve(chosen))
    pages = (*pages, *readings_of(rules, pages, chosen))
    return put_out(screen, screen.say(f"{rules.name}.title"), pages, notes, output, force)


def put_out(
    screen: Screen, title: str, pages: Sequence[Page], notes: Sequence[Text], output: Path | None, force: bool
) -> int:
    """Pages to a file, PDF or Markdown, or to the screen; the exit status."""
    say = screen.say
    if output is not None:
        check_path(output, force=force)
        if output.suffix.lower() == ".pdf":
            save_bytes(output, [document_pdf(title, pages, notes, say)])
        else:
            save_lines(output, [markdown(title, pages, notes, say)])
        screen.tell("terminal.talk.saved", "green", file=str(output))
        return 0
    text = markdown(title, pages, notes, say)
    if screen.out.is_terminal:
        screen.show(Markdown(text))
    else:
        click.echo(text, nl=False)
    return 0
