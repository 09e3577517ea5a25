"""What is sent when something cannot be done: a page for people, plain data for programs, always in words."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from kempelen.engine.errors import PlayerError
from kempelen.text.say import Text
from kempelen.web.people.visitor import say_for
from kempelen.web.templating import page

__all__ = ["NoGame", "Unwelcome", "problem"]


class Unwelcome(PlayerError):
    """Somebody may not do this, whatever the rules say."""

    def __init__(self, text: Text, status: int = 403) -> None:
        super().__init__(text)
        self.status = status


class NoGame(PlayerError):
    """There is no such game."""


def problem(request: Request, text: Text, status: int) -> Response:
    """The error as the request wants it."""
    said = say_for(request).of(text)
    accepts = request.headers.get("accept", "")
    if request.url.path.startswith("/api") or "application/json" in accepts:
        return JSONResponse({"error": said}, status)
    return page(request, "error.html", status=status, message=said)
