"""What a reader has learned, event by event: who decided it, whose reasons stand behind it, the table at that moment.

Events are numbered as the reader knows them: what he has not seen has no number. It is asked for with every click, and
what is finished is kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from kempelen.engine.events import ends_with
from kempelen.engine.session import Moment, Session
from kempelen.engine.table import Event, Seat
from kempelen.web.shown.story import bot_seats, people_in, trace_of

__all__ = ["Known", "Look", "Told", "heard", "moment_of", "recent", "state_at", "state_when", "told_events"]
__all__ += ["why_of_event"]


@dataclass(frozen=True, slots=True)
class Told:
    """An event as a reader knows it, and the step it belongs to."""

    number: int
    event: Event
    step: int
    seats: tuple[Seat, ...]
    """Who decided in that step."""
    people: frozenset[Seat]
    by_automa: bool
    """An author's text has decided it, so that there are reasons for it."""


@dataclass(frozen=True, slots=True)
class Known:
    """Everything a reader has learned, in order, and of it what came since he last chose (that choice included)."""

    told: Sequence[Told]
    since: Sequence[Told]
    chosen: bool
    """He has chosen something: what came before that may be nothing at all."""

    @property
    def first(self) -> int | None:
        """The number of the first event since he last chose; None if he never has."""
        return self.since[0].number if self.since and self.chosen else None


@dataclass(slots=True)
class Kept:
    """What a reader has learned in steps that are finished; it is asked for with every click, and only grows."""

    steps: int
    after: Moment
    """Where the last of them ended: another one stands there if something was taken back."""
    told: list[Told]
    rest: list[Told]
    """In the step that was under way. It is played again from its beginning with every answer, see `as_before`."""


_KEPT: WeakKeyDictionary[Session, dict[Seat | None, Kept]] = WeakKeyDictionary()


def told_events(session: Session, reader: Seat | None) -> list[Told]:
    """Everything a reader has learned, in order."""
    moments, readers = session.moments, _KEPT.setdefault(session, {})
    kept = readers.get(reader)
    if kept is None or kept.steps >= len(moments) or moments[kept.steps] is not kept.after:
        kept = readers[reader] = Kept(0, moments[0], [], [] if kept is None else [*kept.told, *kept.rest])
    finished = len(moments) - 1
    new = as_before(kept.rest, told_in(session, reader, session.steps(kept.steps), kept.steps, len(kept.told)))
    kept.rest = [one for one in new if one.step >= finished]
    kept.told += new[: len(new) - len(kept.rest)]
    kept.steps, kept.after = finished, moments[finished]
    return [*kept.told, *kept.rest]


def as_before(before: Sequence[Told], now: Iterable[Told]) -> list[Told]:
    """What is told now; where it is what was told before, the very same, so that what was made of it is still found."""
    found = list(now)
    for n, one in enumerate(before[: len(found)]):
        if one == found[n]:
            found[n] = one
    return found


def told_in(
    session: Session, reader: Seat | None, steps: Iterable[tuple[range, list[Event]]], step: int, number: int
) -> Iterator[Told]:
    """What a reader has learned in these steps, counted on from so many steps and events."""
    for inputs, events in steps:
        bots = [seat for n in inputs for seat in bot_seats(session, n)]
        people = frozenset(people_in(session, inputs))
        reasoned = behind(session, events)
        for place, event in enumerate(events):
            seen = event if reader is None else event.seen_by(reader)
            if seen is not None:
                has_why = bool(bots) or reasoned[place] is not None
                yield Told(number, seen, step, (*bots, *sorted(people)), people, has_why)
                number += 1
        step += 1


def behind(session: Session, events: Sequence[Event]) -> list[int | None]:
    """For each event of a step the place of the one that carries its reasons.

    Where the rules follow an author's text, one event says why and those after it are what came of it, until the next
    one that says why, or until something is a person's.
    """
    found: list[int | None] = []
    latest: int | None = None
    for place, event in enumerate(events):
        if trace_of(event):
            latest = place
        elif getattr(event, "seat", None) in session.humans:
            latest = None
        found.append(latest)
    return found


