"""What somebody may note about the others where roles are hidden; the notes themselves stay in his browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kempelen.engine.search.seen import deeds_in
from kempelen.engine.table import Seat
from kempelen.parts.hunches import LEVELS, Hunches
from kempelen.scene.parts import sample
from kempelen.text.say import Say, Text
from kempelen.web.rooms.room import Room, seat_text

__all__ = ["Hunch", "Noted", "Revealed", "hunches_in"]


@dataclass(frozen=True, slots=True)
class Hunch:
    """How suspicious somebody has acted, as everybody saw it."""

    seat: Seat
    lamps: tuple[bool, ...]
    words: str
    because: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """Somebody's card is turned over."""

    seat: Seat
    name: str
    role: str
    """In a word."""
    card: Markup | None
    own: bool


@dataclass(frozen=True, slots=True)
class Noted:
    """What can be noted now, and what earlier notes are held against."""

    by_seat: Mapping[str, Hunch]
    """By the names of the seats; of those whose role is hidden."""
    plain: Mapping[str, Any]
    """For the page's script: what may be noted, and who was who each time that it came out."""
    revealed: tuple[Revealed, ...]
    """Who was who when it last came out; whom all others were looking for comes last."""


def hunches_in(room: Room, seat: Seat, say: Say) -> Noted | None:
    """For somebody who plays here, from what his seat may know; nothing beside a real table."""
    part, session = room.game.hunches, room.session
    if part is None or room.companion or seat not in session.humans or not session.started:
        return None
    view = session.view(seat)
    names = room.game.speech.seat_names(room.setup)
    found = {} if room.over else part.suspicion(view, deeds_in(room.game, session.past()))
    by_seat = {
        names[who]: Hunch(who, tuple(n < one.level for n in range(LEVELS)), say.of(one.words), say.of(one.because))
        for who, one in found.items()
        if who != seat
    }
    roles = part.roles(view)
    words = {name: word for name, word, _ in roles}
    turned = part.turned_up(session.events_for(seat))
    told = [_shown(room, one, seat, words, say) for one in turned]
    kinds = [[name, say.of(word, "Bare"), say.of(short)] for name, word, short in roles]
    last = _revealed(room, part, turned[-1], seat, words, say) if turned else ()
    return Noted(by_seat, {"roles": kinds, "told": told}, last)


def _revealed(
    room: Room, part: Hunches[Any], roles: Mapping[Seat, str], own: Seat, word: Mapping[str, Text], say: Say
) -> tuple[Revealed, ...]:
    late = {name: -n for n, name in enumerate(word)}
    found = sorted(((who, role) for who, role in roles.items() if role in word), key=lambda one: late[one[1]])
    return tuple(
        Revealed(
            who,
            say("web.end.you") if who == own else say.of(_name(room, who, say), "Nom"),
            say.of(word[role], "Bare"),
            _card(room, part.card(role), say),
            who == own,
        )
        for who, role in found
    )


def _shown(
    room: Room, roles: Mapping[Seat, str], own: Seat, word: Mapping[str, Text], say: Say
) -> Sequence[Mapping[str, Any]]:
    return [
        {"seat": who, "role": role, "text": say("web.hunch.was", who=_name(room, who, say), role=word[role])}
        for who, role in roles.items()
        if who != own and role in word
    ]


def _card(room: Room, card: str, say: Say) -> Markup | None:
    shape = room.game.things.picture(card, say)
    return None if shape is None else Markup(sample(shape))


def _name(room: Room, who: Seat, say: Say) -> Text:
    return seat_text(room.game, room.setup, who, say.has)
