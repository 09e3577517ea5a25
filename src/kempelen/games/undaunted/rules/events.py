"""What happens; every event is a fact that can be said, and knows who may see it."""

from __future__ import annotations

from kempelen.engine.events import Happening, Roll, Touch, Worded
from kempelen.engine.table import Seat
from kempelen.games.undaunted.face.words import action_word, card_word, side_word, unit_word
from kempelen.games.undaunted.rules.cards import BASE, BEST, FOG, NAMES, Card, needed
from kempelen.games.undaunted.rules.state import SIDES
from kempelen.text.say import Field, Text

__all__ = [
    "Bidden",
    "Blasted",
    "Bolstered",
    "Concealed",
    "Controlled",
    "Drew",
    "Ended",
    "Fired",
    "FogTaken",
    "Guided",
    "Hunkered",
    "InitiativeKept",
    "InitiativeRolled",
    "InitiativeWon",
    "Inspired",
    "Lost",
    "MarkerLifted",
    "Moved",
    "Placed",
    "Played",
    "Readied",
    "Reconnoitred",
    "Reinforced",
    "Removed",
    "Reshuffled",
    "RoundBegan",
    "Suppressed",
    "Targeted",
    "TurnEnded",
]


def _unit(seat: Seat, unit: Card) -> str:
    return f"unit:{SIDES[seat]}-{NAMES[unit]}"


class Event(
    Happening,
    words={
        "round": Worded("n"),
        "seat": Worded("side", side_word),
        "unit": Worded("unit", unit_word, of=("seat",)),
        "target": Worded("target", unit_word, of=("target_seat",)),
        "card": card_word,
        "count": Worded("n"),
        "die": Worded("roll"),
        "action": action_word,
        "how": Worded("action", action_word),
        "where": lambda where: Text(f"undaunted.where.{where}"),
        "winners": Worded("winner", lambda winners: side_word(winners[0]) if winners else Text("undaunted.nobody")),
        "gained": None,
        "far": None,
    },
    handles={
        "seat": lambda event: f"seat:{SIDES[event.seat]}",
        "unit": lambda event: _unit(event.seat, event.unit),
        "target": lambda event: _unit(event.target_seat, event.target),
        "card": lambda event: f"pile:{SIDES[event.seat]}-{NAMES[event.card]}",
        "at": lambda event: f"tile:{event.at}",
    },
):
    """Of this game."""


class RoundBegan(Event, says=("last", "undaunted.event.last_round", "undaunted.event.round"), weight=3, begins=True):
    round: int
    last: bool = False
    """The scenario has no further one (H7)."""


class Drew(Event, says="undaunted.event.drew", only="seat", hides=("card",), weight=0, touches={"seat": "drew"}):
    """A card from the own deck; the other side knows only that one was drawn."""

    seat: Seat
    card: Card


class Reshuffled(Event, says="undaunted.event.reshuffled", weight=0, touches={"seat": "turned"}):
    seat: Seat


class InitiativeKept(Event, says="undaunted.event.initiative_kept", weight=0, touches={"seat": "turned"}):
    """The scenario says who begins (Q11)."""

    seat: Seat


class InitiativeRolled(
    Event, says="undaunted.event.initiative_rolled", short=True, weight=0, touches={"seat": "turned"}
):
    """The automa's die (Q14)."""

    seat: Seat
    die: int

    @property
    def roll(self) -> Roll:
        return Roll((self.die,), BEST)


class Bidden(Event, says="undaunted.event.bidden", short=True, weight=0, touches={"seat": "laid"}):
    seat: Seat
    card: Card
    value: int


class InitiativeWon(
    Event,
    says=("kept", "undaunted.event.initiative_tie", "undaunted.event.initiative_won"),
    touches={"seat": "turned"},
    begins=True,
):
    seat: Seat
    kept: bool
    """A tie: the marker stays where it is."""
    high: int
    low: int
    """What was rolled and bid."""


class Placed(Event, says="undaunted.event.placed", short=True, touches={"unit": "laid", "at": "laid"}, by="seat"):
    """A counter comes onto the board on its spawn tile (K3)."""

    seat: Seat
    unit: Card
    at: str


class Readied(Event, says="undaunted.event.readied", touches={"unit": "turned"}):
    seat: Seat
    unit: Card


class Moved(Event, spends=True):
    """Move, Scout or Stalk."""

    seat: Seat
    unit: Card
    how: str
    path: tuple[str, ...]
    """From the tile where it stood to the one where it stands now."""

    @property
    def text(self) -> Text:
        unit = unit_word(self.unit, self.seat)
        if len(self.path) == 1:
            return Text("undaunted.event.stayed", unit=unit, at=self.path[0])
        return Text(f"undaunted.moved.{self.how}", unit=unit, start=self.path[0], path=self.path[1:])

    @property
    def touches(self) -> tuple[Touch, ...]:
        if len(self.path) == 1:
            return (Touch(self.handle("unit"), "turned"),)
        return (Touch(self.handle("unit"), "moved", path=tuple(f"tile:{tile}" for tile in self.path)),)


class FogTaken(Event, says="undaunted.event.fog", weight=0, touches={"seat": ("took", "count")}):
    """Fog from the supply to the discard: the price of new markers (M2)."""

    seat: Seat
    count: int


