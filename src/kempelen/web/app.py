"""The server: pages, the API and what holds them together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import say_in
from kempelen.store import BadStore, open_store
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.addresses import below
from kempelen.web.errors import Unwelcome, problem, public
from kempelen.web.files import PlainFiles
from kempelen.web.guard import HEADERS, Guard, Refused, Scope
from kempelen.web.limits import Limits, Shares, TooMany
from kempelen.web.measures import Measures
from kempelen.web.people.keys import server_secret
from kempelen.web.people.visitor import address_of
from kempelen.web.reading import Reading, ReadsAtOnce
from kempelen.web.rooms.reviews import Reviews
from kempelen.web.rooms.rooms import PAUSE, Rooms
from kempelen.web.rooms.thinking import thinking_in
from kempelen.web.routes import (
    beside,
    beside_ask,
    desk,
    home,
    keeping,
    lookback,
    lookup,
    pages,
    places,
    review,
    share,
    table,
)
from kempelen.web.routing import Unreadable

if TYPE_CHECKING:
    from kempelen.web.lab.jobs import Jobs

__all__ = ["Settings", "make_app"]

log = logging.getLogger("kempelen.web")
GLANCE = 0.05
"""Seconds that the thread of all games waits while another program writes; longer waits are `Rooms.run`'s."""
STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server is run."""

    db: Path | str | None = None
    """The file with the games, or the address of a database; None: the user's own."""
    hosts: tuple[str, ...] = ("localhost",)
    """Names the server answers to, besides bare addresses."""
    share: str = ""
    """The address under which others in the house reach it; empty if nobody can."""
    workers: int = 2
    """Processes in which automas think; 0: they think here, and nothing else is done meanwhile."""
    threads: bool = True
    """The games have a thread of their own; without threads they are read and changed at once."""
    alone: bool = False
    """There is no server: the app runs on the device of the one who plays, and nobody else can come."""
    api: bool = True
    """Programs may play too."""
    headers: Mapping[str, str] = field(default_factory=lambda: HEADERS)
    """What every answer carries."""
    pause: float = PAUSE
    behind_proxy: bool = False
    """Requests come through a proxy, which notes where from; nobody is on this computer."""
    limits: Limits = field(default_factory=Limits)
    metrics_key: str = ""
    """Whoever brings it is told what was counted; empty: only this computer."""
    number: int = 0
    """Which of several processes this is."""
    first: str = ""
    """Where the first of them is reached from the others; empty: there are no others."""
    experiments: Path | None = None
    """A folder with folders of experiments, whose reports are shown; None: there are none."""
    paces: tuple[str, ...] = field(default=("step", "auto", "instant"))


def make_app(settings: Settings | None = None) -> Starlette:
    """The whole app."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        for lang in LANGUAGES:
            say_in(lang)  # loads every game, so that one that cannot be loaded shows now
        rooms = Rooms(
            open_store(settings.db, alone=settings.alone, patience=GLANCE),
            thinking_in(settings.workers),
            pause=settings.pause,
            thread=ThreadPoolExecutor(1, "games") if settings.threads else None,
            shared=not settings.alone,
        )
        reading = app.state.reading = reading_in(settings)
        await rooms.start()
        app.state.rooms = rooms
        app.state.secret = await rooms.run(server_secret, rooms.store)
        jobs = app.state.jobs = None if settings.alone else new_jobs()
        reviews = app.state.reviews = Reviews(keep=lambda key, text: rooms.run(rooms.store.set_review, *key, text))
        sweeping = asyncio.create_task(sweep(rooms, settings.limits.idle * 60))
        yield
        sweeping.cancel()
        reviews.close()
        if jobs is not None:
            jobs.close()
        reading.close()
        await rooms.close()

    app = with_more(lifespan, settings)
    app.state.settings = settings
    app.state.shares = shares_in(settings)
    app.state.measures = Measures()
    # Addresses are tried one after the other: those of a table, which everybody asks for all the time, come first.
    rooms = (table, lookup, places, beside, beside_ask, lookback, review, keeping, share, pages, home, desk)
    app.router.routes[:0] = [route for room in rooms for route in room.router.routes]
    # Packed are files alone, which are the same for everybody: how small a page with a secret becomes would tell of it.
    app.mount("/static", GZipMiddleware(PlainFiles(directory=STATIC), compresslevel=6), name="static")
    app.add_exception_handler(PlayerError, on_player_error)
    app.add_exception_handler(Unwelcome, on_unwelcome)
    app.add_exception_handler(TooMany, on_too_many)
    app.add_exception_handler(Unreadable, on_unreadable)
    app.add_exception_handler(HTTPException, on_http_error)
    app.add_exception_handler(Exception, on_crash)
    if settings.number:
        from kempelen.web.processes.passing import PassOn

        app.add_middleware(PassOn, first=settings.first)
    app.add_middleware(Shield, settings=settings)
    if settings.first and not settings.number:
        from kempelen.web.processes.passing import FromOthers

        app.add_middleware(FromOthers)
    return app


def with_more(lifespan: Any, settings: Settings) -> Starlette:
    """An app with what only a server has; on a device it is not even loaded."""
    if settings.alone and not settings.api:
        return Starlette(lifespan=lifespan)
    from kempelen.web.served import served

    return served(lifespan, programs=settings.api, workshop=not settings.alone)


def shares_in(settings: Settings) -> Shares:
    """What visitors have left; several processes count it together."""
    if not settings.first:
        return Shares(settings.limits)
    from kempelen.web.processes.counting import COUNTS, LeftTogether

    return Shares(settings.limits, left=LeftTogether(Path(settings.first).with_name(COUNTS)))


def new_jobs() -> Jobs:
    from kempelen.web.lab.jobs import Jobs

    return Jobs()


def reading_in(settings: Settings) -> Reading | ReadsAtOnce:
    if settings.alone:
        return ReadsAtOnce()
    return Reading(settings.limits.reading, settings.limits.memory)


class Shield(Guard):
    """The guard, with refusals in the visitor's language."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(
            app,
            hosts=settings.hosts,
            refuse=refuse,
            count=count,
            patience=settings.limits.patience,
            note=note,
            headers=settings.headers,
            most=settings.limits.bytes,
        )


