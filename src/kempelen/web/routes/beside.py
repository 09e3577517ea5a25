"""The companion's page: one instruction at a time, one question at a time, by plain links and forms."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kempelen.engine.errors import IllegalAction, PlayerError
from kempelen.engine.files.numbers import number_in
from kempelen.engine.tables.replay import ROLLS
from kempelen.text.say import Say, Text
from kempelen.web.addresses import at as address_at
from kempelen.web.errors import Unwelcome, public_to
from kempelen.web.people.keys import OPERATOR
from kempelen.web.people.place import Here, Place
from kempelen.web.people.visitor import say_for
from kempelen.web.pocket.ahead import NAMED
from kempelen.web.pocket.asking import ROLLED
from kempelen.web.pocket.deeds import told_so_far
from kempelen.web.pocket.naming import name_all, name_several, name_the_only_one
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.pointing import typed_point
from kempelen.web.pocket.rolling import roll_on, set_dice
from kempelen.web.pocket.undone.again import do_again, others_since, take_back
from kempelen.web.pocket.undone.taken import clipped, put_back, table_now
from kempelen.web.pocket.wrong.correcting import (
    changed_text,
    fact_from,
    meant,
    name_in,
    names_in,
    tray_in,
    without_field,
)
from kempelen.web.pocket.wrong.differing import differences
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import one
from kempelen.web.rooms.thoughts import why_of
from kempelen.web.routes.pages import form_of, needed
from kempelen.web.routing import Pages
from kempelen.web.shown.pages.beside import BUILD, TABS, At, look
from kempelen.web.shown.reasons import why_steps
from kempelen.web.templating import page
from kempelen.wording import named_at_table, told_at_table

__all__ = ["companion_page", "router"]

router = Pages("/tables/{id}/beside")
PATIENCE, NAP = 4.0, 0.04  # seconds that a page waits for an automa before it says that it thinks
MOST_PICKS = 8


async def companion_page(
    request: Request,
    here: Place,
    message: str = "",
    status: int = 200,
    form: Mapping[str, list[str]] | None = None,
    taken: Sequence[str] = (),
    undoing: str = "",
) -> HTMLResponse:
    """What the address says has been done, and what comes next; after a form what that says, and what it took back."""
    asked = form or {key: request.query_params.getlist(key) for key in request.query_params}
    tab = one(asked, "tab", TABS[0])
    await settled(here)
    say, done = say_for(request), number_in(one(asked, "done", ""))
    if done is not None and "told" not in asked:
        await here.rooms.seen_to(here.id, done)
    at = At(
        address_at(request, ""),
        done,
        tuple(asked.get("pick", [])[:MOST_PICKS]),
        "all" in asked,
        one(asked, "piece", "") if form is None else "",
        one(asked, "to", ""),
        "told" in asked,
    )
    shown = await here.look(lambda room: look(room, say, at, tab))
    whys: list[Any] = []
    if tab == "why":
        told = [await told_why(here, key, say, shown["why_titles"].get(key, "")) for key in shown["why"]]
        # what is done in one turn has one reason, told once
        whys = [one for n, one in enumerate(told) if not one[0] or all(one[0] != before[0] for before in told[:n])]
    return page(
        request,
        "companion.html",
        status,
        tab=tab if tab in (*TABS, BUILD) else TABS[0],
        message=message,
        taken=taken,
        undoing=undoing,
        whys=whys,
        **shown,
    )


async def settled(here: Place) -> None:
    """Wait a little for automas that think; after a new start somebody must wake them first."""
    await here.rooms.wake(here.id)
    for _ in range(round(PATIENCE / NAP)):
        if not await here.look(lambda room: room.busy):
            return
        await asyncio.sleep(NAP)


async def told_why(here: Place, key: str, say: Say, title: str) -> Any:
    """The reasons of the last instruction, and its sentence, if `title` has not said it in words of places."""
    try:
        why = await why_of(here, key)
    except IllegalAction as error:
        return [], say.of(error.text), False

    def worded(room: Room) -> Any:
        named = told_at_table(room.session, say)
        return (
            why_steps(why.steps or (), room.game, named, room.setup.options),
            title or " ".join(map(named.of, why.title)),
            why.secret,
        )

    return await here.look(worded)


# -- what is done there


async def operators(request: Request, here: Place) -> Mapping[str, list[str]]:
    """The form of whoever sits at the phone; nobody else's counts."""
    needed(request)
    if here.seat != OPERATOR:
        raise Unwelcome(Text("web.error.spectator"))
    return await form_of(request)


async def act(request: Request, here: Place, change: Callable[[Room, Mapping[str, list[str]]], None]) -> Response:
    """Change the game and go on; what cannot be done is said above the page as it was."""
    form = await operators(request, here)
    try:
        await here.rooms.change(here.id, lambda room: change(room, form))
    except PlayerError as error:
        if await here.look(
            lambda room: room.busy and room.asked(OPERATOR) is None
        ):  # a second tap while an automa thinks about the first
            return seen_now(request, here, clipped(form, await here.look(told_so_far)))
        return await companion_page(request, here, say_for(request).of(public_to(request, error)), 409, form)
    return seen_now(request, here, clipped(form, await here.look(told_so_far)))


