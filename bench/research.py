"""A step of every game as an environment, beside PettingZoo's own Connect Four in the same run.

    .venv/bin/python bench/research.py [--steps 2000] [--runs 7] [saboteur undaunted]

Agents choose at random among what is offered; observation, mask and notations are made at every step. CPU time, the
median of several runs that take turns. PettingZoo's Connect Four needs pygame: pip install pygame.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from pettingzoo.classic import connect_four_v3

from kempelen.engine.game import games
from kempelen.research.pettingzoo import env

SCENARIOS = {"saboteur": "tu"}


def us_per_step(make: Callable[[], Any], steps: int) -> float:
    """Microseconds of one `last` and one `step`."""
    table, dice, taken, seed = make(), Random(1), 0, 0
    start = process_time()
    while taken < steps:
        seed += 1
        table.reset(seed=seed)
        for _ in table.agent_iter():
            seen, _, ended, cut, _ = table.last()
            offered = None if ended or cut else np.flatnonzero(seen["action_mask"].view(bool))
            table.step(None if offered is None else int(offered[dice.randrange(len(offered))]))
            taken += 1
    return 1e6 * (process_time() - start) / taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sorted(games()))
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=7)
    given = parser.parse_args()
    tables: dict[str, Callable[[], Any]] = {"connect four": connect_four_v3.env}
    for name in given.games:
        tables[name] = lambda name=name: env(name, scenario=SCENARIOS.get(name))  # type: ignore[misc]
    spent: dict[str, list[float]] = {name: [] for name in tables}
    for _ in range(given.runs):
        for name, make in tables.items():
            spent[name].append(us_per_step(make, given.steps))
    unit = median(spent["connect four"])
    for name, times in spent.items():
        print(f"{name:<14} {median(times):9.1f} us a step  {median(times) / unit:6.2f}")


if __name__ == "__main__":
    main()
