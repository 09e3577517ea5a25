"""Who rolls beside a real table: the app this once, or from now on."""

from __future__ import annotations

from typing import Any

from kempelen.engine.dice import KeyedDice
from kempelen.engine.played import Physical
from kempelen.engine.table import Decision, notation_of
from kempelen.engine.tables.replay import ReplayTable
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.ahead import rolls_ahead, same_die
from kempelen.web.pocket.asking import ROLLED
from kempelen.web.rooms.room import Room

__all__ = ["DICE", "roll_on", "rolled", "rolls_here", "set_dice", "takes_back_a_roll"]

DICE = "dice"


def rolled(room: Room, asked: Decision[Any]) -> str:
    """What the app rolls. It follows from the seed and the place in the game: taking back brings no better luck."""
    dice = KeyedDice(str(room.session.seed))
    where = asked.table.place if isinstance(asked.table, ReplayTable) else ""
    faces = list(asked.options)
    count = int(asked.what.split("d")[0]) if asked.kind == "pool" else 1
    return " ".join(notation_of(faces[dice.below(len(faces), asked.why, f"{where}.{n}")]) for n in range(count))


def roll_on(room: Room, asked: Decision[Any]) -> None:
    """Dice that are thrown together fall together; and whoever lets the app draw a lot leaves the lots of this turn to
    it: they come one after the other, and nobody else wants to draw them. So is a die that has to be thrown again."""
    together = rolls_ahead(room.session, asked)
    room.answer(OPERATOR, rolled(room, asked))
    for expected in together[1:]:
        following = room.asked(OPERATOR)
        if following is None or not same_die(expected, (following,)):
            return
        room.answer(OPERATOR, rolled(room, following))
    while (again := room.asked(OPERATOR)) is not None and is_thrown_again(again):
        room.answer(OPERATOR, rolled(room, again))
    while asked.kind == "pick" and (following := room.asked(OPERATOR)) is not None and following.kind == "pick":
        room.answer(OPERATOR, rolled(room, following))


def is_thrown_again(asked: Decision[Any]) -> bool:
    """What the die said before is not possible: whoever let the app roll it lets it roll on."""
    about = asked.table.about if asked.table is not None else None
    return asked.kind == "roll" and about is not None and about.key == "chart.throw_again"


def rolls_here(room: Room) -> bool:
    """Dice and lots are those of the table."""
    physical = room.session.physical
    return physical is not None and DICE in physical.things


def set_dice(room: Room, *, on_table: bool) -> None:
    """Who rolls from now on."""
    physical = room.session.physical
    assert physical is not None
    things = physical.things | {DICE} if on_table else physical.things - {DICE}
    room.session.physical = Physical(things, physical.untracked)


def takes_back_a_roll(room: Room) -> bool:
    """Is the last answer a roll or a lot for which somebody was asked, and which the app would give by now?"""
    given = (row for row in reversed(room.session.inputs) if row.human and not row.along)
    last = next(given, None)
    return last is not None and last.kind in ROLLED and room.session.physical is not None and not rolls_here(room)
