"""A ladder's folder: two experiments, each in a folder of its own, which may be stopped and gone on with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kempelen.engine.game import Game, game_named
from kempelen.lab.backends import Backend
from kempelen.lab.experiment import BadExperiment
from kempelen.lab.folder.manifest import MANIFEST, files_in, read_manifest
from kempelen.lab.folder.parquet import need, rows_in
from kempelen.lab.folder.play import Done, Progress, open_folder, play_folder
from kempelen.lab.ladder.cells import CONTEST
from kempelen.lab.ladder.plan import LadderPlan
from kempelen.lab.run import Row
from kempelen.parts.ladder import Contest, ladder_of
from kempelen.text.say import Text

__all__ = ["Met", "Standing", "play_ladder", "standing_in"]

PARTS = ("quick", "thought")


@dataclass(frozen=True, slots=True)
class Met:
    """Those who sat at one table, and their games by number."""

    contest: Contest
    seats: tuple[str, ...]
    rows: Mapping[int, Row]
    rules: str = ""
    """The version of the game by which they were played, and that of the program."""
    program: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """All games of a ladder so far."""

    game: Game[Any]
    met: tuple[Met, ...]

    @property
    def contests(self) -> tuple[Contest, ...]:
        return tuple({met.contest.name: met.contest for met in self.met}.values())

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(seat for met in self.met for seat in met.seats))

    def of(self, contest: Contest, seats: tuple[str, ...]) -> Mapping[int, Row]:
        return next((met.rows for met in self.met if met.contest == contest and met.seats == seats), {})


def play_ladder(
    plan: LadderPlan,
    folder: Path,
    backend: Backend,
    command: str,
    hours: float | None = None,
    progress: Progress | None = None,
) -> Done:
    """Play what is missing, at most so many hours of CPU time now. Raises a PlayerError."""
    need("pyarrow", "openskill")
    whole = Done()
    opened = {
        name: open_folder(part, folder / name, command, resume=(folder / name / MANIFEST).is_file())
        for name, part in plan.parts.items()
    }
    for name, part in plan.parts.items():
        left = None if hours is None else 3600 * hours - whole.cpu
        if left is not None and left <= 0:
            break
        done = play_folder(part, opened[name], folder / name, backend, progress, left)
        whole.games += done.games
        whole.kept += done.kept
        whole.decisions += done.decisions
        whole.cpu += done.cpu
    return whole


def standing_in(folder: Path) -> Standing:
    """What has been played so far; raises BadExperiment."""
    need("pyarrow", "openskill")
    met: list[Met] = []
    name = ""
    for part in PARTS:
        if (folder / part / MANIFEST).is_file():
            name = read_manifest(folder / part).game
            met += _met_in(folder / part)
    if not name:
        raise BadExperiment(Text("ladder.none", folder=str(folder)))
    if not met:
        raise BadExperiment(Text("ladder.no_rows", folder=str(folder)))
    return Standing(game_named(name), tuple(met))


def _met_in(folder: Path) -> Iterator[Met]:
    manifest = read_manifest(folder)
    contests = {contest.name: contest for contest in ladder_of(game_named(manifest.game)).contests}
    rows: dict[int, dict[int, Row]] = {}
    for path in files_in(folder, manifest):
        for cell, whole in rows_in(path, manifest.columns):
            rows.setdefault(cell, {})[whole.row.number] = whole.row
    for one in manifest.cells:
        if one.number in rows and one.at[CONTEST] in contests:
            contest, program = contests[one.at[CONTEST]], manifest.versions.get("kempelen", "")
            yield Met(contest, one.experiment.seats, rows[one.number], manifest.rules, program)
