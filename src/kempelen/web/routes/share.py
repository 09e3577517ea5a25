"""Links to the other places at a table, the page that hands them out, and the addresses a server can be reached at."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from kempelen.engine.table import SPECTATOR, Seat
from kempelen.text.say import Text
from kempelen.web.addresses import at
from kempelen.web.errors import Unwelcome
from kempelen.web.people.keys import add_device, links_for
from kempelen.web.people.place import Here, Place
from kempelen.web.people.visitor import plain_say_for, scheme_of
from kempelen.web.rooms.room import Room, seat_text
from kempelen.web.routes.pages import needed
from kempelen.web.routing import Pages
from kempelen.web.templating import page

__all__ = ["Link", "lan_address", "links_of", "own_names", "qr", "router"]

router = Pages("/tables/{id}")
QUIET = 4
"""Modules that are white round a code: cameras look for them."""


@dataclass(frozen=True, slots=True)
class Link:
    """Where somebody sits, and the address that leads there."""

    name: str
    seat: Seat
    address: str
    qr: Markup


def links_of(base: str, id: str, places: Iterable[tuple[str, Seat, str]]) -> list[Link]:
    return [
        Link(name, seat, address, qr(address))
        for name, seat, token in places
        for address in (f"{base}/join/{id}/{token}",)
    ]


def qr(address: str) -> Markup:
    """The address for a phone's camera; it has no size of its own."""
    import segno

    out = io.BytesIO()
    segno.make(address, micro=False).save(
        out, kind="svg", border=QUIET, omitsize=True, xmldecl=False, svgns=True, nl=False, svgclass="qr", lineclass=None
    )
    return Markup(out.getvalue().decode())


def lan_address() -> str | None:
    """This computer's address in the house. Nothing is sent: a socket only tells which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address


def own_names() -> tuple[str, ...]:
    """Names under which browsers in the house may know this computer."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return tuple(dict.fromkeys(("localhost", name, short, f"{short}.local")))


# -- the page on which they are handed out


@router.get("/share")
async def share(request: Request, here: Here) -> HTMLResponse:
    """The secret links that are this visitor's to hand out, with a QR code for a phone."""
    return await share_page(request, here)


@router.post("/share")
async def another_device(request: Request, here: Here) -> HTMLResponse:
    """A new link to one's own place."""
    needed(request)
    check_shared(request)
    if here.seat == SPECTATOR:
        raise Unwelcome(Text("web.error.spectator"))
    await here.rooms.run(add_device, here.rooms.store, here.id, here.seat)
    return await share_page(request, here)


def check_shared(request: Request) -> None:
    """What runs on one device has no address that anybody else could open."""
    if request.app.state.settings.alone:
        raise Unwelcome(Text("web.share.on_device"), 409)


async def share_page(request: Request, here: Place) -> HTMLResponse:
    visitor = needed(request)
    check_shared(request)
    if here.seat == SPECTATOR and not here.alone:
        raise Unwelcome(Text("web.error.spectator"))
    links = await here.rooms.run(links_for, here.rooms.store, visitor.who, here.id)
    say = plain_say_for(request)
    share_at = request.app.state.settings.share or f"{scheme_of(request)}://{request.headers['host']}{at(request, '')}"

    def look(room: Room) -> list[tuple[str, Seat, str]]:
        return [
            (say.of(seat_text(room.game, room.setup, seat, say.has), "Nom"), seat, token)
            for seat, token in sorted(links.items(), key=lambda pair: (pair[0] == SPECTATOR, pair[0]))
        ]

    return page(
        request,
        "share.html",
        id=here.address,
        game=here.game,
        seat=here.seat,
        own=here.seats,
        links=links_of(share_at, here.address, await here.look(look)),
        reachable=bool(request.app.state.settings.share),
    )
