"""What is sent when something cannot be done: a page for people, plain data for programs, always in words."""

from __future__ import annotations

import logging

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kempelen.engine.errors import PlayerError
from kempelen.store import BadStore, BusyStore
from kempelen.text.say import Text
from kempelen.web.addresses import below
from kempelen.web.people.visitor import say_for
from kempelen.web.templating import page

__all__ = ["NoGame", "Unwelcome", "log", "no_place", "problem", "public", "public_to"]

log = logging.getLogger("kempelen.web")


class Unwelcome(PlayerError):
    """Somebody may not do this, whatever the rules say."""

    def __init__(self, text: Text, status: int = 403) -> None:
        super().__init__(text)
        self.status = status


class NoGame(PlayerError):
    """There is no such game."""


def no_place() -> Unwelcome:
    """The same for a game that is not there and for one that is closed to this visitor."""
    return Unwelcome(Text("web.error.no_place"), 404)


HERE = {"web.error.store": "web.error.store_here", "web.error.no_place": "web.error.no_place_here"}
"""What is said on a device of one's own, where no server is to blame and nobody hands out links."""


def public(error: PlayerError, *, alone: bool = False) -> Text:
    """What visitors are told: where the games are kept, and under which name, is the host's business."""
    if not isinstance(error, BadStore):
        return error.text
    if error.text.key == "terminal.store.elsewhere":
        return Text("session.late")
    if isinstance(error, BusyStore):
        return Text("web.error.store_busy")
    log.error("the store: %s", error)
    return Text(HERE["web.error.store"] if alone else "web.error.store")


def public_to(request: Request, error: PlayerError) -> Text:
    return public(error, alone=request.app.state.settings.alone)


def problem(request: Request, text: Text, status: int) -> Response:
    """The error as the request wants it."""
    if request.app.state.settings.alone and text.key in HERE:
        text = Text(HERE[text.key])
    said = say_for(request).of(text)
    accepts = request.headers.get("accept", "")
    if below(request.scope).startswith("/api") or "application/json" in accepts:
        return JSONResponse({"error": said}, status)
    return page(request, "error.html", status=status, message=said)
