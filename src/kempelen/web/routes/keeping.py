"""Games to keep or to take along: all of them in one file, and one as a file or in a link that a camera can read."""

from __future__ import annotations

import gzip
import io
import zipfile
from base64 import urlsafe_b64encode
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from kempelen.engine.files.record import Record, export
from kempelen.engine.table import Seat
from kempelen.text.say import Say
from kempelen.web.addresses import at
from kempelen.web.people.keys import table_address
from kempelen.web.people.place import Here
from kempelen.web.people.visitor import Visitor, say_for, scheme_of
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.rooms import Rooms
from kempelen.web.routes.pages import needed, rooms_of
from kempelen.web.routes.share import qr
from kempelen.web.routing import Pages
from kempelen.web.templating import page

__all__ = ["link_for", "router", "written"]

router = Pages()
LONGEST = 2000
"""Characters of a link that a camera reads well from a screen."""


def written(room: Room, seat: Seat, *, whole: bool) -> str:
    """A game as a file: whole on one's own device, where nobody else has secrets; else what a place may know."""
    return Record.of(room.session).text() if whole else "".join(export(room.session, seat))


# -- all games


@router.get("/games.zip")
async def all_games(request: Request) -> Response:
    """The visitor's games as one file; on a server only those that are over, since others have secrets in the rest."""
    visitor, rooms = needed(request), rooms_of(request)
    alone: bool = request.app.state.settings.alone
    content = await rooms.run(archive, rooms, visitor, alone)
    headers = {"content-disposition": 'attachment; filename="kempelen-games.zip"', "cache-control": "no-store"}
    return Response(content, media_type="application/zip", headers=headers)


def archive(rooms: Rooms, visitor: Visitor, alone: bool) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        for table in rooms.store.tables(visitor.who):
            if alone or table.over:
                name = f"{table.header['game']}-{table_address(rooms.store, table.id)}.jsonl"
                files.writestr(zipfile.ZipInfo(name), rooms.store.record(table.id).text(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


# -- one game


def link_for(page: str, text: str) -> str | None:
    """The address of a page with the game behind its #, which no host ever sees; None if it is too long."""
    packed = urlsafe_b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode().rstrip("=")
    link = f"{page}#game={packed}"
    return link if len(link) <= LONGEST else None


@router.get("/tables/{id}/take")
async def take(request: Request, here: Here) -> HTMLResponse:
    """How this game comes to another device; one that runs on a server goes on there, and is opened by a link."""
    say: Say = say_for(request)
    settings = request.app.state.settings
    served: bool = not settings.alone and not await here.look(lambda room: room.over)
    text: str = await here.look(lambda room: written(room, here.seat, whole=settings.alone))
    base = settings.share or f"{scheme_of(request)}://{request.headers['host']}{at(request, '')}"
    # A device that has never been there finds only the first page on a plain host; that one knows what to do.
    link = None if served else link_for(f"{base}/" if settings.alone else f"{base}/import", text)
    content: dict[str, Any] = {
        "id": here.address,
        "seat": here.seat,
        "link": link,
        "served": served,
        "file": here.file("jsonl"),
    }
    content["code"] = qr(link) if link else ""
    content["about"] = say(f"web.keep.{'take_server' if served else 'take_about' if link else 'too_long'}")
    return page(request, "take.html", **content)
