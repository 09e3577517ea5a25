"""Reading what a side does in the notation that actions.py writes."""

from __future__ import annotations

from kempelen.engine.errors import BadNotation
from kempelen.games.undaunted.face.words import action_word, card_word
from kempelen.games.undaunted.rules.actions import (
    BIDS,
    END,
    ENOUGH,
    PLAINS,
    Action,
    Attack,
    Bolster,
    Command,
    Go,
    Guide,
    Inspire,
    Take,
    Target,
)
from kempelen.games.undaunted.rules.cards import BY_NAME, NAMES, SCOUTS, UNITS, Card, profile
from kempelen.text.say import Field, Text
from kempelen.text.typed import Typed

__all__ = ["NAMED", "TYPED", "parse"]

TYPED = Typed("kempelen.games.undaunted", ("card",), verb_second=True)
"""What people may type instead."""

NAMED = tuple(card_word(card) for card in range(len(NAMES)))
"""Every card by its name."""


def _bad(notation: str, reason: str, **fields: Field) -> BadNotation:
    return BadNotation(
        Text("undaunted.notation.bad", notation=notation, reason=Text(f"undaunted.notation.{reason}", **fields))
    )


def parse(notation: str) -> Action:
    """The action with this notation; raises BadNotation. Letter case does not matter."""
    said = notation.split()
    lower = [word.lower() for word in said]
    match lower:
        case ["end"]:
            return END
        case ["enough"]:
            return ENOUGH
        case ["bid", name]:
            return BIDS[_card_named(notation, name)]
        case ["take", count, name]:
            return Take(_count(notation, count), _card_named(notation, name))
        case [name, how, *rest]:
            return _played(notation, _card_named(notation, name), how, rest)
    raise _bad(notation, "form")


def _played(notation: str, card: Card, how: str, rest: list[str]) -> Action:
    if how not in (*profile(card).actions, "ready", "hunker_down") or (how == "ready" and card not in UNITS):
        raise _bad(
            notation,
            "action",
            card=card_word(card),
            known=[action_word(one) for one in (*profile(card).actions, "hunker_down")],
        )
    match how, rest:
        case (("move" | "stalk" | "scout"), path) if len(path) <= (2 if card in SCOUTS else 1):
            return Go(card, how, tuple(map(str.upper, path)))
        case (("attack" | "suppress"), [name]):
            return Attack(card, how, _unit_named(notation, name))
        case "target", [tile]:
            return Target(card, tile.upper())
        case "guide", [name, tile]:
            return Guide(card, _unit_named(notation, name), tile.upper())
        case "bolster", [count, name]:
            return Bolster(card, _count(notation, count), _card_named(notation, name))
        case "command", [count]:
            return Command(card, _count(notation, count))
        case "inspire", [name]:
            return Inspire(card, _card_named(notation, name))
        case (("recon" | "conceal" | "control" | "blast" | "ready" | "hunker_down"), []):
            return PLAINS[how][card]
    raise _bad(notation, "form_of", example=TYPED.example(_EXAMPLES[how]))


_EXAMPLES = {
    "move": "rifleman-A move B2",
    "scout": "scout-A scout B2 C2",
    "stalk": "sniper stalk C3",
    "attack": "rifleman-A attack mg-B",
    "suppress": "mg-A suppress scout-B",
    "target": "mortar target D4",
    "guide": "guide guide mg-A C2",
    "bolster": "sergeant bolster 3 rifleman-A",
    "command": "sergeant command 2",
    "inspire": "leader-A inspire scout-A",
    "recon": "scout-A recon",
    "conceal": "scout-A conceal",
    "control": "rifleman-A control",
    "blast": "mortar blast",
    "ready": "rifleman-A ready",
    "hunker_down": "rifleman-A hunker_down",
}

_FOLDED = {name.lower(): card for name, card in BY_NAME.items()}


def _unit_named(notation: str, name: str) -> Card:
    unit = _card_named(notation, name)
    if unit not in UNITS:
        raise _bad(notation, "unit", card=name)
    return unit


def _card_named(notation: str, name: str) -> Card:
    if name.lower() not in _FOLDED:
        raise _bad(notation, "card", card=name, known=NAMED)
    return _FOLDED[name.lower()]


def _count(notation: str, text: str) -> int:
    if text not in ("1", "2", "3"):
        raise _bad(notation, "count", count=text)
    return int(text)
