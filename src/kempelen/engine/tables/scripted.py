"""A table whose answers a test writes down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.table import HIDDEN, A, Check, Decision, Deck, Event, Offer, P, Seat, Table, notation_of
from kempelen.text.say import Text

__all__ = ["ScriptedTable"]

C = TypeVar("C")


class ScriptedTable(Table):
    """Answers `"d10:7"`, `"pick:TEXT"`, `"draw:CARD"`, `"yes"`, `"lay plus 1,0"` in order; see `finish`."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        *script: str,
        players: Mapping[Seat, Player] | None = None,
        tracing: bool = True,
    ) -> None:
        self.game = game
        self.state = state
        self.script = list(script)
        self.players = players or {}
        self.tracing = self.explaining = tracing
        self.events: list[Event] = []

    def finish(self) -> None:
        """Fail if the script was not used up."""
        if self.script:
            raise AssertionError(f"not asked for: {self.script}")

    def _next(self, kind: str, why: str) -> str:
        if not self.script:
            raise AssertionError(f"the script has nothing left for {kind} ({why})")
        head, colon, tail = self.script.pop(0).partition(":")
        if not colon:
            head, tail = "", head
        if head != kind:
            raise AssertionError(f"the rules ask for {kind} ({why}), the script has {head or 'a choice'}: {tail}")
        return tail

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        decision: Decision[A] = Decision(seat, prompt, options, check, self)
        if seat in self.players:
            action: A = self.players[seat].decide(decision, self).action
            return action
        text = self._next("", prompt.key)
        found: list[A] = [option for option in decision.options if notation_of(option) == text]
        if not found:
            raise AssertionError(f"{text!r} is not among {[notation_of(option) for option in decision.options]}")
        return found[0]

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        return {seat: self.choose(seat, prompt, options) for seat, (prompt, options) in sorted(asked.items())}

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        value = int(self._next(f"d{die}", why))
        if not 1 <= value <= die:
            raise AssertionError(f"d{die} cannot show {value}")
        return value

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        return tuple(sorted(self.roll(die, why) for _ in range(count)))

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if len(options) == 1:
            return options[0]
        text = self._next("pick", why)
        return next(option for option in options if notation_of(option) == text)

    def direction(self, why: str) -> int:
        return int(self._next("direction", why))

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        if deck.top:
            return deck.top.pop()
        card: C = self.game.things.card_from(self._next("draw", why))
        deck.bag.remove(card)
        return card

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if known != HIDDEN:
            return known
        card: C = self.game.things.card_from(self._next("reveal", why))
        return card

    def ask(self, question: str, about: Text) -> bool:
        return self._next("ask", question) == "yes"

    def tell(self, event: Callable[P, Event], *facts: P.args, **more: P.kwargs) -> None:
        self.events.append(event(*facts, **more))
