"""What there is to reach besides winning: points or nuggets, and whole tools; in a first game cards in the pile."""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.saboteur.rules.state import State
from kempelen.parts.stars import Star

__all__ = ["stars"]

POINTS, NUGGETS = {"first": 30, "tu": 15}, 8
"""About four or six in ten of those who win have so many (by `careful`, 200 games)."""


def stars(scenario: str, seat: Seat) -> tuple[Star[State], Star[State]]:
    if scenario == "first":
        return Star("pile", _pile, least=1), Star("points", _score, least=POINTS[scenario])
    whole = Star("whole", _broken, most=0)
    if scenario == "commercial":
        return whole, Star("nuggets", _score, least=NUGGETS)
    return whole, Star("points", _score, least=POINTS["tu"])


def _score(s: State, seat: Seat) -> int:
    return s.scores[seat]


def _pile(s: State, seat: Seat) -> int:
    return len(s.deck)


def _broken(s: State, seat: Seat) -> int:
    return s.broken[seat].bit_count()
