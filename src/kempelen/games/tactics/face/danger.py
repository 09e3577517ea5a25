"""What the opponent's units that are on the map could do in its next turn: whom they could strike, and with how much.

Nothing more than that can come from them (new cards aside): whoever stands in a way may have gone or fallen by then,
and who begins on a street moves twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from kempelen.games.tactics.automa.turn import AI_SIDE
from kempelen.games.tactics.rules.board import Tile
from kempelen.games.tactics.rules.combat import attack_range, attackable_from
from kempelen.games.tactics.rules.state import OPPONENT, UNITS, Name, State, Unit
from kempelen.games.tactics.rules.topology import Tiles, tiles_in

__all__ = ["Risks", "could_strike", "danger", "ends_next", "felled_by", "perils_of", "risks_of"]

Risks: TypeAlias = Mapping[Name, int]
"""What could strike a unit in the opponent's next turn, by its name."""


def ends_next(s: State, enemy: Unit) -> Tiles:
    """Where it could be in its next activation when it attacks (R3, B2)."""
    board, ends = s.board, 1 << enemy.tile
    for _ in range(enemy.profile.moves + (board.street >> enemy.tile & 1)):
        for tile in tiles_in(ends):
            ends |= board.reach(tile, enemy.profile.move, board.passable).ends
    return ends


def could_strike(s: State, unit: Unit, gone: Unit | None = None) -> Iterator[Unit]:
    """Who could strike the unit where it stands: some tile that he can get to is in range (R3, R7)."""
    for enemy in s.units_on(s.enemies(unit.side)):
        if enemy is not gone and enemy.profile.attack and ends_next(s, enemy) & attackable_from(s, enemy, unit):
            yield enemy


def danger(s: State, unit: Unit, tile: Tile, gone: Unit | None = None) -> int:
    """The attacks of all who could strike the unit on this tile next turn."""
    there = unit.copy()
    there.tile = tile
    return sum(enemy.profile.attack for enemy in could_strike(s, there, gone))


def felled_by(s: State, unit: Unit) -> Iterator[Unit]:
    """Who could attack the unit next turn and would fall, for it can strike back there (B1, A1)."""
    if s.options["B1"] != "mutual":
        return
    for enemy in could_strike(s, unit):
        if enemy.health > unit.profile.attack:
            continue
        there = enemy.copy()
        for tile in tiles_in(ends_next(s, enemy) & attackable_from(s, enemy, unit)):
            there.tile = tile
            if attackable_from(s, unit, there) >> unit.tile & 1:
                yield enemy
                break


def risks_of(view: State) -> Risks:
    """What could strike each unit in the opponent's next turn, all that could come together (R3, R7)."""
    if not view.has_opponent or view.ending is not None or view.phase in (OPPONENT, UNITS):
        return {}
    threats = {unit.name: danger(view, unit, unit.tile) for unit in view.units if unit.side != AI_SIDE}
    return {name: n for name, n in threats.items() if n}


def perils_of(view: State) -> Mapping[int, int]:
    """What could strike somebody on each tile in the opponent's next turn, as everything stands now (R3, R7)."""
    if not view.has_opponent or view.ending is not None or view.phase in (OPPONENT, UNITS) or view.viewer < 0:
        return {}
    found: Counter[int] = Counter()
    board = view.board
    for enemy in view.units:
        if enemy.side == AI_SIDE and enemy.profile.attack:
            struck, near = 0, 0
            for tile in tiles_in(ends_next(view, enemy)):
                struck |= board.within(tile, attack_range(board, enemy, tile))
                near |= board.within(tile, 1)
            struck &= (~board.house | near) & board.passable  # in a house only from next to it (B4)
            for tile in tiles_in(struck):
                found[tile] += enemy.profile.attack
    return found
