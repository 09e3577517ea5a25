"""The workbench: an automa as text or as a form; what is wrong, the printed page and its odds; files to take away."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kempelen.automa.conditions import example, sentence
from kempelen.automa.vocabulary import KINDS, Vocabulary
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game, say_in
from kempelen.parts.automas import credits_of, pages_by, sheet_from, shipped_sheets
from kempelen.printing import document_pdf
from kempelen.store import Draft, Listed
from kempelen.text.say import LANGUAGES, Say, Text
from kempelen.web.addresses import at
from kempelen.web.bench.form import applied, form_of_text
from kempelen.web.bench.found import begun_text, found_in, name_in, plain, seats_against
from kempelen.web.bench.labels import section_title
from kempelen.web.bench.moved import changed_by
from kempelen.web.errors import NoGame, Unwelcome
from kempelen.web.people.visitor import address_of, say_for, visitor_of
from kempelen.web.rooms.start import one, scenario_title, title_of
from kempelen.web.routes.pages import form_of, game_here, needed, procedure_of, rooms_of
from kempelen.web.templating import fragment, page
from kempelen.wording import sheet_name

__all__ = ["beside", "router", "workbench_of"]

router = APIRouter()
VIEWS = ("text", "form")
DRAFT = re.compile(r"[\w-]{8,40}")
MOST_TABLES = 20
Form = Mapping[str, Sequence[str]]


def workbench_of(name: str) -> Game[Any]:
    """The game, if people can write automas for it; raises NoGame."""
    game = game_here(name)
    if game.automas is None:
        raise NoGame(Text("automa.none", game=name))
    return game


def beside(request: Request) -> Callable[..., Awaitable[Any]]:
    """Somewhere no game waits: what people write may take its time."""
    there: Callable[..., Awaitable[Any]] = request.app.state.reading.beside
    return there


def _vocabulary(game: Game[Any]) -> Vocabulary:
    assert game.automas is not None
    return game.automas.vocabulary


def _reader(say: Say, lang: str) -> Say:
    """The language of the printed page."""
    return say_in(lang) if lang in LANGUAGES else say


def _content(game: Game[Any], text: str, say: Say, reader: Say, good_text: str) -> dict[str, Any]:
    found = found_in(game, text, say, reader, good_text)
    used: set[str] = set()
    found["procedures"] = [
        {
            **procedure_of(procedure, reader, used),
            "marks": [procedure.mark(number) for number, _, _ in procedure.lines],
        }
        for procedure in found.pop("pages")
    ]
    return found


# -- the page


@router.get("/workbench/{name}")
async def workbench(request: Request, name: str) -> HTMLResponse:
    game, say, asked = workbench_of(name), say_for(request), request.query_params
    kept = await _drafts(request, game)
    if wanted := asked.get("draft", ""):
        found = next((draft for draft in kept if draft.id == wanted), None)
        if found is None:
            raise Unwelcome(Text("web.workbench.draft_lost"), 404)
        text, draft = found.text, found.id
    else:
        text = begun_text(game, asked.get("changes", ""), asked.get("section", ""), say)
        draft = secrets.token_urlsafe(12)
    sent = {"page": [asked.get("page", "")], "view": [asked.get("view", "")], "draft": [draft]}
    return await _shown(request, game, text, sent, kept, first=not asked)


@router.post("/workbench/{name}")
async def check(request: Request, name: str) -> HTMLResponse:
    """Without a script: the form and what was found, anew."""
    game, form = workbench_of(name), await form_of(request)
    text = await beside(request)(_meant, game, form, say_for(request))
    await _keep_draft(request, game, form, text)
    return await _shown(request, game, text, form, await _drafts(request, game), first=False)


def _meant(game: Game[Any], form: Form, say: Say) -> str:
    """The text, with what was changed in the form of it and what its buttons say."""
    text = plain(one(form, "automa_text", ""))
    fields = {key: values[-1] for key, values in form.items() if key.startswith("f.")}
    if fields:
        text = applied(text, _vocabulary(game), say, fields)
    return changed_by(text, one(form, "do", "")) if one(form, "do", "") else text


async def _shown(
    request: Request, game: Game[Any], text: str, form: Form, kept: Sequence[Draft], *, first: bool
) -> HTMLResponse:
    say = say_for(request)
    reader = _reader(say, one(form, "page", ""))
    good_text = plain(one(form, "good_text", ""))
    found = await beside(request)(_content, game, text, say, reader, good_text)
    scenario = next(iter(game.scenarios))
    draft, view = one(form, "draft", ""), one(form, "view", "")
    return page(
        request,
        "workbench.html",
        game=game.name,
        game_title=title_of(game, say),
        text=text,
        good_text=text if found["good"] else good_text,
        first=first,
        view=view if view in VIEWS else VIEWS[0],
        draft=draft if DRAFT.fullmatch(draft) else secrets.token_urlsafe(12),
        drafts=[(one.id, one.name or say("web.workbench.draft_unnamed")) for one in kept],
        page_lang=reader.lang,
        page_languages=[(lang, say(f"web.languages.{lang}")) for lang in LANGUAGES],
        sections=_sections(_vocabulary(game), say),
