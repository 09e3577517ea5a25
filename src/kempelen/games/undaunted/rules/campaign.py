"""The score of a campaign: battles won, less one for every full ten combat cards lost (V5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.words import side_word
from kempelen.games.undaunted.rules.state import SIDES
from kempelen.parts.campaigns import Result
from kempelen.text.say import Text

__all__ = ["LOSSES", "Standing", "lines", "standing"]

LOSSES = 10
"""So many lost cards cost a point."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a side stands."""

    won: int
    lost: int
    """Combat cards, over all battles."""

    @property
    def score(self) -> int:
        return self.won - self.lost // LOSSES


def standing(results: Sequence[Result], seat: Seat) -> Standing:
    won = sum(seat in result.winners for result in results)
    return Standing(won, sum(int(result.facts["losses"][seat]) for result in results))


def lines(results: Sequence[Result]) -> Iterator[Text]:
    """One line a side."""
    for seat in range(len(SIDES)):
        stands = standing(results, seat)
        yield Text(
            "undaunted.campaign_score",
            side=side_word(seat),
            won=stands.won,
            lost=stands.lost,
            minus=stands.lost // LOSSES,
            score=stands.score,
        )
