"""What is said about a scenario before it is chosen; and scenarios in files, positions before the first move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from kempelen.engine.errors import BadPosition
from kempelen.engine.game import Game
from kempelen.text.say import Text

__all__ = ["Level", "ScenarioFacts", "ScenarioFiles", "after", "in_order", "read_scenario", "scenario_file"]

S = TypeVar("S")
Level: TypeAlias = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True)
class ScenarioFacts:
    """What somebody wants to know who has not played it."""

    minutes: int
    """About so long against automas that play at once."""
    level: Level
    goal: Text
    """What it is about, in a sentence or two."""


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
