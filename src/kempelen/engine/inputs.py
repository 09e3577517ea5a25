"""One input: everything that came into a game from outside its rules, in the order it came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from kempelen.engine.table import Seat

__all__ = ["CHANCE", "Input", "Value"]

Value: TypeAlias = Any
"""Plain data: a whole number, a text, a truth value, a list or a table of these."""

CHANCE = frozenset({"roll", "pool", "pick", "direction", "draw", "reveal", "ask"})
"""Kinds of input that are not a seat's choice."""


@dataclass(frozen=True, slots=True)
class Input:
    """A choice in notation, a die, a card, a correction."""

    kind: str
    """`do`, `together`, `set`, or one of CHANCE."""
    value: Value
    what: str = ""
    """The die (`d10`), the deck, the slot, the question."""
    why: str = ""
    seat: Seat | None = None
    """Whose choice it is; with a card, the only seat that may see it."""
    rolls: tuple[Value, ...] = ()
    """What a bot rolled and picked while it decided."""
    human: bool = False
    """A person gave it, not a bot and not the program's dice."""
