"""A choice that was made in a game, weighed afterwards: was there a better one, by what the seat knew then?

First all choices are tried, as a player that searches would. Then the chosen one, the automa's and the best of the
others are tried once more in worlds of their own: what looked best among many by luck alone does not do so again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from kempelen.engine.dice import TapeDice
from kempelen.engine.events import weight_of
from kempelen.engine.search.halving import Tried, halve, lead
from kempelen.engine.search.lines import Line, likely_line
from kempelen.engine.search.player import MOST_TRIED, SearchPlayer, chosen_by, to_try
from kempelen.engine.search.saying import said_at
from kempelen.engine.search.tips import going_on
from kempelen.engine.search.trial import AS_AUTOMA, worth
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, Seat, notation_of
from kempelen.engine.tables.odds import wilson
from kempelen.engine.trace import Cite, Step, Trace
from kempelen.text.say import Text

__all__ = [
    "LEAST_WORLDS",
    "Better",
    "Mark",
    "Punished",
    "Weighed",
    "asked_at",
    "choices_of",
    "standing",
    "weigh",
]

Mark: TypeAlias = Literal["good", "inaccurate", "mistake", "tip"]
"""`tip`: something else was better, but a tip said so, and nobody is blamed for following it."""
INACCURATE, MISTAKE = 0.05, 0.15
"""So much of a win chance is given away."""
CLEAR = 2.0
"""So many standard errors it must be: one in forty would be called worse by luck."""
MORE = 3
"""What looks like a mistake is tried in so many times as many worlds."""
LEAST_WORLDS = 24
FRESH = 1_000_000
"""Worlds of the second trial are numbered from here."""
SHOWN = 3
"""So many steps of a reason are shown."""
FALL = 0.05
"""So much an answer of somebody else must have cost."""


@dataclass(frozen=True, slots=True)
class Better:
    """What should have been chosen."""

    notation: str
    text: Text | str
    share: float
    line: Line


@dataclass(frozen=True, slots=True)
class Punished:
    """What somebody else made of it, by which line of his document."""

    index: int
    """Of the input, or of the event if the rules themselves decided."""
    text: Text | str
    steps: tuple[Step, ...]
    seat: Seat | None = None

    @property
    def lines(self) -> tuple[Step, ...]:
        """The last steps that name a line of the document; of readings alone if it names none."""
        cited = [step for step in self.steps if any(isinstance(source, Cite) for source in step.sources)]
        return tuple(cited or self.steps)[-SHOWN:]


@dataclass(frozen=True, slots=True)
class Weighed:
    """One choice and what it was worth, for who made it. Shares are of games won, from what he knew."""

    index: int
    """Of the input."""
    notation: str
    text: Text | str
    before: float
    """If the automa that plays on for this seat had chosen here; in some first games what the tip says."""
    low: float
    high: float
    after: float
    """With what was chosen."""
    mark: Mark
    worlds: int
    """So many worlds each of the last choices was tried in."""
    better: Better | None = None
    punished: Punished | None = None
    advised: bool = False
    """In a first game: the tip said so, too, whether it was read or not."""

    @property
    def word(self) -> str:
        """What it is called: where all is lost in every world, whatever is chosen, nothing was left to decide."""
        return "settled" if self.mark == "good" and not self.before and not self.after else self.mark


def choices_of(session: Session, seat: Seat) -> list[int]:
    """The inputs at which this seat had a choice between several things."""
    found = []
    for index, row in enumerate(session.inputs):
        mine = row.kind == "do" and row.seat == seat
        sealed = row.kind == "together" and any(answer[0] == seat for answer in row.value)
        if (mine or sealed) and session.moment_before(index).state is not None:
            decision = asked_at(session, index, seat)
            if decision is not None and len(decision.options) > 1:
                found.append(index)
    return found


def asked_at(session: Session, index: int, seat: Seat) -> Decision[Any] | None:
    """What this seat was asked at an input, with the table as it was then."""
    _, asked = session.table_at(index)
    return next((decision for decision in asked if decision.seat == seat and decision.kind == "do"), None)


def weigh(session: Session, seat: Seat, index: int, worlds: int) -> Weighed:
    """Weigh the choice of a seat at an input, with about so many worlds."""
    decision = asked_at(session, index, seat)
    assert decision is not None
    assert decision.table is not None
    player = SearchPlayer(session.game, session.setup, iterations=worlds)
    chosen = _chosen(session, index, decision)
    # Who plays on in the head is also who is compared with: else the chance would jump between two choices that nothing
    # lies between, and the jump would be called luck.
    player.usual = going_on(session.game, session.setup, player.usual)
    automa = chosen_by(player.usual, player, decision)
    trial = player.trial(decision.table, seat)
    first = [chosen] if chosen == automa else [chosen, automa]
    most = min(MOST_TRIED, max(len(first) + 1, worlds // 8))
    tried, _ = to_try(decision.options, first, TapeDice(f"{trial.seed}|options"), most)
    order = halve(len(tried), worlds // 2, lambda number, world: trial.value(tried[number], world))
    each = max(LEAST_WORLDS // 3, worlds // 2 // len(first))
    last = list(first)
    rival = next((tried[one.index] for one in order if tried[one.index] not in first), None)
    if rival is not None and _promising(order, tried.index(rival)):
        last.append(rival)
    shares = [[trial.value(action, FRESH + world) for world in range(each)] for action in last]
    best = max(range(len(last)), key=lambda number: (sum(shares[number]), -number))
    advised = _tip(session, decision)
    if best and _clear(shares[best], shares[0], 1.0):
        # Only what looks like a mistake is worth more time.
        done = each
        if advised and trial.ahead:
            # A game with tips is short enough to be played to its end: nobody is told off by a mere estimate there.
            trial, done, shares = replace(trial, ahead=0), 0, [[] for _ in last]
        for number in range(len(last)) if not done else (0, best):
            shares[number] += [trial.value(last[number], FRESH + world) for world in range(done, MORE * each)]
    means = [sum(values) / len(values) for values in shares]
    loss = means[best] - means[0] if _clear(shares[best], shares[0], CLEAR) else 0.0
    followed = advised == notation_of(chosen)
    mark = _mark(loss, advised=followed)
    before = shares[last.index(automa)]
    interval = wilson(round(sum(before)), len(before))
    better = punished = None
    if mark != "good":
        said = said_at(session.game, decision.table.state, last[best])
        better = Better(notation_of(last[best]), said, means[best], likely_line(trial, last[best], FRESH, each))
        punished = _punished(session, player, seat, index, each)
    return Weighed(
        index,
        notation_of(chosen),
        said_at(session.game, decision.table.state, chosen),
        means[last.index(automa)],
        interval.low,
        interval.high,
        means[0],
        mark,
        each,
        better,
        punished,
        followed,
    )


def _tip(session: Session, decision: Decision[Any]) -> str:
    """What a tip advised there; nothing where none is given."""
    advised = session.game.speech.advised(session.setup, decision)
    return "" if advised is None else notation_of(advised)


def _mark(loss: float, *, advised: bool) -> Mark:
    if loss < INACCURATE:
        return "good"
    if advised:
        return "tip"
    return "mistake" if loss >= MISTAKE else "inaccurate"


def _clear(one: Sequence[float], other: Sequence[float], errors: float) -> bool:
    """One is better by so many standard errors; two imagined worlds, one for each, keep a few from passing for many."""
    mean, error = lead([*one, 1.0, 0.0], [*other, 0.0, 1.0])
    return mean > errors * error


def _promising(order: Sequence[Tried], rival: int) -> bool:
    """In the first trial it was ahead of what was chosen."""
    by_index = {tried.index: tried.values for tried in order}
    return lead(by_index[rival], by_index[0])[0] > 0


def _chosen(session: Session, index: int, decision: Decision[Any]) -> Any:
    row = session.inputs[index]
    given = row.value
    if row.kind == "together":
        given = next(text for other, text, _ in row.value if other == decision.seat)
    return next((option for option in decision.options if notation_of(option) == given), None) or session.game.parse(
        given
    )


# -- how it went on


def _punished(session: Session, player: SearchPlayer, seat: Seat, index: int, worlds: int) -> Punished | None:
    """What cost most of all that others did before this seat's next choice."""
    following = [
        number for number, row in enumerate(session.inputs) if number > index and row.kind in ("do", "together")
    ]
    until = next((number for number in following if _has_part(session, number, seat)), len(session.inputs))
    answers = [number for number in following if number < until and session.inputs[number].seat in session.players]
    if not answers:
        return _by_rules(session, index, until)
    values = {number: standing(session, player, seat, number, worlds) for number in answers}
    places = [*answers, until]
    values[until] = standing(session, player, seat, until, worlds)
    falls = [(values[here] - values[there], here) for here, there in zip(answers, places[1:], strict=True)]
    fall, worst = max(falls, key=lambda one: (one[0], -one[1]))
    if fall < FALL:
        return None
    who = session.inputs[worst].seat
    trace = session.why(worst, seat=who)
    action = session.game.parse(session.inputs[worst].value)
    text = said_at(session.game, session.table_at(worst)[0].state, action)
    return Punished(worst, text, tuple(trace.steps) if trace is not None else (), who)


