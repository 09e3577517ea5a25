"""Dice: tests, comparisons, dice rolled again."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.games.universalis.face.words import rule_word, sum_word
from kempelen.games.universalis.rules.events.basis import Mods, Public, Roll
from kempelen.text.say import Field, Text


@dataclass(frozen=True, slots=True)
class Tested(Public):
    """An attribute roll with everything that made up its target number."""

    who: str
    why: str
    what: str
    base: int
    mods: Mods
    die: int

    @property
    def target(self) -> int:
        return self.base + sum(value for _, value in self.mods)

    @property
    def text(self) -> Text:
        key = "passed" if self.die <= self.target else "failed"
        return Text(
            f"universalis.event.{key}",
            who=self.who,
            why=Text(f"universalis.roll.{self.why}"),
            target=self.target,
            sum=sum_word(self.what, self.base, self.mods),
            die=self.die,
        )


@dataclass(frozen=True, slots=True)
class NotRolled(Public):
    """The target number is 0 or less, so there is no roll (R058)."""

    who: str
    why: str
    what: str
    base: int
    mods: Mods

    @property
    def text(self) -> Text:
        return Text(
            "universalis.event.not_rolled",
            who=self.who,
            why=Text(f"universalis.roll.{self.why}"),
            target=self.base + sum(value for _, value in self.mods),
            sum=sum_word(self.what, self.base, self.mods),
        )


@dataclass(frozen=True, slots=True)
class Rerolled(Public):
    who: str
    rule: str
    die: int
    target: int

    @property
    def text(self) -> Text:
        key = "reroll_passed" if self.die <= self.target else "reroll_failed"
        because = rule_word(self.rule)
        return Text(f"universalis.event.{key}", who=self.who, because=because, die=self.die, target=self.target)


@dataclass(frozen=True, slots=True)
class Compared(Public):
    """Both sides of a comparative roll."""

    one: Roll
    other: Roll

    @property
    def text(self) -> Text:
        sides: dict[str, Field] = {}
        for name, (who, what, base, mods, die) in (("a", self.one), ("b", self.other)):
            sides[f"{name}_who"] = who
            sides[f"{name}_sum"] = sum_word(what, base, mods)
            sides[f"{name}_die"] = die
            sides[f"{name}_total"] = die + base + sum(value for _, value in mods)
        return Text("universalis.event.compared", **sides)


@dataclass(frozen=True, slots=True)
class NewDie(Public):
    """One die of a comparison is rolled again."""

    key = "new_die"
    who: str
    why: str
    rule: str
    die: int

    def words(self) -> dict[str, Field]:
        why, because = Text(f"universalis.roll.{self.why}"), rule_word(self.rule)
        return {"who": self.who, "why": why, "because": because, "die": self.die}
