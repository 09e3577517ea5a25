"""One table: its page, what is clicked there, why and odds."""

from __future__ import annotations

import asyncio
from asyncio import Lock
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse

from kempelen.companion import facts_of
from kempelen.engine.errors import IllegalAction, PlayerError
from kempelen.engine.game import game_named
from kempelen.engine.search.player import ITERATIONS
from kempelen.engine.table import SPECTATOR, Seat, notation_of
from kempelen.scene.look import look_definitions
from kempelen.store import Listed, Standing
from kempelen.text.say import Say, Text
from kempelen.web.addresses import root_of
from kempelen.web.errors import Unwelcome, public_to
from kempelen.web.people.keys import OPERATOR
from kempelen.web.people.place import Here, Place
from kempelen.web.people.visitor import Visitor, address_of, language_of, plain_say_for, visitor_of
from kempelen.web.rooms.day import MARK, MOST_DAYS
from kempelen.web.rooms.room import Drawn, Room, seat_text
from kempelen.web.rooms.steps import unusual_level
from kempelen.web.rooms.thoughts import coach_of, decided_by, odds_of, tells_of, why_of
from kempelen.web.routes.beside import companion_page
from kempelen.web.routes.pages import needed
from kempelen.web.routes.review import review_in_words
from kempelen.web.routing import Pages, Unreadable
from kempelen.web.shown.advice import advice_shown
from kempelen.web.shown.choices import worded
from kempelen.web.shown.ending import new_in, record_of
from kempelen.web.shown.legend import glossary_in
from kempelen.web.shown.pages.day import told_at_end
from kempelen.web.shown.previews import lead_on, preview_in_words
from kempelen.web.shown.reasons import WhyStep, why_steps
from kempelen.web.shown.seen import see
from kempelen.web.templating import Following, fragment, json_in_page, page
from kempelen.wording import named_at_screen, scenario_title, speaking_to

__all__ = ["router"]

router = Pages("/tables/{id}")


LONGEST = 2000
"""Characters of what a person types."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice in notation, or what a person names at a real table."""

    do: str
    then: str = ""
    """The answer to what is asked right after it."""
    version: int | None = None
    short: bool = False
    """Nobody chose: it is played to its end by the tips."""

    def __post_init__(self) -> None:
        check_length("do", self.do)
        check_length("then", self.then)


@dataclass(frozen=True, slots=True)
class Change:
    """What the person had seen when he asked for it."""

    version: int | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    yes: bool


@dataclass(frozen=True, slots=True)
class Pace:
    pace: str


@dataclass(frozen=True, slots=True)
class Fact:
    fact: str
    version: int | None = None

    def __post_init__(self) -> None:
        check_length("fact", self.fact)


def check_length(field: str, text: str) -> None:
    if len(text) > LONGEST:
        raise Unreadable(field)


# -- the page and its parts


@router.get("")
async def table_page(request: Request, here: Here) -> HTMLResponse:
    """Beside a real table one thing at a time, unless the whole is wanted."""
    if here.seat == OPERATOR and "full" not in request.query_params:
        return await companion_page(request, here)
    game, lang = game_named(here.game), plain_say_for(request).lang
    once: dict[str, Any] = {"definitions": Markup(look_definitions(game))}
    once["glossary"] = json_in_page(glossary_in(game, lang))
    return page(request, "table.html", message="", **once, **await shown(request, here))


async def shown(request: Request, here: Place) -> dict[str, Any]:
    """Everything the page of a table shows."""
    return await in_page(request, here, await here.look(lambda room: table_of(request, here, room)))


def table_of(request: Request, here: Place, room: Room) -> dict[str, Any]:
    """The table, and what stands round it: places to switch between, and where a link leads."""
    say = named_at_screen(room.session, plain_say_for(request))
    return {
        "seen": see(room, here.seat, say, paused=room.paused and here.acts),
        "game": room.game.name,
        "scenario": scenario_title(room.game, room.setup.scenario, say),
        "level": unusual_level(room.setup, say),
        "new": new_in(room.game.name, room.setup.scenario, say),
        "places": [(seat, say.of(seat_text(room.game, room.setup, seat, say.has), "Nom")) for seat in here.seats],
        "you": say.of(seat_text(room.game, room.setup, here.seat, say.has), "Nom"),
        **(record_of(room, standings_of(here, visitor_of(request)), say) if room.over else {"record": ""}),
        **told_at_end(room, here.seat, days_dealt(here, visitor_of(request)) if room.over else (), say),
        "people": len(room.session.humans),
        "alone": here.alone,
    }


async def in_page(request: Request, here: Place, table: dict[str, Any]) -> dict[str, Any]:
    """With what scripts read of it, and at the end what a review has found."""
    seen = table["seen"]
    touched = [one.touches for one in seen.happened]
    return {
        **table,
        "asked": json_in_page(seen.asked),
        "abouts": json_in_page(seen.abouts),
        "hunches": json_in_page(seen.hunches.plain) if seen.hunches is not None else "",
        "touched": json_in_page({"of": touched, **seen.places}),
        "chance": await review_in_words(request, here) if seen.over else None,
    }


