"""The game's things as texts, for actions, events and traces: one word for each thing, in German too (Q69)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kempelen.engine.table import Seat
from kempelen.games.undaunted.rules.cards import KIND, NAMES, SQUAD, UNITS, Card
from kempelen.games.undaunted.rules.state import SIDES
from kempelen.text.say import Field, Text

__all__ = ["action_word", "asked_of", "card_word", "cards_word", "kind_word", "plain", "side_word", "unit_word"]

_HIDDEN = Text("undaunted.card.hidden")
_CARDS = [Text(f"undaunted.card.{name}") for name in NAMES]
_SIDES = [Text(f"undaunted.side.{side}") for side in SIDES]
_UNITS = [
    {
        unit: Text(
            f"undaunted.unit.{KIND[unit]}",
            side=Text(f"undaunted.tag.{side}"),
            **({"squad": SQUAD[unit]} if SQUAD[unit] else {}),
        )
        for unit in UNITS
    }
    for side in SIDES
]


def card_word(card: Any) -> Field:
    """A card; a name that somebody stated is said as it is."""
    if isinstance(card, (str, Text)):
        return card
    return _CARDS[card] if card >= 0 else _HIDDEN


def cards_word(cards: Iterable[Card]) -> tuple[Field, ...]:
    return tuple(card_word(card) for card in cards)


def unit_word(unit: Any, seat: Seat) -> Field:
    """A counter of a side; a name that somebody stated is said as it is."""
    return unit if isinstance(unit, (str, Text)) else _UNITS[seat][unit]


def side_word(seat: Seat) -> Text:
    return _SIDES[seat]


def kind_word(kind: str) -> Text:
    return Text(f"undaunted.kind.{kind}")


def action_word(action: str) -> Text:
    return Text(f"undaunted.action.{action}")


def asked_of(card: Card, question: Text) -> Text:
    """A question about this card."""
    return Text("undaunted.adviser.asked_of", card=card_word(card), question=question)


def plain(value: Any) -> Field:
    field: Field = value
    return field
