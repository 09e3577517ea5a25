"""What is to be put back on a real table after somebody has taken an answer back."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.engine.events import Touch, touches_of
from kempelen.text.say import Say
from kempelen.web.pocket.deeds import counted, points_told
from kempelen.web.pocket.pictured import named_events
from kempelen.web.rooms.room import Room
from kempelen.web.shown.story import said_of

__all__ = ["put_back", "told_events"]

MOST_PUT_BACK = 24


def told_events(room: Room, say: Say) -> list[str]:
    """Everything that the table has been told, in words; empty where nobody had anything to do with his hands."""
    session = room.session
    return [
        points_told(said_of(session, event, say), say) if any(map(by_hand, touches_of(event))) else ""
        for event in named_events(session)
    ]


def by_hand(touch: Touch) -> bool:
    """Is something in another place after it? A shot leaves nothing, and whose turn it is lies nowhere."""
    return touch.effect != "fired" and not (touch.effect == "turned" and touch.handle.startswith("seat:"))


def put_back(before: Sequence[str], left: int) -> list[str]:
    """What has been told since and is no longer so, the newest first: so it is put back hand by hand."""
    return list(counted([line for line in reversed(before[left:]) if line]))[:MOST_PUT_BACK]
