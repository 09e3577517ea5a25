"""Why an action is not allowed now, in a sentence that says what to do instead."""

from __future__ import annotations

from typing import Any

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.undaunted.automa.selection import MORTAR_RANGE
from kempelen.games.undaunted.face.words import card_word, cards_word, unit_word
from kempelen.games.undaunted.rules.actions import (
    Attack,
    Bid,
    Bolster,
    Command,
    Go,
    Guide,
    Inspire,
    Plain,
    Take,
    Target,
)
from kempelen.games.undaunted.rules.cards import FOG, SNIPER, SQUAD, UNITS, Card, profile
from kempelen.games.undaunted.rules.legal import cards_in_hand
from kempelen.games.undaunted.rules.state import Side, State
from kempelen.text.say import Field, Text

__all__ = ["objection"]


def _because(key: str, **fields: Field) -> Text:
    return Text(f"undaunted.objection.{key}", **fields)


def objection(s: State, seat: Seat, action: Any) -> Text | None:
    """The first thing that speaks against an action; None if there is no better answer than "not allowed"."""
    side = s.sides[seat]
    if isinstance(action, Take):
        return _pile(side, action.pile, action.count, "")
    card: Card | None = getattr(action, "card", None)
    if card is None:
        return None
    if card not in cards_in_hand(side):
        return _because("not_held", card=card_word(card), hand=cards_word(cards_in_hand(side)))
    if isinstance(action, Bid):
        return None
    if card == FOG:
        return _because("fog")
    ready = isinstance(action, Plain) and action.how == "ready"
    if card in UNITS and not (isinstance(action, Plain) and action.how == "hunker_down"):
        down = side.suppressed >> card & 1
        if down and not ready:
            return _because("suppressed", card=card_word(card))
        if ready and not down:
            return _because("not_suppressed", card=card_word(card))
    return _against(s, seat, side, action)


def _against(s: State, seat: Seat, side: Side, action: Any) -> Text | None:
    match action:
        case Go():
            return _way(s, seat, side, action)
        case Attack():
            if s.sides[1 - seat].at[action.target] < 0:
                return _because("not_on_board", target=unit_word(action.target, 1 - seat))
        case Plain():
            return _plain(s, seat, side, action)
        case Target():
            return _aim(s, seat, side, action)
        case Bolster():
            most = profile(action.card).actions["bolster"]
            if action.count > most:
                return _because("too_many", n=most)
            return _pile(side, action.pile, action.count, SQUAD[action.card])
        case Command():
            return _because("nothing_to_draw")
        case Inspire():
            if SQUAD[action.back] != SQUAD[action.card]:
                return _because("other_squad")
            return _because("not_played", card=card_word(action.back))
        case Guide():
            return _guided(s, seat, side, action)
    return None


def _way(s: State, seat: Seat, side: Side, action: Go) -> Text | None:
    terrain, card = s.scenario.terrain, action.card
    at = side.at[card] if side.at[card] >= 0 else s.scenario.spawns[seat][card]
    for name in action.path:
        tile = terrain.index.get(name)
        if tile is None:
            return _because("unknown_tile", at=name, known=terrain.names)
        if tile not in terrain.near[at]:
            near = tuple(terrain.names[n] for n in terrain.near[at])
            return _because("too_far", at=name, start=terrain.names[at], near=near)
        if action.how == "move" and card != SNIPER and not side.marked >> tile & 1:
            return _because("unmarked", at=name)
        at = tile
    return None


def _plain(s: State, seat: Seat, side: Side, action: Plain) -> Text | None:
    if action.how == "recon" and FOG not in side.hand and HIDDEN not in side.hand:
        return _because("no_fog")
    if action.how == "blast" and side.marker < 0:
        return _because("no_target_marker")
    if action.how == "control":
        at = side.at[action.card] if side.at[action.card] >= 0 else s.scenario.spawns[seat][action.card]
        if not side.marked >> at & 1:
            return _because("no_marker")
        if at in s.sides[1 - seat].at:
            return _because("enemy_there")
        return _because("controlled")
    return None


def _aim(s: State, seat: Seat, side: Side, action: Target) -> Text | None:
    terrain = s.scenario.terrain
    tile = terrain.index.get(action.at)
    if tile is None:
        return _because("unknown_tile", at=action.at, known=terrain.names)
    at = side.at[action.card] if side.at[action.card] >= 0 else s.scenario.spawns[seat][action.card]
    far = terrain.distance[at][tile]
    return _because("too_near", at=action.at, n=far) if far < MORTAR_RANGE else None


def _pile(side: Side, pile: Card, count: int, squad: str) -> Text | None:
    if squad and SQUAD[pile] != squad:
        return _because("other_squad")
    if not side.supply[pile] or pile == FOG:
        known = [card for card, left in enumerate(side.supply) if left and card != FOG]
        return _because("no_pile", card=card_word(pile), known=cards_word(known))
    if side.supply[pile] < count:
        return _because("few_cards", n=side.supply[pile], card=card_word(pile))
    return None


def _guided(s: State, seat: Seat, side: Side, action: Guide) -> Text | None:
    terrain, unit = s.scenario.terrain, action.unit
    if unit not in UNITS or side.at[unit] < 0:
        return _because("not_own", unit=unit_word(unit, seat) if unit in UNITS else card_word(unit))
    if side.suppressed >> unit & 1:
        return _because("guide_suppressed", unit=unit_word(unit, seat))
    tile = terrain.index.get(action.to)
    if tile is None:
        return _because("unknown_tile", at=action.to, known=terrain.names)
    start = side.at[unit]
    if tile not in terrain.near[start]:
        near = tuple(terrain.names[n] for n in terrain.near[start])
        return _because("too_far", at=action.to, start=terrain.names[start], near=near)
    return _because("unmarked", at=action.to) if not side.marked >> tile & 1 else None
