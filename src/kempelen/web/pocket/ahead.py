"""What will be asked right after this: the other cards of a hand, the roles of the others. They are named in one go."""

from __future__ import annotations

from typing import Any

from kempelen.engine.errors import IllegalAction
from kempelen.engine.session import Session
from kempelen.engine.table import Decision, notation_of
from kempelen.text.say import Text
from kempelen.web.people.keys import OPERATOR
from kempelen.web.rooms.room import Room
from kempelen.wording import same_question

__all__ = ["SEVERAL", "ahead_of", "name_all"]

SEVERAL = frozenset({"draw", "reveal"})
MOST = 12


def ahead_of(session: Session, decision: Decision[Any]) -> list[Decision[Any]]:
    """This question and those of its kind that follow whatever is answered; tried in a copy of the game."""
    if decision.kind not in SEVERAL:
        return [decision]
    other, found = session.fork().run(), [decision]
    while len(found) < MOST:
        other.answer(notation_of(found[-1].options[0]), None)
        other.run()
        following = next(iter(other.unanswered), None)
        if following is None or not same_question(decision, following):
            break
        found.append(following)
    return found


def name_all(room: Room, given: list[str]) -> None:
    """Several cards, one after the other; raises IllegalAction if fewer were asked for."""
    first = room.asked(OPERATOR)
    for n, name in enumerate(given):
        asked = room.asked(OPERATOR)
        if asked is None or first is None or not same_question(first, asked):
            raise IllegalAction(Text("web.beside.too_many", n=n, given=len(given)))
        room.answer(OPERATOR, name)
