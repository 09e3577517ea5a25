"""Many games of one game at a strict table, over all its scenarios, numbers of players and bots.

    .venv/bin/python scripts/strict.py undaunted              # 2,000 games
    .venv/bin/python scripts/strict.py undaunted -n 200 --each 5

As `kempelen simulate --strict` does: whatever a bot chooses is looked up in the legal list of its decision. The games
are spread over every scenario, every number of players and every two bots in turn over the seats. The record of one
game in --each is written, read back and replayed: it must end as the game has ended. Then only its first half is read
back, and played on to an end. Exit status 1 and what was wrong, or one line with what was looked at.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

from kempelen.contract import snapshot
from kempelen.engine.errors import PlayerError
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import game_named, say_in
from kempelen.lab.backends import backend_for, cpu_count, in_order
from kempelen.lab.experiment import Experiment, seats_of
from kempelen.lab.run import play_one, record_of

GAMES, EACH, SEED = 2_000, 20, "20261115"


@dataclass(frozen=True)
class Looked:
    """What a game has shown: how many decisions, and whether its record was read back."""

    decisions: int
    resumed: bool


class NotTheSame(Exception):
    """A record that does not lead where its game has led."""


def spread(name: str, games: int, seed: str) -> list[Experiment]:
    """Experiments with so many games in all: every scenario, number of players and pair of bots in turn."""
    rules = game_named(name)
    tables = [
        (scenario, seats)
        for scenario in rules.scenarios
        for count in rules.seat_counts(scenario)
        for seats in dict.fromkeys(seats_of(two, count) for two in product(rules.bots, repeat=2))
    ]
    shares = [games // len(tables) + (n < games % len(tables)) for n in range(len(tables))]
    return [
        Experiment(name, scenario, seats, games=share, seed=f"{seed} {scenario} {','.join(seats)}")
        for (scenario, seats), share in zip(_mixed(tables), shares, strict=True)
        if share
    ]


def _mixed(tables: Sequence[tuple[str, tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
    """Scenarios in turn, so that few games are spread over them, too."""
    turn: dict[str, int] = {}
    placed = []
    for scenario, seats in tables:
        turn[scenario] = turn.get(scenario, -1) + 1
        placed.append((turn[scenario], scenario, seats))
    return [(scenario, seats) for _, scenario, seats in sorted(placed, key=lambda one: one[0])]


def look(each: int, given: tuple[int, Experiment, int]) -> Looked:
    """One game; raises a PlayerError where a bot or its record leaves the rules, NotTheSame if it ends otherwise."""
    place, experiment, number = given
    row = play_one(experiment, number, strict=True)
    resumed = place % each == 0
    if resumed:
        what = f"{experiment.scenario}, {','.join(experiment.seats)}, seed {experiment.seed}, game {number}"
        record = record_of(experiment, number)
        played = record.load()
        again = read_text(what, record.text()).load()
        if snapshot(again.state) != snapshot(played.state) or again.events != played.events:
            raise NotTheSame(f"{what}: read back it is another game")
        outcome = again.outcome
        if outcome is None or (outcome.winners, outcome.scores) != (row.winners, row.scores):
            raise NotTheSame(f"{what}: read back it ends otherwise")
        half = read_text(what, Record(record.header, record.rows[: len(record.rows) // 2]).text()).load()
        if not half.run().over:
            raise NotTheSame(f"{what}: its first half cannot be played on")
    return Looked(row.decisions, resumed)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("-n", "--games", type=int, default=GAMES)
    parser.add_argument("--each", type=int, default=EACH, help="the record of one game in so many is read back")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--workers", type=int, default=cpu_count())
    asked = parser.parse_args()
    experiments = spread(asked.game, asked.games, asked.seed)
    games = [(experiment, number) for experiment in experiments for number in range(1, experiment.games + 1)]
    numbered = [(place, *one) for place, one in enumerate(games)]
    try:
        seen = list(in_order(backend_for(asked.workers, len(games)), partial(look, asked.each), numbered))
    except PlayerError as error:
        print(say_in("en").of(error.text))
        return 1
    except NotTheSame as error:
        print(error)
        return 1
    scenarios = len({experiment.scenario for experiment in experiments})
    bots = len({seat for experiment in experiments for seat in experiment.seats})
    print(
        f"{len(seen):,} games in {len(experiments)} settings ({scenarios} scenarios, {bots} bots): "
        f"{sum(one.decisions for one in seen):,} decisions, all of them legal; "
        f"{sum(one.resumed for one in seen):,} records read back, none that does not go on"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
