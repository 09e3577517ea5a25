"""Which of several choices is best, when every trial is a matter of luck: sequential halving.

All choices are tried in the same worlds, so that luck of the deal does not decide between them. After every round the
worse half goes, and what is left shares the trials of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt

__all__ = ["Tried", "halve", "lead"]


@dataclass(frozen=True, slots=True)
class Tried:
    """One choice and what came of it, world by world."""

    index: int
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)


def halve(count: int, trials: int, value: Callable[[int, int], float], keep: int = 0) -> list[Tried]:
    """Choices 0 to count - 1 from the best to the worst; `value(choice, world)` is one trial, the higher the better.

    `keep` stays to the last round, so that the best can be compared with it. Every choice is tried at least once,
    also if that takes more trials than there are.
    """
    values: list[list[float]] = [[] for _ in range(count)]
    left = list(range(count))
    gone: list[int] = []
    rounds = max(1, ceil(log2(count)))
    for _ in range(rounds):
        each = max(1, trials // (rounds * len(left)))
        for index in left:
            values[index] += [value(index, world) for world in range(len(values[index]), len(values[index]) + each)]
        left.sort(key=lambda index: (-sum(values[index]) / len(values[index]), index != keep, index))
        if len(left) <= 2:
            break
        half = ceil(len(left) / 2)
        worse = [index for index in left[half:] if index != keep]
        gone[:0] = worse
        left = [index for index in left if index not in worse]
    return [Tried(index, tuple(values[index])) for index in (*left, *gone)]


def lead(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much one is better in the worlds both were tried in, and the standard error of that."""
    pairs = [a - b for a, b in zip(one, other, strict=False)]
    mean = sum(pairs) / len(pairs)
    if len(pairs) < 2:
        return mean, 1.0
    spread = sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
    return mean, sqrt(spread / len(pairs))
