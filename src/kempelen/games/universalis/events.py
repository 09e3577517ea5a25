"""What has happened. Nothing of it is secret: even camouflaged models stand on the table for all to see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeAlias

from kempelen.engine.table import Event, Seat
from kempelen.games.universalis.words import gear_word, mod_words, rule_word, step_words, sum_word
from kempelen.text.say import Field, Text

Mods: TypeAlias = tuple[tuple[str, int], ...]
Roll: TypeAlias = tuple[str, str, int, Mods, int]
"""Who, what is added, its base, modifiers, die."""

_WORDS: Mapping[str, Any] = {
    "seat": lambda seat: Text("universalis.side", n=seat + 1),
    "weapon": lambda id: gear_word("weapon", id),
    "item": lambda id: gear_word("item", id),
    "trait": lambda id: gear_word("trait", id),
    "power": lambda id: gear_word("power", id),
    "mission": lambda id: Text(f"universalis.mission.{id}"),
    "why": lambda why: Text(f"universalis.roll.{why}"),
    "zone": lambda zone: Text(f"universalis.zone.{zone}"),
    "state": lambda state: Text(f"universalis.state.{state}"),
    "reason": lambda reason: Text(f"universalis.reason.{reason}"),
    "terrain": lambda id: Text(f"universalis.terrain.{id}"),
    "door": lambda door: Text("universalis.door", n=door + 1),
}
"""How the fields of events are worded; others are written as they are."""


@dataclass(frozen=True, slots=True)
class Public:
    """Everybody sees it. Its text has the class's name and takes its fields."""

    key: ClassVar[str] = ""

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.{self.key}", **self.words())

    def words(self) -> dict[str, Field]:
        return {
            field.name: _WORDS[field.name](value) if field.name in _WORDS else value
            for field in fields(self)
            for value in (getattr(self, field.name),)
        }

    def seen_by(self, seat: Seat) -> Event | None:
        return self


# -- dice


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


# -- setting up and rounds


@dataclass(frozen=True, slots=True)
class MissionShown(Public):
    key = "mission"
    seat: Seat
    mission: str


@dataclass(frozen=True, slots=True)
class WonDeployment(Public):
    key = "won_deployment"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ZoneMarked(Public):
    key = "zone_marked"
    seat: Seat
    degrees: int


@dataclass(frozen=True, slots=True)
class Deployed(Public):
    key = "deployed"
    who: str
    at: str


@dataclass(frozen=True, slots=True)
class RoundBegan(Public):
    key = "round"
    n: int


@dataclass(frozen=True, slots=True)
class Picked(Public):
    key = "picked"
    seat: Seat
    who: str


@dataclass(frozen=True, slots=True)
class PhaseBegan(Public):
    key = "phase"
    who: str
    ap: int


@dataclass(frozen=True, slots=True)
class PhaseEnded(Public):
    key = "phase_ended"
    who: str
    ap: int


@dataclass(frozen=True, slots=True)
class Scored(Public):
    key = "scored"
    seat: Seat
    n: int


@dataclass(frozen=True, slots=True)
class Ended(Public):
    reason: str
    winners: tuple[Seat, ...]

    @property
    def text(self) -> Text:
        names = tuple(Text("universalis.side", n=seat + 1) for seat in self.winners)
        return Text(f"universalis.event.ended_{self.reason}", winners=names)


# -- movement


@dataclass(frozen=True, slots=True)
class Moved(Public):
    key = "moved"
    who: str
    at: str
    cm: float
    by: tuple[str, ...] = ()
    """The corners of the way, for whoever moves the model on a real table."""

    @property
    def text(self) -> Text:
        corners: dict[str, Field] = {"by": self.by} if self.by else {}
        key = "moved_by" if self.by else "moved"
        return Text(f"universalis.event.{key}", who=self.who, at=self.at, cm=self.cm, **corners)


