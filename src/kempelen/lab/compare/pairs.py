"""Two automas on the same seeds, pair by pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from kempelen.lab.backends import Backend, Serial, in_order
from kempelen.lab.compare.tables import Two, automa_won, experiment_for, pieces
from kempelen.lab.experiment import Experiment
from kempelen.lab.folder.columns import WholeRow
from kempelen.lab.run import Row, play_one
from kempelen.lab.stats.paired import Pairs
from kempelen.lab.stats.sequences import difference_sequence
from kempelen.lab.stats.shares import Interval, Moments, share_interval
from kempelen.lab.tally import Tally

__all__ = ["Changed", "Compared", "compared"]

STRICT = 200
"""In so many pairs whatever is chosen is looked up in the legal list: an automa that breaks the rules is named."""
NEAR = 0.02
"""It is enough when the difference is known within two points."""
KEPT = 12
"""Pairs that came out differently are kept so many."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A pair of games on one seed that came out differently."""

    number: int
    seed: int
    a: Row
    b: Row
    won: tuple[bool, bool]
    """Whether A won, and whether B did."""


@dataclass(slots=True)
class Compared:
    """One scenario: pairs of games on common seeds."""

    scenario: str
    pairs: Pairs = field(default_factory=Pairs)
    length: Moments = field(default_factory=Moments)
    """How many turns longer the games with A were."""
    same: int = 0
    """Games that went exactly alike."""
    tallies: tuple[Tally, ...] = ()
    """Of A and of B."""
    experiments: tuple[Experiment, ...] = ()
    changed: list[Changed] = field(default_factory=list)
    """The first that came out differently."""

    @property
    def difference(self) -> Interval:
        """May be looked at after every game (a confidence sequence)."""
        return difference_sequence(self.pairs)

    @property
    def shares(self) -> tuple[Interval, Interval]:
        pairs = self.pairs
        return tuple(share_interval(pairs.both + one, pairs.n) for one in (pairs.only_a, pairs.only_b))  # type: ignore[return-value]

    @property
    def known(self) -> bool:
        interval = self.difference
        return interval.high - interval.low <= 2 * NEAR

    def add(self, number: int, a: Row, b: Row) -> None:
        one, other = self.experiments
        won = automa_won(one, a), automa_won(other, b)
        self.pairs.add(*won)
        self.length.add(a.turns - b.turns)
        self.same += (a.winners, a.turns, a.reason, a.scores) == (b.winners, b.turns, b.reason, b.scores)
        for tally, row in zip(self.tallies, (a, b), strict=True):
            tally.add(WholeRow(row))
        if won[0] != won[1] and len(self.changed) < KEPT:
            self.changed.append(Changed(number, a.seed, a, b, won))


def compared(
    two: Two, games: int, seed: str = "1", *, lines: bool = False, backend: Backend | None = None
) -> Iterator[Compared]:
    """The same after every pair, until the difference is known well enough or so many were played.

    `lines` counts the lines of both automas too. Raises GameRefused if one of them chose what the rules do not allow.
    """
    backend = backend or Serial()
    pair = tuple(experiment_for(two.game, two.scenario, sheet, two.options, games, seed) for sheet in (two.a, two.b))
    found = Compared(two.scenario, tallies=tuple(Tally(len(one.seats)) for one in pair), experiments=pair)
    for rows in in_order(backend, partial(_play_pairs, pair, lines), pieces(games, backend.workers)):
        for one, other in rows:
            found.add(one.number, one, other)
            yield found
            if one.number % 50 == 0 and found.known:
                return


def _play_pairs(pair: Sequence[Experiment], lines: bool, numbers: range) -> list[tuple[Row, Row]]:
    a, b = pair
    found = []
    for number in numbers:
        strict = number <= STRICT
        found.append((play_one(a, number, lines=lines, strict=strict), play_one(b, number, lines=lines, strict=strict)))
    return found
