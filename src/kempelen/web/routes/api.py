"""The JSON API, for programs: the same tables, the same places and the same secrets as the pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response, Security
from fastapi.security import APIKeyCookie

from kempelen.engine.game import Game, games
from kempelen.engine.table import SPECTATOR
from kempelen.scene.plain import render_text
from kempelen.text.say import Say, Text
from kempelen.web.addresses import at
from kempelen.web.errors import Unwelcome
from kempelen.web.opening import count_game, import_table, opened
from kempelen.web.people.keys import add_device, links_for
from kempelen.web.people.place import Place, place_of
from kempelen.web.people.visitor import COOKIE, Visitor, say_for, visitor_of, welcome
from kempelen.web.rooms import start
from kempelen.web.rooms.room import Room, seat_text
from kempelen.web.rooms.thoughts import odds_of, why_of
from kempelen.web.routes.bodies import (
    Agreement,
    Answer,
    ChanceOut,
    Change,
    Fact,
    File,
    GameInfo,
    Import,
    LinkOut,
    LogEntry,
    NewTable,
    Option,
    OptionValue,
    Outcome,
    Pace,
    Problem,
    Question,
    RuleOption,
    Scenario,
    TableLine,
    TableState,
    Welcome,
    Why,
    WhyStepOut,
)
from kempelen.web.routes.home import lines_of
from kempelen.web.routes.lookback import position_of, record_of
from kempelen.web.routes.pages import rooms_of
from kempelen.web.shown.choices import choices
from kempelen.web.shown.reasons import why_steps
from kempelen.web.shown.seen import refused_text, status_of
from kempelen.web.shown.story import log_of
from kempelen.wording import ending_text, scenario_name

__all__ = ["ABOUT", "router"]

ABOUT = """\
Play with every registered game as a person at the table.

`POST /api/visitor` gives a cookie; send it with every other request. `POST /api/tables` begins a game. `GET
/api/tables/{id}` shows what your place may see and, when it is your turn, what you may answer; `POST
/api/tables/{id}/answer` answers in notation. Automas act by themselves meanwhile: ask again until it is your turn, or
listen to `/tables/{id}/events`, which sends a server-sent event whenever there is something new to see.

