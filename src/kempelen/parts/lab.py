"""What the lab and the bench learn of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from kempelen.engine.game import Game

__all__ = ["Lab", "Works", "bench_scenario", "row_facts"]

S = TypeVar("S")
Works: TypeAlias = Mapping[str, Callable[[], Sequence[Callable[[], object]]]]
"""Functions that prepare, and return calls to be timed, by the name of their row."""


@dataclass(frozen=True, kw_only=True)
class Lab(Generic[S]):
    """What is measured."""

    row_facts: Callable[[S], Mapping[str, Any]] = lambda state: {}
    """More columns, from a finished game; a list with one entry a seat (roles) also groups wins."""
    bench_scenario: str = ""
    """What the bench plays, if not the default."""
    bench_works: Callable[[], Works] = dict
    """More rows for the bench."""


def row_facts(game: Game[Any], state: Any) -> Mapping[str, Any]:
    """What the game says of a finished game."""
    return game.lab.row_facts(state) if game.lab is not None else {}


def bench_scenario(game: Game[Any]) -> str:
    """What the bench plays: a scenario of middling length."""
    own = game.lab.bench_scenario if game.lab is not None else ""
    return own or game.scenarios[0]
