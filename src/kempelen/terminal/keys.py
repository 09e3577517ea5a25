"""Single keys, where the terminal gives them; elsewhere whole lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from kempelen.terminal.ask import Screen

__all__ = ["BACK", "ENTER", "Keyboard"]

ENTER = ""
BACK = "\x1b"
"""The escape key."""
ERASE = ("\x7f", "\b")
END = "\x04"
"""Ctrl+D."""


def terminal_settings() -> ModuleType | None:
    """The system's way to read a key without Enter, where there is one."""
    try:
        import termios
    except ImportError:
        return None
    return termios


class Keyboard:
    """Reads keys of a person at a terminal, lines of a pipe."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._typed = ""

    @property
    def by_key(self) -> bool:
        """Is a single key enough?"""
        return self.screen.watched and terminal_settings() is not None

    def read(self, prompt: str) -> str:
        """A key, ENTER or BACK; without a terminal, a line. Raises EOFError."""
        if not self.by_key:
            return self.screen.read(prompt)
        self._write(prompt)
        key = self._key()
        self._write(f"{key}\n" if key.isprintable() else "\n")
        return key

    def number(self, prompt: str, least: int, most: int) -> str:
        """The same where a number is wanted: digits until it can be no other; Enter ends it sooner."""
        if not self.by_key:
            return self.screen.read(prompt)
        self._write(prompt)
        digits = ""
        while True:
            key = self._key()
            if key in ERASE:
                if digits:
                    digits = digits[:-1]
                    self._write("\b \b")
                continue
            if not key.isdecimal() or key == ENTER:
                self._write(f"{key if not digits and key.isprintable() else ''}\n")
                return digits or key
            digits += key
            self._write(key)
            meant = [n for n in range(least, most + 1) if str(n).startswith(digits)]
            if meant == [int(digits)] or not meant:
                self._write("\n")
                return digits

    def _write(self, text: str) -> None:
        self.screen.out.file.write(text)
        self.screen.out.file.flush()

    def _key(self) -> str:
        if not self._typed:
            with _unbuffered():
                self._typed = os.read(sys.stdin.fileno(), 64).decode("utf-8", "ignore")
        if not self._typed or self._typed[0] == END:
            raise EOFError
        if self._typed[0] == BACK:
            key, self._typed = (BACK if len(self._typed) == 1 else "\t"), ""  # arrow keys and the like mean nothing
            return key
        key, self._typed = self._typed[0], self._typed[1:]
        return ENTER if key in "\r\n" else key


@contextmanager
def _unbuffered() -> Iterator[None]:
    """The terminal hands over each key at once and does not show it; Ctrl+C still works."""
    termios = terminal_settings()
    assert termios is not None
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    now = termios.tcgetattr(keyboard)
    now[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(keyboard, termios.TCSADRAIN, now)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
