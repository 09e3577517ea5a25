"""Behaviours of the form "try this, else that": the first line that can be carried out now is done.

A behaviour is data that follows the author's document line by line, so that it can be printed back and every decision
can cite its line. What a line means is a function of the game, found by the line's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from kempelen.behaviour.question import Asked, StateOracle, holds
from kempelen.engine.trace import Cite, Note, Trace
from kempelen.text.say import Field, Text

__all__ = ["Allowed", "Attempt", "Mind", "Priorities", "Try", "attempt", "consult", "priorities"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One line: its number in the document, and what it tries."""

    item: str
    name: str
    how: str = ""
    """Whose text says how it is carried out (`game.how.…`), where two lists do the same in different ways."""
    when: Asked | None = None
    """Only if this holds."""
    role: str = ""
    """In whose way it is done, where that is not one's own."""
    other: Priorities | None = None
    """Another list that this line goes through."""
    words: Text | None = None
    """The author's own sentence."""

    def what(self, game: str) -> Text:
        if self.words is not None:
            return self.words
        if self.other is not None:
            return Text("automa.follow_list", list=Text(f"{game}.list.{self.other.name}"))
        return Text(f"{game}.attempt.{self.name}")


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
    """What the trace says when a line is carried out; likewise `skipped`, `declined` where the rules allow it, and
    `left_out` if its condition does not hold."""
    skipped: tuple[Note, ...]
    declined: tuple[Note, ...]
    left_out: tuple[Note, ...] = ()
    plain: bool = False
    """No line has a condition, another role or another list: line after line is tried."""

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
                partial(Text, key, item=line.item, what=line.what(game), list=title, **_when(line, key)),
                (Cite(document, section, line.item),),
                public,
                "done" if key == "why.done" else "passed",
            )
            for line in lines
        )

    title = Text(f"{game}.list.{name}")
    begun = Note(partial(Text, "why.list", list=title), (Cite(document, section),), public)
    done, skipped, declined, left_out = map(line_notes, ("why.done", "why.skipped", "why.declined", "why.left_out"))
    plain = not any(line.when is not None or line.role or line.other is not None for line in lines)
    return Priorities(name, game, document, section, lines, begun, done, skipped, declined, left_out, plain)


def _when(line: Attempt, key: str) -> dict[str, Field]:
    """The condition of a line, for the note that it does not hold."""
    if key != "why.left_out":
        return {}
    return {"condition": line.when.question.text(*line.when.about) if line.when is not None else ""}


class Mind(Protocol):
    """What a bot thinks with; `trace` is None when nobody will read the why."""

    trace: Trace | None


M = TypeVar("M", bound=Mind)
Try: TypeAlias = Callable[[M], Any]
"""Gives the action of a line, or None if it cannot be carried out now (and notes why in the trace)."""
Allowed: TypeAlias = Callable[[M, str], bool]
"""Whether the rules would let a line be carried out, by its name: who passes it over did not want to."""


def consult(
    text: Priorities,
    tries: Mapping[str, Try[M]],
    mind: M,
    *names: str,
    allowed: Allowed[M] | None = None,
    as_role: Callable[[M, str], M] | None = None,
) -> Any:
    """The action of the first line that can be carried out; None if none can.

    With names only these lines count: where a list has a line for every kind of question. With `allowed` the trace
    tells what the rules forbid from what the behaviour does not want; it is only asked if somebody will read it.
    `as_role` gives the mind that does a line in the way of another role.
    """
    trace = mind.trace
    if trace is not None:
        trace.add(text.begun)
    elif text.plain and not names:
        for line in text.lines:
            action = tries[line.name](mind)
            if action is not None:
                return action
        return None
    for n, line in enumerate(text.lines):
        if names and line.name not in names:
            continue
        if line.when is not None and not holds(line.when.question.parts or line.when, StateOracle(mind)):
            if trace is not None:
                trace.add(text.left_out[n])
            continue
        actor = as_role(mind, line.role) if line.role and as_role is not None else mind
        if line.other is None:
            action = tries[line.name](actor)
        else:
            action = consult(line.other, tries, actor, allowed=allowed, as_role=as_role)
        if action is not None:
            if trace is not None:
                trace.add(text.done[n])
            return action
        if trace is not None:
            wanted = allowed is None or not allowed(mind, line.name)
            trace.add((text.skipped if wanted else text.declined)[n])
    return None
