"""Intervals: published values, coverage, and looking while it runs."""

from random import Random
from statistics import fmean, variance

import pytest

from kempelen.lab.stats.paired import Pairs, newcombe, pairs_of
from kempelen.lab.stats.sequences import difference_sequence, share_sequence
from kempelen.lab.stats.shares import Moments, mean_interval, share_interval


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [((36, 12, 2, 0), 0.0569, 0.3404), ((53, 0, 1, 0), -0.0977, 0.0496), ((54, 0, 0, 0), -0.0664, 0.0664)],
)
def test_newcombe_as_published(counts, low, high):
    """Newcombe 1998, method 10; the first is its worked example."""
    found = newcombe(Pairs(*counts))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_the_difference_turns_round_with_its_sides():
    one, other = newcombe(Pairs(30, 9, 4, 20)), newcombe(Pairs(30, 4, 9, 20))
    assert (one.value, one.low, one.high) == pytest.approx((-other.value, -other.high, -other.low))


def test_no_pairs_say_nothing():
    assert newcombe(Pairs()).width == 2
    assert difference_sequence(Pairs()).width == 2
    assert share_sequence(0, 0).width == 1
    assert share_interval(0, 0).width == 1


def test_pairs_are_counted_by_both():
    found = pairs_of([True, True, False, False, True], [True, False, True, False, False])
    assert found == Pairs(1, 2, 1, 1)
    assert (found.n, found.changed) == (5, 3)
    found.join(Pairs(1, 1, 1, 1))
    assert found == Pairs(2, 3, 2, 2)


def test_common_seeds_narrow_the_interval():
    together, apart = newcombe(Pairs(480, 20, 20, 480)), newcombe(Pairs(250, 250, 250, 250))
    assert together.width < apart.width / 3


def test_newcombe_covers_the_truth():
    dice = Random(7)
    inside = 0
    for _ in range(1000):
        counts = [0, 0, 0, 0]
        for _ in range(80):
            counts[dice.choices(range(4), (0.4, 0.15, 0.1, 0.35))[0]] += 1
        inside += newcombe(Pairs(*counts)).holds(0.05)
    assert 930 <= inside <= 980


def test_whoever_looks_all_the_time_is_rarely_wrong():
    """An ordinary interval would miss the truth at some look in far more runs."""
    dice = Random(11)
    missed = ordinary = 0
    for _ in range(200):
        hits, once, usual = 0, False, False
        for n in range(1, 801):
            hits += dice.random() < 0.3
            if n % 20 == 0:
                once |= not share_sequence(hits, n).holds(0.3)
                usual |= not share_interval(hits, n).holds(0.3)
        missed += once
        ordinary += usual
    assert missed <= 10 < ordinary


def test_a_sequence_is_wider_than_a_single_look_and_narrows():
    widths = [share_sequence(n // 2, n).width for n in (50, 500, 5000)]
    assert widths == sorted(widths, reverse=True)
    assert share_sequence(250, 500).width > share_interval(250, 500).width
    assert share_sequence(0, 50).low == 0
    assert share_sequence(50, 50).high == 1


def test_difference_sequence_holds_the_share_and_sees_a_clear_change():
    assert difference_sequence(Pairs(400, 90, 10, 500)).low > 0
    assert difference_sequence(Pairs(400, 10, 90, 500)).high < 0
    assert difference_sequence(Pairs(500, 0, 0, 500)).holds(0)


def test_moments_of_parts_are_those_of_all():
    values = [Random(3).gauss(5, 2) + n % 7 for n in range(50)]
    whole, one, other = Moments(), Moments(), Moments()
    for n, value in enumerate(values):
        whole.add(value)
        (one if n < 20 else other).add(value)
    one.join(other)
    one.join(Moments())
    assert (one.n, one.mean, one.variance) == pytest.approx((whole.n, whole.mean, whole.variance))
    assert (whole.mean, whole.variance) == pytest.approx((fmean(values), variance(values)))
    found = mean_interval(whole)
    assert found.low < found.value < found.high
    assert mean_interval(Moments(1, 3.0)).width == float("inf")
