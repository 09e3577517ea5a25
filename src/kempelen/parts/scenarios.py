"""Scenarios in files: positions before the first move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kempelen.engine.errors import BadPosition
from kempelen.engine.game import Game
from kempelen.text.say import Text

__all__ = ["ScenarioFiles", "read_scenario", "scenario_file"]

S = TypeVar("S")


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