def _has_part(session: Session, index: int, seat: Seat) -> bool:
    row = session.inputs[index]
    return row.seat == seat if row.kind == "do" else any(answer[0] == seat for answer in row.value)


def _by_rules(session: Session, index: int, until: int) -> Punished | None:
    """Where no seat plays the other side: what the rules decided by an author's text, and weighed most."""
    start, end = session.look_back(index)[1], session.look_back(until)[1]
    told = [(number, event) for number, event in enumerate(session.events[start:end], start)]
    reasoned = [(number, event) for number, event in told if isinstance(getattr(event, "trace", None), Trace)]
    if not reasoned:
        return None
    number, event = max(reasoned, key=lambda one: (weight_of(one[1]), one[0]))
    trace: Trace = event.trace  # type: ignore[attr-defined]
    return Punished(number, event.text, tuple(trace.steps))


def standing(session: Session, player: SearchPlayer, seat: Seat, index: int, worlds: int) -> float:
    """The share of games won from here, if automas play on for everybody."""
    if index >= len(session.inputs) and session.outcome is not None:
        return worth(session.outcome, seat)
    table, _ = session.table_at(index)
    trial = player.trial(table, seat)
    return sum(trial.value(AS_AUTOMA, FRESH + world) for world in range(worlds)) / worlds
