"""How often whoever plays against an automa wins, with this or that setting of its knobs, on common seeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kempelen.automa.sheet import Knob, Sheet
from kempelen.engine.game import Game
from kempelen.lab.backends import Backend, in_order
from kempelen.lab.compare.tables import automa_won, experiment_for
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.lab.run import Row, play_chunk
from kempelen.lab.stats.sequences import share_sequence
from kempelen.lab.stats.shares import Interval, share_interval
from kempelen.lab.tune.knobs import turned
from kempelen.text.say import Text

__all__ = ["Band", "Measured", "Meter", "Values", "human_won"]

Values = tuple[int, ...]
"""A number for each knob, in their order."""
PIECE = 10
"""Games that a worker plays in one go."""


@dataclass(frozen=True, slots=True)
class Band:
    """From where to where the share of the person is wanted."""

    low: float
    high: float

    @staticmethod
    def read(given: str) -> Band:
        """`45..55`, in per cent; raises BadExperiment."""
        low, dots, high = given.partition("..")
        try:
            band = Band(float(low) / 100, float(high if dots else low) / 100)
        except ValueError:
            raise BadExperiment(Text("automa.tune.bad_band", given=given)) from None
        if not 0 <= band.low <= band.high <= 1:
            raise BadExperiment(Text("automa.tune.bad_band", given=given))
        return band

    def away(self, share: float) -> float:
        """How far a share lies outside; 0 inside."""
        return max(self.low - share, share - self.high, 0.0)

    def side(self, share: float) -> int:
        """-1 below, 1 above, 0 inside."""
        return (share > self.high) - (share < self.low)


def human_won(experiment: Experiment, row: Row) -> bool:
    """Whether whoever plays against the automa won; a draw or a game that was cut off counts for nobody."""
    return bool(row.winners) and not automa_won(experiment, row)


@dataclass(slots=True)
class Measured:
    """One setting of the knobs, and how often the person won in each scenario."""

    values: Values
    games: int = 0
    """In every scenario."""
    won: dict[str, int] = field(default_factory=dict)

    def share(self, scenario: str) -> float:
        return self.won[scenario] / self.games if self.games else 0.5

    def intervals(self) -> dict[str, Interval]:
        """They hold however often somebody looks."""
        return {scenario: share_sequence(hits, self.games) for scenario, hits in self.won.items()}

    def plain_intervals(self) -> dict[str, Interval]:
        """For games that were counted beforehand and looked at once."""
        return {scenario: share_interval(hits, self.games) for scenario, hits in self.won.items()}

    def away(self, band: Band) -> float:
        """How far outside the band, in the mean over the scenarios."""
        return sum(band.away(self.share(scenario)) for scenario in self.won) / len(self.won)

    def mean(self) -> float:
        return sum(self.share(scenario) for scenario in self.won) / len(self.won)

    def surely_inside(self, band: Band) -> bool:
        return all(band.low <= one.low and one.high <= band.high for one in self.intervals().values())

    def surely_outside(self, band: Band, margin: float = 0.0) -> bool:
        """Even the nearest end of an interval lies farther away than the margin, in the mean over the scenarios."""
        ends = [max(band.low - one.high, one.low - band.high, 0.0) for one in self.intervals().values()]
        return sum(ends) / len(ends) > margin


@dataclass(slots=True)
class Meter:
    """Plays games with settings, the same seeds for all, and keeps what came of each."""

    game: Game[Any]
    sheet: Sheet
    knobs: Sequence[Knob]
    scenarios: Sequence[str]
    options: Mapping[str, str]
    seed: str
    backend: Backend
    watch: Callable[[Measured, int], None] = lambda now, played: None
    """Is told what was measured so far, and how many games that took in all."""
    tried: dict[Values, Measured] = field(default_factory=dict)
    played: int = 0

    def named(self, values: Values) -> dict[str, int]:
        return {knob.name: value for knob, value in zip(self.knobs, values, strict=True)}

    @property
    def usual(self) -> Values:
        """As the file has them."""
        return tuple(knob.value for knob in self.knobs)

    def of(self, values: Values) -> Measured:
        return self.tried.setdefault(values, Measured(values, 0, dict.fromkeys(self.scenarios, 0)))

    def _experiment(self, values: Values, scenario: str) -> Experiment:
        sheet = turned(self.game, self.sheet, self.named(values))
        return experiment_for(self.game, scenario, sheet, self.options, 1, self.seed)

    def more(self, wanted: Mapping[Values, int]) -> None:
        """So many more games with each of these settings; raises GameRefused."""
        chunks = []
        for values, games in wanted.items():
            now = self.of(values)
            for scenario in self.scenarios:
                experiment = self._experiment(values, scenario)
                for first in range(now.games + 1, now.games + games + 1, PIECE):
                    last = min(first + PIECE - 1, now.games + games)
                    chunks.append((values, scenario, experiment, range(first, last + 1)))
        counts = in_order(self.backend, _humans_won, chunks)
        for (values, scenario, _, numbers), won in zip(chunks, counts, strict=True):
            now = self.of(values)
            now.won[scenario] += won
            self.played += len(numbers)
            if scenario == self.scenarios[-1]:
                now.games += len(numbers)
                self.watch(now, self.played)

    def decide(self, values: Values, band: Band, most: int, step: int = 50) -> Measured:
        """Until the interval has left the band or lies inside it, or so many games were played."""
        now = self.of(values)
        while now.games < most and not (now.games and (now.surely_outside(band) or now.surely_inside(band))):
            self.more({values: min(step, most - now.games)})
        return now


def _humans_won(chunk: tuple[Values, str, Experiment, range]) -> int:
    _, _, experiment, numbers = chunk
    return sum(human_won(experiment, row) for row in play_chunk(experiment, numbers).rows)
