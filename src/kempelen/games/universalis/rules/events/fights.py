"""Fights and what comes of them: shots, blows, damage, states, gear."""

from __future__ import annotations

from kempelen.engine.events import Roll, Touch
from kempelen.games.universalis.face.words import mod_words, step_words
from kempelen.games.universalis.rules.events.basis import Event, Mods
from kempelen.text.say import Field, Text

__all__ = [
    "Attacked",
    "Became",
    "Bounced",
    "Burned",
    "Damaged",
    "Dodged",
    "Feedback",
    "Fired",
    "Fought",
    "Healed",
    "Impact",
    "LegsLost",
    "Lost",
    "NoDodge",
    "NoEffect",
    "NoPoints",
    "Poisoned",
    "RandomMoves",
    "Scattered",
    "Shaken",
    "Shocked",
    "SideLost",
    "Struck",
    "Stunned",
    "Supported",
    "Threatened",
    "UsedItem",
    "UsedPower",
    "UsedTrait",
    "ZoneHit",
]

GRAVE = frozenset({"critical", "burning", "panic", "out", "wreck"})
"""States that matter as much as a hit."""

# -- fighting


class Fired(Event, says="universalis.event.fired_{mode}"):
    who: str
    weapon: str
    mode: str
    whom: str
    """A model, or a place: `34.5,20.0`."""

    @property
    def touches(self) -> tuple[Touch, ...]:
        x, comma, y = self.whom.partition(" ")[0].partition(",")
        if comma:
            return (Touch(self.handle("who"), "fired", path=((float(x), float(y)),)),)
        return (Touch(self.handle("whom"), "fired", by=self.handle("who")),)


class Struck(Event, says="universalis.event.struck", touches={"whom": "fired"}):
    """A shot into a melee strikes one of those who fight."""

    whom: str


class Dodged(
    Event,
    says=("won", "universalis.event.dodged", "universalis.event.not_dodged"),
    weight=0,
    touches={"who": "turned"},
):
    """How it came out; what came of the shot is told after it."""

    who: str
    won: bool


class Impact(Event, says="universalis.event.impact"):
    """Where a template lies."""

    at: str


class Scattered(
    Event,
    says=("most", "universalis.event.scattered_most", "universalis.event.scattered"),
    short="universalis.headline.scattered",
):
    """An area weapon has missed: by how many points, how far and where to (R257 to R259)."""

    at: str
    missed: int
    cm: int
    degrees: int
    most: bool
    """No farther than half the distance fired (R258)."""
    stopped: bool
    """Something was in the way (R259)."""

    def words(self) -> dict[str, Field]:
        end = Text(f"universalis.event.{'scatter_stopped' if self.stopped else 'impact'}", at=self.at)
        return {"missed": self.missed, "cm": self.cm, "degrees": self.degrees, "end": end}


class NoEffect(Event, says="universalis.event.no_effect", touches={"who": "turned"}):
    """The terrain between is too high for indirect fire (R248)."""

    who: str


class Attacked(Event, says="universalis.event.attacked_{how}", touches={"whom": "fired"}, by="who"):
    how: str
    who: str
    weapon: str
    whom: str


class Fought(
    Event,
    says=("hit", "universalis.event.melee_hit", "universalis.event.melee_defended"),
    weight=("hit", 2, 1),
    touches={"whom": "fired"},
    by="who",
):
    """How a melee came out."""

    who: str
    whom: str
    hit: bool


class ZoneHit(Event, says="universalis.event.zone_hit", short=True, touches={"who": "turned"}):
    who: str
    zone: str
    die: int
    sides: int

    @property
    def roll(self) -> Roll:
        return Roll((self.die,), self.sides)


class Bounced(Event, says="universalis.event.bounced", touches={"who": "turned"}):
    who: str


class Damaged(
    Event,
    says=("by_steps", "universalis.event.damaged_by", "universalis.event.damaged"),
    short="universalis.headline.damaged",
    weight=2,
):
    """TP are lost; what made up the loss, rule by rule."""

    who: str
    lost: int
    left: int
    most: int
    """So many there were at first."""
    steps: Mods
    ap: int = 0
    """So many AP the shock takes that comes of it for sure; see `Shocked`."""

    @property
    def short(self) -> Text:
        return Text("universalis.headline.damaged_shocked", **self.words()) if self.ap else super().short

    @property
    def touches(self) -> tuple[Touch, ...]:
        who = self.handle("who")
        return (Touch(who, "hurt", self.lost), *((Touch(who, "spent", self.ap),) if self.ap else ()))

    @property
    def by_steps(self) -> bool:
        return len(self.steps) > 1

    def words(self) -> dict[str, Field]:
        steps: dict[str, Field] = {"steps": step_words(self.steps)} if self.by_steps else {}
        known = {"lost": self.lost, "left": self.left, "most": self.most, "ap": self.ap}
        return {"who": self.who, **known, **steps}


