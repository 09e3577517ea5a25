"""What somebody may note about the others where roles are hidden; the notes themselves stay in his browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.search.seen import deeds_in
from kempelen.engine.table import Seat
from kempelen.parts.hunches import LEVELS
from kempelen.text.say import Say, Text
from kempelen.web.rooms.room import Room, seat_text

__all__ = ["Hunch", "Noted", "hunches_in"]


@dataclass(frozen=True, slots=True)
class Hunch:
    """How suspicious somebody has acted, as everybody saw it."""

    seat: Seat
    lamps: tuple[bool, ...]
    words: str
    because: str


@dataclass(frozen=True, slots=True)
class Noted:
    """What can be noted now, and what earlier notes are held against."""

    by_seat: Mapping[str, Hunch]
    """By the names of the seats; of those whose role is hidden."""
    plain: Mapping[str, Any]
    """For the page's script: what may be noted, and who was who each time that it came out."""


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
    told = [_shown(room, one, seat, words, say) for one in part.turned_up(session.events_for(seat))]
    kinds = [[name, say.of(word, "Bare"), say.of(short)] for name, word, short in roles]
    return Noted(by_seat, {"roles": kinds, "told": told})


def _shown(
    room: Room, roles: Mapping[Seat, str], own: Seat, word: Mapping[str, Text], say: Say
) -> Sequence[Mapping[str, Any]]:
    return [
        {"seat": who, "role": role, "text": say("web.hunch.was", who=_name(room, who, say), role=word[role])}
        for who, role in roles.items()
        if who != own and role in word
    ]


def _name(room: Room, who: Seat, say: Say) -> Text:
    return seat_text(room.game, room.setup, who, say.has)