Texts come in the language of `Accept-Language` (en, de). An error is `{"error": "a sentence"}`.
"""

AUTO = -9
cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="From POST /api/visitor.")


ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request cannot be understood"},
    401: {"model": Problem, "description": "No cookie of ours"},
    403: {"model": Problem, "description": "Not from this place, or not from another website"},
    404: {"model": Problem, "description": "There is no such thing, or it is closed to you"},
    408: {"model": Problem, "description": "Sent too slowly"},
    409: {"model": Problem, "description": "Understood, but not possible now"},
    413: {"model": Problem, "description": "Too large, or a file that holds too much of something"},
    422: {"model": Problem, "description": "A field is missing or wrong, or reading a file takes too much"},
    429: {"model": Problem, "description": "Too often; Retry-After says when to come again"},
    503: {"model": Problem, "description": "The server has too much to do, or cannot reach its games"},
}
router = APIRouter(prefix="/api", responses=ERRORS)


# -- who and what


async def visitor_here(request: Request, _: Annotated[str | None, Security(cookie)]) -> Visitor:
    visitor = visitor_of(request)
    if visitor is None:
        raise Unwelcome(Text("web.error.cookie"), 401)
    return visitor


Who = Annotated[Visitor, Depends(visitor_here)]
Id = Annotated[str, Path(description="The table's id", max_length=80)]
Seat = Annotated[int, Query(description="Your place; by itself the one that is asked", ge=AUTO, le=99)]


async def place_here(request: Request, visitor: Who, id: Id, seat: Seat = AUTO) -> Place:
    return await place_of(rooms_of(request), visitor, id, None if seat == AUTO else seat)


Here = Annotated[Place, Depends(place_here)]


# -- before a table


@router.post("/visitor", status_code=201)
async def visitor(request: Request, response: Response) -> Welcome:
    """Come in; with a valid cookie you stay who you are."""
    welcome(request, response)
    made = response.headers.get("set-cookie", "").partition("=")[2].partition(";")[0]
    return Welcome(cookie=made or request.cookies[COOKIE])


@router.get("/games")
async def list_games(request: Request) -> list[GameInfo]:
    """What can be played."""
    return [game_info(game, say_for(request)) for game in games().values()]


def game_info(game: Game[Any], say: Say) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=start.title_of(game, say),
        about=start.blurb_of(game, say),
        scenarios=[
            Scenario(
                id=id,
                name=scenario_name(game, id, say),
                least_players=game.seat_counts(id)[0],
                most_players=game.seat_counts(id)[-1],
            )
            for id in game.scenarios
        ],
        bots=list(game.bots),
        options=[
            RuleOption(
                id=ruling.id,
                question=ruling.question[say.lang],
                values=[OptionValue(value=value, text=wording[say.lang]) for value, wording in ruling.values.items()],
            )
            for ruling in game.rulings.values()
            if ruling.values
        ],
        editions=list(game.editions),
        credits=[say.of(credit) for credit in game.credits],
    )


@router.get("/tables")
async def list_tables(request: Request, visitor: Who) -> list[TableLine]:
    """Your games, the last played first."""
    rooms, say = rooms_of(request), say_for(request)
    lines = await rooms.run(lambda: lines_of(rooms, visitor, say))
    return [
        TableLine(
            id=line.id,
            title=line.title,
            scenario=line.scenario,
            players=line.players,
            updated=line.updated.isoformat(),
            over=line.over,
        )
        for line in lines
    ]


@router.post("/tables", status_code=201)
async def new_table(request: Request, visitor: Who, body: NewTable) -> TableState:
    """Begin a game."""
    count_game(request)
    rooms = rooms_of(request)
    form = {f"option-{id}": [value] for id, value in body.options.items()}
    form |= {f"seat{n}": [who] for n, who in enumerate(body.seats, 1)}
    form |= {"seed": [body.seed], "pace": [body.pace], "edition": [body.edition]}
    form |= {"automa_text": [body.automa], "opponent": [body.opponent]}
    if body.scenario:
        form["scenario"] = [body.scenario]
    if body.seats:
        form["players"] = [str(len(body.seats))]
    if body.open_why:
        form["open_why"] = ["1"]
    if body.own_dice:
        form["dice"] = ["table"]
    if body.companion is not None:
        form |= {"companion": ["1"], "dice": [body.companion.dice], "cards": [body.companion.cards]}
    begun = await rooms.run(start.from_form, body.game, form)
    address = await opened(rooms, visitor, begun)
    return await state(request, await place_of(rooms, visitor, address, None))


@router.post("/import", status_code=201)
async def import_game(request: Request, visitor: Who, body: Import) -> TableState:
    """Go on with a record, or begin at a position."""
    rooms = rooms_of(request)
    content = body.content.encode("utf-8", "surrogatepass")
    address = await import_table(request, visitor, body.name, content, body.seat)
    return await state(request, await place_of(rooms, visitor, address, None))


# -- at a table


async def state(request: Request, here: Place) -> TableState:
    say = say_for(request)

    def look(room: Room) -> TableState:
        game, session, view = room.game, room.session, room.view(here.seat)
        scene = game.scene(view, say) if view is not None else start.empty_scene()
        asked = room.asked(here.seat)
        question = None
        if asked is not None:
            data = choices(session, asked, scene, say)
            question = Question(
                kind=data["kind"],
                prompt=data["prompt"],
                options=[Option(**option) for option in data["options"] if "then" not in option],
                free=asked.check is not None,
                sealed=room.sealed(here.seat),
            )
        outcome = session.outcome
        return TableState(
            id=room.address,
            game=game.name,
            scenario=room.setup.scenario,
            seat=here.seat,
            seats=[say.of(seat_text(game, room.setup, seat, say.has), "Nom") for seat in range(len(room.setup.seats))],
            version=room.version,
            status=status_of(room, here.seat, say),
            asked=question,
            refused=refused_text(room, here.seat, say),
            trouble=say.of(room.trouble) if room.trouble is not None else "",
            log=[
                LogEntry(lines=list(entry.lines), whys=list(entry.whys))
                for entry in log_of(session, room.reader(here.seat), say)
            ],
            picture=render_text(scene),
            outcome=None
            if outcome is None
            else Outcome(winners=list(outcome.winners), scores=list(outcome.scores), text=ending_text(session, say)),
            seed=str(session.seed) if session.known_seed else "",
        )

    found: TableState = await here.look(look)
    return found


async def changed(request: Request, here: Place, change: Any) -> TableState:
    if here.seat == SPECTATOR:
        raise Unwelcome(Text("web.error.spectator"))
    await here.rooms.change(here.id, change)
    return await state(request, here)


@router.get("/tables/{id}")
async def show_table(request: Request, here: Here) -> TableState:
    """What your place may see, and what you may answer."""
    if here.acts:
        await here.rooms.wake(here.id)
    return await state(request, here)


@router.post("/tables/{id}/answer")
async def answer(request: Request, here: Here, body: Answer) -> TableState:
    """Answer. When this returns, the answer is on disk."""
    return await changed(request, here, lambda room: room.answer(here.seat, body.do, body.version))


@router.post("/tables/{id}/undo")
async def undo(request: Request, here: Here, body: Change) -> TableState:
    """Take your last answer back; among several people all may have to agree."""
    return await changed(request, here, lambda room: room.undo(here.seat, body.version))


@router.post("/tables/{id}/agree")
async def agree(request: Request, here: Here, body: Agreement) -> TableState:
    """Agree to another person's wish to take something back, or refuse."""
    return await changed(request, here, lambda room: room.agree(here.seat, body.yes))


