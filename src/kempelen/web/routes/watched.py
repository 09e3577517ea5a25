"""For whoever runs the server: whether it is well, and what it has done."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from kempelen.store import BadStore
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome
from kempelen.web.people.visitor import is_local
from kempelen.web.routes.pages import rooms_of

__all__ = ["router"]

router = APIRouter()


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether games can be read; anybody may ask."""
    rooms = rooms_of(request)
    try:
        await rooms.run(rooms.store.taken)
    except BadStore:
        return PlainTextResponse("the games cannot be read\n", 503)
    return PlainTextResponse("well\n")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Counts for Prometheus: for this computer, or only for whoever brings the key, if the host has chosen one."""
    key: str = request.app.state.settings.metrics_key
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not (hmac.compare_digest(given.encode(), key.encode()) if key else is_local(request)):
        raise Unwelcome(Text("web.error.not_found"), 404)
    lines = request.app.state.measures.lines(rooms_of(request).counts())
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")
