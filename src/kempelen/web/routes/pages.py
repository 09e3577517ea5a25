"""The pages round the tables: home, new game, rules, importing a game, coming through a secret link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

from kempelen.behaviour.document import Page
from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game, games
from kempelen.engine.rulings import options_text
from kempelen.engine.setup import edition_for, options_in
from kempelen.engine.table import Seat
from kempelen.engine.trace import cited
from kempelen.parts.document import pages_of
from kempelen.scene.look import look_css
from kempelen.text.say import LANGUAGES, Say, Text
from kempelen.web.addresses import at
from kempelen.web.errors import NoGame, Unwelcome, no_place
from kempelen.web.opening import count_game, form_for, import_all, import_table, is_archive, look_over, opened
from kempelen.web.people import keys
from kempelen.web.people.keys import equip, make
from kempelen.web.people.visitor import LANGUAGE, YEAR, Visitor, is_local, say_for, visitor_of, welcome
from kempelen.web.rooms import day, own, start
from kempelen.web.rooms.rooms import Rooms
from kempelen.web.routing import Pages
from kempelen.web.shown.cover import cover
from kempelen.web.shown.pages.new import new_game_content
from kempelen.web.shown.reasons import anchor
from kempelen.web.shown.still import page_css
from kempelen.web.templating import page

__all__ = ["back_in", "form_of", "game_here", "needed", "procedure_of", "rooms_of", "router"]

router = Pages()
MOST_FIELDS = 500
"""In a form; the largest of ours has a tenth of them."""


def rooms_of(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


def needed(request: Request) -> Visitor:
    """Whoever changes something must have come through a page before."""
    visitor = visitor_of(request)
    if visitor is None:
        raise Unwelcome(Text("web.error.cookie"), 401)
    return visitor


def game_here(name: str) -> Game[Any]:
    game = games().get(name)
    if game is None:
        raise NoGame(Text("setup.unknown_game", name=name[:40], known=", ".join(games())))
    return game


async def form_of(request: Request) -> dict[str, list[str]]:
    """A submitted form; files come another way."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        return parse_qs(body, keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise Unwelcome(Text("web.error.fields", most=MOST_FIELDS), 413) from error


def back_in(request: Request, form: Mapping[str, Sequence[str]]) -> str:
    """Where a form wants to go back to: a page of ours, or home."""
    back = start.one(form, "back", "")
    elsewhere = not back.startswith("/") or back.startswith(("//", "/\\"))
    return at(request, "/") if elsewhere or any(char in back for char in "\r\n") else back


def see_table(request: Request, address: str, build: bool = False) -> RedirectResponse:
    """To the table; beside a real one first to what is laid out."""
    return RedirectResponse(at(request, f"/tables/{address}{'?tab=build' if build else ''}"), 303)


@router.post("/language")
async def language(request: Request) -> Response:
    form = await form_of(request)
    response = RedirectResponse(back_in(request, form), 303)
    chosen = start.one(form, "lang", "")
    if chosen in LANGUAGES:
        response.set_cookie(LANGUAGE, chosen, max_age=YEAR, path=at(request, "/"), httponly=True, samesite="lax")
    return response


# -- a new game


@router.get("/new/{name}")
async def new_game(request: Request, name: str) -> HTMLResponse:
    game = game_here(name)
    return await new_page(request, game, dict(request.query_params))


async def new_page(
    request: Request, game: Game[Any], asked: Mapping[str, str], status: int = 200, message: str = ""
) -> HTMLResponse:
    """The form with what was asked for so far, and how often the visitor has won each scenario."""
    rooms, visitor, say = rooms_of(request), visitor_of(request), say_for(request)
    found = await rooms.run(lambda: rooms.store.standings(visitor.who if visitor else "", free=is_local(request)))
    content = new_game_content(game, asked, found, say, thinks=rooms.thinking.long)
    return page(request, "new.html", status, **content, message=message)


@router.post("/new/{name}/own")
async def new_from_own(request: Request, name: str) -> HTMLResponse:
    """The form for a scenario, map or position that somebody has opened: whatever was chosen so far stays."""
    game, form = game_here(name), await form_of(request)
    needed(request)
    await look_over_own(request, form)
    return await new_page(request, game, {key: values[-1] for key, values in form.items()})


async def look_over_own(request: Request, form: Mapping[str, Sequence[str]]) -> None:
    file, text = own.content_in(form)
    if text:
        await look_over(request, file, text.encode())


