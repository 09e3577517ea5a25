"""Attribute rolls and comparative rolls (R054 to R060). A target number is never bare: it carries what made it up.

A die that leaves the table is rolled again (R055), which a program cannot do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.choices import KEEP, REROLL
from kempelen.games.universalis.rules.events import Compared, NewDie, NotRolled, Rerolled, Tested
from kempelen.games.universalis.rules.state import Model, State
from kempelen.text.say import Field, Text

__all__ = ["FIRST", "Mod", "Reckoning", "Test", "attribute_roll", "compare", "higher", "lucky", "reroll", "throw"]

Mod: TypeAlias = tuple[str, int]
"""The rule a modifier comes from, and its value."""

LUCK, BAD_LUCK = 1, 2
FIRST = "agi_a"
"""What the first die for who begins is for (R073)."""


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


def throw(
    s: State,
    table: Table,
    who: str,
    why: str,
    *,
    needed: int | None = None,
    added: int | None = None,
    die: int = 0,
    what_for: Text | None = None,
) -> int:
    """One die of a model. Whoever rolls it at a real table is told whose it is, what for and what will count."""
    if table.explaining:
        how, number = ("needed", needed) if needed is not None else ("added", added)
        fields: dict[str, Field] = {"n": number} if number is not None else {}
        key = f"universalis.throw.{how if fields else 'plain'}"
        table.about = Text(
            key, who=who, why=what_for or Text(f"universalis.roll.{why}"), sides=die or s.rules.die, **fields
        )
    return table.roll(die or s.rules.die, why)


def attribute_roll(
    s: State, table: Table, m: Model, needed: Reckoning, why: str, what_for: Text | None = None, whom: str = ""
) -> Test:
    """Equal or below is a success (R056); a target of 0 or less fails without a roll (R058, G73)."""
    target = needed.total
    if target <= 0:
        table.tell(NotRolled, m.name, why, needed.what, needed.base, tuple(needed.mods))
        return Test(False, target)
    if table.explaining:
        table.awaited = Tested(m.name, why, needed.what, needed.base, tuple(needed.mods), 0, s.rules.die).roll
    die = throw(s, table, m.name, why, needed=target, what_for=what_for)
    table.tell(Tested, m.name, why, needed.what, needed.base, tuple(needed.mods), die, s.rules.die, whom)
    test = Test(die <= target, target, die)
    if m.card.levels:
        trait = lucky(table, m, test.success, (die, target))
        if trait:
            return reroll(s, table, m, test, f"{why}_2", trait)
    return test


def reroll(s: State, table: Table, m: Model, test: Test, why: str, rule: str) -> Test:
    """The same roll again; the new result stands."""
    if table.explaining:
        table.awaited = Rerolled(m.name, rule, 0, test.target, s.rules.die).roll
    die = throw(s, table, m.name, why, needed=test.target)
    table.tell(Rerolled, m.name, rule, die, test.target, s.rules.die)
    return Test(die <= test.target, test.target, die)


def lucky(table: Table, m: Model, well: bool, numbers: tuple[int, int]) -> str:
    """Traits: once a round the lucky repeat a die of their own, and opponents of the unlucky have one repeated."""
    trait, bit, seat = ("bad_luck", BAD_LUCK, 1 - m.seat) if well else ("luck", LUCK, m.seat)
    if not m.card.levels.get(trait) or m.lucky & bit:
        return ""
    what = Text(f"universalis.mod.{trait}")
    prompt = Text("universalis.prompt.luck", who=m.name, what=what, one=numbers[0], other=numbers[1])
    if table.choose(seat, prompt, (REROLL, KEEP)) is KEEP:
        return ""
    m.lucky |= bit
    return trait


def compare(
    s: State, table: Table, one: tuple[Model, Reckoning, str], other: tuple[Model, Reckoning, str]
) -> tuple[int, int]:
    """Both roll and add their value (R059, R060): who, what is added, and what the die is for."""
    (m, value, why), (o, other_value, other_why) = one, other
    die = throw(s, table, m.name, why, added=value.total)
    other_die = throw(s, table, o.name, other_why, added=other_value.total)
    table.tell(
        Compared,
        (m.name, value.what, value.base, tuple(value.mods), die),
        (o.name, other_value.what, other_value.base, tuple(other_value.mods), other_die),
        s.rules.die,
        why == FIRST and not (m.card.levels or o.card.levels),
    )
    a, b = die + value.total, other_die + other_value.total
    if m.card.levels and (trait := lucky(table, m, a > b, (a, b))):
        a = value.total + new_die(s, table, m, why, trait)
    if o.card.levels and (trait := lucky(table, o, b > a, (b, a))):
        b = other_value.total + new_die(s, table, o, other_why, trait)
    return a, b


def new_die(s: State, table: Table, m: Model, why: str, rule: str) -> int:
    """One die of a comparison again."""
    die = throw(s, table, m.name, f"{why}_2")
    table.tell(NewDie, m.name, why, rule, die, s.rules.die)
    return die


def higher(totals: tuple[int, int]) -> int:
    """Who has the higher total: 0, 1, or -1 for a tie (R059)."""
    return -1 if totals[0] == totals[1] else int(totals[1] > totals[0])
