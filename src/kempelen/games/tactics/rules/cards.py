"""Units and events: what a card says. The cards of the game are in cards.toml; tests and positions may make others."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kempelen.engine.files.numbers import number_in
from kempelen.games.tactics.rules.board import KINDS

__all__ = [
    "AIS",
    "EFFECTS",
    "HIDDEN_CARD",
    "Ai",
    "Book",
    "Card",
    "Effect",
    "Profile",
    "ai_from",
    "book",
    "card_of",
    "profile_of",
]

HIDDEN_CARD = "hidden"
"""Stands for a card that a seat may not know."""

AIS = ("aggressive", "shy", "wandering", "target")


@dataclass(frozen=True, slots=True)
class Ai:
    """How a unit acts on its own: `aggressive`, `shy`, `wandering 3`, `target store`, `target unit king`."""

    kind: str
    x: int = 0
    """With wandering: enemies this near make it aggressive."""
    tile: str = ""
    """With target: the kind of tile it heads for, or"""
    tag: str = ""
    """the tag of the units it heads for."""

    @property
    def notation(self) -> str:
        words = [self.kind, str(self.x) if self.kind == "wandering" else "", self.tile, self.tag and f"unit {self.tag}"]
        return " ".join(filter(None, words))

    def __str__(self) -> str:
        return self.notation


def ai_from(text: str) -> Ai | None:
    """The AI with this notation; None if there is no such AI."""
    match text.lower().replace("-oriented", "").split():
        case ["aggressive" | "shy" as kind]:
            return Ai(kind)
        case ["wandering", far] if (x := number_in(far)) is not None:
            return Ai("wandering", x=x)
        case ["target", "unit", tag]:
            return Ai("target", tag=tag)
        case ["target", tile] if tile in KINDS:
            return Ai("target", tile=tile)
    return None


EFFECTS: Mapping[str, str] = {
    "gain": "",
    "mark": "",
    "unmark": "",
    "neutralise": "",
    "reopen": "",
    "draw": "",
    "tide": "",
    "quake": "",
    "strike": "enemy",
    "mend": "own",
    "mend_all": "",
    "rally": "own",
    "none": "",
}
"""What events and full actions can do, and whom they need as a target: an enemy, a unit of one's own, nobody."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an event or a full action does."""

    kind: str
    amount: int = 0
    tile: str = ""
    """With a full action: only on a tile of this kind."""

    @property
    def target(self) -> str:
        return EFFECTS[self.kind]


@dataclass(frozen=True, slots=True)
class Profile:
    """What a unit is (N1); damage, place and actions left are in the state."""

    name: str
    health: int = 10
    attack: int = 1
    range: int = 1
    move: int = 2
    upkeep: int = 0
    ai: Ai | None = None
    full: Effect | None = None
    tags: tuple[str, ...] = ()
    boss: bool = False
    moves: int = 1
    """Move actions of an activation; likewise attacks."""
    attacks: int = 1


@dataclass(frozen=True, slots=True)
class Card:
    """A unit or an event. No cost is not cost 0: such a card cannot be played."""

    name: str
    cost: int | None
    price: int = 0
    """What it costs in a store."""
    unit: Profile | None = None
    effect: Effect | None = None


class Book(dict[str, Card]):
    """Cards by name. A book never changes, so copies of a game share it."""

    def __deepcopy__(self, memo: object) -> Book:
        return self


def profile_of(name: str, data: Mapping[str, Any]) -> Profile:
    """A unit as cards.toml has it."""
    full = data.get("full")
    return Profile(
        name,
        data["health"],
        data["attack"],
        data["range"],
        data["move"],
        data["upkeep"],
        ai_from(data["ai"]) if "ai" in data else None,
        Effect(full["effect"], full.get("amount", 0), full.get("tile", "")) if full else None,
        tuple(data.get("tags", ())),
        data.get("boss", False),
        data.get("moves", 1),
        data.get("attacks", 1),
    )


def card_of(name: str, data: Mapping[str, Any]) -> Card:
    """A card as cards.toml has it."""
    cost, price = data.get("cost"), data.get("price", 0)
    if "effect" in data:
        return Card(name, cost, price, effect=Effect(data["effect"], data.get("amount", 0)))
    return Card(name, cost, price, unit=profile_of(name, data))


@cache
def book() -> Book:
    """Every card of the game."""
    data = tomllib.loads(files("kempelen.games.tactics").joinpath("cards.toml").read_text("utf-8"))
    assert all(re.fullmatch("[a-z_]+", name) for name in data)
    return Book({name: card_of(name, entry) for name, entry in data.items()})
