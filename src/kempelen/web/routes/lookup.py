"""What is looked up at a table: what its signs mean, what has happened, the rules in short."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from kempelen.web.people.place import Here
from kempelen.web.people.visitor import plain_say_for
from kempelen.web.rooms.room import Room
from kempelen.web.routing import Pages, Unreadable
from kempelen.web.shown.happened import gathered
from kempelen.web.shown.legend import legend_of, rules_with
from kempelen.web.shown.story import Entry, log_of
from kempelen.web.templating import fragment
from kempelen.wording import named_at_screen, speaking_to

__all__ = ["router"]

router = Pages("/tables/{id}")
LONGEST_QUERY = 60
FEW = 12
"""So many steps of the log are shown at first."""


@router.get("/legend")
async def legend(request: Request, here: Here) -> HTMLResponse:
    """What the signs in this picture mean."""
    say = plain_say_for(request)

    def look(room: Room) -> Any:
        view, named = room.view(here.seat), named_at_screen(room.session, say)
        return legend_of(room.game, room.game.scene(view, named), named) if view is not None else []

    return fragment(request, "_legend.html", signs=await here.look(look))


@router.get("/log")
async def log(request: Request, here: Here, few: bool = False) -> HTMLResponse:
    """What has happened so far, the latest first; if wanted, only the last steps."""
    say = plain_say_for(request)

    def look(room: Room) -> list[Entry]:
        told = speaking_to(room.session, here.seat, named_at_screen(room.session, say))
        most = FEW + 1 if few else None
        return log_of(room.session, room.reader(here.seat), told, most)[::-1]

    entries = await here.look(look)
    more = few and len(entries) > FEW
    shown = [gathered(one) for one in (entries[:FEW] if more else entries)]
    return fragment(request, "_log.html", log=shown, more_log=more, log_seat=here.seat)


@router.get("/rules")
async def rules(request: Request, here: Here, q: str = "") -> HTMLResponse:
    """The rules in short that hold these words."""
    if len(q) > LONGEST_QUERY:
        raise Unreadable("q")
    lang = plain_say_for(request).lang
    game = await here.look(lambda room: room.game)
    return fragment(request, "_found.html", rules=rules_with(game.rulebook, q, lang), game=game.name, q=q)
