"""`kempelen site`: a folder in which Kempelen runs without a server."""

from __future__ import annotations

from pathlib import Path

import click

from kempelen.engine.game import say_in
from kempelen.terminal.cli import language
from kempelen.terminal.start import lang_option
from kempelen.terminal.usage import say_help
from kempelen.text.say import Say

__all__ = ["command"]

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group(help=say_help("site.help.command"))
def command() -> None:
    """Two commands: make a folder, and check one."""


@command.command("build", help=say_help("site.help.build"))
@click.option("-o", "--out", type=FOLDER, required=True, metavar="FOLDER", help=say_help("site.help.out"))
@click.option("--runtime", type=FOLDER, metavar="FOLDER", help=say_help("site.help.runtime"))
@lang_option
def build_command(out: Path, runtime: Path | None, lang: str | None) -> int:
    from kempelen.site.build import build
    from kempelen.site.runtime import runtime_folder

    say = say_in(language(lang))
    build(out.absolute(), (runtime or runtime_folder()).absolute())
    status = report(say, out, "site.done.built")
    click.echo(say("site.done.how", folder=str(out)))
    return status


@command.command("check", help=say_help("site.help.check"))
@click.argument("folder", type=FOLDER)
@lang_option
def check_command(folder: Path, lang: str | None) -> int:
    return report(say_in(language(lang)), folder, "site.done.sound")


def report(say: Say, folder: Path, sound: str) -> int:
    """What was found; 1 if something is wrong with it."""
    from kempelen.site.check import check

    found = check(folder)
    for wrong in found.wrong:
        click.echo(say.of(wrong))
    if found.wrong:
        click.echo(say("site.error.wrong", folder=str(folder), n=len(found.wrong)))
        return 1
    raw, compressed = (round(size / 1e6, 1) for size in (found.raw, found.compressed))
    click.echo(say(sound, folder=str(folder), files=found.files, raw=raw, compressed=compressed, version=found.version))
    return 0