@dataclass(frozen=True, slots=True)
class Stopped(Public):
    """A declared move goes no further."""

    key = "stopped"
    who: str
    at: str


@dataclass(frozen=True, slots=True)
class Did(Public):
    """A plain action: turn, lie_down, stand_up, defence, hide, end."""

    who: str
    action: str

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.did_{self.action}", who=self.who)


@dataclass(frozen=True, slots=True)
class Fell(Public):
    key = "fell"
    who: str
    cm: float


@dataclass(frozen=True, slots=True)
class Left(Public):
    key = "left"
    who: str


@dataclass(frozen=True, slots=True)
class UsedDoor(Public):
    door: int
    who: str
    opened: bool

    @property
    def text(self) -> Text:
        key = "opened" if self.opened else "closed"
        return Text(f"universalis.event.{key}", who=self.who, door=Text("universalis.door", n=self.door + 1))


@dataclass(frozen=True, slots=True)
class Carried(Public):
    """An object is picked up, handed over or dropped."""

    how: str
    who: str
    n: int

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.object_{self.how}", who=self.who, n=self.n + 1)


# -- fighting


@dataclass(frozen=True, slots=True)
class Fired(Public):
    who: str
    weapon: str
    mode: str
    whom: str

    @property
    def text(self) -> Text:
        return Text(
            f"universalis.event.fired_{self.mode}",
            who=self.who,
            weapon=gear_word("weapon", self.weapon),
            whom=self.whom,
        )


@dataclass(frozen=True, slots=True)
class Struck(Public):
    """A shot into a melee strikes one of those who fight."""

    key = "struck"
    whom: str


@dataclass(frozen=True, slots=True)
class Dodged(Public):
    who: str
    won: bool

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.{'dodged' if self.won else 'not_dodged'}", who=self.who)


@dataclass(frozen=True, slots=True)
class Impact(Public):
    """Where a template lies."""

    key = "impact"
    at: str


@dataclass(frozen=True, slots=True)
class Scattered(Public):
    """An area weapon has missed: by how many points, how far and where to (R257 to R259)."""

    at: str
    missed: int
    cm: int
    degrees: int
    most: bool
    """No farther than half the distance fired (R258)."""
    stopped: bool
    """Something was in the way (R259)."""

    @property
    def text(self) -> Text:
        key = "scattered_most" if self.most else "scattered"
        end = "scatter_stopped" if self.stopped else "impact"
        return Text(
            f"universalis.event.{key}",
            missed=self.missed,
            cm=self.cm,
            degrees=self.degrees,
            end=Text(f"universalis.event.{end}", at=self.at),
        )


@dataclass(frozen=True, slots=True)
class NoEffect(Public):
    """The terrain between is too high for indirect fire (R248)."""

    key = "no_effect"
    who: str


@dataclass(frozen=True, slots=True)
class Attacked(Public):
    how: str
    who: str
    weapon: str
    whom: str

    @property
    def text(self) -> Text:
        weapon = gear_word("weapon", self.weapon)
        return Text(f"universalis.event.attacked_{self.how}", who=self.who, weapon=weapon, whom=self.whom)


@dataclass(frozen=True, slots=True)
class Fought(Public):
    """How a melee came out."""

    who: str
    whom: str
    hit: bool

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.{'melee_hit' if self.hit else 'melee_defended'}", who=self.who, whom=self.whom)


@dataclass(frozen=True, slots=True)
class ZoneHit(Public):
    key = "zone_hit"
    who: str
    zone: str
    die: int


@dataclass(frozen=True, slots=True)
class Bounced(Public):
    key = "bounced"
    who: str


@dataclass(frozen=True, slots=True)
class Damaged(Public):
    """TP are lost; what made up the loss, rule by rule."""

    who: str
    lost: int
    left: int
    steps: Mods

    @property
    def text(self) -> Text:
        if len(self.steps) < 2:
            return Text("universalis.event.damaged", who=self.who, lost=self.lost, left=self.left)
        steps = step_words(self.steps)
        return Text("universalis.event.damaged_by", who=self.who, lost=self.lost, left=self.left, steps=steps)


