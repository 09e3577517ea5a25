"""Links to the other places at a table, and the addresses under which a server can be reached."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from kempelen.engine.table import Seat

__all__ = ["Link", "lan_address", "links_of", "own_names", "qr"]


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
    """The address for a phone's camera."""
    import segno

    out = io.BytesIO()
    segno.make(address, micro=False).save(
        out, kind="svg", scale=4, border=3, xmldecl=False, svgns=True, nl=False, svgclass="qr", lineclass=None
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
