"""Behaviours of the form "try this, else that": the first line that can be carried out now is done.

A behaviour is data that follows the author's document line by line, so that it can be printed back and every decision
can cite its line. What a line means is a function of the game, found by the line's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from kempelen.engine.trace import Cite, Note, Trace
from kempelen.text.say import Text

__all__ = ["Allowed", "Attempt", "Mind", "Priorities", "Try", "attempt", "consult", "priorities"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One line: its number in the document, and what it tries."""

    item: str
    name: str
    how: str = ""
    """Whose text says how it is carried out (`game.how.…`), where two lists do the same in different ways."""


@dataclass(frozen=True, slots=True)
class Priorities:
    """A list of attempts, in the author's order."""

    name: str
    """`game.list.name` is its text, `game.attempt.…` those of its lines."""
    game: str
    document: str
    section: str
    lines: tuple[Attempt, ...]
    begun: Note
    done: tuple[Note, ...]
    """What the trace says when a line is carried out; likewise `skipped`, and `declined` where the rules allow it."""
    skipped: tuple[Note, ...]
    declined: tuple[Note, ...]

    @property
    def cite(self) -> Cite:
        return Cite(self.document, self.section)


def attempt(item: int | str, name: str, how: str = "") -> Attempt:
    return Attempt(str(item), name, how)


def priorities(name: str, *lines: Attempt, game: str, document: str, section: str, public: bool = False) -> Priorities:
    """A list of attempts; its notes are made here, once. `public` where nothing is hidden in the game."""

    def line_notes(key: str) -> tuple[Note, ...]:
        return tuple(
            Note(
                partial(Text, key, item=line.item, what=Text(f"{game}.attempt.{line.name}")),
                (Cite(document, section, line.item),),
                public,
            )
            for line in lines
        )

    begun = Note(partial(Text, "why.list", list=Text(f"{game}.list.{name}")), (Cite(document, section),), public)
    notes = (line_notes(key) for key in ("why.done", "why.skipped", "why.declined"))
    return Priorities(name, game, document, section, lines, begun, *notes)


class Mind(Protocol):
    """What a bot thinks with; `trace` is None when nobody will read the why."""

    trace: Trace | None


M = TypeVar("M", bound=Mind)
Try: TypeAlias = Callable[[M], Any]
"""Gives the action of a line, or None if it cannot be carried out now (and notes why in the trace)."""
Allowed: TypeAlias = Callable[[M, str], bool]
"""Whether the rules would let a line be carried out, by its name: who passes it over did not want to."""


def consult(
    text: Priorities, tries: Mapping[str, Try[M]], mind: M, *names: str, allowed: Allowed[M] | None = None
) -> Any:
    """The action of the first line that can be carried out; None if none can.

    With names only these lines count: where a list has a line for every kind of question. With `allowed` the trace
    tells what the rules forbid from what the behaviour does not want; it is only asked if somebody will read it.
    """
    trace = mind.trace
    if trace is not None:
        trace.add(text.begun)
    for n, line in enumerate(text.lines):
        if names and line.name not in names:
            continue
        action = tries[line.name](mind)
        if action is not None:
            if trace is not None:
                trace.add(text.done[n])
            return action
        if trace is not None:
            wanted = allowed is None or not allowed(mind, line.name)
            trace.add((text.skipped if wanted else text.declined)[n])
    return None
