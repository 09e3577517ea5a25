"""What a side may do now (rules T, K, M, P, C)."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.undaunted.automa.facts import control_changes
from kempelen.games.undaunted.automa.selection import MORTAR_RANGE, inspirable
from kempelen.games.undaunted.rules.actions import (
    BIDS,
    END,
    ENOUGH,
    INSPIRES,
    PLAINS,
    Action,
    Acts,
    Bid,
    Enough,
    Take,
    acts_of,
    commands,
)
from kempelen.games.undaunted.rules.cards import (
    FOG,
    GUIDE,
    LEADERS,
    MORTAR,
    OF_SQUAD,
    RIFLEMEN,
    SCOUTS,
    SERGEANT,
    SNIPER,
    SQUAD,
    UNITS,
    Card,
)
from kempelen.games.undaunted.rules.state import Side, State

__all__ = ["bids", "cards_in_hand", "legal", "more_to_take", "playable"]

_FIRST_LEADER = LEADERS[0]
_REACH = {"": tuple(range(FOG)), **OF_SQUAD}
"""The piles that may be bolstered, by the letter of the squad (P1); never Fog."""
_READY, _HUNKER_DOWN = PLAINS["ready"], PLAINS["hunker_down"]


def playable(side: Side) -> bool:
    """Does the hand hold anything but Fog? (K1)"""
    return bool(side.hand) and min(side.hand) < FOG


def cards_in_hand(side: Side) -> list[Card]:
    """The different cards that the hand holds, or may hold where nobody knows it."""
    hand = side.hand
    if HIDDEN in hand:
        return sorted({*hand, *side.deck.bag} - {HIDDEN})
    return sorted(set(hand))


def bids(side: Side) -> list[Bid]:
    """Any card may be given up for initiative, Fog too (K1, T2)."""
    return [BIDS[card] for card in cards_in_hand(side)]


def legal(s: State, seat: Seat) -> list[Action]:
    """Every card with every action it could do now; and to stop."""
    side, foe = s.sides[seat], s.sides[1 - seat]
    acts = acts_of(s.scenario.terrain, seat)
    stand = foe.at
    foes = tuple([unit for unit in UNITS if stand[unit] >= 0])
    options: list[Action] = []
    for card in cards_in_hand(side):
        if card in UNITS:
            if side.suppressed >> card & 1:
                options.append(_READY[card])
            else:
                _unit_options(s, seat, side, card, foes, acts, options)
        elif card != FOG:
            supply, bolsters = side.supply, acts.up_to[card]
            for pile in _REACH[SQUAD[card]]:
                if supply[pile]:
                    options += bolsters[pile][supply[pile]]
            _leader_options(side, card, acts, options)
        else:
            continue
        options.append(_HUNKER_DOWN[card])
    options.append(END)
    return options


def _unit_options(
    s: State, seat: Seat, side: Side, card: Card, foes: tuple[Card, ...], acts: Acts, options: list[Action]
) -> None:
    """A counter off the board acts from its spawn tile (K3)."""
    at = side.at[card]
    start = at if at >= 0 else s.scenario.spawns[seat][card]
    near = 0
    if card in SCOUTS:
        unknown = side.hand.count(HIDDEN) - (card not in side.hand)  # one of them is the Scout
        near = FOG in side.hand or (unknown > 0 and FOG in side.deck.bag)
    elif card != SNIPER:
        near = side.marked & acts.terrain.near_mask[start]
    options += acts.moves(card, start, at < 0, near)
    if card == MORTAR:
        if side.marker >= 0:
            options.append(PLAINS["blast"][card])
        far = acts.terrain.distance[start]
        options += [
            target for target in acts.targets if far[target.tile] >= MORTAR_RANGE and target.tile != side.marker
        ]
        return
    options += acts.fights(card, foes)
    if card in RIFLEMEN and control_changes(s, seat, start):
        options.append(PLAINS["control"][card])


def _leader_options(side: Side, card: Card, acts: Acts, options: list[Action]) -> None:
    """Command, Guide, Inspire."""
    if card == SERGEANT:
        options += commands(side)
    elif card == GUIDE:
        marked, near = side.marked, acts.terrain.near
        for unit in UNITS:
            at = side.at[unit]
            if at >= 0 and not side.suppressed >> unit & 1:
                guides = acts.guides[unit]
                options += [guides[tile] for tile in near[at] if marked >> tile & 1]
    elif side.play:
        inspires = INSPIRES[card - _FIRST_LEADER]
        options += [inspires[back] for back in sorted(set(inspirable(side.play, SQUAD[card])))]


def more_to_take(s: State, seat: Seat, count: int, squad: str) -> list[Take | Enough]:
    """What else a Bolster may take (P1); or enough."""
    takes = acts_of(s.scenario.terrain, seat).takes
    options: list[Take | Enough] = []
    supply = s.sides[seat].supply
    for pile in _REACH[squad]:
        if supply[pile]:
            options += takes[pile][1 : min(supply[pile], count) + 1]
    return [*options, ENOUGH]
