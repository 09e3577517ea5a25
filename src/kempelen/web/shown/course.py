"""How the scores went, from the first round to the last: a line for everybody whose score the game tells."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kempelen.engine.session import Session
from kempelen.scene.status import Score, Status
from kempelen.text.say import Say

__all__ = ["Course", "Line", "course_of", "key_of", "standing", "steps_in"]

MOST = 24
"""So many moments are looked at: each costs a picture."""
FEWEST = 4
WIDE, HIGH = 520, 120
LINES = 4
"""More would not be told apart."""


@dataclass(frozen=True, slots=True)
class Line:
    label: str
    own: bool
    first: int
    last: int
    points: str
    """Of a polyline in a box of `WIDE` by `HIGH`."""
    danger: bool = False
    """It counts towards a loss: no enemy's score."""
    end: float = 0
    """How far from the top it ends."""
    shared: bool = False
    """It is nobody's: a way, a clock."""


@dataclass(frozen=True, slots=True)
class Course:
    lines: tuple[Line, ...]
    top: int
    """The value at the upper edge; the lower edge is nought."""
    rounds: tuple[tuple[float, str], ...]
    """Where a round began, and which; none in games without rounds."""
    word: str
    """What the game calls a round."""
    rows: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The same in numbers, for those who cannot see it: a round, and the value of every line when it was over."""
    mark: float | None = None
    """Where something settled it that no score shows: what broke a tie."""
    wide: int = WIDE
    high: int = HIGH


def course_of(session: Session, say: Say, own: int) -> Course | None:
    """Of a finished game: nothing is hidden any more. None where no score has changed."""
    states = [moment.state for moment in session.moments if moment.state is not None]
    looked_at = [states[index] for index in steps_in(len(states), MOST)] + [session.state]
    told = [session.game.status(state, say) for state in looked_at]
    statuses = [status for status in told if status is not None]
    # The last one lasts for a while: what changed with it would be a line at the edge.
    if len(statuses) < FEWEST or (course := drawn([*statuses, statuses[-1]], own)) is None:
        return None
    return replace(course, mark=_mark(session))


def _mark(session: Session) -> float | None:
    settled = session.game.speech.settled(session.state, session.events)
    ends = [moment.events for moment in session.moments if moment.state is not None]
    return None if settled is None else round(WIDE * bisect_right(ends, settled[0]) / (len(ends) + 1), 1)


def steps_in(number: int, most: int) -> list[int]:
    """At most so many numbers below this one, evenly, the first and the last among them."""
    if number <= most:
        return list(range(number))
    return sorted({round(step * (number - 1) / (most - 1)) for step in range(most)})


def drawn(statuses: Sequence[Status], own: int) -> Course | None:
    found = changing([status.scores for status in statuses])
    if not any(_tells(values) for _, values in found):  # points that come with the end tell nothing of the way there
        found = changing([status.course for status in statuses], alone=False) or found
    if not found:
        return None
    found.sort(key=lambda one: (one[0].seat != own, -max(one[1])))
    found = found[:LINES]
    top = max(1, *(value for _, values in found for value in values))
    count = len(statuses)
    xs = [round(WIDE * place / (count - 1), 1) for place in range(count)]
    lines = tuple(
        Line(
            score.label,
            score.seat == own,
            values[0],
            values[-1],
            polyline(xs, values, top),
            score.kind == "danger",
            height(values[-1], top),
            score.seat is None and score.kind == "standing",
        )
        for score, values in found
    )
    begun: dict[int, int] = {}
    for place, status in enumerate(statuses):
        if status.round is not None:
            begun.setdefault(min(status.round.n, status.round.of or status.round.n), place)
    ends = [*sorted(begun.values()), count - 1][1:]  # what a round brought stands there when the next one begins
    words = [status.round.word for status in statuses if status.round is not None]
    rows = [(str(n), tuple(values[end] for _, values in found)) for n, end in zip(sorted(begun), ends, strict=True)]
    rounds = thinned({n: xs[place] for n, place in begun.items()})
    return Course(lines, top, rounds, words[0] if words else "", tuple(rows))


def changing(scores: Sequence[Sequence[Score]], *, alone: bool = True) -> list[tuple[Score, list[int]]]:
    """The scores that were not the same all the time, with all their values; or all of them, if one was not.

    Whoever has gained nothing is a line too, beside one who has.
    """
    keys = {key_of(score): score for those in scores for score in those if score.kind != "clock"}
    every = [
        (score, [next((one.value for one in those if key_of(one) == key), 0) for those in scores])
        for key, score in keys.items()
    ]
    moved = {key_of(score) for score, values in every if len(set(values)) > 1}
    kinds = {kind for seat, kind, _ in moved if seat is not None}
    beside = [one for one in every if key_of(one[0]) in moved or (one[0].seat is not None and one[0].kind in kinds)]
    return beside if alone or not moved else every


def _tells(values: Sequence[int]) -> bool:
    """It changes before the end does it."""
    return len(set(values[: -max(1, len(values) // 6)])) > 1


def standing(status: Status, own: int) -> float:
    """How well somebody stands, by all that is counted: only differences between two moments mean something."""
    total = 0.0
    for score in (*status.scores, *status.course):
        if score.kind == "clock":
            continue
        mine = score.seat == own or score.own
        share = score.value / max(1, score.of or score.value or 1) if score.of else float(score.value)
        total += share if mine and score.kind != "danger" else -share
    return total


def key_of(score: Score) -> tuple[int | None, str, str]:
    return score.seat, score.kind, "" if score.seat is not None else score.label


def height(value: int, top: int) -> float:
    return round(HIGH * (1 - max(0, value) / top), 1)


def polyline(xs: Sequence[float], values: Sequence[int], top: int) -> str:
    """A score stays until it changes: steps, no slopes. It changed before the look that shows it."""
    points: list[str] = []
    for place, (x, value) in enumerate(zip(xs, values, strict=True)):
        if place and values[place - 1] != value:
            between = round((xs[place - 1] + x) / 2, 1)
            points += [f"{between:g},{height(values[place - 1], top):g}", f"{between:g},{height(value, top):g}"]
        points.append(f"{x:g},{height(value, top):g}")
    return " ".join(points)


def thinned(rounds: dict[int, float], first: float = 112, apart: float = 30) -> tuple[tuple[float, str], ...]:
    """Numbers that do not lie on one another; before the first stands the word for a round."""
    shown: list[tuple[float, str]] = []
    for n, x in sorted(rounds.items()):
        if not shown or x - shown[-1][0] >= (first if len(shown) == 1 else apart):
            shown.append((x, str(n)))
    return tuple(shown)
