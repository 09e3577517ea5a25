"""Intervals that hold at every moment at once, so whoever looks while games are played, and stops, stays honest.

An ordinary 95 % interval that is looked at after every hundred games is wrong sometime far more often than in 5 % of
all runs. A confidence sequence is wide enough for all looks together: the chance that the truth is ever outside is
at most alpha (Ville's inequality; H. Robbins, Statistical methods related to the law of the iterated logarithm, 1970).
"""

from __future__ import annotations

from collections.abc import Callable
from math import lgamma, log

from kempelen.lab.stats.paired import Pairs
from kempelen.lab.stats.shares import Interval

__all__ = ["ALPHA", "difference_sequence", "share_sequence"]

ALPHA = 0.05
STEPS = 60
"""Halvings when an end is looked for: far beyond what a float can tell apart."""


def share_sequence(hits: int, trials: int, alpha: float = ALPHA) -> Interval:
    """A share with an interval that holds for all numbers of games at once.

    Every share p is kept against which the games so far are no sign: the likelihood, averaged evenly over all shares,
    is less than 1/alpha times that of p.
    """
    if not trials:
        return Interval(0.5, 0.0, 1.0)
    misses = trials - hits
    least = lgamma(hits + 1) + lgamma(misses + 1) - lgamma(trials + 2) + log(alpha)

    def kept(p: float) -> bool:
        return (hits * log(p) if hits else 0.0) + (misses * log(1 - p) if misses else 0.0) > least

    share = hits / trials
    return Interval(share, _end(kept, share, 0.0) if hits else 0.0, _end(kept, share, 1.0) if misses else 1.0)


def _end(kept: Callable[[float], bool], inside: float, outside: float) -> float:
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        if kept(middle):
            inside = middle
        else:
            outside = middle
    return outside


def difference_sequence(pairs: Pairs, alpha: float = ALPHA) -> Interval:
    """Share of A minus share of B on common seeds, for all numbers of pairs at once.

    The difference is how many games change, times how one-sided the changed ones are; each gets half of alpha.
    """
    n = pairs.n
    if not n:
        return Interval(0.0, -1.0, 1.0)
    changed = share_sequence(pairs.changed, n, alpha / 2)
    sided = share_sequence(pairs.only_a, pairs.changed, alpha / 2)
    ends = [often * (2 * side - 1) for often in (changed.low, changed.high) for side in (sided.low, sided.high)]
    return Interval((pairs.only_a - pairs.only_b) / n, min(ends), max(ends))
