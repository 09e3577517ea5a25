"""What one action would lead to, by the rules themselves: run with every result of its dice, from one seat's view.

A run ends where somebody would have to decide, a card would be drawn, or something hidden would be turned up: what
comes after that nobody can know yet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kempelen.engine.table import HIDDEN, A, Check, Decision, Deck, Event, Offer, P, Seat, Table
from kempelen.engine.tables.odds import pool_weights
from kempelen.text.say import Text

__all__ = ["MOST_COURSES", "Course", "at_best", "foresee", "foresee_answers"]

MOST_COURSES = 400
"""A count and no clock, so that the same position always shows the same."""


@dataclass(frozen=True, slots=True)
class Course:
    """One way it can come out."""

    p: Fraction
    events: tuple[Event, ...]
    state: Any
    """The table after it, as far as the seat can know it."""
    whole: bool
    """Nothing was hidden and nobody was asked on the way."""


class _Open(BaseException):
    """The run has come to a die that its path does not decide."""

    def __init__(self, weights: Sequence[tuple[Any, int]]) -> None:
        super().__init__()
        self.weights = weights


class _Unknown(BaseException):
    """What comes now cannot be foreseen."""


class _ForeseeingTable(Table):
    """Hears events, follows a path of dice, and stops where nobody knows how it goes on."""

    def __init__(self, state: Any, path: Sequence[Any], answers: Sequence[Any]) -> None:
        self.state = state
        self.path = path
        self.answers = list(answers)
        self.events: list[Event] = []
        self._at = 0

    def _chance(self, weights: Sequence[tuple[Any, int]]) -> Any:
        if self._at == len(self.path):
            raise _Open(weights)
        self._at += 1
        return self.path[self._at - 1]

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        if not self.answers:
            raise _Unknown
        answer: A = self.answers.pop(0)
        return answer

    def together(self, asked: Any) -> Any:
        raise _Unknown

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        return int(self._chance([(face, 1) for face in range(1, die + 1)]))

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return tuple(self._chance(pool_weights(die, count)))

    def pick(self, options: Sequence[Any], why: str, to: Seat | None = None) -> Any:
        return options[0] if len(options) == 1 else self._chance([(option, 1) for option in options])

    def direction(self, why: str) -> int:
        raise _Unknown

    def draw(self, deck: Deck[Any], why: str, to: Seat | None = None) -> Any:
        raise _Unknown

    def reveal(self, slot: str, known: Any, options: Sequence[Any], why: str, to: Seat | None = None) -> Any:
        if known == HIDDEN:
            raise _Unknown
        return known

    def ask(self, question: str, about: Text) -> bool:
        raise _Unknown

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        self.events.append(event(*facts, **more))


class _BestTable(_ForeseeingTable):
    """Every die shows its highest face; where a lot is drawn nobody knows how it goes on."""

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        return die

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return (die,) * count

    def _chance(self, weights: Sequence[tuple[Any, int]]) -> Any:
        raise _Unknown


def at_best(view: Any, act: Callable[[Any, Table], object], *answers: Any) -> Course:
    """One course of `act(state, table)`: what follows if every die shows its highest face. Its chance is not known.

    The first who are asked give these answers: `at_best(view, game.step, action)` where a step begins with a choice.
    """
    state = view.copy()
    table = _BestTable(state, (), answers)
    try:
        act(state, table)
    except _Unknown:
        return Course(Fraction(0), tuple(table.events), state, whole=False)
    return Course(Fraction(0), tuple(table.events), state, whole=True)


class _AnswersTable(_ForeseeingTable):
    """Goes on only if this question is the first; what is turned up may be whatever it can be, each equally likely.

    A second hidden thing, such as a role or a hand at the end of a game, is not gone into.
    """

    def __init__(self, state: Any, path: Sequence[Any], answers: Sequence[Any], decision: Decision[Any]) -> None:
        super().__init__(state, path, answers)
        self.asked: Decision[Any] | None = decision
        self.turned_up = False

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        if self.asked is not None and (seat, prompt) != (self.asked.seat, self.asked.prompt):
            raise _Unknown
        self.asked = None
        return super().choose(seat, prompt, options, check)

    def reveal(self, slot: str, known: Any, options: Sequence[Any], why: str, to: Seat | None = None) -> Any:
        if known != HIDDEN:
            return known
        if self.turned_up:
            raise _Unknown
        self.turned_up = True
        return self._chance([(option, 1) for option in options])


def foresee_answers(
    view: Any, step: Callable[[Any, Table], object], decision: Decision[Any], *answers: Any, most: int = MOST_COURSES
) -> tuple[Course, ...]:
    """Every course of a step of the game in which this question and those after it are answered so.

    None if there are too many, or if something else comes first in a step that begins at this view.
    """
    tables: list[_AnswersTable] = []

    def table_at(state: Any, path: Sequence[Any]) -> _AnswersTable:
        tables.append(_AnswersTable(state, path, answers, decision))
        return tables[-1]

    found = _courses(view, step, table_at, most)
    return found if all(table.asked is None for table in tables) else ()


def foresee(
    view: Any, act: Callable[[Any, Table], object], *answers: Any, most: int = MOST_COURSES
) -> tuple[Course, ...]:
    """Every course of `act(state, table)`, the rules of one action, from this view; none if there are too many."""
    return _courses(view, act, lambda state, path: _ForeseeingTable(state, path, answers), most)


def _courses(
    view: Any,
    act: Callable[[Any, Table], object],
    table_at: Callable[[Any, Sequence[Any]], _ForeseeingTable],
    most: int,
) -> tuple[Course, ...]:
    found: list[Course] = []
    paths: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    runs = 0
    while paths:
        path, p = paths.pop()
        runs += 1
        state = view.copy()
        table = table_at(state, path)
        whole = True
        try:
            act(state, table)
        except _Open as branch:
            if runs + len(paths) + len(branch.weights) > most:  # each of them is a run at least
                return ()
            total = sum(weight for _, weight in branch.weights)
            paths += [((*path, value), p * Fraction(weight, total)) for value, weight in branch.weights]
            continue
        except _Unknown:
            whole = False
        found.append(Course(p, tuple(table.events), state, whole))
    return tuple(found)
