"""What all events share: how they are worded, and who sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

from kempelen.engine.table import Event, Seat
from kempelen.games.universalis.face.words import gear_word
from kempelen.text.say import Field, Text

Mods: TypeAlias = tuple[tuple[str, int], ...]
Roll: TypeAlias = tuple[str, str, int, Mods, int]
"""Who, what is added, its base, modifiers, die."""

_WORDS: Mapping[str, Any] = {
    "seat": lambda seat: Text("universalis.side", n=seat + 1),
    "weapon": lambda id: gear_word("weapon", id),
    "item": lambda id: gear_word("item", id),
    "trait": lambda id: gear_word("trait", id),
    "power": lambda id: gear_word("power", id),
    "mission": lambda id: Text(f"universalis.mission.{id}"),
    "why": lambda why: Text(f"universalis.roll.{why}"),
    "zone": lambda zone: Text(f"universalis.zone.{zone}"),
    "state": lambda state: Text(f"universalis.state.{state}"),
    "reason": lambda reason: Text(f"universalis.ending.{reason}"),
    "terrain": lambda id: Text(f"universalis.terrain.{id}"),
    "door": lambda door: Text("universalis.door", n=door + 1),
}
"""How the fields of events are worded; others are written as they are."""


@dataclass(frozen=True, slots=True)
class Public:
    """Everybody sees it. Its text has the class's name and takes its fields."""

    key: ClassVar[str] = ""

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.{self.key}", **self.words())

    def words(self) -> dict[str, Field]:
        return {
            field.name: _WORDS[field.name](value) if field.name in _WORDS else value
            for field in fields(self)
            for value in (getattr(self, field.name),)
        }

    def seen_by(self, seat: Seat) -> Event | None:
        return self
