"""Small choices inside a rule: to react or not, to roll again or not."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.text.say import Text

__all__ = ["CLEAR", "GO_ON", "HOLD", "HOLD_ALWAYS", "KEEP", "REACT_AGAIN", "REROLL", "SURRENDER", "Word"]


@dataclass(frozen=True, slots=True)
class Word:
    """A choice that is just a word."""

    notation: str

    @property
    def handles(self) -> tuple[str, ...]:
        return (self.notation,)

    @property
    def text(self) -> Text:
        return Text(f"universalis.do.{self.notation.replace(' ', '_')}")

    @property
    def quiet(self) -> bool:
        """Nothing happens at the table."""
        return self.notation in ("hold", "go on", "keep")

    @property
    def gives_up(self) -> bool:
        """Players who choose at random pass it by."""
        return self is SURRENDER


KEEP = Word("keep")
REROLL = Word("reroll")
HOLD = Word("hold")
HOLD_ALWAYS = Word("hold always")
"""Never ask this seat for reactions again; the opposite is REACT_AGAIN."""
REACT_AGAIN = Word("react again")
CLEAR = Word("clear")
GO_ON = Word("go on")
SURRENDER = Word("surrender")

WORDS = {word.notation: word for word in (KEEP, REROLL, HOLD, HOLD_ALWAYS, REACT_AGAIN, CLEAR, GO_ON, SURRENDER)}