@dataclass(frozen=True, slots=True)
class Stunned(Public):
    """Shocks come in place of lost TP (R160); what made up their number."""

    key = "stunned"
    who: str
    n: int
    steps: Mods

    def words(self) -> dict[str, Field]:
        return {"who": self.who, "n": self.n, "steps": step_words(self.steps)}


@dataclass(frozen=True, slots=True)
class Shocked(Public):
    who: str
    ap: int
    """AP lost; 0: a marker instead."""

    @property
    def text(self) -> Text:
        key = "shocked" if self.ap else "shock_marker"
        return Text(f"universalis.event.{key}", who=self.who, **({"ap": self.ap} if self.ap else {}))


@dataclass(frozen=True, slots=True)
class Shaken(Public):
    """Shock markers take AP at the start of a round (R070, R203)."""

    who: str
    ap: int
    markers: int
    """Used up."""
    left: int

    @property
    def text(self) -> Text:
        key, n = ("shaken_left", self.left) if self.left else ("shaken", self.markers)
        return Text(f"universalis.event.{key}", who=self.who, ap=self.ap, n=n)


@dataclass(frozen=True, slots=True)
class Became(Public):
    """A state begins: critical, burning, panic, out, wreck, hidden, reconnoitred, fast, ready, orphaned, legs_1, …"""

    who: str
    state: str

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.became_{self.state}", who=self.who)


@dataclass(frozen=True, slots=True)
class Lost(Public):
    """A state ends: burning, panic, ready, defence, shock, poison, reload."""

    who: str
    state: str

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.lost_{self.state}", who=self.who)


@dataclass(frozen=True, slots=True)
class Poisoned(Public):
    key = "poisoned"
    who: str
    n: int


@dataclass(frozen=True, slots=True)
class SideLost(Public):
    key = "side_lost"
    who: str
    zone: str


@dataclass(frozen=True, slots=True)
class Burned(Public):
    """The die of a burning model, and the friends who help to put the fire out (R178 to R182)."""

    who: str
    die: int
    mods: Mods

    @property
    def text(self) -> Text:
        if not self.mods:
            return Text("universalis.event.burned", who=self.who, die=self.die)
        total = self.die + sum(value for _, value in self.mods)
        mods = mod_words(self.mods)
        return Text("universalis.event.burned_helped", who=self.who, die=self.die, mods=mods, total=total)


@dataclass(frozen=True, slots=True)
class LegsLost(Public):
    """A colossus has lost its movement zone, and what the die says about it (R317)."""

    who: str
    die: int
    legs: int

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.legs_{self.legs}", who=self.who, die=self.die)


@dataclass(frozen=True, slots=True)
class RandomMoves(Public):
    key = "random_moves"
    who: str
    n: int


@dataclass(frozen=True, slots=True)
class Healed(Public):
    key = "healed"
    who: str
    n: int
    left: int


# -- gear, drones, threats


@dataclass(frozen=True, slots=True)
class UsedItem(Public):
    key = "used_item"
    who: str
    item: str


@dataclass(frozen=True, slots=True)
class UsedTrait(Public):
    key = "used_trait"
    who: str
    trait: str


@dataclass(frozen=True, slots=True)
class UsedPower(Public):
    how: str
    who: str
    power: str

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.power_{self.how}", who=self.who, power=gear_word("power", self.power))


@dataclass(frozen=True, slots=True)
class Supported(Public):
    key = "supported"
    who: str
    whom: str


@dataclass(frozen=True, slots=True)
class Feedback(Public):
    key = "feedback"
    who: str


@dataclass(frozen=True, slots=True)
class Threatened(Public):
    """What became of a direct threat: bound, free, lapsed."""

    who: str
    how: str

    @property
    def text(self) -> Text:
        return Text(f"universalis.event.threat_{self.how}", who=self.who)
