"""Whom something is aimed at: the first line that somebody fits, and the best of those.

    1 [enemy where main_target]  least defence, at once
    2 [enemy rifleman]           least defence
    3 [enemy]                    least defence
    unless another is 2 lower in defence: that one

What a kind, a part of a set or a measure means is the game's; members may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from kempelen.text.say import Text

__all__ = ["Chosen", "TargetLine", "Targets", "choose"]

Part: TypeAlias = Callable[[Any, Any], bool]
Measure: TypeAlias = Callable[[Any, Any], int]


@dataclass(frozen=True, slots=True)
class TargetLine:
    """One line: whom it fits, and which of them is taken."""

    item: str
    kinds: frozenset[str] | None
    """None for all."""
    parts: tuple[tuple[str, bool, Part], ...]
    """Conditions a member must meet: the word, whether it must hold or must not, and what it means."""
    measures: tuple[tuple[str, int, Measure], ...]
    """What is compared, in this order: the word, 1 for the least and -1 for the most, and what it means."""
    at_once: bool = False
    """Whoever fits is taken; a lower one elsewhere does not matter."""
    words: Text | None = None


@dataclass(frozen=True, slots=True)
class Targets:
    """A table of targets."""

    name: str
    document: str
    section: str
    lines: tuple[TargetLine, ...]
    margin: int = 0
    """Somebody who is better by so much takes the place of whom a line has found; 0 for nobody."""
    sign: int = 1
    measure: Measure | None = None

    def column(self) -> tuple[frozenset[str], ...]:
        """The kinds that lines name, in their order."""
        return tuple(line.kinds for line in self.lines if line.kinds is not None and not line.parts)


@dataclass(frozen=True, slots=True)
class Chosen:
    """All members that are equally good, and what led to them."""

    members: list[Any]
    line: TargetLine
    lower: bool = False
    """Somebody else was so much better that the line's choice did not count."""
    than: int = 0
    """The measure of that choice."""


def choose(table: Targets, members: Sequence[Any], situation: Any, kind_of: Callable[[Any], str]) -> Chosen | None:
    """Whom the table chooses among these; None if no line fits anybody."""
    for line in table.lines:
        found = _fitting(line, members, situation, kind_of)
        if found:
            break
    else:
        return None
    found = _best(line, found, situation)
    measure, sign = table.measure, table.sign
    if line.at_once or not table.margin or measure is None:
        return Chosen(found, line)
    taken = sign * measure(situation, found[0])
    values = [sign * measure(situation, member) for member in members]
    lowest = min(values)
    if lowest > taken - table.margin:
        return Chosen(found, line)
    lower = [member for member, value in zip(members, values, strict=True) if value == lowest]
    if len(lower) > 1:
        for other in table.lines:
            alike = [] if other.at_once else _fitting(other, lower, situation, kind_of)
            if alike:
                lower = alike
                break
    return Chosen(lower, line, True, sign * taken)


def _fitting(line: TargetLine, members: Sequence[Any], situation: Any, kind_of: Callable[[Any], str]) -> list[Any]:
    kinds = line.kinds
    found = list(members) if kinds is None else [member for member in members if kind_of(member) in kinds]
    for _, wanted, part in line.parts:
        found = [member for member in found if part(situation, member) == wanted]
    return found


def _best(line: TargetLine, found: list[Any], situation: Any) -> list[Any]:
    for _, sign, measure in line.measures:
        if len(found) < 2:
            break
        values = [sign * measure(situation, member) for member in found]
        lowest = min(values)
        found = [member for member, value in zip(found, values, strict=True) if value == lowest]
    return found
