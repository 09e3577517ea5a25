"""An automa as its author wrote it: read from a file, and made into behaviours for a choice of options."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kempelen.automa.charts import ChartLines, made_chart
from kempelen.automa.clauses import Guard, holds_for
from kempelen.automa.conditions import Place, number_of
from kempelen.automa.lists import ListLines, made_list
from kempelen.automa.procedures import ProcedureLines, made_procedure
from kempelen.automa.reader import Value
from kempelen.automa.targets import TargetLines, made_targets
from kempelen.automa.vocabulary import Vocabulary
from kempelen.behaviour.chart import Chart
from kempelen.behaviour.priorities import Priorities
from kempelen.behaviour.procedure import Procedure
from kempelen.behaviour.targets import Targets

__all__ = ["Head", "Knob", "Lines", "Made", "Part", "Sheet", "id_of"]

Lines = ChartLines | ListLines | ProcedureLines | TargetLines


def id_of(name: str) -> str:
    """`Bold Riflemen` -> `bold-riflemen`: how seats and citations call an automa."""
    plain = name.lower()
    for letter, written in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        plain = plain.replace(letter, written)
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.")[:60]


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands above the first section."""

    name: str
    game: str
    language: str = "en"
    changes: str = ""
    author: str = ""
    version: str = ""
    licence: str = ""
    document: str = ""
    """How a shipped file is cited; others are by their name and version."""

    @property
    def id(self) -> str:
        return self.document or id_of(self.name)

    @property
    def cited(self) -> str:
        return self.document or f"{self.id} {self.version}".strip()


@dataclass(frozen=True, slots=True)
class Knob:
    """A number that somebody may turn."""

    name: str
    value: int
    least: int
    most: int
    words: Mapping[str, str]
    line: int


@dataclass(frozen=True, slots=True)
class Part:
    """A section as it was read; of several with one name the first whose guard holds counts."""

    kind: str
    name: str
    title: str
    """How the author's document calls it; its name if he gave none."""
    guard: Guard
    lines: Lines
    line: int


@dataclass(frozen=True, slots=True)
class Made:
    """Behaviours for a choice of options, in the author's order."""

    sheet: Sheet
    options: Mapping[str, str]
    charts: Mapping[str, Chart]
    lists: Mapping[str, Priorities]
    targets: Mapping[str, Targets]
    procedures: dict[tuple[str, int | str], Procedure] = field(default_factory=dict)
    """Those that were asked for, with their number."""

    def procedure(self, name: str, argument: int | str = "") -> Procedure:
        found = self.procedures.get((name, argument))
        if found is None:
            found = self.procedures[name, argument] = self.sheet.make_procedure(name, argument, self)
        return found


