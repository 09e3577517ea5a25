"""Who of a game's bots plays on in the head of a player that searches, and whose choice it has to beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.player import Player
from kempelen.engine.table import Seat

__all__ = ["Heads"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """Names of bots; a game that says nothing has its automa everywhere."""

    strongest: str = ""
    """The automa at its hardest level, where it has levels."""
    as_people: tuple[str, ...] = ()
    """Who stands in for people and for whoever searches, if not the automa: because it has rules of its own there, or
    plays worse. Of several the one that has won most often in a scenario (`parts/judging`), else the first."""
    to_beat: str = ""
    """Whose choice is left only for one that is clearly better, if that is not whoever plays on in the head."""
    certain: Callable[[Sequence[Player]], Callable[[Any], Sequence[Seat] | None] | None] | None = None
    """For those who play on in the head: what tells, of a state between two steps, who will have won whatever chance
    does; None while it is open. None also if nothing can be told of these players."""
