"""A player who does what a game's tips say: a review of a first game goes on as they would."""

from __future__ import annotations

from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.setup import Setup
from kempelen.engine.table import Choice, Decision, Table

__all__ = ["ByTips", "going_on"]


class ByTips:
    """Where there is no tip, it is the automa."""

    def __init__(self, game: Game[Any], setup: Setup, automa: Player) -> None:
        self.game, self.setup, self.automa = game, setup, automa

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        advised = self.game.speech.advised(self.setup, decision)
        return self.automa.decide(decision, table) if advised is None else Choice(advised)


def going_on(game: Game[Any], setup: Setup, automa: Player) -> Player:
    """Who plays on for a person whose choice is weighed."""
    return ByTips(game, setup, automa) if game.speech.goes_on_by_tips else automa
