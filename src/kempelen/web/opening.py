"""A new table: counted, begun, kept. Files are read in a process of their own before they become one."""

from __future__ import annotations

from fastapi import Request

from kempelen.web.limits import Shares
from kempelen.web.people.keys import table_address
from kempelen.web.people.visitor import Visitor, address_of
from kempelen.web.reading import Reading, ReadsAtOnce
from kempelen.web.rooms import start
from kempelen.web.rooms.rooms import Rooms
from kempelen.web.rooms.start import Begun

__all__ = ["count_game", "import_table", "opened"]


def count_game(request: Request) -> None:
    """Raise TooMany if this visitor has begun enough games for now."""
    shares: Shares = request.app.state.shares
    shares.take("games", address_of(request))


async def opened(rooms: Rooms, visitor: Visitor, begun: Begun) -> str:
    """Keep a game that has been begun; its address."""
    id = await rooms.add(begun.session, visitor.who, begun.mine, pace=begun.pace, hints=begun.hints)
    return await rooms.run(table_address, rooms.store, id)


async def import_table(
    request: Request, visitor: Visitor, name: str, content: bytes, seat: int, *, real: bool = False
) -> str:
    """A table from an uploaded record or position; its address. Raises what is wrong with the file.

    It is read where it can do no harm first. Only what has passed is read again here, beside the games' own thread.
    """
    shares: Shares = request.app.state.shares
    reading: Reading | ReadsAtOnce = request.app.state.reading
    rooms: Rooms = request.app.state.rooms
    shares.take("uploads", address_of(request))
    count_game(request)
    name = name.replace("\\", "/").rpartition("/")[2][:80] or "game.jsonl"
    place = min(max(0, seat - 1), 99)
    await reading.check(name, content, place)
    return await opened(rooms, visitor, await reading.beside(start.from_file, name, content, place, real))
