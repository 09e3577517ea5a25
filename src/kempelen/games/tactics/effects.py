"""What events and full actions do; all of it is ours (see rulings E1, E2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kempelen.engine.table import Seat, Table
from kempelen.games.tactics.cards import Effect
from kempelen.games.tactics.combat import close_store, hurt, place_mark
from kempelen.games.tactics.events import Gained, Hurt, Mended, Rallied, Reopened, Unmarked
from kempelen.games.tactics.piles import draw_cards
from kempelen.games.tactics.state import State, Unit
from kempelen.games.tactics.topology import Tiles, tiles_in

__all__ = ["apply", "full_possible", "legal_targets"]


def legal_targets(s: State, effect: Effect, owner: Seat, side: int) -> list[Unit] | None:
    """Whom an event may be played on; None if it needs nobody."""
    if effect.kind == "strike":
        return s.units_on(s.enemies(side))
    if effect.kind == "mend":
        return [unit for unit in s.units_on(s.held[side]) if unit.health < unit.profile.health]
    if effect.kind == "rally":
        return [unit for unit in s.units_on(s.held[side]) if unit.owner == owner and unit.tapped]
    return None


def full_possible(s: State, unit: Unit) -> bool:
    """It has a full action, its condition holds, and neither action of this activation is spent (R13)."""
    full = unit.profile.full
    if full is None or not unit.unspent or unit.moves < 1 or unit.attacks < 1:
        return False
    if full.tile and not s.board.kind(full.tile) >> unit.tile & 1:
        return False
    if full.kind == "neutralise":
        return not s.neutral >> unit.tile & 1
    if full.kind == "reopen":
        return bool(s.neutral >> unit.tile & 1)
    return True


def apply(
    s: State, table: Table, effect: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None
) -> None:
    """Carry out an effect for a mat; `unit` is who uses a full action, `target` whom an event is played on."""
    _DO[effect.kind](s, table, effect, owner, side, unit, target)


_Do = Callable[[State, Table, Effect, Seat, int, Unit | None, Unit | None], None]


def _nothing(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    return


def _gain(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    s.mats[owner].pool += e.amount
    table.tell(Gained, owner, s.players, e.amount)


def _mark(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    place_mark(s, table, e.amount)


def _unmark(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    s.marks = max(0, s.marks - e.amount)
    table.tell(Unmarked, s.marks)


def _neutralise(
    s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None
) -> None:
    assert unit is not None
    close_store(s, table, unit.tile)


def _reopen(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    assert unit is not None
    s.neutral &= ~(1 << unit.tile)
    table.tell(Reopened, s.board.spots[unit.tile])


def _draw(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    draw_cards(s, table, owner, e.amount)


def _hurt_all(s: State, table: Table, tiles: Tiles, damage: int) -> None:
    for victim in s.units_on(tiles):
        if s.ending is not None:
            return
        table.tell(Hurt, victim.name, damage)
        hurt(s, table, victim, damage)


def _tide(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    """Every enemy on or next to water."""
    wet = s.board.near(s.board.kind("water") | s.board.kind("deep_water") | s.board.kind("harbor"))
    _hurt_all(s, table, s.enemies(side) & wet, e.amount)


def _quake(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    """Every enemy that is not in a house."""
    _hurt_all(s, table, s.enemies(side) & ~s.board.house, e.amount)


def _strike(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    assert target is not None
    table.tell(Hurt, target.name, e.amount)
    hurt(s, table, target, e.amount)


def _mend(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    assert target is not None
    target.health = min(target.profile.health, target.health + e.amount)
    table.tell(Mended, target.name, target.health)


def _mend_all(
    s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None
) -> None:
    """With a full action those next to the unit, itself included; with an event all units of the side."""
    tiles = s.held[side] if unit is None else s.held[side] & s.board.within(unit.tile, 1)
    for tile in tiles_in(tiles):
        friend = s.at[tile]
        if friend.health < friend.profile.health:
            _mend(s, table, e, owner, side, None, friend)


def _rally(s: State, table: Table, e: Effect, owner: Seat, side: int, unit: Unit | None, target: Unit | None) -> None:
    """A tapped unit may act once more."""
    assert target is not None
    target.tapped = False
    table.tell(Rallied, target.name)


_DO: Mapping[str, _Do] = {
    "none": _nothing,
    "gain": _gain,
    "mark": _mark,
    "unmark": _unmark,
    "neutralise": _neutralise,
    "reopen": _reopen,
    "draw": _draw,
    "tide": _tide,
    "quake": _quake,
    "strike": _strike,
    "mend": _mend,
    "mend_all": _mend_all,
    "rally": _rally,
}
