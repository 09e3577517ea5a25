"""What is got ready for a game with real cards: the decks of the scenario, what can be bought, resources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kempelen.engine.setup import Setup
from kempelen.engine.things import Prepared
from kempelen.games.tactics.rules.cards import book
from kempelen.games.tactics.rules.events import Destroyed, OpponentTurn, Played, Rallied, Tapped, TurnBegan
from kempelen.games.tactics.rules.setup import OPPONENTS_DECK, PLAYERS_DECK
from kempelen.text.say import Text

__all__ = ["by_hand", "prepared"]


def prepared(setup: Setup, position: Mapping[str, Any], piles: frozenset[str]) -> tuple[Prepared, ...]:
    """Decks that the program shuffles stay in the box; resources are counted on the table anyway."""
    return tuple(laid(position, piles))


def laid(position: Mapping[str, Any], piles: frozenset[str]) -> Iterator[Prepared]:
    for n, player in enumerate(position["players"], 1):
        who = Text("tactics.player", n=n)
        if PLAYERS_DECK in piles:
            deck = tuple(sorted(player["deck"]))
            yield Prepared(Text("tactics.prepared.deck", who=who, n=len(deck)), deck)
        yield Prepared(Text("tactics.prepared.pool", who=who, n=player["pool"]))
    if (opponent := position.get("opponent")) is not None:  # where people fight each other there is none
        deck = tuple(sorted(opponent["deck"]))
        if OPPONENTS_DECK in piles:
            yield Prepared(Text("tactics.prepared.opponent", n=len(deck)), deck)
        elif deck and PLAYERS_DECK in piles:
            yield Prepared(Text("tactics.prepared.opponent_open", n=len(deck)), deck)
        yield Prepared(Text("tactics.prepared.opponents_pool", n=opponent["pool"]))
    stock = tuple(card for card, many in position.get("stock", {}).items() for _ in range(many))
    if stock:
        yield Prepared(Text("tactics.prepared.stock", n=len(stock)), stock)


def by_hand(event: Any, there: frozenset[str]) -> Text | None:
    """How one sees that a unit has acted or may act again (P1, A2); what a card costs and where it goes (K2)."""
    if isinstance(event, TurnBegan):
        return None if event.round == 1 else Text("tactics.by_hand.ready_own", seat=event.words()["seat"])
    if isinstance(event, OpponentTurn):
        return Text("tactics.by_hand.ready_opponent")
    if isinstance(event, Rallied):
        return Text("tactics.by_hand.ready", unit=event.unit.text)
    if isinstance(event, Tapped):
        return Text("tactics.by_hand.tapped", unit=event.unit.text)
    if isinstance(event, Destroyed):
        return Text("tactics.by_hand.destroyed")
    if isinstance(event, Played):
        return card_played(event, bool(there & {PLAYERS_DECK, OPPONENTS_DECK}))
    return None


def card_played(event: Played, cards: bool) -> Text | None:
    """Whoever plays it pays for it, the opponent too (D3); a unit stays on the board, any other card goes onto the
    discard pile."""
    card = book().get(event.card)
    cost = card.cost if card is not None else 0
    away = cards and event.unit is None
    if cost:
        whose = "" if event.mat < event.players else "_opponent"
        return Text(f"tactics.by_hand.{'paid_played' if away else 'paid'}{whose}", n=cost)
    return Text("tactics.by_hand.played") if away else None
