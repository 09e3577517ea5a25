"""What a document leaves to chance: every way the lots can fall, and the ways that lead to what was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

__all__ = ["Astray", "Lots", "Script", "Way", "every_way"]

T = TypeVar("T")
R = TypeVar("R")


class Astray(Exception):
    """What was done is not what was seen; the lots must have fallen another way."""


class Script(list[T]):
    """A log that may only become what was seen."""

    def __init__(self, seen: Sequence[T]) -> None:
        super().__init__()
        self.seen = list(seen)

    def append(self, entry: T) -> None:
        super().append(entry)
        if self.seen[: len(self)] != self:
            raise Astray(entry)


class Lots:
    """Answers lots by a list of places, then always with the first; remembers how many things were in each lot."""

    def __init__(self, places: Sequence[int] = ()) -> None:
        self.places = list(places)
        self.sizes: list[int] = []

    def pick(self, things: Sequence[T]) -> T:
        """One of several things that are equally allowed; of one thing no lot is drawn."""
        assert things, "a lot among nothing"
        if len(things) == 1:
            return things[0]
        if len(self.places) == len(self.sizes):
            self.places.append(0)
        place = self.places[len(self.sizes)]
        self.sizes.append(len(things))
        return things[place]


@dataclass(frozen=True)
class Way(Generic[R]):
    """One way the lots fell: what came of it, how many things were in each lot, and how likely that is."""

    result: R
    sizes: tuple[int, ...]

    @property
    def chance(self) -> Fraction:
        chance = Fraction(1)
        for size in self.sizes:
            chance /= size
        return chance


def every_way(run: Callable[[Lots], R]) -> Iterator[Way[R]]:
    """Run again and again until every lot has fallen every way; a run that goes astray is left out."""
    places: list[int] = []
    while True:
        lots = Lots(places)
        with suppress(Astray):
            yield Way(run(lots), tuple(lots.sizes))
        places = lots.places[: len(lots.sizes)]
        while places and places[-1] + 1 == lots.sizes[len(places) - 1]:
            places.pop()
        if not places:
            return
        places[-1] += 1
