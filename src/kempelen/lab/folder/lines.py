"""The rows of a folder as JSON lines again, one object a game, as `kempelen simulate -o` writes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kempelen.lab.folder.manifest import files_in, read_manifest
from kempelen.lab.folder.parquet import rows_in
from kempelen.lab.run import row_json

__all__ = ["json_lines"]


def json_lines(folder: Path) -> Iterator[str]:
    """Every row, by cell and number; raises BadExperiment."""
    manifest = read_manifest(folder)
    cells = {cell.number: cell.experiment for cell in manifest.cells}
    for path in files_in(folder, manifest):
        for cell, whole in rows_in(path, manifest.columns):
            yield row_json(cells[cell], whole.row)