def days_dealt(here: Place, visitor: Visitor | None) -> list[Listed]:
    return here.rooms.store.tables(visitor.who, seed=MARK, most=MOST_DAYS) if visitor is not None else []


def standings_of(here: Place, visitor: Visitor | None) -> list[Standing]:
    return here.rooms.store.standings(visitor.who) if visitor is not None else []


@router.get("/board")
async def board(request: Request, here: Here) -> HTMLResponse:
    """The table alone, to be laid over what the page shows."""
    return await show(request, here)


async def show(request: Request, here: Place, status: int = 200, message: str = "") -> HTMLResponse:
    """The table alone. While nothing changes it is drawn once for each place and language: whoever has answered may
    fetch it again, for he is told that there is something new, and many may look on from one place."""
    if message:
        return fragment(request, "_table.html", status, message=message, **await shown(request, here))
    key = (here.seat, here.seats, here.alone, language_of(request), root_of(request))

    def look(room: Room) -> tuple[Drawn, bytes | dict[str, Any]]:
        known = None if room.over else room.drawn.get(key)  # at the end each visitor's own record stands there
        return room.drawn, table_of(request, here, room) if known is None else known

    drawn, table = await here.look(look)
    if isinstance(table, bytes):
        return HTMLResponse(table, status)
    response = fragment(request, "_table.html", status, message="", **await in_page(request, here, table))
    if not table["seen"].over:
        drawn[key] = bytes(response.body)
    return response


@router.get("/events")
async def events(request: Request, here: Here) -> StreamingResponse:
    """Server-sent events: a mark that changes whenever there is something new to see. Nothing else is sent.

    Whoever has lost the line asks again after 300 ms.
    """

    shares, visitor = request.app.state.shares, address_of(request)
    shares.check_stream(visitor)

    async def stream() -> AsyncIterator[str]:
        with shares.stream(visitor):
            async for tick in here.rooms.watch(here.id, wakes=here.acts):
                yield f"event: changed\nid: {tick}\ndata: {tick}\nretry: 300\n\n" if tick else ": still here\n\n"

    return StreamingResponse(stream(), media_type="text/event-stream", headers={"cache-control": "no-store"})


# -- what is done there


async def carry_out(request: Request, here: Place, change: Callable[[Room], None]) -> Response:
    """Change the game and show it; what cannot be done is said above the table as it is.

    The answer begins as soon as the change is kept: whoever has chosen need not wait for the drawing to know of it.
    """
    needed(request)
    if here.seat == SPECTATOR and not await here.look(lambda room: room.asked(SPECTATOR) is not None):
        raise Unwelcome(Text("web.error.spectator"))
    try:
        await here.rooms.change(here.id, change)
    except PlayerError as error:
        return await show(request, here, 409, plain_say_for(request).of(public_to(request, error)))

    async def drawn() -> bytes:
        await here.rooms.settle(here.id)
        return bytes((await show(request, here)).body)

    return Following(drawn)


@router.post("/answer")
async def answer(request: Request, here: Here, body: Answer) -> Response:
    """One answer, or several at once where the further questions are known beforehand."""

    def all_of_them(room: Room) -> None:
        room.check_version(body.version)
        short = body.short and room.alone  # nobody takes a result from somebody else
        if body.then:
            lead_on(room, here.seat, body.do, body.then)
        room.answer(here.seat, body.do, body.version, short=short)
        for notation in body.then.splitlines():
            room.answer(here.seat, notation, short=short, along=True)

    return await carry_out(request, here, all_of_them)


@router.post("/undo")
async def undo(request: Request, here: Here, body: Change) -> Response:
    return await carry_out(request, here, lambda room: room.undo(here.seat, body.version))


@router.post("/agree")
async def agree(request: Request, here: Here, body: Agreement) -> Response:
    return await carry_out(request, here, lambda room: room.agree(here.seat, body.yes))


@router.post("/coaching")
async def coaching(request: Request, here: Here, body: Agreement) -> Response:
    """Agree that everybody here may have advice, or take that back."""
    return await carry_out(request, here, lambda room: room.let_advise(here.seat, body.yes))


@router.post("/correct")
async def correct(request: Request, here: Here, body: Fact) -> Response:
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
    here.check_acts()
    await here.rooms.set_pace(here.id, body.pace)
    return await show(request, here)


@router.post("/tip")
async def tip(request: Request, here: Here) -> Response:
    """Somebody has asked for a tip that was folded: the record says so with his choice, as with other advice."""
    needed(request)
    here.check_acts()

    def noted(room: Room) -> None:
        asked = room.asked(here.seat)
        if room.hints and asked is not None and asked.kind == "do" and asked.seat == here.seat:
            room.session.coached.add(here.seat)

    await here.rooms.note(here.id, noted)
    return Response(status_code=204)


