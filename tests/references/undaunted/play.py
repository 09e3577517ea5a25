"""Whole games with the automa watched: the table before each of its decisions, the dice it rolled, what it did and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup
from kempelen.engine.player import Player
from kempelen.engine.table import Choice, Decision, DirectTable, Seat, Table, notation_of
from kempelen.engine.trace import Step
from kempelen.games.undaunted import GAME
from tests.references.undaunted.board import kind
from tests.references.undaunted.charts import BOLSTER
from tests.references.undaunted.tables import OWN_TABLES

__all__ = ["AUTOMA", "BOTS", "Decided", "games", "watched"]

AUTOMA = GAME.bots["solitaire"]
BOTS = (
    ("solitaire", "scripted"),
    ("random", "solitaire"),
    ("solitaire", "solitaire"),
    ("scripted", "solitaire"),
    ("solitaire", "random"),
)
"""Who plays the US and the German side, from game to game."""


@dataclass
class Decided:
    """One decision of the automa."""

    game: str
    """Scenario, bots, edition and seed: enough to play it again."""
    number: int
    position: Mapping[str, Any]
    edition: str
    action: str
    legal: bool
    dice: list[int] = field(default_factory=list)
    why: list[Step] = field(default_factory=list)
    bolstering: str = ""
    """The card whose Bolster goes on with this decision."""
    left: int = 0
    """How many cards that Bolster may still take."""


class Watched:
    """The automa, and a note of everything it decides."""

    def __init__(self, automa: Player, game: str, edition: str, seen: list[Decided]) -> None:
        self.automa = automa
        self.game, self.edition, self.seen = game, edition, seen
        self.bolstering, self.left = "", 0

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        assert isinstance(table, Noting)
        position = GAME.to_position(table.state)
        table.noted.clear()
        choice = self.automa.decide(decision, table)
        action = notation_of(choice.action)
        legal = action in map(notation_of, decision.options)
        assert choice.trace is not None
        one = Decided(self.game, len(self.seen) + 1, position, self.edition, action, legal)
        one.dice, one.why = list(table.noted), list(choice.trace)
        match action.split():
            case ["take", count, _]:
                one.bolstering, one.left = self.bolstering, self.left
                self.left -= int(count)
            case [card, "bolster", count, _]:
                self.bolstering, self.left = card, BOLSTER[kind(card)] - int(count)
        self.seen.append(one)
        return choice


class Noting(DirectTable):
    """A table that keeps the dice of the decision that is being made."""

    noted: list[int]

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        face = super().roll(die, why, to)
        self.noted.append(face)
        return face


def watched(
    table_name: str, bots: Sequence[str], seed: str, edition: str = "en", automa: Callable[[], Player] = AUTOMA
) -> list[Decided]:
    """Play one whole game, of a shipped scenario or on a table of ours; every decision of the automas in it."""
    seen: list[Decided] = []
    position = OWN_TABLES.get(table_name)
    scenario = GAME.scenarios[0] if position else table_name
    setup = Setup("undaunted", scenario, tuple(bots), GAME.editions[edition], position, edition)
    name = f"{table_name} {','.join(bots)} {edition} seed {seed!r}"
    players = [Watched(automa(), name, edition, seen) if bot == "solitaire" else GAME.bots[bot]() for bot in bots]
    table = Noting(GAME, players, TapeDice(seed), tracing=True)
    table.noted = []
    state = table.state = GAME.new(setup, table)
    while GAME.outcome(state) is None:
        GAME.step(state, table)
    return seen


def games(table_name: str, least: int, edition: str = "en") -> Iterator[Decided]:
    """Whole games at a table, with the bots by turns, until there are so many decisions."""
    count = number = 0
    while count < least:
        for one in watched(table_name, BOTS[number % len(BOTS)], f"{table_name} {number}", edition):
            count += 1
            yield one
        number += 1
