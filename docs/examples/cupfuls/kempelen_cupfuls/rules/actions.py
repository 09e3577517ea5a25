"""What a player can do: bid or doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kempelen.text.say import Text
from kempelen_cupfuls.face.words import dice_word

__all__ = ["BIDS", "DICE", "DOUBT", "FACES", "MOST_PLAYERS", "Action", "Bid", "Doubt"]

FACES = (1, 2, 3, 4, 5, 6)
DICE = 3
"""Under every cup (A1)."""
MOST_PLAYERS = 4


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """At least so many dice show this face: `bid 3x4`. The order of bids is that of rule B2."""

    count: int
    face: int

    @property
    def notation(self) -> str:
        return f"bid {self.count}x{self.face}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"face:{self.face}", f"count:{self.count}")

    @property
    def text(self) -> Text:
        return Text("cupfuls.do.bid", dice=dice_word(self.count, self.face))


@dataclass(frozen=True, slots=True)
class Doubt:
    """The last bid is doubted, and all cups are lifted: `doubt`."""

    notation = "doubt"
    handles = ("doubt",)
    text = Text("cupfuls.do.doubt")


Action: TypeAlias = Bid | Doubt

DOUBT = Doubt()
BIDS = {(count, face): Bid(count, face) for count in range(1, DICE * MOST_PLAYERS + 2) for face in FACES}
"""Every action is built once and used again, from the lowest bid to the highest."""
