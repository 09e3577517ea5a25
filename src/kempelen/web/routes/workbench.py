"""The workbench: an automa as text or as a form; what is wrong, the printed page and its odds; files to take away."""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from kempelen.automa.conditions import example, sentence
from kempelen.automa.vocabulary import KINDS, Vocabulary
from kempelen.automa.vocabulary import Listed as Named
from kempelen.engine.files.numbers import number_in
from kempelen.engine.game import Game, say_in
from kempelen.parts.automas import credits_of, pages_by, sheet_from, shipped_sheets
from kempelen.parts.opponents import OPPONENTS
from kempelen.printing import document_pdf
from kempelen.store import Draft, Listed
from kempelen.text.say import LANGUAGES, Say, Text
from kempelen.web.addresses import at
from kempelen.web.bench.form import form_of_text
from kempelen.web.bench.found import begun_text, found_in, name_in, numbers_below, plain, seats_against
from kempelen.web.bench.labels import section_title, thing_said
from kempelen.web.bench.meant import meant
from kempelen.web.bench.moved import changed_by, tried
from kempelen.web.bench.tasks import AGAINST
from kempelen.web.errors import NoGame, Unwelcome
from kempelen.web.people.visitor import address_of, say_for, visitor_of
from kempelen.web.rooms.start import one, title_of
from kempelen.web.routes.pages import begun_from, form_of, game_here, needed, procedure_of, rooms_of
from kempelen.web.shown.pages.new import level_choice
from kempelen.web.templating import fragment, page
from kempelen.wording import bot_name, scenario_title, sheet_name

__all__ = ["beside", "router", "to_try", "workbench_of"]

router = APIRouter()
VIEWS = ("text", "form")
DRAFT = re.compile(r"[\w-]{8,40}")
TRY = "try"
"""The button that makes the small change of the first page."""
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
    sent = {key: [asked.get(key, "")] for key in ("page", "view", "changes", "section")} | {"draft": [draft]}
    return await _shown(request, game, text, sent, kept, first=not asked)


@router.post("/workbench/{name}")
async def check(request: Request, name: str) -> HTMLResponse:
    """Without a script: the form and what was found, anew."""
    game, form = workbench_of(name), await form_of(request)
    text = await beside(request)(_moved, game, form, say_for(request))
    await _keep_draft(request, game, form, text)
    return await _shown(request, game, text, form, await _drafts(request, game), first=False)


def _moved(game: Game[Any], form: Form, say: Say) -> str:
    """The text, with what was changed in the form of it and what the buttons at its lines say."""
    text, deed = meant(game, form, say), one(form, "do", "")
    if deed == TRY:
        return tried(text, _vocabulary(game).small_change)
    return changed_by(text, deed) if deed else text


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
        view=view if view in VIEWS else VIEWS[1 if first else 0],
        draft=draft if DRAFT.fullmatch(draft) else secrets.token_urlsafe(12),
        drafts=[(one.id, one.name or say("web.workbench.draft_unnamed")) for one in kept],
        page_lang=reader.lang,
        page_languages=[(lang, say(f"web.languages.{lang}")) for lang in LANGUAGES],
        sections=_sections(_vocabulary(game), say),
        shipped=[(id, sheet_name(game, sheet, say)) for id, sheet in shipped_sheets(game).items()],
        scenario=scenario,
        scenarios=[(one, scenario_title(game, one, say)) for one in game.scenarios],
        usual=next(one for one in game.scenarios if one != "first"),
        tables=await _tables(request, game, say),
        roles=bool(_vocabulary(game).roles),
        seats=seats_against(game, scenario),
        against=[(bot, bot_name(game, OPPONENTS.get(bot, bot), say)) for bot in AGAINST],
        level=level_choice(game, {key: values[-1] for key, values in form.items() if values}, say),
        trial=to_try(game, text, say),
        bad_lines={problem["line"] for problem in found["problems"]},
        began=one(form, "changes", ""),
        began_section=one(form, "section", ""),
        **_form(game, text, form, say),
        **found,
    )


def _sections(vocabulary: Vocabulary, say: Say) -> list[tuple[str, str]]:
    """Those that an automa of this game has: as they are written, and in words."""
    return [(name, section_title(vocabulary, name, say)) for name in vocabulary.sections]


def to_try(game: Game[Any], text: str, say: Say) -> tuple[str, bool]:
    """A small change for somebody who is here for the first time; whether a button can make it in this text."""
    key = f"{game.name}.automa_try"
    fits = say.has(key) and tried(text, _vocabulary(game).small_change) != text
    what = say(key) if fits else say("web.workbench.try_any")
    return say("web.workbench.try", what=what), fits


def _form(game: Game[Any], text: str, form: Form, say: Say) -> dict[str, Any]:
    line = number_in(one(form, "card", ""), 0, 10_000) or 0
    titles, card = form_of_text(text, _vocabulary(game), say, line, numbers_below(game, text))
    return {"cards": titles, "card": card, "any_section": " ".join(next(iter(_vocabulary(game).slots)))}


async def _tables(request: Request, game: Game[Any], say: Say) -> list[tuple[str, str]]:
    """The visitor's own games of this kind: where they are, and what they are called."""
    rooms, visitor = rooms_of(request), visitor_of(request)
    if visitor is None:
        return []

    def found() -> list[Listed]:
        return rooms.store.tables(visitor.who, game=game.name, most=MOST_TABLES)

    return [
        (
            table.address,
            table.name or f"{scenario_title(game, table.header['scenario'], say)} · {table.updated:%d.%m. %H:%M}",
        )
        for table in await rooms.run(found)
        if table.address is not None
    ]


