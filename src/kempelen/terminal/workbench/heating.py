"""`kempelen automa print --heat`: games are played, and each line of the printed page shows how often it counted."""

from __future__ import annotations

from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.behaviour.document import Page
from kempelen.engine.game import Game
from kempelen.lab.backends import backend_for
from kempelen.lab.compare.tables import counted, experiment_for, heat_pages, opposite
from kempelen.lab.experiment import Experiment
from kempelen.lab.run import play_one
from kempelen.lab.tally import Tally
from kempelen.terminal.ask import Screen
from kempelen.terminal.progress import watched
from kempelen.text.say import Text
from kempelen.wording import bot_name, scenario_title

__all__ = ["heat_of", "played", "played_strictly"]


def played(screen: Screen, experiment: Experiment, workers: int) -> Tally:
    """The games of an experiment with their lines; Ctrl-C stops, and what was played by then counts."""
    tally = Tally(len(experiment.seats))
    backend = backend_for(workers, experiment.games)

    def words(n: int) -> str:
        return screen.say("automa.counting", scenario=experiment.scenario, n=n, games=experiment.games)

    try:
        for now in watched(counted(experiment, backend), words):
            tally = now
    except KeyboardInterrupt:
        screen.tell("automa.compare_stopped", "yellow")
    return tally


def heat_of(
    screen: Screen, game: Game[Any], sheet: Sheet, experiment: Experiment, workers: int
) -> tuple[tuple[Page, ...], Text]:
    """The pages as a heat map, and what the figures mean."""
    tally = played(screen, experiment, workers)
    who = bot_name(game, opposite(game), screen.say)
    scenario = scenario_title(game, experiment.scenario, screen.say)
    note = Text("document.heat", n=tally.games, scenario=scenario, who=who, seed=experiment.seed)
    return heat_pages(game, sheet, experiment, tally), note


def played_strictly(screen: Screen, game: Game[Any], sheet: Sheet, games: int) -> None:
    """So many games in every scenario at a table that looks everything up; raises GameRefused with what was illegal."""
    for scenario in game.scenarios:
        experiment = experiment_for(game, scenario, sheet, {}, games, "check")

        def words(n: int, scenario: str = scenario) -> str:
            return screen.say("automa.counting", scenario=scenario, n=n, games=games)

        for _ in watched((play_one(experiment, n, strict=True) for n in range(1, games + 1)), words):
            pass
    screen.tell("automa.played_strictly", "green", n=games, scenarios=len(game.scenarios))
