"""The adviser at a running game: what each card or unit of the other side would do as the table lies now.

Nothing is asked that the app knows. It is worked out from what everybody sees, so it tells nobody's secrets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Game
from kempelen.engine.table import SPECTATOR
from kempelen.engine.tables.odds import Chance
from kempelen.parts.advice import Askable
from kempelen.scene import parts
from kempelen.scene.look import look_definitions
from kempelen.text.say import Say
from kempelen.web.addresses import at as address_at
from kempelen.web.people.place import Here
from kempelen.web.people.visitor import say_for
from kempelen.web.pocket.asked import worked
from kempelen.web.pocket.drawn import marks
from kempelen.web.pocket.pictured import scene_of
from kempelen.web.pocket.tapping import board_with_links
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import title_of
from kempelen.web.routing import Pages
from kempelen.web.shown.reasons import WhyStep, why_steps
from kempelen.web.templating import page

__all__ = ["asks_here", "router"]

router = Pages("/tables/{id}/ask")
MOST = 3
"""So many outcomes are told of each in the list."""


@dataclass(frozen=True, slots=True)
class Row:
    """A card or a unit, and what it would most likely do."""

    href: str
    name: str
    picture: Markup | None
    outcomes: Sequence[tuple[str, str]]
    """How likely, and what."""
    more: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that it may do."""

    likely: str
    share: float
    text: str
    why: Sequence[WhyStep]


def asks_here(room: Room) -> bool:
    """Is there anything to be asked about this table without asking people?"""
    advice = room.game.advice
    return room.companion and not room.over and advice is not None and advice.askable is not None


@router.get("")
async def ask(request: Request, here: Here) -> Response:
    """What would come of it: all in a list, or one of them with its board and its reasons."""
    say, back = say_for(request), address_at(request, f"/tables/{here.address}")
    wanted = request.query_params.get("about", "")
    worked_out = await here.look(lambda room: worked_here(room, f"{back}/ask", request.query_params, say))
    if worked_out is not None:
        desk = f"{address_at(request, f'/desk/{here.game}')}?{urlencode({'table': here.address})}"
        return page(
            request, "desk_form.html", table=here.address, desk=desk, home=back, edition="", mine="", **worked_out
        )
    if not await here.look(asks_here):
        where = address_at(request, f"/desk/{here.game}")
        return RedirectResponse(f"{where}?{urlencode({'table': here.address})}", 303)
    shown = await here.look(lambda room: told_at(room, f"{back}/ask", wanted, say))
    desk = f"{address_at(request, f'/desk/{here.game}')}?{urlencode({'table': here.address})}"
    return page(request, "ask_here.html", table=here.address, desk=desk, home=f"{back}/ask", **shown)


def worked_here(room: Room, base: str, given: Mapping[str, str], say: Say) -> dict[str, Any] | None:
    """A calculation about this very table, with ways to the others; None if there is none."""
    game = room.game
    if (
        not room.companion
        or room.over
        or not room.session.started
        or game.advice is None
        or game.advice.at_table is None
    ):
        return None
    found = list(game.advice.at_table(room.session.view(SPECTATOR)))
    if not found:
        return None
    one = next((one for one in found if one.id == given.get("work")), found[0])
    others = [
        (f"{base}?{urlencode({'work': other.id})}", say.of(other.title, "Nom")) for other in found if other is not one
    ]
    return {
        "game": game.name,
        "title": title_of(game, say),
        "definitions": Markup(look_definitions(game)),
        "action": base,
        "others": others or [(base, say.of(one.title, "Nom"))],
        **worked(game, one, given, say, room.setup.options),
    }


def told_at(room: Room, base: str, wanted: str, say: Say) -> dict[str, Any]:
    """Everything the page shows, from what everybody at the table may know."""
    game, state = room.game, room.session.view(SPECTATOR)
    assert game.advice is not None
    assert game.advice.askable is not None
    scene = scene_of(room, state, say)
    asked = list(game.advice.askable(state))
    chosen = next((one for one in asked if key_of(one) == wanted), asked[0] if len(asked) == 1 else None)
    shown: dict[str, Any] = {
        "game": game.name,
        "title": title_of(game, say),
        "definitions": Markup(look_definitions(game)),
        "what": say("web.beside.ask.title"),
        "rows": [],
        "others": [],
        "picture": None,
        "outcomes": [],
        "message": "",
    }
    there = {shape.id for shape in scene.shapes}
    links = {one.handle: href(base, one) for one in asked if one.handle in there}
    if chosen is None:
        board = board_with_links(scene, links)
        return {**shown, "board": board, "rows": [row_of(game, state, one, base, say) for one in asked]}
    chances: Sequence[Chance] = ()
    try:
        chances = chances_of(game, state, chosen)
    except PlayerError as error:
        shown["message"] = say.of(error.text)
    outcomes = [
        Outcome(
            likely(one.p, say),
            float(100 * one.p),
            say.of(one.text, "Nom"),
            why_steps(one.trace, game, say, room.setup.options) if one.trace is not None else [],
        )
        for one in chances
    ]
    return {
        **shown,
        "what": say.of(chosen.name, "Nom"),
        "picture": picture_of(game, chosen, say),
        "outcomes": outcomes,
        "board": board_with_links(scene, {}, marks(list(chances), say)),
        "others": [(href(base, one), say.of(one.name, "Bare"), one is chosen) for one in asked] if asked[1:] else [],
    }


def row_of(game: Game[Any], state: Any, one: Askable, base: str, say: Say) -> Row:
    try:
        told = list(grouped(chances_of(game, state, one), say))
    except PlayerError as error:
        told = [("", say.of(error.text))]
    name = say.of(one.name, "Nom")
    return Row(href(base, one), name, picture_of(game, one, say), told[:MOST], len(told) - len(told[:MOST]))


def grouped(chances: Sequence[Chance], say: Say) -> Iterator[tuple[str, str]]:
    """Actions with their whole chance; where they are of no group, each for itself."""
    found: dict[str, Fraction] = {}
    for one in chances:
        word = say.of(one.group, "Bare") if one.group is not None else say.of(one.text, "Nom")
        found[word] = found.get(word, Fraction(0)) + one.p
    for word, p in sorted(found.items(), key=lambda pair: -pair[1]):
        yield likely(p, say), word


def chances_of(game: Game[Any], state: Any, one: Askable) -> Sequence[Chance]:
    assert game.advice is not None
    assert game.advice.odds_of is not None
    return game.advice.odds_of(state, one.inquiry)


def likely(p: Fraction, say: Say) -> str:
    return say("web.desk.likely", p=float(100 * p)).replace(" ", "\u00a0")


def picture_of(game: Game[Any], one: Askable, say: Say) -> Markup | None:
    shape = game.things.picture(one.thing, say) if one.thing else None
    return Markup(parts.sample(shape)) if shape is not None else None


def key_of(one: Askable) -> str:
    return one.inquiry.card or one.inquiry.unit


def href(base: str, one: Askable) -> str:
    return f"{base}?{urlencode({'about': key_of(one)})}"
