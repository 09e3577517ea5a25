"""What a folder holds and how to make it again: versions, seeds, cells, chunks, digests, the command."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kempelen import __version__
from kempelen.engine.errors import BadPosition, reason_of
from kempelen.engine.files.position import read_data
from kempelen.engine.files.whole import write_whole
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.lab.folder.columns import Columns
from kempelen.lab.plan.asked import Asked, asked_of
from kempelen.lab.plan.cells import Cell
from kempelen.lab.plan.plan import Plan
from kempelen.text.say import Text

__all__ = [
    "MANIFEST",
    "Manifest",
    "automa_digests",
    "files_in",
    "finished",
    "manifest_of",
    "read_manifest",
    "versions",
    "write_manifest",
]

MANIFEST = "_manifest.json"
"""What begins with a line is no row to the readers of Parquet folders."""
FORMAT = 1
PLAIN = ("name", "digest", "versions", "game", "rules", "command", "file", "chunk")
"""What stands in the file as it is."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """All of it."""

    name: str
    digest: str
    versions: Mapping[str, str]
    game: str
    rules: str
    """Version of the game's rules."""
    command: str
    file: Mapping[str, Any]
    """The experiment's file as plain data."""
    chunk: int
    columns: Columns
    cells: tuple[Cell, ...]
    played: Mapping[int, int] = field(default_factory=dict)
    """Games of every cell by its number; empty until the experiment is complete."""

    @property
    def asked(self) -> Asked:
        return asked_of(self.file, MANIFEST)

    @property
    def complete(self) -> bool:
        return bool(self.played)


def versions() -> dict[str, str]:
    """Of everything that rows may depend on."""
    return {"kempelen": __version__, "python": platform.python_version(), "pyarrow": version("pyarrow")}


def manifest_of(plan: Plan, command: str) -> Manifest:
    rules = plan.cells[0].experiment.rules
    return Manifest(
        plan.name,
        plan.digest,
        versions(),
        rules.name,
        rules.version,
        command,
        plan.data,
        plan.chunk,
        plan.columns,
        plan.cells,
    )


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """As a whole or not at all; raises BadExperiment."""
    data = {
        "format": FORMAT,
        **{key: getattr(manifest, key) for key in PLAIN},
        "columns": {"kinds": dict(manifest.columns.kinds), "options": list(manifest.columns.options)},
        "automas": automa_digests(manifest.cells),
        "cells": [_cell_data(cell) for cell in manifest.cells],
        "played": {str(cell): games for cell, games in manifest.played.items()},
    }
    path = folder / MANIFEST
    try:
        write_whole(path, [(json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()])
    except OSError as error:
        raise BadExperiment(Text("lab.folder.cannot_write", file=str(path), reason=reason_of(error))) from error


def automa_digests(cells: Iterable[Cell]) -> dict[str, str]:
    """Of the texts of automas, whose ids alone do not say which version was played; where cells turn its knobs, one of
    each cell."""
    texts: dict[str, dict[str, str]] = {}
    for cell in cells:
        for id, text in cell.experiment.automas.items():
            texts.setdefault(id, {}).setdefault(text, cell.label)
    return {
        id if len(labels) == 1 else f"{id} ({label})": blake2b(text.encode(), digest_size=16).hexdigest()
        for id, labels in texts.items()
        for text, label in labels.items()
    }


def _cell_data(cell: Cell) -> dict[str, Any]:
    return {
        "number": cell.number,
        "name": cell.name,
        "at": dict(cell.at),
        "experiment": {key: _plain(value) for key, value in asdict(cell.experiment).items()},
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def read_manifest(folder: Path) -> Manifest:
    """Of a folder that an experiment has written; raises BadExperiment."""
    path = folder / MANIFEST
    if not path.is_file():
        raise BadExperiment(Text("lab.folder.none", folder=str(folder)))
    try:
        data = read_data(path)
        if data.get("format") != FORMAT:
            raise BadExperiment(Text("lab.folder.newer", folder=str(folder), format=str(data.get("format"))))
        cells = tuple(_cell_from(one) for one in data["cells"])
        columns = Columns(data["columns"]["kinds"], tuple(data["columns"]["options"]))
        played = {int(cell): games for cell, games in data["played"].items()}
        plain = {key: data[key] for key in PLAIN}
        return Manifest(**plain, columns=columns, cells=cells, played=played)
    except (BadPosition, KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadExperiment(Text("lab.folder.spoiled", folder=str(folder), file=MANIFEST)) from error


def _cell_from(data: Mapping[str, Any]) -> Cell:
    given = data["experiment"]
    experiment = Experiment(**{**given, "seats": tuple(given["seats"])})
    return Cell(data["number"], experiment, data["at"], data["name"])


def files_in(folder: Path, manifest: Manifest) -> list[Path]:
    """The files with rows of this experiment, in the order of cells and games; only what belongs to it."""
    found = []
    for path in sorted(folder.glob("*.parquet")):
        parts = path.stem.split("-")
        if len(parts) == 3 and all(part.isdigit() for part in parts):
            cell, _, last = map(int, parts)
            if not manifest.complete or last <= manifest.played.get(cell, 0):
                found.append(path)
    return found


def finished(manifest: Manifest, played: Mapping[int, int]) -> Manifest:
    return replace(manifest, played=dict(played))
