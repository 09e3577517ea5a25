"""The workbench: write an automa as text, see what is wrong, the printed page and its odds, and play against it."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from kempelen.automa.source import LIMITS
from kempelen.automa.vocabulary import Vocabulary
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game, say_in
from kempelen.parts.automas import credits_of, pages_by, sheet_from, shipped_sheets
from kempelen.printing import document_pdf
from kempelen.text.say import LANGUAGES, Say, Text
from kempelen.web.errors import NoGame
from kempelen.web.opening import count_game
from kempelen.web.people.visitor import say_for
from kempelen.web.rooms.start import one, title_of
from kempelen.web.routes.pages import form_of, game_here, needed, procedure_of
from kempelen.web.templating import fragment, page
from kempelen.web.workbench import begun_text, effect_of, found_in, seats_against

__all__ = ["router"]

router = APIRouter()
_COMPARING = Lock()
"""One comparison at a time: it takes a processor for some seconds."""


def workbench_of(name: str) -> Game[Any]:
    """The game, if people can write automas for it; raises NoGame."""
    game = game_here(name)
    if game.automas is None:
        raise NoGame(Text("automa.none", game=name))
    return game


def _beside(request: Request) -> Callable[..., Awaitable[Any]]:
    """Somewhere no game waits: what people write may take its time."""
    beside: Callable[..., Awaitable[Any]] = request.app.state.reading.beside
    return beside


def _vocabulary(game: Game[Any]) -> Vocabulary:
    assert game.automas is not None
    return game.automas.vocabulary


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")[: LIMITS.bytes + 1]


def _reader(say: Say, lang: str) -> Say:
    """The language of the printed page."""
    return say_in(lang) if lang in LANGUAGES else say


def _content(game: Game[Any], text: str, say: Say, reader: Say) -> dict[str, Any]:
    found = found_in(game, text, say, reader)
    used: set[str] = set()
    found["procedures"] = [
        {**procedure_of(procedure, reader, used), "marks": [procedure.mark(number) for number, _, _ in procedure.lines]}
        for procedure in found.pop("pages")
    ]
    return found


@router.get("/workbench/{name}")
async def workbench(request: Request, name: str) -> HTMLResponse:
    game, say, asked = workbench_of(name), say_for(request), request.query_params
    text = begun_text(game, asked.get("changes", ""), asked.get("section", ""), say)
    return await _shown(request, game, text, asked.get("page", ""), fresh=True)


@router.post("/workbench/{name}")
async def check(request: Request, name: str) -> HTMLResponse:
    """Without a script: the form and what was found, anew."""
    game, form = workbench_of(name), await form_of(request)
    return await _shown(request, game, _plain(one(form, "automa_text", "")), one(form, "page", ""), fresh=False)


async def _shown(request: Request, game: Game[Any], text: str, lang: str, fresh: bool) -> HTMLResponse:
    say = say_for(request)
    reader = _reader(say, lang)
    found = await _beside(request)(_content, game, text, say, reader)
    scenario = next(iter(game.scenarios))
    return page(
        request,
        "workbench.html",
        game=game.name,
        game_title=title_of(game, say),
        text=text,
        fresh=fresh,
        page_lang=reader.lang,
        page_languages=[(lang, say(f"web.languages.{lang}")) for lang in LANGUAGES],
        sections=[" ".join(key) for key in _vocabulary(game).slots],
        shipped=[(id, sheet.head.name) for id, sheet in shipped_sheets(game).items()],
        scenario=scenario,
        against=seats_against(game, scenario),
        **found,
    )


@router.post("/api/automa/look/{name}")
async def look(request: Request, name: str) -> HTMLResponse:
    """What was found, as a piece of the page; asked while somebody types."""
    game, say = workbench_of(name), say_for(request)
    form = await form_of(request)
    reader = _reader(say, one(form, "page", ""))
    found = await _beside(request)(_content, game, _plain(one(form, "automa_text", "")), say, reader)
    return fragment(request, "_automa.html", game=game.name, page_lang=reader.lang, **found)


@router.post("/workbench/{name}/effect")
async def effect(request: Request, name: str) -> HTMLResponse:
    """Against the original: decisions exactly, and some seconds of games on the same seeds; raises BadAutoma."""
    game, form = workbench_of(name), await form_of(request)
    beside, text = _beside(request), _plain(one(form, "automa_text", ""))
    needed(request)
    count_game(request)
    if _COMPARING.locked():
        raise BadSetup(Text("web.workbench.busy"))
    async with _COMPARING:
        sheet = await beside(sheet_from, game, text)
        scenario = next(one for one in game.scenarios if one != "first")
        compared, decisions = await beside(effect_of, game, sheet, scenario)
    return fragment(request, "_effect.html", one=compared, decisions=decisions, title=sheet.head.name)


@router.post("/workbench/{name}/file")
async def download(request: Request, name: str) -> Response:
    """The file itself, as it was written."""
    game, form = workbench_of(name), await form_of(request)
    text = _plain(one(form, "automa_text", ""))
    found = await _beside(request)(found_in, game, text, say_for(request), say_for(request))
    headers = {"content-disposition": f'attachment; filename="{found["automa_id"] or "draft"}.automa"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/workbench/{name}/pdf")
async def printed(request: Request, name: str) -> Response:
    """The printed page; raises BadAutoma."""
    game, form = workbench_of(name), await form_of(request)
    reader = _reader(say_for(request), one(form, "page", ""))

    def made() -> tuple[str, bytes]:
        sheet = sheet_from(game, _plain(one(form, "automa_text", "")))
        return sheet.id, document_pdf(sheet.head.name, pages_by(game, sheet), credits_of(game, sheet), reader)

    id, content = await _beside(request)(made)
    headers = {"content-disposition": f'attachment; filename="{id}.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)
