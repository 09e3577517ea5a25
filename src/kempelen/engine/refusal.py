"""A bot has chosen what the rules do not allow: which game, which seat, which line of its list, and what.

Nothing is put in its place. Where a game is only tried (check, conform, the lab) it is a failure, `BotRefused`. In a
session the rows stay, and a person chooses for the bot, once, from the list of its decision; the record says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kempelen.engine.errors import IllegalAction
from kempelen.engine.table import Choice, Seat, Table, notation_of
from kempelen.engine.trace import Step, Trace
from kempelen.text.say import Field, Text

__all__ = ["BotRefused", "Refusal", "refusal_of"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a bot chose and the rules refused."""

    game: str
    seat: Seat
    name: str
    """The seat's name, as in records."""
    bot: str
    """Who sits there."""
    action: str
    """In notation."""
    seen: str
    """The same as everybody at the table would have seen it."""
    reason: Text
    rolls: tuple[Any, ...] = ()
    """What it had rolled."""
    steps: tuple[Step, ...] = ()
    """Its why."""

    def text(self, reader: Seat | None = None) -> Text:
        """A sentence for a reader's seat; None may know everything."""
        knows = reader is None or reader == self.seat
        known = [step for step in self.steps if knows or step.public]
        line: Field = _line(known[-1]) if known else Text("refused.no_line")
        return Text(
            "refused.told",
            game=self.game,
            seat=self.name,
            bot=self.bot,
            action=self.action if knows else self.seen,
            line=line,
            reason=self.reason if knows else Text("action.not_allowed", action=self.seen),
        )


class BotRefused(IllegalAction):
    """A bot has chosen an action that is not in the legal list of its decision."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text())
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[BotRefused], tuple[Refusal]]:
        """From a worker of the lab it comes back whole."""
        return BotRefused, (self.refusal,)


def refusal_of(
    table: Table, seat: Seat, player: object, choice: Choice, reason: Text, rolls: tuple[Any, ...], trace: Trace | None
) -> Refusal:
    """What is known about a choice that a table has refused; `trace` is its why, if it could be had."""
    action, game = notation_of(choice.action), table.game
    seen = game.speech.public_notation(table.state, action) if table.state is not None else action
    name, bot = str(seat + 1), type(player).__name__
    if table.setup is not None:
        name, bot = game.speech.seat_names(table.setup)[seat], table.setup.seats[seat]
    return Refusal(game.name, seat, name, bot, action, seen, reason, rolls, tuple(trace or ()))


def _line(step: Step) -> Text:
    return Text("refused.line", step=step.text, source=", ".join(map(str, step.sources)))
