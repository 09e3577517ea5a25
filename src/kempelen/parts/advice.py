"""Questions that can be asked with no game set up, or about one card or unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kempelen.desk.adviser import Adviser
from kempelen.desk.calculator import Calculation
from kempelen.engine.game import Game
from kempelen.engine.tables.odds import Chance, Inquiry

__all__ = ["Advice", "adviser_of", "calculations_of", "has_desk"]

S = TypeVar("S")
Options = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Advice(Generic[S]):
    """What a game's desk has; each of them may be missing."""

    adviser: Callable[[Options], Adviser] | None = None
    """What the automa can be asked by people whose board the program does not know, with every reading resolved."""
    calculations: Callable[[Options, Sequence[Mapping[str, Any]]], Sequence[Calculation]] | None = None
    """What can be worked out with no game set up; the groups are rosters whose models may be named."""
    odds_of: Callable[[S | None, Inquiry], Sequence[Chance]] | None = None
    """Exact chances of what one card or unit will do, on a table or from stated facts; raises a PlayerError."""


def calculations_of(
    game: Game[Any], options: Options, groups: Sequence[Mapping[str, Any]] = ()
) -> Sequence[Calculation]:
    """What can be worked out with these options; nothing where a game has no calculators."""
    if game.advice is None or game.advice.calculations is None:
        return ()
    return game.advice.calculations(game.rulings.resolve(options), groups)


def adviser_of(game: Game[Any], options: Options) -> Adviser | None:
    """What the automa can be asked by people whose board the program does not know; None if it cannot."""
    if game.advice is None or game.advice.adviser is None:
        return None
    return game.advice.adviser(game.rulings.resolve(options))


def has_desk(game: Game[Any]) -> bool:
    """Can anything be asked with no game set up?"""
    return game.advice is not None and game.advice.adviser is not None
