"""Play an experiment into a folder, or what is missing of it.

A file with rows appears as a whole or not at all, so an experiment may be stopped or killed at any moment. With
`until`, a cell is over after the first whole prefix of its game numbers whose intervals are narrow enough; they are
intervals that hold at all looks together. What workers have played beyond that is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path

from kempelen.engine.errors import reason_of
from kempelen.engine.files.whole import write_whole
from kempelen.lab.backends import Backend
from kempelen.lab.experiment import BadExperiment
from kempelen.lab.folder.manifest import (
    MANIFEST,
    Manifest,
    finished,
    manifest_of,
    read_manifest,
    versions,
    write_manifest,
)
from kempelen.lab.folder.parquet import need, rows_in, tag_in
from kempelen.lab.folder.work import Played, Work, play_work
from kempelen.lab.metrics import groups_won
from kempelen.lab.plan.cells import Cell
from kempelen.lab.plan.plan import Plan
from kempelen.lab.stats.sequences import share_sequence
from kempelen.text.say import Text

__all__ = ["Done", "Progress", "open_folder", "play_folder"]

RARE = 0.1
"""A group that is at the table in fewer games than this share does not keep an experiment going."""


@dataclass(slots=True)
class Done:
    """What was done just now."""

    games: int = 0
    """Played now, not those that were there."""
    kept: int = 0
    """Games that were there already."""
    decisions: int = 0
    cpu: float = 0.0
    played: Mapping[int, int] = field(default_factory=dict)
    """Games of every cell in the end."""


Progress = Callable[[int, int], None]
"""Is told after every chunk: games so far, and games in all (at the most)."""


def open_folder(plan: Plan, folder: Path, command: str, *, resume: bool) -> Manifest:
    """Begin a folder, or go on with one that holds the same experiment; raises BadExperiment and changes nothing."""
    need("pyarrow")
    if (folder / MANIFEST).is_file():
        manifest = read_manifest(folder)
        rules = plan.cells[0].experiment.rules
        if manifest.game == rules.name and manifest.rules != rules.version:
            what = Text("lab.folder.rules", game=rules.name)
            between = {"there": manifest.rules, "here": rules.version}
            raise BadExperiment(Text("lab.folder.version", folder=str(folder), what=what, **between))
        if manifest.digest != plan.digest:
            raise BadExperiment(Text("lab.folder.other", folder=str(folder), name=manifest.name))
        if not resume:
            raise BadExperiment(Text("lab.folder.there", folder=str(folder)))
        here = versions()
        for name, there in manifest.versions.items():
            if name != "python" and here.get(name) != there:
                found = here.get(name, "")
                raise BadExperiment(Text("lab.folder.version", folder=str(folder), what=name, there=there, here=found))
        return manifest
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadExperiment(Text("lab.folder.not_empty", folder=str(folder)))
    manifest = manifest_of(plan, command)
    new = not folder.exists()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadExperiment(Text("lab.folder.cannot_write", file=str(folder), reason=reason_of(error))) from error
    try:
        write_manifest(folder, manifest)
    except BadExperiment:
        if new:
            folder.rmdir()
        raise
    return manifest


def play_folder(
    plan: Plan,
    manifest: Manifest,
    folder: Path,
    backend: Backend,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Done:
    """Play what is missing; the rows are then those of a run without interruption. Raises a PlayerError.

    With `seconds`, nothing more is begun after so much CPU time; the folder can be gone on with then.
    """
    for left in folder.glob("*.part"):
        left.unlink()
    course = _Course(plan, manifest, folder)
    done = Done(kept=course.games)
    if progress is not None:
        progress(course.games, course.most)
    works = takewhile(lambda _: seconds is None or done.cpu < seconds, course.missing())
    for work, played in backend.each(play_work, works):
        if course.wanted(work):
            path = folder / work.file
            try:
                write_whole(path, [played.parquet])
            except OSError as error:
                raise BadExperiment(Text("lab.folder.full", file=str(path), reason=reason_of(error))) from error
            course.add(work, played)
        done.games += len(work)
        done.decisions += played.decisions
        done.cpu += played.cpu
        if progress is not None:
            progress(course.games, course.most)
    if not course.complete:
        return done
    course.clear_away()
    done.played = course.played()
    write_manifest(folder, finished(manifest, done.played))
    return done


Won = Mapping[str, tuple[int, int]]


class _Course:
    """Which chunks are there, and how far each cell has to go."""

    def __init__(self, plan: Plan, manifest: Manifest, folder: Path) -> None:
        self.plan, self.manifest, self.folder = plan, manifest, folder
        self.until = plan.until
        self.games = 0
        """So far."""
        self.work = {cell.number: self._works(cell) for cell in plan.cells}
        self.there: dict[int, set[int]] = {cell.number: set() for cell in plan.cells}
        """Chunks with rows, by their place in the cell."""
        self.won: dict[tuple[int, int], Won] = {}
        self.over: dict[int, int] = {}
        """Cells whose last chunk is known: how many they have."""
        self.prefix = {cell.number: (0, dict[str, tuple[int, int]]()) for cell in plan.cells}
        for number, works in self.work.items():
            if self.until is None:
                self.over[number] = len(works)
            for n, one in enumerate(works):
                if self._is_there(one):
                    self._count(number, n, self._won_in(one) if self.until is not None else {})

    def _works(self, cell: Cell) -> list[Work]:
        games, size = cell.experiment.games, self.manifest.chunk
        what = (self.plan.digest, cell.number, cell.experiment)
        how = (self.plan.kept, self.manifest.columns)
        return [Work(*what, first, min(first + size - 1, games), *how) for first in range(1, games + 1, size)]

    def _place(self, work: Work) -> int:
        return (work.first - 1) // self.manifest.chunk

    def _is_there(self, work: Work) -> bool:
        path = self.folder / work.file
        return path.is_file() and tag_in(path) == work.tag

    def _won_in(self, work: Work) -> Won:
        rows = (whole.row for _, whole in rows_in(self.folder / work.file, self.manifest.columns))
        return groups_won(rows, len(work.experiment.seats))

    @property
    def most(self) -> int:
        """In all, as far as is known by now."""
        ends = (self.work[cell][self.over.get(cell, len(works)) - 1].last for cell, works in self.work.items())
        return sum(ends)

    @property
    def complete(self) -> bool:
        return next(self.missing(), None) is None

    def missing(self) -> Iterator[Work]:
        """What is to be played next: the first chunk of every cell, then the second of every cell, and so on."""
        longest = max(map(len, self.work.values()))
        for n in range(longest):
            for cell, works in self.work.items():
                if n < self.over.get(cell, len(works)) and n not in self.there[cell]:
                    yield works[n]

    def wanted(self, work: Work) -> bool:
        works = self.work[work.cell]
        return self._place(work) < self.over.get(work.cell, len(works))

    def add(self, work: Work, played: Played) -> None:
        self._count(work.cell, self._place(work), played.won)

    def _count(self, cell: int, n: int, won: Won) -> None:
        self.there[cell].add(n)
        self.games += len(self.work[cell][n])
        if self.until is None or cell in self.over:
            return
        self.won[cell, n] = won
        seen, sums = self.prefix[cell]
        while (cell, seen) in self.won:
            for name, (hits, games) in self.won.pop((cell, seen)).items():
                before = sums.get(name, (0, 0))
                sums[name] = before[0] + hits, before[1] + games
            seen += 1
            if self._narrow(sums, self.work[cell][seen - 1].last) or seen == len(self.work[cell]):
                self.over[cell] = seen
                break
        self.prefix[cell] = seen, sums

    def _narrow(self, sums: Won, games: int) -> bool:
        assert self.until is not None
        width = self.until.width / 100
        return all(share_sequence(hits, there).width < width for hits, there in sums.values() if there >= RARE * games)

    def clear_away(self) -> None:
        """Rows beyond the end of a cell, which were played before the end was known."""
        for cell, some in self.there.items():
            for n in [n for n in some if n >= self.over[cell]]:
                (self.folder / self.work[cell][n].file).unlink(missing_ok=True)
                self.games -= len(self.work[cell][n])
                some.discard(n)

    def played(self) -> dict[int, int]:
        return {cell: works[self.over[cell] - 1].last for cell, works in self.work.items()}
