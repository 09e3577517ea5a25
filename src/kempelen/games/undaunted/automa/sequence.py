"""Which card the automa plays next, and who goes first (document: GAMEPLAY, AI Playing Card Sequence)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kempelen.engine.table import Seat
from kempelen.games.undaunted.rules.cards import FOG, LEADERS, SQUAD, Card

__all__ = ["card_order", "first_of_several_leaders", "higher", "next_card"]

_FIRST_LEADER = LEADERS[0]
_TEAM_FIRST: tuple[tuple[str, Card], ...] = tuple((squad, card) for card, squad in enumerate(SQUAD))
"""Q16, the other reading: cards of the whole platoon, then everything of team A, of B, of C."""


def next_card(hand: Sequence[Card], squad_supply: Sequence[int], options: Mapping[str, str]) -> Card | None:
    """The next card of a hand, looked at anew before each play (Q17); None when only Fog is left (Q19).

    Cards are numbered in the author's sequence, so by type first and team second (Q16) the smallest is next.
    `squad_supply` counts the cards, without Fog, that the supply holds of squads A, B and C.
    """
    if not hand:
        return None
    if options["Q16"] == "team":
        card = min((held for held in hand if held != FOG), key=_TEAM_FIRST.__getitem__, default=FOG)
    else:
        card = min(hand)
    if card < _FIRST_LEADER:
        return card
    if card == FOG:
        return None
    leaders = sorted(held for held in hand if held in LEADERS)
    if len(leaders) > 1:
        return max(leaders, key=lambda leader: (squad_supply[leader - _FIRST_LEADER], -leader))
    return card


def first_of_several_leaders(card: Card, hand: Sequence[Card], squad_supply: Sequence[int]) -> bool:
    """Of two or three Squad Leaders in hand, the one who bolsters without a roll (Q41)."""
    leaders = [held for held in hand if held in LEADERS]
    if len(leaders) < 2 or not squad_supply[card - _FIRST_LEADER]:
        return False
    return card == max(sorted(leaders), key=lambda leader: (squad_supply[leader - _FIRST_LEADER], -leader))


def card_order(hand: Sequence[Card], squad_supply: Sequence[int], options: Mapping[str, str]) -> list[Card]:
    """A whole hand in the order of play, if nothing is drawn meanwhile; Fog is never played."""
    left, order = list(hand), []
    while (card := next_card(left, squad_supply, options)) is not None:
        left.remove(card)
        order.append(card)
    return order


def higher(values: Sequence[int], holder: Seat) -> Seat:
    """Who has the higher number for initiative; a tie leaves the marker where it is (T2, Q12)."""
    if values[0] == values[1]:
        return holder
    return 0 if values[0] > values[1] else 1
