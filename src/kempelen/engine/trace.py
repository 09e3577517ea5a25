"""Why a bot did it: steps that cite the author's document or a numbered ruling of ours.

While it decides, a bot only notes plain values; the sentences are made when somebody reads them. So the why costs
little, and it is never stored as prose. What is noted must not change later: numbers, cells, actions, tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kempelen.engine.table import Seat
from kempelen.text.say import Field, Say, Text

__all__ = ["Cite", "Kind", "Note", "RulingCite", "Source", "Step", "Trace", "cited", "decided_first", "note"]


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


def cited(source: Source | str, say: Say) -> str:
    """A citation for a reader. An author's stays as it is; sections of our own documents, kempelen-GAME, are worded."""
    document, *place = str(source).split(" / ")
    key = f"{document.removeprefix('kempelen-')}.section.{''.join(place[:1])}"
    return " / ".join((document, say(key), *place[1:])) if say.has(key) else str(source)


Kind: TypeAlias = Literal["", "done", "passed"]
"""A line of a list that was carried out, one that was passed over, or anything else."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of reasoning."""

    text: Text
    sources: tuple[Source, ...]
    public: bool = False
    """Rests only on what everybody may know."""
    kind: Kind = ""


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """A kind of step, declared once: where it comes from, and how noted values become a text."""

    write: Callable[..., Text]
    sources: tuple[Source, ...]
    public: bool = False
    kind: Kind = ""


def note(key: str, *sources: Source, public: bool = False, **fields: Callable[[Any], Field]) -> Note:
    """A note with this text; each field says how its noted value is worded, in the order of the values."""

    def write(*values: Any) -> Text:
        return Text(key, **{name: word(value) for (name, word), value in zip(fields.items(), values, strict=True)})

    return Note(write, sources, public)


@dataclass(slots=True)
class Trace:
    """What one seat noted at one decision."""

    seat: Seat
    notes: list[tuple[Note, tuple[Any, ...]]] = field(default_factory=list)

    def add(self, kind: Note, *values: Any) -> None:
        self.notes.append((kind, values))

    @property
    def steps(self) -> list[Step]:
        return [Step(kind.write(*values), kind.sources, kind.public, kind.kind) for kind, values in self.notes]

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.notes)

    def for_seat(self, seat: Seat) -> Trace:
        """What this seat may know of it while the game runs."""
        if seat == self.seat:
            return self
        return Trace(self.seat, [(kind, values) for kind, values in self.notes if kind.public])


def decided_first(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """A why that begins with what decided; then the lines before it that were passed over, with what was noted of them.

    What was noted behind the last of those belongs to the line that was carried out. A why in which nothing was carried
    out, or nothing passed over before, stays as it is.
    """
    done = next((n for n, step in enumerate(steps) if step.kind == "done"), 0)
    passed = [n for n, step in enumerate(steps[:done]) if step.kind == "passed"]
    if not passed:
        return list(steps), []
    first = 1 if steps[0].kind == "" else 0  # which list it is, or the only thing noted
    return [*steps[:first], *steps[passed[-1] + 1 :]], list(steps[first : passed[-1] + 1])
