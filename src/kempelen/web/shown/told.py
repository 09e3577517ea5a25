"""What a reader has learned so far, event by event. It is asked for with every click, and what is finished is kept."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from kempelen.engine.session import Moment, Session
from kempelen.engine.table import Event, Seat
from kempelen.web.shown.story import bot_seats, people_in, trace_of

__all__ = ["Told", "first_since", "recent", "told_events"]


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


@dataclass(slots=True)
class Kept:
    """What a reader has learned in steps that are finished; it is asked for with every click, and only grows."""

    steps: int
    after: Moment
    """Where the last of them ended: another one stands there if something was taken back."""
    told: list[Told]


_KEPT: WeakKeyDictionary[Session, dict[Seat | None, Kept]] = WeakKeyDictionary()


def told_events(session: Session, reader: Seat | None) -> list[Told]:
    """Everything a reader has learned, in order."""
    moments, readers = session.moments, _KEPT.setdefault(session, {})
    kept = readers.get(reader)
    if kept is None or kept.steps >= len(moments) or moments[kept.steps] is not kept.after:
        kept = readers[reader] = Kept(0, moments[0], [])
    finished = len(moments) - 1
    new = session.steps(kept.steps)
    kept.told += told_in(session, reader, new[: finished - kept.steps], kept.steps, len(kept.told))
    rest = new[finished - kept.steps :]
    kept.steps, kept.after = finished, moments[finished]
    return [*kept.told, *told_in(session, reader, rest, finished, len(kept.told))]


def told_in(
    session: Session, reader: Seat | None, steps: Iterable[tuple[range, list[Event]]], step: int, number: int
) -> Iterator[Told]:
    """What a reader has learned in these steps, counted on from so many steps and events."""
    for inputs, events in steps:
        bots = [seat for n in inputs for seat in bot_seats(session, n)]
        people = frozenset(people_in(session, inputs))
        for event in events:
            seen = event if reader is None else event.seen_by(reader)
            if seen is not None:
                yield Told(
                    number,
                    seen,
                    step,
                    (*bots, *sorted(people)),
                    people,
                    bool(bots) or trace_of(seen) is not None,
                )
                number += 1
        step += 1


def recent(session: Session, reader: Seat | None, me: frozenset[Seat]) -> tuple[list[Told], list[Told]]:
    """The latest events worth a line, and of them those since one of these people last chose (that choice included)."""
    told = told_events(session, reader)
    last_own = next((one.step for one in reversed(told) if one.people & me), -1)
    return told, told[bisect_left(told, last_own, key=lambda one: one.step) :]


def first_since(session: Session, reader: Seat | None, me: frozenset[Seat]) -> int | None:
    """The number of the first event since one of these people last chose; None if none of them ever has."""
    told, since = recent(session, reader, me)
    return since[0].number if since and len(since) < len(told) else None
