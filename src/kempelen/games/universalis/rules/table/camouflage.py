"""Camouflage and reconnaissance (R287 to R300)."""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.events import Became
from kempelen.games.universalis.rules.models.current import height, radius, reckon
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import Reckoning, attribute_roll
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.sight import touches
from kempelen.games.universalis.rules.terms import ACTIVE, NO_CAMOUFLAGE

__all__ = [
    "hide_at_start",
    "may_hide",
    "moved_fully",
    "reconnoitre_cost",
    "reconnoitre_reckoning",
    "reveal",
    "scout",
    "touches_large_terrain",
]


def touches_large_terrain(s: State, m: Model) -> bool:
    """In base contact with a terrain piece at least as large as the model's size profile (R289)."""
    wide, high = 2 * radius(s, m), height(s, m)
    for piece in s.board.pieces:
        left, low, right, up = piece.box
        if max(right - left, up - low) >= wide and piece.top - piece.bottom >= high and touches(s, m, piece):
            return True
    return False


def may_hide(s: State, m: Model) -> bool:
    """Active camouflage works anywhere (R290), passive only at large terrain (R289)."""
    camouflage = m.card.camouflage
    if camouflage == NO_CAMOUFLAGE or m.burning is not None:
        return False
    return camouflage == ACTIVE or touches_large_terrain(s, m)


def hide_at_start(s: State, table: Table, m: Model) -> None:
    """Camouflaged models begin camouflaged if they may (R067, R288)."""
    if may_hide(s, m):
        m.hidden = True
        table.tell(Became, m.name, "hidden")


def reveal(table: Table, m: Model) -> None:
    """Reconnoitred: by an enemy, or by starting an attack or firing (R296, R297)."""
    if m.card.camouflage != NO_CAMOUFLAGE:
        m.full_moves = 0
    if m.hidden:
        m.hidden = False
        table.tell(Became, m.name, "reconnoitred")


def moved_fully(s: State, table: Table, m: Model, moves: int) -> None:
    """After 2 full movement actions camouflage returns, as soon as it may (R296)."""
    if m.hidden or m.card.camouflage == NO_CAMOUFLAGE:
        return
    m.full_moves += moves
    if m.full_moves >= s.rules.moves_to_hide and may_hide(s, m):
        m.hidden, m.full_moves = True, 0
        table.tell(Became, m.name, "hidden")


# -- reconnaissance


def reconnoitre_cost(rules: RulesProfile, extra: int) -> int:
    """2 AP, and one for each point that makes it easier (R298, R299)."""
    return rules.reconnoitre_ap + extra


def reconnoitre_reckoning(s: State, m: Model, level: int, extra: int, supporters: int) -> Reckoning:
    """WN, harder by the level of the camouflage, easier by extra AP and supporters (R298 to R300)."""
    value = reckon(s, m, "WN")
    value.add("R298", -level)
    value.add("R299", extra)
    value.add("R300", s.rules.support_bonus * supporters)
    return value


def scout(s: State, table: Table, m: Model, target: Model, extra: int, supporters: int) -> bool:
    """The WN roll (R298)."""
    needed = reconnoitre_reckoning(s, m, target.card.camouflage_level, extra, supporters)
    if not attribute_roll(s, table, m, needed, "wn").success:
        return False
    reveal(table, target)
    return True
