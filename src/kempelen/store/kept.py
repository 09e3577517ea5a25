"""What a store is asked for and gives back, and what it says when it cannot."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kempelen.engine.errors import PlayerError
from kempelen.engine.table import Seat

__all__ = ["BadStore", "BusyStore", "Draft", "Glance", "Kept", "KeptBattle", "KeptCampaign", "Stored"]


class BadStore(PlayerError):
    """The games that are kept cannot be read or written, or there is no game of that name."""


class BusyStore(BadStore):
    """Another program is writing just now; what was to be written is not, and may be tried again."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One game in the store."""

    id: str
    header: dict[str, Any]
    created: datetime
    updated: datetime
    over: bool
    name: str = ""
    """What somebody calls it; empty if nobody has given it a name."""


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything there is of one game, as the JSON texts it was written in."""

    header: str
    rows: tuple[str, ...]
    position: str | None
    """Kept beside the rows, see `Record.checkpoint`."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What may have changed about a game besides its rows, and a number that is another one if anything has."""

    stamp: int
    header: str
    pace: str
    hints: bool
    wish: frozenset[Seat]
    """Who wants to take something back."""
    paused: bool
    """Its automas wait until a person lets them go on."""
    coaching: frozenset[Seat] = frozenset()
    """Who agrees that a strong player may be asked."""
    coached: frozenset[Seat] = frozenset()
    """Who has asked one about the choice that he has now."""
    seen: int = 0
    """So much of what the companion has told is seen to at the real table."""


@dataclass(frozen=True, slots=True)
class KeptBattle:
    """A battle of a campaign: the game in the store it is played in, and how it ended, once it has."""

    game: str
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class KeptCampaign:
    """One campaign in the store."""

    id: str
    header: dict[str, Any]
    updated: datetime
    battles: tuple[KeptBattle, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """An automa that somebody is writing."""

    id: str
    game: str
    name: str
    """What its text calls it; empty if it does not say."""
    text: str