def refuse(refused: Refused) -> Any:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await refusal(Request(scope), refused)(scope, receive, send)

    return answer


def refusal(request: Request, refused: Refused) -> Response:
    response = problem(request, Text(refused.key), refused.status_code)
    response.headers.update(refused.headers or {})
    return response


def count(scope: Scope) -> None:
    """Every request is counted once, whatever comes of it."""
    if "kempelen.passed" in scope:  # by the process that has passed it on
        return
    request = Request(scope)
    try:
        request.app.state.shares.take("requests", address_of(request))
    except TooMany as error:
        raise Refused(error.status, error.key, error.wait) from error


def note(scope: Scope, status: int, seconds: float) -> None:
    """An answer is counted by the pattern of its address, in which there are no secrets."""
    scope["app"].state.measures.note(scope["method"], pattern_of(scope), status, seconds)


def pattern_of(scope: Scope) -> str:
    """What is written down of an address; keys and links are secrets."""
    return str(getattr(scope.get("route"), "path", "none"))


async def sweep(rooms: Rooms, idle: float) -> None:
    """Now and then games that nobody looks at leave the memory."""
    while idle:
        await asyncio.sleep(min(60.0, idle))
        with suppress(BadStore):  # a full or locked disk: next time
            await rooms.run(rooms.sweep, idle)


# -- whatever goes wrong is said in the visitor's language


async def on_player_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PlayerError)
    status = 404 if type(error).__name__ in ("NoTable", "NoGame") else 409
    said = public(error)
    return problem(request, said, 503 if said.key in ("web.error.store", "web.error.store_busy") else status)


async def on_too_many(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooMany)
    return refusal(request, Refused(error.status, error.key, error.wait))


async def on_unwelcome(request: Request, error: Exception) -> Response:
    assert isinstance(error, Unwelcome)
    return problem(request, error.text, error.status)


async def on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error, Refused):
        return refusal(request, error)
    key = {404: "web.error.not_found", 405: "web.error.method"}.get(error.status_code, "web.error.bad_request")
    response = problem(request, Text(key), error.status_code)
    response.headers.update(error.headers or {})
    if error.status_code == 405 and request.app.state.settings.api:
        from kempelen.web.served import methods_at

        if methods := methods_at(request.app, below(request.scope)):
            response.headers["allow"] = ", ".join(methods)
    return response


async def on_unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, Unreadable)
    said = Text("web.error.field", field=error.field) if error.field else Text("web.error.bad_request")
    return problem(request, said, 422)


async def on_crash(request: Request, error: Exception) -> Response:
    log.error("%s %s broke down", request.method, pattern_of(request.scope), exc_info=error)
    response = problem(request, Text("web.error.crash"), 500)
    response.headers["connection"] = "close"  # the server hangs up after a crash; whoever asks again must know
    response.headers.update(request.app.state.settings.headers)  # what is sent after a crash passes no guard
    return response
