"""What is to be put back on a real table after somebody has taken an answer back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kempelen.engine.events import Touch, roll_of, touches_of, weight_of
from kempelen.engine.files.numbers import number_in
from kempelen.engine.table import Event
from kempelen.text.say import Say
from kempelen.web.pocket.apart import only_in_app
from kempelen.web.pocket.deeds import app_draws, counted, draws, points_told
from kempelen.web.pocket.pictured import named_events
from kempelen.web.pocket.set_up.building import half
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import one
from kempelen.web.shown.story import said_of

__all__ = ["clipped", "put_back", "told_events"]

MOST_PUT_BACK = 24


def told_events(room: Room, say: Say) -> list[str]:
    """Everything that the table has been told, in words; empty where nobody had anything to do with his hands."""
    session = room.session
    return [
        points_told(said_of(session, event, say), say) + came_from(touches_of(event), say)
        if any(by_hand(touch, event) for touch in touches_of(event))
        and not (draws(event) and app_draws(session, event))
        and not only_in_app(session, event)
        else ""
        for event in named_events(session)
    ]


def came_from(touches: Sequence[Touch], say: Say) -> str:
    """Where a piece stood on a measured table before it went: there it goes back."""
    starts = (touch.path[0] for touch in touches if touch.effect == "moved" and touch.path)
    points = [start for start in starts if not isinstance(start, str)]
    return "".join(" " + say("web.beside.back_to", x=half(start[0]), y=half(start[1])) for start in points[:1])


def by_hand(touch: Touch, event: Event) -> bool:
    """Is something in another place after it? A shot and a roll leave nothing, and whose turn it is lies nowhere."""
    if touch.effect != "turned":
        return touch.effect != "fired"
    named = touch.handle.startswith(("card:", "model:")) and not weight_of(event)
    return not (touch.handle.startswith("seat:") or named or roll_of(event) is not None)


def put_back(before: Sequence[str], left: int) -> list[str]:
    """What has been told since and is no longer so, the newest first: so it is put back hand by hand."""
    return list(counted([line for line in reversed(before[left:]) if line]))[:MOST_PUT_BACK]


def clipped(form: Mapping[str, list[str]], told: int) -> dict[str, list[str]]:
    """No more can have been done than has been told."""
    done = one(form, "done", "")
    return {**form, **({"done": [str(min(number_in(done) or 0, told))]} if done else {})}
