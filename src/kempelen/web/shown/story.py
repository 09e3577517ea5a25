"""What has happened at a table, step by step, as a reader may know it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from kempelen.engine.errors import PlayerError
from kempelen.engine.events import brief_of, short_of, touches_of, weight_of
from kempelen.engine.files.takebacks import taken_back_for
from kempelen.engine.session import Moment, Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.engine.trace import Trace
from kempelen.text.say import Say, Text

__all__ = [
    "Entry",
    "announcements",
    "bot_seats",
    "log_of",
    "moments",
    "people_in",
    "place_words",
    "said_of",
    "since",
    "told",
    "touched_in",
    "trace_of",
]
__all__ += ["turns", "why_keys", "worded", "worded_then"]

Said: TypeAlias = tuple[int, str, type[Say], bool, frozenset[Text], bool]
_SAID: WeakKeyDictionary[Session, dict[Said, tuple[Event, str]]] = WeakKeyDictionary()
"""What events are in words, by event, language, reader and length. They are told with every click, and never change."""
_PLACES: WeakKeyDictionary[Session, dict[int, tuple[Event, Text | None]]] = WeakKeyDictionary()
"""What is said of events that name points, by event."""
MOST_SAID = 4_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One step of the log."""

    number: int
    first: int
    """The number of its first event: no other entry has it."""
    lines: tuple[str, ...]
    weights: tuple[int, ...]
    """How much each line matters, see `weight_of`."""
    whys: tuple[str, ...]
    """What was decided by an author's text, as keys: see `why_keys`."""
    people: frozenset[Seat]
    """Who had a part in it besides automas."""


def turns(session: Session) -> list[int]:
    """The inputs that are somebody's choice."""
    return [index for index, row in enumerate(session.inputs) if row.kind in ("do", "together")]


def moments(session: Session) -> list[int]:
    """How many inputs each frame of a replay has seen: the table before the first choice, then after each one."""
    return [*turns(session), len(session.inputs)]


def bot_seats(session: Session, index: int) -> list[Seat]:
    """The bots who decided at this input."""
    row = session.inputs[index]
    seats: Sequence[Seat | None] = [answer[0] for answer in row.value] if row.kind == "together" else [row.seat]
    return [seat for seat in seats if row.kind in ("do", "together") and seat is not None and seat in session.players]


def touched_in(session: Session, frame: int) -> frozenset[str]:
    """What everybody saw touched between this frame of a replay and the one before: who did it, and whom it befell."""
    numbers = moments(session)
    began, ended = (session.look_back(numbers[max(0, one)])[1] for one in (frame - 1, frame))
    touches = (touch for event in told(session.events[began:ended], SPECTATOR) for touch in touches_of(event))
    return frozenset(name for touch in touches for name in (touch.handle, touch.by) if name)


def people_in(session: Session, inputs: Iterable[int]) -> Iterator[Seat]:
    """The people who chose at these inputs."""
    for row in (session.inputs[n] for n in inputs):
        seats: Sequence[Seat | None] = [answer[0] for answer in row.value] if row.kind == "together" else [row.seat]
        yield from (seat for seat in seats if seat in session.humans and row.kind in ("do", "together"))


def since(entries: Sequence[Entry], seats: frozenset[Seat], most: int) -> tuple[Entry, ...]:
    """The last steps, the latest at the end, after one of these people has last chosen something."""
    found: list[Entry] = []
    for entry in reversed(entries):
        if entry.people & seats or len(found) == most:
            break
        found.append(entry)
    return tuple(found[::-1])


def log_of(session: Session, reader: Seat | None, say: Say, most: int | None = None) -> list[Entry]:
    """The story so far as a reader may know it, step by step; if wanted, only the last steps."""
    steps = session.steps()
    places, number, before = [], 0, 0
    for inputs, events in steps:
        number += sum(session.inputs[n].kind in ("do", "together") for n in inputs)
        places.append((number, before))
        before += len(events)
    taken = frozenset() if session.physical is not None else frozenset(taken_back_for(session, reader).places)
    found: list[Entry] = []
    for step in reversed(range(len(steps))):
        if most is not None and len(found) >= most:
            break
        entry = _entry(session, reader, say, step, steps[step], places[step])
        if not taken.isdisjoint(steps[step][0]):  # who does otherwise after dice may, and it is told
            entry = replace(entry, lines=(say("web.taken.here"), *entry.lines), weights=(1, *entry.weights))
        if entry.lines:
            found.append(entry)
        elif entry.whys and found:  # a choice on the way to something: its reasons stand with what came of it
            found[-1] = replace(found[-1], whys=entry.whys + found[-1].whys)
    return found[::-1]


_ENTRIES: WeakKeyDictionary[Session, dict[tuple[Seat | None, Say, int], tuple[Moment, Entry]]] = WeakKeyDictionary()
MOST_ENTRIES = 200


