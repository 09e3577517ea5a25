"""The adviser and the calculators in the browser. An address holds all that was answered: nothing is kept here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from secrets import randbelow
from typing import Any

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kempelen.desk.adviser import Adviser
from kempelen.desk.written import between, said_in, sitting
from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game
from kempelen.engine.setup import edition_for, options_in
from kempelen.parts.advice import adviser_of, calculations_of, has_desk
from kempelen.scene.look import look_definitions
from kempelen.text.say import Say, Text
from kempelen.web.addresses import at as address_at
from kempelen.web.errors import NoGame
from kempelen.web.opening import look_over
from kempelen.web.people.visitor import say_for
from kempelen.web.pocket.asked import worked
from kempelen.web.pocket.desk import TABLE, Button, address, menu_of, picture_of, told_of, trail_of, wish_of
from kempelen.web.pocket.drawn import drawn, opened
from kempelen.web.rooms import own
from kempelen.web.rooms.groups import OWN, ROSTER, group_in, packed
from kempelen.web.rooms.start import title_of
from kempelen.web.routes.pages import form_of, game_here, needed
from kempelen.web.routing import Pages
from kempelen.web.templating import page

__all__ = ["router"]

router = Pages("/desk/{name}")
NOBODY_ASKED = Adviser(Text("web.desk.intro"), ())
"""Of a game that has no adviser but other things at its desk."""


@dataclass(frozen=True, slots=True)
class Sat:
    """Who is asked, and by which edition."""

    game: Game[Any]
    base: str
    """Where its pages are found."""
    adviser: Adviser
    options: Mapping[str, str]
    chosen: Mapping[str, str]
    """What the address says besides the answers."""
    groups: tuple[Mapping[str, Any], ...]
    """Groups of somebody's own: their models can be named."""
    say: Say


def sat(request: Request, name: str) -> Sat:
    """The desk of a game; raises NoGame if it has none, BadSetup for an edition there is not."""
    game, say = game_here(name), say_for(request)
    asked = request.query_params.get("edition", "")
    left = request.query_params.get(TABLE, "")
    edition = edition_for(game, asked, say.lang)
    options = options_in(game, edition, {})
    adviser = adviser_of(game, options)
    if not has_desk(game):
        raise NoGame(Text("web.desk.none", game=Text(f"{name}.title")))
    mine = request.query_params.get(OWN, "") if game.rosters is not None else ""
    return Sat(
        game,
        address_at(request, f"/desk/{name}"),
        adviser or NOBODY_ASKED,
        options,
        {
            **({"edition": asked} if asked else {}),
            **({TABLE: left} if re.fullmatch(r"[\w-]{1,60}", left) else {}),
            **({OWN: mine} if mine else {}),
        },
        (group_in(game, mine),) if mine else (),
        say,
    )


def around(at: Sat, **more: Any) -> dict[str, Any]:
    """What every page of a desk shows."""
    game, say = at.game, at.say
    return {
        "game": game.name,
        "title": title_of(game, say),
        "definitions": Markup(look_definitions(game)),
        "home": address(at.base, (), at.chosen),
        "table": at.chosen.get(TABLE, ""),
        "rosters": False,
        **more,
    }


@router.get("")
async def desk(request: Request, name: str) -> Response:
    """The menu, a question, or the advice: as far as the address has come."""
    at = sat(request, name)
    line = request.query_params.get("q", "")
    typed = request.query_params.get("n")
    message = ""
    if typed is not None:  # a number from a form
        try:
            sitting(at.adviser, between.join((*said_in(line), typed.strip() or "?")))
            return RedirectResponse(address(at.base, (*said_in(line), typed.strip()), at.chosen), 303)
        except PlayerError as error:
            message = at.say.of(error.text)
    advising = sitting(at.adviser, line)
    words = said_in(line)
    shown: dict[str, Any] = {"message": message, "line": line, "chosen": at.chosen, "wish": None, "told": None}
    if advising.consultation is None:
        forms = frozenset(one.id for one in calculations_of(at.game, at.options, at.groups))
        groups = menu_of(at.game, at.base, at.adviser, forms, at.chosen, at.say)
        if at.game.advice is not None and at.game.advice.drawing is not None:
            if not groups:  # nothing to choose: it lies open
                return await draw(request, name)
            button = Button(address(at.base, (), at.chosen, "/draw"), at.say(f"{name}.drawing.title"))
            groups.append((at.say("web.desk.draw"), [button]))
        return menu_page(request, at, groups, shown)
    one = advising.consultation
    if advising.query is not None:
        shown["wish"] = wish_of(at.game, at.base, advising, line, at.chosen, at.say, at.options)
    else:
        shown["told"] = told_of(at.game, at.base, advising, line, at.chosen, at.say, at.options)
    return page(
        request,
        "desk.html",
        **around(
            at,
            groups=None,
            what=at.say.of(one.title, "Nom"),
            picture=picture_of(at.game, one.thing, at.say),
            reminder=at.say.of(one.reminder) if one.reminder is not None and not advising.said else "",
            trail=trail_of(advising, at.say),
            rolled=rolled_last(words),
            back=address(at.base, words[:-1], at.chosen),
            **shown,
        ),
    )


