"""The course of a game: setting up, rounds, movement."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.engine.table import Seat
from kempelen.games.universalis.rules.events.basis import Public
from kempelen.text.say import Field, Text

# -- setting up and rounds


@dataclass(frozen=True, slots=True)
class MissionShown(Public):
    key = "mission"
    seat: Seat
    mission: str

    def words(self) -> dict[str, Field]:
        return {**Public.words(self), "goal": Text(f"universalis.goal.{self.mission}")}


@dataclass(frozen=True, slots=True)
class WonDeployment(Public):
    key = "won_deployment"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ZoneMarked(Public):
    key = "zone_marked"
    seat: Seat
    degrees: int

    def words(self) -> dict[str, Field]:
        return {**Public.words(self), "edge": Text(f"universalis.edge.{self.degrees}")}


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
