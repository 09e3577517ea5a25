"""Points of a table: what a click on bare ground would do, and how far a piece gets. Both only look."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from kempelen.web.people.place import Here
from kempelen.web.people.visitor import plain_say_for
from kempelen.web.routes.pages import needed
from kempelen.web.shown.previews import aim_in_words, reach_in_words

__all__ = ["router"]

router = APIRouter(prefix="/tables/{id}")
Handle = Annotated[str, Field(max_length=80)]
Number = Annotated[float, Field(ge=-9999, le=9999, allow_inf_nan=False)]


class Picked(BaseModel):
    """What has been picked so far."""

    model_config = ConfigDict(extra="forbid")
    handles: list[Handle] = Field(max_length=8)


class Aimed(Picked):
    """And where to, by way of which corners."""

    points: list[tuple[Number, Number]] = Field(min_length=1, max_length=12)


@router.post("/aim")
async def aim(request: Request, here: Here, body: Aimed) -> JSONResponse:
    needed(request)
    say = plain_say_for(request)
    return JSONResponse(await here.look(lambda room: aim_in_words(room, here.seat, body.handles, body.points, say)))


@router.post("/reach")
async def reach(request: Request, here: Here, body: Picked) -> JSONResponse:
    needed(request)
    say = plain_say_for(request)
    return JSONResponse(await here.look(lambda room: reach_in_words(room, here.seat, body.handles, say)))
