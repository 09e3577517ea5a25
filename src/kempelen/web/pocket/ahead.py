"""What will be asked right after this: the other cards of a hand, the roles of the others, the dice that are compared.
They are named in one go."""

from __future__ import annotations

from typing import Any

from kempelen.engine.session import Session
from kempelen.engine.table import NOBODY, Decision, notation_of
from kempelen.wording import same_question

__all__ = ["NAMED", "ahead_of", "rolls_ahead"]

NAMED = frozenset({"draw", "reveal", "roll"})
"""What may be named several at once."""
MOST, MOST_DICE = 12, 3


def ahead_of(session: Session, decision: Decision[Any]) -> list[Decision[Any]]:
    """This question and those of its kind that follow whatever is answered; tried in a copy of the game."""
    if decision.kind == "roll":
        return rolls_ahead(session, decision)
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


def rolls_ahead(session: Session, decision: Decision[Any]) -> list[Decision[Any]]:
    """This die and those that are rolled with it: they are asked for whatever it shows, and nothing is told between
    them. Two models that compare their dice throw at the same time."""
    found = [decision]
    if decision.kind != "roll" or decision.seat != NOBODY or len(session.pending) != 1:
        return found
    while len(found) < MOST_DICE:
        least, most = (session.would_ask(*((one, one.options[end]) for one in found)) for end in (0, -1))
        told = session.would_ask()[1]
        following = next(iter(least[0]), None)
        if following is None or least[1] != told or not same_die(following, most[0]) or most[1] != told:
            break
        found.append(following)
    return found


def same_die(one: Decision[Any], others: tuple[Decision[Any], ...]) -> bool:
    """Is it this die, of nobody's own, that is asked for there, too?"""
    if one.kind != "roll" or one.seat != NOBODY or len(others) != 1:
        return False
    other = others[0]
    return (one.what, one.why, one.to, one.prompt) == (other.what, other.why, other.to, other.prompt)
