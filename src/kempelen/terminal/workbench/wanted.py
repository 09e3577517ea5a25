"""What somebody has asked for on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.automa.sheet import Sheet
from kempelen.engine.files.record import Record
from kempelen.engine.game import Game, say_in
from kempelen.lab.compare.tables import Two
from kempelen.text.say import LANGUAGES, Say

__all__ = ["Wanted", "languages_from"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Two automas and how they are to be compared."""

    game: Game[Any]
    a: Sheet
    b: Sheet
    scenarios: Sequence[str]
    options: Mapping[str, str]
    games: int
    seed: str
    given: Sequence[str]
    """What was typed behind the command."""
    mine: Sequence[Record] = ()
    """Games of his own."""

    def at(self, scenario: str) -> Two:
        """Both in one scenario."""
        return Two(self.game, scenario, self.a, self.b, self.options)


def languages_from(first: Say) -> list[Say]:
    """Both languages of a page, the reader's first."""
    return [first, *(say_in(other) for other in LANGUAGES if other != first.lang)]
