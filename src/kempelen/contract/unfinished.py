"""What `kempelen game new` left for the author to do."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from kempelen.contract.playing import Problems
from kempelen.engine.game import Game
from kempelen.text.say import Text

__all__ = ["MARK", "nothing_still_to_do"]

MARK = "STILL TO DO: "
"""A line with it says what is to be done there; whoever has done it takes the line away."""

SUFFIXES = (".py", ".toml", ".yaml")
PROJECT = "pyproject.toml"
BESIDE = (PROJECT, "cases.yaml", "tests/*.py")
"""Files beside a package that is still in the folder it was made in."""


def nothing_still_to_do(game: Game[Any]) -> Problems:
    """No file of the game says that something is still to be done."""
    package = files(game.package)
    found = [*_texts(package, "")]
    if isinstance(package, Path) and (package.parent / PROJECT).is_file():
        beside = [path for name in BESIDE for path in sorted(package.parent.glob(name))]
        found += [(path.relative_to(package.parent).as_posix(), path.read_text("utf-8")) for path in beside]
    return [
        Text("contract.still_to_do", file=name, line=number, what=line.partition(MARK)[2].strip())
        for name, text in found
        for number, line in enumerate(text.splitlines(), 1)
        if MARK in line
    ]


def _texts(folder: Traversable, place: str) -> Iterator[tuple[str, str]]:
    """Every file with its place in the package, in a fixed order."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _texts(entry, f"{place}{entry.name}/")
        elif entry.name.endswith(SUFFIXES):
            yield f"{place}{entry.name}", entry.read_text("utf-8")