def seen_now(request: Request, here: Place, form: Mapping[str, list[str]]) -> Response:
    """The page as the form has left it, by its own address."""
    kept = {key: form[key][-1] for key in ("done", "tab") if form.get(key, [""])[-1]}
    where = address_at(request, f"/tables/{here.address}")
    return RedirectResponse(f"{where}?{urlencode(kept)}" if kept else where, 303)


def version_in(form: Mapping[str, list[str]]) -> int | None:
    return number_in(one(form, "version", ""))


@router.post("/say")
async def say_it(request: Request, here: Here) -> Response:
    """An answer; several faces come as several fields, and what can only be one thing is not asked."""

    def change(room: Room, form: Mapping[str, list[str]]) -> None:
        faces = [value for key, values in sorted(form.items()) if re.fullmatch(r"do\d*", key) for value in values]
        asked = room.asked(OPERATOR)
        if several := one(form, "several", ""):
            name_several(room, several, version_in(form), say_for(request))
        elif asked is not None and asked.kind in NAMED and len(faces) > 1:
            name_all(room, faces, version_in(form), say_for(request))
        else:
            given = typed_point(room, one(form, "typed", ""), form.get("pick", [])) or " ".join(faces)
            room.answer(OPERATOR, given, version_in(form))
        name_the_only_one(room)

    return await act(request, here, change)


@router.post("/roll")
async def app_rolls(request: Request, here: Here) -> Response:
    """The app rolls what the page asks for, or draws lots until something else is asked; with `always` from now on."""

    def change(room: Room, form: Mapping[str, list[str]]) -> None:
        room.check_version(version_in(form))
        asked = room.asked(OPERATOR)
        if asked is None or asked.kind not in ROLLED:
            raise IllegalAction(Text("session.not_asked"))
        if one(form, "always", ""):
            set_dice(room, on_table=False)
        roll_on(room, asked)

    return await act(request, here, change)


@router.post("/dice")
async def dice(request: Request, here: Here) -> Response:
    """Who rolls from now on; it is said, since nothing else on the page has changed."""
    form, say = await operators(request, here), say_for(request)
    own = one(form, "dice", "app") == "table"

    def change(room: Room) -> str:
        set_dice(room, on_table=own)
        return "dice" if ROLLS in room.game.things.own_dice else "lots"

    kind = await here.rooms.change(here.id, change)
    return await companion_page(request, here, say(f"web.beside.{'own' if own else 'app'}_{kind}") + ".", form=form)


@router.post("/fix")
async def fix(request: Request, here: Here) -> Response:
    """What is true at the table; it is said in words what has changed."""
    form, say = await operators(request, here), say_for(request)
    fact, typed, piece = (one(form, key, "") for key in ("fact", "typed", "piece"))

    def change(room: Room) -> str:
        scene = scene_of(room, room.view(OPERATOR), say)
        before = scene_of(room, room.view(OPERATOR), named_at_table(room.session, say))
        known, name = meant(room, scene, piece) if piece in names_in(scene) else [], name_in(scene, piece)
        room.correct(fact_from(known, fact, typed), version_in(form))
        words, tray = named_at_table(room.session, say), tray_in(scene, piece)
        changed = changed_text(known, fact, typed.strip(), words, name, tray)
        more = differences(before, scene_of(room, room.view(OPERATOR), words), piece, changed, words)
        if not more:
            return say("web.beside.fixed", what=changed)
        return say("web.beside.fixed_too", what=changed, more="; ".join(more))

    try:
        changed = await here.rooms.change(here.id, change)
    except PlayerError as error:
        problem = say("web.beside.cannot_be", why=without_field(public_to(request, error)))
        return await companion_page(request, here, problem, 409, form)
    return await companion_page(request, here, changed, form=form)


@router.post("/redo")
async def redo(request: Request, here: Here) -> Response:
    """What was just taken back stays as it was."""
    return await act(request, here, lambda room, form: do_again(room, version_in(form)))


@router.post("/next")
async def try_again(request: Request, here: Here) -> Response:
    """An automa that got stuck tries once more."""
    needed(request)
    await here.rooms.go_on(here.id)
    return await seen_again(request, here)


@router.get("/{what}")
async def seen_again(request: Request, here: Here, what: str = "") -> Response:
    """Whoever loads again what was refused comes back to the table."""
    return RedirectResponse(address_at(request, f"/tables/{here.address}"), 303)


@router.post("/undo")
async def undo(request: Request, here: Here) -> Response:
    """Take back the last answer, and what others have done since if that is wanted, too; what lies otherwise by now is
    told, so that it can be put back."""
    form, say = await operators(request, here), say_for(request)
    asks = "" if one(form, "sure", "") else await here.look(lambda room: others_since(room, say))
    if asks:
        return await companion_page(request, here, form=form, undoing=asks)

    def change(room: Room) -> tuple[list[str], int]:
        told = told_at_table(room.session, say)
        before = table_now(room, told)
        take_back(room, version_in(form))
        return put_back(room, before, told), told_so_far(room)

    try:
        taken, left = await here.rooms.change(here.id, change)
    except PlayerError as error:
        return await companion_page(request, here, say.of(public_to(request, error)), 409, form)
    form = clipped(form, left)
    return await companion_page(request, here, form=form, taken=taken) if taken else seen_now(request, here, form)
