"""A chunk, as a worker plays it: it gets all it needs and gives a whole Parquet file back.

So no rows are ever gathered in one process, and a worker needs no folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import process_time

from kempelen.engine.table import Choice, Seat, notation_of
from kempelen.lab.course import course_of
from kempelen.lab.experiment import Experiment
from kempelen.lab.folder.columns import Columns, Kept, Sampled, WholeRow
from kempelen.lab.folder.parquet import parquet_of
from kempelen.lab.lines import count_lines
from kempelen.lab.metrics import groups_won
from kempelen.lab.run import play_one, record_of

__all__ = ["Played", "Work", "play_work", "whole_row"]


@dataclass(frozen=True, slots=True)
class Work:
    """Some games of a cell."""

    digest: str
    """Of the experiment."""
    cell: int
    experiment: Experiment
    first: int
    last: int
    kept: Kept
    columns: Columns

    def __len__(self) -> int:
        return self.last - self.first + 1

    @property
    def file(self) -> str:
        """The name of its rows' file; in the order of the names the rows are in order too."""
        return f"{self.cell:05d}-{self.first:09d}-{self.last:09d}.parquet"

    @property
    def tag(self) -> str:
        return f"{self.digest} {self.file}"


@dataclass(frozen=True, slots=True)
class Played:
    """What a worker gives back."""

    parquet: bytes
    won: Mapping[str, tuple[int, int]]
    """Of every seat, and of every role or side: in how many games it won, and in how many it was there."""
    decisions: int
    cpu: float


def play_work(work: Work) -> Played:
    """Play the games of a chunk; raises GameRefused or BadExperiment."""
    start = process_time()
    rows = [whole_row(work.experiment, number, work.kept) for number in range(work.first, work.last + 1)]
    content = parquet_of(work.columns, work.cell, work.experiment, rows, work.tag)
    won = groups_won((whole.row for whole in rows), len(work.experiment.seats))
    return Played(content, won, sum(whole.row.decisions for whole in rows), process_time() - start)


def whole_row(experiment: Experiment, number: int, kept: Kept) -> WholeRow:
    """One game with everything that is kept of it."""
    sampled: list[Sampled] = []

    def watch(n: int, seat: Seat, choice: Choice) -> None:
        if (number + n) % kept.decisions == 0:
            counts: dict[str, tuple[int, int]] = {}
            if choice.trace is not None:
                count_lines(choice.trace, counts)
            done = [at for at, (_, times) in counts.items() if times]
            sampled.append(Sampled(n, seat + 1, notation_of(choice.action), done[-1] if done else ""))

    row = play_one(experiment, number, lines=kept.lines, watch=watch if kept.decisions else None)
    course = course_of(experiment, number) if kept.course and number % kept.course == 0 else None
    record = record_of(experiment, number).text() if kept.games and number % kept.games == 0 else None
    return WholeRow(row, course, tuple(sampled), record)
