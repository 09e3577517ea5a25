"""What automas have thought, and what one would think in somebody's place: asked for on demand, in a worker."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from kempelen.engine.errors import IllegalAction, PlayerError
from kempelen.engine.events import weight_of
from kempelen.engine.game import Game
from kempelen.engine.search.coach import Advice
from kempelen.engine.search.saying import said_at
from kempelen.engine.search.seen import deeds_in
from kempelen.engine.session import Session
from kempelen.engine.table import Event, Seat, notation_of
from kempelen.engine.trace import Step
from kempelen.text.say import Say, Text
from kempelen.web.guard import int_or
from kempelen.web.people.place import Place
from kempelen.web.rooms.room import Room, seat_text
from kempelen.web.shown.known import place_of, why_of_event
from kempelen.web.shown.seen import can_ask_odds
from kempelen.web.shown.story import bot_seats, place_words, told, trace_of
from kempelen.wording import chosen_instead

__all__ = ["Why", "coach_of", "decided_by", "odds_of", "tells_of", "why_of"]

A_NEW_ROUND = 3
"""Events of this weight stop the game for a moment."""


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons behind one decision."""

    game: str
    title: tuple[Text, ...]
    steps: Sequence[Step] | None
    """None: the player gives no reasons."""
    secret: bool
    """There may be more that this place may not know yet."""
    instead: Text | None = None
    """The rules have refused what it chose, and a person has chosen for it."""
    seat: Seat | None = None
    """Who decided; None where the rules themselves follow an author's text."""


async def why_of(here: Place, key: str) -> Why:
    """Reasons by their key, see `why_keys`; raises IllegalAction if there are none."""
    if key.startswith("e"):
        found: Why = await here.look(lambda room: event_why(room, here.seat, int_or(key[1:], -1)))
        return found
    if key.startswith("m"):
        keys: list[str] = await here.look(
            lambda room: why_of_event(room.session, room.reader(here.seat), int_or(key[1:], -1))
        )
        if not keys:
            raise IllegalAction(Text("session.no_bot"))
        why = await why_of(here, keys[0])
        if why.title:
            return why
        # Nothing came of the choice at once: what somebody asks about came of it later.
        title: tuple[Text, ...] = await here.look(lambda room: event_words(room, here.seat, int_or(key[1:], -1)))
        return replace(why, title=title)
    index, _, decider = key.partition("-")
    return await decision_why(here, int_or(index, -1), int_or(decider, -1))


def event_words(room: Room, seat: Seat, number: int) -> tuple[Text, ...]:
    """What weighed most of what came of a step, up to an event by its number as the reader knows it."""
    session, reader = room.session, room.reader(seat)
    place = place_of(session, reader, number)
    if place is None:
        return ()
    seen = list(told(place.events[: place.whole - place.first + 1], reader))
    event = max(seen, key=weight_of)  # of equal ones the first: the deed before what it did
    return (place_words(session, event) or event.text,)


def event_why(room: Room, seat: Seat, number: int) -> Why:
    events, reader = room.session.events, room.reader(seat)
    event = events[number] if 0 <= number < len(events) else None
    if event is not None and reader is not None:
        event = event.seen_by(reader)
    trace = trace_of(event) if event is not None else None
    if event is None or trace is None:
        raise IllegalAction(Text("session.no_bot"))
    if reader is None or room.session.open_why:
        return Why(room.game.name, (event.text,), trace.steps, False)
    steps = trace.for_seat(reader).steps
    return Why(room.game.name, (event.text,), steps, len(steps) < len(trace))


async def decision_why(here: Place, index: int, seat: Seat) -> Why:
    def look(room: Room) -> tuple[Any, ...]:
        session = room.session
        if not 0 <= index < len(session.inputs) or seat not in bot_seats(session, index):
            raise IllegalAction(Text("session.no_bot"))
        reader = room.reader(here.seat)
        before, after = session.look_back(index)[1], session.look_back(index + 1)[1]
        acts = own_acts(told(session.events[before:after], reader))
        title = tuple(place_words(session, event) or event.text for event in acts)
        secret = reader is not None and reader != seat and not session.open_why and not room.game.open
        if not title and not secret:
            title = chosen_words(session, index, seat)
        instead = chosen_instead(session, index, seat, None if session.open_why else reader)
        return room.header, room.rows(), reader, room.game.name, title, secret, instead

    header, rows, reader, game, title, secret, instead = await here.look(look)
    steps = await here.rooms.thinking.do("why", here.id, header, rows, index, reader, seat)
    return Why(game, title, steps, secret, instead, seat)


