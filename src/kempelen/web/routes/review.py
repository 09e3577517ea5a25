"""A finished game looked back at: how the chance to win went, and which choices made it so. Made in the background."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kempelen.engine.errors import IllegalAction
from kempelen.engine.files.header import Json
from kempelen.engine.search.keeping import read_review
from kempelen.engine.search.review import Review, reviewed_seat
from kempelen.engine.table import Seat
from kempelen.text.say import Say, Text
from kempelen.web.addresses import at
from kempelen.web.opening import count_game
from kempelen.web.people.place import Here, Place
from kempelen.web.people.visitor import address_of, plain_say_for
from kempelen.web.rooms import start
from kempelen.web.rooms.reviews import Reviewing, Reviews
from kempelen.web.rooms.room import Room
from kempelen.web.routing import Pages
from kempelen.web.shown.reviewed import review_shown
from kempelen.web.templating import fragment, page
from kempelen.wording import named_at_screen, review_left

__all__ = ["review_in_words", "router"]

router = Pages("/tables/{id}/review")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game and the seat whose choices are looked at."""

    seat: Seat
    header: Json
    rows: list[Json]
    title: str
    problem: Text | None


def reviews_of(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


async def wanted(request: Request, here: Place) -> Wanted:
    say = plain_say_for(request)

    def look(room: Room) -> Wanted:
        if not room.over:
            raise IllegalAction(Text("web.error.not_over"))
        session = room.session
        seat = here.seat if here.seat in session.humans else reviewed_seat(session)
        problem = None if here.rooms.thinking.long else Text("review.not_here")
        if session.physical is not None and seat in session.physical.untracked:
            problem = Text("review.untracked")
        return Wanted(seat, room.header, list(room.rows()), start.title_of(room.game, say), problem)

    found: Wanted = await here.look(look)
    return found


@router.get("")
async def review(request: Request, here: Here) -> HTMLResponse:
    return page(request, "review.html", **await content(request, here))


@router.get("/progress")
async def progress(request: Request, here: Here) -> HTMLResponse:
    """What the page shows, as far as it has come."""
    return fragment(request, "_reviewing.html", **await content(request, here))


@router.post("")
async def begin(request: Request, here: Here) -> Response:
    """Have it made; whoever leaves finds it here later."""
    asked = await wanted(request, here)
    if asked.problem is not None:
        raise IllegalAction(asked.problem)
    known = await found(request, here, asked)
    if known is None or known.error is not None:
        count_game(request)  # it takes as long as many a game
    reviews_of(request).begin((here.id, asked.seat, len(asked.rows)), asked.header, asked.rows, address_of(request))
    return RedirectResponse(at(request, f"/tables/{here.address}/review?seat={here.seat}"), 303)


async def found(request: Request, here: Place, asked: Wanted) -> Reviewing | None:
    """The review that is there, being made, or kept from an earlier day."""
    key, reviews = (here.id, asked.seat, len(asked.rows)), reviews_of(request)
    if (job := reviews.find(key)) is not None:
        return job
    text: str | None = await here.rooms.run(here.rooms.store.review, *key)
    kept = None if text is None else read_review(text)
    return None if kept is None else reviews.remember(key, kept)


async def content(request: Request, here: Place) -> dict[str, Any]:
    say, asked = plain_say_for(request), await wanted(request, here)
    job = await found(request, here, asked)
    shown: dict[str, Any] = {
        "id": here.address,
        "game": here.game,
        "seat": here.seat,
        "title": asked.title,
        "linked": True,
        "reason": "" if asked.problem is None else say.of(asked.problem),
        "running": job is not None and job.running,
        "ready": job is not None and job.review is not None,
        "left": "",
        "done": 0 if job is None else len(job.weighed),
        "of": 0 if job is None or job.plan is None else len(job.plan.choices),
        "problem": "" if job is None or job.error is None else say.of(job.error),
    }
    if job is not None and job.running and job.plan is not None:
        shown["left"] = review_left(job.left(reviews_of(request).workers), say)
    if job is not None and job.review is not None:
        shown |= await _words(here, job.review, say)
    return shown


async def _words(here: Place, made: Review, say: Say) -> dict[str, Any]:
    found: dict[str, Any] = await here.look(
        lambda room: review_shown(made, room.session, named_at_screen(room.session, say))
    )
    return found


async def review_in_words(request: Request, here: Place) -> dict[str, Any] | None:
    """The review of this place's game, if it has been made."""
    asked = await wanted(request, here)
    job = await found(request, here, asked)
    if job is None or job.review is None:
        return None
    return await _words(here, job.review, plain_say_for(request))
