"""Measure every game and write the table "Measured" in docs/architecture.md anew.

    .venv/bin/python scripts/measured.py
    .venv/bin/python scripts/measured.py --runs 5

The numbers are those of `kempelen bench`. A busy machine makes them larger; to compare two commits use side_by_side.py.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from kempelen.engine.game import Game, games, say_in
from kempelen.lab.bench import bench, machine

PAGE = Path(__file__).resolve().parent.parent / "docs" / "architecture.md"
BEGIN, END = "<!-- measured -->\n", "<!-- /measured -->\n"
Numbers = Mapping[str, float]

PLAYED = "{us_per_decision:.0f} µs, {games_per_cpu_s:.0f} games"
ROWS = {
    "random": ("random players, list of legal actions included", PLAYED),
    "automa": ("automas", PLAYED),
    "tracing": ("noting the reasons; with every step worded", "{ratio:.2f} times; {ratio_worded:.1f} times"),
    "clone": ("copy of a state in mid-game", "{us_per_copy:.1f} µs"),
    "view": ("view of a seat", "{us_per_view:.2f} µs"),
    "session": ("session answered from outside, an input", "{us_per_input:.0f} µs"),
}


def table(found: Mapping[str, Mapping[str, Numbers]]) -> str:
    """What every game has, one column a game; and what only one of them has, line by line."""
    say = say_in("en")
    lines = [
        "| what | " + " | ".join(say(f"{name}.title") for name in found) + " |",
        "|---" * (len(found) + 1) + "|",
    ]
    for kind, (what, form) in ROWS.items():
        cells = (form.format(**numbers[kind]) for numbers in found.values())
        lines.append(f"| {what} | {' | '.join(cells)} |")
    lines += ["", "Besides, of one game:", ""]
    for name, kinds in found.items():
        for kind, numbers in kinds.items():
            if kind not in ROWS:
                own = f"{name}.bench.{kind}"
                words = say(own if say.has(own) else f"lab.bench.{kind}", **numbers)
                first = next(iter(numbers.values()))
                lines.append(f"- `{name}.{kind}`: {first:.2f} {words}")
    return "\n".join(lines) + "\n"


def measured(game: Game[object], runs: int) -> dict[str, Numbers]:
    """Every measurement of a game by its kind."""
    return {one.name.rpartition(".")[2]: one.numbers for one in bench(game, None, runs)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=11)
    asked = parser.parse_args()
    before = os.getloadavg()[0]
    found = {name: measured(game, asked.runs) for name, game in games().items()}
    load = f"{before:.0f} at the beginning and {os.getloadavg()[0]:.0f} at the end"
    about = machine()
    head = (
        f"{datetime.now(UTC):%Y-%m-%d}, {about['python']}, {about['cpus']} processors with a load of {load}; "
        f"CPU time in one process, the median of {asked.runs} runs; a time is for one decision, games are "
        "those of a CPU second.\n\n"
    )
    page = PAGE.read_text("utf-8")
    top, _, rest = page.partition(BEGIN)
    PAGE.write_text(top + BEGIN + "\n" + head + table(found) + "\n" + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    main()
