"""Who decides for a seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from kempelen.engine.dice import Dice
from kempelen.engine.table import Choice, Decision, Table, notation_of

__all__ = ["First", "Player", "RandomPlayer", "ScriptedPlayer", "looks_back", "without_giving_up"]


class Player(Protocol):
    """Decides from what its seat may know; rolls and picks at the same table as everybody.

    One that sets `looks_back` asks its table what has happened: where the step began, what has come since, and the
    steps before (`Table.checkpoint`, `since`, `past`). Whoever lets it play takes a table that keeps them.
    """

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        """One of the decision's options (or free input that passes its check)."""


def looks_back(players: Iterable[Player]) -> bool:
    """Does one of them need a table that remembers?"""
    return any(getattr(player, "looks_back", False) for player in players)


def without_giving_up(options: Sequence[Any]) -> Sequence[Any]:
    """What is offered but for an option that `gives_up`, which stands last: nobody takes it by chance."""
    return options[:-1] if len(options) > 1 and getattr(options[-1], "gives_up", False) else options


class RandomPlayer:
    """Any option, each equally likely, but it never gives up.

    With dice of its own it leaves no draw in the game's record.
    """

    __slots__ = ("dice",)

    def __init__(self, dice: Dice | None = None) -> None:
        self.dice = dice

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        options = without_giving_up(decision.options)
        if self.dice is None:
            return Choice(table.pick(options, "random player"))
        return Choice(options[self.dice.below(len(options), "", "")])


class First:
    """Always the first option: for tests."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        return Choice(decision.options[0])


class ScriptedPlayer:
    """Plays a list of actions in notation: for tests."""

    def __init__(self, script: Iterable[str]) -> None:
        self.script = list(script)[::-1]

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        if not self.script:
            raise AssertionError(f"the script has no action left; options: {list(map(notation_of, decision.options))}")
        wanted = self.script.pop()
        for option in decision.options:
            if notation_of(option) == wanted:
                return Choice(option)
        raise AssertionError(f"{wanted!r} is not among {list(map(notation_of, decision.options))}")
