"""How worked cases are put to the rules of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kempelen.conform.compare import Compare, Possible
from kempelen.conform.facts import Facts
from kempelen.engine.game import Game
from kempelen.engine.player import Player
from kempelen.engine.table import Seat, Table
from kempelen.engine.tables.odds import odds

__all__ = ["Adapter", "Answers", "Case", "possible"]

Answers: TypeAlias = Mapping[str, Any]
"""By name: a value, or a function without arguments that is called only if the case asks. May be a `Possible`."""


@dataclass(slots=True)
class Case:
    """One question: a case, or one row of it."""

    kind: str
    facts: Facts
    """What is given. A kind reads all of it before it returns its answers."""
    expect: dict[str, Any]
    """What must come out; empty in a row, where it is what remains of the facts."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The value of every option of the game."""
    head: Mapping[str, Any] = field(default_factory=dict)
    """What the file says of all its cases."""
    background: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By kind: cases of the file that are no tests, such as a map."""


@dataclass(frozen=True, slots=True)
class Adapter:
    """How a game answers worked examples; a game's module `conform` exposes one as `ADAPTER`."""

    kinds: Mapping[str, Callable[[Case], Answers]]
    compare: Mapping[str, Compare] = field(default_factory=dict)
    """Answers that are not compared with `same`."""
    head: frozenset[str] = frozenset()
    """Keys that may stand at the head of a file."""
    background: frozenset[str] = frozenset()
    """Kinds that are no tests; they are not counted."""
    others: Adapter | None = None
    """Is asked about kinds that this one does not know."""


def possible(
    game: Game[Any],
    state: Any,
    act: Callable[[Any, Table], Any],
    players: Mapping[Seat, Player] | None = None,
) -> Possible:
    """Everything that `act(state, table)` can return, whatever chance brings; equal results are joined.

    Whatever a player chooses meanwhile is looked up in the legal list.
    """
    found: dict[str, Any] = {}

    def told(copy: Any, at: Table) -> str:
        result = act(copy, at)
        text = repr(result)
        found[text] = result
        return text

    chances = odds(game, state, told, players=players, strict=True)
    return Possible(tuple((found[str(text)], p) for text, p in chances.items()))