class Stunned(Event, says="universalis.event.stunned", short=True, weight=2, touches={"who": "turned"}):
    """Shocks come in place of lost TP (R160); what made up their number."""

    who: str
    n: int
    steps: Mods

    def words(self) -> dict[str, Field]:
        return {"who": self.who, "n": self.n, "steps": step_words(self.steps)}


class Shocked(
    Event,
    says=("ap", "universalis.event.shocked", "universalis.event.shock_marker"),
    short=("ap", "universalis.headline.shocked", "universalis.event.shock_marker"),
    touches={"who": "turned"},
):
    who: str
    ap: int
    """AP lost; 0: a marker instead."""

    def words(self) -> dict[str, Field]:
        return {"who": self.who, "ap": self.ap}


class Shaken(
    Event,
    says=("left", "universalis.event.shaken_left", "universalis.event.shaken"),
    short="universalis.headline.shaken",
    weight=0,
    touches={"who": "turned"},
):
    """Shock markers take AP at the start of a round (R070, R203)."""

    who: str
    ap: int
    markers: int
    """Used up."""
    left: int

    def words(self) -> dict[str, Field]:
        return {"who": self.who, "ap": self.ap, "n": self.left or self.markers}


class Became(Event, says="universalis.event.became_{state}", touches={"who": "turned"}):
    """A state begins: critical, burning, panic, out, wreck, hidden, reconnoitred, fast, ready, orphaned, legs_1, …"""

    who: str
    state: str

    @property
    def weight(self) -> int:
        return 2 if self.state in GRAVE else 1

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(self.handle("who"), "lost" if self.state in ("out", "wreck") else "turned"),)

    def to_owner(self, handle: str) -> Text | None:
        """Whoever panics does nothing for his side any more (R189 to R193)."""
        return Text("universalis.headline.own_panic", who=self.who) if self.state == "panic" else None


class Lost(Event, says="universalis.event.lost_{state}", touches={"who": "turned"}):
    """A state ends: burning, panic, ready, defence, shock, poison, reload."""

    who: str
    state: str


class NoDodge(Event, says="universalis.event.no_dodge_{why}", weight=0, touches={"who": "turned"}):
    """He is shot at and may not try to dodge (R111); told, for else he would have been asked."""

    who: str
    whom: str
    """Who shoots."""
    why: str


class NoPoints(Event, says="universalis.event.no_points", touches={"who": "turned"}):
    """Fire-ready, with an enemy on the move before him, but he cannot pay for the shot (R085)."""

    who: str
    whom: str
    ap: int
    has: int


class Poisoned(Event, says="universalis.event.poisoned", short=True, touches={"who": "turned"}):
    who: str
    n: int


class SideLost(Event, says="universalis.event.side_lost", weight=2, touches={"who": "turned"}):
    who: str
    zone: str


class Burned(
    Event,
    says=("mods", "universalis.event.burned_helped", "universalis.event.burned"),
    short="universalis.headline.burned",
    touches={"who": "turned"},
):
    """The die of a burning model, and the friends who help to put the fire out (R178 to R182)."""

    who: str
    die: int
    mods: Mods
    sides: int

    def words(self) -> dict[str, Field]:
        total = self.die + sum(value for _, value in self.mods)
        return {"who": self.who, "die": self.die, "mods": mod_words(self.mods), "total": total}

    @property
    def roll(self) -> Roll:
        return Roll((self.die,), self.sides)


class LegsLost(Event, says="universalis.event.legs_{legs}", weight=2, touches={"who": "turned"}):
    """A colossus has lost its movement zone, and what the die says about it (R317)."""

    who: str
    die: int
    legs: int
    sides: int

    @property
    def roll(self) -> Roll:
        return Roll((self.die,), self.sides)


class RandomMoves(Event, says="universalis.event.random_moves", short=True, touches={"who": "turned"}):
    who: str
    n: int
    sides: int

    @property
    def roll(self) -> Roll:
        return Roll((self.n,), self.sides)


class Healed(Event, says="universalis.event.healed", short=True, touches={"who": ("healed", "n")}):
    who: str
    n: int
    left: int


# -- gear, drones, threats


class UsedItem(Event, says="universalis.event.used_item", touches={"who": "turned"}):
    who: str
    item: str


class UsedTrait(Event, says="universalis.event.used_trait", touches={"who": "turned"}):
    who: str
    trait: str


class UsedPower(Event, says="universalis.event.power_{how}", touches={"who": "turned"}):
    how: str
    who: str
    power: str


class Supported(Event, says="universalis.event.supported", touches={"whom": "turned"}, by="who"):
    who: str
    whom: str


class Feedback(Event, says="universalis.event.feedback", touches={"who": "turned"}):
    who: str


class Threatened(Event, says="universalis.event.threat_{how}", weight=0, touches={"who": "turned"}):
    """What became of a direct threat: bound, free, lapsed."""

    who: str
    how: str
