"""What an automa would do on a position: every action with its exact chance, and why."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.table import Seat
from kempelen.engine.tables.asked import Listener
from kempelen.engine.tables.odds import MOST_RUNS, decision_odds
from kempelen.engine.trace import Trace

__all__ = ["Heard", "distance", "heard_from"]


@dataclass(frozen=True, slots=True)
class Heard:
    """What an automa would do on a position: every action with its chance, and the why of each."""

    odds: Mapping[Hashable, Fraction]
    whys: Mapping[Hashable, Trace]

    @property
    def likeliest(self) -> Hashable:
        return max(self.odds, key=lambda action: (self.odds[action], str(action)))

    @property
    def why(self) -> Trace | None:
        return self.whys.get(self.likeliest)


def heard_from(game: Game[Any], view: Any, player: Player, seat: Seat, most_runs: int = MOST_RUNS) -> Heard:
    """A seat that decides here; raises TooManyOutcomes or IllegalAction."""
    listener = Listener(player)
    return Heard(decision_odds(game, view, listener, seat, most_runs=most_runs), listener.traces)


def distance(a: Mapping[Hashable, Fraction], b: Mapping[Hashable, Fraction]) -> Fraction:
    """Half of what lies elsewhere: 0 if both do the same, 1 if they never do."""
    zero = Fraction(0)
    return sum((abs(a.get(action, zero) - b.get(action, zero)) for action in {*a, *b}), zero) / 2
