"""The bench of another commit and of this one in turn, in one run, as ratios.

    .venv/bin/python scripts/side_by_side.py main                  # all games, five rounds
    .venv/bin/python scripts/side_by_side.py HEAD~3 saboteur --rounds 9 --games 200
    .venv/bin/python scripts/side_by_side.py v0.1.0 --json

A machine is never twice equally busy. So the two take turns, other and this, this and other, and each round gives one
ratio: this one's time through the other's. Below 1.00 this one is faster. The median is shown, and the lowest and
highest of all rounds: if 1.00 lies between them, nothing has been measured.

The other commit is laid out in a temporary folder (git worktree) and runs with this environment's libraries. What only
one of the two measures is left out, and said.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "from kempelen.terminal.cli import main; main()"

Numbers = Mapping[str, tuple[str, float]]
"""What was measured -> the column and its number, the first of each line of `kempelen bench --json`."""


@dataclass(frozen=True)
class Ratio:
    """How one thing compares over all rounds: this one's number through the other's."""

    name: str
    column: str
    other: float
    this: float
    ratios: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.ratios)

    @property
    def says(self) -> str:
        return (
            f"{self.name:<32} {self.column:<18} {self.other:>10.2f} {self.this:>10.2f}   "
            f"{self.middle:>5.2f}  ({min(self.ratios):.2f} to {max(self.ratios):.2f})"
        )


@contextmanager
def laid_out(ref: str, root: Path = ROOT) -> Iterator[Path]:
    """Another commit of this repository, in a folder of its own as long as it is needed."""
    with tempfile.TemporaryDirectory(prefix="side-by-side-") as folder:
        tree = Path(folder) / "other"
        subprocess.run(["git", "-C", str(root), "worktree", "add", "--quiet", "--detach", str(tree), ref], check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "-C", str(root), "worktree", "remove", "--force", str(tree)], check=True)


def measured(tree: Path, words: Sequence[str]) -> Numbers:
    """One bench of the source in a folder."""
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, "bench", "--json", *words],
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        cwd=tree,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return numbers(run.stdout)


def numbers(lines: str) -> Numbers:
    """Name, first column and its number of every line."""
    found: dict[str, tuple[str, float]] = {}
    for line in lines.splitlines():
        data = json.loads(line)
        name = data.pop("name")
        column = next(iter(data))
        found[name] = (column, float(data[column]))
    return found


def in_turn(other: Path, this: Path, words: Sequence[str], rounds: int) -> Iterator[tuple[Numbers, Numbers]]:
    """The other and this one, round by round; whoever went second goes first in the next."""
    for number in range(rounds):
        trees = (other, this) if number % 2 == 0 else (this, other)
        by_tree = {tree: measured(tree, words) for tree in trees}
        yield by_tree[other], by_tree[this]


def compared(rounds: Sequence[tuple[Numbers, Numbers]]) -> list[Ratio]:
    """What both measured in every round, in the order of the bench."""
    result = []
    for name, (column, _) in rounds[0][1].items():
        if not all(name in side and side[name][0] == column and side[name][1] > 0 for pair in rounds for side in pair):
            continue
        others, these = ([pair[side][name][1] for pair in rounds] for side in (0, 1))
        ratios = tuple(now / before for before, now in zip(others, these, strict=True))
        result.append(Ratio(name, column, median(others), median(these), ratios))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("ref", help="the other commit: a branch, a tag, a hash")
    parser.add_argument("game", nargs="?", help="only this game")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, help="games a run, instead of as many as take a while")
    parser.add_argument("--runs", type=int, default=3, help="runs of each measurement in a round; their median counts")
    parser.add_argument("--json", action="store_true", dest="as_json", help="one object a line")
    asked = parser.parse_args()
    if asked.rounds < 1:
        parser.error("one round at least")
    words = [*([asked.game] if asked.game else []), "--runs", str(asked.runs)]
    words += ["-n", str(asked.games)] if asked.games else []
    with laid_out(asked.ref) as other:
        rounds = []
        for number, pair in enumerate(in_turn(other, ROOT, words, asked.rounds), 1):
            rounds.append(pair)
            print(f"round {number} of {asked.rounds}", file=sys.stderr)
    ratios = compared(rounds)
    if asked.as_json:
        for ratio in ratios:
            print(
                json.dumps({"name": ratio.name, "column": ratio.column, "ratio": ratio.middle, "rounds": ratio.ratios})
            )
        return
    print(f"{'':<51} {asked.ref[:10]:>10} {'this':>10}   ratio")
    for ratio in ratios:
        print(ratio.says)
    left_out = sorted(({*rounds[0][0]} | {*rounds[0][1]}) - {ratio.name for ratio in ratios})
    if left_out:
        print(f"measured by one of the two only: {', '.join(left_out)}")


if __name__ == "__main__":
    main()
