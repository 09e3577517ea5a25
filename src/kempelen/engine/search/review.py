"""A game looked back at: how the chance to win went for one seat, what its choices did to it, and what luck did.

Before a choice the chance is what the automa would make of it in this place; after it, what follows from the choice.
The difference is the choice's, and what changes until the next choice is luck: dice, cards, what others had in hand.
So the first chance, all choices and all luck add up to how the game ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import Literal

from kempelen.engine.errors import IllegalAction
from kempelen.engine.search.player import SearchPlayer
from kempelen.engine.search.trial import AS_AUTOMA, worth
from kempelen.engine.search.weighing import LEAST_WORLDS, Weighed, choices_of
from kempelen.engine.session import Session
from kempelen.engine.table import Seat
from kempelen.text.say import Text

__all__ = [
    "MOST_WORLDS",
    "SECONDS",
    "Plan",
    "Point",
    "Review",
    "Swing",
    "plan",
    "review_of",
    "reviewed_seat",
    "worlds_for",
]

SECONDS = 100.0
"""A review is to be there by then, with some room for what cannot be foreseen."""
MOST_WORLDS = 400
"""For one choice."""
SAMPLES = 6
TURNS = 3
"""So many turning points are named."""
LEAST_TURN = 0.1
"""So much must change at one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be weighed."""

    seat: Seat
    choices: tuple[int, ...]
    worlds: int
    """For each choice."""
    cost: float
    """Seconds for one world, as it was measured."""
    last: float | None
    """How the game ended for this seat: 1 for a win, 0 for a defeat; None while it goes on."""
    quiet: frozenset[int] = frozenset()
    """Choices after which this seat chose again, without a die, a card or anybody else in between."""
    inputs: int = 0
    """How many the whole game has."""

    def left(self, done: int, spent: float, workers: int = 1) -> float:
        """Seconds it will still take when so many choices are done and took so long together; at first, by what was
        measured."""
        each = spent / done if done >= workers else self.worlds * self.cost / workers
        return (len(self.choices) - done) * each

    def measured(self, done: int, workers: int = 1) -> bool:
        """Choices of this very game have been timed: what was guessed before them may be far off."""
        return done > workers

    def worlds_in(self, seconds: float, done: int, spent: float, workers: int = 1) -> int:
        """For the next choice: as many as planned, or fewer where all take longer than was measured, so that the whole
        is there in about the time that was promised."""
        late = self.left(done, spent, workers) / max(seconds - spent, 1.0)
        return max(LEAST_WORLDS, min(self.worlds, int(self.worlds / late) if late > 1 else self.worlds))


@dataclass(frozen=True, slots=True)
class Point:
    """A choice in the course of the game."""

    weighed: Weighed
    choice: float
    """What it did to the chance to win, compared with the automa in this place."""
    luck: float
    """What came between it and the next."""
    quiet: bool = False
    """Nothing came in between: what seems to be luck is only by how much two chances are wrong."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A moment at which the chance to win changed: see `swings`."""

    index: int
    """The input with which it happened: a choice, or a deed with the dice that fell for it."""
    until: int
    """The next that was looked at; of a choice itself the same."""
    by: Literal["choice", "luck", "others"]
    before: float
    after: float

    @property
    def by_how_much(self) -> float:
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Review:
    """One seat's game."""

    seat: Seat
    worlds: int
    points: tuple[Point, ...]
    first: float
    """The chance before the first choice."""
    last: float
    """What has become of it: 1 for a win, 0 for a defeat."""
    over: bool
    swings: tuple[Swing, ...] = ()
    """Where it changed much, in their order."""

    @property
    def choices(self) -> float:
        """What all choices did together, compared with the automa."""
        return sum(point.choice for point in self.points)

    @property
    def luck(self) -> float:
        return sum(point.luck for point in self.points)

    @property
    def uncertain(self) -> float:
        """By so much a chance may be wrong: half of the widest interval."""
        widths = [point.weighed.high - point.weighed.low for point in self.points]
        return max(widths) / 2

    def marked(self, mark: str) -> tuple[Point, ...]:
        return tuple(point for point in self.points if point.weighed.mark == mark)

    def turning_points(self, most: int = TURNS) -> tuple[Swing, ...]:
        """The moments that changed most, in their order."""
        turns = sorted(self.swings, key=lambda one: (-abs(one.by_how_much), one.index))[:most]
        return tuple(one for one in self.swings if one in turns)


def reviewed_seat(session: Session) -> Seat:
    """Whose game it is, if nobody says: the first person's; without people, the first seat's."""
    return min(session.humans, default=0)


def plan(session: Session, seat: Seat, *, worlds: int = 0, seconds: float = SECONDS, workers: int = 1) -> Plan:
    """Which choices are weighed, and in how many worlds: as many as there is time for, or as are given."""
    if session.physical is not None and seat in session.physical.untracked:
        raise IllegalAction(Text("review.untracked"))
    choices = tuple(choices_of(session, seat))
    if not choices:
        raise IllegalAction(Text("review.no_choices"))
    cost = _cost(session, seat, choices)
    last = worth(session.outcome, seat) if session.outcome is not None else None
    many = worlds or worlds_for(seconds * workers, len(choices), cost)
    return Plan(seat, choices, many, cost, last, frozenset(_quiet(session, seat, choices)), len(session.inputs))


def _quiet(session: Session, seat: Seat, choices: Sequence[int]) -> Iterator[int]:
    """The choices that were followed by the next without anything that only luck decides."""
    for index, following in pairwise(choices):
        between = session.inputs[index + 1 : following]
        if session.inputs[index].kind == "do" and all(row.kind == "do" and row.seat == seat for row in between):
            yield index


def worlds_for(seconds: float, choices: int, cost: float) -> int:
    """How many worlds each choice gets."""
    return max(LEAST_WORLDS, min(MOST_WORLDS, int(seconds / choices / cost)))


def _cost(session: Session, seat: Seat, choices: Sequence[int]) -> float:
    """Seconds a world takes, played to its end from places all over the game."""
    player = SearchPlayer(session.game, session.setup)
    places = sorted({choices[len(choices) * number // SAMPLES] for number in range(SAMPLES)})
    began = perf_counter()
    for index in places:
        trial = player.trial(session.table_at(index)[0], seat)
        for world in range(2):
            trial.value(AS_AUTOMA, world)
    return max(1e-6, (perf_counter() - began) / (2 * len(places)))


def review_of(plan: Plan, weighed: Sequence[Weighed]) -> Review:
    """The course of a game from its choices."""
    weighed = sorted(weighed, key=lambda one: one.index)
    last = weighed[-1].after if plan.last is None else plan.last
    nexts = [*(one.before for one in weighed[1:]), last]
    points = tuple(
        Point(one, one.after - one.before, following - one.after, one.index in plan.quiet)
        for one, following in zip(weighed, nexts, strict=True)
    )
    return Review(plan.seat, plan.worlds, points, weighed[0].before, last, plan.last is not None)