def own_acts(seen: Iterable[Event]) -> list[Event]:
    """What was done itself: not the round that ended with it, what everybody got for that, and the next one."""
    found = list(seen)
    return list(takewhile(lambda event: weight_of(event) < A_NEW_ROUND, found)) or found[:1]


def chosen_words(session: Session, index: int, seat: Seat) -> tuple[Text, ...]:
    """What was chosen, as everybody saw it, where nothing has come of it yet that would say so."""
    row, game = session.inputs[index], session.game
    given = row.value if row.kind == "do" else next(text for other, text, _ in row.value if other == seat)
    state = session.look_back(index)[0]
    try:
        action = game.parse(game.speech.public_notation(state, str(given)))
    except PlayerError:
        return ()  # what everybody saw of it is no whole action
    said = said_at(game, state, action)
    return (said,) if isinstance(said, Text) else ()


def decided_by(room: Room, seat: Seat | None, say: Say, title: str = "") -> str:
    """Whose decision it was; nothing where the rules themselves follow an author's text, or where what was done begins
    with his name."""
    if seat is None:
        return ""
    who = seat_text(room.game, room.setup, seat, say.has)
    return "" if title.startswith(say.of(who, "Nom")) else say("web.why.decided", who=who)


async def tells_of(here: Place, key: str) -> tuple[Sequence[Step], Game[Any]]:
    """What a decision with secret reasons tells this place all the same; raises IllegalAction if nothing does."""

    def look(room: Room) -> tuple[Sequence[Step], Game[Any]]:
        session, reader = room.session, room.reader(here.seat)
        found = why_of_event(session, reader, int_or(key[1:], -1)) if key.startswith("m") else [key]
        index, _, decider = (found or [""])[0].partition("-")
        number, seat = int_or(index, -1), int_or(decider, -1)
        document = room.game.document
        if not 0 <= number < len(session.inputs) or seat not in bot_seats(session, number):
            raise IllegalAction(Text("session.no_bot"))
        if document is None or document.tells is None:
            raise IllegalAction(Text("session.no_bot"))
        before = session.look_back(number)[0]
        view = before if reader is None else room.game.view(before, reader)
        seen = room.game.speech.public_notation(before, notation_of(session.inputs[number].value))
        earlier = sum(row.kind == "do" and row.seat is not None for row in session.inputs[:number])
        deeds = deeds_in(room.game, session.past())[:earlier]
        return document.tells(view, seat, room.game.parse(seen), deeds), room.game

    told: tuple[Sequence[Step], Game[Any]] = await here.look(look)
    return told


async def coach_of(here: Place, iterations: int) -> Advice:
    """What a strong player would do in one's place; raises IllegalAction if nobody can say."""
    if not here.rooms.thinking.long:
        raise IllegalAction(Text("web.coach.not_here"))

    def look(room: Room) -> tuple[Any, ...]:
        asked = room.asked(here.seat)
        if asked is None or asked.kind != "do" or room.reader(here.seat) != asked.seat:
            raise IllegalAction(Text("web.error.no_odds", automa=room.game.speech.automa))
        return room.header, room.rows(), asked.seat, room.advice_agreed

    header, rows, seat, agreed = await here.look(look)
    found: Advice = await here.rooms.thinking.do("coach", here.id, header, rows, seat, iterations, agreed)

    def noted(room: Room) -> None:
        """He has seen it: the record says so with his choice, unless he has made it meanwhile."""
        if len(room.session.rows) == len(rows):
            room.session.coached.add(seat)

    await here.rooms.note(here.id, noted)
    return found


async def odds_of(here: Place) -> tuple[Any, Any, str]:
    def look(room: Room) -> tuple[Any, ...]:
        if not can_ask_odds(room, here.seat):
            raise IllegalAction(Text("web.error.no_odds", automa=room.game.speech.automa))
        asked = room.asked(here.seat)
        assert asked is not None
        return room.header, room.rows(), asked.seat, room.game.name

    header, rows, seat, game = await here.look(look)
    chances, steps = await here.rooms.thinking.do("odds", here.id, header, rows, seat)
    return chances, steps, game