# -- drafts


async def _drafts(request: Request, game: Game[Any]) -> list[Draft]:
    rooms, visitor = rooms_of(request), visitor_of(request)
    return [] if visitor is None else await rooms.run(rooms.store.drafts, visitor.who, game.name)


async def _keep_draft(request: Request, game: Game[Any], form: Form, text: str) -> None:
    """Whoever has come through the page keeps what he writes."""
    rooms, visitor, id = rooms_of(request), visitor_of(request), one(form, "draft", "")
    if visitor is not None and DRAFT.fullmatch(id):
        if all(draft.id != id for draft in await _drafts(request, game)):
            request.app.state.shares.take("drafts", address_of(request))
        await rooms.run(rooms.store.keep_draft, visitor.who, Draft(id, game.name, name_in(text), text))


@router.post("/workbench/{name}/drop")
async def drop(request: Request, name: str) -> Response:
    """A draft that is not wanted any more."""
    game, form, visitor, rooms = workbench_of(name), await form_of(request), needed(request), rooms_of(request)
    await rooms.run(rooms.store.drop_draft, visitor.who, one(form, "draft", ""))
    return RedirectResponse(at(request, f"/workbench/{game.name}"), 303)


# -- while somebody writes


@router.post("/api/automa/look/{name}")
async def look(request: Request, name: str) -> Response:
    """What was found: as a piece of the page, or as plain data for a program that asks for it."""
    game, say = workbench_of(name), say_for(request)
    form = await form_of(request)
    text = plain(one(form, "automa_text", ""))
    reader = _reader(say, one(form, "page", ""))
    found = await beside(request)(_content, game, text, say, reader, plain(one(form, "good_text", "")))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({key: value for key, value in found.items() if key != "last_good"})
    await _keep_draft(request, game, form, text)
    return fragment(request, "_automa.html", game=game.name, page_lang=reader.lang, **found)


@router.post("/api/automa/form/{name}")
async def form_changed(request: Request, name: str) -> HTMLResponse:
    """The form after something was changed in it, with the text that it now stands for."""
    game, say, form = workbench_of(name), say_for(request), await form_of(request)
    text = await beside(request)(_moved, game, form, say)
    return fragment(request, "_bench_form.html", game=game.name, text=text, **_form(game, text, form, say))


@router.get("/workbench/{name}/words")
async def words(request: Request, name: str) -> HTMLResponse:
    """The vocabulary: every word with its sentence, where it fits and how it is written."""
    game, say = workbench_of(name), say_for(request)
    vocabulary = _vocabulary(game)
    tables = (("orders", vocabulary.orders), ("numbers", vocabulary.tables))
    kinds = [
        (
            say(f"automa.kind.{kind}"),
            [
                (word.name, example(word), say.of(sentence(word), "Nom"), ", ".join(sorted(word.of)))
                for word in vocabulary.of_kind(kind)
            ],
        )
        for kind in KINDS
        if vocabulary.of_kind(kind)
    ]
    listed = [(say(f"automa.kind.{kind}"), _listed(all.values(), vocabulary, say)) for kind, all in tables if all]
    return page(request, "words.html", game=game.name, game_title=title_of(game, say), kinds=kinds, listed=listed)


def _listed(all: Iterable[Named], vocabulary: Vocabulary, say: Say) -> list[dict[str, Any]]:
    """Named orders or numbers: what each is for, what it lists, and how far a number may go."""
    return [
        {
            "name": one.name,
            "means": say.of(one.text(), "Nom"),
            "things": [
                (thing, thing_said(vocabulary, one, thing, say), span if one.name in vocabulary.tables else None)
                for thing, span in one.things.items()
            ],
        }
        for one in all
    ]


# -- to play against it


@router.post("/workbench/{name}/play")
async def play(request: Request, name: str) -> Response:
    """A game against what is written here, at the screen or at a real table."""
    game, form, say = workbench_of(name), await form_of(request), say_for(request)
    form["automa_text"] = [await beside(request)(meant, game, form, say)]
    scenario = one(form, "scenario", "")
    against = seats_against(game, scenario if scenario in game.scenarios else next(iter(game.scenarios)))
    # Whoever sends no seats still means what is written here, and not the automa that usually sits there.
    return await begun_from(request, game, {**{key: [value] for key, value in against.items()}, **form})


# -- to take away


@router.post("/workbench/{name}/file")
async def download(request: Request, name: str) -> Response:
    """The file itself, as it was written."""
    game, form, say = workbench_of(name), await form_of(request), say_for(request)
    text = await beside(request)(meant, game, form, say)
    found = await beside(request)(found_in, game, text, say, say)
    headers = {"content-disposition": f'attachment; filename="{found["automa_id"] or "draft"}.automa"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/workbench/{name}/pdf")
async def printed(request: Request, name: str) -> Response:
    """The printed page; raises BadAutoma."""
    game, form, say = workbench_of(name), await form_of(request), say_for(request)
    reader = _reader(say, one(form, "page", ""))

    def made() -> tuple[str, bytes]:
        sheet = sheet_from(game, meant(game, form, say))
        return sheet.id, document_pdf(
            sheet_name(game, sheet, reader), pages_by(game, sheet), credits_of(game, sheet), reader
        )

    id, content = await beside(request)(made)
    headers = {"content-disposition": f'attachment; filename="{id}.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)