@dataclass(frozen=True, eq=False)
class Sheet:
    """An automa, read and found good."""

    head: Head
    vocabulary: Vocabulary
    text: str
    parts: Mapping[tuple[str, str], tuple[Part, ...]]
    """Sections by kind and name: those of the file, in the order of the automa it changes."""
    knobs: Mapping[str, Knob]
    readings: Mapping[str, Mapping[str, str]]
    """The author's own, by number and language."""
    orders: Mapping[str, tuple[tuple[str, Value], ...]]
    numbers: Mapping[str, tuple[tuple[str, Value], ...]]
    guards: tuple[str, ...]
    """Options that change what is made."""
    base: Sheet | None = None
    turned: Mapping[str, int] = field(default_factory=dict)
    """Knobs set to something else than the file has."""
    _made: dict[tuple[str | None, ...], Made] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        return self.head.id

    @property
    def digest(self) -> str:
        """Of what the file says; comments and blank lines do not count."""
        said = [line.split(" # ")[0].rstrip() for line in self.text.splitlines()]
        return hashlib.sha256("\n".join(line for line in said if line.strip()).encode()).hexdigest()[:12]

    @property
    def chain(self) -> tuple[Sheet, ...]:
        """This automa, and those it was changed from, the original last."""
        return (self, *(self.base.chain if self.base is not None else ()))

    def values(self) -> dict[str, int]:
        """The numbers of the knobs."""
        return {name: self.turned.get(name, knob.value) for name, knob in self.knobs.items()}

    def order(self, name: str) -> tuple[str, ...]:
        """What a named order lists."""
        return tuple(thing for thing, _ in self.orders[name])

    def table(self, name: str) -> dict[str, int]:
        """A table of numbers, as the knobs are turned."""
        knobs = self.values()
        return {thing: number_of(value, knobs) for thing, value in self.numbers[name]}

    def made(self, options: Mapping[str, str]) -> Made:
        """The behaviours under these options; made once."""
        key = tuple([options.get(id) for id in self.guards])
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._make(options)
        return found

    def own(self, kind: str, name: str) -> Sheet:
        """Whose section this is: this automa's, or of one it was changed from."""
        if self.base is None or self.base.parts.get((kind, name)) is not self.parts[kind, name]:
            return self
        return self.base.own(kind, name)

    def turn(self, knobs: Mapping[str, int]) -> Sheet:
        """The same automa with other numbers for its knobs."""
        return replace(self, turned={**self.turned, **knobs}, _made={})

    # -- making

    def _make(self, options: Mapping[str, str]) -> Made:
        charts = self._each("chart", options, self._chart(options))
        targets = self._each("targets", options, self._targets)
        made = Made(self, dict(options), charts, {}, targets)
        lists: dict[str, Priorities] = {}
        for kind, name in self.parts:
            if kind == "list":
                self._list(name, options, lists)
        return Made(self, made.options, charts, lists, targets)

    def part(self, kind: str, name: str, options: Mapping[str, str]) -> Part:
        return next(part for part in self.parts[kind, name] if holds_for(part.guard, options))

    def _each(self, of: str, options: Mapping[str, str], make: Callable[[Part], Any]) -> dict[str, Any]:
        return {name: make(self.part(kind, name, options)) for kind, name in self.parts if kind == of}

    def place(self, kind: str, name: str) -> Place:
        return Place(self.vocabulary, kind, name, {})

    def _cited(self, part: Part) -> tuple[str, dict[str, str], dict[str, int]]:
        """How a section's document is called, its author's readings, and its knobs."""
        owner = self.own(part.kind, part.name)
        knobs = owner.values() if owner is not self else self.values()
        return owner.head.cited, {id: f"{owner.id}:{id}" for id in owner.readings}, knobs

    def _chart(self, options: Mapping[str, str]) -> Callable[[Part], Chart]:
        def make(part: Part) -> Chart:
            assert isinstance(part.lines, ChartLines)
            document, own, knobs = self._cited(part)
            place = self.place(part.kind, part.name)
            return made_chart(part.lines, options, knobs, place, document=document, section=part.title, own=own)

        return make

    def _targets(self, part: Part) -> Targets:
        assert isinstance(part.lines, TargetLines)
        place = self.place(part.kind, part.name)
        return made_targets(part.lines, place, document=self._cited(part)[0], section=part.title)

    def _list(self, name: str, options: Mapping[str, str], lists: dict[str, Priorities]) -> Priorities:
        """With the lists that it follows; that none follows itself was checked."""
        if name not in lists:
            part = self.part("list", name, options)
            assert isinstance(part.lines, ListLines)
            document, _, knobs = self._cited(part)
            lists[name] = made_list(
                part.lines,
                knobs,
                self.place("list", name),
                lambda other: self._list(other, options, lists),
                document=document,
                section=part.title,
            )
        return lists[name]

    def make_procedure(self, name: str, argument: int | str, made: Made) -> Procedure:
        part = self.part("procedure", name, made.options)
        assert isinstance(part.lines, ProcedureLines)
        document, _, knobs = self._cited(part)
        return made_procedure(
            part.lines,
            knobs,
            self.place("procedure", name),
            made.procedure,
            document=document,
            section=part.title,
            argument=argument,
        )
