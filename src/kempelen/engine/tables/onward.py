"""Whether an answer leads at once to the next question of the same seat, by the rules and from the seat's own view.

Such an answer decides nothing that cannot be taken back for free: no die falls, no card is turned up, nobody else acts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.inputs import Input
from kempelen.engine.table import A, Check, Deck, Event, NeedInput, Offer, Seat, notation_of
from kempelen.engine.tables.replay import C, LeftRules, ReplayTable
from kempelen.text.say import Text

__all__ = ["leads_onward"]


class _Stopped(BaseException):
    """Chance comes in: from here on nothing is taken back for free."""


class _OnwardTable(ReplayTable):
    """What is known of the running step, then the answers; whatever else than a question comes after them stops it."""

    def __init__(
        self, game: Game[Any], rows: Sequence[Input], answers: Sequence[Input], purse: Callable[[Any], Any]
    ) -> None:
        super().__init__(game, [*rows, *answers])
        self.explaining = False
        self.known_rows = len(rows)
        self.before = 0
        """So many events had been told when the first of the answers was asked for."""
        self.had: Any = None
        """What was in the purse then."""
        self.purse = purse

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        if self.at == self.known_rows:
            self.before, self.had = len(self.events), self.purse(self.state)
        return super().choose(seat, prompt, options, check)

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        if self.at >= len(self.inputs):
            raise _Stopped
        return super().draw(deck, why, to)

    def _chance(self, *what: Any, **more: Any) -> Any:
        if self.at >= len(self.inputs):
            raise _Stopped
        return super()._chance(*what, **more)


def leads_onward(
    game: Game[Any],
    view: Any,
    rows: Sequence[Input],
    seat: Seat,
    answers: Sequence[Any],
    read: Mapping[int, tuple[Input, Any]] = MappingProxyType({}),
    purse: Callable[[Any], Any] = lambda state: None,
) -> tuple[Event, ...] | None:
    """What would be told on the way to the next question of this seat; None if anything else comes before it, or if
    the seat's purse is another one then: what is paid for is no mere step towards the next question.

    `view` is how the seat sees the table where the running step began, `rows` what has been put in since. If one of
    them was another's choice, or came to somebody else alone, nothing is said. `read` is what those rows were read as,
    by their identity; the answers are actions that may be chosen.
    """
    if any(row.seat not in (None, seat) or row.kind == "together" for row in rows):
        return None
    given = [Input("do", notation_of(answer), seat=seat) for answer in answers]
    table = _OnwardTable(game, rows, given, purse)
    table.known = {**read, **{id(row): (row, action) for row, action in zip(given, answers, strict=True)}}
    table.checkpoint, table.state = view, view.copy()
    try:
        while game.outcome(table.state) is None:
            game.step(table.state, table)
            table.checkpoint = table.state.copy()
    except NeedInput as need:
        asked = [decision.seat for decision in need.decisions]
        onward = asked == [seat] and table.at == len(table.inputs) and purse(table.state) == table.had
        return tuple(table.events[table.before :]) if onward else None
    except (_Stopped, LeftRules):
        return None
    return None
