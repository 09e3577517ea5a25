"""A ladder before it is played: which games, and about how many hours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import game_named
from kempelen.engine.search.player import ITERATIONS, SearchPlayer
from kempelen.engine.search.trial import AS_AUTOMA
from kempelen.engine.seats import read_spec
from kempelen.engine.table import Choice, Decision, Table
from kempelen.lab.folder.columns import columns_of
from kempelen.lab.ladder.cells import CONTEST, bots_of, cells_for, contests_of, thinks, who_is
from kempelen.lab.plan.asked import asked_of
from kempelen.lab.plan.cells import Cell
from kempelen.lab.plan.plan import Plan, Trial, size_of, tried
from kempelen.lab.run import play_through

__all__ = ["GAMES", "THOUGHT_GAMES", "LadderPlan", "plan_ladder"]

GAMES, THOUGHT_GAMES = 200, 60
"""Of every cell in which nobody thinks, and of the others."""
EVERY = 4
"""At every so manieth choice of a game it is measured what it costs to try a world out there."""


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """Two experiments: without players that think, and with them."""

    game: str
    bots: tuple[str, ...]
    quick: Plan
    thought: Plan | None

    @property
    def parts(self) -> Mapping[str, Plan]:
        """By the name of their folder, the quick one first."""
        return {"quick": self.quick, **({"thought": self.thought} if self.thought is not None else {})}

    @property
    def seconds(self) -> float:
        return sum(plan.seconds for plan in self.parts.values())

    @property
    def games(self) -> int:
        return sum(plan.games for plan in self.parts.values())


def plan_ladder(
    name: str,
    *,
    bots: Sequence[str] = (),
    contests: Sequence[str] = (),
    games: int = GAMES,
    thought: int = THOUGHT_GAMES,
    seed: str = "ladder",
    against: str = "",
) -> LadderPlan:
    """What is to be played, all against all or against one; a few games are tried for that. Raises a PlayerError."""
    game = game_named(name)
    who = bots_of(game, [*bots, against] if bots and against else bots)
    quick, slow = cells_for(game, contests_of(game, contests), who, (games, thought), seed, who_is(against))
    data = {"game": name, "title": "", "games": games, "seed": seed, "record": {"lines": False, "course": 0}}
    asked = asked_of(data, name)
    tables = _trials(quick, game.automa)
    trials = {cell.at[CONTEST]: trial for cell, trial in tables}
    thinking = {cell.at[CONTEST]: _thinking(cell) for cell, _ in tables} if slow else {}

    def made(part: str, cells: Sequence[Cell]) -> Plan:
        columns = columns_of(cells, [trial.row for trial in trials.values()], asked.record)
        seconds = [_seconds(cell, trials, thinking) * cell.experiment.games for cell in cells]
        count = sum(cell.experiment.games for cell in cells)
        chunk = size_of(sum(seconds) / count, count)
        return Plan(f"ladder-{name}-{part}", asked, data, tuple(cells), chunk, columns, sum(seconds))

    return LadderPlan(name, who, made("quick", quick), made("thought", slow) if slow else None)


def _trials(cells: Sequence[Cell], automa: str) -> list[tuple[Cell, Trial]]:
    """A few games of the automa with itself at every table."""
    found = []
    for cell in cells:
        if set(cell.experiment.seats) == {automa}:
            trials: Mapping[Any, Trial] = tried([cell], asked_of({"game": cell.experiment.game}, "").record)
            found += [(cell, trial) for trial in trials.values()]
    return found


class _Probing:
    """Plays as the automa; at some of its choices it tries one world out and takes the time."""

    looks_back = True

    def __init__(self, player: SearchPlayer) -> None:
        self.player = player
        self.choices = self.worlds = 0
        self.seconds = 0.0

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        choice = self.player.own.decide(decision, table)
        if len(decision.options) > 1:
            self.choices += 1
            if self.choices % EVERY == 1:
                began = process_time()
                self.player.trial(table, decision.seat).value(AS_AUTOMA, self.worlds)
                self.seconds += process_time() - began
                self.worlds += 1
        return choice

    @property
    def cost(self) -> float:
        """CPU seconds of a game for each world that is tried at every choice."""
        return self.choices * self.seconds / max(1, self.worlds)


def _thinking(cell: Cell) -> float:
    """What it costs to think at this table, whether worlds are judged soon or played to their end; see `_Probing`."""
    experiment = cell.experiment
    game, setup = experiment.rules, experiment.setup
    probing = _Probing(SearchPlayer(game, setup))
    others = [game.player(read_spec(seat), setup) for seat in experiment.seats[1:]]
    play_through(game, setup, [probing, *others], TapeDice(f"{experiment.seed} thinking"))
    return probing.cost


def _seconds(cell: Cell, trials: Mapping[str, Trial], thinking: Mapping[str, float]) -> float:
    """CPU seconds of a game: its own, and for every choice of those who think the worlds they try."""
    table, seats = cell.at[CONTEST], cell.experiment.seats
    worlds = sum(int(read_spec(seat).parameters.get("iterations", ITERATIONS)) for seat in seats if thinks(seat))
    return trials[table].seconds + (worlds * thinking[table] if worlds else 0.0)
