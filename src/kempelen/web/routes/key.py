"""The key to one's games: a lost cookie locks nobody out, and another device comes in with it. There are no accounts.

The key is what the cookie holds. Whoever has it is this person, so it is shown to nobody else, and a new one can be
made: the old one then opens nothing any more.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kempelen.engine.game import games
from kempelen.text.say import Text
from kempelen.web.addresses import at
from kempelen.web.errors import Unwelcome
from kempelen.web.people.keys import new_key, new_token
from kempelen.web.people.visitor import (
    Visitor,
    keep_cookie,
    key_of,
    say_for,
    scheme_of,
    visitor_of,
    visitor_with,
    welcome,
)
from kempelen.web.rooms import start
from kempelen.web.routes.pages import form_of, needed, rooms_of
from kempelen.web.routes.share import qr
from kempelen.web.routing import Pages
from kempelen.web.templating import page

__all__ = ["router"]

router = Pages()
LONGEST = 400
"""Characters of a key with its address; whatever is longer is something else."""


@router.get("/key")
async def own_key(request: Request) -> Response:
    """One's own key, and where one from another device is used."""
    if (visitor := visitor_of(request)) is not None:
        return page(request, "key.html", **shown(request, visitor))
    if "again" in request.query_params:  # a browser that keeps no cookie would be sent round for ever
        raise Unwelcome(Text("web.error.cookie"), 401)
    response = RedirectResponse(at(request, "/key?again=1"), 303)
    welcome(request, response)
    return response


def shown(request: Request, visitor: Visitor) -> dict[str, Any]:
    key = key_of(request, visitor)
    share = request.app.state.settings.share
    base = share or f"{scheme_of(request)}://{request.headers['host']}{at(request, '')}"
    link = f"{base}/key/{key}"
    return {"link": link, "code": qr(link), "given": None}


@router.get("/key.txt")
async def key_file(request: Request) -> Response:
    """The key to keep."""
    visitor = needed(request)
    words = say_for(request)("web.key.file", link=str(shown(request, visitor)["link"]))
    headers = {"content-disposition": 'attachment; filename="kempelen-key.txt"'}
    return Response(words + "\n", media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/key/{given}")
async def use(request: Request, given: str) -> HTMLResponse:
    """A key that was followed: nothing happens before a person says so, since programs open links as well."""
    await owner_of(request, given)
    return page(request, "key.html", given=given)


@router.post("/key")
async def take(request: Request) -> Response:
    """From now on this browser is the key's owner; what it had so far it brings along."""
    owner = await owner_of(request, start.one(await form_of(request), "key", ""))
    visitor, rooms = needed(request), rooms_of(request)
    if visitor != owner:
        await rooms.run(rooms.store.hand_over, visitor.who, owner.who)
    response = RedirectResponse(at(request, "/"), 303)
    keep_cookie(request, response, owner)
    return response


@router.post("/key/new")
async def renew(request: Request) -> Response:
    """Somebody else may have seen the key: everything goes to a new one, and the old one opens nothing."""
    visitor, rooms = needed(request), rooms_of(request)
    fresh = Visitor(new_token())
    await rooms.run(new_key, rooms.store, visitor.who, fresh.who)
    response = RedirectResponse(at(request, "/key"), 303)
    keep_cookie(request, response, fresh)
    return response


async def owner_of(request: Request, text: str) -> Visitor:
    """Whose key this is. One to which nothing belongs is refused: it may be one that was given up because somebody has
    seen it, and whatever is brought to it would be his as well."""
    owner, rooms = visitor_in(request, text), rooms_of(request)

    def has_something() -> bool:
        store = rooms.store
        return bool(store.places_of(owner.who)) or any(store.drafts(owner.who, game) for game in games())

    if owner != visitor_of(request) and not await rooms.run(has_something):
        raise Unwelcome(Text("web.key.empty"), 404)
    return owner


def visitor_in(request: Request, text: str) -> Visitor:
    """Whose key this is, with or without the address and the words of the file around it."""
    words = (word.rpartition("/key/")[2] for word in text[:LONGEST].split())
    found = next((owner for word in words if (owner := visitor_with(request, word)) is not None), None)
    if found is None:
        raise Unwelcome(Text("web.key.wrong"), 404)
    return found
