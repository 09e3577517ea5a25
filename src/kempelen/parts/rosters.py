"""Groups that players put together: what a game says about one before it is played or printed."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.behaviour.document import Grid
from kempelen.text.say import Text

__all__ = ["Muster"]


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