@router.post("/next")
async def go_on(request: Request, here: Here) -> HTMLResponse:
    """At the pace `step`: the next automa acts. An automa that got stuck tries again."""
    needed(request)
    here.check_acts()
    await here.rooms.go_on(here.id)
    await asyncio.sleep(0)
    return await show(request, here)


@router.post("/check")
async def check(request: Request, here: Here, body: Answer) -> PlainTextResponse:
    """Whether something would be allowed: nothing if so, else why not."""
    needed(request)
    reason: Text | None = await here.look(lambda room: room.objection(here.seat, body.do))
    return PlainTextResponse(plain_say_for(request).of(reason) if reason else "")


@router.post("/preview")
async def preview(request: Request, here: Here, body: Answer) -> JSONResponse:
    """What an answer would do, before it is given; also for a point that nobody has offered."""
    needed(request)
    say = plain_say_for(request)
    return JSONResponse(await here.look(lambda room: preview_in_words(room, here.seat, body.do, say, body.then)))


# -- why, odds


@router.get("/why/{keys}")
async def why(request: Request, here: Here, keys: str) -> HTMLResponse:
    """The reasons behind one or several decisions, as far as this place may know them."""
    say = plain_say_for(request)
    wanted = keys.split(",")[:MOST_WHYS]
    try:
        whys = [await why_of(here, key) for key in wanted]
    except IllegalAction as error:
        # Asked for by a page while somebody took the decision back: no mistake of anybody's.
        return fragment(request, "_why.html", whys=[], gone=say.of(error.text))

    def look(room: Room) -> list[tuple[list[WhyStep] | None, str, str, str]]:
        named = named_at_screen(room.session, say)
        told = speaking_to(room.session, here.seat, named)
        titles = [" ".join(told.of(text) for text in why.title) for why in whys]
        return [
            (
                None if why.steps is None else why_steps(why.steps, room.game, told, room.setup.options),
                title,
                told.of(why.instead) if why.instead is not None else "",
                decided_by(room, why.seat, named, title),
            )
            for why, title in zip(whys, titles, strict=True)
        ]

    secret = any(why.secret for why in whys)
    document = game_named(whys[0].game).document
    tells = wanted[-1] if secret and document is not None and document.tells is not None else ""
    return fragment(request, "_why.html", whys=await here.look(look), secret=secret, game=whys[0].game, tells=tells)


@router.get("/tells/{key}")
async def tells(request: Request, here: Here, key: str) -> HTMLResponse:
    """What a decision with secret reasons tells, from what everybody can see."""
    say = plain_say_for(request)
    steps, game = await tells_of(here, key)
    told = await here.look(lambda room: why_steps(steps, game, named_at_screen(room.session, say), room.setup.options))
    return fragment(request, "_tells.html", steps=told, game=game.name)


MOST_WHYS = 40
MOST_WORLDS = 300
"""A strong player tries things out in no more worlds than this for a page; the terminal lets him think longer."""
_COACHING = Lock()
"""One at a time: automas think with the other workers."""


@router.get("/odds")
async def odds(request: Request, here: Here) -> HTMLResponse:
    """What an automa would do in one's place, with exact chances, from what one's own seat knows."""
    say = plain_say_for(request)
    chances, steps, game = await odds_of(here)
    called = await here.look(lambda room: [named_in(room, here.seat, one.notation, say) for one in chances])
    return fragment(
        request,
        "_odds.html",
        chances=[
            (
                words,
                100 * chance.numerator / chance.denominator,
                f"{chance.numerator}/{chance.denominator}",
                chance.notation,
            )
            for chance, words in zip(chances, called, strict=True)
        ],
        steps=await here.look(
            lambda room: why_steps(steps, room.game, named_at_screen(room.session, say), room.setup.options)
        ),
        game=game,
    )


def named_in(room: Room, seat: Seat, notation: str, say: Say) -> str:
    """A choice as the list of choices calls it: by names and places, with what a notation alone leaves open, such as
    whose unit is meant."""
    asked = room.asked(seat)
    options = () if asked is None else asked.options
    action = next((one for one in options if notation_of(one) == notation), None) or room.game.parse(notation)
    return worded(room.game, room.view(seat), action, named_at_screen(room.session, say))


@router.get("/coach")
async def coach(request: Request, here: Here, worlds: int = ITERATIONS) -> HTMLResponse:
    """What a strong player would do in one's place, tried out in worlds that fit what one's own seat knows."""
    say = plain_say_for(request)
    if _COACHING.locked():
        raise Unwelcome(Text("web.coach.busy"), 503)
    async with _COACHING:
        found = await coach_of(here, max(1, min(worlds, MOST_WORLDS)))
    shown = await here.look(lambda room: advice_shown(found, room.session, named_at_screen(room.session, say)))
    return fragment(request, "_coach.html", **shown)
