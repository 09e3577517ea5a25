"""One table: its page, what is clicked there, why, odds, replay, files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from kempelen.behaviour.trace import Step
from kempelen.companion import facts_of
from kempelen.engine.errors import IllegalAction, PlayerError
from kempelen.engine.position import position_text
from kempelen.engine.record import export
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.text.say import Text
from kempelen.web import start
from kempelen.web.errors import Unwelcome
from kempelen.web.guard import int_or
from kempelen.web.keys import OPERATOR
from kempelen.web.offline import frame_of, moments, offline_page
from kempelen.web.pages import needed, rooms_of, see_table
from kempelen.web.room import Room, seat_text
from kempelen.web.rooms import Rooms
from kempelen.web.seen import bot_seats, can_ask_odds, log_of, see, told, trace_of, why_steps
from kempelen.web.share import links_of
from kempelen.web.templating import fragment, json_in_page, page
from kempelen.web.visitor import Visitor, language_of, say_for, visitor_of

__all__ = ["Place", "place", "router"]

router = APIRouter(prefix="/tables/{id}")
NOTE = {"cache-control": "no-store"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a visitor sits: found by his cookie, never by what he says alone."""

    rooms: Rooms
    id: str
    seat: Seat
    seats: tuple[Seat, ...]
    """All his places at this table."""

    async def look(self, function: Callable[[Room], Any]) -> Any:
        """Read something off the game, in the thread that owns it."""
        return await self.rooms.run(lambda: function(self.rooms.room(self.id)))


async def place(request: Request, id: str, seat: int | None = None) -> Place:
    """The visitor's place at this table; raises Unwelcome if he has none."""
    visitor = visitor_of(request)
    return await place_of(rooms_of(request), visitor, id, seat)


async def place_of(rooms: Rooms, visitor: Visitor | None, id: str, seat: int | None) -> Place:
    if visitor is None:
        raise Unwelcome(Text("web.error.no_seat"), 401)

    def find() -> tuple[Seat, tuple[Seat, ...]]:
        room = rooms.room(id)
        held = rooms.keys.seats_of(visitor.who, id)
        if not held or (seat is not None and seat not in held):
            raise Unwelcome(Text("web.error.no_seat"))
        if seat is not None:
            return seat, tuple(sorted(held))
        order = sorted(held, key=lambda place: (place == SPECTATOR, room.asked(place) is None, place))
        return order[0], tuple(sorted(held))

    found, held = await rooms.run(find)
    return Place(rooms, id, found, held)


