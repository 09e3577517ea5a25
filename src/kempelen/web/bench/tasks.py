"""What the workbench lets a process do: the same games with two automas, and how often each line is carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from kempelen.automa.sheet import Sheet
from kempelen.engine.game import Game, game_named
from kempelen.engine.table import Choice, Seat
from kempelen.lab.compare import Compared, Decisions, compared, decisions_of, table_for
from kempelen.lab.experiment import Experiment
from kempelen.lab.lines import count_lines
from kempelen.lab.run import play_one
from kempelen.parts.automas import sheet_from
from kempelen.web.lab.jobs import Teller

__all__ = ["ALL", "Comparing", "Counted", "Counting", "SoFar", "scenarios_in"]

ALL = "all"
PAIRS = 1000
COUNTED = 100
SEED = "workbench"
"""Whoever asks again sees the same games."""


def scenarios_in(game: Game[Any], wanted: str) -> list[str]:
    """Those that are compared: one, or all but the one that teaches."""
    playable = [one for one in game.scenarios if one != "first"]
    if wanted == ALL:
        return playable
    return [wanted if wanted in game.scenarios else playable[0]]


def _pair(name: str, text: str) -> tuple[Game[Any], Sheet, Sheet]:
    game = game_named(name)
    assert game.automas is not None
    return game, sheet_from(game, text), game.automas.sheet


@dataclass(frozen=True, slots=True)
class SoFar:
    """A comparison as far as it has come."""

    found: tuple[Compared, ...] = ()
    decisions: Decisions | None = None
    played: int = 0
    most: int = 1


@dataclass(frozen=True, slots=True)
class Comparing:
    """A task: decisions exactly, then pairs of games on common seeds, all scenarios in turn."""

    game: str
    text: str
    scenario: str
    pairs: int = PAIRS
    seconds: ClassVar[int] = 120

    def run(self, tell: Teller) -> SoFar:
        game, own, original = _pair(self.game, self.text)
        scenarios = scenarios_in(game, self.scenario)
        decisions = decisions_of(game, scenarios[0], own, original, {})
        found = [Compared(scenario) for scenario in scenarios]
        running: dict[int, Iterator[Compared]] = {
            n: compared(game, scenario, own, original, {}, self.pairs, SEED) for n, scenario in enumerate(scenarios)
        }

        def so_far() -> SoFar:
            played = sum(one.pairs.n for one in found)
            return SoFar(tuple(found), decisions, played, played if not running else self.pairs * len(found))

        going = tell(so_far)
        while running and going:
            for n in list(running):
                now = next(running[n], None)
                if now is None:
                    del running[n]
                else:
                    found[n] = now
                if not (going := tell(so_far)):
                    break
        return so_far()


@dataclass(frozen=True, slots=True)
class Counted:
    """How often lines were tried and carried out: with one's own automa, and with the original."""

    games: int = 0
    most: int = COUNTED
    own: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    original: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counting:
    """A task: games with each of the two, line by line."""

    game: str
    text: str
    scenario: str
    games: int = COUNTED
    seconds: ClassVar[int] = 60

    def run(self, tell: Teller) -> Counted:
        game, own, original = _pair(self.game, self.text)
        scenario = scenarios_in(game, self.scenario)[0]
        experiments = [_experiment(game, scenario, sheet, self.games) for sheet in (own, original)]
        lines: list[dict[str, tuple[int, int]]] = [{}, {}]
        number = 0
        for number in range(1, self.games + 1):
            for total, experiment in zip(lines, experiments, strict=True):
                _count_game(experiment, number, total)
            if not tell(lambda n=number: Counted(n, self.games, *map(dict, lines))):  # type: ignore[misc]
                break
        return Counted(number, self.games, *lines)


def _count_game(experiment: Experiment, number: int, total: dict[str, tuple[int, int]]) -> None:
    """Add the lines of one game: those of the first seat, or, where the rules play, all."""

    def watch(_: int, seat: Seat, choice: Choice) -> None:
        if seat == 0 and choice.trace is not None:
            count_lines(choice.trace, total)

    row = play_one(experiment, number, lines=True, watch=None if experiment.roles else watch)
    if experiment.roles:
        for at, (tried, done) in row.lines.items():
            before = total.get(at, (0, 0))
            total[at] = before[0] + tried, before[1] + done


def _experiment(game: Game[Any], scenario: str, sheet: Sheet, games: int) -> Experiment:
    setup = table_for(game, scenario, sheet, {})
    return Experiment(
        game.name, scenario, setup.seats, setup.options, games, SEED, automas=setup.automas, roles=setup.roles
    )
