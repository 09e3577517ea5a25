"""How fast is a game? CPU time in one process, the median of several runs, the same games every time."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from statistics import median
from time import process_time
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game, Setup
from kempelen.engine.player import Player, RandomPlayer
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, DirectTable, Seat
from kempelen.lab.backends import cpu_count
from kempelen.lab.experiment import BadExperiment, seats_of, usual_seats
from kempelen.lab.run import play_through
from kempelen.lab.unit import play_unit
from kempelen.parts.lab import bench_scenario
from kempelen.text.say import Text

__all__ = ["BENCHES", "Measured", "bench", "in_units", "machine", "unit"]

RUNS = 11
"""Many short runs: the median is then little moved by what else the machine does."""
LEAST_SECONDS = 0.2
"""A run has as many games as fit into this."""
UNIT_GAMES = 2000
COPIES = 2000
STATES = 20


@dataclass(frozen=True, slots=True)
class Measured:
    """One line of the result: what, and its numbers by column."""

    name: str
    numbers: dict[str, float]


@dataclass(frozen=True, slots=True)
class Bench:
    """What to play: the default scenario with five seats, or as near as it allows."""

    game: Game[Any]
    games: int | None = None
    """Games a run; None: as many as fit into LEAST_SECONDS."""
    runs: int = RUNS

    @property
    def setup(self) -> Setup:
        scenario = bench_scenario(self.game)
        seats = seats_of((self.game.automa,), usual_seats(self.game, scenario))
        return Setup(self.game.name, scenario, seats)


def unit(runs: int = RUNS) -> Measured:
    """What everything else is measured by: an action of a lean Connect Four on this machine."""
    actions = play_unit(UNIT_GAMES)
    spent = typical(lambda: play_unit(UNIT_GAMES), runs)
    return Measured("unit", {"us_per_action": round(1e6 * spent / actions, 3), "actions": actions})


def in_units(measured: Measured, unit: Measured) -> float | None:
    """The first number as a multiple of the unit; None if it is no time."""
    name, number = next(iter(measured.numbers.items()))
    return number / unit.numbers["us_per_action"] if name.startswith("us_") else None


def bench(game: Game[Any], games: int | None = None, runs: int = RUNS) -> Iterator[Measured]:
    """Every measurement of a game, each as soon as it is taken."""
    what = Bench(game, games, runs)
    for name, measure in BENCHES.items():
        yield Measured(f"{game.name}.{name}", {column: round(value, 3) for column, value in measure(what).items()})
    for name, prepare in (game.lab.bench_works() if game.lab is not None else {}).items():
        numbers = calls(what, prepare())
        yield Measured(f"{game.name}.{name}", {column: round(value, 3) for column, value in numbers.items()})


def machine() -> dict[str, str | int]:
    """What the numbers were measured on."""
    return {"python": f"{platform.python_implementation()} {platform.python_version()}", "cpus": cpu_count()}


# -- measuring


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = process_time()
    work()
    return process_time() - start


def typical(work: Callable[[], object], runs: int) -> float:
    """The median CPU time of several runs."""
    return median(seconds(work) for _ in range(runs))


def game_count(what: Bench, play: Callable[[int], object]) -> int:
    """How many games make a run; playing them also warms up."""
    if what.games is not None:
        play(1)
        return what.games
    games, spent = 0, 0.0
    while spent < LEAST_SECONDS or games < 2:
        games += 1
        number = games
        spent += seconds(lambda: play(number))  # noqa: B023  # called at once
    return games


def calls(what: Bench, works: Sequence[Callable[[], object]]) -> dict[str, float]:
    """Single calls: how long one takes, and how long the slowest; few of them if few games were asked for."""
    works = works if what.games is None else works[: what.games]

    def call_all() -> None:
        for work in works:
            work()

    call_all()
    each = [min(seconds(work) for _ in range(3)) for work in works]
    return {
        "us_per_call": 1e6 * typical(call_all, what.runs) / len(works),
        "us_worst": 1e6 * max(each),
        "calls": len(works),
    }


# -- whole games


def random_players(game: Game[Any], seats: int, number: int) -> list[Player]:
    """Random players with dice of their own."""
    return [RandomPlayer(TapeDice(f"players {number}"))] * seats


def automas(game: Game[Any], seats: int, number: int) -> list[Player]:
    automa = game.bots[game.automa]
    return [automa() for _ in range(seats)]


PlayersOf = Callable[[Game[Any], int, int], list[Player]]
OnChoice = Callable[[Seat, Choice], None]


def play_game(what: Bench, players: PlayersOf, number: int, **how: Any) -> None:
    """One game; `how` as `play_through` takes it."""
    setup = what.setup
    seated = players(what.game, len(setup.seats), number)
    play_through(what.game, setup, seated, TapeDice(f"bench {number}"), **how)


def play_all(what: Bench, players: PlayersOf, games: int, **how: Any) -> None:
    for number in range(1, games + 1):
        play_game(what, players, number, **how)


def count_decisions(what: Bench, players: PlayersOf, games: int) -> int:
    decisions = 0

    def on_choice(seat: Seat, choice: Choice) -> None:
        nonlocal decisions
        decisions += 1

    play_all(what, players, games, on_choice=on_choice)
    return decisions


def play_games(what: Bench, players: PlayersOf) -> dict[str, float]:
    games = game_count(what, lambda number: play_game(what, players, number))
    decisions = count_decisions(what, players, games)
    times = [seconds(lambda: play_all(what, players, games)) for _ in range(what.runs)]
    spent = median(times)
    return {
        "us_per_decision": 1e6 * spent / decisions,
        "us_per_decision_best": 1e6 * min(times) / decisions,
        "games_per_cpu_s": games / spent,
        "decisions": decisions,
        "games": games,
    }


def tracing(what: Bench) -> dict[str, float]:
    """The same games without the why, with it, and with every step worded; in turn, so that load slows all alike."""
    games = game_count(what, lambda number: play_game(what, automas, number, tracing=True))
    steps = decisions = 0

    def count(seat: Seat, choice: Choice) -> None:
        nonlocal steps, decisions
        decisions += 1
        steps += len(choice.trace) if choice.trace is not None else 0

    def read(seat: Seat, choice: Choice) -> None:
        for _ in choice.trace or ():
            pass

    def ignore(seat: Seat, choice: Choice) -> None:
        return

    def play(tracing: bool, on_choice: OnChoice) -> float:
        return seconds(lambda: play_all(what, automas, games, on_choice=on_choice, tracing=tracing))

    play(True, count)
    if not steps:
        raise BadExperiment(Text("lab.no_why", game=what.game.name))
    noted = [play(True, ignore) / play(False, ignore) for _ in range(what.runs)]
    worded = [play(True, read) / play(False, ignore) for _ in range(min(what.runs, 3))]
    return {
        "ratio": median(noted),
        "ratio_worded": median(worded),
        "steps_per_decision": steps / decisions,
        "decisions": decisions,
    }


def strict(what: Bench) -> dict[str, float]:
    """The same games with every choice looked up in the legal list, and without; in turn, as with the why."""
    games = game_count(what, lambda number: play_game(what, automas, number, strict=True))
    decisions = count_decisions(what, automas, games)
    slower, spent = [], []
    for _ in range(what.runs):
        spent.append(seconds(lambda: play_all(what, automas, games, strict=True)))
        slower.append(spent[-1] / seconds(lambda: play_all(what, automas, games)))
    return {
        "ratio": median(slower),
        "us_per_decision": 1e6 * median(spent) / decisions,
        "decisions": decisions,
        "games": games,
    }


# -- parts of a game


def middle_states(what: Bench) -> list[Any]:
    """States from the middle of automa games."""
    setup, game = what.setup, what.game
    states = []
    for number in range(1, min(what.games or STATES, STATES) + 1):
        table = DirectTable(game, automas(game, len(setup.seats), number), TapeDice(f"bench {number}"))
        state = table.state = game.new(setup, table)
        passed = [state.copy()]
        while game.outcome(state) is None:
            game.step(state, table)
            passed.append(state.copy())
        states.append(passed[len(passed) // 2])
    return states


def repeated(states: Sequence[Any], what: Bench) -> list[Any]:
    return list(islice(cycle(states), COPIES if what.games is None else len(states)))


def clone(what: Bench) -> dict[str, float]:
    """`state.copy()` in the middle of a game."""
    states = repeated(middle_states(what), what)

    def copy_all() -> None:
        for state in states:
            state.copy()

    copy_all()
    return {"us_per_copy": 1e6 * typical(copy_all, what.runs) / len(states), "copies": len(states)}


def view(what: Bench) -> dict[str, float]:
    """`game.view(state, seat)` in the middle of a game, every seat in turn."""
    seen = list(zip(repeated(middle_states(what), what), cycle(range(len(what.setup.seats))), strict=False))

    def view_all() -> None:
        for state, seat in seen:
            what.game.view(state, seat)

    view_all()
    return {"us_per_view": 1e6 * typical(view_all, what.runs) / len(seen), "views": len(seen)}


def session(what: Bench) -> dict[str, float]:
    """Every seat is answered from outside, at random, as a person or a learning program would."""
    games = game_count(what, lambda number: play_session(what, number))
    played = [play_session(what, number) for number in range(1, games + 1)]
    inputs = sum(len(one.inputs) for one in played)
    answers = sum(row.human for one in played for row in one.inputs)
    spent = typical(lambda: [play_session(what, n) for n in range(1, games + 1)], what.runs)
    return {
        "us_per_input": 1e6 * spent / inputs,
        "us_per_answer": 1e6 * spent / answers,
        "inputs": inputs,
        "decisions": answers,
        "games": games,
    }


def play_session(what: Bench, number: int) -> Session:
    setup = what.setup
    humans = Setup(setup.game, setup.scenario, ("human",) * len(setup.seats))
    one = Session(what.game, humans, seed=number).run()
    dice = TapeDice(f"players {number}")
    while not one.over:
        for decision in one.pending:
            one.answer(decision.options[dice.below(len(decision.options), "", "")], decision.seat)
        one.run()
    return one


BENCHES: dict[str, Callable[[Bench], dict[str, float]]] = {
    "random": lambda what: play_games(what, random_players),
    "automa": lambda what: play_games(what, automas),
    "tracing": tracing,
    "strict": strict,
    "clone": clone,
    "view": view,
    "session": session,
}
"""By the last part of the line's name."""
