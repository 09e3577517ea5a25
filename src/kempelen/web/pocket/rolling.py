"""Who rolls beside a real table: the app this once, or from now on."""

from __future__ import annotations

from typing import Any

from kempelen.engine.dice import KeyedDice
from kempelen.engine.played import Physical
from kempelen.engine.table import Decision, notation_of
from kempelen.engine.tables.replay import ReplayTable
from kempelen.web.rooms.room import Room

__all__ = ["DICE", "rolled", "set_dice"]

DICE = "dice"


def rolled(room: Room, asked: Decision[Any]) -> str:
    """What the app rolls. It follows from the seed and the place in the game: taking back brings no better luck."""
    dice = KeyedDice(str(room.session.seed))
    where = asked.table.place if isinstance(asked.table, ReplayTable) else ""
    faces = list(asked.options)
    count = int(asked.what.split("d")[0]) if asked.kind == "pool" else 1
    return " ".join(notation_of(faces[dice.below(len(faces), asked.why, f"{where}.{n}")]) for n in range(count))


def set_dice(room: Room, *, on_table: bool) -> None:
    """Who rolls from now on."""
    physical = room.session.physical
    assert physical is not None
    things = physical.things | {DICE} if on_table else physical.things - {DICE}
    room.session.physical = Physical(things, physical.untracked)
