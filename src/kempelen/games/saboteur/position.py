"""A table as a file, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.games.saboteur.state import State

__all__ = ["from_position", "to_position"]


def from_position(position: Mapping[str, Any], options: Mapping[str, str]) -> State:
    """The table a position describes; raises BadPosition."""
    raise NotImplementedError


def to_position(state: State) -> dict[str, Any]:
    """The table as plain data."""
    raise NotImplementedError
