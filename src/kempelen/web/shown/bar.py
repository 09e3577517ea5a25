"""The bar above a table: round, goal, how everybody stands."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.scene.model import Scene
from kempelen.scene.status import Score
from kempelen.text.say import Say
from kempelen.web.shown.trays import FactView, fact_view

__all__ = ["Bar", "Standing", "bar_of", "in_a_line"]

PIPS = 12
"""A race or a number of rounds of at most this much is drawn in pips."""
MOST_STANDINGS = 3
ALL_STANDINGS = 6
"""So many stand there all the same, in numbers alone: to say that there are two more takes as much room as they do."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one side stands."""

    label: str
    value: int
    of: int | None
    kind: str
    own: bool
    words: str
    pips: tuple[bool, ...]
    """Drawn one by one where there are few."""
    percent: int
    """Of the whole, or of the highest."""
    sign: str = ""
    """Written for the value, where a number would mislead."""


@dataclass(frozen=True, slots=True)
class Bar:
    goal: str
    how: tuple[str, ...]
    round_word: str
    round: str
    rounds: tuple[str, ...]
    """`on`, `now` or nothing for each round, if there are few."""
    last: bool
    """It is the last round."""
    phase: str
    scores: tuple[Standing, ...]
    more: int
    """So many further scores stand with their seats."""
    acting: str = ""
    """The handle of what acts just now."""
    could: tuple[str, ...] = ()
    steps: tuple[FactView, ...] = ()
    """How a turn goes."""


def bar_of(scene: Scene, say: Say) -> Bar:
    """What the game says about its status; a game that says nothing has its description."""
    status = scene.status
    if status is None:
        return Bar("", (), "", "", (), False, scene.description, (), 0)
    top = max((score.value for score in status.scores if score.kind != "clock"), default=0)
    shown = most_telling(status.scores)
    word, counted = "", ""
    pips: tuple[str, ...] = ()
    if status.round is not None:
        n, of = status.round.n, status.round.of
        word = status.round.word or say("web.bar.round")
        counted = say("web.bar.of", n=n, of=of) if of else str(n)
        pips = (
            tuple("on" if at < n else "now" if at == n else "" for at in range(1, of + 1)) if of and of <= PIPS else ()
        )
    return Bar(
        status.goal,
        status.how,
        word,
        counted,
        pips,
        status.round is not None and status.round.of is not None and 1 < status.round.of <= status.round.n,
        status.phase,
        tuple(standing(score, top) for score in shown),
        len(status.scores) - len(shown),
        status.acting,
        status.could,
        tuple(map(fact_view, status.steps)),
    )


def most_telling(scores: tuple[Score, ...]) -> tuple[Score, ...]:
    """All of them; of too many one's own first, then the highest. A clock is always read."""
    clocks = tuple(score for score in scores if score.kind == "clock")
    counted = [score for score in scores if score.kind != "clock"]
    if len(counted) <= ALL_STANDINGS:
        return scores
    counted.sort(key=lambda score: (not score.own, -score.value))
    return (*counted[:MOST_STANDINGS], *clocks)


def standing(score: Score, top: int) -> Standing:
    whole = score.of or top or 1
    pips = tuple(n < score.value for n in range(score.of)) if score.of and score.of <= PIPS else ()
    return Standing(
        score.label,
        score.value,
        score.of,
        score.kind,
        score.own,
        score.words,
        pips,
        max(0, min(100, round(100 * score.value / whole))),
        score.sign,
    )


def in_a_line(bar: Bar) -> str:
    """Round and points in a line: `Player 1: 20, 2: 10`, since a phone has no room for the word twice."""
    found: list[str] = []
    for score in bar.scores:
        last = score.label.rpartition(" ")[2]
        found.append(
            f"{last if found and last.isdecimal() else score.label}:\N{NO-BREAK SPACE}{score.sign or score.value}"
        )
    return " · ".join([*([f"{bar.round_word} {bar.round}"] if bar.round else []), *found])
