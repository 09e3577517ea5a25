"""Something in a line of an automa file that can be changed in a form: where it stands, and what may stand there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kempelen.automa.source import Line

__all__ = ["NUMBER", "Field", "Piece", "field_at", "is_number", "number_at", "written_as"]

_MINUS = "\N{MINUS SIGN}"
NUMBER = rf"[+\-{_MINUS}]?\d{{1,6}}"
"""Longer ones mean nothing in any game."""
_NUMBER = re.compile(NUMBER)


@dataclass(frozen=True, slots=True)
class Field:
    """Something that can be changed: a menu if it has choices, a number if it has a range, else words."""

    name: str
    start: int
    end: int
    """Its place in what the line says."""
    value: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None
    wide: bool = False
    before: str = ""
    after: str = ""
    """What is written around it, unless it is empty."""
    optional: bool = False
    """Emptied, it is taken out together with what is written around it."""
    said: str = ""
    """Shown before it, on a row of its own."""
    hint: str = ""
    """Shown inside as long as it is empty."""
    plus: bool = False
    """Its number is written with its sign."""


Piece = str | Field


def field_at(
    line: Line, start: int, end: int, label: str, choices: Sequence[tuple[str, str]] = (), wide: bool = False
) -> Field:
    """Words of a line; what is not among the choices stays one of them."""
    value = line.text[start:end]
    known = [key for key, _ in choices]
    more = [(value, value)] if choices and value not in known else []
    return Field(f"f.{line.number}.{start}", start, end, value, label, (*more, *choices), wide=wide)


def is_number(said: str) -> bool:
    return _NUMBER.fullmatch(said) is not None


def number_at(line: Line, start: int, end: int, label: str, least: int | None, most: int | None) -> Field:
    """A number of a line, as browsers know numbers: without a plus. What is none, or far too long, is words."""
    said = line.text[start:end]
    if not is_number(said):
        return field_at(line, start, end, label)
    value = str(int(said.replace(_MINUS, "-")))
    return Field(f"f.{line.number}.{start}", start, end, value, label, (), least, most, plus=said.startswith("+"))


def written_as(field: Field, given: str) -> str:
    """What stands in the line if this was given."""
    sign = "+" if field.plus and given[:1].isdigit() else ""
    return f"{field.before}{sign}{given}{field.after}" if given else ""
