"""A table of the lab at which somebody searches: it keeps where the step began, and what has come since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from kempelen.engine.inputs import Input
from kempelen.engine.table import A, Check, Deck, Offer, Seat, notation_of
from kempelen.engine.tables.strict import StrictTable
from kempelen.text.say import Text

__all__ = ["RememberingTable"]

C = TypeVar("C")


class RememberingTable(StrictTable):
    """What a bot rolls while it decides belongs to its choice and is not kept."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._since: list[Input] = []
        self._past: list[tuple[Any, Sequence[Input]]] = []
        self._deciding = 0
        """Somebody decides; what he rolls is not an input of its own."""

    def begin_step(self, state: Any) -> None:
        """Between two steps."""
        if self.checkpoint is not None:
            self._past.append((self.checkpoint, self._since))
        self.checkpoint = state.copy()
        self._since = []

    def since(self) -> Sequence[Input]:
        return self._since

    def past(self) -> Sequence[tuple[Any, Sequence[Input]]]:
        return self._past

    def _keep(self, kind: str, value: Any, what: str = "", to: Seat | None = None) -> None:
        if not self._deciding:
            self._since.append(Input(kind, value, what, "", to))

    def choose(self, seat: Seat, prompt: Text, options: Offer[A], check: Check | None = None) -> A:
        self._deciding += 1
        try:
            action = super().choose(seat, prompt, options, check)
        finally:
            self._deciding -= 1
        if not self._deciding:
            self._since.append(Input("do", notation_of(action), seat=seat))
        return action

    def together(self, asked: Mapping[Seat, tuple[Text, Offer[A]]]) -> dict[Seat, A]:
        self._deciding += 1
        try:
            given = super().together(asked)
        finally:
            self._deciding -= 1
        self._since.append(Input("together", [[seat, notation_of(action), []] for seat, action in given.items()]))
        return given

    def roll(self, die: int, why: str, to: Seat | None = None) -> int:
        face = super().roll(die, why, to)
        self._keep("roll", face, f"d{die}", to)
        return face

    def pool(self, die: int, count: int, why: str, to: Seat | None = None) -> tuple[int, ...]:
        faces = super().pool(die, count, why, to)
        self._keep("pool", list(faces), f"{count}d{die}", to)
        return faces

    def pick(self, options: Sequence[C], why: str, to: Seat | None = None) -> C:
        picked = super().pick(options, why, to)
        if len(options) > 1:
            self._keep("pick", notation_of(picked), why, to)
        return picked

    def direction(self, why: str) -> int:
        degrees = super().direction(why)
        self._keep("direction", degrees)
        return degrees

    def draw(self, deck: Deck[C], why: str, to: Seat | None = None) -> C:
        on_top = bool(deck.top)
        card = super().draw(deck, why, to)
        if not on_top:
            self._keep("draw", self.game.things.card_text(card), deck.name, to)
        return card
