"""A number with its interval; shares of games, and means."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from kempelen.engine.tables.odds import wilson

__all__ = ["Interval", "Moments", "Z", "mean_interval", "share_interval"]

Z = 1.959964
"""Of the normal distribution, for 95 %."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, and from where to where it may lie."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def share_interval(hits: int, trials: int) -> Interval:
    """A share with its 95 % Wilson interval; from 0 to 1 if nothing was tried."""
    found = wilson(hits, trials)
    return Interval(found.share, found.low, found.high)


@dataclass(slots=True)
class Moments:
    """Numbers of which only how many, their mean and their spread are kept (Welford); two of them can be added."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0
    """Sum of the squared distances from the mean."""

    def add(self, value: float) -> None:
        self.n += 1
        step = value - self.mean
        self.mean += step / self.n
        self.squares += step * (value - self.mean)

    def join(self, other: Moments) -> None:
        if not other.n:
            return
        n, step = self.n + other.n, other.mean - self.mean
        self.squares += other.squares + step * step * self.n * other.n / n
        self.mean += step * other.n / n
        self.n = n

    @property
    def variance(self) -> float:
        return self.squares / (self.n - 1) if self.n > 1 else 0.0


def mean_interval(moments: Moments) -> Interval:
    """A mean with its 95 % interval (normal); of pairs: give it the differences. One value alone says nothing."""
    if moments.n < 2:
        return Interval(moments.mean, float("-inf"), float("inf"))
    half = Z * sqrt(moments.variance / moments.n)
    return Interval(moments.mean, moments.mean - half, moments.mean + half)
