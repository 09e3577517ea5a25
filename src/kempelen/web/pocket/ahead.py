"""What will be asked right after this: the other cards of a hand, the roles of the others. They are named in one go."""

from __future__ import annotations

from typing import Any

from kempelen.engine.session import Session
from kempelen.engine.table import Decision, notation_of
from kempelen.wording import same_question

__all__ = ["NAMED", "ahead_of"]

NAMED = frozenset({"draw", "reveal"})
"""What may be named several at once."""
MOST = 12


def ahead_of(session: Session, decision: Decision[Any]) -> list[Decision[Any]]:
    """This question and those of its kind that follow whatever is answered; tried in a copy of the game."""
    if decision.kind not in NAMED or (decision.kind == "draw" and decision.to is None):
        return [decision]  # what follows a card that nobody gets depends on the card
    other, found = session.fork().run(), [decision]
    while len(found) < MOST:
        other.answer(notation_of(found[-1].options[0]), None)
        other.run()
        following = next(iter(other.unanswered), None)
        if following is None or not same_question(decision, following):
            break
        found.append(following)
    return found
