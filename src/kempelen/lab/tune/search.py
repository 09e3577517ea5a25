"""Three ways to look for a setting: bisection for one knob, a race for a few, NTBEA for many or several scenarios.

No candidate is chosen by its rank after a few games: at 16 games the best of many is mostly lucky. One goes when its
interval lies outside, and the last one is played anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product
from math import log, prod, sqrt

from kempelen.engine.dice import TapeDice
from kempelen.lab.tune.meter import Band, Measured, Meter, Values

__all__ = ["bisect", "evolve", "nearest", "race", "spread"]

MOST_EACH = 1000
"""Games with one setting at the most."""
CANDIDATES = 24
MARGIN = 0.05
"""A candidate stays in the race while its interval comes so near to the band."""
ROUND = 50
RUNS = 5
BATCH = 20
"""Games that one look of NTBEA takes."""
NEIGHBOURS = 50
KEEN = 0.1
"""How much NTBEA is drawn to what it does not know; shares differ by tenths."""


def nearest(found: Sequence[Measured], band: Band) -> Measured:
    """What lies nearest to the band, then nearest to its middle; of two alike, what was played more."""
    middle = (band.low + band.high) / 2
    return min(found, key=lambda one: (one.away(band), abs(one.mean() - middle), -one.games))


def bisect(meter: Meter, band: Band, most: int = MOST_EACH) -> Measured:
    """One knob: both ends, then always the middle between a value that is too easy and one that is too hard."""
    (knob,) = meter.knobs
    (here,) = meter.usual
    found: dict[int, Measured] = {}

    def side(value: int) -> int:
        return band.side(found[value].mean())

    for value in dict.fromkeys((here, knob.least, knob.most)):
        found[value] = meter.decide((value,), band, most)
        if side(value) == 0:
            break
    while not any(side(value) == 0 for value in found):
        tried = sorted(found)
        gaps = [(a, b) for a, b in pairwise(tried) if side(a) != side(b) and b - a > 1]
        # If all lie on one side, the widest gap may still hide a hill: one look at its middle.
        wide = [(a, b) for a, b in pairwise(tried) if b - a > 1] if len(found) < 5 else []
        gap = gaps[0] if gaps else max(wide, key=lambda one: one[1] - one[0], default=None)
        if gap is None:
            break
        middle = sum(gap) // 2
        found[middle] = meter.decide((middle,), band, most)
    return nearest(list(found.values()), band)


def spread(meter: Meter, count: int = CANDIDATES) -> list[Values]:
    """Settings evenly over all ranges (Halton's sequence), that of the file first; all there are, if they are few."""
    ranges = [range(knob.least, knob.most + 1) for knob in meter.knobs]
    if prod(len(one) for one in ranges) <= count:
        return list(dict.fromkeys([meter.usual, *product(*ranges)]))
    found = {meter.usual: None}
    for n in range(1, 50 * count):
        found[tuple(one[int(_halton(n, base) * len(one))] for one, base in zip(ranges, _primes(), strict=False))] = None
        if len(found) == count:
            break
    return list(found)


def _primes() -> Sequence[int]:
    return [n for n in range(2, 300) if all(n % k for k in range(2, n))]


def _halton(n: int, base: int) -> float:
    value, part = 0.0, 1.0
    while n:
        part /= base
        n, digit = divmod(n, base)
        value += digit * part
    return value


def race(meter: Meter, band: Band, candidates: Sequence[Values], most: int = MOST_EACH) -> Measured:
    """All play the same seeds, round by round; who is surely too far from the band goes. Over when one is surely in."""
    running, level = list(candidates), 0
    while running and level < most:
        level = min(level + ROUND, most)
        meter.more({one: level - meter.of(one).games for one in running})
        staying = [one for one in running if not meter.of(one).surely_outside(band, MARGIN)]
        if not staying or any(meter.of(one).surely_inside(band) for one in staying):
            break
        running = staying
    return nearest([meter.of(one) for one in candidates], band)


def evolve(meter: Meter, band: Band, budget: int, most: int = MOST_EACH) -> Measured:
    """N-tuple bandit evolution (S. M. Lucas, J. Liu, D. Perez-Liebana, 2018): several short runs, their best raced."""
    looks = max(budget // (RUNS * BATCH * len(meter.scenarios)), 2)
    best = dict.fromkeys([meter.usual, *(_evolved(meter, band, looks, run) for run in range(RUNS))])
    return race(meter, band, list(best), most)


class _Model:
    """What is known of single knobs and of pairs of them: how often looked at, and the mean of the fitness."""

    def __init__(self, knobs: int) -> None:
        self.tuples = [*((n,) for n in range(knobs)), *combinations(range(knobs), 2)]
        self.seen: dict[tuple[tuple[int, ...], Values], tuple[int, float]] = {}
        self.total = 0

    def add(self, values: Values, fitness: float) -> None:
        self.total += 1
        for places in self.tuples:
            key = places, tuple(values[n] for n in places)
            n, total = self.seen.get(key, (0, 0.0))
            self.seen[key] = n + 1, total + fitness

    def mean(self, values: Values) -> float:
        found = [self.seen.get((places, tuple(values[n] for n in places)), (0, 0.0)) for places in self.tuples]
        known = [total / n for n, total in found if n]
        return sum(known) / len(known) if known else 0.0

    def hope(self, values: Values) -> float:
        """The mean, and more for what was seldom looked at."""
        found = [self.seen.get((places, tuple(values[n] for n in places)), (0, 0.0))[0] for places in self.tuples]
        unknown = sum(sqrt(log(self.total + 1) / (n + 0.5)) for n in found) / len(found)
        return self.mean(values) + KEEN * unknown


def _evolved(meter: Meter, band: Band, looks: int, run: int) -> Values:
    """One run: look at a setting, learn, go to the most promising neighbour."""
    dice = TapeDice(1000 + run)
    model, here, looked = _Model(len(meter.knobs)), meter.usual, set[Values]()
    for _ in range(looks):
        before = dict(meter.of(here).won), meter.of(here).games
        meter.more({here: BATCH})
        model.add(here, -_away_since(meter.of(here), before, band))
        looked.add(here)
        around = dict.fromkeys(_neighbour(meter, here, dice) for _ in range(NEIGHBOURS))
        here = max(around, key=model.hope)
    return max(sorted(looked), key=model.mean)


def _away_since(now: Measured, before: tuple[dict[str, int], int], band: Band) -> float:
    """How far outside the band the last games were."""
    won, games = before
    shares = [(hits - won[scenario]) / (now.games - games) for scenario, hits in now.won.items()]
    return sum(band.away(share) for share in shares) / len(shares)


def _neighbour(meter: Meter, here: Values, dice: TapeDice) -> Values:
    """One knob somewhere else, and each of the others now and then too."""
    sure = _below(dice, len(here))
    return tuple(
        knob.least + _below(dice, knob.most - knob.least + 1) if n == sure or not _below(dice, len(here)) else value
        for n, (knob, value) in enumerate(zip(meter.knobs, here, strict=True))
    )


def _below(dice: TapeDice, n: int) -> int:
    return dice.below(n, "tune", "")
