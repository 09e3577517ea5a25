"""What can be reckoned from a seat's own view: it stands under chances at once, and nothing has to be asked for."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.engine.table import Seat
from kempelen.text.say import Say
from kempelen.web.rooms.room import Room

__all__ = ["Line", "Section", "reckoned_of"]


@dataclass(frozen=True, slots=True)
class Line:
    what: str
    percent: int | None
    told: str
    """In how many of how many cases; or what is known for sure."""


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    lines: tuple[Line, ...]


def reckoned_of(room: Room, seat: Seat, say: Say) -> tuple[Section, ...]:
    reader, view = room.reader(seat), room.view(seat)
    if reader is None or reader < 0 or view is None or room.over:
        return ()
    found = room.game.speech.reckoned(room.setup, view, reader)
    return tuple(
        Section(
            say.of(heading, "Nom"),
            tuple(
                Line(say.of(what, "Bare"), round(100 * known[0] / known[1]), say("web.bar.of", n=known[0], of=known[1]))
                if isinstance(known, tuple)
                else Line(say.of(what, "Bare"), None, say.of(known, "Nom"))
                for what, known in lines
            ),
        )
        for heading, lines in found
    )
