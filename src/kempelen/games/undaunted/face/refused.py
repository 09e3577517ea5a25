"""Why a click on something that is not lit means nothing now, and why a card cannot do all that stands on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.words import card_word, unit_word
from kempelen.games.undaunted.rules.actions import GOING, PLAINS, Go
from kempelen.games.undaunted.rules.cards import BY_NAME, FOG, NAMES, UNITS, Card, profile
from kempelen.games.undaunted.rules.legal import cards_in_hand
from kempelen.games.undaunted.rules.objections import objection
from kempelen.games.undaunted.rules.state import SIDES, TURN, State
from kempelen.text.say import Text

__all__ = ["barred", "refused"]


def refused(view: State, seat: Seat, picked: Sequence[str], handle: str) -> Text | None:
    """A unit acts by its card: without one in hand a click on its counter means nothing, and without one picked no
    click on the map does (K1, K3)."""
    if view.ending is not None or view.phase != TURN:
        return None
    kind, _, name = handle.partition(":")
    card = next((known for one in picked if (known := _card(one)) is not None), None)
    match kind:
        case "card" if _card(handle) == FOG:
            return Text("undaunted.objection.fog")
        case "unit":
            return _counter(view, seat, card, name)
        case "tile":
            return Text("undaunted.refused.no_card_yet") if card is None else _way(view, seat, card, name)
    return None


def _card(handle: str) -> Card | None:
    kind, _, name = handle.partition(":")
    return BY_NAME.get(name) if kind == "card" else None


def _counter(view: State, seat: Seat, card: Card | None, name: str) -> Text | None:
    side, _, unit_name = name.partition("-")
    unit = BY_NAME.get(unit_name)
    if unit is None or side not in SIDES:
        return None
    if SIDES.index(side) != seat:
        return Text("undaunted.refused.enemy", unit=unit_word(unit, 1 - seat)) if card is None else None
    held = unit in cards_in_hand(view.sides[seat])
    return Text(f"undaunted.refused.{'its_card' if held else 'not_held'}", card=card_word(unit))


def _way(view: State, seat: Seat, card: Card, tile: str) -> Text | None:
    """How the card's unit goes, if it does."""
    how = next((how for how in GOING if card in UNITS and how in profile(card).actions), None)
    return None if how is None else objection(view, seat, Go(card, how, (tile,)))


def barred(view: State, seat: Seat, options: Sequence[Any]) -> Mapping[str, Sequence[tuple[Text, Text]]]:
    """Which actions of a card in hand are impossible now, and why (K1, K3)."""
    if view.ending is not None or view.phase != TURN:
        return {}
    offered: dict[Card, set[str]] = {}
    for option in options:
        if getattr(option, "card", None) is not None and len(option.handles) > 1:
            offered.setdefault(option.card, set()).add(option.handles[1])
    found = {f"card:{NAMES[card]}": tuple(_barred(view, seat, card, known)) for card, known in offered.items()}
    return {handle: reasons for handle, reasons in found.items() if reasons}


def _barred(view: State, seat: Seat, card: Card, offered: set[str]) -> Iterator[tuple[Text, Text]]:
    for how in profile(card).actions:
        if f"action:{how}" not in offered and (reason := _why_not(view, seat, card, how)) is not None:
            yield Text(f"undaunted.action.{how}"), reason


def _why_not(view: State, seat: Seat, card: Card, how: str) -> Text | None:
    side = view.sides[seat]
    if card in UNITS and side.suppressed >> card & 1:
        return Text("undaunted.objection.suppressed", card=card_word(card))
    if how in PLAINS:
        return objection(view, seat, PLAINS[how][card])
    match how:
        case "command":
            return Text("undaunted.objection.nothing_to_draw")
        case "attack" | "suppress" | "move" | "guide" | "inspire" | "bolster":
            return Text(f"undaunted.refused.no_{how}")
    return None
