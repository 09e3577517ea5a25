"""The words of a chart: what the lines of an author's card may say.

Nine of them build all charts: `ask`, `do`, `drm`, `case`, `perform`, `instead`, `aim`, `row`, `otherwise`. Each makes a
frozen value, so a chart is data.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from kempelen.behaviour.question import Question
from kempelen.text.say import Text

__all__ = [
    "Aim",
    "Ask",
    "Case",
    "Do",
    "Drm",
    "Effect",
    "Effects",
    "Instead",
    "Otherwise",
    "Perform",
    "Row",
    "aim",
    "ask",
    "case",
    "do",
    "drm",
    "instead",
    "otherwise",
    "perform",
    "row",
]


# -- what an answer brings


@dataclass(frozen=True, slots=True)
class Do:
    """This action, without a die."""

    action: str


@dataclass(frozen=True, slots=True)
class Drm:
    """The modifier is now this."""

    value: int


@dataclass(frozen=True, slots=True)
class Case:
    """Only the rows of this case, and those of all cases, count."""

    name: str


@dataclass(frozen=True, slots=True)
class Perform:
    """Go on with this line."""

    item: str


@dataclass(frozen=True, slots=True)
class Instead:
    """Whenever the die says `rolled`, `done` is done; the same word twice takes an earlier swap back."""

    rolled: str
    done: str


@dataclass(frozen=True, slots=True)
class Aim:
    """The target is provided here, by these numbers of the question."""

    at: str
    about: tuple[int, ...] = ()


Effect: TypeAlias = Do | Drm | Case | Perform | Instead | Aim


class Effects(tuple[Effect, ...]):
    """What an answer brings; joined with `&`."""

    __slots__ = ()

    def __and__(self, other: Effects) -> Effects:
        return Effects((*self, *other))


def do(action: str) -> Effects:
    return Effects((Do(action),))


def drm(value: int) -> Effects:
    return Effects((Drm(value),))


def case(name: str) -> Effects:
    return Effects((Case(name),))


def perform(item: int | str) -> Effects:
    return Effects((Perform(str(item)),))


def instead(rolled: str, done: str) -> Effects:
    return Effects((Instead(rolled, done),))


def aim(at: str, *about: int) -> Effects:
    return Effects((Aim(at, about),))


# -- lines


@dataclass(frozen=True, slots=True)
class Ask:
    """A numbered question and what its answers bring; the die comes after an answer that leads nowhere else."""

    item: str
    question: Question
    about: tuple[int, ...]
    yes: Effects
    no: Effects
    rulings: tuple[str, ...]
    numbered: bool = True
    """False for what the author asks without a number; `item` is then only our name for it, and never shown."""
    words: Text | None = None
    """The author's own sentence for the question."""

    @property
    def text(self) -> Text:
        """What is asked."""
        return self.words or self.question.text(*self.about)

    @property
    def number(self) -> str:
        """The author's number; empty if he gave none."""
        return self.item if self.numbered else ""


def ask(
    item: int | str,
    question: Question,
    *about: int,
    yes: Effects = Effects(),  # noqa: B008  # a frozen tuple
    no: Effects = Effects(),  # noqa: B008
    rulings: Iterable[str] = (),
    numbered: bool = True,
) -> Ask:
    return Ask(str(item), question, about, yes, no, tuple(rulings), numbered)


@dataclass(frozen=True, slots=True)
class Row:
    """An action, and the results that bring it."""

    action: str
    least: int
    most: int
    case: str = ""
    """Only in this case; empty for all."""
    reroll: bool = False
    """If it cannot be carried out, the die is rolled again."""
    aimed: bool = False
    """A target that an answer has provided counts."""
    starred: bool = False
    """The author has put an asterisk on it."""


def row(
    action: str,
    least: int,
    most: int,
    *,
    case: str = "",
    reroll: bool = False,
    aimed: bool = False,
    starred: bool = False,
) -> Row:
    return Row(action, least, most, case, reroll, aimed, starred)


@dataclass(frozen=True, slots=True)
class Otherwise:
    """If an action is not possible, then this one."""

    actions: tuple[str, ...]
    then: str
    rulings: tuple[str, ...] = ()
    """Where this is a reading of ours and not a line of the author."""


def otherwise(*actions: str, then: str, rulings: Iterable[str] = ()) -> Otherwise:
    return Otherwise(actions, then, tuple(rulings))
