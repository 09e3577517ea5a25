"""Single keys, where the terminal gives them; elsewhere whole lines."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

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
    """Reads keys of a person at a terminal, lines of a pipe. In a `with` block every key is handed over at once."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._typed = ""
        self._before: list[Any] | None = None

    def __enter__(self) -> Keyboard:
        termios = terminal_settings()
        if self.screen.watched and termios is not None:
            keyboard = sys.stdin.fileno()
            self._before = termios.tcgetattr(keyboard)
            now = termios.tcgetattr(keyboard)
            now[3] &= ~(termios.ICANON | termios.ECHO)  # no waiting for Enter; Ctrl+C still works
            termios.tcsetattr(keyboard, termios.TCSADRAIN, now)
        return self

    def __exit__(self, *error: object) -> None:
        termios = terminal_settings()
        if self._before is not None and termios is not None:
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._before)
            self._before = None

    @property
    def by_key(self) -> bool:
        """Is a single key enough?"""
        return self._before is not None

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
            if not key.isdecimal():
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
            self._typed = os.read(sys.stdin.fileno(), 64).decode("utf-8", "ignore")
        if not self._typed or self._typed[0] == END:
            raise EOFError
        if self._typed[0] == BACK:
            key, self._typed = (BACK if len(self._typed) == 1 else "\t"), ""  # arrow keys and the like mean nothing
            return key
        key, self._typed = self._typed[0], self._typed[1:]
        return ENTER if key in "\r\n" else key
