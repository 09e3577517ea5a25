"""What others did says who they are: worlds that a searching player imagines are dealt by what everybody has seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kempelen.engine.dice import Dice
from kempelen.engine.search.seen import Deed

__all__ = ["Beliefs"]

S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Beliefs(Generic[S]):
    """How likely the worlds are that fit a view."""

    evidence: Callable[[S, Sequence[Deed[S]]], Any]
    """What follows from all deeds so far for whoever has this view; worked out once for a choice."""
    redeal: Callable[[S, Dice, Any], S]
    """A full state that this view could come from, the likelier the better it fits the evidence."""