@router.post("/new/{name}")
async def create(request: Request, name: str) -> Response:
    return await begun_from(request, game_here(name), await form_of(request))


async def begun_from(request: Request, game: Game[Any], form: dict[str, list[str]]) -> Response:
    """To the table of a game as the form has it; back to the form if it cannot be played."""
    visitor, rooms = needed(request), rooms_of(request)
    count_game(request)
    await look_over_own(request, form)
    try:
        begun = await rooms.run(start.from_form, game.name, form)
    except PlayerError as error:
        asked = {key: values[-1] for key, values in form.items()}
        return await new_page(request, game, asked, 409, say_for(request).of(error.text))
    return see_table(request, await opened(rooms, visitor, begun), begun.session.physical is not None)


@router.post("/first/{name}")
async def first(request: Request, name: str, scenario: str = "") -> Response:
    """A game at once, without a form: the first one, or the next scenario."""
    game = game_here(name)
    visitor, rooms = needed(request), rooms_of(request)
    count_game(request)

    def begin() -> start.Begun:
        wanted = scenario or start.first_scenario(game)
        mine = rooms.store.tally(visitor.who, free=is_local(request))
        finished = sum(one.over for one in mine if (one.game, one.scenario) == (name, wanted))
        return start.first_game(name, say_for(request).lang, scenario, finished)

    begun = await rooms.run(begin)
    return see_table(request, await opened(rooms, visitor, begun))


@router.post("/day/{name}")
async def of_the_day(request: Request, name: str) -> Response:
    """Today's table of a game: the one that was begun, as long as it is not over; else a new one."""
    game_here(name)
    visitor, rooms, now = needed(request), rooms_of(request), day.today()

    def running() -> str | None:
        begun = rooms.store.tables(visitor.who, over=False, game=name, seed=day.seed_on(now))
        return next((table.address for table in begun if day.day_in(table.header) == now and 0 in table.seats), None)

    async with rooms.one_by_one:  # whoever taps twice comes to one table
        if address := await rooms.run(running):
            return see_table(request, address)
        count_game(request)
        begun = await rooms.run(day.table_on, name, say_for(request).lang, now)
        return see_table(request, await opened(rooms, visitor, begun))


@router.get("/preview/{lang}/{name}/{scenario}.svg")
async def preview(request: Request, lang: str, name: str, scenario: str) -> Response:
    game_here(name)
    drawing = await rooms_of(request).run(start.preview, name, scenario, lang if lang in LANGUAGES else LANGUAGES[0])
    return _drawing(drawing)


@router.get("/cover/{lang}/{name}.svg")
async def game_cover(request: Request, lang: str, name: str) -> Response:
    game_here(name)
    return _drawing(await rooms_of(request).run(cover, name, lang if lang in LANGUAGES else LANGUAGES[0]))


def _drawing(text: str) -> Response:
    headers = {
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        "cache-control": "private, max-age=3600",
    }
    return Response(text, media_type="image/svg+xml", headers=headers)


# -- the rules


@router.get("/rules/{name}")
async def rules(request: Request, name: str) -> HTMLResponse:
    game, say = game_here(name), say_for(request)
    lang, book = say.lang, game.rulebook
    sections: dict[str, list[tuple[str, str]]] = {}
    for number, wording in book.rules.items():
        sections.setdefault(book.section_of(number), []).append((number, wording[lang]))
    return page(
        request,
        "rules.html",
        game=name,
        title=start.title_of(game, say),
        blurb=start.blurb_of(game, say),
        picture=start.first_scenario(game),
        credits=[say.of(credit) for credit in game.credits],
        sections=[(number, book.sections[number][lang] if number else "", lines) for number, lines in sections.items()],
        procedures=procedures_of(game, say),
        edition=edition_text(game, say),
        rulings=[
            (
                ruling.cite,
                anchor(ruling.cite),
                ruling.question[lang],
                ruling.reading[lang],
                ruling.grounds[lang],
                [(value, wording[lang]) for value, wording in ruling.values.items()],
            )
            for ruling in game.rulings.values()
        ],
    )


def edition_text(game: Game[Any], say: Say) -> str:
    """Which edition the page has; empty if there is only one."""
    edition = edition_for(game, "", say.lang)
    words = options_text(edition, options_in(game, edition, {}), game.rulings)
    return say.of(words) if words is not None else ""


