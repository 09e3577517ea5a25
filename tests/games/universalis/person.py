"""Somebody at a real table: plays one side sensibly, rolls dice, and types what the companion asks for."""

from __future__ import annotations

from kempelen.companion import companion_session
from kempelen.engine.dice import TapeDice
from kempelen.engine.table import DirectTable, notation_of
from kempelen.games.universalis import GAME
from kempelen.games.universalis.automa.solitaire import Opponent

MOST = 2000
"""No game takes so many lines."""


def at_table(setup, seed, dice):
    """A game in the companion with dice on the table: before each answer the session, what is asked, what is typed."""
    session = companion_session(setup, dice_on_table=True, seed=seed)
    person = Opponent("middle")
    fortune = TapeDice(dice)
    aside = DirectTable(GAME, (), TapeDice(f"{dice} aside"))
    for _ in range(MOST):
        while not session.over and not session.pending:
            session.advance()
        if session.over:
            return
        decision = session.unanswered[0]
        if decision.kind == "do":
            line = notation_of(person.decide(decision, aside).action)
        else:
            line = notation_of(decision.options[fortune.below(len(decision.options), decision.why, "")])
        yield session, decision, line
        session.answer(line, decision.seat if decision.kind == "do" else None)
    raise AssertionError("the game does not end")


def typed_game(setup, seed, dice):
    """The finished session, and every line the person typed."""
    asked = list(at_table(setup, seed, dice))
    return asked[-1][0], [line for _, _, line in asked]