def _entry(
    session: Session,
    reader: Seat | None,
    say: Say,
    step: int,
    played: tuple[range, list[Event]],
    place: tuple[int, int],
) -> Entry:
    """A step in words, without lines if nobody heard of it. What is finished stays as it is, unless it is taken back:
    then another moment follows it."""
    after = session.moments[step + 1] if step + 1 < len(session.moments) else None
    if after is None or session.game.places is not None or session.physical is not None or say.renames:
        return _told_step(session, reader, say, played, place)
    entries = _ENTRIES.setdefault(session, {})
    known = entries.get((reader, say, step))
    if known is None or known[0] is not after:
        if len(entries) >= MOST_ENTRIES:
            entries.clear()
        known = entries[reader, say, step] = after, _told_step(session, reader, say, played, place)
    return known[1]


def _told_step(
    session: Session, reader: Seat | None, say: Say, played: tuple[range, list[Event]], place: tuple[int, int]
) -> Entry:
    (inputs, events), (number, before) = played, place
    seen = tuple(told(events, reader))
    lines = tuple(worded(session, event, say) for event in seen)
    weights = tuple(map(weight_of, seen))
    if not lines:
        lines = tuple(announcements(session, inputs, say))
        weights = (1,) * len(lines)
    whys = tuple(why_keys(session, inputs, range(before, before + len(events)), events, reader))
    return Entry(number, before, lines, weights, whys, frozenset(people_in(session, inputs)))


def worded(session: Session, event: Event, say: Say, *, short: bool = False) -> str:
    """An event in words, by places where it names a point; those are called as they were then."""
    if (place := place_words(session, event)) is not None:
        return say.of(place)
    return said_of(session, event, say, short=short)


def worded_then(session: Session, state: Any, event: Event, say: Say) -> str:
    """An event in words, by the places of an earlier table."""
    places = session.game.places
    if places is None or session.physical is not None or state is None:
        return said_of(session, event, say)
    place = places.words(session.game.view(state, SPECTATOR), event)
    return said_of(session, event, say) if place is None else say.of(place)


def said_of(session: Session, event: Event, say: Say, *, short: bool = False) -> str:
    """An event in its own words, the whole sentence or the short one. A version without a secret is made anew each
    time it is asked for, so what is kept is limited."""
    said = _SAID.setdefault(session, {})
    key = (id(event), say.lang, type(say), say.renames, say.reader, short)  # names at a real table are others
    known = said.get(key)
    if known is None or known[0] is not event:
        if len(said) >= MOST_SAID:
            said.clear()
        known = said[key] = (event, say.of(short_of(event) if short else event.text))
    return known[1]


def brief_said(session: Session, event: Event, say: Say) -> str:
    """The same without the place, if it has such words."""
    brief = brief_of(event)
    return said_of(session, event, say, short=True) if brief == short_of(event) else say.of(brief)


def place_words(session: Session, event: Event) -> Text | None:
    """What the game says of an event that names a point, by what everybody saw there when it was told: it keeps its
    words. At a real table numbers are needed to lay it."""
    places = session.game.places
    if places is None or session.physical is not None or session.state is None:
        return None
    known = _PLACES.setdefault(session, {})
    kept = known.get(id(event))
    if kept is None or kept[0] is not event:
        if len(known) >= MOST_SAID:
            known.clear()
        view = session.game.view(_state_then(session, event), SPECTATOR)
        kept = known[id(event)] = event, places.words(view, event)
    return kept[1]


def _state_then(session: Session, event: Event) -> Any:
    """The table when the step began in which it was told; as it is now if there is none such."""
    events = session.events
    number = next((n for n in range(len(events) - 1, -1, -1) if events[n] is event), None)
    if number is None:
        return session.state
    moment = next(one for one in reversed(session.moments) if one.events <= number)
    return session.state if moment.state is None else moment.state


def announcements(session: Session, inputs: Iterable[int], say: Say) -> Iterator[str]:
    """At a real table: what automas have chosen while nothing has come of it yet, because somebody must answer."""
    if session.physical is None or not session.started:
        return
    for n in inputs:
        row = session.inputs[n]
        if row.kind == "do" and bot_seats(session, n):
            notation = session.game.speech.public_notation(session.checkpoint, str(row.value))
            try:
                text = getattr(session.game.parse(notation), "text", None)
            except PlayerError:
                continue  # what everybody saw of it is no whole action
            if isinstance(text, Text):
                yield say.of(text, "Nom")


def why_keys(
    session: Session, inputs: Iterable[int], numbers: Iterable[int], events: Iterable[Event], reader: Seat | None
) -> Iterator[str]:
    """Where reasons can be had: `12-3` for seat 3's decision at input 12, `e45` for event 45 that carries its own."""
    for n in inputs:
        for seat in bot_seats(session, n):
            yield f"{n}-{seat}"
    for number, event in zip(numbers, events, strict=True):
        seen = event if reader is None else event.seen_by(reader)
        if seen is not None and trace_of(seen):
            yield f"e{number}"


def trace_of(event: Event) -> Trace | None:
    """The why of an event that the rules themselves have decided by an author's text."""
    trace = getattr(event, "trace", None)
    return trace if isinstance(trace, Trace) else None


def told(events: Iterable[Event], reader: Seat | None) -> Iterator[Event]:
    for event in events:
        seen = event if reader is None else event.seen_by(reader)
        if seen is not None:
            yield seen
