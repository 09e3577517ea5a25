"""A line that says what is being worked on, for somebody who watches; silent in a pipe and on a plain terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import TypeVar

__all__ = ["watched"]

T = TypeVar("T")


def watched(things: Iterable[T], words: Callable[[int], str]) -> Iterator[T]:
    """The things one after the other; while number n is being made, a line says `words(n)`.

    Nothing moves meanwhile: a thread that draws would count as work of the program, which some of it measures.
    """
    from rich.console import Console

    screen = Console(stderr=True)
    if not screen.is_terminal or screen.is_dumb_terminal:
        yield from things
        return
    coming = iter(things)
    for n in count(1):
        screen.file.write(f"\r\x1b[2K{words(n)[: screen.width - 1]}")
        screen.file.flush()
        try:
            thing = next(coming)
        except StopIteration:
            return
        finally:
            screen.file.write("\r\x1b[2K")
            screen.file.flush()
        yield thing
