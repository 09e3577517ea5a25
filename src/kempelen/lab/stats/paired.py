"""A and B played with the same seeds: how much their shares differ.

Most games end alike in both, so the difference is known far better than either share (R. G. Newcombe, Improved
confidence intervals for the difference between binomial proportions based on paired data, 1998).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from kempelen.lab.stats.shares import Interval, share_interval

__all__ = ["Pairs", "newcombe", "pairs_of"]


@dataclass(slots=True)
class Pairs:
    """Games on common seeds, counted by what came in A and in B."""

    both: int = 0
    only_a: int = 0
    only_b: int = 0
    none: int = 0

    def add(self, a: bool, b: bool) -> None:
        if a:
            if b:
                self.both += 1
            else:
                self.only_a += 1
        elif b:
            self.only_b += 1
        else:
            self.none += 1

    def join(self, other: Pairs) -> None:
        self.both += other.both
        self.only_a += other.only_a
        self.only_b += other.only_b
        self.none += other.none

    @property
    def n(self) -> int:
        return self.both + self.only_a + self.only_b + self.none

    @property
    def changed(self) -> int:
        """Games that came out differently."""
        return self.only_a + self.only_b


def pairs_of(a: Iterable[bool], b: Iterable[bool]) -> Pairs:
    """The same games in A and in B, in the same order."""
    found = Pairs()
    for one, other in zip(a, b, strict=True):
        found.add(one, other)
    return found


def newcombe(pairs: Pairs) -> Interval:
    """Share of A minus share of B with its 95 % interval (Newcombe's method 10)."""
    n = pairs.n
    if not n:
        return Interval(0.0, -1.0, 1.0)
    a = share_interval(pairs.both + pairs.only_a, n)
    b = share_interval(pairs.both + pairs.only_b, n)
    difference = (pairs.only_a - pairs.only_b) / n
    phi = _correlation(pairs)
    below_a, above_a = a.value - a.low, a.high - a.value
    below_b, above_b = b.value - b.low, b.high - b.value
    down = sqrt(max(below_a**2 - 2 * phi * below_a * above_b + above_b**2, 0.0))
    up = sqrt(max(above_a**2 - 2 * phi * above_a * below_b + below_b**2, 0.0))
    return Interval(difference, max(difference - down, -1.0), min(difference + up, 1.0))


def _correlation(pairs: Pairs) -> float:
    """Of the two outcomes, brought nearer to none as method 10 has it."""
    e, f, g, h = pairs.both, pairs.only_a, pairs.only_b, pairs.none
    margins = (e + f) * (g + h) * (e + g) * (f + h)
    if not margins:
        return 0.0
    cross = float(e * h - f * g)
    if cross > 0:
        cross = max(cross - pairs.n / 2, 0.0)
    return cross / sqrt(margins)
