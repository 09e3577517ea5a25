"""An experiment with what came of it: the cells, their tallies, and by which groups wins are counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from kempelen.engine.game import Game
from kempelen.lab.experiment import BadExperiment
from kempelen.lab.folder.columns import WholeRow
from kempelen.lab.folder.manifest import Manifest, files_in, read_manifest
from kempelen.lab.folder.parquet import need, rows_in
from kempelen.lab.plan.asked import Asked
from kempelen.lab.plan.cells import Cell
from kempelen.lab.run import Row
from kempelen.lab.tally import Tally
from kempelen.text.say import Text

__all__ = ["ALL", "Result", "Results", "pairs_to_compare", "results_in", "results_of"]

ALL = "all"
"""The group of everybody, where all win or lose together."""
MOST_PAIRS = 40
UNLIKE = ("scenario", "position", "players")
"""Where these differ, the same seed is not the same game."""


@dataclass(frozen=True, slots=True)
class Result:
    """A cell and its games."""

    cell: Cell
    tally: Tally

    def groups(self, by: str) -> list[str]:
        """The groups whose wins are shown: seats, roles, or all together."""
        if by == ALL:
            return ["seat:1"]
        return sorted(
            (name for name in self.tally.won if name.startswith(f"{by}:")),
            key=lambda name: (len(name), name) if by == "seat" else (0, name),
        )


@dataclass(frozen=True, slots=True)
class Results:
    """The whole experiment."""

    name: str
    asked: Asked
    results: tuple[Result, ...]
    manifest: Manifest | None = None
    """None if the games were never in a folder."""

    @property
    def game(self) -> str:
        return self.asked.game

    @property
    def tallies(self) -> list[Tally]:
        return [result.tally for result in self.results]

    @property
    def rules(self) -> Game[Any]:
        """Those of the game."""
        return self.results[0].cell.experiment.rules

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.tallies)

    @property
    def by(self) -> str:
        """By what wins are counted: `seat`, a fact that makes teams (`role`), or ALL."""
        if all(tally.together for tally in self.tallies):
            return ALL
        for fact in self.tallies[0].facts:
            found = [tally.facts[fact] for tally in self.tallies if fact in tally.facts]
            if len(found) == len(self.tallies) and all(one.dealt for one in found) and any(one.teams for one in found):
                return fact
        return "seat"


def results_of(name: str, asked: Asked, cells: Sequence[Cell], rows: Mapping[int, Iterable[Row | WholeRow]]) -> Results:
    """From rows in memory, by the number of their cell; in the order of their numbers."""
    found = []
    for cell in cells:
        tally = Tally(len(cell.experiment.seats))
        for row in rows[cell.number]:
            tally.add(row if isinstance(row, WholeRow) else WholeRow(row))
        found.append(Result(cell, tally))
    return Results(name, asked, tuple(found))


def results_in(folder: Path) -> Results:
    """Of an experiment's folder, also while it is being played; raises BadExperiment."""
    need("pyarrow")
    manifest = read_manifest(folder)
    tallies = {cell.number: Tally(len(cell.experiment.seats)) for cell in manifest.cells}
    following = dict.fromkeys(tallies, 1)
    for path in files_in(folder, manifest):
        for cell, whole in rows_in(path, manifest.columns):
            if whole.row.number != following[cell]:
                break  # a chunk before this one is still missing: only whole prefixes count
            following[cell] += 1
            tallies[cell].add(whole)
    found = tuple(Result(cell, tallies[cell.number]) for cell in manifest.cells if tallies[cell.number].games)
    if not found:
        raise BadExperiment(Text("lab.folder.no_rows", folder=str(folder)))
    return Results(manifest.name, manifest.asked, found, manifest)


def pairs_to_compare(results: Results) -> list[tuple[str, Result, Result]]:
    """Cells on common seeds that differ in one thing only: which, and the two, the first named being the usual."""
    if not results.asked.paired:
        return []
    found = []
    for one, other in combinations(results.results, 2):
        if len(one.cell.experiment.seats) != len(other.cell.experiment.seats):
            continue
        differ = [key for key in one.cell.at if one.cell.at[key] != other.cell.at.get(key)]
        if len(differ) == 1 and differ[0] not in UNLIKE and _first_value(results, differ[0]) == one.cell.at[differ[0]]:
            found.append((differ[0], one, other))
    return found[:MOST_PAIRS]


def _first_value(results: Results, key: str) -> str | None:
    return results.results[0].cell.at.get(key)
