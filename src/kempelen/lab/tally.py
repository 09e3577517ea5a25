"""What the games of one cell come to: counts and means that grow row by row, and little that grows with the games.

Only who won and how long it took is kept of every single game (five bytes), to compare cells game by game.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kempelen.lab.course import PLAYOUTS, Course
from kempelen.lab.folder.columns import WholeRow
from kempelen.lab.metrics import row_groups, row_numbers, seat_facts, seat_numbers
from kempelen.lab.run import Row
from kempelen.lab.stats.paired import Pairs
from kempelen.lab.stats.shares import Interval, Moments, share_interval

__all__ = ["Fact", "Swing", "Tally", "Watched", "pairs_between", "turns_between"]

ABSENT, LOST, WON = 0, 1, 2
LATE = 8
"""The moment of ten after which a change of the lead is late."""


@dataclass(slots=True)
class Fact:
    """Words that a game gives its seats, such as roles."""

    values: Counter[str] = field(default_factory=Counter)
    by_seat: dict[int, set[str]] = field(default_factory=dict)
    shared: int = 0
    """Games in which some seats had the same."""
    alike: int = 0
    """Those of them in which whoever had the same won or lost together."""

    @property
    def teams(self) -> bool:
        """Whoever has the same mostly wins or loses together."""
        return self.alike > self.shared / 2

    @property
    def dealt(self) -> bool:
        """It is not the same for a seat in every game."""
        return any(len(values) > 1 for values in self.by_seat.values())


@dataclass(frozen=True, slots=True)
class Watched:
    """A game that is special in some way."""

    number: int
    value: float


@dataclass(slots=True)
class Swing:
    """Where games were decided: of sampled games, how likely the outcome was at each moment."""

    games: int = 0
    sums: list[float] = field(default_factory=list)
    late: int = 0
    """Games in which, after four fifths, another outcome was likelier than the one that came."""

    def add(self, shares: Sequence[float]) -> None:
        self.games += 1
        self.sums = [a + b for a, b in zip(self.sums or [0.0] * len(shares), shares, strict=True)]
        self.late += shares[LATE] < 0.5

    @property
    def means(self) -> list[float]:
        return [value / self.games for value in self.sums]


@dataclass(slots=True)
class Tally:
    """One cell's games, added up."""

    seats: int
    games: int = 0
    capped: int = 0
    nobody: int = 0
    """Games that nobody won."""
    everybody: int = 0
    scored: bool = False
    decisions: int = 0
    explained: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    scores: list[Counter[int]] = field(default_factory=list)
    """By seat."""
    won: dict[str, tuple[int, int]] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    numbers: dict[str, Moments] = field(default_factory=dict)
    seat_numbers: dict[str, list[Moments]] = field(default_factory=dict)
    lines: dict[str, tuple[int, int]] = field(default_factory=dict)
    instead: Counter[str] = field(default_factory=Counter)
    swing: Swing = field(default_factory=Swing)
    watch: dict[str, Watched] = field(default_factory=dict)
    outcomes: dict[str, bytearray] = field(default_factory=dict)
    """By group: of every game whether it won, by the game's number."""
    lengths: array[int] = field(default_factory=lambda: array("i"))

    @property
    def together(self) -> bool:
        """Everybody has won or nobody, every time: the game is played against the table."""
        return self.nobody + self.everybody == self.games and not self.scored and bool(self.games)

    def add(self, whole: WholeRow) -> None:
        """Rows come in the order of their numbers, from 1 without a gap."""
        row = whole.row
        self.games += 1
        self.capped += row.capped
        self.nobody += not row.winners
        self.everybody += len(row.winners) == self.seats
        self.scored |= bool(row.scores)
        self.decisions += row.decisions
        self.explained += row.explained
        self.turns[row.turns] += 1
        self.endings[row.reason] += 1
        self.lengths.append(row.turns)
        if row.scores:
            while len(self.scores) < len(row.scores):
                self.scores.append(Counter())
            for counter, score in zip(self.scores, row.scores, strict=True):
                counter[score] += 1
        self._add_groups(row)
        for name in row_numbers(row):
            self.numbers.setdefault(name, Moments()).add(row.facts[name])
        for name in seat_numbers(row, self.seats):
            moments = self.seat_numbers.setdefault(name, [Moments() for _ in range(self.seats)])
            for one, value in zip(moments, row.facts[name], strict=True):
                one.add(value)
        for at, (tried, done) in row.lines.items():
            before = self.lines.get(at, (0, 0))
            self.lines[at] = before[0] + tried, before[1] + done
        self.instead.update(row.instead)
        self._watch(row, whole.course)

    def _add_groups(self, row: Row) -> None:
        for name, won in row_groups(row, self.seats):
            hits, games = self.won.get(name, (0, 0))
            self.won[name] = hits + won, games + 1
            marks = self.outcomes.setdefault(name, bytearray())
            marks.extend(bytes(self.games - 1 - len(marks)))
            marks.append(WON if won else LOST)
        for name in seat_facts(row, self.seats):
            fact = self.facts.setdefault(name, Fact())
            fact.values.update(map(str, row.facts[name]))
            members: dict[str, list[int]] = {}
            for seat, value in enumerate(map(str, row.facts[name])):
                fact.by_seat.setdefault(seat, set()).add(value)
                members.setdefault(value, []).append(seat)
            teams = [seats for seats in members.values() if len(seats) > 1]
            fact.shared += bool(teams)
            fact.alike += bool(teams) and all(len({seat in row.winners for seat in seats}) == 1 for seats in teams)

    def _watch(self, row: Row, course: Course | None) -> None:
        self._note("shortest", row, -row.turns)
        self._note("longest", row, row.turns)
        if len(row.scores) > 1 and row.winners:
            best, second = sorted(row.scores, reverse=True)[:2]
            self._note("closest", row, second - best)
        if course is not None and (shares := outcome_shares(row, course, self.together)) is not None:
            self.swing.add(shares)
            self._note("swing", row, -min(shares))

    def _note(self, what: str, row: Row, value: float) -> None:
        before = self.watch.get(what)
        if before is None or value > before.value:
            self.watch[what] = Watched(row.number, value)

    # -- what is asked of it

    def share(self, group: str) -> Interval:
        return share_interval(*self.won.get(group, (0, 0)))

    def lengths_sorted(self) -> list[tuple[int, int]]:
        return sorted(self.turns.items())

    @property
    def mean_turns(self) -> float:
        return sum(turns * n for turns, n in self.turns.items()) / self.games

    @property
    def median_turns(self) -> int:
        return quantile(self.turns, 0.5)


def quantile(counts: Mapping[int, int], share: float) -> int:
    """The least value that so great a share of all does not exceed."""
    least, seen = share * sum(counts.values()), 0
    for value, n in sorted(counts.items()):
        seen += n
        if seen >= least:
            return value
    return 0


def outcome_shares(row: Row, course: Course, together: bool) -> list[float] | None:
    """How likely the outcome was that came, at each moment; None of a draw."""
    if row.winners:
        return [max(moment[seat] for seat in row.winners) / PLAYOUTS for moment in course]
    if together:
        return [1 - max(moment) / PLAYOUTS for moment in course]
    return None


def pairs_between(a: Tally, b: Tally, group: str) -> Pairs:
    """The same games in both, where the group was at both tables."""
    found = Pairs()
    for one, other in zip(a.outcomes.get(group, b""), b.outcomes.get(group, b""), strict=False):
        if one and other:
            found.add(one == WON, other == WON)
    return found


def turns_between(a: Tally, b: Tally) -> Moments:
    """By how many turns the same games are longer in A."""
    found = Moments()
    for one, other in zip(a.lengths, b.lengths, strict=False):
        found.add(one - other)
    return found
