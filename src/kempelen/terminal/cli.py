"""The `kempelen` command. Each subcommand lives in a module of its own and is imported only when it is called."""

from __future__ import annotations

import locale
import os
import sys
import warnings
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from kempelen import __version__
from kempelen.terminal.complaint import complaint, report_fault
from kempelen.terminal.usage import translate, usage_error
from kempelen.text import LANGUAGES, Say

__all__ = ["language", "main"]

COMMANDS = {
    "games": "kempelen.terminal.commands.games",
    "serve": "kempelen.terminal.commands.serve",
    "play": "kempelen.terminal.commands.play",
    "companion": "kempelen.terminal.commands.companion",
    "simulate": "kempelen.terminal.commands.simulate",
    "lab": "kempelen.terminal.commands.lab",
    "ladder": "kempelen.terminal.commands.ladder",
    "scenario": "kempelen.terminal.commands.scenario",
    "campaign": "kempelen.terminal.commands.campaign",
    "roster": "kempelen.terminal.commands.roster",
    "cards": "kempelen.terminal.commands.cards",
    "automa": "kempelen.terminal.commands.automa",
    "odds": "kempelen.terminal.commands.odds",
    "replay": "kempelen.terminal.commands.replay",
    "review": "kempelen.terminal.commands.review",
    "rules": "kempelen.terminal.commands.rules",
    "document": "kempelen.terminal.commands.document",
    "store": "kempelen.terminal.commands.store",
    "game": "kempelen.terminal.commands.game",
    "conform": "kempelen.terminal.commands.conform",
    "check": "kempelen.terminal.commands.check",
    "bench": "kempelen.terminal.commands.bench",
    "site": "kempelen.terminal.commands.site",
}
"""Name -> module with a click command called `command`."""


HELP = {
    "serve": "web.serve.help",
    "simulate": "lab.help.simulate",
    "store": "store.help.command",
    "lab": "lab.help.command",
    "ladder": "ladder.help.command",
    "game": "new_game.help.command",
    "conform": "conform.help.command",
    "bench": "lab.help.bench",
    "scenario": "scenario.help.command",
    "campaign": "campaign.help.command",
    "roster": "roster.help.command",
    "cards": "cards.help.command",
    "site": "site.help.command",
    "automa": "automa.help.command",
    "review": "review.help.command",
}
"""Name -> key of its help, where that is not `terminal.help.NAME`."""


class Commands(click.Group):
    """Loads a subcommand when it is asked for, so that `kempelen --help` is instant."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say = Say.load(spoken())
        with formatter.section(say("terminal.help.commands")):
            formatter.write_dl([(name, say(HELP.get(name, f"terminal.help.{name}"))) for name in COMMANDS])

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(Say.load(spoken())("terminal.help.program"))

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        found: click.Command = import_module(COMMANDS[name]).command
        translate(found, ctx, Say.load(spoken()))
        return found


def language(chosen: str | None = None) -> str:
    """The language to speak: asked for, or KEMPELEN_LANG, or the system's, or English."""
    system = locale.getlocale()[0] or ""
    for wish in (chosen, os.environ.get("KEMPELEN_LANG"), system[:2].lower()):
        if wish in LANGUAGES:
            return str(wish)
    return "en"


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="kempelen")
def cli() -> None:
    """Everything else is in the subcommands."""


def main() -> None:
    """Run the command line; an error from outside becomes one line and exit status 2."""
    from kempelen.engine.errors import PlayerError
    from kempelen.engine.game import say_in

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw boxes still shows the rest
    warnings.showwarning = _show_warning
    sys.excepthook = lambda kind, error, trace: report_fault(Say.load(spoken()), error, trace)
    try:
        translate(cli, click.Context(cli, **cli.context_settings), Say.load(spoken()))
        status: Any = cli(prog_name="kempelen", standalone_mode=False)
    except PlayerError as error:
        click.echo(complaint(say_in(spoken()), error.text), err=True)
        sys.exit(2)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(0)
    except click.ClickException as error:
        command = " ".join(["kempelen", *(word for word in sys.argv[1:2] if word in COMMANDS)])
        click.echo(complaint(Say.load(spoken()), usage_error(error, command)), err=True)
        sys.exit(2)
    except click.exceptions.Abort:
        sys.exit(130)
    sys.exit(status if isinstance(status, int) else 0)


def _show_warning(message: Warning | str, *rest: Any, **more: Any) -> None:
    """A warning as one line: in the reader's words where it has any."""
    from kempelen.engine.game import BrokenGame

    say = Say.load(spoken())
    click.echo(complaint(say, message.text) if isinstance(message, BrokenGame) else str(message), err=True)


def spoken() -> str:
    """The language of the running command: its `--lang`, read from the words since parsing may have failed."""
    words = sys.argv[1:]
    for n, word in enumerate(words):
        if word == "--lang" and n + 1 < len(words):
            return language(words[n + 1])
        if word.startswith("--lang="):
            return language(word.removeprefix("--lang="))
    return language()
