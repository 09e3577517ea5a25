"""The course of a game: setting up, rounds, movement."""

from __future__ import annotations

from kempelen.engine.events import Touch
from kempelen.engine.table import Seat
from kempelen.games.universalis.face.words import place_text
from kempelen.games.universalis.rules.choices import Place
from kempelen.games.universalis.rules.events.basis import Event, card_handle
from kempelen.text.say import Field, Text

__all__ = [
    "Carried",
    "Deployed",
    "Did",
    "Ended",
    "Fell",
    "Left",
    "LotDecided",
    "MissionShown",
    "Moved",
    "PhaseBegan",
    "PhaseEnded",
    "Picked",
    "RoundBegan",
    "Scored",
    "Stopped",
    "Unscored",
    "UsedDoor",
    "WonDeployment",
    "ZoneMarked",
]

# -- setting up and rounds


class MissionShown(Event, says="universalis.event.mission", weight=2, touches={"seat": "turned"}):
    seat: Seat
    mission: str

    def words(self) -> dict[str, Field]:
        return {**super().words(), "goal": Text(f"universalis.goal.{self.mission}")}


class WonDeployment(Event, says="universalis.event.won_deployment", touches={"seat": "turned"}):
    seat: Seat


class ZoneMarked(Event, says="universalis.event.zone_marked", short=True, touches={"seat": "laid"}):
    seat: Seat
    degrees: int

    def words(self) -> dict[str, Field]:
        return {**super().words(), "edge": Text(f"universalis.edge.{self.degrees}")}


class Deployed(Event, says="universalis.event.deployed", short=True, touches={"who": "laid"}):
    who: str
    at: str


class RoundBegan(Event, says="universalis.event.round", weight=3):
    n: int


class Picked(Event, says="universalis.event.picked", weight=0, touches={"who": "turned"}):
    seat: Seat
    who: str


class LotDecided(Event, says="universalis.event.lot", touches={"who": "turned"}):
    """Neither die nor agility says who has the initiative first, so chance does (G01)."""

    who: str


class PhaseBegan(Event, says="universalis.event.phase", short=True, weight=0, touches={"who": "turned"}):
    who: str
    ap: int
    gone: tuple[str, ...] = ()
    """The marks that go with it: fast, defence, ready (R075)."""


class PhaseEnded(Event, says="universalis.event.phase_ended", weight=("ap", 1, 0)):
    """Who has points left and stops has decided something."""

    who: str
    ap: int

    @property
    def touches(self) -> tuple[Touch, ...]:
        """The card: the model may have left the table."""
        return (Touch(card_handle(self.who), "turned"),)


class Scored(Event, says="universalis.event.scored", short=True, weight=3, touches={"seat": ("gained", "gained")}):
    seat: Seat
    n: int
    gained: int


class Unscored(Event, says="universalis.event.unscored_{why}", weight=2):
    """The round ends, and nobody was alone at what had to be held: `both` sides were there, or `none`."""

    n: int
    why: str


class Ended(
    Event,
    says=("winners", "universalis.event.ended_{reason}", "universalis.event.drawn_{reason}"),
    weight=3,
    ends=True,
):
    reason: str
    winners: tuple[Seat, ...]

    def words(self) -> dict[str, Field]:
        sides = [Text("universalis.side", n=seat + 1) for seat in (0, 1)]
        losers = tuple(side for seat, side in enumerate(sides) if seat not in self.winners)
        return {"winners": tuple(sides[seat] for seat in self.winners), "losers": losers}


# -- movement


class Moved(
    Event, says=("by", "universalis.event.moved_by", "universalis.event.moved"), short="universalis.headline.moved"
):
    who: str
    way: tuple[Place, ...]
    """From where it stood to where it stands."""
    cm: float

    @property
    def at(self) -> str:
        return place_text(*self.way[-1])

    @property
    def by(self) -> tuple[str, ...]:
        """The corners of the way, for whoever moves the model on a real table."""
        return tuple(dict.fromkeys(at for corner in self.way[1:-1] if (at := place_text(*corner)) != self.at))

    def words(self) -> dict[str, Field]:
        corners: dict[str, Field] = {"by": self.by} if self.by else {}
        return {"who": self.who, "at": self.at, "cm": round(self.cm, 1), **corners}

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(self.handle("who"), "moved", path=tuple((x, y) for x, y, _ in self.way)),)


class Stopped(Event, says="universalis.event.stopped", short=True, touches={"who": "turned"}):
    """A declared move goes no further."""

    who: str
    at: str


class Did(Event, says="universalis.event.did_{action}", touches={"who": "turned"}):
    """A plain action: turn, lie_down, stand_up, defend, calm."""

    who: str
    action: str


class Fell(Event, says="universalis.event.fell", short=True, weight=2, touches={"who": "turned"}):
    who: str
    cm: float


class Left(
    Event,
    says=("fled", "universalis.event.fled", "universalis.event.left"),
    weight=2,
    touches={"who": "lost"},
):
    who: str
    fled: bool
    """In panic, and for good (R191); else on purpose, as some missions ask for."""


class UsedDoor(
    Event, says=("opened", "universalis.event.opened", "universalis.event.closed"), touches={"door": "turned"}, by="who"
):
    door: int
    who: str
    opened: bool


class Carried(Event, says="universalis.event.object_{how}", weight=2):
    """An object is picked up, handed over or dropped."""

    how: str
    who: str
    thing: int

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(self.handle("thing"), "laid" if self.how == "dropped" else "took", by=self.handle("who")),)
