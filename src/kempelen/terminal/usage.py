"""Help pages and mistyped command lines in the reader's language; click itself speaks English only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from kempelen.text.say import Say, Text

__all__ = ["say_help", "translate", "usage_error"]

KEY = "§"
"""A help text that begins with it is the key of one."""


def say_help(key: str) -> str:
    """The help of a command or an option: its key, put into words when somebody reads it, in his language."""
    return f"{KEY}{key}"


class _Formatter(click.HelpFormatter):
    """Writes the headings of a help page, and before what is usual a word for it."""

    say: Say

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or f"{self.say('terminal.help.usage')} ")

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        keys = {"Options": "terminal.help.options", "Commands": "terminal.help.commands"}
        with super().section(self.say(keys[name]) if name in keys else name):
            yield

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        usual = f"[{self.say('terminal.help.usual')}: "
        super().write_dl([(one, words.replace("[default: ", usual)) for one, words in rows], col_max, col_spacing)


def translate(command: click.Command, ctx: click.Context, say: Say) -> None:
    """Make a command, and those under it, write their help in this language."""
    formatter = type("Formatter", (_Formatter,), {"say": say})
    command.context_class = type("Context", (click.Context,), {"formatter_class": formatter})
    command.options_metavar = say("terminal.help.options_metavar")
    _word(command, say)
    if (option := command.get_help_option(ctx)) is not None:
        option.opts[:] = ctx.help_option_names  # click keeps the option as its first caller wanted it
        option.help = say("terminal.help.help")
    for param in command.params:
        if isinstance(param, click.Option):
            _word(param, say)
            if param.name == "version":
                param.help = say("terminal.help.version")
    if isinstance(command, click.Group):
        command.subcommand_metavar = say("terminal.help.command_metavar")
        for under in getattr(command, "commands", {}).values():
            translate(under, ctx, say)


def _word(thing: click.Command | click.Option, say: Say) -> None:
    """Put a help text into this language; its key is kept, since the next reader may read another."""
    if thing.help is not None and thing.help.startswith(KEY):
        thing.__dict__["help_key"] = thing.help.removeprefix(KEY)
    if key := thing.__dict__.get("help_key"):
        thing.help = say(key)


def usage_error(error: click.ClickException, command: str) -> Text:
    """What is wrong with the line of this command, in one sentence, and where to look."""
    ctx: click.Context | None = getattr(error, "ctx", None)
    help_ = f"{ctx.command_path if ctx is not None else command} --help"
    if isinstance(error, click.NoSuchOption):
        known = [opt for param in (ctx.command.params if ctx is not None else ()) for opt in param.opts]
        return Text("terminal.usage.no_option", option=error.option_name, known=known, help=help_)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return Text("terminal.usage.missing", what=_name(error.param, ctx), help=help_)
    if isinstance(error, click.BadOptionUsage):
        if several := re.search(r"requires (\d+) arguments", error.message):
            return Text("terminal.usage.values", option=error.option_name, n=int(several[1]), help=help_)
        key = "takes_no_value" if "does not take" in error.message else "no_value"
        return Text(f"terminal.usage.{key}", option=error.option_name, help=help_)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return Text("terminal.usage.bad_value", what=_name(error.param, ctx), wanted=_wanted(error.param.type))
    if error.message.startswith("No such command"):
        known = ctx.command.list_commands(ctx) if ctx is not None and isinstance(ctx.command, click.Group) else []
        return Text("terminal.usage.no_command", name=error.message.split("'")[1], known=known, help=help_)
    if error.message.startswith("Got unexpected extra argument"):
        return Text("terminal.usage.extra", what=error.message.partition("(")[2].rstrip(")."), help=help_)
    return Text("terminal.usage.other", message=error.format_message().rstrip("."), help=help_)


def _name(param: click.Parameter, ctx: click.Context | None) -> str:
    if isinstance(param, click.Option):
        return param.opts[0]
    return param.make_metavar(ctx or click.Context(click.Command("")))


def _wanted(kind: Any) -> Text:
    if isinstance(kind, click.Choice):
        return Text("terminal.usage.one_of", known=[str(choice) for choice in kind.choices])
    if isinstance(kind, click.IntRange) and kind.min is not None and kind.max is not None:
        return Text("terminal.usage.range", least=kind.min, most=kind.max)
    if kind is click.INT or isinstance(kind, click.IntRange):
        return Text("terminal.usage.number")
    if isinstance(kind, click.Path):
        return Text("terminal.usage.file")
    return Text("terminal.usage.something_else")
