"""Looking back at a table: replay, playing on from there, and files to keep."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from kempelen.companion import keeps_cards
from kempelen.engine.errors import IllegalAction
from kempelen.engine.files.position import position_text
from kempelen.engine.table import SPECTATOR
from kempelen.scene.look import look_definitions
from kempelen.scene.parts import board as board_drawing
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome
from kempelen.web.opening import count_game, opened
from kempelen.web.people.place import Here, Place
from kempelen.web.people.visitor import language_of, plain_say_for, say_for
from kempelen.web.rooms import start
from kempelen.web.rooms.room import Room, seat_text
from kempelen.web.rooms.steps import other_opponent, otherwise_hard
from kempelen.web.rooms.thinking import in_slices, timing
from kempelen.web.routes.keeping import written
from kempelen.web.routes.pages import needed, see_table
from kempelen.web.routes.review import review_in_words
from kempelen.web.routing import Pages
from kempelen.web.shown.bar import bar_of
from kempelen.web.shown.ending import may_swap
from kempelen.web.shown.happened import LARGE
from kempelen.web.shown.known import state_when
from kempelen.web.shown.past.file import offline_page, seen_then
from kempelen.web.shown.past.film import MAIN, frame_of
from kempelen.web.shown.seen import own_names, still_mine
from kempelen.web.shown.story import Entry, log_of, moments
from kempelen.web.shown.trays import beside
from kempelen.web.templating import fragment, page
from kempelen.wording import named_at_screen, seated, speaking_to

__all__ = ["position_of", "record_of", "router"]

router = Pages("/tables/{id}")
NOTE = {"cache-control": "no-store"}


@router.get("/replay")
async def replay(request: Request, here: Here, at: int | None = None, deed: int = MAIN) -> HTMLResponse:
    content = await frame_at(request, here, at, deed)
    return page(request, "replay.html", **content, story=await here.look(lambda room: story_of(request, here, room)))


def story_of(request: Request, here: Place, room: Room) -> list[tuple[int, str]]:
    """Every choice that something came of: the number of its frame, and what weighed most in it."""
    told = speaking_to(room.session, here.seat, named_at_screen(room.session, plain_say_for(request)))
    entries = log_of(room.session, room.reader(here.seat), told)
    return [(one.number, foremost(one)) for one in entries if one.number]


def foremost(entry: Entry) -> str:
    """What weighs most in a step; that a round begins is told only where nothing else is."""
    weights = [weight if weight < LARGE else 0 for weight in entry.weights]
    return entry.lines[weights.index(max(weights))]


@router.get("/frames/{at}")
async def frame_fragment(request: Request, here: Here, at: int, deed: int = MAIN) -> HTMLResponse:
    """A moment: of a choice the thing that weighs most, or another that happened with it."""
    return fragment(request, "_frame.html", **await frame_at(request, here, at, deed))


async def frame_at(request: Request, here: Place, at: int | None, deed: int) -> dict[str, Any]:
    plain = plain_say_for(request)

    def look(room: Room) -> dict[str, Any]:
        say = named_at_screen(room.session, plain)
        numbers = moments(room.session)
        last = len(numbers) - 1
        number = last if at is None and not room.over else min(max(at or 0, 0), last)
        told = speaking_to(room.session, here.seat, say)
        made = frame_of(room.session, numbers, number, room.reader(here.seat), say, told, seat=here.seat, which=deed)
        return {
            "id": here.address,
            "game": room.game.name,
            "definitions": Markup(look_definitions(room.game)),
            "seat": here.seat,
            "number": number,
            "last": last,
            "frame": made,
            "seen": seen_then(made, here.seat),
            "anywhere": room.game.places is not None,
            "title": start.title_of(room.game, say),
            "over": room.over,
            "may_fork": may_fork(room),
            "seats": [
                (n, say.of(seat_text(room.game, room.setup, n, say.has), "Nom")) for n in range(len(room.setup.seats))
            ],
        }

    found: dict[str, Any] = await here.look(look)
    return found


def may_fork(room: Room) -> bool:
    """Another game that goes on from a running one has dice of its own; where the app keeps cards, these say which lie
    in the supply on the table, so there it must be over."""
    return room.over or (room.alone and not keeps_cards(room.session))


@router.post("/fork")
async def fork(request: Request, here: Here, at: int, as_seat: int = 0) -> Response:
    """Play on from an earlier moment as a new game."""
    visitor = needed(request)

    def look(room: Room) -> start.Begun:
        if here.seat == SPECTATOR or not may_fork(room):
            raise Unwelcome(Text("web.error.no_fork"))
        numbers = moments(room.session)
        if not 0 <= at < len(numbers):
            raise IllegalAction(Text("web.error.no_moment"))
        # Where automas have secrets nobody takes their seats before the end: he would see what they know.
        free = room.over or (room.companion and room.session.open_why)
        seat = as_seat if free else min(room.session.humans, default=0)
        return start.forked(room.session, numbers[at], seat)

    count_game(request)
    begun = await here.look(look)
    return see_table(request, await opened(here.rooms, visitor, begun))


@router.post("/again")
async def again(request: Request, here: Here, swap: bool = False, harder: int = 0, other: bool = False) -> Response:
    """The same set-up once more, when it is over; for whoever played alone.

    Perhaps on the other side, a level harder (1) or easier (-1), or against another opponent.
    """
    visitor = needed(request)

    def look(room: Room) -> tuple[start.Begun, str, bool]:
        if here.seat == SPECTATOR or not (room.over and room.alone):
            raise Unwelcome(Text("web.error.no_again"))
        if swap and may_swap(room, here.seat):
            return start.swapped(room.session), room.pace, room.hints
        changed = None
        if harder and not room.companion:
            changed = otherwise_hard(room.setup, 1 if harder > 0 else -1)
        elif other and not room.companion and (found := other_opponent(room.setup)) is not None:
            changed = found[0]
        if changed is not None:
            return start.again(room.session, changed), room.pace, room.hints
        return start.again(room.session), room.pace, room.hints

    count_game(request)
    begun, pace, hints = await here.look(look)
    return see_table(request, await opened(here.rooms, visitor, replace(begun, pace=pace, hints=hints)))


@router.get("/moments/{number}")
async def moment(request: Request, here: Here, number: int) -> HTMLResponse:
    """The table when something was told, before what came of it: whom a card is played on stands there still.

    Events are numbered as this place knows them.
    """
    plain = plain_say_for(request)

    def look(room: Room) -> dict[str, Any]:
        say = named_at_screen(room.session, plain)
        state = state_when(room.session, room.reader(here.seat), number)
        if state is None:
            raise IllegalAction(Text("web.error.no_moment"))
        scene = seated(room.game, room.setup, room.game.scene(state, say), say)
        if room.over and here.seat >= 0:
            own = state_when(room.session, here.seat, number)
            scene = scene if own is None else still_mine(scene, room.game.scene(own, say))
        lying = beside(scene, own_names(room, here.seat))
        then = {"beside": lying, "bar": bar_of(scene, say), "over": False, "seat": here.seat, "did": {}, "asked": None}
        then["hunches"] = None  # what one suspects is suspected now
        return {"board": Markup(board_drawing(scene, "p")), "then": then}

    return fragment(request, "_then.html", **await here.look(look))


# -- files


@router.get("/record")
async def record(request: Request, here: Here) -> Response:
    """The game as a file; of a running game only what this place may know."""
    text = await record_of(here, whole=request.app.state.settings.alone)
    return download(text, here.file("jsonl"), "application/jsonl")


async def record_of(here: Place, *, whole: bool = False) -> str:
    text: str = await here.look(lambda room: written(room, here.seat, whole=whole))
    return text


@router.get("/position")
async def position(request: Request, here: Here) -> Response:
    """The table as a position file; of a running game only what this place may know."""
    return download(await position_of(here), here.file("toml"), "application/toml")


async def position_of(here: Place) -> str:
    def look(room: Room) -> str:
        return position_text(room.game.to_position(room.view(here.seat)))

    text: str = await here.look(look)
    return text


def download(text: str, name: str, kind: str) -> Response:
    return Response(text, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'} | NOTE)


@router.get("/replay.html")
async def offline(request: Request, here: Here) -> Response:
    """A finished game as one file that plays without a server."""

    def look(room: Room) -> tuple[Any, ...]:
        if not room.over:
            raise IllegalAction(Text("web.error.not_over"))
        return room.header, room.rows()

    header, rows = await here.look(look)
    frames = await here.rooms.thinking.do("frames", here.id, header, rows, language_of(request))
    steps = offline_page(frames, say_for(request), await review_in_words(request, here))
    text = await in_slices(steps, "file", here.rooms.thinking.longest)
    reply = download(text, here.file("html"), "text/html; charset=utf-8")
    reply.headers.update(timing(here.rooms.thinking))
    return reply
