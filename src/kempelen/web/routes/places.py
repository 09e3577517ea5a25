"""Points of a table: what a click on bare ground would do, and how far a piece gets. Both only look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse

from kempelen.web.people.place import Here
from kempelen.web.people.visitor import plain_say_for
from kempelen.web.routes.pages import needed
from kempelen.web.routing import Pages, Unreadable
from kempelen.web.shown.previews import aim_in_words, reach_in_words, refused_in_words

__all__ = ["router"]

router = Pages("/tables/{id}")
MOST_HANDLES, LONGEST = 8, 80
MOST_POINTS, FARTHEST = 12, 9999


@dataclass(frozen=True, slots=True)
class Picked:
    """What has been picked so far."""

    handles: list[str]

    def __post_init__(self) -> None:
        if len(self.handles) > MOST_HANDLES or any(len(handle) > LONGEST for handle in self.handles):
            raise Unreadable("handles")


@dataclass(frozen=True, slots=True)
class Aimed:
    """And where to, by way of which corners."""

    handles: list[str]
    points: list[list[float]]

    def __post_init__(self) -> None:
        Picked(self.handles)
        if not 1 <= len(self.points) <= MOST_POINTS or not all(map(is_point, self.points)):
            raise Unreadable("points")

    @property
    def corners(self) -> list[tuple[float, float]]:
        return [(x, y) for x, y in self.points]


def is_point(point: Sequence[float]) -> bool:
    return len(point) == 2 and all(abs(value) <= FARTHEST for value in point)


@router.post("/aim")
async def aim(request: Request, here: Here, body: Aimed) -> JSONResponse:
    needed(request)
    say = plain_say_for(request)
    return JSONResponse(await here.look(lambda room: aim_in_words(room, here.seat, body.handles, body.corners, say)))


@router.post("/reach")
async def reach(request: Request, here: Here, body: Picked) -> JSONResponse:
    needed(request)
    say = plain_say_for(request)
    return JSONResponse(await here.look(lambda room: reach_in_words(room, here.seat, body.handles, say)))


@router.post("/refused")
async def refused(request: Request, here: Here, body: Picked) -> PlainTextResponse:
    """Why what was clicked last means nothing after what was picked before it; nothing if nobody can say."""
    needed(request)
    say = plain_say_for(request)
    return PlainTextResponse(await here.look(lambda room: refused_in_words(room, here.seat, body.handles, say)))
