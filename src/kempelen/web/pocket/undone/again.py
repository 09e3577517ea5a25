"""Taking back beside a real table: others who acted since are asked about, and all of it can be done again."""

from __future__ import annotations

from kempelen.engine.errors import IllegalAction
from kempelen.engine.table import SPECTATOR
from kempelen.text.say import Say, Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.rolling import set_dice, takes_back_a_roll
from kempelen.web.rooms.room import Room, Undone
from kempelen.web.shown.known import recent

__all__ = ["can_again", "do_again", "others_since", "take_back"]


def others_since(room: Room, say: Say) -> str:
    """What is asked before it is taken back, too: that others have acted since somebody last answered; else nothing."""
    since = recent(room.session, SPECTATOR, room.session.humans).since
    return say("web.beside.undo_asks") if any(one.by_automa for one in since) else ""


def take_back(room: Room, version: int | None) -> None:
    """The last answer and what followed from it; it is kept for whoever wants it to stay so after all."""
    rows, before = list(room.session.inputs), len(room.session.rows)
    app_rolled = takes_back_a_roll(room)
    if app_rolled:  # else the app would roll at once again, and otherwise
        set_dice(room, on_table=True)
    room.undo(OPERATOR, version)
    dropped = rows[len(room.session.inputs) :]
    whole = len(room.session.rows) == before + 1 and rows[: len(room.session.inputs)] == room.session.inputs
    room.undone = Undone(len(room.session.rows), [*dropped], app_rolled) if whole and dropped else None


def can_again(room: Room) -> bool:
    return room.undone is not None and room.undone.left == len(room.session.rows)


def do_again(room: Room, version: int | None) -> None:
    """Everything that was taken back happens once more, as it did; raises IllegalAction if anything came since."""
    room.check_version(version)
    if room.undone is None or not can_again(room):
        raise IllegalAction(Text("session.late"))
    undone, room.undone = room.undone, None
    if undone.app_rolled:
        set_dice(room, on_table=False)
    room.follow(undone.rows, None)
