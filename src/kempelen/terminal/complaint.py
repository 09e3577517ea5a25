"""What is wrong, in words: with what was perhaps meant, and never with a stack trace."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from difflib import get_close_matches
from traceback import format_exception, format_exception_only
from types import TracebackType

import click

from kempelen.engine.errors import reason_of
from kempelen.text.say import Field, Say, Text

__all__ = ["complaint", "perhaps", "report_fault"]

LIKE = 0.7
"""So alike must two names be, from 0 to 1: a letter twisted or left out, not another word."""
MOST = 120
"""So many letters of a fault are shown; the rest is in the file."""


def complaint(say: Say, text: Text) -> str:
    """An error in words; if it lists what is known, a line below says what was perhaps meant."""
    said, meant = say.of(text), perhaps(text, say)
    return f"{said}\n{say('terminal.usage.perhaps', meant=meant)}" if meant else said


def perhaps(text: Text, say: Say | None = None) -> str:
    """The name that is most like what was given, among those an error lists in its field `known`; empty if none is."""
    fields = dict(text.fields)
    known = list(_names(fields.pop("known", ""), say))
    spelled = {name.casefold(): name for name in known}
    spelled |= {name.casefold().rpartition("/")[2]: name for name in known}
    for given in fields.values():
        if isinstance(given, Text):
            if inner := perhaps(given, say):
                return inner
        elif isinstance(given, str) and given not in known:
            near = get_close_matches(given.casefold(), spelled, 1, LIKE)
            if near and len(near[0].strip("0123456789")) > 1:  # R51 is no slip for R5
                return spelled[near[0]]
    return ""


def _names(known: Field, say: Say | None) -> Iterator[str]:
    if isinstance(known, str):
        yield from filter(None, known.split(", "))
    elif isinstance(known, tuple | list):
        for name in known:
            if isinstance(name, str):
                yield name
            elif isinstance(name, Text) and say is not None:
                yield say.of(name, "bare")


def report_fault(say: Say, error: BaseException, trace: TracebackType | None) -> None:
    """What nobody has foreseen: one sentence for the player, the details in a file for whoever mends it."""
    if isinstance(error, OSError):
        let_go_of_output()
        where = error.filename or say("terminal.fault.output")
        click.echo(say("terminal.fault.system", where=str(where), reason=reason_of(error)), err=True)
        return
    what = "".join(format_exception_only(error)).splitlines()[0][:MOST]
    details = "".join(format_exception(type(error), error, trace))
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", errors="replace", prefix="kempelen-", suffix=".txt", delete=False
        ) as file:
            file.write(details)
    except OSError:
        click.echo(say("terminal.fault.short", what=what), err=True)
    else:
        click.echo(say("terminal.fault.long", what=what, file=file.name), err=True)


def let_go_of_output() -> None:
    """What is still to be written goes nowhere: the pipe is closed or the disk is full, and that is said once."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # no real output, as in a test
        return
