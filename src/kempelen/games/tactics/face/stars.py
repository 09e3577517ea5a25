"""What there is to reach besides winning: units that are left, and before long."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.engine.table import Seat
from kempelen.games.tactics.rules.state import State
from kempelen.parts.stars import Star

__all__ = ["stars"]

ASKED: Mapping[str, tuple[int, int]] = {
    "first": (1, 3),
    "village": (1, 5),
    "kraken": (2, 11),
    "tyrant": (3, 16),
    "versus": (5, 7),
    "sandbox": (2, 6),
}
"""So many units of one's own at the end, and in so many rounds; somewhat less than half of those who win reach each (by
`rule`, 200 games)."""


def stars(scenario: str, seat: Seat) -> tuple[Star[State], Star[State]]:
    units, rounds = ASKED.get(scenario, ASKED["versus"])
    return Star("units", _units, least=units), Star("rounds", _round, most=rounds)


def _units(s: State, seat: Seat) -> int:
    return len(list(s.of_owner(seat)))


def _round(s: State, seat: Seat) -> int:
    return min(s.round, s.rule.cap)
