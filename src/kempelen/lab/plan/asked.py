"""An experiment as somebody writes it: a TOML file, or JSON, with a grid of cells or a list of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from kempelen.engine.errors import BadPosition, PlayerError
from kempelen.engine.files.position import read_data, shaped
from kempelen.lab.experiment import BadExperiment
from kempelen.text.say import Text

__all__ = ["All", "Asked", "CellAsked", "Grid", "Kept", "Until", "asked_of", "in_experiment", "read_experiment"]

All = Literal["all"]
MOST_GAMES = 100_000_000


@dataclass(slots=True)
class CellAsked:
    """One cell of a list; what it leaves out is as the file says for all."""

    name: str = ""
    games: int | None = None
    scenario: str | None = None
    players: int | None = None
    bots: list[str] | None = None
    options: dict[str, str] = field(default_factory=dict)
    difficulty: str | None = None
    edition: str | None = None
    position: str | None = None
    roles: dict[str, str] = field(default_factory=dict)
    knobs: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Grid:
    """Every value of each with every value of the others."""

    scenario: list[str] | All | None = None
    players: list[int] | All | None = None
    bots: list[list[str]] | None = None
    options: dict[str, list[str]] = field(default_factory=dict)
    difficulty: list[str] | All | None = None
    edition: list[str] | All | None = None
    position: list[str] | None = None
    roles: dict[str, list[str]] = field(default_factory=dict)
    """Which automa plays a part that has no seat."""
    knobs: dict[str, list[int]] = field(default_factory=dict)
    """Numbers of the automas that play, by the names that their authors gave them."""


@dataclass(slots=True)
class Until:
    """Instead of a number of games: until every interval is narrower than this."""

    width: float
    """Points from one end to the other: 6 is plus and minus 3."""
    most: int = 20_000
    """Games a cell at the most."""


@dataclass(slots=True)
class Kept:
    """What is recorded of the games beside their rows; 0 for never."""

    lines: bool = True
    """How often each line of the automas' texts was tried and carried out."""
    course: int = 200
    """Of every so manieth game how likely each seat was to win, at ten moments."""
    decisions: int = 0
    """Every so manieth decision."""
    games: int = 0
    """Every so manieth game as a whole."""


@dataclass(slots=True)
class Asked:
    """The whole file."""

    game: str
    title: str = ""
    question: str = ""
    """What somebody wants to know; the report begins with it."""
    games: int = 1000
    seed: str | int = "1"
    paired: bool = True
    """Every cell has the same seeds, so that they can be compared game by game."""
    chunk: int = 0
    """Games a chunk; about a second of play if nothing is said."""
    scenario: str | None = None
    players: int | None = None
    bots: list[str] | None = None
    options: dict[str, str] = field(default_factory=dict)
    difficulty: str | None = None
    edition: str | None = None
    position: str | None = None
    roles: dict[str, str] = field(default_factory=dict)
    automas: list[str] = field(default_factory=list)
    """Files of automas, beside this one; seats and roles name what is in them by its id."""
    knobs: dict[str, int] = field(default_factory=dict)
    grid: Grid = field(default_factory=Grid)
    cells: list[CellAsked] = field(default_factory=list)
    until: Until | None = None
    record: Kept = field(default_factory=Kept)


def read_experiment(path: Path) -> tuple[Asked, dict[str, Any]]:
    """What a file asks for, read and as plain data; raises a PlayerError naming file and field."""
    data = read_data(path)
    return asked_of(data, path.name), data


def asked_of(data: Mapping[str, Any], name: str) -> Asked:
    """The same from plain data; `name` is what messages call it."""
    try:
        asked = shaped(Asked, data)
    except BadPosition as error:
        raise in_experiment(name, error) from error
    for field_name, value, least, most in _numbers(asked):
        if not least <= value <= most:
            reason = Text("lab.file.range", field=field_name, value=str(value), least=least, most=most)
            raise BadExperiment(Text("lab.file.refused", file=name, reason=reason))
    if asked.cells and asked.grid != Grid():
        raise BadExperiment(Text("lab.file.refused", file=name, reason=Text("lab.file.grid_or_list")))
    return asked


def _numbers(asked: Asked) -> list[tuple[str, float, int, int]]:
    kept = asked.record
    found: list[tuple[str, float, int, int]] = [
        ("games", asked.games, 1, MOST_GAMES),
        ("chunk", asked.chunk, 0, 1_000_000),
        ("record.course", kept.course, 0, MOST_GAMES),
        ("record.decisions", kept.decisions, 0, MOST_GAMES),
        ("record.games", kept.games, 0, MOST_GAMES),
    ]
    found += [("cells.games", cell.games, 1, MOST_GAMES) for cell in asked.cells if cell.games is not None]
    if asked.until is not None:
        found += [("until.width", asked.until.width, 1, 100), ("until.most", asked.until.most, 1, MOST_GAMES)]
    return found


def in_experiment(name: str, error: PlayerError) -> BadExperiment:
    """What is wrong with a file, and in which."""
    return BadExperiment(Text("lab.file.refused", file=name, reason=error.text))
