"""Groups that players put together: what a game says about one before it is played or printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kempelen.behaviour.document import Grid
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.printing import Sheet
from kempelen.text.say import Say, Text

__all__ = ["Muster", "Rosters", "rosters_of"]


@dataclass(frozen=True, slots=True)
class Muster:
    """A roster looked over."""

    problems: tuple[Text, ...] = ()
    """Why nobody could play it, each with its field and a remedy."""
    doubts: tuple[Text, ...] = ()
    """What is possible and probably not meant."""
    grid: Grid | None = None
    """Everybody in it, with what counts; None if there are problems."""
    total: Text | None = None


class Cards(Protocol):
    """Cards of groups to print, and markers if they are wanted; raises BadPosition."""

    def __call__(self, groups: Sequence[Mapping[str, Any]], say: Say, *, markers: bool) -> Sheet: ...


@dataclass(frozen=True, kw_only=True)
class Rosters:
    """A game in which players put their groups together."""

    factions: tuple[str, ...]
    """What groups there are."""
    file: Callable[[str], Mapping[str, Any] | None]
    """A group that is shipped, as its file has it; None if there is none of that name."""
    of: Callable[[str], tuple[str, ...]]
    """The groups that a scenario comes with, seat by seat."""
    muster: Callable[[Mapping[str, Any]], Muster]
    """Look over a group of somebody's own: who is in it, what is wrong."""
    start: Callable[[str, Say], str]
    """A commented file to begin a group of one's own with; raises BadSetup."""
    battle: Callable[[Sequence[Mapping[str, Any]], str], dict[str, Any]]
    """A game between these groups, with the table of a scenario: a position before the first move."""
    cards: Cards


def rosters_of(game: Game[Any]) -> Rosters:
    """The game's rosters; raises BadSetup if it has none."""
    if game.rosters is None:
        raise BadSetup(Text("roster.no_rosters", game=game.name))
    return game.rosters
