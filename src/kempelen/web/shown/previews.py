"""What an action would do, as plain data for the page: made when somebody points at it, from his own view."""

from __future__ import annotations

from typing import Any

from kempelen.engine.errors import PlayerError
from kempelen.engine.notation import read_action
from kempelen.engine.table import Seat
from kempelen.parts.foresight import Place, Preview, preview_of
from kempelen.text.say import Say, Text
from kempelen.web.errors import public
from kempelen.web.rooms.room import Room
from kempelen.web.shown.choices import percent
from kempelen.web.shown.happened import need_of, plain_touch, sum_of

__all__ = ["preview_in_words"]


def preview_in_words(room: Room, seat: Seat, notation: str, say: Say) -> dict[str, Any]:
    """The preview of an answer; `objection` says why it would not be taken."""
    decision = room.asked(seat)
    if decision is None or decision.kind != "do":
        return {"objection": say.of(Text("session.over" if room.over else "session.not_asked"))}
    try:
        action = read_action(room.game, decision, room.session.state, notation)
    except PlayerError as error:
        return {"objection": say.of(public(error))}
    return plain_preview(preview_of(room.game, room.session.view(decision.seat), decision.seat, action), say)


def plain_preview(shown: Preview, say: Say) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if shown.ghost is not None:
        ghost = shown.ghost
        found["ghost"] = {"handle": ghost.handle, "at": _place(ghost.at), "turned": ghost.turned}
    if shown.path:
        found["path"] = [_place(place) for place in shown.path]
    if shown.arrows:
        found["arrows"] = [[_place(place) for place in arrow] for arrow in shown.arrows]
    if shown.reach:
        found["reach"] = list(shown.reach)
    if shown.area:
        found["area"] = [list(point) for point in shown.area]
    if shown.targets:
        found["targets"] = [list(target) for target in shown.targets]
    if shown.costs:
        found["costs"] = [say.of(text, "Nom") for text in shown.costs]
    if shown.chance is not None:
        found["chance"] = percent(shown.chance)
    if shown.roll is not None:
        found["need"] = need_of(shown.roll, say)
        found["sum"] = sum_of(shown.roll, say)
    if shown.touches:
        found["touches"] = [plain_touch(touch) for touch in shown.touches]
    if shown.remarks:
        found["remarks"] = [[remark.weight, say.of(remark.text, "Nom")] for remark in shown.remarks]
    if shown.costly:
        found["costly"] = True
    if shown.short is not None:
        found["short"] = say.of(shown.short, "Nom")
    return found


def _place(place: Place) -> Any:
    return place if isinstance(place, str) else list(place)
