"""What the workbench tries out: positions, lines and games, each in a process of its own."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from kempelen.engine.errors import BadSetup, IllegalAction
from kempelen.engine.files.numbers import number_in
from kempelen.engine.files.position import position_text
from kempelen.engine.game import Game
from kempelen.parts.automas import sheet_from
from kempelen.parts.levels import LEVEL
from kempelen.scene.look import look_definitions
from kempelen.text.say import Text
from kempelen.web.addresses import at
from kempelen.web.bench.meant import meant
from kempelen.web.bench.positions import Looking, Place
from kempelen.web.bench.shown import job_content
from kempelen.web.bench.tasks import Comparing, Counting, Shared, Sharing
from kempelen.web.errors import Unwelcome
from kempelen.web.lab.jobs import Job, Jobs
from kempelen.web.opening import count_game
from kempelen.web.people.place import place_of
from kempelen.web.people.visitor import address_of, say_for
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import one, title_of
from kempelen.web.routes.pages import form_of, needed, rooms_of
from kempelen.web.routes.workbench import beside, workbench_of
from kempelen.web.shown.story import moments
from kempelen.web.templating import fragment, page

__all__ = ["router"]

router = APIRouter()
LONGEST = 100_000
"""Letters of a position."""


def jobs_of(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


async def _asked(request: Request, name: str) -> tuple[Game[Any], dict[str, list[str]], str]:
    """The game, the form and the automa in it, which can be played; raises BadAutoma."""
    game, form = workbench_of(name), await form_of(request)
    needed(request)
    text = await beside(request)(meant, game, form, say_for(request))
    await beside(request)(sheet_from, game, text)
    count_game(request)
    return game, form, text


def _begun(request: Request, name: str, task: Any) -> Response:
    job = jobs_of(request).begin(needed(request).who, task, address_of(request))
    return RedirectResponse(at(request, f"/workbench/{name}/jobs/{job.id}"), 303)


@router.post("/workbench/{name}/compare")
async def compare(request: Request, name: str) -> Response:
    """Against the original: decisions exactly, then games on the same seeds."""
    game, form, text = await _asked(request, name)
    scenario, opposite = one(form, "compare_scenario", ""), one(form, "against", "")[:20]
    return _begun(request, name, Comparing(game.name, text, scenario, level=_level(form), against=opposite))


@router.post("/workbench/{name}/lines")
async def lines(request: Request, name: str) -> Response:
    """How often each line is carried out."""
    game, form, text = await _asked(request, name)
    return _begun(request, name, Counting(game.name, text, one(form, "lines_scenario", ""), level=_level(form)))


@router.post("/workbench/{name}/share")
async def share(request: Request, name: str) -> Response:
    """One page to give away: the file, the printed page, odds, lines, one game."""
    game, form, text = await _asked(request, name)
    return _begun(request, name, Sharing(game.name, text, say_for(request).lang, level=_level(form)))


@router.get("/workbench/{name}/jobs/{id}/page")
async def shared(request: Request, name: str, id: str) -> Response:
    """That page, once it is made."""
    found = job_here(request, name, id).look()
    if not isinstance(found, Shared) or not found.page:
        raise Unwelcome(Text("web.error.no_simulation"), 404)
    headers = {"content-disposition": f'attachment; filename="{found.id}.html"'}
    return Response(found.page, media_type="text/html; charset=utf-8", headers=headers)


@router.post("/workbench/{name}/position")
async def position(request: Request, name: str) -> Response:
    """A position of a game that the automa plays, of one's own game, or as text."""
    game, form, text = await _asked(request, name)
    lang, deed = say_for(request).lang, one(form, "do", "first")
    unit, level = one(form, "unit", "")[:60], _level(form)
    if deed == "look":
        given = one(form, "position", "").replace("\r\n", "\n")[:LONGEST]
        task = Looking(game.name, text, lang, position=given or "\n", unit=unit, level=level)
    elif deed == "mine":
        given = await _of_table(request, one(form, "table", ""), one(form, "moment", ""))
        task = Looking(game.name, text, lang, position=given, level=level)
    else:
        scenario = one(form, "position_scenario", "")
        scenario = scenario if scenario in game.scenarios else game.scenarios[0]
        after = Place() if deed == "first" else Place(_number(form, "game"), _number(form, "decision"))
        task = Looking(game.name, text, lang, scenario=scenario, after=after, differ=deed == "differ", level=level)
    return _begun(request, name, task)


def _level(form: dict[str, list[str]]) -> str:
    """The level that was chosen, where a game has them: of a bot, or an option of the rules."""
    return one(form, LEVEL, "") or one(form, f"option-{LEVEL}", "")


def _number(form: dict[str, list[str]], key: str) -> int:
    number = number_in(one(form, key, ""), 0, 10_000)
    return number if number is not None else 0


async def _of_table(request: Request, address: str, moment: str) -> str:
    """A moment of a game at which the visitor sits, as he may see it, as text; raises a PlayerError."""
    if not address:
        raise BadSetup(Text("web.workbench.no_moment"))
    here = await place_of(rooms_of(request), needed(request), address, None)

    def look(room: Room) -> str:
        numbers = moments(room.session)
        number = number_in(moment, 0, len(numbers) - 1)
        if moment.strip() and number is None:
            raise IllegalAction(Text("web.error.no_moment"))
        if number is None and not room.over:
            return position_text(room.game.to_position(room.view(here.seat)))
        # The last moment of a game that is over has nothing left to decide: the one before it has.
        chosen = number if number is not None else max(0, len(numbers) - 2)
        state, _ = room.session.look_back(numbers[chosen])
        if state is None:
            raise IllegalAction(Text("web.error.no_moment"))
        reader = room.reader(here.seat)
        return position_text(room.game.to_position(state if reader is None else room.game.view(state, reader)))

    found: str = await here.look(look)
    return found


# -- a job


def job_here(request: Request, name: str, id: str) -> Job:
    job = jobs_of(request).named(id)
    if job is None or getattr(job.task, "game", "") != name:
        raise Unwelcome(Text("web.error.no_simulation"), 404)
    return job


@router.get("/workbench/{name}/jobs/{id}")
async def job(request: Request, name: str, id: str) -> HTMLResponse:
    """What there is so far: a part of the page for a script that asks, else a page that comes again by itself."""
    game, say = workbench_of(name), say_for(request)
    found = job_here(request, name, id)
    content = await beside(request)(job_content, found, say)
    if content["kind"] == "position" and content["shown"] is not None:
        content |= {"board": Markup(content["shown"].board), "definitions": Markup(look_definitions(game))}
    if "x-part" in request.headers:
        return fragment(request, "_job.html", **content)
    return page(request, "bench_job.html", game_title=title_of(game, say), text=found.task.text, **content)


@router.post("/workbench/{name}/jobs/{id}/stop")
async def stop(request: Request, name: str, id: str) -> Response:
    """What is known by then stays."""
    needed(request)
    job_here(request, name, id).stop()
    return RedirectResponse(at(request, f"/workbench/{name}/jobs/{id}"), 303)
