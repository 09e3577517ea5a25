"""The words of a procedure: what the lines of an author's list may say, and their sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.behaviour.procedure import Procedure

__all__ = [
    "Ask",
    "Condition",
    "Line",
    "Proceed",
    "Word",
    "do",
    "execute",
    "flat",
    "proceed_at",
    "question_text",
    "repeat",
    "what_text",
]

Word: TypeAlias = Callable[..., Any]
"""A question gives a truth value. What a line does gives True to stop at once: the unit is gone, the game is over."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A condition: the name of a question, and a number it is asked with; a letter on a page that leaves it open."""

    name: str
    facts: tuple[int | str, ...] = ()
    test: Word | None = None
    """What it means, where that is put together from several questions and no word of its own."""
    words: Text | None = None
    """Its sentence then."""


Condition: TypeAlias = str | tuple[str, int | str] | None
"""`"enemy_exists"`, or `("enemy_within", 3)`."""


def _ask(condition: Condition) -> Ask | None:
    if condition is None or isinstance(condition, str):
        return Ask(condition) if condition else None
    return Ask(condition[0], condition[1:])


@dataclass(frozen=True, slots=True)
class Proceed:
    """Go on at another line."""

    at: str
    when: Ask | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the document: its number, its condition, what it does, and the lines inside it."""

    item: str
    name: str = ""
    when: Ask | None = None
    possible: Ask | None = None
    """Without this it is left out, but the lines inside still follow ("... if available")."""
    otherwise: bool = False
    """Only if the condition of the line before said no."""
    loop: bool = False
    other: Procedure | None = None
    """Another procedure that this line executes."""
    then: Proceed | None = None
    body: tuple[Line, ...] = ()
    times: int = 0
    """At most so often before the actor is through; 0 for as often as it comes up."""
    words: Text | None = None
    """The author's own sentence for what it does."""


def do(
    item: str,
    name: str,
    *body: Line,
    when: Condition = None,
    while_: Condition = None,
    possible: Condition = None,
    otherwise: bool = False,
    then: Proceed | None = None,
) -> Line:
    """Carry out something; the lines inside follow it under the same condition."""
    loop = while_ is not None
    return Line(item, name, _ask(while_ if loop else when), _ask(possible), otherwise, loop, then=then, body=body)


def execute(
    item: str, other: Procedure, *, when: Condition = None, possible: Condition = None, otherwise: bool = False
) -> Line:
    """Run another procedure to its end, then go on here."""
    return Line(item, "", _ask(when), _ask(possible), otherwise, other=other)


def repeat(item: str, while_: Condition, *body: Line) -> Line:
    """The lines inside, as long as the condition holds."""
    return Line(item, "", _ask(while_), loop=True, body=body)


def proceed_at(item: str, when: Condition = None) -> Proceed:
    return Proceed(item, _ask(when))


def flat(lines: Iterable[Line]) -> Iterator[Line]:
    """All lines, each before those inside it."""
    for line in lines:
        yield line
        yield from flat(line.body)


def what_text(game: str, line: Line) -> Text:
    """What a line does, without its condition."""
    if line.words is not None:
        return line.words
    if line.other is not None:
        return Text(f"{game}.attempt.execute", list=line.other.title)
    if line.name:
        return Text(f"{game}.attempt.{line.name}")
    assert line.when is not None
    return question_text(game, line.when)


def question_text(game: str, ask: Ask) -> Text:
    """A condition as words."""
    if ask.words is not None:
        return ask.words
    return Text(f"{game}.ask.{ask.name}", **({"n": ask.facts[0]} if ask.facts else {}))