Here = Annotated[Place, Depends(place)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Answer(Body):
    """A choice in notation, or what a person names at a real table."""

    do: str = Field(max_length=2000)
    version: int | None = None


class Change(Body):
    """What the person had seen when he asked for it."""

    version: int | None = None


class Agreement(Body):
    yes: bool


class Pace(Body):
    pace: str = Field(max_length=20)


class Fact(Body):
    fact: str = Field(max_length=2000)
    version: int | None = None


# -- the page and its parts


@router.get("")
async def table_page(request: Request, here: Here) -> HTMLResponse:
    seen = await seen_from(request, here)
    return page(request, "table.html", seen=seen, asked=json_in_page(seen.asked), **await frame(request, here))


async def frame(request: Request, here: Place) -> dict[str, Any]:
    """What stands round the table itself: places to switch between, and where a link leads."""
    say = say_for(request)

    def look(room: Room) -> dict[str, Any]:
        return {
            "game": room.game.name,
            "scenario": start.scenario_name(room.game, room.setup.scenario, say),
            "places": [(seat, say.of(seat_text(room.game, room.setup, seat, say.has), "Nom")) for seat in here.seats],
            "you": say.of(seat_text(room.game, room.setup, here.seat, say.has), "Nom"),
            "people": len(room.session.humans),
        }

    found: dict[str, Any] = await here.look(look)
    return found


async def seen_from(request: Request, here: Place) -> Any:
    say, paused = say_for(request), here.rooms.is_paused(here.id)
    return await here.look(lambda room: see(room, here.seat, say, paused=paused))


@router.get("/board")
async def board(request: Request, here: Here) -> HTMLResponse:
    """The table alone, to be laid over what the page shows."""
    return await show(request, here)


async def show(request: Request, here: Place, status: int = 200, message: str = "") -> HTMLResponse:
    seen = await seen_from(request, here)
    return fragment(request, "_table.html", status, seen=seen, asked=json_in_page(seen.asked), message=message)


@router.get("/events")
async def events(request: Request, here: Here) -> StreamingResponse:
    """Server-sent events: a mark that changes whenever there is something new to see. Nothing else is sent."""

    async def stream() -> AsyncIterator[str]:
        async for tick in here.rooms.watch(here.id):
            yield f"event: changed\nid: {tick}\ndata: {tick}\n\n" if tick else ": still here\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers=NOTE)


# -- what is done there


async def carry_out(request: Request, here: Place, change: Callable[[Room], None]) -> HTMLResponse:
    """Change the game and show it; what cannot be done is said above the table as it is."""
    needed(request)
    if here.seat == SPECTATOR:
        raise Unwelcome(Text("web.error.spectator"))
    try:
        await here.rooms.change(here.id, change)
    except PlayerError as error:
        return await show(request, here, 409, say_for(request).of(error.text))
    return await show(request, here)


@router.post("/answer")
async def answer(request: Request, here: Here, body: Answer) -> HTMLResponse:
    return await carry_out(request, here, lambda room: room.answer(here.seat, body.do, body.version))


@router.post("/undo")
async def undo(request: Request, here: Here, body: Change) -> HTMLResponse:
    return await carry_out(request, here, lambda room: room.undo(here.seat, body.version))


@router.post("/agree")
async def agree(request: Request, here: Here, body: Agreement) -> HTMLResponse:
    return await carry_out(request, here, lambda room: room.agree(here.seat, body.yes))


@router.post("/correct")
async def correct(request: Request, here: Here, body: Fact) -> HTMLResponse:
    return await carry_out(request, here, lambda room: room.correct(body.fact, body.version))


@router.get("/facts")
async def facts(request: Request, here: Here) -> PlainTextResponse:
    """What can be corrected, one public fact a line with its value now."""

    def look(room: Room) -> list[str]:
        session = room.session
        if not session.started:
            return []
        return facts_of(room.game.to_position(room.game.view(session.checkpoint, SPECTATOR)))

    return PlainTextResponse("\n".join(await here.look(look)))


@router.post("/pace")
async def pace(request: Request, here: Here, body: Pace) -> HTMLResponse:
    needed(request)
    if here.seat == SPECTATOR:
        raise Unwelcome(Text("web.error.spectator"))
    await here.rooms.set_pace(here.id, body.pace)
    return await show(request, here)


@router.post("/next")
async def go_on(request: Request, here: Here) -> HTMLResponse:
    """At the pace `step`: the next automa acts. An automa that got stuck tries again."""
    needed(request)

    def free(room: Room) -> None:
        room.trouble = None

    await here.look(free)
    here.rooms.go_on(here.id)
    await here.rooms.wake(here.id)
    await asyncio.sleep(0)
    return await show(request, here)


@router.post("/check")
async def check(request: Request, here: Here, body: Answer) -> PlainTextResponse:
    """Whether something would be allowed: nothing if so, else why not."""
    needed(request)
    reason: Text | None = await here.look(lambda room: room.objection(here.seat, body.do))
    return PlainTextResponse(say_for(request).of(reason) if reason else "")


# -- why, odds, log


@router.get("/why/{keys}")
async def why(request: Request, here: Here, keys: str) -> HTMLResponse:
    """The reasons behind one or several decisions, as far as this place may know them."""
    say = say_for(request)
    wanted = keys.split(",")[:MOST_WHYS]
    whys = [await why_of(here, key) for key in wanted]
    shown = await here.look(
        lambda room: [
            (
                None if why.steps is None else why_steps(why.steps, room.game, say),
                " ".join(say.of(text) for text in why.title),
            )
            for why in whys
        ]
    )
    return fragment(request, "_why.html", whys=shown, secret=any(why.secret for why in whys), game=whys[0].game)


MOST_WHYS = 40


@dataclass(frozen=True, slots=True)
class Why:
    """The reasons behind one decision."""

    game: str
    title: tuple[Text, ...]
    steps: Sequence[Step] | None
    """None: the player gives no reasons."""
    secret: bool
    """There may be more that this place may not know yet."""


async def why_of(here: Place, key: str) -> Why:
    """Reasons by their key, see `why_keys`; raises IllegalAction if there are none."""
    if key.startswith("e"):
        found: Why = await here.look(lambda room: event_why(room, here.seat, int_or(key[1:], -1)))
        return found
    index, _, decider = key.partition("-")
    return await decision_why(here, int_or(index, -1), int_or(decider, -1))


def event_why(room: Room, seat: Seat, number: int) -> Why:
    events, reader = room.session.events, room.reader(seat)
    event = events[number] if 0 <= number < len(events) else None
    if event is not None and reader is not None:
        event = event.seen_by(reader)
    trace = trace_of(event) if event is not None else None
    if event is None or trace is None:
        raise IllegalAction(Text("session.no_bot"))
    if reader is None or room.session.open_why:
        return Why(room.game.name, (event.text,), trace.steps, False)
    steps = trace.for_seat(reader).steps
    return Why(room.game.name, (event.text,), steps, len(steps) < len(trace))


async def decision_why(here: Place, index: int, seat: Seat) -> Why:
    def look(room: Room) -> tuple[Any, ...]:
        session = room.session
        if not 0 <= index < len(session.inputs) or seat not in bot_seats(session, index):
            raise IllegalAction(Text("session.no_bot"))
        reader = room.reader(here.seat)
        before, after = session.look_back(index)[1], session.look_back(index + 1)[1]
        title = tuple(event.text for event in told(session.events[before:after], reader))
        secret = reader is not None and reader != seat and not session.open_why
        return room.header, room.rows(), reader, room.game.name, title, secret

    header, rows, reader, game, title, secret = await here.look(look)
    steps = await here.rooms.thinking.do("why", here.id, header, rows, index, reader, seat)
    return Why(game, title, steps, secret)


@router.get("/odds")
async def odds(request: Request, here: Here) -> HTMLResponse:
    """What an automa would do in one's place, with exact chances, from what one's own seat knows."""
    say = say_for(request)
    chances, steps, game = await odds_of(here)
    return fragment(
        request,
        "_odds.html",
        chances=[
            (
                say.of(chance.text, "Nom") if chance.text else chance.notation,
                100 * chance.numerator / chance.denominator,
                f"{chance.numerator}/{chance.denominator}",
            )
            for chance in chances
        ],
        steps=await here.look(lambda room: why_steps(steps, room.game, say)),
        game=game,
    )


async def odds_of(here: Place) -> tuple[Any, Any, str]:
    def look(room: Room) -> tuple[Any, ...]:
        if not can_ask_odds(room, here.seat):
            raise IllegalAction(Text("web.error.no_odds"))
        asked = room.asked(here.seat)
        assert asked is not None
        return room.header, room.rows(), asked.seat, room.game.name

    header, rows, seat, game = await here.look(look)
    chances, steps = await here.rooms.thinking.do("odds", here.id, header, rows, seat)
    return chances, steps, game


@router.get("/log")
async def whole_log(request: Request, here: Here) -> HTMLResponse:
    say = say_for(request)
    entries = await here.look(lambda room: log_of(room.session, room.reader(here.seat), say)[::-1])
    return fragment(request, "_log.html", log=entries, more_log=False)


# -- files


@router.get("/record")
async def record(request: Request, here: Here) -> Response:
    """The game as a file; of a running game only what this place may know."""
    return download(await record_of(here), f"{here.id}.jsonl", "application/jsonl")


async def record_of(here: Place) -> str:
    text: str = await here.look(lambda room: "".join(export(room.session, here.seat)))
    return text


@router.get("/position")
async def position(request: Request, here: Here) -> Response:
    """The table as a position file; of a running game only what this place may know."""
    return download(await position_of(here), f"{here.id}.toml", "application/toml")


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
    return download(offline_page(frames, say_for(request)), f"{here.id}.html", "text/html; charset=utf-8")


# -- sharing


@router.get("/share")
async def share(request: Request, here: Here) -> HTMLResponse:
    """The secret links of the other places, with a QR code for a phone."""
    needed(request)
    if here.seat == SPECTATOR:
        raise Unwelcome(Text("web.error.spectator"))
    links = await here.rooms.run(here.rooms.keys.links, here.id)
    say = say_for(request)
    share_at = request.app.state.settings.share or f"{request.url.scheme}://{request.headers['host']}"

    def look(room: Room) -> list[tuple[str, Seat, str]]:
        return [
            (say.of(seat_text(room.game, room.setup, seat, say.has), "Nom"), seat, token)
            for seat, token in sorted(links.items(), key=lambda pair: (pair[0] == SPECTATOR, pair[0]))
            if seat not in here.seats or seat == OPERATOR
        ]

    return page(
        request,
        "share.html",
        id=here.id,
        links=links_of(share_at, here.id, await here.look(look)),
        reachable=bool(request.app.state.settings.share),
    )


# -- looking back


@router.get("/replay")
async def replay(request: Request, here: Here, at: int | None = None) -> HTMLResponse:
    content = await frame_at(request, here, at)
    return page(request, "replay.html", **content, **await frame(request, here))


@router.get("/frames/{at}")
async def frame_fragment(request: Request, here: Here, at: int) -> HTMLResponse:
    return fragment(request, "_frame.html", **await frame_at(request, here, at))


async def frame_at(request: Request, here: Place, at: int | None) -> dict[str, Any]:
    say = say_for(request)

    def look(room: Room) -> dict[str, Any]:
        numbers = moments(room.session)
        last = len(numbers) - 1
        number = last if at is None and not room.over else min(max(at or 0, 0), last)
        made = frame_of(room.session, numbers, number, room.reader(here.seat), say)
        return {
            "id": here.id,
            "seat": here.seat,
            "number": number,
            "last": last,
            "frame": made,
            "title": start.title_of(room.game, say),
            "over": room.over,
            "may_fork": room.over or room.alone,
            "seats": [
                (n, say.of(seat_text(room.game, room.setup, n, say.has), "Nom")) for n in range(len(room.setup.seats))
            ],
        }

    found: dict[str, Any] = await here.look(look)
    return found


@router.post("/fork")
async def fork(request: Request, here: Here, at: int, as_seat: int = 0) -> Response:
    """Play on from an earlier moment as a new game."""
    visitor = needed(request)

    def look(room: Room) -> start.Begun:
        if here.seat == SPECTATOR or not (room.over or room.alone):
            raise Unwelcome(Text("web.error.no_fork"))
        numbers = moments(room.session)
        if not 0 <= at < len(numbers):
            raise IllegalAction(Text("web.error.no_moment"))
        seat = as_seat if room.over or room.companion else min(room.session.humans, default=0)
        return start.forked(room.session, numbers[at], seat)

    begun = await here.look(look)
    id = await here.rooms.add(begun.session, visitor.who, begun.mine, pace=begun.pace)
    return see_table(id)