def menu_page(
    request: Request, at: Sat, groups: list[tuple[str, list[Button]]], shown: Mapping[str, Any]
) -> HTMLResponse:
    """Everything that can be asked; where groups are put together, one's own may be brought along."""
    own = {
        "groups": groups,
        "intro": at.say.of(at.adviser.intro),
        "roster": "",
        "rosters": at.game.rosters is not None,
        "mine": ", ".join(str(group.get("name") or group.get("faction", "")) for group in at.groups),
        "without": address(at.base, (), {key: value for key, value in at.chosen.items() if key != OWN}),
    }
    return page(request, "desk.html", **around(at, **{**own, **shown}))


@router.post("")
async def bring_group(request: Request, name: str) -> Response:
    """A group of somebody's own, from now on in the address; what is wrong with it is said above the menu."""
    at, form = sat(request, name), await form_of(request)
    needed(request)
    text = (form.get(ROSTER) or [""])[-1]
    try:
        chosen = {**at.chosen, OWN: packed(at.game, text)}
    except PlayerError as error:
        forms = frozenset(one.id for one in calculations_of(at.game, at.options, at.groups))
        groups = menu_of(at.game, at.base, at.adviser, forms, at.chosen, at.say)
        shown = {"message": at.say.of(error.text), "line": "", "chosen": at.chosen, "wish": None, "told": None}
        return menu_page(request, at, groups, {**shown, "roster": text})
    return RedirectResponse(address(at.base, (), chosen), 303)


def rolled_last(words: list[str]) -> str:
    """What the program has just rolled or drawn; empty if it has not."""
    last = words[-1] if words else ""
    return last[1:] if last[:1] in ("r", "l") and last[1:].isdecimal() else ""


@router.get("/roll")
async def roll(request: Request, name: str) -> Response:
    """The program rolls, and the address says what came."""
    at = sat(request, name)
    line = request.query_params.get("q", "")
    query = sitting(at.adviser, line).query
    if query is None or query.kind not in ("roll", "lot"):
        return RedirectResponse(address(at.base, said_in(line), at.chosen), 303)
    face = randbelow(len(query.options) or query.most) + 1
    sign = "r" if query.kind == "roll" else "l"
    return RedirectResponse(address(at.base, (*said_in(line), f"{sign}{face}"), at.chosen), 303)


# -- calculators: everything in one form


@router.get("/draw")
async def draw(request: Request, name: str) -> Response:
    """A table drawn by tapping, and what the unit on it may do."""
    at = sat(request, name)
    if at.game.advice is None or at.game.advice.drawing is None:
        raise NoGame(Text("web.desk.none", game=Text(f"{name}.title")))
    return page(request, "desk_draw.html", **around(at, **drawn(at.game, at.base, request.query_params, at.say)))


@router.post("/draw")
async def draw_file(request: Request, name: str) -> Response:
    """A map file of somebody's own, drawn; what is wrong with it is said above the drawing that was there."""
    at, form = sat(request, name), await form_of(request)
    if at.game.advice is None or at.game.advice.drawing is None:
        raise NoGame(Text("web.desk.none", game=Text(f"{name}.title")))
    needed(request)
    asked = {key: values[-1] for key, values in form.items()}
    file, text = own.content_in(asked)
    told: Text | None = None
    try:
        if text:
            await look_over(request, file, text.encode())
            made = opened(at.game, own.read_for(at.game, file, text.encode()))
            told = made.note
            asked |= {**made.values, "q": made.line}
    except PlayerError as error:
        told = error.text
    return page(request, "desk_draw.html", **around(at, **drawn(at.game, at.base, asked, at.say, told)))


@router.get("/{what}")
async def work(request: Request, name: str, what: str) -> HTMLResponse:
    """A calculation: what comes of the usual values, and everything that can be changed by a tap."""
    at = sat(request, name)
    calculation = next((one for one in calculations_of(at.game, at.options, at.groups) if one.id == what), None)
    if calculation is None:
        raise NoGame(Text("web.desk.no_such", what=what[:40]))
    shown = worked(at.game, calculation, request.query_params, at.say, at.options)
    action = f"{at.base}/{calculation.id}"
    kept = {"edition": at.chosen.get("edition", ""), "mine": at.chosen.get(OWN, "")}
    return page(request, "desk_form.html", **around(at, action=action, others=[], **kept, **shown))
