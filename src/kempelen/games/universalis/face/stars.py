"""What there is to reach besides winning: few hit points lost, and before long; in a first game both enemies out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kempelen.engine.table import Seat
from kempelen.games.universalis.rules.state import State
from kempelen.games.universalis.rules.terms import HULL
from kempelen.parts.stars import Star

__all__ = ["stars"]


class Asked(NamedTuple):
    """Two of these a side is asked for in a scenario; about half of those who win reach each (by `careful`, 200
    games)."""

    tp: int | None = None
    """So many hit points it may lose."""
    rounds: int = 0
    """It has to win by then."""
    out: int = 0
    """So many enemies have to be put out of action."""


ASKED: Mapping[str, tuple[Asked, Asked]] = {
    "first": (Asked(rounds=3, out=2), Asked(0, 3)),
    "border_post": (Asked(2, 4), Asked(4, out=1)),
    "old_quarry": (Asked(2, 5), Asked(2, 3)),
    "river_crossing": (Asked(2, 4), Asked(2, 4)),
    "factory": (Asked(3, 3), Asked(0, 4)),
}
USUAL = Asked(3, 4)
"""In others: games of the largest take too long to count."""


def stars(scenario: str, seat: Seat) -> tuple[Star[State], Star[State]]:
    asked = ASKED[scenario][seat] if scenario in ASKED else USUAL
    by, out = Star("rounds", _round, most=asked.rounds), Star("out", _out, least=asked.out)
    if asked.tp is None:
        return out, by
    return Star("tp" if asked.tp else "unhurt", _lost, most=asked.tp), out if asked.out else by


def _round(s: State, seat: Seat) -> int:
    return s.round


def _out(s: State, seat: Seat) -> int:
    return sum(m.out for m in s.models if m.seat != seat)


def _lost(s: State, seat: Seat) -> int:
    """What models on the table lack is counted with what those had that are out."""
    return sum(m.card.tp if m.out else max(0, m.card.tp - m.tp[HULL]) for m in s.models if m.seat == seat and m.tp)
