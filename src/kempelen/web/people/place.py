"""Where a visitor sits at a table: found by his cookie, never by what he says alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request

from kempelen.engine.table import SPECTATOR, Seat
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome
from kempelen.web.people.visitor import Visitor, visitor_of
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.rooms import Rooms
from kempelen.web.routes.pages import rooms_of

__all__ = ["Here", "Place", "place_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table, or that of somebody who watches or works a companion."""

    rooms: Rooms
    id: str
    seat: Seat
    seats: tuple[Seat, ...]
    """All his places at this table."""

    async def look(self, function: Callable[[Room], Any]) -> Any:
        """Read something off the game, in the thread that owns it."""
        return await self.rooms.run(lambda: function(self.rooms.room(self.id)))


async def place(request: Request, id: str, seat: int | None = None) -> Place:
    """The visitor's place at this table; raises Unwelcome if he has none."""
    visitor = visitor_of(request)
    return await place_of(rooms_of(request), visitor, id, seat)


async def place_of(rooms: Rooms, visitor: Visitor | None, id: str, seat: int | None) -> Place:
    if visitor is None:
        raise Unwelcome(Text("web.error.no_seat"), 401)

    def find() -> tuple[Seat, tuple[Seat, ...]]:
        room = rooms.room(id)
        held = rooms.keys.seats_of(visitor.who, id)
        if not held or (seat is not None and seat not in held):
            raise Unwelcome(Text("web.error.no_seat"))
        if seat is not None:
            return seat, tuple(sorted(held))
        order = sorted(held, key=lambda place: (place == SPECTATOR, room.asked(place) is None, place))
        return order[0], tuple(sorted(held))

    found, held = await rooms.run(find)
    return Place(rooms, id, found, held)


Here = Annotated[Place, Depends(place)]
