"""Rows in a file: written completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from kempelen.engine.files.whole import write_whole
from kempelen.lab.experiment import BadExperiment
from kempelen.text.say import Text

__all__ = ["check_path", "save_bytes", "save_lines"]


def check_path(path: Path, *, force: bool) -> None:
    """Raise BadExperiment if the file cannot be written, before any time is spent on games."""
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise BadExperiment(Text("lab.cannot_write", file=str(path)))
    if path.exists() and not force:
        raise BadExperiment(Text("lab.file_exists", file=str(path)))


def save_lines(path: Path, lines: Iterable[str]) -> None:
    """Write the whole file, or leave what was there; raises BadExperiment."""
    save_bytes(path, (line.encode() for line in lines))


def save_bytes(path: Path, parts: Iterable[bytes]) -> None:
    """The same for what is no text."""
    try:
        write_whole(path, parts)
    except OSError as error:
        raise BadExperiment(Text("lab.cannot_write", file=str(path))) from error
