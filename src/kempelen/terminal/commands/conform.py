"""`kempelen conform`: run worked examples through the rules."""

from __future__ import annotations

from pathlib import Path

import click

from kempelen.terminal.cli import language, spoken
from kempelen.text.say import LANGUAGES, Say, Text

__all__ = ["command"]

say_help = Say.load(spoken())


@click.command(help=say_help("conform.help.command"))
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path))
@click.option("--option", "options", multiple=True, metavar="ID=VALUE", help=say_help("conform.help.option"))
@click.option("--lang", type=click.Choice(LANGUAGES), help=say_help("conform.help.lang"))
@click.pass_context
def command(ctx: click.Context, files: tuple[Path, ...], options: tuple[str, ...], lang: str | None) -> None:
    from kempelen.conform import Unreadable, read_cases, run_file
    from kempelen.engine.game import say_in

    say = say_in(language(lang))
    chosen = dict(map(_option, options))
    passed = failed = unreadable = 0
    for path in files:
        try:
            verdicts = run_file(read_cases(path), chosen)
        except Unreadable as error:
            unreadable += 1
            click.echo(say.of(error.text), err=True)
            continue
        for verdict in verdicts:
            if not verdict.problems:
                passed += 1
                continue
            failed += 1
            problems = "; ".join(map(say.of, verdict.problems))
            click.echo(say("conform.failed", id=verdict.id, problems=problems, file=str(path), line=verdict.line))
    click.echo(f"{passed} passed, {failed} failed")  # read by machines, so the same in every language
    ctx.exit(2 if unreadable else 1 if failed else 0)


def _option(text: str) -> tuple[str, str]:
    from kempelen.engine.errors import BadOption

    id, equals, value = text.partition("=")
    if not equals:
        raise BadOption(Text("conform.bad_option", option=text))
    return id.strip(), value.strip()
