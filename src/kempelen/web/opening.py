"""A new table: counted, begun, kept. Files are read in a process of their own before they become one."""

from __future__ import annotations

import io
import zipfile
import zlib

from starlette.requests import Request

from kempelen.engine.errors import BadSetup, PlayerError
from kempelen.engine.seats import read_spec
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome
from kempelen.web.guard import MOST_BYTES
from kempelen.web.limits import Shares
from kempelen.web.people.keys import table_address
from kempelen.web.people.visitor import Visitor, address_of
from kempelen.web.reading import Reading, ReadsAtOnce
from kempelen.web.rooms import own, start
from kempelen.web.rooms.rooms import Rooms
from kempelen.web.rooms.start import Begun

__all__ = ["count_game", "form_for", "import_all", "import_table", "is_archive", "look_over", "opened"]

MOST_GAMES = 1000
"""In one file."""
MOST_WORLDS, MOST_SECONDS = 2_000, 10
"""Others wait while a player thinks."""


def count_game(request: Request) -> None:
    """Raise TooMany if this visitor has begun enough games for now."""
    shares: Shares = request.app.state.shares
    shares.take("games", address_of(request))


def count_upload(request: Request) -> None:
    """Raise TooMany if this visitor has sent enough files for now."""
    shares: Shares = request.app.state.shares
    shares.take("uploads", address_of(request))


async def opened(rooms: Rooms, visitor: Visitor, begun: Begun) -> str:
    """Keep a game that has been begun; its address. Raises BadSetup if somebody at it would think for too long."""
    for seat in begun.session.setup.seats:
        given = read_spec(seat).parameters
        if float(given.get("iterations", 0)) > MOST_WORLDS or float(given.get("seconds", 0)) > MOST_SECONDS:
            raise BadSetup(Text("search.too_deep", iterations=MOST_WORLDS, seconds=MOST_SECONDS))
    id = await rooms.add(begun.session, visitor.who, begun.mine, pace=begun.pace, hints=begun.hints)
    return await rooms.run(table_address, rooms.store, id)


async def import_table(
    request: Request, visitor: Visitor, name: str, content: bytes, seat: int, *, real: bool = False, lang: str = ""
) -> str:
    """A table from an uploaded record or position; its address. Raises what is wrong with the file.

    It is read where it can do no harm first. Only what has passed is read again here, beside the games' own thread.
    """
    reading: Reading | ReadsAtOnce = request.app.state.reading
    rooms: Rooms = request.app.state.rooms
    count_upload(request)
    count_game(request)
    name, place = file_name(name), min(max(0, seat - 1), 99)
    await reading.check(name, content, place)
    return await opened(rooms, visitor, await reading.beside(start.from_file, name, content, place, real, lang))


def file_name(name: str) -> str:
    """Without its folder, and no longer than anybody would read."""
    return name.replace("\\", "/").rpartition("/")[2][:80] or "game.jsonl"


async def look_over(request: Request, name: str, content: bytes) -> None:
    """A file is read where it can do no harm; raises what is wrong with it."""
    reading: Reading | ReadsAtOnce = request.app.state.reading
    count_upload(request)
    await reading.check(name, content, 0)


async def form_for(request: Request, name: str, content: bytes) -> str:
    """The game whose form a position is to be shown in; raises what is wrong with the file."""
    reading: Reading | ReadsAtOnce = request.app.state.reading
    name = file_name(name)
    await look_over(request, name, content)
    return await reading.beside(own.game_of, name, content)


# -- all games of one file


def is_archive(name: str, content: bytes) -> bool:
    return name.lower().endswith(".zip") or content.startswith(b"PK\x03\x04")


def no_games(name: str) -> Unwelcome:
    return Unwelcome(Text("web.keep.no_games", file=name[:80]), 409)


def archive_in(name: str, content: bytes) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise no_games(name) from error


def unpacked(files: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """One game; raises Unwelcome if it is damaged, locked by a password or packed in a strange way.

    Only what is packed as we pack it is unpacked: other ways may ask for gigabytes before the first byte.
    """
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise no_games(info.filename)
    try:
        return files.read(info)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, zlib.error) as error:
        raise no_games(info.filename) from error


async def import_all(request: Request, visitor: Visitor, name: str, content: bytes) -> None:
    """Every game of such a file; raises Unwelcome with the first that cannot be read, and the others are there."""
    refused: list[Text] = []
    with archive_in(name, content) as files:
        found = [info for info in files.infolist() if info.filename.endswith(".jsonl")]
        if not found or len(found) > MOST_GAMES or any(info.file_size > MOST_BYTES for info in found):
            raise no_games(name)
        # The last played comes last. One at a time is unpacked: together they may be a thousand times as large.
        for info in reversed(found):
            try:
                await import_table(request, visitor, info.filename, unpacked(files, info), 1)
            except PlayerError as error:
                refused.append(error.text)
    if refused:
        raise Unwelcome(Text("web.keep.some", n=len(found) - len(refused), of=len(found), why=refused[0]), 409)
