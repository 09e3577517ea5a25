"""Attribute rolls and comparative rolls (R054 to R060). A target number is never bare: it carries what made it up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from kempelen.engine.table import Table
from kempelen.games.universalis.events import Compared, NotRolled, Rerolled, Tested
from kempelen.games.universalis.profile import RulesProfile

__all__ = ["Mod", "Reckoning", "Test", "attribute_roll", "compare", "higher", "reroll"]

Mod: TypeAlias = tuple[str, int]
"""The rule a modifier comes from, and its value."""


@dataclass(slots=True)
class Reckoning:
    """A value with everything that changes it."""

    what: str
    """The attribute (`FK`), `strength` or `protection`."""
    base: int
    mods: list[Mod] = field(default_factory=list)

    def add(self, rule: str, value: int) -> None:
        """A modifier; nothing is noted if it changes nothing."""
        if value:
            self.mods.append((rule, value))

    @property
    def total(self) -> int:
        total = self.base
        for _, value in self.mods:
            total += value
        return total


@dataclass(slots=True)
class Test:
    """How an attribute roll came out; no die if the target number was 0 or less."""

    success: bool
    target: int
    die: int | None = None


def attribute_roll(rules: RulesProfile, table: Table, who: str, needed: Reckoning, why: str) -> Test:
    """Equal or below is a success (R056); a target of 0 or less fails without a roll (R058, G73)."""
    target = needed.total
    if target <= 0:
        table.tell(NotRolled, who, why, needed.what, needed.base, tuple(needed.mods))
        return Test(False, target)
    die = table.roll(rules.die, why)
    table.tell(Tested, who, why, needed.what, needed.base, tuple(needed.mods), die)
    return Test(die <= target, target, die)


def reroll(rules: RulesProfile, table: Table, who: str, test: Test, why: str, rule: str) -> Test:
    """The same roll again; the new result stands."""
    die = table.roll(rules.die, why)
    table.tell(Rerolled, who, rule, die, test.target)
    return Test(die <= test.target, test.target, die)


def compare(
    rules: RulesProfile,
    table: Table,
    one: tuple[str, Reckoning, str],
    other: tuple[str, Reckoning, str],
) -> tuple[int, int]:
    """Both roll and add their value (R059, R060): who, what is added, and what the die is for."""
    name, value, why = one
    other_name, other_value, other_why = other
    die, other_die = table.roll(rules.die, why), table.roll(rules.die, other_why)
    table.tell(
        Compared,
        (name, value.what, value.base, tuple(value.mods), die),
        (other_name, other_value.what, other_value.base, tuple(other_value.mods), other_die),
    )
    return die + value.total, other_die + other_value.total


def higher(totals: tuple[int, int]) -> int:
    """Who has the higher total: 0, 1, or -1 for a tie (R059)."""
    return -1 if totals[0] == totals[1] else int(totals[1] > totals[0])


def with_mods(what: str, base: int, mods: Iterable[Mod]) -> Reckoning:
    """A value with its modifiers; those of 0 are left out."""
    return Reckoning(what, base, [mod for mod in mods if mod[1]])
