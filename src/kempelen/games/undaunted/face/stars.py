"""What there is to reach besides winning: few cards lost, and before long; where time decides, cards of the enemy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kempelen.engine.table import Seat
from kempelen.games.undaunted.rules.state import State
from kempelen.parts.stars import Star

__all__ = ["stars"]


class Asked(NamedTuple):
    """How much a side is asked for in a scenario; about half of those who win reach each (by `careful`, 600 games)."""

    lost: int
    """So many cards it may lose."""
    rounds: int = 0
    """It has to win by then; 0 where nearly every game goes on to its last round."""
    struck: int = 0
    """There the enemy has to lose so many cards."""


ASKED: Mapping[str, tuple[Asked, Asked]] = {
    "first": (Asked(1, 3), Asked(3, struck=2)),
    "hedges": (Asked(3, 5), Asked(4, 9)),
    "snipers": (Asked(3, 6), Asked(2, 6)),
    "orchard": (Asked(8, 15), Asked(9, 14)),
    "ridge": (Asked(9, 15), Asked(8, 15)),
    "mortars": (Asked(9, 15), Asked(7, 13)),
    "raid": (Asked(0, 3), Asked(5, 11)),
    "convoy": (Asked(5, 9), Asked(3, 5)),
    "relay": (Asked(6, 15), Asked(8, 18)),
    "dusk": (Asked(7, struck=2), Asked(2, struck=9)),
    "relief": (Asked(4, 10), Asked(6, 11)),
    "bridges": (Asked(6, 15), Asked(7, 15)),
    "platoon": (Asked(12, struck=11), Asked(10, struck=11)),
}
USUAL = Asked(8, 15)
"""In a scenario of somebody's own."""


def stars(scenario: str, seat: Seat) -> tuple[Star[State], Star[State]]:
    asked = ASKED[scenario][seat] if scenario in ASKED else USUAL
    struck = Star("struck", _struck, least=asked.struck, stays=True)
    by = Star("rounds", _round, most=asked.rounds) if asked.rounds else struck
    return Star("lost" if asked.lost else "no_loss", _lost, most=asked.lost), by


def _lost(s: State, seat: Seat) -> int:
    return s.sides[seat].casualties


def _struck(s: State, seat: Seat) -> int:
    return s.sides[1 - seat].casualties


def _round(s: State, seat: Seat) -> int:
    return s.round
