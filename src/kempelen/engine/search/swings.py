"""Turning points: the few moments at which the chance to win really changed, by a choice of one's own, by luck, or by
what others did.

A choice is compared with the automa's in its place. What came between two choices is looked into deed by deed: each
deed with the dice that fell for it is one moment, and the one that changed most is named, not all that lay between.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from kempelen.engine.events import ends_with, roll_of, touches_of, weight_of
from kempelen.engine.search.player import SearchPlayer
from kempelen.engine.search.review import LEAST_TURN, Plan, Point, Review, Swing
from kempelen.engine.search.tips import going_on
from kempelen.engine.search.weighing import LEAST_WORLDS, standing
from kempelen.engine.session import Session
from kempelen.engine.table import Event, Seat

__all__ = ["Span", "heft", "shown_by", "spans_of", "swing_in", "swings_of", "turning", "worlds_for_spans"]

Span: TypeAlias = tuple[int, int, float, float]
"""Between two choices: their inputs, and the chance after the first and before the second."""
SPANS = 4
"""So many are looked into."""
WEIGHS, ROUND = 2, 3
"""How much a loss weighs, and a heading: that a round begins is told of no moment."""
PLACES = 12
"""So many deeds of each at most."""


def least_at(review: Review, index: int) -> float:
    """So much must change at a turning point: more than the chance of this choice may be wrong by."""
    weighed = next(point.weighed for point in reversed(review.points) if point.weighed.index <= index)
    return max(LEAST_TURN, (weighed.high - weighed.low) / 2)


def spans_of(review: Review, inputs: int) -> list[Span]:
    """Where so much changed between two choices that it is worth a look which deed it was."""
    ends = [*((one.weighed.index, one.weighed.before) for one in review.points[1:]), (inputs, review.last)]
    found = [
        (point.weighed.index, until, point.weighed.after, chance)
        for point, (until, chance) in zip(review.points, ends, strict=True)
        if not point.quiet and abs(point.luck) >= least_at(review, point.weighed.index)
    ]
    return sorted(found, key=lambda span: (-abs(span[3] - span[2]), span[0]))[:SPANS]


def worlds_for_spans(plan: Plan) -> int:
    """For each place within a span: as many as for a choice, which is tried in several ways and costs more."""
    return max(LEAST_WORLDS, plan.worlds)


def swing_in(session: Session, seat: Seat, span: Span, worlds: int) -> Swing:
    """The deed between two choices at which the chance changed most, in the direction of the whole."""
    index, until, after, following = span
    deeds = [number for number in range(index + 1, until) if session.inputs[number].kind in ("do", "together")]
    places = [index, *_spread(deeds), until]
    player = SearchPlayer(session.game, session.setup, iterations=worlds)
    player.usual = going_on(session.game, session.setup, player.usual)
    inner = [standing(session, player, seat, place, worlds) for place in places[1:-1]]
    steps = list(zip(pairwise(places), pairwise([after, *inner, following]), strict=True))
    up = following >= after
    (here, there), (was, now) = max(steps, key=lambda step: (step[1][1] - step[1][0]) * (1 if up else -1))
    thrown = any(roll_of(event) is not None for event in _shown(session, here, there))
    return Swing(here, there, "luck" if thrown else "others", was, now)


def _spread(places: Sequence[int]) -> list[int]:
    """At most so many of them, evenly."""
    return [places[len(places) * n // PLACES] for n in range(PLACES)] if len(places) > PLACES else list(places)


def swings_of(review: Review, found: Sequence[Swing]) -> tuple[Swing, ...]:
    """All moments that may be turning points: choices, and what was found between them."""
    chosen = [
        Swing(point.weighed.index, point.weighed.index, "choice", point.weighed.before, point.weighed.after)
        for point in review.points
        if abs(point.choice) >= least_at(review, point.weighed.index) and _is_meant(point)
    ]
    luck = [one for one in found if abs(one.by_how_much) >= least_at(review, one.index)]
    return tuple(sorted([*chosen, *luck], key=lambda one: one.index))


def _is_meant(point: Point) -> bool:
    """A choice is called good or bad once: no gain by what is marked down, no loss by what is not."""
    mark = point.weighed.mark
    return mark == "good" if point.choice > 0 else mark in ("inaccurate", "mistake")


def turning(session: Session, review: Review, plan: Plan) -> tuple[Swing, ...]:
    """All of it in one process."""
    worlds = worlds_for_spans(plan)
    spans = spans_of(review, plan.inputs)
    return swings_of(review, [swing_in(session, review.seat, span, worlds) for span in spans])


# -- what is told of it


def heft(event: Event) -> int:
    """What is lost or won weighs more than who is hurt, and this more than all else."""
    effects = {touch.effect for touch in touches_of(event)}
    return 2 if effects & {"lost", "gained"} else 1 if "hurt" in effects else 0


def shown_by(session: Session, swing: Swing) -> list[Event]:
    """What happened then, in the order it was told: the weightiest, and the throw that led to it."""
    return _shown(session, swing.index, swing.until)


def _shown(session: Session, index: int, until: int) -> list[Event]:
    began, ended = session.look_back(index)[1], session.look_back(until)[1]
    told = [event for event in session.events[began:ended] if not ends_with(event) and weight_of(event) < ROUND]
    if not told:
        return []

    def matters(n: int) -> tuple[int, bool, int, int]:
        """A loss or gain, then a throw: that somebody went somewhere is no luck."""
        weight = weight_of(told[n])
        return heft(told[n]) if weight >= WEIGHS else 0, roll_of(told[n]) is not None, weight, n

    top = max(range(len(told)), key=matters)
    thrown = [n for n in range(top) if roll_of(told[n]) is not None][-1:] if roll_of(told[top]) is None else []
    return [told[n] for n in (*thrown, top)]
