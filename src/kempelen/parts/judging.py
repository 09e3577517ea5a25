"""How good a position is: a logistic regression on a few numbers of a seat's view, fitted on games from the lab.

Search looks only so far ahead and then asks here, instead of playing every world to its end. No weight is typed in:
`scripts/fits.py` plays the games, fits, and writes the file; what it was made from stands in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Generic, TypeVar

from kempelen.engine.table import Seat

__all__ = ["FILE", "Fit", "Judging", "fits_of", "stand_ins_of"]

S = TypeVar("S")
FILE = "judging.json"
"""In the folder `lab` of a game."""
STEEPEST = 30.0
"""Odds beyond e to this are as good as certain."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted numbers for one kind of table and one seat at it."""

    bias: float
    weights: tuple[float, ...]

    def chance(self, numbers: Sequence[float]) -> float:
        """To win, from 0 to 1."""
        total = self.bias
        for weight, number in zip(self.weights, numbers, strict=True):
            total += weight * number
        return 1.0 / (1.0 + exp(-max(-STEEPEST, min(STEEPEST, total))))


@dataclass(frozen=True, kw_only=True)
class Judging(Generic[S]):
    """What a position is judged by."""

    package: str
    """Where the fit lies: `kempelen.games.NAME.lab`."""
    names: tuple[str, ...]
    """Of the numbers, in their order."""
    numbers: Callable[[S, Seat], Sequence[float]]
    """Of a table as a seat sees it; nothing that others hold in secret."""
    table: Callable[[S], str]
    """Under which name tables of this kind are fitted, such as the scenario's."""
    wider: Callable[[S], str] | None = None
    """Under which name a wider kind of tables is fitted, for those that have no fit of their own."""
    quiet: Callable[[S], bool]
    """Positions that can be compared, such as those at the beginning of a round: only these are judged."""
    ahead: int
    """At the quiet position of this number after a choice search stops playing on, if nobody says otherwise; 0: it
    plays to the end, and judges only for who asks for it."""

    def fit(self, state: S, seat: Seat) -> Fit | None:
        """For tables like this; None if none has been fitted."""
        fits = fits_of(self.package)
        found = fits.get(f"{self.table(state)}.{seat}")
        return fits.get(f"{self.wider(state)}.{seat}") if found is None and self.wider is not None else found

    def stand_in(self, table: str) -> str:
        """Who plays best there of those that stand in for people, as far as it was tried; else nobody."""
        return stand_ins_of(self.package).get(table, "")


@cache
def fits_of(package: str) -> Mapping[str, Fit]:
    """`TABLE.SEAT` -> what has been fitted; empty where nothing has."""
    fits = _written(package).get("fits", {})
    return {name: Fit(float(one["bias"]), tuple(map(float, one["weights"]))) for name, one in fits.items()}


@cache
def stand_ins_of(package: str) -> Mapping[str, str]:
    """Table -> who has won most often there of those that stand in for people; empty where nobody was tried."""
    tried: Mapping[str, Mapping[str, float]] = _written(package).get("stand_ins", {})
    return {table: max(shares, key=lambda name: shares[name]) for table, shares in tried.items()}


def _written(package: str) -> Mapping[str, Any]:
    found = files(package).joinpath(FILE)
    data: Mapping[str, Any] = json.loads(found.read_text("utf-8")) if found.is_file() else {}
    return data
