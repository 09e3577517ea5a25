"""Somebody's games: where one goes on, results, names, deleting and bringing back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kempelen.engine.game import games
from kempelen.engine.table import SPECTATOR
from kempelen.scene.picture import picture, where_it_happens
from kempelen.store import Listed, Standing, Tally, tallies_of
from kempelen.text.say import Say, Text
from kempelen.web.addresses import at
from kempelen.web.errors import Unwelcome, no_place
from kempelen.web.people.keys import is_maker, table_address
from kempelen.web.people.place import Here
from kempelen.web.people.visitor import Visitor, is_local, say_for, visitor_of
from kempelen.web.rooms import day, start
from kempelen.web.rooms.feats import against
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.rooms import DELETED_FOR, Rooms
from kempelen.web.routes.pages import back_in, form_of, needed, rooms_of
from kempelen.web.routing import Pages
from kempelen.web.shown.pages.day import days_of
from kempelen.web.shown.pages.home import Line, Rate, cards_of, line_of, rate_text, rates_of, streak_of
from kempelen.web.shown.story import moments, touched_in
from kempelen.web.templating import page
from kempelen.wording import scenario_title

__all__ = ["lines_of", "router"]

router = Pages()
ON_HOME, ON_PAGE, AT_TABLE = 4, 20, 2
"""How many games are listed."""
STREAK = 10
"""So many games are looked at for how many were won in a row."""
LONGEST_NAME = 60
MOST_SKIPPED = 1_000_000


def lines_of(rooms: Rooms, visitor: Visitor | None, say: Say, *, free: bool = False, **which: Any) -> list[Line]:
    """A visitor's games, the last played first; `which` as in `Store.tables`."""
    who = visitor.who if visitor else ""
    found = (_line(rooms, who, table, say) for table in rooms.store.tables(who, free=free, **which))
    return [line for line in found if line is not None]


def _line(rooms: Rooms, who: str, table: Listed, say: Say) -> Line | None:
    store = rooms.store
    address = table.address or table_address(store, table.id)
    own = is_maker(store, who, table.id) if table.seats else True
    return line_of(table, address, say, rest=rooms.rest_of(table.id), own=own)


@dataclass(frozen=True, slots=True)
class Gone:
    """A deleted game that can be brought back."""

    id: str
    title: str


def _gone(rooms: Rooms, visitor: Visitor | None, say: Say, local: bool) -> list[Gone]:
    """The games that this visitor has deleted and may bring back, the last one first."""
    store, who = rooms.store, visitor.who if visitor else ""
    found = []
    for kept in store.deleted():
        mine = local if store.is_free(kept.id) else bool(who) and is_maker(store, who, kept.id)
        game = games().get(kept.header.get("game", ""))
        address = store.address(kept.id)
        if mine and game is not None and address is not None:
            scenario = scenario_title(game, kept.header["scenario"], say)
            found.append(Gone(address, kept.name or f"{start.title_of(game, say)}, {scenario}"))
    return found


def just_gone(gone: list[Gone], address: str) -> Gone | None:
    return next((one for one in gone if one.id == address), None)


@router.get("/")
async def home(request: Request, deleted: str = "") -> HTMLResponse:
    say, rooms, visitor, local = say_for(request), rooms_of(request), visitor_of(request), is_local(request)

    def look() -> dict[str, Any]:
        who = visitor.who if visitor else ""
        standings = rooms.store.standings(who, free=local)
        tallies = tallies_of(standings)
        rates = rates_of(tallies)
        cards = cards_of(rates, standings, say)
        dealt = rooms.store.tables(who, seed=day.MARK, most=day.MOST_DAYS) if standings else []
        return {
            "games": cards,
            "last": next((card for card in cards if standings and card.name == standings[0].tally.game), None),
            "days": days_of(dealt, standings, day.today(), say),
            "running": lines_of(rooms, visitor, say, free=local, over=False, most=ON_HOME),
            "finished": lines_of(rooms, visitor, say, free=local, over=True, most=ON_HOME),
            "streak": streak_of(rooms.store.tables(who, free=local, over=True, most=STREAK)),
            "gone": just_gone(_gone(rooms, visitor, say, local), deleted) if deleted else None,
            **_sums(tallies),
        }

    measured = request.app.state.settings.experiments is not None
    return page(request, "home.html", back=at(request, "/"), experiments=measured, **await rooms.run(look))


@router.get("/box")
async def box(request: Request) -> HTMLResponse:
    """For whoever has the real game: where one goes on, and every game with its companion and its desk."""
    say, rooms, visitor, local = say_for(request), rooms_of(request), visitor_of(request), is_local(request)

    def look() -> dict[str, Any]:
        running = lines_of(rooms, visitor, say, free=local, over=False, most=ON_PAGE)
        return {"games": cards_of({}, [], say), "running": [line for line in running if line.companion][:AT_TABLE]}

    return page(request, "box.html", back=at(request, "/box"), **await rooms.run(look))


def _sums(tallies: list[Tally]) -> dict[str, int]:
    return {
        "n_running": sum(tally.running for tally in tallies),
        "n_finished": sum(tally.over for tally in tallies),
        "n_won": sum(tally.won for tally in tallies),
        "n_counted": sum(tally.won + tally.lost + tally.drawn for tally in tallies),
    }


