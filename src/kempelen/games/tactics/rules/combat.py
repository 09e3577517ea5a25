"""Range, attacks, damage, destruction, and how the game ends."""

from __future__ import annotations

from kempelen.engine.table import Seat, Table
from kempelen.games.tactics.rules.board import Board, Tile
from kempelen.games.tactics.rules.events import Attacked, Destroyed, Ended, Marked, Neutralised
from kempelen.games.tactics.rules.state import Ending, Name, State, Unit
from kempelen.games.tactics.rules.topology import Tiles

__all__ = [
    "attack_range",
    "attackable_from",
    "can_attack",
    "close_store",
    "destroy",
    "end",
    "hurt",
    "mark_limit",
    "place_mark",
    "strike",
    "targets",
]


# -- range


def attack_range(board: Board, unit: Unit, tile: Tile) -> int:
    """A tower adds one to a range above one (B4, F3)."""
    reach = unit.profile.range
    return reach + 1 if reach > 1 and board.tower >> tile & 1 else reach


def targets(s: State, unit: Unit) -> Tiles:
    """Tiles with enemies that the unit may attack now (R3): in range, and in a house only from next to it (B4)."""
    board, tile = s.board, unit.tile
    found = board.within(tile, attack_range(board, unit, tile)) & s.occupied & ~s.held[unit.side]
    if found & board.house:
        found &= ~board.house | board.within(tile, 1)
    return found


def can_attack(s: State, unit: Unit, target: Unit) -> bool:
    """Whether one unit may attack another from where both stand (R3)."""
    board = s.board
    away = board.distance(unit.tile, target.tile)
    if away > attack_range(board, unit, unit.tile):
        return False
    return away <= 1 or not board.house >> target.tile & 1


def attackable_from(s: State, unit: Unit, target: Unit) -> Tiles:
    """All tiles from which the unit could attack the target, whoever stands there (R7)."""
    board, tile, reach = s.board, target.tile, unit.profile.range
    if board.house >> tile & 1:
        return board.within(tile, min(reach, 1))
    found = board.within(tile, reach)
    if reach > 1 and board.tower:
        found |= board.within(tile, reach + 1) & board.tower
    return found


# -- attacks


def strike(s: State, table: Table, unit: Unit, target: Unit) -> bool:
    """Both deal damage at once, each only if the other is a legal target for it (B1, A1).

    True if the attacker is gone.
    """
    damage = unit.profile.attack
    counter = 0
    if s.options["B1"] == "mutual" and can_attack(s, target, unit):
        counter = target.profile.attack
    target.health -= damage
    unit.health -= counter
    table.tell(Attacked, unit.name, target.name, damage, counter)
    if target.health <= 0 or unit.health <= 0:
        fallen = [one for one in (target, unit) if one.health <= 0]
        back = 0 if len(fallen) > 1 else counter if target in fallen else damage
        destroy(s, table, *fallen, blow=(unit, target), back=back)
    return unit.health <= 0 or s.ending is not None


def hurt(s: State, table: Table, unit: Unit, damage: int, card: str = "") -> None:
    """Damage that no unit deals, but perhaps a card."""
    unit.health -= damage
    if unit.health <= 0:
        destroy(s, table, unit, card=card)


def destroy(
    s: State,
    table: Table,
    *units: Unit,
    blow: tuple[Unit, Unit] | None = None,
    card: str = "",
    back: int = 0,
) -> None:
    """Units leave the board together, their cards go to their owners' discard piles (A2); a boss ends the game (Y2).

    `blow` is who attacked whom, where that destroyed them; `back` what the other one lost by it and outlived; `card`
    what did, if it was a card.
    """
    for unit in units:
        s.take_off(unit)
        s.mats[unit.owner].discard.append(unit.name.kind)
        by = card if blow is None else blow[1 if blow[0] is unit else 0].name
        table.tell(Destroyed, unit.name, s.board.spots[unit.tile], by, back)
    for unit in units:
        if unit.profile.boss:
            _boss_fell(s, table, unit, blow)


def _boss_fell(s: State, table: Table, unit: Unit, blow: tuple[Unit, Unit] | None) -> None:
    """The players win together (W1), or whose king still stands (W4)."""
    s.marks = 0
    if s.ending is not None:
        return
    if s.rule.mode in ("kraken", "tyrant") and unit.owner == s.players:
        back = blow is not None and blow[0] is unit
        by = None if blow is None else blow[1 if back else 0].name
        end(s, table, "boss", tuple(range(s.players)), unit.name, by, back=back)
    elif s.rule.mode == "versus":
        winners = {other.side for other in s.units if other.profile.boss}
        if len(winners) < 2:
            end(s, table, "kings", tuple(seat for seat in range(s.players) if seat in winners))


# -- pressure


def mark_limit(s: State) -> int:
    """By the number of players at the beginning (M3)."""
    return 2 * s.players


def place_mark(s: State, table: Table, count: int = 1) -> None:
    """A repression mark on The Tyrant; the players lose at once with two a player (Y1, W3, M2)."""
    for _ in range(count):
        if s.ending is not None:
            return
        s.marks += 1
        table.tell(Marked, s.marks, mark_limit(s))
        if s.rule.mode == "tyrant" and s.marks >= mark_limit(s):
            end(s, table, "marks", ())


def close_store(s: State, table: Table, tile: Tile) -> None:
    """A store is neutralised; without an open store the players lose, if the map has stores (W2, M1)."""
    s.neutral |= 1 << tile
    left = s.board.store & ~s.neutral
    table.tell(Neutralised, s.board.spots[tile], left.bit_count())
    if s.rule.mode == "kraken" and not left:
        end(s, table, "stores", ())


def end(
    s: State,
    table: Table,
    reason: str,
    winners: tuple[Seat, ...],
    boss: Name | None = None,
    by: Name | None = None,
    *,
    back: bool = False,
) -> None:
    s.ending = Ending(reason, winners, by, back)
    table.tell(Ended, reason, winners, boss, by, back)
