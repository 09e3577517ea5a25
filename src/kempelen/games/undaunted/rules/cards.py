"""Cards and counters: names, numbers, copies (rules K and the table of numbers).

A card is a small number, and the counter of a unit has the number of its cards. They stand in the order in which the
automa plays its hand (Sergeant, Guide, Scouts, Machine Gunners, Sniper, Mortar, Riflemen, Squad Leaders, Fog of War),
so the next card to play is the smallest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "BASE",
    "BEST",
    "BY_NAME",
    "CARDS",
    "COPIES",
    "DICE",
    "FOG",
    "GUIDE",
    "INITIATIVE",
    "KIND",
    "KINDS",
    "LEADERS",
    "MGS",
    "MORTAR",
    "NAMES",
    "OF_SQUAD",
    "RIFLEMEN",
    "SCOUTS",
    "SERGEANT",
    "SNIPER",
    "SQUAD",
    "SQUADS",
    "UNITS",
    "Card",
    "Kind",
    "Profile",
    "card_of",
    "needed",
    "profile",
]

Card = int
SERGEANT, GUIDE = 0, 1
SCOUTS = range(2, 5)
MGS = range(5, 8)
SNIPER = 8
MORTAR = 9
RIFLEMEN = range(10, 13)
LEADERS = range(13, 16)
FOG = 16
CARDS = range(17)
UNITS = range(2, 13)
"""The cards that have a counter."""

Kind = str
SQUADS = "ABC"


@dataclass(frozen=True, slots=True)
class Profile:
    """What is printed on a kind of card."""

    kind: Kind
    copies: int
    initiative: int
    actions: Mapping[str, int]
    """Actions by name, with the number behind them."""
    base: int = 0
    """Base defence of the counter."""


PROFILES = (
    Profile("sergeant", 1, 9, {"bolster": 3, "command": 2}),
    Profile("guide", 1, 8, {"bolster": 1, "guide": 1}),
    Profile("scout", 3, 6, {"scout": 2, "attack": 1, "recon": 1, "conceal": 1}, 5),
    Profile("mg", 3, 3, {"move": 1, "attack": 2, "suppress": 4}, 4),
    Profile("sniper", 3, 4, {"stalk": 1, "attack": 3}, 6),
    Profile("mortar", 3, 2, {"move": 1, "blast": 1, "target": 1}, 4),
    Profile("rifleman", 5, 5, {"move": 1, "attack": 1, "control": 1}, 4),
    Profile("leader", 1, 7, {"bolster": 2, "inspire": 1}),
    Profile("fog", 10, 1, {}),
)
KINDS: Mapping[Kind, Profile] = {profile.kind: profile for profile in PROFILES}

KIND: tuple[Kind, ...] = (
    "sergeant",
    "guide",
    *["scout"] * 3,
    *["mg"] * 3,
    "sniper",
    "mortar",
    *["rifleman"] * 3,
    *["leader"] * 3,
    "fog",
)
SQUAD: tuple[str, ...] = ("", "", *SQUADS, *SQUADS, "", "", *SQUADS, *SQUADS, "")
"""The letter of a card's squad; empty for those of the whole platoon."""
OF_SQUAD: Mapping[str, tuple[Card, ...]] = {
    squad: tuple(card for card in CARDS if SQUAD[card] == squad) for squad in SQUADS
}
NAMES: tuple[str, ...] = tuple(f"{KIND[card]}-{SQUAD[card]}".rstrip("-") for card in CARDS)
"""`rifleman-A`, `sniper`: how cards and counters are written."""
BY_NAME: Mapping[str, Card] = {name: card for card, name in enumerate(NAMES)}
COPIES: tuple[int, ...] = tuple(KINDS[KIND[card]].copies for card in CARDS)
INITIATIVE: tuple[int, ...] = tuple(KINDS[KIND[card]].initiative for card in CARDS)
BASE: tuple[int, ...] = tuple(KINDS[KIND[card]].base for card in CARDS)
DICE: Mapping[str, tuple[int, ...]] = {
    action: tuple(KINDS[KIND[card]].actions.get(action, 0) for card in CARDS)
    for action in ("attack", "suppress", "blast")
}
"""How many dice a card rolls for an action."""
BEST = 10
"""The highest face, printed as 0, always succeeds (C4, Q01)."""


def needed(defence: int) -> int:
    """What one of the dice must show (C4)."""
    return min(BEST, defence)


def card_of(kind: Kind, squad: str = "") -> Card:
    """The card of this kind in this squad."""
    return BY_NAME[f"{kind}-{squad}" if squad else kind]


def profile(card: Card) -> Profile:
    return KINDS[KIND[card]]
