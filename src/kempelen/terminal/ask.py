"""The screen and the keyboard: telling, asking, and finding what a person means among what is offered."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from types import ModuleType
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.table import Table as Grid
from rich.text import Text as Styled

from kempelen.engine.errors import PlayerError
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import say_in
from kempelen.terminal.cli import language
from kempelen.terminal.complaint import complaint
from kempelen.text.say import Field, Say, Text
from kempelen.text.typed import folded

__all__ = ["Named", "Quit", "Screen", "find", "menu", "screen_in", "times", "told", "yes"]

T = TypeVar("T")


class Quit(Exception):
    """The person wants to leave."""


def line_editor() -> ModuleType | None:
    """The system's line editor, where there is one: arrow keys, history, completion with the tab key."""
    try:
        import readline
    except ImportError:
        return None
    return readline


@dataclass(slots=True)
class Screen:
    """Where a dialogue takes place: a language, and a terminal or a pipe."""

    say: Say
    out: Console
    words: Sequence[str] = field(default=())
    """What the tab key completes to at the next prompt."""

    @property
    def watched(self) -> bool:
        """A person sits at a terminal, so that clearing the screen and waiting make sense."""
        return self.out.is_terminal and sys.stdin.isatty()

    @property
    def width(self) -> int:
        return self.out.width

    def show(self, *what: RenderableType) -> None:
        for thing in what:
            self.out.print(thing)

    def line(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """A paragraph; long ones are wrapped behind the indent."""
        for line in Styled(text, style=style).wrap(self.out, max(20, self.width - indent)):
            line.rstrip()
            self.out.print(" " * indent, line, sep="", no_wrap=True, overflow="ignore", crop=False)

    def lines(self, texts: Iterable[Text], style: str = "", indent: int = 0, say: Say | None = None) -> None:
        """Several paragraphs; the same one several times only once. Perhaps in words for one of several readers."""
        for line in told(say or self.say, texts):
            self.line(line, style, indent)

    def tell(self, key: str, /, style: str = "", indent: int = 0, **fields: Field) -> None:
        self.line(self.say(key, **fields), style, indent)

    def error(self, error: PlayerError) -> None:
        """What was wrong, in one line."""
        self.line(complaint(self.say, error.text), "red")

    def read(self, prompt: str = "> ", words: Iterable[str] = ()) -> str:
        """A line from the keyboard or the pipe, without blanks at its ends; raises EOFError."""
        self.words = sorted(set(words))
        if not sys.stdin.isatty():
            self.out.file.flush()
            line = sys.stdin.readline()
            if not line:
                self.line(prompt)
                raise EOFError
            self.line(prompt + line.strip())  # so that a transcript shows what was typed
            return line.strip()
        if (editor := line_editor()) is not None:
            editor.set_completer(self._complete)
            editor.set_completer_delims(" ")
            editor.parse_and_bind("tab: complete")
        self.out.file.flush()
        return input(prompt).strip()

    def _complete(self, start: str, n: int) -> str | None:
        fitting = [f"{word} " for word in self.words if word.startswith(start)]
        return fitting[n] if n < len(fitting) else None

    def clear(self) -> None:
        """Wipe the screen, what has scrolled off it and what was typed: the next player must not see it."""
        if self.watched:
            self.out.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.out.file.flush()
            if (editor := line_editor()) is not None:
                editor.clear_history()
        else:
            self.line("─" * min(self.width, 60), "dim")


def screen_in(lang: str | None) -> Screen:
    """A screen that speaks the asked-for language, or the person's own."""
    return Screen(say_in(language(lang)), Console(highlight=False, markup=False, emoji=False))


def yes(screen: Screen, question: Text, default: bool = True) -> bool:
    """A yes/no question; Enter takes the default."""
    offer = screen.say("terminal.ask.yes_default" if default else "terminal.ask.no_default")
    while True:
        answer = screen.read(f"{screen.say.of(question)} {offer} ").lower()
        if not answer:
            return default
        for key, value in (("yes", True), ("no", False)):
            if any(word.startswith(answer) for word in (key, screen.say(key))):
                return value
        screen.tell("terminal.ask.yes_or_no", "red")


def told(say: Say, texts: Iterable[Text]) -> list[str]:
    """What has happened, line by line; what happened several times in a row is said once."""
    return [times(say, line, len(list(same))) for line, same in groupby(map(say.of, texts))]


def times(say: Say, line: str, n: int) -> str:
    return line if n == 1 else say("terminal.ask.times", line=line, n=n)


# -- finding what is meant


@dataclass(frozen=True, slots=True)
class Named:
    """Something that can be chosen by its number, by a name, or by the beginning of a name."""

    label: str
    """As shown, in the reader's language."""
    names: tuple[str, ...]
    """As typed: ids of the notation, and parts of them."""

    def fits(self, typed: str) -> Iterator[bool]:
        """Is it meant? First exactly, then by the beginning of a name, then by the beginning of a word."""
        names = [folded(name) for name in (self.label, *self.names)]
        yield typed in names
        yield any(name.startswith(typed) for name in names)
        yield any(word.lstrip("„“‚‘\"'(").startswith(typed) for name in names for word in name.split())


def find(typed: str, among: Sequence[tuple[Named, T]], *, numbers: bool = True) -> list[T]:
    """What a typed word can mean: one if it is clear, several if not, none if nothing fits."""
    if numbers and (number := number_in(typed, 1, len(among))) is not None:
        return [among[number - 1][1]]
    wanted = folded(typed)
    if not wanted:
        return []
    tests = [(list(named.fits(wanted)), thing) for named, thing in among]
    for degree in range(3):
        found = [thing for fits, thing in tests if fits[degree]]
        if found:
            return found
    return []


def menu(entries: Sequence[str], width: int) -> Grid:
    """Numbered entries under each other, in as many columns as fit, each column read downwards."""
    number = len(str(len(entries))) + 6
    most = -(-len(entries) // 4)
    for across in range(max(1, most), 0, -1):
        high = -(-len(entries) // across)
        wide = [max(map(len, entries[n : n + high])) + number for n in range(0, len(entries), high)]
        if sum(wide) <= width + 2:
            break
    grid = Grid(box=None, show_edge=False, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(across):
        grid.add_column(justify="right", style="bold", min_width=4)
        grid.add_column()
    for row in range(high):
        cells = [(str(n + 1), entries[n]) for n in range(row, len(entries), high)]
        grid.add_row(*(part for cell in cells for part in cell))
    return grid
