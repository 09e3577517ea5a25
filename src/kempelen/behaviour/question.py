"""Named yes/no questions of an automa's document, and who answers them.

A question is a function of the facts (`@question`), with its text under the same name: the state answers it in digital
play, a person at a table without any tracking, a script in tests and odds, or both state and person for a check.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import Any, Protocol, TypeAlias

from kempelen.engine.table import Table
from kempelen.text.say import Text

__all__ = [
    "All",
    "Asked",
    "CheckingOracle",
    "Difference",
    "HumanOracle",
    "Not",
    "Oracle",
    "Question",
    "ScriptedOracle",
    "Some",
    "StateOracle",
    "Tree",
    "atoms_of",
    "holds",
    "questions_of",
]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """Something a person can answer by looking at the table."""

    game: str
    name: str
    """`game.question.name` is its text."""
    rule: Callable[..., bool]
    """Answers it from the game's facts, and the numbers it is asked with."""
    fields: tuple[str, ...] = ()
    key: str = ""
    """Of its text, where that stands under another name."""
    words: Text | None = None
    """Instead of the text of that name: what is put together from several questions, or compares a number."""
    parts: Tree | None = None
    """The questions it is put together from; then each of them is answered, and not this one."""

    def text(self, *about: Any) -> Text:
        if self.words is not None:
            return self.words
        numbers = {name: value for name, value in zip(self.fields, about, strict=False) if isinstance(value, int)}
        return Text(self.key or f"{self.game}.question.{self.name}", **numbers)

    def __repr__(self) -> str:
        return f"<question {self.name}>"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and the numbers it is asked with."""

    question: Question
    about: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Not:
    """Whether something does not hold."""

    part: Tree


@dataclass(frozen=True, slots=True)
class All:
    """Whether all of these hold; the first that does not settles it."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """Whether one of these holds; the first that does settles it."""

    parts: tuple[Tree, ...]


Tree: TypeAlias = Asked | Not | All | Some
"""A condition put together from questions."""


def holds(tree: Tree, oracle: Oracle) -> bool:
    """Whether a condition holds when this oracle answers."""
    match tree:
        case Asked(question, about):
            return oracle.yes(question, *about)
        case Not(part):
            return not holds(part, oracle)
        case All(parts):
            return all(holds(part, oracle) for part in parts)
        case Some(parts):
            return any(holds(part, oracle) for part in parts)


def atoms_of(tree: Tree) -> tuple[Asked, ...]:
    """The questions of a condition, from left to right, each once."""
    match tree:
        case Asked():
            return (tree,)
        case Not(part):
            return atoms_of(part)
    return tuple(dict.fromkeys(atom for part in tree.parts for atom in atoms_of(part)))


def questions_of(game: str) -> Callable[[Callable[..., bool]], Question]:
    """The decorator for a game's questions."""

    def question(rule: Callable[..., bool]) -> Question:
        return Question(game, rule.__name__, rule, tuple(signature(rule).parameters)[1:])

    return question


class Oracle(Protocol):
    """Whoever answers questions."""

    def yes(self, question: Question, *about: Any) -> bool:
        """The answer; `about` holds numbers and the like that the question is asked with."""


class StateOracle:
    """The facts answer."""

    __slots__ = ("facts",)

    def __init__(self, facts: Any) -> None:
        self.facts = facts

    def yes(self, question: Question, *about: Any) -> bool:
        return question.rule(self.facts, *about)


class ScriptedOracle:
    """A table of answers by name; without a default an unanswered question is an error of the script."""

    __slots__ = ("answers", "asked", "default")

    def __init__(self, answers: Mapping[str, bool], default: bool | None = None) -> None:
        self.answers = answers
        self.default = default
        self.asked: list[str] = []

    def yes(self, question: Question, *about: Any) -> bool:
        self.asked.append(question.name)
        answer = self.answers.get(question.name, self.default)
        if answer is None:
            raise AssertionError(f"the script has no answer to {question.name}")
        return answer


class HumanOracle:
    """A person at the table answers; nothing is asked twice. `worded` says what the question is about."""

    __slots__ = ("known", "table", "worded")

    def __init__(
        self, table: Table, known: Mapping[str, bool] | None = None, worded: Callable[[Text], Text] | None = None
    ) -> None:
        self.table = table
        self.known = dict(known or {})
        self.worded = worded

    def yes(self, question: Question, *about: Any) -> bool:
        return self._once(self.table.ask, question, about)

    def check(self, expected: bool, question: Question, *about: Any) -> bool:
        """What the person says where the answer is known."""
        return self._once(partial(self.table.check, expected=expected), question, about)

    def _once(self, ask: Callable[[str, Text], bool], question: Question, about: Sequence[Any]) -> bool:
        text = question.text(*about)
        name = " ".join([question.name, *(str(value) for _, value in text.fields)])
        if name not in self.known:
            self.known[name] = ask(name, self.worded(text) if self.worded is not None else text)
        return self.known[name]


@dataclass(frozen=True, slots=True)
class Difference:
    """The table and its mirror do not agree."""

    question: Text
    state: bool
    person: bool


class CheckingOracle:
    """State and person both answer; every difference is kept. The state's answer counts: it knows what is possible.

    `asked` are the questions put to the person; without it, all.
    """

    __slots__ = ("asked", "differences", "person", "state")

    def __init__(self, state: Oracle, person: HumanOracle, asked: Collection[Question] | None = None) -> None:
        self.state = state
        self.person = person
        self.asked = asked
        self.differences: list[Difference] = []

    def yes(self, question: Question, *about: Any) -> bool:
        expected = self.state.yes(question, *about)
        if self.asked is None or question in self.asked:
            said = self.person.check(expected, question, *about)
            difference = Difference(question.text(*about), expected, said)
            if said != expected and difference not in self.differences:
                self.differences.append(difference)
        return expected
