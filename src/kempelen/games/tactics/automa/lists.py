"""The unit AIs and the opponent's turn, as the automa at this table has them, read from its file."""

from __future__ import annotations

from kempelen.automa.sheet import Sheet
from kempelen.automa.shipped import load_sheet
from kempelen.behaviour.procedure import Procedure
from kempelen.games.tactics.automa.vocabulary import VOCABULARY
from kempelen.games.tactics.rules.cards import Ai
from kempelen.games.tactics.rules.state import State

__all__ = ["SHEET", "procedure_of", "turn_of"]

SHEET: Sheet = load_sheet("kempelen.games.tactics", "unit-ais", VOCABULARY)


def procedure_of(s: State, ai: Ai) -> Procedure:
    """What a unit follows; a wandering one with its own number."""
    made = (s.rule.units or SHEET).made(s.options)
    return made.procedure(ai.kind, ai.x if ai.kind == "wandering" else "")


def turn_of(s: State) -> Procedure:
    """The opponent's turn; it is the same for The Kraken and The Tyrant."""
    return (s.rule.opponent or SHEET).made(s.options).procedure("turn")
