"""Exact chances of a chart's rows: for every course of answers that leads to the die, what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias, cast

from kempelen.behaviour.chart import Chart
from kempelen.behaviour.chart_words import Ask, Effects, Perform
from kempelen.behaviour.question import Oracle, Question, atoms_of, holds
from kempelen.behaviour.verdict import Verdict, consult
from kempelen.engine.table import Seat, Table
from kempelen.engine.tables.odds import odds

__all__ = ["MOST_COURSES", "Course", "TooManyCourses", "action_chances", "count_courses", "courses"]


MOST_COURSES = 48
"""Of one chart; nobody could read a page with more columns, and each costs milliseconds."""
MOST_SEEN = 2_000
"""Of steps on the way to them."""
MOST_ATOMS = 8
"""Of plain questions in one that is put together."""


class TooManyCourses(ValueError):
    """A chart with more ways through its questions than can be looked at."""


@dataclass(frozen=True, slots=True)
class Course:
    """One way through the questions that ends at the die."""

    answers: tuple[tuple[str, bool], ...]
    """The answers that have an effect, and the last one: line and yes or no."""
    drm: int
    case: str
    chances: Mapping[str, Fraction]
    """By action; what cannot come up is left out."""
    faces: Mapping[str, tuple[int, ...]]
    """By action what the die has to show for it, before anything is added."""


@dataclass(slots=True)
class _Nothing:
    """The state of a chart that is asked by itself."""

    def copy(self) -> _Nothing:
        return self


Asked: TypeAlias = tuple[str, tuple[int, ...]]
"""A question and the numbers it is asked with: with other numbers it is another question."""


def _asked(question: Question, about: tuple[Any, ...]) -> Asked:
    return question.name, tuple(value for value in about if isinstance(value, int))


@dataclass(frozen=True, slots=True)
class _Answered:
    """These answers are given; what they do not rule out is possible."""

    known: Mapping[Asked, bool]

    def yes(self, question: Question, *about: Any) -> bool:
        return self.known.get(_asked(question, about), True)


def action_chances(chart: Chart, oracle: Oracle) -> Mapping[str, Fraction]:
    """The chance of every action when this oracle answers."""

    def act(_: Any, table: Table) -> str:
        return consult(chart, oracle, table).action

    return cast(Mapping[str, Fraction], odds(cast(Any, None), _Nothing(), act))


class _FirstFace:
    """A table that notes what the first die shows, and whether it was not the last."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rolled: list[int] = []

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        self.rolled.append(self.table.roll(die, why, to))
        return self.rolled[-1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)


def action_faces(chart: Chart, oracle: Oracle) -> Mapping[str, tuple[int, ...]]:
    """What the die has to show for every action when this oracle answers; a face rolled again counts for none."""

    def act(_: Any, table: Table) -> tuple[tuple[int, ...], str]:
        noting = _FirstFace(table)
        action = consult(chart, oracle, cast(Table, noting)).action
        return tuple(noting.rolled), action

    found: dict[str, set[int]] = {}
    for rolled, action in cast(Mapping[tuple[tuple[int, ...], str], Fraction], odds(cast(Any, None), _Nothing(), act)):
        if len(rolled) == 1:
            found.setdefault(action, set()).add(rolled[0])
    return {action: tuple(sorted(faces)) for action, faces in found.items()}


def courses(chart: Chart) -> list[Course]:
    """Every course of answers; what the answers do not rule out is taken to be possible. Raises TooManyCourses."""
    found: dict[Any, Course] = {}
    for known, path in list(_paths(chart)):
        verdict = _verdict(chart, known)
        oracle = _Answered(known)
        chances, faces = action_chances(chart, oracle), action_faces(chart, oracle)
        way = Course(_telling(path), verdict.drm, verdict.case, chances, faces)
        found[way.answers, way.drm, way.case, *way.chances.items()] = way
    return list(found.values())


def count_courses(chart: Chart) -> int:
    """How many ways lead to the die; raises TooManyCourses."""
    return sum(1 for _ in _paths(chart))


Path: TypeAlias = tuple[tuple[Ask, bool], ...]


def _paths(chart: Chart) -> Iterator[tuple[Mapping[Asked, bool], Path]]:
    """The answers along every way to the die."""
    left: list[tuple[int, Mapping[Asked, bool], Path]] = [(0 if chart.asks else -1, {}, ())]
    ends, seen = 0, 0
    while left:
        at, known, path = left.pop()
        seen += 1
        if at < 0:
            ends += 1
        if ends > MOST_COURSES or seen > MOST_SEEN:
            raise TooManyCourses
        if at < 0:
            yield known, path
            continue
        ask, after = chart.asks[at], []
        for yes, answered in _ways(ask, known):
            branch = chart.branches[at][yes]
            if not branch.do:
                after.append((branch.next, answered, (*path, (ask, yes))))
        left += reversed(after)


def _ways(ask: Ask, known: Mapping[Asked, bool]) -> Iterator[tuple[bool, Mapping[Asked, bool]]]:
    """The answers a line may get after those that are known: yes first; of one put together, every way to it."""
    if ask.question.parts is None:
        asked = _asked(ask.question, ask.about)
        for yes in (True, False):
            if known.get(asked, yes) == yes:
                yield yes, {**known, asked: yes}
        return
    atoms = [_asked(atom.question, atom.about) for atom in atoms_of(ask.question.parts)]
    if len(atoms) > MOST_ATOMS:
        raise TooManyCourses
    ways = [
        {**known, **dict(zip(atoms, answers, strict=True))}
        for answers in product((True, False), repeat=len(atoms))
        if all(known.get(atom, answer) == answer for atom, answer in zip(atoms, answers, strict=True))
    ]
    judged = [(holds(ask.question.parts, _Answered(way)), way) for way in ways]
    yield from (way for way in judged if way[0])
    yield from (way for way in judged if not way[0])


def _verdict(chart: Chart, known: Mapping[Asked, bool]) -> Verdict:
    """Modifier and case after these answers."""
    verdict = Verdict("")
    at = 0 if chart.asks else -1
    while at >= 0:
        ask = chart.asks[at]
        parts = ask.question.parts
        yes = known[_asked(ask.question, ask.about)] if parts is None else holds(parts, _Answered(known))
        branch = chart.branches[at][yes]
        verdict.drm = branch.drm if branch.drm is not None else verdict.drm
        verdict.case = branch.case if branch.case is not None else verdict.case
        at = branch.next
    return verdict


def _telling(path: tuple[tuple[Ask, bool], ...]) -> tuple[tuple[str, bool], ...]:
    def has_effect(effects: Effects) -> bool:
        return any(not isinstance(effect, Perform) for effect in effects)

    last = len(path) - 1
    return tuple(
        (ask.item, yes) for n, (ask, yes) in enumerate(path) if n == last or has_effect(ask.yes if yes else ask.no)
    )
