"""The rows of a record: every input that came into a game from outside its rules, and what became of it later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from kempelen.engine.table import Seat

__all__ = ["CHANCE", "Input", "Restart", "Row", "Sealed", "Undo", "Value"]

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
    instead: str = ""
    """What the bot of this seat had chosen and the rules do not allow: a person has chosen for it."""
    coached: bool = False
    """A person had asked for advice before: what a strong player would do, or a tip that was folded."""
    short: bool = False
    """Nobody has chosen it: whoever played had the game played to its end by the tips."""
    along: bool = False
    """It was given together with the answer before it, by one touch: taking one back takes both. After a correction: it
    was given before it, and stays when the correction is taken back."""
    refused: tuple[tuple[Seat, str], ...] = ()
    """The same in a simultaneous choice, for every seat whose bot was refused."""

    def wanted_by(self, seat: Seat) -> str:
        """What this seat's bot had chosen against the rules, before a person chose for it; nothing if it had not."""
        return self.instead if seat == self.seat else dict(self.refused).get(seat, "")


@dataclass(frozen=True, slots=True)
class Undo:
    """The last inputs were taken back; they stay in the record."""

    count: int
    seen: bool = False
    """A die or a hidden card had already been seen."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """An answer that waits: to a simultaneous choice, or a die named for a bot that is still deciding."""

    kind: str
    seat: Seat
    value: Any
    instead: str = ""
    """See `Input.instead`."""
    rolls: tuple[Value, ...] = ()
    """What the bot had rolled that was refused."""
    coached: bool = False
    """See `Input.coached`."""
    short: bool = False
    """See `Input.short`."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Newer rules could not replay what came before, so the game goes on from a position that was kept."""

    position: Mapping[str, Any]


Row: TypeAlias = Input | Undo | Sealed | Restart
"""A line of the record; rows are only ever appended."""