class Played(Event, says="undaunted.event.played", touches={"seat": "laid"}):
    """A card is played; told where what it does would not say which."""

    seat: Seat
    card: Card
    action: str


class Fired(
    Event,
    says=("hit", "undaunted.event.fired_hit", "undaunted.event.fired_miss"),
    short=True,
    weight=("hit", 2, 1),
    touches={"target": "fired"},
    by="unit",
):
    """An attack, suppressing fire, or one target of a Blast."""

    seat: Seat
    unit: Card
    how: str
    target_seat: Seat
    target: Card
    defence: int
    dice: tuple[int, ...]
    hit: bool
    far: int = 0
    """What the distance adds to the defence; nothing against a Blast (C2)."""

    @property
    def short(self) -> Text:
        """Suppressing fire that hits costs no card: nobody is to fear that it did."""
        pins = self.hit and self.how == "suppress"
        return Text("undaunted.headline.fired_suppresses", **self.words()) if pins else super().short

    @property
    def roll(self) -> Roll:
        base, need = BASE[self.target], needed(self.defence)
        parts = {
            "base": base,
            "cover": self.defence - base - self.far,
            "far": self.far,
            "best": need - self.defence,
        }
        texts = tuple((Text(f"undaunted.part.{name}"), n) for name, n in parts.items() if n)
        return Roll(self.dice, BEST, need, True, texts, self.hit)


class Blasted(Event, says="undaunted.event.blasted", short=True, touches={"at": "fired"}, by="seat"):
    """The mortar fires at the marked tile."""

    seat: Seat
    at: str


class Lost(Event, says="undaunted.event.lost", short=True, weight=2):
    """A card of a unit leaves the game (C5)."""

    seat: Seat
    card: Card
    where: str
    """hand, discard, deck."""

    @property
    def touches(self) -> tuple[Touch, ...]:
        return Touch(_unit(self.seat, self.card), "hurt", 1), Touch(self.handle("seat"), "lost", 1)


class Removed(Event, says="undaunted.event.removed", weight=2, touches={"unit": "lost", "at": "lost"}):
    """A counter leaves the board."""

    seat: Seat
    unit: Card
    at: str


class Suppressed(Event, says="undaunted.event.suppressed", weight=2, touches={"unit": "turned"}):
    seat: Seat
    unit: Card


class Controlled(
    Event,
    says=("raised", "undaunted.event.raised", "undaunted.event.controlled"),
    weight=2,
    touches={"at": "turned", "seat": ("gained", "gained")},
    by="seat",
):
    """A tile is under control; a radio is worth more than before (V6)."""

    seat: Seat
    at: str
    points: int
    raised: bool
    gained: int = 0


class Bolstered(Event, says="undaunted.event.bolstered", short=True, touches={"seat": ("took", "count")}, by="card"):
    seat: Seat
    card: Card
    count: int


class Reinforced(Event, says="undaunted.event.reinforced", short=True, touches={"seat": ("took", "count")}):
    seat: Seat
    card: Card
    count: int


class Inspired(Event, says="undaunted.event.inspired", touches={"seat": "took"}):
    seat: Seat
    card: Card


class Guided(Event, says="undaunted.event.guided", short=True):
    seat: Seat
    unit: Card
    start: str
    to: str

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(self.handle("unit"), "moved", path=(f"tile:{self.start}", f"tile:{self.to}")),)


class Concealed(Event, says="undaunted.event.concealed"):
    """The other side gets a Fog card (P4)."""

    seat: Seat

    def words(self) -> dict[str, Field]:
        return {**super().words(), "other": side_word(1 - self.seat)}

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(f"seat:{SIDES[1 - self.seat]}", "took", by=self.handle("seat")),)


class Reconnoitred(Event, says="undaunted.event.recon", touches={"seat": "lost"}):
    """A Fog card leaves the game (P5)."""

    seat: Seat

    def words(self) -> dict[str, Field]:
        return {**super().words(), "card": card_word(FOG)}


class Targeted(Event, says="undaunted.event.targeted", short=True):
    seat: Seat
    at: str

    @property
    def touches(self) -> tuple[Touch, ...]:
        by = self.handle("seat")
        return Touch(f"target:{SIDES[self.seat]}", "laid", by=by), Touch(self.handle("at"), "laid", by=by)


class MarkerLifted(Event, says="undaunted.event.marker_lifted"):
    """The Mortar has moved (M5)."""

    seat: Seat

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(f"target:{SIDES[self.seat]}", "lost"),)


class Hunkered(Event, says="undaunted.event.hunkered", touches={"card": "laid"}, by="seat"):
    """A card goes back to the supply (K4)."""

    seat: Seat
    card: Card


class TurnEnded(Event, says="undaunted.event.turn_ended", weight=0, touches={"seat": "turned"}):
    seat: Seat


class Ended(Event, says="undaunted.ended.{reason}", weight=3, ends=True):
    reason: str
    winners: tuple[Seat, ...]

    def words(self) -> dict[str, Field]:
        beaten = side_word(1 - self.winners[0]) if self.winners else Text("undaunted.nobody")
        return {**super().words(), "loser": beaten}
