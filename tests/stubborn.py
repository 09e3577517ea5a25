"""Shipped games in which one bot chooses, once in a while, what the rules do not allow."""

from dataclasses import replace

from kempelen.engine import game as game_module
from kempelen.engine.table import Choice
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.automa.solitaire import ComputerPlayer
from kempelen.games.saboteur.files.notation import parse
from kempelen.games.universalis import GAME as UNIVERSALIS
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.rules.choices import Mission

__all__ = ["WRONG", "install", "install_secretive"]

WRONG = "lay plus 0,0"
"""On the start card, which nobody may do."""


class Stubborn(ComputerPlayer):
    """Plays by the document, but wants to lay a card on the start."""

    def decide(self, decision, table):
        choice = super().decide(decision, table)
        if len(decision.view().deck) % 3 == 0:
            return Choice(parse(WRONG), choice.trace)
        return choice


class Secretive(Opponent):
    """Universalis' opponent, but it wants a mission that the table does not have: both choose in secret at once."""

    def decide(self, decision, table):
        choice = super().decide(decision, table)
        return Choice(Mission("dash"), choice.trace) if decision.prompt.key.endswith(".mission") else choice


SECRETIVE = replace(UNIVERSALIS, bots={**UNIVERSALIS.bots, "secretive": Secretive})
STUBBORN = replace(GAME, bots={**GAME.bots, "stubborn": Stubborn})


def install(monkeypatch):
    """In the place of the shipped game, for one test."""
    _instead(monkeypatch, STUBBORN)
    return STUBBORN


def install_secretive(monkeypatch):
    """The same for the game with the simultaneous choice."""
    _instead(monkeypatch, SECRETIVE)
    return SECRETIVE


def _instead(monkeypatch, game):
    known = game_module.games()
    monkeypatch.setattr(game_module, "games", lambda: {**known, game.name: game})
