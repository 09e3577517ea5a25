"""A shipped game in which one bot chooses, once in a while, what the rules do not allow."""

from dataclasses import replace

from kempelen.engine import game as game_module
from kempelen.engine.table import Choice
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer
from kempelen.games.saboteur.files.notation import parse

__all__ = ["WRONG", "install"]

WRONG = "lay plus 0,0"
"""On the start card, which nobody may do."""


class Stubborn(ComputerPlayer):
    """Plays by the document, but wants to lay a card on the start."""

    def decide(self, decision, table):
        choice = super().decide(decision, table)
        if len(decision.view().deck) % 3 == 0:
            return Choice(parse(WRONG), choice.trace)
        return choice


STUBBORN = replace(GAME, bots={**GAME.bots, "stubborn": Stubborn})


def install(monkeypatch):
    """In the place of the shipped game, for one test."""
    known = game_module.games()
    monkeypatch.setattr(game_module, "games", lambda: {**known, "saboteur": STUBBORN})
    return STUBBORN
