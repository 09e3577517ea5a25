"""Who must decide next on a table, and why a bot decides as it does."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.table import Choice, Decision, NeedInput, Seat, Table
from kempelen.engine.tables.replay import ReplayTable
from kempelen.engine.trace import Trace
from kempelen.text.say import Text

__all__ = ["Listener", "seats_asked"]


def seats_asked(game: Game[Any], state: Any) -> list[Seat]:
    """The seats that must decide next; what is drawn or rolled before that hardly matters. Raises IllegalAction."""
    table = ReplayTable(game, [], dice=TapeDice(0))
    table.state = state.copy()
    try:
        game.step(table.state, table)
    except NeedInput as need:
        if need.decisions[0].kind == "do":
            return [decision.seat for decision in need.decisions]
    raise IllegalAction(Text("odds.nothing_to_decide"))


class Listener:
    """A player that keeps the why of every action it decides on."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.traces: dict[Hashable, Trace] = {}

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        table.tracing = True
        choice = self.player.decide(decision, table)
        if choice.trace is not None:
            self.traces.setdefault(choice.action, choice.trace)
        return choice
