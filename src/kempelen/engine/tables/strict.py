"""A table that believes no bot: whatever one chooses must be in the legal list of its decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kempelen.engine.dice import Dice
from kempelen.engine.notation import objection_to
from kempelen.engine.refusal import BotRefused, refusal_of
from kempelen.engine.table import A, Check, Choice, Decision, DirectTable, Offer, Seat
from kempelen.engine.trace import Trace
from kempelen.text.say import Text

if TYPE_CHECKING:
    from kempelen.engine.game import Game
    from kempelen.engine.player import Player
    from kempelen.engine.setup import Setup

__all__ = ["StrictTable"]


class StrictTable(DirectTable):
    """Players and dice answer at once, and every answer is looked up: for check, conform and trying games out."""

    def __init__(
        self, game: Game[Any], players: Sequence[Player], dice: Dice, setup: Setup | None = None, **rest: Any
    ) -> None:
        super().__init__(game, players, dice, **rest)
        self.setup = setup
        self._rolled: list[int] = []
        """What the dice gave while the last bot decided, to ask it again for its why."""
        self._below = self._noted

    def _noted(self, n: int, why: str, where: str) -> int:
        number = self.dice.below(n, why, where)
        self._rolled.append(number)
        return number

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        decision: Decision[A] = Decision(seat, prompt, options, check, self)
        self._rolled.clear()
        choice = self.players[seat].decide(decision, self)
        rolled = self._rolled[:]
        reason = objection_to(self.game, decision, self.state, choice.action)
        if reason is not None:
            trace = self._why(decision, choice, rolled)
            raise BotRefused(refusal_of(self, seat, self.players[seat], choice, reason, tuple(rolled), trace))
        if self.on_choice is not None:
            self.on_choice(seat, choice)
        action: A = choice.action
        return action

    def _why(self, decision: Decision[Any], choice: Choice, rolled: list[int]) -> Trace | None:
        """The why of a choice; the bot is asked again with the dice it had, in case nobody had wanted to know."""
        if choice.trace is not None:
            return choice.trace
        numbers = iter(rolled)
        self.tracing = True
        self._below = lambda n, why, where: next(numbers, 0)
        again = self.players[decision.seat].decide(decision, self)
        return again.trace if again.action == choice.action else None
