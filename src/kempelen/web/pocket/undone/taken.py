"""What is to be put back on a real table after somebody has taken an answer back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kempelen.companion import names_all_cards
from kempelen.engine.events import Touch, roll_of, touches_of, weight_of
from kempelen.engine.files.numbers import number_in
from kempelen.engine.inputs import Input
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, Event, Seat
from kempelen.scene.model import Scene
from kempelen.text.say import Say
from kempelen.web.pocket.apart import only_in_app, unseen
from kempelen.web.pocket.deeds import app_draws, counted, draws, points_told, seat_in
from kempelen.web.pocket.pictured import named_events, scene_of
from kempelen.web.pocket.set_up.building import half
from kempelen.web.pocket.undone.back import card_back, counts_back, hand_back, pieces_back, shows
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import one
from kempelen.web.shown.story import said_of
from kempelen.wording import seat_text

__all__ = ["Table", "clipped", "put_back", "table_now"]

MOST_PUT_BACK = 24


@dataclass(frozen=True, slots=True)
class Table:
    """What hands have done at a table so far."""

    told: Sequence[str]
    """Everything that it has been told, in words; empty where nobody had anything to do."""
    drawn: Counter[Seat]
    """So many cards people have drawn that nobody else knows."""
    marks: Mapping[str, str]
    """The markers that lie there, by names of their own."""
    events: Sequence[Event]
    """What everybody knows has happened."""
    rows: Sequence[Input]
    scene: Scene


def table_now(room: Room, say: Say) -> Table:
    lying = room.game.things.lying(room.view(SPECTATOR)) if room.session.started else {}
    marks = {name: say.of(text, "Bare") for name, text in lying.items()}
    scene = scene_of(room, room.view(SPECTATOR), say)
    events, rows = named_events(room.session), list(room.session.inputs)
    return Table(told_events(room, say), drawn_unseen(room.session), marks, events, rows, scene)


def drawn_unseen(session: Session) -> Counter[Seat]:
    if session.physical is None or not session.physical.things & session.game.things.physical:
        return Counter()
    secret = (event for event in session.events if draws(event) and event.seen_by(SPECTATOR) is None)
    return Counter(seat for event in secret if (seat := seat_in(event)) in session.humans and seat is not None)


def told_events(room: Room, say: Say) -> list[str]:
    """Everything that the table has been told, in words; empty where nobody had anything to do with his hands."""
    session = room.session
    return [
        points_told(said_of(session, event, say), say) + came_from(touches_of(event), say)
        if any(by_hand(touch, event) for touch in touches_of(event))
        and not (draws(event) and app_draws(session, event))
        and not only_in_app(session, event)
        and not unseen(session, event)
        else ""
        for event in named_events(session)
    ]


def came_from(touches: Sequence[Touch], say: Say) -> str:
    """Where a piece stood on a measured table before it went: there it goes back."""
    starts = (touch.path[0] for touch in touches if touch.effect == "moved" and touch.path)
    points = [start for start in starts if not isinstance(start, str)]
    return "".join(" " + say("web.beside.back_to", x=half(start[0]), y=half(start[1])) for start in points[:1])


def by_hand(touch: Touch, event: Event) -> bool:
    """Is something in another place after it? A shot and a roll leave nothing, and whose turn it is lies nowhere."""
    if touch.effect != "turned":
        return touch.effect != "fired"
    named = touch.handle.startswith(("card:", "model:")) and not weight_of(event)
    return not (touch.handle.startswith("seat:") or named or roll_of(event) is not None)


def put_back(room: Room, before: Table, say: Say) -> list[str]:
    """What lies otherwise than it did, each thing once. First the cards that somebody drew, then markers that had been
    taken away, then what the pictures of the table do not show, the newest first. On a measured table nothing but the
    way back leads a piece to where it stood: there everything that was told is told backwards."""
    now = table_now(room, say)
    drawn = [
        say("web.beside.put_drawn", who=seat_text(room.session, seat, say), n=n)
        for seat, n in sorted((before.drawn - now.drawn).items())
    ]
    gone = [label for name, label in now.marks.items() if name not in before.marks]
    marks = [say("web.beside.put_marks", marks=gone)] if gone else []
    if now.scene.unit == "cm":
        told = counted([line for line in reversed(before.told[len(now.told) :]) if line])
        return [*drawn, *marks, *told][:MOST_PUT_BACK]
    lines = counted([line for line in unseen_back(room.session, before, now, say) if line])
    hands = counted([*hand_back(room.session, before.rows[len(now.rows) :], say)])
    past = before.events[len(now.events) :]
    with_cards = (event for event in past if card_back(room.session, event, before.scene, say))
    cards = {touch.handle for event in with_cards for touch in touches_of(event)}
    lying = [*pieces_back(before.scene, now.scene, cards, say), *counts_back(before.scene, now.scene, say)]
    return [*drawn, *marks, *hands, *lines, *lying][:MOST_PUT_BACK]


def unseen_back(session: Session, before: Table, now: Table, say: Say) -> Iterator[str]:
    """Cards that go back, and whatever else the pictures before and after do not tell."""
    past = len(now.events)
    for event, line in reversed([*zip(before.events[past:], before.told[past:], strict=True)]):
        if card := card_back(session, event, before.scene, say):
            yield card
        elif line and not shows(event, before.scene, now.scene) and not of_app(session, event):
            yield say("web.beside.back_undo", what=line)


def of_app(session: Session, event: Event) -> bool:
    """Cards of whoever sits nowhere, which the app holds."""
    trays = all(touch.handle.startswith("tray:") for touch in touches_of(event))
    return trays and seat_in(event) is None and not names_all_cards(session)


def clipped(form: Mapping[str, list[str]], told: int) -> dict[str, list[str]]:
    """No more can have been done than has been told."""
    done = one(form, "done", "")
    return {**form, **({"done": [str(min(number_in(done) or 0, told))]} if done else {})}