def recent(session: Session, reader: Seat | None, me: frozenset[Seat]) -> Known:
    """Everything, and what came since one of these people last chose."""
    told = told_events(session, reader)
    last_own = next((one.step for one in reversed(told) if one.people & me), -1)
    return Known(told, told[bisect_left(told, last_own, key=lambda one: one.step) :], last_own >= 0)


def heard(told: Sequence[Told], seat: Seat) -> dict[int, int]:
    """When all is open at the end, events have other numbers than they had for a seat while it played: those others,
    for all where they differ. What it had never learned has the number of what it learned before, so that nobody takes
    it for news."""
    found: dict[int, int] = {}
    former = -1
    for one in told:
        former += one.event.seen_by(seat) is not None
        if former != one.number:
            found[one.number] = former
    return found


# -- the table at that moment


class Place(NamedTuple):
    """Where an event was told."""

    inputs: range
    """Of its step."""
    whole: int
    """Its number among all events."""
    first: int
    """That of the first event of its step."""
    events: Sequence[Event]
    """All of the step."""


def place_of(session: Session, reader: Seat | None, number: int) -> Place | None:
    known, first = 0, 0
    for inputs, events in session.steps():
        for place, event in enumerate(events):
            if (event if reader is None else event.seen_by(reader)) is not None:
                if known == number:
                    return Place(inputs, first + place, first, events)
                known += 1
        first += len(events)
    return None


Look: TypeAlias = Callable[[int], tuple[Any, int]]
"""`Session.look_back`, or what keeps what that has found, for whoever looks at many moments."""


def moment_of(session: Session, reader: Seat | None, number: int, look: Look | None = None) -> int | None:
    """After how many inputs an event had been told; None if there is no such event."""
    look = look or session.look_back
    found = place_of(session, reader, number)
    if found is None:
        return None
    inputs, whole = found.inputs, found.whole
    return next((n for n in range(inputs.start, inputs.stop + 1) if look(n)[1] > whole), inputs.stop)


def state_at(session: Session, reader: Seat | None, number: int) -> Any:
    """The table when an event had been told, as its reader may see it; None if there is no such event."""
    moment = moment_of(session, reader, number)
    if moment is None:
        return None
    if (end := end_after(session, reader, number)) is not None:
        state = session.look_at_event(end)
    else:
        state = session.state if moment == len(session.inputs) else session.look_back(moment)[0]
    return state if reader is None or state is None else session.game.view(state, reader)


def state_when(session: Session, reader: Seat | None, number: int, look: Look | None = None) -> Any:
    """The same before whatever the same input led to after it: the picture of this event and of nothing later."""
    look = look or session.look_back
    found, moment = place_of(session, reader, number), moment_of(session, reader, number, look)
    if found is None or moment is None or look(moment)[1] <= found.whole + 1:
        return state_at(session, reader, number)
    state = session.look_at_event(found.whole)
    return state if reader is None or state is None else session.game.view(state, reader)


def end_after(session: Session, reader: Seat | None, number: int) -> int | None:
    """The event in the same step with which a round was over, at or after this one, if the next one began there too:
    its table is another one."""
    found = place_of(session, reader, number)
    if found is None:
        return None
    ends = [number for number, event in enumerate(found.events, found.first) if ends_with(event)]
    after = [number for number in ends if found.whole <= number < found.first + len(found.events) - 1]
    return after[0] if after else None


def why_of_event(session: Session, reader: Seat | None, number: int) -> list[str]:
    """Where the reasons of an event are found: its own, those of the automa's choice that led to it, or those of an
    event before it that says why, see `behind`."""
    found = place_of(session, reader, number)
    if found is None:
        return []
    inputs, whole, first, _ = found
    if trace_of(session.events[whole]):
        return [f"e{whole}"]
    deciding = [n for n in inputs if bot_seats(session, n)]
    if deciding:
        before = [n for n in deciding if session.look_back(n)[1] <= whole] or deciding[:1]
        return [f"{n}-{seat}" for n in before[-1:] for seat in bot_seats(session, n)]
    place = behind(session, session.events[first : whole + 1])[-1]
    return [] if place is None else [f"e{first + place}"]
