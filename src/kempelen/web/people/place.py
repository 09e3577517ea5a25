"""Where a visitor sits at a table: found by his cookie, never by what he says alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from starlette.requests import Request

from kempelen.engine.table import SPECTATOR, Seat
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome, no_place
from kempelen.web.people.keys import is_maker
from kempelen.web.people.visitor import Visitor, visitor_of
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.rooms import Rooms
from kempelen.web.routes.pages import rooms_of
from kempelen.web.routing import Given

__all__ = ["Here", "Place", "place_of"]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table, or that of somebody who watches or works a companion."""

    rooms: Rooms
    id: str
    """The game's name in the store; nobody outside gets to see it."""
    address: str
    game: str
    seat: Seat
    seats: tuple[Seat, ...]
    """All his places at this table."""
    alone: bool
    """Only automas play here, and this is whoever has set them to it."""

    @property
    def acts(self) -> bool:
        """Whoever only watches changes nothing, not even the pace; his own automas he may drive."""
        return self.seat != SPECTATOR or self.alone

    def check_acts(self) -> None:
        if not self.acts:
            raise Unwelcome(Text("web.error.spectator"))

    def file(self, ending: str) -> str:
        """What a file of this game is called."""
        return f"{self.game}-{self.address}.{ending}"

    async def look(self, function: Callable[[Room], Any]) -> Any:
        """Read something off the game, in the thread that owns it."""
        return await self.rooms.run(lambda: function(self.rooms.room(self.id)))


async def place(request: Request, id: str, seat: int | None = None) -> Place:
    """The visitor's place at this table; raises Unwelcome if he has none."""
    visitor = visitor_of(request)
    return await place_of(rooms_of(request), visitor, id, seat)


async def place_of(rooms: Rooms, visitor: Visitor | None, address: str, seat: int | None) -> Place:
    """A visitor's place; whether there is a game that he has none at, nobody learns, and no game is loaded for it."""
    if visitor is None:
        raise Unwelcome(Text("web.error.no_seat"), 401)

    def find() -> Place:
        id = rooms.store.game_at(address)
        held = frozenset[Seat]() if id is None else rooms.store.seats_of(visitor.who, id)
        if id is None or not held:
            raise no_place()
        if seat is not None and seat not in held:
            raise Unwelcome(Text("web.error.no_seat"))
        room, found = rooms.room(id), seat
        if found is None:
            found = min(held, key=lambda place: (place == SPECTATOR, room.asked(place) is None, place))
        alone = not room.session.humans and not room.companion and is_maker(rooms.store, visitor.who, id)
        return Place(rooms, id, address, room.game.name, found, tuple(sorted(held)), alone)

    return await rooms.run(find)


Here = Annotated[Place, Given(place)]
