"""Before it starts: how many games, in which chunks, and about how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps
from pathlib import Path
from time import process_time
from typing import Any

from kempelen.lab.course import COST
from kempelen.lab.folder.columns import Columns, columns_of
from kempelen.lab.plan.asked import Asked, Kept, Until, asked_of, read_experiment
from kempelen.lab.plan.cells import Cell, cells_of
from kempelen.lab.run import Row, play_one

__all__ = ["Plan", "Trial", "plan_file", "plan_of", "size_of", "tried"]

CHUNK_SECONDS = 1.0
TRIAL_SECONDS = 0.25
"""So long are games of a cell tried."""
ALL_TRIALS = 5.0
"""And no longer all of them together, but for one game of each."""
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Round numbers, so that two machines of about the same speed choose the same chunks."""
LEAST_CHUNKS = 16
"""An experiment has so many at the least, or one game a chunk: so that several workers have something to do."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What a few games of a cell have shown."""

    seconds: float
    """CPU seconds a game, with what is recorded of it."""
    row: Row


@dataclass(frozen=True, slots=True)
class Plan:
    """An experiment, ready to be played."""

    name: str
    """The file's, without its ending."""
    asked: Asked
    data: Mapping[str, Any]
    """The file as plain data, for the manifest."""
    cells: tuple[Cell, ...]
    chunk: int
    """Games a chunk."""
    columns: Columns
    seconds: float
    """CPU seconds it will take in all, about; for `until`, if every cell goes on to the end."""

    @property
    def kept(self) -> Kept:
        return self.asked.record

    @property
    def until(self) -> Until | None:
        return self.asked.until

    @property
    def games(self) -> int:
        """In all; with `until`, at the most."""
        return sum(cell.experiment.games for cell in self.cells)

    @property
    def digest(self) -> str:
        """What makes it this experiment and no other: the games and what is kept of them, not the chunks."""
        return digest_of(self.asked, self.cells)


def digest_of(asked: Asked, cells: Sequence[Cell]) -> str:
    rules = cells[0].experiment.rules
    what = {
        "game": [rules.name, rules.version],
        "cells": [
            [
                *(one.scenario, one.seats, sorted(one.options.items()), one.games, one.seed, one.position),
                *(sorted(one.automas.items()), sorted(one.roles.items())),
            ]
            for one in (cell.experiment for cell in cells)
        ],
        "until": None if asked.until is None else [asked.until.width, asked.until.most],
        "record": [asked.record.lines, asked.record.course, asked.record.decisions, asked.record.games],
    }
    return blake2b(dumps(what, sort_keys=True, default=list).encode(), digest_size=16).hexdigest()


def plan_file(path: Path) -> Plan:
    """The plan of an experiment's file; a few games of it are played for that. Raises a PlayerError."""
    asked, data = read_experiment(path)
    return plan_of(asked, data, path.stem, path.parent)


def plan_of(asked: Asked | Mapping[str, Any], data: Mapping[str, Any], name: str, beside: Path) -> Plan:
    if not isinstance(asked, Asked):
        asked = asked_of(asked, name)
    cells = tuple(cells_of(asked, beside))
    trials = tried(cells, asked.record)
    seconds = [_trial_of(cell, trials).seconds for cell in cells]
    total = sum(cell.experiment.games * one for cell, one in zip(cells, seconds, strict=True))
    games = sum(cell.experiment.games for cell in cells)
    chunk = asked.chunk or size_of(total / games, games)
    columns = columns_of(cells, [trial.row for trial in trials.values()], asked.record)
    return Plan(name, asked, data, cells, chunk, columns, total)


Kind = tuple[str, tuple[str, ...]]


def _kind(cell: Cell) -> Kind:
    """Cells of which one may be tried for all: the same scenario, and the same bots, since some take long to think."""
    return cell.experiment.title, tuple(sorted(cell.experiment.seats))


def _trial_of(cell: Cell, trials: Mapping[Kind, Trial]) -> Trial:
    return trials[_kind(cell)]


def tried(cells: Sequence[Cell], kept: Kept) -> dict[Kind, Trial]:
    """A few games of every scenario, with every company of bots."""
    found: dict[Kind, Trial] = {}
    each_trial = min(TRIAL_SECONDS, ALL_TRIALS / len(set(map(_kind, cells))))
    for cell in cells:
        if _kind(cell) in found:
            continue
        start, number = process_time(), 0
        while number < min(cell.experiment.games, 200) and (number < 1 or process_time() - start < each_trial):
            number += 1
            row = play_one(cell.experiment, number, lines=kept.lines)
        each = (process_time() - start) / number
        extra = COST / kept.course if kept.course else 0.0
        found[_kind(cell)] = Trial(max(each, 1e-6) * (1 + extra), row)
    return found


def size_of(seconds: float, games: int) -> int:
    """Games a chunk: about a second of play, but never so many that workers are left without any."""
    most = min(CHUNK_SECONDS / seconds, games / LEAST_CHUNKS)
    return max([size for size in SIZES if size <= most] or [1])
