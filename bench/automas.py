"""How long does it take to read the automas that the games come with?

    .venv/bin/python bench/automas.py [--runs 20]

For each game: reading its own automa's file and making the behaviours from it, which happens when a game is loaded; a
full look over the file, as the workbench does after every key; and all exact chances of its charts. The least of the
runs counts, in milliseconds of CPU: other work on the machine cannot make it less.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time
from typing import Any

from kempelen.automa.read import Known, read_file
from kempelen.behaviour.chances import courses
from kempelen.engine.game import Game, games
from kempelen.parts.automas import look_over


def least(runs: int, work: Callable[[], object]) -> float:
    times = []
    for _ in range(runs):
        start = process_time()
        work()
        times.append(process_time() - start)
    return 1000 * min(times)


def loaded(game: Game[Any]) -> object:
    assert game.automas is not None
    own = game.automas.sheet
    options = {id: tuple(ruling.values) for id, ruling in game.rulings.items() if ruling.values}
    found = read_file(own.text, Known(own.vocabulary, {}, options, frozenset(game.rulings), True))
    assert found.sheet is not None, found.problems
    return found.sheet.made(game.rulings.defaults)


def chances(game: Game[Any]) -> object:
    assert game.automas is not None
    return [courses(chart) for chart in game.automas.sheet.made(game.rulings.defaults).charts.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    print("game           lines  loaded ms  looked over ms  chances ms")
    for game in games().values():
        if game.automas is None:
            continue
        text = game.automas.sheet.text
        times = [least(runs, lambda game=game, work=work: work(game)) for work in (loaded, _looked, chances)]  # type: ignore[misc]
        print(f"{game.name:13}{text.count(chr(10)):7}{times[0]:11.2f}{times[1]:16.2f}{times[2]:12.2f}")


def _looked(game: Game[Any]) -> object:
    assert game.automas is not None
    return look_over(game.automas.sheet.text, game)


if __name__ == "__main__":
    main()
