"""What events and full actions do; all of it is ours (see rulings E1, E2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kempelen.engine.table import Seat, Table
from kempelen.games.tactics.rules.cards import Effect
from kempelen.games.tactics.rules.combat import close_store, hurt, place_mark
from kempelen.games.tactics.rules.events import Gained, Hurt, Mended, Rallied, Reopened, Unmarked
from kempelen.games.tactics.rules.piles import draw_cards
from kempelen.games.tactics.rules.state import State, Unit
from kempelen.games.tactics.rules.topology import Tiles

__all__ = ["Effecting", "apply", "full_possible", "legal_targets"]


def legal_targets(s: State, effect: Effect, owner: Seat, side: int) -> list[Unit] | None:
    """Whom an event may be played on; None if it needs nobody (E1)."""
    if effect.kind == "strike":
        return s.units_on(s.enemies(side))
    if effect.kind == "mend":
        return [unit for unit in s.units_on(s.held[side]) if unit.health < unit.profile.health]
    if effect.kind == "rally":
        return [unit for unit in s.units_on(s.held[side]) if unit.owner == owner and unit.tapped]
    return None


def full_possible(s: State, unit: Unit) -> bool:
    """It has a full action, its condition holds, and neither action of this activation is spent (R13, N4, F4)."""
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


@dataclass(slots=True)
class Effecting:
    """An effect that is being carried out for a mat."""

    s: State
    table: Table
    effect: Effect
    owner: Seat
    side: int
    unit: Unit | None = None
    """Who uses it as a full action."""
    target: Unit | None = None
    """Whom an event is played on."""
    card: str = ""
    """The card that does it."""


def apply(e: Effecting) -> None:
    _DO[e.effect.kind](e)


def _nothing(e: Effecting) -> None:
    return


def _gain(e: Effecting) -> None:
    e.s.mats[e.owner].pool += e.effect.amount
    e.table.tell(Gained, e.owner, e.s.players, e.effect.amount)


def _mark(e: Effecting) -> None:
    place_mark(e.s, e.table, e.effect.amount)


def _unmark(e: Effecting) -> None:
    if not e.s.marks:
        return
    e.s.marks = max(0, e.s.marks - e.effect.amount)
    e.table.tell(Unmarked, e.s.marks)


def _neutralise(e: Effecting) -> None:
    assert e.unit is not None
    close_store(e.s, e.table, e.unit.tile)


def _reopen(e: Effecting) -> None:
    assert e.unit is not None
    e.s.neutral &= ~(1 << e.unit.tile)
    e.table.tell(Reopened, e.s.board.spots[e.unit.tile])


def _draw(e: Effecting) -> None:
    draw_cards(e.s, e.table, e.owner, e.effect.amount)


def _tide(e: Effecting) -> None:
    """Every enemy on or next to water."""
    board = e.s.board
    _hurt_all(e, board.near(board.kind("water") | board.kind("deep_water") | board.kind("harbor")))


def _quake(e: Effecting) -> None:
    """Every enemy that is not in a house."""
    _hurt_all(e, ~e.s.board.house)


def _hurt_all(e: Effecting, where: Tiles) -> None:
    for victim in e.s.units_on(e.s.enemies(e.side) & where):
        if e.s.ending is not None:
            return
        _hurt(e, victim)


def _hurt(e: Effecting, victim: Unit) -> None:
    e.table.tell(Hurt, victim.name, e.effect.amount, e.card, e.owner, e.s.players, bool(e.card) and victim is e.target)
    hurt(e.s, e.table, victim, e.effect.amount, e.card)


def _strike(e: Effecting) -> None:
    assert e.target is not None
    _hurt(e, e.target)


def _mend(e: Effecting) -> None:
    assert e.target is not None
    _heal(e, e.target)


def _mend_all(e: Effecting) -> None:
    """With a full action those next to the unit, itself included; with an event all units of the side."""
    held = e.s.held[e.side]
    for friend in e.s.units_on(held if e.unit is None else held & e.s.board.within(e.unit.tile, 1)):
        if friend.health < friend.profile.health:
            _heal(e, friend)


def _heal(e: Effecting, unit: Unit) -> None:
    before = unit.health
    unit.health = min(unit.profile.health, before + e.effect.amount)
    e.table.tell(Mended, unit.name, unit.health, unit.health - before, e.card)


def _rally(e: Effecting) -> None:
    """A tapped unit may act once more."""
    assert e.target is not None
    e.target.tapped = False
    e.table.tell(Rallied, e.target.name)


_DO: Mapping[str, Callable[[Effecting], None]] = {
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
