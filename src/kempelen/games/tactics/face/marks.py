"""Repression marks on the table: how many lie there, and who could place the next."""

from __future__ import annotations

from collections.abc import Sequence

from kempelen.games.tactics.face.danger import ends_next
from kempelen.games.tactics.face.lesson import places_mark
from kempelen.games.tactics.rules.combat import mark_limit
from kempelen.games.tactics.rules.state import OPPONENT, UNITS, State, Unit
from kempelen.games.tactics.rules.topology import tile_name
from kempelen.text.say import Text

__all__ = ["SIGN", "flag_of", "looming"]

SIGN = "⚑"
"""A repression mark."""
NAMED = 2
"""So many who could place one are named."""


def flag_of(view: State, unit: Unit) -> str:
    """How many marks lie on the boss, and that somebody places one in his next turn."""
    if view.rule.mode != "tyrant" or view.ending is not None:
        return ""
    if unit.profile.boss:
        return f"{SIGN}{view.marks}/{mark_limit(view)}"
    return f"{SIGN}!" if places_mark(view, unit) else ""


def looming(view: State) -> Text | None:
    """Who could place the next mark in the opponent's next turn, else who could get to where he may (Y1, R20)."""
    if view.rule.mode != "tyrant" or view.ending is not None or view.phase in (OPPONENT, UNITS):
        return None
    placing = [unit for unit in view.units if places_mark(view, unit)]
    if placing:
        limit = mark_limit(view)
        amount = sum(unit.profile.full.amount for unit in placing if unit.profile.full is not None)
        last = view.marks + amount >= limit
        return Text(
            f"tactics.scene.mark_{'last' if last else 'next'}", units=_named(view, placing), n=view.marks + 1, of=limit
        )
    nearing = [unit for unit in view.units if _nears(view, unit)]
    return Text("tactics.scene.mark_near", units=_named(view, nearing)) if nearing else None


def _nears(view: State, unit: Unit) -> bool:
    """It could step on a tile from which it places a mark; while somebody stands there it cannot (R21)."""
    full = unit.profile.full
    if full is None or full.kind != "mark":
        return False
    return bool(ends_next(view, unit) & view.board.kind(full.tile) & view.free(unit))


def _named(view: State, units: Sequence[Unit]) -> tuple[Text, ...]:
    return tuple(
        Text("tactics.scene.mark_by", unit=unit.name.text, at=tile_name(*view.board.xy(unit.tile)))
        for unit in units[:NAMED]
    )
