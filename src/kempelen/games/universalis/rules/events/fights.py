"""Fights and what comes of them: shots, blows, damage, states, gear."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.games.universalis.face.words import gear_word, mod_words, step_words
from kempelen.games.universalis.rules.events.basis import Mods, Public
from kempelen.text.say import Field, Text

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
