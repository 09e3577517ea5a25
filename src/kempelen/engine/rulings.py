"""Numbered readings: where a document is silent or ambiguous, what we decided, and which of them are options.

`rulings.toml` of a game holds one table a ruling: `question`, `reading` and `grounds` in both languages; an option also
has `values`, a table of value names with their texts, the first of which is the default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kempelen.engine.errors import BadOption
from kempelen.text.say import LANGUAGES, Field, Own, Text
from kempelen.text.tables import table_in

__all__ = ["Rulebook", "Ruling", "Rulings", "load_rulebook", "load_rulings", "options_text"]

Wording = Mapping[str, str]
"""Language -> text."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """One reading; cited as `saboteur:R15`."""

    game: str
    id: str
    question: Wording
    reading: Wording
    grounds: Wording
    values: Mapping[str, Wording]
    """Value names of an option, the default first; empty when there is no choice."""

    @property
    def cite(self) -> str:
        return f"{self.game}:{self.id}"

    @property
    def default(self) -> str:
        return next(iter(self.values))

    def read_as(self, options: Mapping[str, str]) -> Wording:
        """How it is read with these options: what was chosen instead of our default is said in its own words."""
        value = options.get(self.id, "")
        if value not in self.values or value == self.default:
            return self.reading
        return {lang: f"{words[:1].upper()}{words[1:]}." for lang, words in self.values[value].items()}


class Rulings(Mapping[str, Ruling]):
    """All rulings of a game, by id without the game's name."""

    def __init__(self, game: str, rulings: Mapping[str, Ruling]) -> None:
        self.game = game
        self._rulings = rulings
        self.defaults = {id: ruling.default for id, ruling in rulings.items() if ruling.values}

    def __getitem__(self, id: str) -> Ruling:
        return self._rulings[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rulings)

    def __len__(self) -> int:
        return len(self._rulings)

    def resolve(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """The value of every option; raises BadOption for an unknown id or value."""
        values = dict(self.defaults)
        for given, value in chosen.items():
            id = given.removeprefix(f"{self.game}:")
            if id not in self.defaults:
                raise BadOption(Text("option.unknown", id=given, game=self.game, known=", ".join(self.defaults)))
            if value not in self[id].values:
                raise BadOption(Text("option.unknown_value", id=id, value=value, known=", ".join(self[id].values)))
            values[id] = value
        return values

    def changed(self, values: Mapping[str, str]) -> dict[str, str]:
        """Only what differs from the defaults."""
        return {id: value for id, value in values.items() if self.defaults[id] != value}


def options_text(edition: str, options: Mapping[str, str], rulings: Mapping[str, Ruling]) -> Text | None:
    """Which edition and which readings are in use, in words; None if nothing was chosen."""
    chosen = tuple(_chosen(id, value, rulings) for id, value in options.items())
    if not edition:
        return Text("option.in_use", options=chosen) if chosen else None
    named: Field = Text(f"option.written_in.{edition}") if edition in LANGUAGES else edition
    return (
        Text("option.edition_with", edition=named, options=chosen) if chosen else Text("option.edition", edition=named)
    )


def _chosen(id: str, value: str, rulings: Mapping[str, Ruling]) -> Text:
    """An option by its number, and what was chosen there in its own words."""
    words = rulings[id].values.get(value) if id in rulings else None
    return Text("option.chosen", id=id, value=value if words is None else Own(words))


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules in short, by the numbers that code, tests and traces cite."""

    sections: Mapping[str, Wording]
    rules: Mapping[str, Wording]
    without_effect: Mapping[str, Wording] = field(default_factory=dict)
    """Rules that a program has nothing to do with, and why."""

    def section_of(self, number: str) -> str:
        """The section a rule stands in: the longest one its number begins with, else the last that begins before it.

        So sections can be numbered above their rules (1.4 and 1.4.2) or by their first rule (R045 up to the next).
        """
        within = [name for name in self.sections if number.startswith(name)]
        return max(within, key=len) if within else max((name for name in self.sections if name <= number), default="")


@cache
def load_rulebook(package: str) -> Rulebook:
    """Read a game's rulebook.toml; a game without one has an empty rulebook."""
    try:
        data = table_in(files(package), "rulebook")
    except FileNotFoundError:
        return Rulebook({}, {})
    return Rulebook(data["sections"], data["rules"], data.get("without_effect", {}))


@cache
def load_rulings(game: str, package: str) -> Rulings:
    """Read a game's rulings.toml."""
    data = table_in(files(package), "rulings")
    return Rulings(
        game,
        {
            id: Ruling(game, id, entry["question"], entry["reading"], entry["grounds"], entry.get("values", {}))
            for id, entry in data.items()
        },
    )
