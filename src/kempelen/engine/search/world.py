"""A table in somebody's head: one world that could be the real one, and one way to go on from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from kempelen.engine.dice import Dice
from kempelen.engine.events import begins_with
from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.search.saying import said_at
from kempelen.engine.search.seen import Seen
from kempelen.engine.table import A, Check, Decision, Deck, DirectTable, Event, Offer, Seat, notation_of
from kempelen.text.say import Text

__all__ = ["Enough", "Unfit", "World"]

C = TypeVar("C")


class Unfit(BaseException):
    """What was seen cannot have happened in this world: it was dealt wrongly.

    Not an `Exception`, so that no handler inside a rule can swallow it.
    """


class Enough(BaseException):
    """As many choices have been made as somebody wanted to see."""


class World(DirectTable):
    """First what was seen happens again, then the seat takes the action to be tried, then automas play on."""

    def __init__(
        self, game: Game[Any], players: Sequence[Player], dice: Dice, seen: Sequence[Seen], seat: Seat, action: Any
    ) -> None:
        super().__init__(game, players, dice)
        self.seen = seen
        self.seat = seat
        self.action = action
        self.at = 0
        self.tried = False
        self.chosen: list[tuple[Seat, Any, Text | str]] = []
        """What has been chosen after it, and in words, if somebody wants to see it."""
        self.left = -1
        """So many choices more are to be seen; nobody looks if it is negative."""
        self.turned = False
        """Another turn or round has begun since the action was tried, for whoever follows a line no further."""

    def note_turn(self, event: Event) -> None:
        self.turned = self.turned or (self.tried and begins_with(event))

    def _next(self, kind: str) -> Any:
        """What was seen here; None if it is not known, or lies ahead."""
        if self.at == len(self.seen):
            return None
        row = self.seen[self.at]
        if row.kind != kind:
            raise Unfit
        self.at += 1
        return row.value

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        if self.at < len(self.seen):
            return self._seen_choice(seat, Decision(seat, prompt, options, check, self))
        if not self.tried and seat == self.seat:
            self.tried = True
            tried: A = self.action
            return tried
        if self.left == 0 or (self.turned and seat == self.seat):
            raise Enough
        action: A = self.players[seat].decide(Decision(seat, prompt, options, check, self), self).action
        if self.left > 0:
            self.chosen.append((seat, action, said_at(self.game, self.state, action)))
            self.left -= 1
        return action

    def _seen_choice(self, seat: Seat, decision: Decision[A]) -> A:
        """What somebody did; where only a part of it was seen, any action that looks the same."""
        row = self.seen[self.at]
        if row.kind != "do" or row.seat != seat:
            raise Unfit
        self.at += 1
        look = notation_of if seat == self.seat else self._looks
        fitting = [option for option in decision.options if look(option) == row.value]
        if fitting:
            looking_so: A = super().pick(fitting, "search")
            return looking_so
        if decision.check is not None and row.value is not None:
            typed: A = self.game.parse(row.value)
            if decision.check(typed) is None:
                return typed
        raise Unfit

    def _looks(self, option: Any) -> Any:
        return self.game.speech.public_notation(self.state, notation_of(option))

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        if self.at < len(self.seen):
            given = self._next("together")
            if given.keys() != asked.keys():
                raise Unfit
            return {seat: self._named(options, given[seat]) for seat, (_, options) in asked.items()}
        return super().together(asked)

    def _named(self, offer: Offer[A], text: str) -> A:
        for option in offer() if callable(offer) else offer:
            if notation_of(option) == text:
                return option
        raise Unfit

    # -- chance

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        value = self._next("roll")
        return super().roll(die, why) if value is None else int(value)

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        value = self._next("pool")
        return super().pool(die, count, why) if value is None else tuple(value)

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if len(options) == 1:
            return options[0]
        value = self._next("pick")
        if value is None:
            return super().pick(options, why)
        return next((option for option in options if notation_of(option) == value), None) or self._unfit()

    def direction(self, why: str) -> int:
        value = self._next("direction")
        return super().direction(why) if value is None else int(value)

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        if deck.top:
            return deck.top.pop()
        value = self._next("draw")
        if value is None:
            return super().draw(deck, why)
        card: C = self.game.things.card_from(value)
        if card not in deck.bag:
            raise Unfit
        deck.bag.remove(card)
        return card

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        if self.at < len(self.seen) and self.seen[self.at].kind == "reveal":
            value = self._next("reveal")
            if value is not None and self.game.things.card_text(known) != value:
                raise Unfit
        return super().reveal(slot, known, options, why)

    def _unfit(self) -> Any:
        raise Unfit
