"""What a player can do: play a card."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.text.say import Text

__all__ = ["CARDS", "PLAY", "Play"]

CARDS = [number for number in range(1, 10) for _ in range(4)]


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card from the hand: `play 7`."""

    card: int

    @property
    def notation(self) -> str:
        return f"play {self.card}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{self.card}",)

    @property
    def text(self) -> Text:
        return Text("trove.do.play", card=self.card)


PLAY = {card: Play(card) for card in set(CARDS)}
"""Every action is built once and used again."""