@router.post("/tables/{id}/correct")
async def correct(request: Request, here: Here, body: Fact) -> TableState:
    """Set a fact where a real table differs from its mirror."""
    return await changed(request, here, lambda room: room.correct(body.fact, body.version))


@router.post("/tables/{id}/pace")
async def pace(request: Request, here: Here, body: Pace) -> TableState:
    """How the automas act: step by step, by themselves, or at once."""
    here.check_acts()
    await here.rooms.set_pace(here.id, body.pace)
    return await state(request, here)


@router.post("/tables/{id}/next")
async def go_on(request: Request, here: Here) -> TableState:
    """At the pace `step`: the next automa acts. An automa that got stuck tries again."""
    here.check_acts()
    await here.rooms.go_on(here.id)
    return await state(request, here)


@router.get("/tables/{id}/why/{key}")
async def why(
    request: Request,
    here: Here,
    key: Annotated[str, Path(description="One of the `whys` of the log", pattern=r"^(e\d{1,6}|\d{1,6}-\d{1,2})$")],
) -> Why:
    """Why an automa decided as it did, as far as your place may know."""
    say = say_for(request)
    found = await why_of(here, key)
    steps = await here.look(
        lambda room: why_steps(found.steps or (), room.game, say, room.setup.options, as_noted=True)
    )
    return Why(
        title=" ".join(say.of(text) for text in found.title),
        steps=[
            WhyStepOut(text=step.text, cites=[cite for cite, _ in step.cites], rulings=[id for id, _ in step.rulings])
            for step in steps
        ],
        complete=not found.secret,
    )


@router.get("/tables/{id}/odds")
async def odds(request: Request, here: Here) -> list[ChanceOut]:
    """What an automa would do in your place, with exact chances."""
    say = say_for(request)
    chances, _, _ = await odds_of(here)
    return [
        ChanceOut(
            do=chance.notation,
            text=say.of(chance.text, "Nom") if chance.text else chance.notation,
            numerator=chance.numerator,
            denominator=chance.denominator,
        )
        for chance in chances
    ]


@router.get("/tables/{id}/record")
async def record(here: Here) -> File:
    """The game as JSON lines; of a running game only what your place may know."""
    return File(name=here.file("jsonl"), content=await record_of(here))


@router.get("/tables/{id}/position")
async def position(here: Here) -> File:
    """The table as a position in TOML; of a running game only what your place may know."""
    return File(name=here.file("toml"), content=await position_of(here))


@router.get("/tables/{id}/links")
async def links(request: Request, here: Here, visitor: Who) -> list[LinkOut]:
    """The secret links you may hand out; whoever opens one sits there, and then it is used up.

    Whoever began the game has those of all places nobody has taken, and that for spectators, which any number may use.
    For your own place you find here what you have made by POST.
    """
    if here.seat == SPECTATOR and not here.alone:
        raise Unwelcome(Text("web.error.spectator"))
    found = await here.rooms.run(links_for, here.rooms.store, visitor.who, here.id)
    return [LinkOut(seat=seat, path=at(request, f"/join/{here.address}/{token}")) for seat, token in found.items()]


@router.post("/tables/{id}/links", status_code=201)
async def new_link(request: Request, here: Here) -> LinkOut:
    """A secret link to your own place, for another device; it can be used once, and a link made before is void."""
    if here.seat == SPECTATOR:
        raise Unwelcome(Text("web.error.spectator"))
    token = await here.rooms.run(add_device, here.rooms.store, here.id, here.seat)
    return LinkOut(seat=here.seat, path=at(request, f"/join/{here.address}/{token}"))
