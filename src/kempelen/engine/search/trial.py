"""One way to go on, tried in one world that fits what a seat knows.

Automas play it to its end, or so far ahead as is said, and then the position is judged (`parts/judging`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Outcome
from kempelen.engine.player import Player
from kempelen.engine.search.seen import Seen
from kempelen.engine.search.world import Enough, Unfit, World
from kempelen.engine.setup import Setup
from kempelen.engine.table import DirectTable, Seat
from kempelen.text.say import Text

__all__ = ["AS_AUTOMA", "Trial", "worth"]

DEALS = 12
"""So often a world is dealt anew if it does not fit what was seen."""
MOST_STEPS = 3_000
"""A world that has not ended by then is a draw."""
AS_AUTOMA = None
"""No choice to be tried: the automa decides for the seat, too."""


def worth(outcome: Outcome, seat: Seat) -> float:
    """1 for a win, 0 for a defeat, half for a game that nobody can finish."""
    if not outcome.winners:
        return 0.5 if outcome.capped else 0.0
    return 1.0 if seat in outcome.winners else 0.0


@dataclass(frozen=True, slots=True)
class Trial:
    """A point of a game as one seat knows it."""

    game: Game[Any]
    setup: Setup
    players: Sequence[Player]
    """Who plays on, in the head."""
    seat: Seat
    view: Any
    """When the running step began."""
    seen: Sequence[Seen]
    """And what has come since."""
    seed: str
    knows_all: bool = False
    """The view is the state itself: nothing is to be dealt."""
    ahead: int = 0
    """At the quiet position of this number the world is judged; 0: it is played to its end."""

    evidence: Any = None
    """What others' deeds say of who they are, where the game has an opinion (`parts/beliefs`)."""

    def value(self, action: Any, world: int) -> float:
        """What comes of an action in one world: 1 for a win, 0 for a defeat. The same world, the same deal and dice."""
        for deal in range(DEALS):
            table = self._table(action, world, deal)
            try:
                self.game.step(table.state, table)
            except Unfit:
                continue
            if table.at == len(self.seen):  # else the step was over before all that was seen had happened
                return self._played_on(table)
        return 0.5

    def line(
        self, action: Any, world: int, length: int, *, this_turn: bool = False
    ) -> tuple[list[tuple[Seat, Any, Text | str]], Any]:
        """The next choices of everybody after an action in one world, at most so many, and the table after them.

        `this_turn`: up to the seat's own next turn, whose cards nobody knows yet.
        """
        for deal in range(DEALS):
            table = self._table(action, world, deal)
            table.left = length
            if this_turn:
                table.listen(table.note_turn)
            try:
                while self.game.outcome(table.state) is None:
                    self.game.step(table.state, table)
            except Unfit:  # also where the step was over before all that was seen had happened
                continue
            except Enough:
                pass
            return table.chosen, self.game.view(table.state, self.seat)
        return [], self.view

    def _table(self, action: Any, world: int, deal: int) -> World:
        dice = TapeDice(f"{self.seed}|{world}|{deal}")
        beliefs = self.game.beliefs
        if self.knows_all:
            state = self.view.copy()
        elif beliefs is not None and self.evidence is not None:
            state = beliefs.redeal(self.view, dice, self.evidence)
        else:
            state = self.game.redeal(self.view, dice)
        table = World(self.game, self.players, dice, self.seen, self.seat, action)
        table.tried = action is AS_AUTOMA
        table.state, table.setup = state, self.setup
        return table

    def _played_on(self, table: World) -> float:
        """To the end, or to the quiet position ahead that is judged."""
        game, state, left = self.game, table.state, self.ahead
        step, counted = game.step, game.counted
        on: DirectTable = table
        if table.tried:  # nothing of what was seen or is to be tried is left: an ordinary table is quicker
            on = DirectTable(game, self.players, table.dice)
            on.state, on.setup = state, self.setup
        judging = game.judging if left else None
        fit = None if judging is None else judging.fit(state, self.seat)
        heads = game.heads
        certain = None if heads is None or heads.certain is None else heads.certain(self.players)
        for _ in range(MOST_STEPS):
            outcome = counted(state)
            if outcome is not None:
                return worth(outcome, self.seat)
            if certain is not None and (winners := certain(state)) is not None:
                return 1.0 if self.seat in winners else 0.0
            if fit is not None and judging is not None and judging.quiet(state):
                left -= 1
                if not left:
                    return fit.chance(judging.numbers(state, self.seat))
            step(state, on)
        return 0.5
