"""Variants, role pools, hand sizes, nuggets (rules 1.1)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any
from zlib import crc32

from kempelen.games.saboteur.rules.cards import DECK_COMMERCIAL, DECK_TU, Card

__all__ = [
    "COMMERCIAL",
    "NUGGET",
    "NUGGET_CARDS",
    "TU",
    "VARIANTS",
    "Variant",
    "hand_size",
    "lesson",
    "lesson_again",
    "role_pool",
    "whole_deck",
]


HIDDEN_CARD = "hidden"
"""In a position: a card that is dealt."""
FORMER_FIRST: Mapping[str, str] = {"1": "former/first", "2": "former/first_2", "3": "former/first_3"}
"""Versions of the rules with which the first game was laid out otherwise, and how."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The TU game with the third role, or the commercial game."""

    name: str
    third_role: bool
    """Stone seekers, points for every action, and one game instead of rounds (1.1.9, R9)."""
    rounds: int
    players: range
    """How many may play (1.1.1, R31)."""
    deck: Mapping[Card, int]


TU = Variant("tu", third_role=True, rounds=1, players=range(1, 11), deck=DECK_TU)
COMMERCIAL = Variant("commercial", third_role=False, rounds=3, players=range(3, 11), deck=DECK_COMMERCIAL)
VARIANTS: Mapping[str, Variant] = {variant.name: variant for variant in (TU, COMMERCIAL)}


@cache
def lesson(begun: str = "") -> Mapping[str, Any]:
    """The scenario `first`: a short game to learn by, as a position; as it was if a game began with older rules."""
    name = FORMER_FIRST.get(begun, "first")
    file = files("kempelen.games.saboteur").joinpath("scenarios", f"{name}.toml")
    return tomllib.loads(file.read_text("utf-8"))


@cache
def lesson_again(lot: str) -> Mapping[str, Any]:
    """The same for whoever has played it before: all hands are dealt, and the lot says which of the others digs along
    and which one is the saboteur."""
    first = lesson()
    own, *others = ({**player, "hand": [HIDDEN_CARD] * len(player["hand"])} for player in first["players"])
    turned = crc32(lot.encode()) % len(others)
    return {**first, "players": [own, *others[turned:], *others[:turned]]}


# Role cards by number of players 1..10 (1.1.2, 1.1.4; R1).
_SABOTEURS = (0, 1, 1, 1, 2, 2, 3, 3, 3, 4)
_GOLD_SEEKERS = (1, 1, 3, 4, 4, 5, 5, 6, 7, 7)
_STONE_SEEKERS = (0, 1, 1, 2, 2, 3, 3, 3, 4, 4)


def role_pool(players: int, third_role: bool) -> dict[str, int]:
    """The role cards that are shuffled; one each is dealt, the rest stays hidden (R1, R2)."""
    pool = {"sab": _SABOTEURS[players - 1], "gold": _GOLD_SEEKERS[players - 1]}
    if third_role:
        pool["stone"] = _STONE_SEEKERS[players - 1]
    return pool


def hand_size(players: int) -> int:
    """1.1.6."""
    return 6 if players <= 5 else 5 if players <= 7 else 4


def whole_deck(variant: Variant) -> list[Card]:
    """Every card of the draw pile, sorted."""
    return [card for card, count in sorted(variant.deck.items()) for _ in range(count)]


NUGGET = 120
"""A gold card with n nuggets is the card NUGGET + n."""
NUGGET_CARDS = [NUGGET + 1] * 16 + [NUGGET + 2] * 8 + [NUGGET + 3] * 4
"""1.1.8."""
