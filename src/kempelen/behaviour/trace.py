"""Why a bot did it: steps that cite the author's document or a numbered ruling of ours.

A step is data, not prose; it is rendered in a language at the edge. Each says who may see it while the game runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from kempelen.engine.table import Seat
from kempelen.text.say import Text

__all__ = ["Cite", "RulingCite", "Source", "Step", "Trace"]


@dataclass(frozen=True, slots=True)
class Cite:
    """A line of the author's document, such as `saboteur-018 / 4.3.3 Goldsucher / 2`."""

    document: str
    section: str
    item: str = ""

    def __str__(self) -> str:
        return " / ".join(part for part in (self.document, self.section, self.item) if part)


@dataclass(frozen=True, slots=True)
class RulingCite:
    """A reading of ours, such as `saboteur:R15`."""

    id: str

    def __str__(self) -> str:
        return self.id


Source: TypeAlias = Cite | RulingCite


@dataclass(frozen=True, slots=True)
class Step:
    """One step of reasoning."""

    text: Text
    sources: tuple[Source, ...]
    public: bool = False
    """Rests only on what everybody may know."""

    @property
    def rests_on_ruling(self) -> bool:
        return any(isinstance(source, RulingCite) for source in self.sources)


@dataclass(slots=True)
class Trace:
    """The steps of one decision by one seat."""

    seat: Seat
    steps: list[Step] = field(default_factory=list)

    def add(self, text: Text, *sources: Source, public: bool = False) -> None:
        self.steps.append(Step(text, sources, public))

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def for_seat(self, seat: Seat) -> Trace:
        """What this seat may know of it while the game runs."""
        if seat == self.seat:
            return self
        return Trace(self.seat, [step for step in self.steps if step.public])