def procedures_of(game: Game[Any], say: Say) -> list[dict[str, Any]]:
    """The automas' procedures in words, as the edition in the reader's language has them.

    Where two share a source, citations lead to the first.
    """
    used: set[str] = set()
    pages = pages_of(game, options_in(game, edition_for(game, "", say.lang), {}))
    return [procedure_of(procedure, say, used) for procedure in pages]


def procedure_of(procedure: Page, say: Say, used: set[str]) -> dict[str, Any]:
    def place(cite: str) -> str:
        found = anchor(cite)
        if found in used:
            return ""
        used.add(found)
        return found

    return {
        "title": say.of(procedure.title, "Nom"),
        "source": cited(procedure.source, say),
        "anchor": place(procedure.source),
        "intro": [say.of(sentence) for sentence in procedure.intro],
        "lines": [
            (shown, place(f"{procedure.source} / {shown}"), say.of(line, "Nom"), say.of(how) if how else "")
            for shown, line, how in ((procedure.shown(number), line, how) for number, line, how in procedure.lines)
        ],
        "grids": [
            (
                say.of(grid.caption) if grid.caption is not None else "",
                [say.of(cell) for cell in grid.head],
                [[say.of(cell) for cell in row] for row in grid.rows],
            )
            for grid in procedure.grids
        ],
        "after": [say.of(sentence) for sentence in procedure.after],
        "rulings": list(procedure.rulings),
    }


# -- files


@router.get("/import")
async def import_page(request: Request) -> HTMLResponse:
    return page(request, "import.html", real="real" in request.query_params)


@router.post("/import")
async def import_file(
    request: Request, name: str = "game.jsonl", seat: int = 1, real: bool = False, form: bool = False
) -> Response:
    """A record or a position, as the body; answers where the table is, or of a position which form it belongs in."""
    visitor, content = needed(request), await request.body()
    if is_archive(name, content):
        await import_all(request, visitor, name, content)
        return JSONResponse({"table": at(request, "/")}, 201)
    if form and own.is_position(name):
        return JSONResponse({"form": at(request, f"/new/{await form_for(request, name, content)}/own")})
    lang = say_for(request).lang
    address = await import_table(request, visitor, name, content, seat, real=real, lang=lang)
    return JSONResponse({"table": at(request, f"/tables/{address}{'?tab=build' if real else ''}")}, 201)


# -- coming to a table


@router.get("/join/{id}/{token}")
async def join(request: Request, id: str, token: str) -> Response:
    """A secret link: the browser gets the place and goes on to an address without the secret.

    Programs that only show what is behind a link must not use it up: they bring no cookie, not even when asked again.
    """
    rooms, visitor = rooms_of(request), visitor_of(request)
    if visitor is None:
        if "again" in request.query_params:
            raise Unwelcome(Text("web.error.cookie"), 401)
        response = RedirectResponse(f"{request.url.path}?again=1", 303)
        welcome(request, response)
        return response

    def come() -> Seat | None:
        game = rooms.store.game_at(id)
        return None if game is None else keys.join(rooms.store, visitor.who, game, token)

    seat = await rooms.run(come)
    if seat is None:
        raise Unwelcome(Text("web.error.link"), 404)
    return RedirectResponse(at(request, f"/tables/{id}?seat={seat}"), 303)


@router.post("/tables/{id}/claim")
async def claim(request: Request, id: str) -> Response:
    """A game made in the terminal is opened here, on the same computer."""
    visitor, rooms = needed(request), rooms_of(request)
    local = is_local(request)

    def take() -> None:
        game = rooms.store.game_at(id)
        if not local or game is None or not rooms.store.is_free(game):
            raise no_place()
        room = rooms.room(game)
        with rooms.store.whole():
            equip(rooms.store, game, room.header)
            make(rooms.store, visitor.who, game, start.places(room.header))

    await rooms.run(take)
    return see_table(request, id)


# -- small things


@router.get("/scene.css")
async def scene_css(request: Request) -> Response:
    return Response(page_css(), media_type="text/css", headers={"cache-control": "private, max-age=3600"})


@router.get("/look/{name}.css")
async def look(request: Request, name: str) -> Response:
    """What a game's table is made of."""
    return Response(
        look_css(game_here(name)), media_type="text/css", headers={"cache-control": "private, max-age=3600"}
    )


@router.get("/robots.txt")
async def robots(request: Request) -> PlainTextResponse:
    return PlainTextResponse("User-agent: *\nDisallow: /\n")
