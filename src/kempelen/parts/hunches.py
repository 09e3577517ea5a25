"""Where roles are hidden: what may be guessed about somebody, how suspicious all have seen him act, and who was who."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kempelen.engine.search.seen import Deed
from kempelen.engine.table import Event, Seat
from kempelen.text.say import Text

__all__ = ["LEVELS", "Hunches", "Suspected"]

S = TypeVar("S")
LEVELS = 4
"""The highest level of suspicion; 0 is none at all."""


@dataclass(frozen=True, slots=True)
class Suspected:
    """How somebody has acted, for everybody to see."""

    level: int
    words: Text
    """In a word or two."""
    because: Text
    """What speaks for it most."""


@dataclass(frozen=True, kw_only=True)
class Hunches(Generic[S]):
    """A person's notes about the others, and what they are held against."""

    roles: Callable[[S], Sequence[tuple[str, Text, Text]]]
    """What somebody may be, as a name, in a word, and in a shorter one, from a seat's view."""
    suspicion: Callable[[S, Sequence[Deed[S]]], Mapping[Seat, Suspected]]
    """By what all have done, as everybody saw it, and by nothing else: whom a seat does not know."""
    turned_up: Callable[[Sequence[Event]], Sequence[Mapping[Seat, str]]]
    """Who was who, by those names, each time that roles were shown; from what a seat was told."""
    card: Callable[[str], str]
    """The card that is turned over, as `things` writes it, by the role's name."""
