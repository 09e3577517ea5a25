"""Whole games among computer players, with everything that was told and every lot that was drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup
from kempelen.engine.table import Choice, DirectTable, Event, Seat

__all__ = ["Listening", "Watched"]


class Listening:
    """Dice that write down how many things were in a lot."""

    def __init__(self, seed: str) -> None:
        self.tape = TapeDice(seed)
        self.sizes: list[int] = []

    def below(self, n: int, why: str, where: str) -> int:
        if n > 1:
            self.sizes.append(n)
        return self.tape.below(n, why, where)


class Watched:
    """One game, played step by step."""

    def __init__(
        self, game: Game[Any], scenario: str, bots: tuple[str, ...], seed: str, options: Mapping[str, str]
    ) -> None:
        self.title = f"{game.name} {scenario}, bots {','.join(bots)}, seed {seed!r}"
        self.game, self.setup = game, Setup(game.name, scenario, bots, options)
        self.events: list[Event] = []
        self.lots_before: list[int] = []
        """How many lots had been drawn before each event of this step."""
        self.choices: list[tuple[Seat, Choice]] = []
        self.lots_before_choice: list[int] = []
        """How many lots had been drawn when each choice was made, those of the bot itself among them."""
        self.dice = Listening(seed)
        self.table = DirectTable(
            game,
            [game.bots[bot]() for bot in bots],
            self.dice,
            listener=self.heard,
            on_choice=self.chosen,
            tracing=True,
        )
        self.table.state = game.new(self.setup, self.table)
        self.steps = 0

    def heard(self, event: Event) -> None:
        self.events.append(event)
        self.lots_before.append(len(self.dice.sizes))

    def chosen(self, seat: Seat, choice: Choice) -> None:
        self.choices.append((seat, choice))
        self.lots_before_choice.append(len(self.dice.sizes))

    @property
    def over(self) -> bool:
        return self.game.outcome(self.table.state) is not None

    def step(self) -> None:
        """The next step; what was heard before is forgotten."""
        self.events.clear()
        self.lots_before.clear()
        self.choices.clear()
        self.lots_before_choice.clear()
        self.dice.sizes.clear()
        self.game.step(self.table.state, self.table)
        self.steps += 1

    def position(self) -> dict[str, Any]:
        return self.game.to_position(self.table.state)
