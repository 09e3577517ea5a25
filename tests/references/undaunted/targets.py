"""ATTACK/SUPPRESS - TARGET SELECTION, and the tile of a TARGET action, from seed 002 and the readings Q37 to Q40, Q46
to Q49, Q51 to Q55.

Every function gives all targets that the document allows: where it lets the d10 decide there are several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.references.undaunted.board import Table, kind

__all__ = ["Aim", "blast_possible", "main_targets", "mortar_tiles", "provided_by_mg_2", "provided_by_mg_3", "targets"]

COLUMN = {
    "scout": ("rifleman",),
    "rifleman": ("rifleman",),
    "sniper": ("rifleman", "sniper", "mg", "mortar"),
    "mg": ("rifleman", "sniper", "mg", "mortar"),
}
"""The types named in the table, by who fires; the weakest unit comes after them (Q52, Q55)."""
TARGET_VALUE = {"sniper": 7, "mg": 6, "mortar": 5, "rifleman": 4, "scout": 3}
MORTAR_RANGE = 3
"""A Mortar does not aim nearer (P7, Q48)."""


@dataclass(frozen=True)
class Aim:
    """Whom or what an action is directed at, and the line or reading that says so."""

    at: str
    by: str


def _least(things: Iterable[str], key: Callable[[str], int]) -> list[str]:
    things = list(things)
    low = min(map(key, things), default=0)
    return [thing for thing in things if key(thing) == low]


def main_targets(table: Table) -> list[str]:
    """Riflemen on an objective the human does not control, when he misses exactly one point (Q51, Q09)."""
    foe = table.foe
    if foe.goal is None or foe.goal - table.points(foe) != 1:
        return []
    return [
        unit
        for unit, tile in foe.at.items()
        if kind(unit) == "rifleman" and tile in table.worth and tile not in foe.controlled
    ]


def targets(table: Table, shooter: str, suppress: bool = False) -> list[Aim]:
    """MAIN TARGET, else the table with its rule of two lower; for SUPPRESS only unsuppressed counters (Q39)."""
    here = table.place_of(shooter)

    def defence(unit: str) -> int:
        return table.defence(here, unit)

    possible = [unit for unit in table.foe.at if not (suppress and unit in table.foe.suppressed)]
    if not possible:
        return []
    main = [unit for unit in main_targets(table) if unit in possible]
    if main:
        return [Aim(unit, "main target") for unit in _least(main, defence)]
    column = COLUMN[kind(shooter)]
    rows = [[unit for unit in possible if kind(unit) == type_] for type_ in column]
    row = next((row for row in rows if row), possible)
    first = _least(row, defence)
    lower = [unit for unit in possible if defence(unit) <= defence(first[0]) - 2]
    if not lower:
        return [Aim(unit, "table") for unit in first]

    def place_in_column(unit: str) -> int:
        return column.index(kind(unit)) if kind(unit) in column else len(column)

    return [Aim(unit, "two lower") for unit in _least(_least(lower, defence), place_in_column)]


def provided_by_mg_2(table: Table, shooter: str) -> list[Aim]:
    """MACHINE GUNNERS 2: an unsuppressed enemy Rifleman on an objective; a MAIN TARGET, else the weakest (Q37)."""
    here = table.place_of(shooter)
    found = [
        unit
        for unit, tile in table.foe.at.items()
        if kind(unit) == "rifleman" and tile in table.worth and unit not in table.foe.suppressed
    ]
    main = [unit for unit in main_targets(table) if unit in found]
    return [Aim(unit, "provided") for unit in _least(main or found, lambda unit: table.defence(here, unit))]


def provided_by_mg_3(table: Table, shooter: str) -> list[Aim]:
    """MACHINE GUNNERS 3: MG, Sniper, Mortar with a total defence of 8 or less, in this order, then the weakest (Q38)."""
    here = table.place_of(shooter)
    for type_ in ("mg", "sniper", "mortar"):
        found = [unit for unit in table.foe.at if kind(unit) == type_ and table.defence(here, unit) <= 8]
        if found:
            return [Aim(unit, "provided") for unit in _least(found, lambda unit: table.defence(here, unit))]
    return []


def mortar_tiles(table: Table) -> list[Aim]:
    """The highest sum of target values, then the most units, then the die; three tiles away or more (Q47, Q48)."""
    here = table.place_of("mortar")
    units: dict[str, list[str]] = {}
    for unit, tile in table.foe.at.items():
        if table.board.apart(here, tile) >= MORTAR_RANGE:
            units.setdefault(tile, []).append(unit)
    values = {tile: (sum(TARGET_VALUE[kind(unit)] for unit in there), len(there)) for tile, there in units.items()}
    best = max(values.values(), default=(0, 0))
    return [Aim(tile, "Q47 Q48") for tile, value in values.items() if value == best]


def blast_possible(table: Table) -> bool:
    """The own marker lies, and an enemy is on its tile (Q46)."""
    return bool(table.own.marker) and table.enemy_on(table.own.marker)
