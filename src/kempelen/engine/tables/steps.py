"""Long work in steps: a generator that pauses now and then and returns what came of it.

Whoever has other things to do, such as a browser with only one thread, goes on with them in the pauses.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

__all__ = ["Steps", "at_once"]

T = TypeVar("T")
Steps = Generator[None, None, T]


def at_once(steps: Steps[T]) -> T:
    """Without any pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found
