"""The whole search: the fitting way, and at the end games that nobody has seen before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kempelen.automa.sheet import Sheet
from kempelen.lab.tune.knobs import turned
from kempelen.lab.tune.meter import Band, Measured, Meter
from kempelen.lab.tune.search import bisect, evolve, race, spread

__all__ = ["FEW", "Tuned", "Way", "tune", "way_for"]

Way = Literal["bisection", "race", "evolution"]
FEW = 5
"""More knobs than these are too many for a race."""
BUDGET = 20_000
"""Games of an evolution in all."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What came of it."""

    way: Way
    best: Measured
    """The setting that was chosen, as it looked in the search."""
    fresh: Measured
    """The same on seeds that the search has not used."""
    sheet: Sheet
    """The automa with this setting."""
    band: Band

    @property
    def reached(self) -> bool:
        """Every scenario's share on fresh seeds lies in the band."""
        return self.fresh.away(self.band) == 0.0

    @property
    def sure(self) -> bool:
        """So do the intervals."""
        found = self.fresh.plain_intervals().values()
        return all(self.band.low <= one.low and one.high <= self.band.high for one in found)


def way_for(meter: Meter) -> Way:
    if len(meter.scenarios) > 1 or len(meter.knobs) > FEW:
        return "evolution"
    return "bisection" if len(meter.knobs) == 1 else "race"


def tune(meter: Meter, band: Band, games: int = 1000) -> Tuned:
    """Look for a setting, then confirm it with so many fresh games; raises a PlayerError."""
    way, each = way_for(meter), max(games, 1)
    if way == "bisection":
        best = bisect(meter, band, each)
    elif way == "race":
        best = race(meter, band, spread(meter), each)
    else:
        best = evolve(meter, band, BUDGET * each // 1000, each)
    again = replace(meter, seed=f"{meter.seed}/fresh", tried={})
    again.more({best.values: games})
    sheet = turned(meter.game, meter.sheet, meter.named(best.values))
    return Tuned(way, best, again.of(best.values), sheet, band)