@router.get("/mine")
async def mine(request: Request, game: str = "", state: str = "", skip: int = 0, deleted: str = "") -> HTMLResponse:
    """All of somebody's games, with filters, and how often he has won."""
    say, rooms, visitor, local = say_for(request), rooms_of(request), visitor_of(request), is_local(request)
    which = game if game in games() else ""
    over = {"running": False, "over": True}.get(state)
    skip = min(max(0, skip), MOST_SKIPPED)

    def look() -> dict[str, Any]:
        standings = rooms.store.standings(visitor.who if visitor else "", free=local)
        tallies = tallies_of(standings)
        lines = lines_of(rooms, visitor, say, free=local, over=over, game=which, most=ON_PAGE + 1, skip=skip)
        gone = _gone(rooms, visitor, say, local)
        return {
            "lines": lines[:ON_PAGE],
            "more": len(lines) > ON_PAGE,
            "rates": _rates(tallies, standings, say),
            "gone": just_gone(gone, deleted),
            "all_gone": gone,
            "choices": [
                (name, start.title_of(games()[name], say))
                for name in dict.fromkeys(tally.game for tally in tallies)
                if name in games()
            ],
            **_sums(tallies),
        }

    found = await rooms.run(look)
    back = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    return page(
        request,
        "mine.html",
        back=back.partition("deleted=")[0].rstrip("?&"),
        game=which,
        state=state if over is not None else "",
        skip=skip,
        step=ON_PAGE,
        days=DELETED_FOR.days,
        **found,
    )


def _rates(tallies: list[Tally], standings: list[Standing], say: Say) -> list[dict[str, Any]]:
    """Games, and under each its scenarios and opponents, with how often the reader has won."""
    rates, opponents = rates_of(tallies), against(standings, say)
    shown = []
    for name in dict.fromkeys(name for name, _ in rates):
        game = games().get(name)
        if game is None:
            continue
        scenarios = [scenario for known, scenario in rates if known == name and scenario]
        shown.append(
            {
                "title": start.title_of(game, say),
                "rate": rates[name, ""],
                "text": rate_text(rates[name, ""], say),
                "scenarios": [(scenario_title(game, one, say), rates[name, one]) for one in scenarios],
                "opponents": [(word, Rate(*won)) for word, won in opponents.get(name, {}).items()],
            }
        )
    return shown


# -- one of them


@router.get("/tables/{id}/picture.svg")
async def table_picture(request: Request, here: Here, at: int | None = None) -> Response:
    """A small picture of the board as everybody at the table may see it; `at` a frame of the replay, that of then, and
    of it what was touched."""
    say = say_for(request)

    def look(room: Room) -> str:
        session = room.session
        numbers = moments(session)
        frame = None if at is None else min(max(at, 0), len(numbers) - 1)
        state = session.state if frame is None else session.look_back(numbers[frame])[0]
        scene = start.empty_scene() if state is None else room.game.scene(room.game.view(state, SPECTATOR), say)
        return picture(room.game, scene, where_it_happens(scene, () if frame is None else touched_in(session, frame)))

    headers = {
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        "cache-control": "no-store",
    }
    return Response(await here.look(look), media_type="image/svg+xml", headers=headers)


@router.post("/tables/{id}/name")
async def rename(request: Request, id: str) -> Response:
    """What this game is called in lists, by whoever plays there."""
    visitor, rooms, local = needed(request), rooms_of(request), is_local(request)
    form = await form_of(request)
    name = " ".join(start.one(form, "name", "").split())[:LONGEST_NAME]
    name = "".join(char for char in name if char.isprintable())

    def change() -> None:
        game = rooms.store.game_at(id)
        if game is None or not _may_name(rooms, visitor, game, local):
            raise no_place()
        rooms.store.set_name(game, name)

    await rooms.run(change)
    return RedirectResponse(back_in(request, form), 303)


def _may_name(rooms: Rooms, visitor: Visitor, id: str, local: bool) -> bool:
    seats = rooms.store.seats_of(visitor.who, id)
    return any(seat != SPECTATOR for seat in seats) or _may_delete(rooms, visitor, id, local)


def _may_delete(rooms: Rooms, visitor: Visitor, id: str, local: bool) -> bool:
    """Whoever has made the table; games of the terminal belong to whoever sits at this computer."""
    return local if rooms.store.is_free(id) else is_maker(rooms.store, visitor.who, id)


@router.post("/tables/{id}/delete")
async def delete(request: Request, id: str) -> Response:
    visitor, rooms, local = needed(request), rooms_of(request), is_local(request)
    back = back_in(request, await form_of(request))

    def find() -> str:
        game = rooms.store.game_at(id)
        if game is None or (not rooms.store.is_free(game) and not rooms.store.seats_of(visitor.who, game)):
            raise no_place()
        if not _may_delete(rooms, visitor, game, local):
            raise Unwelcome(Text("web.error.not_yours"))
        return game

    await rooms.delete(await rooms.run(find))
    return RedirectResponse(f"{back}{'&' if '?' in back else '?'}deleted={id}", 303)


@router.post("/tables/{id}/leave")
async def leave(request: Request, id: str) -> Response:
    """Take a table that somebody else has set up off one's own list; the link to it still works."""
    visitor, rooms = needed(request), rooms_of(request)
    back = back_in(request, await form_of(request))

    def change() -> None:
        game = rooms.store.game_at(id)
        if game is None or not rooms.store.seats_of(visitor.who, game):
            raise no_place()
        if is_maker(rooms.store, visitor.who, game):
            raise Unwelcome(Text("web.error.your_own"))
        rooms.store.leave(visitor.who, game)

    await rooms.run(change)
    return RedirectResponse(back, 303)


@router.post("/tables/{id}/restore")
async def restore(request: Request, id: str) -> Response:
    visitor, rooms, local = needed(request), rooms_of(request), is_local(request)
    back = back_in(request, await form_of(request))

    def change() -> None:
        for kept in rooms.store.deleted():
            if rooms.store.address(kept.id) == id and _may_delete(rooms, visitor, kept.id, local):
                rooms.store.restore(kept.id)
                return
        raise no_place()

    await rooms.run(change)
    return RedirectResponse(back, 303)
