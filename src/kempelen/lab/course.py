"""Where a game is decided: how likely each seat is to win, at moments of its course.

The game is played once; from its state at each moment it is then played on several times with other dice, by the same
bots. How often a seat wins so is its share at that moment. It needs nothing from a game but its rules.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from kempelen.engine.dice import TapeDice
from kempelen.lab.experiment import Experiment, game_seed
from kempelen.lab.run import players_of, table_for

__all__ = ["COST", "MOMENTS", "PLAYOUTS", "Course", "course_of"]

MOMENTS = 10
"""Beginning, after a tenth of the turns, and so on; the end needs no playing."""
PLAYOUTS = 8
COST = MOMENTS * PLAYOUTS / 2
"""About so many games are played for one."""

Course: TypeAlias = tuple[tuple[int, ...], ...]
"""For each moment, how often each seat won out of PLAYOUTS."""


def course_of(experiment: Experiment, number: int) -> Course:
    """The course of game `number`; the same whoever asks."""
    states = _states(experiment, number)
    seats = range(len(experiment.seats))
    course = []
    for moment in range(MOMENTS):
        state = states[moment * (len(states) - 1) // MOMENTS]
        won = [0 for _ in seats]
        for n in range(PLAYOUTS):
            for seat in _winners(experiment, state.copy(), f"{experiment.seed}|course|{number}|{moment}|{n}"):
                won[seat] += 1
        course.append(tuple(won))
    return tuple(course)


def _states(experiment: Experiment, number: int) -> list[Any]:
    """The table before every turn, and at the end."""
    game, setup = experiment.rules, experiment.setup
    table, between = table_for(game, setup, players_of(experiment), TapeDice(game_seed(experiment.seed, number)))
    state = table.state = game.new(setup, table)
    states = [state.copy()]
    while game.outcome(state) is None:
        between(state)
        game.step(state, table)
        states.append(state.copy())
    return states


def _winners(experiment: Experiment, state: Any, seed: str) -> tuple[int, ...]:
    game = experiment.rules
    table, between = table_for(game, experiment.setup, players_of(experiment), TapeDice(game_seed(seed, 1)))
    table.state = state
    while (outcome := game.outcome(state)) is None:
        between(state)
        game.step(state, table)
    return outcome.winners
