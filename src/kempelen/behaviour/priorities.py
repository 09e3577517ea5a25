"""Behaviours of the form "try this, else that": the first line that can be carried out now is done.

A behaviour is data that follows the author's document line by line, so that it can be printed back and every decision
can cite its line. What a line means is a function of the game, found by the line's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from kempelen.behaviour.trace import Cite, Trace
from kempelen.text.say import Text

__all__ = ["Attempt", "Mind", "Priorities", "Try", "attempt", "consult", "priorities"]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One line: its number in the document, and what it tries."""

    item: str
    name: str


@dataclass(frozen=True, slots=True)
class Priorities:
    """A list of attempts, in the author's order."""

    name: str
    """`game.list.name` is its text, `game.attempt.…` those of its lines."""
    game: str
    document: str
    section: str
    lines: tuple[Attempt, ...]

    def cite(self, line: Attempt | None = None) -> Cite:
        return Cite(self.document, self.section, line.item if line else "")


def attempt(item: int | str, name: str) -> Attempt:
    return Attempt(str(item), name)


def priorities(name: str, *lines: Attempt, game: str, document: str, section: str) -> Priorities:
    return Priorities(name, game, document, section, lines)


class Mind(Protocol):
    """What a bot thinks with; `trace` is None when nobody will read the why."""

    trace: Trace | None


M = TypeVar("M", bound=Mind)
Try: TypeAlias = Callable[[M], Any]
"""Gives the action of a line, or None if it cannot be carried out now (and notes why in the trace)."""


def consult(text: Priorities, tries: Mapping[str, Try[M]], mind: M) -> Any:
    """The action of the first line that can be carried out; None if none can."""
    trace = mind.trace
    if trace is None:
        for line in text.lines:
            action = tries[line.name](mind)
            if action is not None:
                return action
        return None
    trace.add(Text("why.list", list=Text(f"{text.game}.list.{text.name}")), text.cite())
    for line in text.lines:
        action = tries[line.name](mind)
        what = Text(f"{text.game}.attempt.{line.name}")
        if action is not None:
            trace.add(Text("why.done", item=line.item, what=what), text.cite(line))
            return action
        trace.add(Text("why.skipped", item=line.item, what=what), text.cite(line))
    return None
