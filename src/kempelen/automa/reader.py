"""Reads what one line says, from left to right; whatever it cannot read it names with its column."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from kempelen.automa.problems import Problem, Spoiled
from kempelen.automa.source import Line
from kempelen.text.say import Text

__all__ = ["Reader", "Value", "hint", "nearest"]

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"[+\-\N{MINUS SIGN}]?[0-9]{1,6}(?![0-9])")
_ITEM = re.compile(r"[0-9]+[A-Za-z0-9.\-]*")
_SPACE = re.compile(r"\s*")

Value = int | str
"""A number, or the name of a knob."""


class Reader:
    """A place in a line."""

    __slots__ = ("at", "end", "line", "text")

    def __init__(self, line: Line, start: int = 0, end: int | None = None) -> None:
        self.line, self.text = line, line.text
        self.at = start
        self.end = len(line.text) if end is None else end
        self.skip()

    def skip(self) -> None:
        found = _SPACE.match(self.text, self.at, self.end)
        assert found is not None
        self.at = found.end()

    @property
    def over(self) -> bool:
        return self.at >= self.end

    @property
    def rest(self) -> str:
        return self.text[self.at : self.end]

    @property
    def column(self) -> int:
        return self.line.at(self.at)

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at, self.end)
        if found is None:
            return ""
        self.at = found.end()
        self.skip()
        return found.group()

    def take(self, sign: str) -> bool:
        """Go on behind this sign or word, if it is what comes next."""
        if not self.text.startswith(sign, self.at, self.end):
            return False
        after = self.at + len(sign)
        if sign[-1].isalnum() and after < self.end and (self.text[after].isalnum() or self.text[after] == "_"):
            return False
        self.at = after
        self.skip()
        return True

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise self.wrong("expected", wanted=sign, given=self.given())

    def given(self) -> str:
        """What stands here, for a message."""
        return self.rest[:30] or "\N{HORIZONTAL ELLIPSIS}"

    def word(self) -> str:
        return self._match(_WORD)

    def peek(self) -> str:
        found = _WORD.match(self.text, self.at, self.end)
        return found.group() if found else ""

    def item(self) -> str:
        """The author's number of a line: `3`, `3a`, `2.1`, `1b-i`."""
        return self._match(_ITEM)

    def number(self) -> int | None:
        found = self._match(_NUMBER)
        return int(found.replace("\N{MINUS SIGN}", "-")) if found else None

    def value(self) -> Value:
        """A number or the name of a knob."""
        number = self.number()
        if number is not None:
            return number
        column, name = self.column, self.word()
        if not name:
            raise self.wrong("number", given=self.given(), column=column)
        return name

    def finish(self) -> None:
        if not self.over:
            raise self.wrong("too_much", given=self.given())

    def wrong(self, key: str, column: int | None = None, word: str = "", **fields: str | int | Text) -> Spoiled:
        """What is the matter here; `automa.wrong.key` says it."""
        text = Text(f"automa.wrong.{key}", **fields)
        return Spoiled(Problem(self.line.number, self.column if column is None else column, text, word))


def hint(given: str, known: Iterable[str]) -> Text:
    """The same as the end of a message, with all that is known; only that if nothing is near."""
    some = list(known)
    near, listed = nearest(given, some), ", ".join(some)
    return Text("automa.near_known", near=near, known=listed) if near else Text("automa.known", known=listed)


def nearest(given: str, known: Iterable[str]) -> str:
    """What was perhaps meant; empty if nothing is near."""
    return next(iter(get_close_matches(given.lower(), list(known), n=1, cutoff=0.5)), "")
