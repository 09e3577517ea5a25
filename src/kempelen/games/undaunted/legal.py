"""What a side may do now (rules T, K, M, P, C)."""

from __future__ import annotations

from kempelen.engine.table import HIDDEN, Seat
from kempelen.games.undaunted.actions import (
    BIDS,
    COMMANDS,
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
)
from kempelen.games.undaunted.cards import (
    FOG,
    GUIDE,
    KIND,
    LEADERS,
    MORTAR,
    OF_SQUAD,
    SCOUTS,
    SERGEANT,
    SNIPER,
    SQUAD,
    UNITS,
    Card,
)
from kempelen.games.undaunted.facts import control_changes
from kempelen.games.undaunted.selection import MORTAR_RANGE, inspirable
from kempelen.games.undaunted.state import Side, State

__all__ = ["bids", "cards_in_hand", "legal", "more_to_take", "playable"]

_FIRST_LEADER = LEADERS[0]
_REACH = {"": tuple(range(FOG)), **OF_SQUAD}
"""The piles that may be bolstered, by the letter of the squad (P1); never Fog."""
_BOLSTER = {SERGEANT: 3, GUIDE: 1} | dict.fromkeys(LEADERS, 2)


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
    foes = [unit for unit in UNITS if foe.at[unit] >= 0]
    options: list[Action] = []
    for card in cards_in_hand(side):
        if card in UNITS:
            if side.suppressed >> card & 1:
                options.append(PLAINS["ready"][card])
            else:
                _unit_options(s, seat, side, card, foes, acts, options)
        elif card != FOG:
            _leader_options(s, seat, side, card, acts, options)
        else:
            continue
        options.append(PLAINS["hunker_down"][card])
    options.append(END)
    return options


def _unit_options(
    s: State, seat: Seat, side: Side, card: Card, foes: list[Card], acts: Acts, options: list[Action]
) -> None:
    """A counter off the board acts from its spawn tile (K3)."""
    at = side.at[card]
    deploying = at < 0
    if deploying:
        at = s.scenario.spawns[seat][card]
    terrain = acts.terrain
    if card in SCOUTS:
        options += acts.scouts(card, at)
        if FOG in side.hand or (HIDDEN in side.hand and FOG in side.deck.bag):
            options.append(PLAINS["recon"][card])
        options.append(PLAINS["conceal"][card])
    elif card == SNIPER:
        options += [step for _, step in acts.steps(card, at)]
    else:
        marked = side.marked
        options += [step for tile, step in acts.steps(card, at) if marked >> tile & 1]
    if deploying:
        options.append(acts.go(card, {"scout": "scout", "sniper": "stalk"}.get(KIND[card], "move")))
    if card == MORTAR:
        if side.marker >= 0:
            options.append(PLAINS["blast"][card])
        far = terrain.distance[at]
        options += [
            target for target in acts.targets if far[target.tile] >= MORTAR_RANGE and target.tile != side.marker
        ]
        return
    attack = acts.attacks["attack"][card]
    options += [attack[unit] for unit in foes]
    if KIND[card] == "mg":
        suppress = acts.attacks["suppress"][card]
        options += [suppress[unit] for unit in foes]
    elif KIND[card] == "rifleman" and control_changes(s, seat, at):
        options.append(PLAINS["control"][card])


def _leader_options(s: State, seat: Seat, side: Side, card: Card, acts: Acts, options: list[Action]) -> None:
    squad, most = SQUAD[card], _BOLSTER[card]
    bolsters = acts.bolsters[card]
    supply = side.supply
    for pile in _REACH[squad]:
        if supply[pile]:
            options += bolsters[pile][1 : min(supply[pile], most) + 1]
    if card == SERGEANT:
        draws = min(2, len(side.deck) + len(side.discard))
        options += COMMANDS[:draws]
    elif card == GUIDE:
        marked, near = side.marked, acts.terrain.near
        for unit in UNITS:
            at = side.at[unit]
            if at >= 0 and not side.suppressed >> unit & 1:
                guides = acts.guides[unit]
                options += [guides[tile] for tile in near[at] if marked >> tile & 1]
    else:
        inspires = INSPIRES[card - _FIRST_LEADER]
        options += [inspires[back] for back in sorted(set(inspirable(side.play, squad)))]


def more_to_take(s: State, seat: Seat, count: int, squad: str) -> list[Take | Enough]:
    """What else a Bolster may take (P1); or enough."""
    takes = acts_of(s.scenario.terrain, seat).takes
    options: list[Take | Enough] = []
    supply = s.sides[seat].supply
    for pile in _REACH[squad]:
        if supply[pile]:
            options += takes[pile][1 : min(supply[pile], count) + 1]
    return [*options, ENOUGH]
