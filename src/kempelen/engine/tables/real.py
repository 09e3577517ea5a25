"""A table beside a real one: what lies there is named by a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.inputs import Input
from kempelen.engine.table import HIDDEN, NOBODY, A, Check, Deck, Offer, Seat
from kempelen.engine.tables.replay import QUESTIONS, ROLLS, C, ReplayTable
from kempelen.engine.things import KEPT, SHARE, Kept
from kempelen.text.say import Text

__all__ = ["AskingTable"]


class AskingTable(ReplayTable):
    """A physical table: what is rolled or drawn there is named by a person.

    `physical` holds `dice` (or ROLLS and names of lots), QUESTIONS and the names of the decks on the table. Seats in
    `untracked` keep their cards to themselves: the program knows how many they hold, not which.
    """

    def __init__(
        self,
        game: Game[Any],
        inputs: list[Input],
        *,
        physical: frozenset[str],
        untracked: frozenset[Seat],
        **rest: Any,
    ) -> None:
        super().__init__(game, inputs, **rest)
        self.physical = physical
        self.untracked = untracked
        self.checking = QUESTIONS in physical
        self.hides = False

    def is_real(self, deck: str) -> bool:
        return deck in self.physical

    def stays_face_down(self, deck: Deck[Any], to: Seat | None) -> bool:
        return deck.name in self.physical and (to == NOBODY or to in self.untracked)

    def drawn_from(self, deck: Deck[C]) -> Sequence[C]:
        """Where the app keeps the automas' cards: what is left of those that were set aside for them."""
        things, kept = self.game.things, self._kept()
        if kept is None or kept.pile != deck.name:
            return deck.bag
        rows = [row for row in self.inputs[: self.at] if row.kind == "draw" and row.what == kept.pile]
        left = Counter(kept.supply) - Counter(things.kept_since([(row.why, str(row.value)) for row in rows]))
        cards = Counter(deck.bag).items()
        return [card for card, n in cards for _ in range(min(n, left[things.card_text(card)]))] or deck.bag

    def _kept(self) -> Kept | None:
        """What was set aside for automas, if the app keeps their cards."""
        things, dice = self.game.things, self.dice
        if KEPT not in self.physical or things.kept is None or dice is None or self.setup is None:
            return None
        return things.kept(self.setup, lambda n, nth: dice.below(n, KEPT, str(nth)), SHARE in self.physical)

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        if seat in self.untracked and self.at == len(self.inputs) and (kept := self._kept()) is not None:
            options = self._without_supply(options, kept)
        return super().choose(seat, prompt, options, check)

    def reveal(self, slot: str, known: C, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        """What people turn over was theirs: of cards that are sorted into theirs and the automas' only theirs count."""
        if known == HIDDEN and self.at == len(self.inputs) and (kept := self._kept()) is not None:
            text, sorted_out = self.game.things.card_text, {*kept.rest, *kept.supply}
            left = self._peoples(kept)
            options = [one for one in options if text(one) not in sorted_out or left[text(one)]] or options
        return super().reveal(slot, known, options, why, to)

    def _without_supply(self, options: Offer[A], kept: Kept) -> list[A]:
        """What people can do with cards that are theirs. Others are in the supply of the automas, or in their hands:
        which, must not be seen from what is offered."""
        left = self._peoples(kept)
        offered = list(options() if callable(options) else options)
        return [one for one in offered if not (card := self.game.things.kept_card(one)) or left[card]] or offered

    def _peoples(self, kept: Kept) -> Counter[str]:
        """The people's cards that nobody has seen yet."""
        things, rows = self.game.things, []
        for row in self.inputs[: self.at]:
            if row.kind == "draw" and row.what == kept.pile:
                rows.append((row.why, ""))
            elif row.kind == "do" and row.seat in self.untracked:
                rows.append(("", things.kept_card(self.game.parse(str(row.value)))))
            elif row.kind == "reveal":
                rows.append(("", str(row.value)))
        return Counter(kept.rest) - Counter(things.kept_since(rows))

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        """Lots between cards that the app keeps for an automa are the app's: to offer them would show a hand."""
        self.hides = KEPT in self.physical and len({self.game.things.kept_card(option) for option in options}) > 1
        try:
            return super().pick(options, why, to)
        finally:
            self.hides = False

    def rolled_in_secret(self, to: Seat | None) -> bool:
        return to is not None and (to == NOBODY or to in self.untracked) and self.asks_for("roll", "")

    def asks_for(self, kind: str, what: str) -> bool:
        if kind == "draw":
            return what in self.physical and KEPT not in self.physical
        if self.hides:
            return False
        return "dice" in self.physical or (what if kind == "pick" else ROLLS) in self.physical
