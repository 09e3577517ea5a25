"""What is said about a scenario before it is chosen; and scenarios in files, positions before the first move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from kempelen.engine.errors import BadPosition
from kempelen.engine.files.position import in_file, read_position
from kempelen.engine.game import Game
from kempelen.text.say import Text

__all__ = [
    "Level",
    "ScenarioFacts",
    "ScenarioFiles",
    "after",
    "in_order",
    "is_file",
    "position_from",
    "read_scenario",
    "scenario_file",
    "scenario_from",
]

S = TypeVar("S")
Lines: TypeAlias = tuple[tuple[tuple[float, float], ...], ...]
"""Strokes in a square of 1."""
Level: TypeAlias = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True)
class ScenarioFacts:
    """What somebody wants to know who has not played it."""

    minutes: int
    """About so long against automas that play at once."""
    level: Level
    goal: Text
    """What it is about, in a sentence or two."""
    missions: tuple[tuple[Text, Text], ...] = ()
    """Where each side chooses what it is after: names, and what each asks for."""
    mission_signs: tuple[Lines, ...] = ()
    """What each of them looks like on the table, in lines."""
    seats: int = 0
    """So many are offered first, if more may play than a newcomer wants; 0: what is usual."""
    lessons: tuple[str, ...] = ()
    """Seeds of the games that somebody is dealt first, one after the other, chosen by `scripts/lessons.py`: the tips
    win them, and small mistakes are forgiven. Then chance decides."""
    again: Callable[[str], Mapping[str, Any]] | None = None
    """With what it begins when it is played again, as a position, where the scenario itself lays out hands: by a lot,
    so that whoever plays on does not meet the same secrets."""
    again_lessons: tuple[str, ...] = ()
    """Seeds for that, chosen in the same way."""
    how: tuple[Text, ...] = ()
    """How one wins, where not all can happen here that the game's own words tell of."""
    tips: bool = False
    """Whoever plays it alone is told what to do, as in the first one."""


def in_order(game: Game[Any]) -> tuple[str, ...]:
    """The scenarios as they are listed everywhere: in the order to play them, then those nothing is said about."""
    told = tuple(game.scenario_facts)
    return told + tuple(scenario for scenario in game.scenarios if scenario not in told)


def after(game: Game[Any], scenario: str) -> str | None:
    """The one to propose when this one is over: the facts stand in the order to play them; none after the last."""
    order = list(game.scenario_facts)
    place = order.index(scenario) + 1 if scenario in order else 0
    return order[place] if place < len(order) else None


@dataclass(frozen=True, kw_only=True)
class ScenarioFiles(Generic[S]):
    """A game whose scenarios people can write themselves."""

    file: Callable[[str], Mapping[str, Any]]
    """A scenario that is shipped, as its file has it, to begin one's own with."""
    problems: Callable[[S], Sequence[Text]] = lambda state: ()
    """Why nobody could play this as a scenario, each with its field and a remedy."""
    doubts: Callable[[S], Sequence[Text]] = lambda state: ()
    """What is possible in a scenario and probably not meant."""
    sheet: Callable[[S], Sequence[tuple[Text, Sequence[Text]]]] = lambda state: ()
    """What a player reads beside the map before the first move: headings, and lines under them."""


def scenario_file(game: Game[Any], scenario: str) -> Mapping[str, Any] | None:
    """A scenario that is shipped, as its file has it; None if it has none."""
    return game.scenario_files.file(scenario) if game.scenario_files is not None else None


def read_scenario(game: Game[Any], data: Mapping[str, Any], options: Mapping[str, str]) -> Any:
    """A scenario of somebody's own; raises BadPosition naming the field."""
    state = game.from_position(data, options)
    if game.scenario_files is not None:
        for problem in game.scenario_files.problems(state):
            raise BadPosition(problem)
    return state


def position_from(game: Game[Any], path: Path, options: Mapping[str, str]) -> dict[str, Any]:
    """A position of this game from a file, checked; raises BadPosition."""
    position = read_position(path)
    if position["game"] != game.name:
        raise BadPosition(
            Text("terminal.start.other_game", file=path.name, game=game.name, other=str(position["game"]))
        )
    try:
        game.from_position(position, options)
    except BadPosition as error:
        raise in_file(error, path.name) from error
    return position


def is_file(scenario: str) -> bool:
    """Is it a file of somebody's own, and not the name of a scenario?"""
    return Path(scenario).suffix.lower() in (".toml", ".json")


def scenario_from(game: Game[Any], path: Path, options: Mapping[str, str]) -> dict[str, Any]:
    """A scenario of this game from a file, checked; raises BadPosition."""
    path = path.expanduser()
    data = position_from(game, path, options)
    try:
        read_scenario(game, data, options)
    except BadPosition as error:
        raise in_file(error, path.name) from error
    return data
