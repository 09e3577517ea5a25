"""A game as numbers, for those who learn: its tables as a row, and its actions as a list that never changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from kempelen.engine.table import Seat

__all__ = ["Encoding"]

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Encoding(Generic[S]):
    """What a game says better than the general way, which knows nothing but its positions and notations."""

    size: int
    fill: Callable[[S, Seat, MutableSequence[float]], None]
    """Writes the view of a seat into a row of so many zeros."""
    catalogue: Mapping[str, int] = field(default_factory=dict)
    """Notation -> number, from 0 without gaps: the actions that have a number of their own. Others share the rest."""
