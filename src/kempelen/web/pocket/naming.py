"""Several things named at once beside a real table: a hand of cards, the roles of all players, in one line."""

from __future__ import annotations

from typing import Any

from kempelen.engine.errors import IllegalAction
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, notation_of
from kempelen.text.say import Say, Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.pocket.ahead import NAMED, rolls_ahead, same_die
from kempelen.web.rooms.room import Room
from kempelen.web.shown.choices import things
from kempelen.wording import same_question, thing_text

__all__ = ["name_all", "name_several", "name_the_only_one"]


def name_several(room: Room, typed: str, version: int | None, say: Say) -> None:
    """Answer one question after the other as long as the same is asked; raises IllegalAction, and nothing is taken."""
    room.check_version(version)
    first = room.asked(OPERATOR)
    if first is None or first.kind not in NAMED or first.kind == "roll":
        raise IllegalAction(Text("session.not_asked"))
    name_all(
        room, [meant(room.session, first, part.strip(), say) for part in typed.split(",") if part.strip()], version, say
    )


def name_all(room: Room, values: list[str], version: int | None, say: Say) -> None:
    """The same with things as their buttons name them; whoever names one too often is told what is left."""
    room.check_version(version)
    first = room.asked(OPERATOR)
    if first is not None and first.kind == "roll":
        name_dice(room, first, values)
        return
    for n, value in enumerate(values):
        asked = room.asked(OPERATOR)
        if asked is None or first is None or not same_question(asked, first):
            raise IllegalAction(Text("web.beside.too_many", n=n, given=len(values)))
        if value not in map(notation_of, asked.options):
            known = [option["text"] for option in things(room.session, asked, say)]
            raise IllegalAction(Text("web.beside.none_left", what=thing_text(room.game, say, value), known=known))
        room.answer(OPERATOR, value)


def name_dice(room: Room, first: Decision[Any], faces: list[str]) -> None:
    """Dice that are thrown together, in their order; should another one be asked for, the rest is asked for anew."""
    for expected, face in zip(rolls_ahead(room.session, first), faces, strict=False):
        asked = room.asked(OPERATOR)
        if asked is None or not same_die(expected, (asked,)):
            return
        room.answer(OPERATOR, face)


def meant(session: Session, decision: Decision[Any], typed: str, say: Say) -> str:
    """The thing that a word names: as it is written on the buttons, or the beginning of just one of them."""
    known = {option["do"]: option["text"].casefold() for option in things(session, decision, say)}
    wanted = typed.casefold()
    for found in (
        [do for do, text in known.items() if wanted in (do.casefold(), text)],
        [do for do, text in known.items() if text.startswith(wanted)],
    ):
        if len(found) == 1:
            return found[0]
    names = [option["text"] for option in things(session, decision, say)]
    raise IllegalAction(Text("web.beside.unknown_thing", typed=typed, known=names))


def name_the_only_one(room: Room) -> None:
    """A pile with one kind of card left needs no question."""
    while (asked := room.asked(OPERATOR)) is not None and asked.kind == "draw":
        if len({notation_of(option) for option in asked.options}) != 1:
            return
        room.answer(OPERATOR, notation_of(asked.options[0]))
