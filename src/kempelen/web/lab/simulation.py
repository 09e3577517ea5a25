"""Many games of a scenario, with bots on every seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from kempelen.lab.experiment import Experiment
from kempelen.lab.folder.columns import WholeRow
from kempelen.lab.run import play_one
from kempelen.lab.tally import Tally
from kempelen.web.lab.jobs import Teller

__all__ = ["GAMES", "Simulation", "Snapshot"]

GAMES = 300


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What there is so far; plain, so that it can be sent."""

    games: int = 0
    won: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    endings: Mapping[str, int] = field(default_factory=dict)
    turns: float = 0.0
    together: bool = False


@dataclass(frozen=True, slots=True)
class Simulation:
    """A task: these games, one after the other."""

    experiment: Experiment
    seconds: ClassVar[int] = 60

    def run(self, tell: Teller) -> Snapshot:
        tally = Tally(len(self.experiment.seats))
        for number in range(1, self.experiment.games + 1):
            tally.add(WholeRow(play_one(self.experiment, number)))
            if not tell(lambda: _so_far(tally)):
                break
        return _so_far(tally)


def _so_far(tally: Tally) -> Snapshot:
    return Snapshot(tally.games, dict(tally.won), dict(tally.endings), tally.mean_turns, tally.together)
