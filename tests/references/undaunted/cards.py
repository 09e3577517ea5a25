"""AI Playing Card Sequence, BOLSTER, INSPIRE and whom a GUIDE moves, from seed 002 and the readings Q16 to Q24, Q41 to
Q44, Q57 to Q60."""

from __future__ import annotations

from collections.abc import Mapping

from tests.references.undaunted.board import Side, Table, kind, squad
from tests.references.undaunted.movement import Way, enterable, highest, ways

__all__ = ["adds_a_counter", "bolster_plan", "guided", "inspire_order", "may_bolster", "next_card", "two_leaders"]

SEQUENCE = ("sergeant", "guide", "scout", "mg", "sniper", "mortar", "rifleman", "leader")
COUNTER_PRIORITY = ("rifleman", "sniper", "mg", "mortar", "scout")
WITHOUT_TEAM = ("sniper", "mortar", "guide", "sergeant", "leader")
"""Order of tied piles that are no team's (Q60)."""


def next_card(table: Table) -> str | None:
    """The type first, then the team (Q16); the hand is in order again before each card (Q17). Fog is never played (Q19)."""
    hand = [card for card in table.own.hand if card != "fog"]
    if not hand:
        return None
    leader = two_leaders(table)
    if leader and all(kind(card) == "leader" for card in hand):
        return leader
    return min(hand, key=lambda card: (SEQUENCE.index(kind(card)), squad(card)))


def two_leaders(table: Table) -> str | None:
    """Two or more Squad Leaders in hand: who goes first and bolsters without a roll, if his squad has cards (Q41)."""
    leaders = sorted(card for card in table.own.hand if kind(card) == "leader")
    if len(leaders) < 2:
        return None
    left = {leader: sum(may_bolster(table.own, leader).values()) for leader in leaders}
    most = max(leaders, key=lambda leader: left[leader])
    return most if left[most] else None


def may_bolster(side: Side, card: str) -> dict[str, int]:
    """Supply piles that a card may take from: no Fog (Q20), and a Squad Leader only his squad (P1)."""
    mine = squad(card)
    return {pile: number for pile, number in side.supply.items() if pile != "fog" and mine in ("", squad(pile))}


def _counter_lies_on(side: Side, pile: str) -> bool:
    """The pile's unit has its counter off the board (Q21)."""
    return kind(pile) in COUNTER_PRIORITY and pile not in side.at


def adds_a_counter(side: Side, card: str) -> bool:
    return any(_counter_lies_on(side, pile) for pile in may_bolster(side, card))


def bolster_pile(side: Side, piles: Mapping[str, int]) -> str:
    """Piles with a counter by type, then size, then team; else the biggest, then team (Q57, Q60)."""

    def with_counter(pile: str) -> tuple[int, int, str]:
        return COUNTER_PRIORITY.index(kind(pile)), -piles[pile], squad(pile)

    def without(pile: str) -> tuple[int, bool, str, int]:
        alone = not squad(pile) or kind(pile) == "leader"
        rank = WITHOUT_TEAM.index(kind(pile)) if alone else COUNTER_PRIORITY.index(kind(pile))
        return (-piles[pile], alone, "" if alone else squad(pile), rank)

    waiting = [pile for pile in piles if _counter_lies_on(side, pile)]
    if waiting:
        return min(waiting, key=with_counter)
    return min(sorted(piles), key=without)


def bolster_plan(side: Side, card: str, most: int) -> list[tuple[str, int]]:
    """All from one pile if possible; one that is too small is emptied, and the rule holds again for the rest (Q58)."""
    piles, plan = may_bolster(side, card), []
    while piles and most:
        pile = bolster_pile(side, piles)
        taken = min(most, piles.pop(pile))
        plan.append((pile, taken))
        most -= taken
    return plan


def inspire_order(table: Table, leader: str) -> list[str]:
    """Squad cards in the play area (P3, Q42), best first: the order depends on what is scouted."""
    order = ("sniper", "mg", "rifleman", "scout") if table.scouted_enough() else ("scout", "rifleman", "mg")
    there = [card for card in table.own.play if squad(card) == squad(leader) and card != leader]

    def rank(card: str) -> int:
        return order.index(kind(card)) if kind(card) in order else len(order)

    return sorted(there, key=rank)


def guided(table: Table) -> list[tuple[str, Way, str]]:
    """Whom GUIDE moves and where to, with the line of the list: the first that fits, chance within it (Q24)."""
    own, board = table.own, table.board
    able = {
        unit: [tile for tile in board.near[here] if tile in enterable(table, unit, guided=True)]
        for unit, here in own.at.items()
        if unit not in own.suppressed
    }
    able = {unit: steps for unit, steps in able.items() if steps}
    entering = {
        unit: [tile for tile in steps if tile in table.worth and tile not in own.controlled]
        for unit, steps in able.items()
        if kind(unit) == "rifleman"
    }
    if any(entering.values()):
        return [
            (unit, Way((tile,), tile, ""), "objective")
            for unit, tiles in entering.items()
            for tile in _best_objectives(table, tiles)
        ]
    for line, fits in (
        ("marked", [unit for unit in able if table.in_danger(own.at[unit])]),
        ("cover", [unit for unit in able if kind(unit) in ("mg", "sniper") and _finds_cover(table, unit, able[unit])]),
        ("any", list(able)),
    ):
        if fits:
            return [(unit, way, line) for unit in fits for way in ways(table, unit, guided=True)]
    return []


def _best_objectives(table: Table, tiles: list[str]) -> list[str]:
    """Of several objectives he could enter the one with the highest points, then defence, then chance (ALL UNITS)."""
    tops = highest(table, tiles)
    most = max((table.board.cover[tile] for tile in tops), default=0)
    return [tile for tile in tops if table.board.cover[tile] == most]


def _finds_cover(table: Table, unit: str, steps: list[str]) -> bool:
    cover = table.board.cover
    return any(cover[tile] > cover[table.own.at[unit]] for tile in steps)
