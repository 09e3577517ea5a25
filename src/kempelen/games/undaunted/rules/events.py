"""What happens; every event is a fact that can be said, and knows who may see it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kempelen.engine.table import HIDDEN, Event, Public, Seat
from kempelen.games.undaunted.face.words import action_word, card_word, side_word, unit_word
from kempelen.games.undaunted.rules.cards import FOG, Card
from kempelen.text.say import Text

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


@dataclass(frozen=True, slots=True)
class RoundBegan(Public):
    round: int

    @property
    def text(self) -> Text:
        return Text("undaunted.event.round", n=self.round)


@dataclass(frozen=True, slots=True)
class Drew:
    """A card from the own deck; the other side knows only that one was drawn."""

    seat: Seat
    card: Card

    @property
    def text(self) -> Text:
        return Text("undaunted.event.drew", side=side_word(self.seat), card=card_word(self.card))

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat == self.seat else replace(self, card=HIDDEN)


@dataclass(frozen=True, slots=True)
class Reshuffled(Public):
    seat: Seat

    @property
    def text(self) -> Text:
        return Text("undaunted.event.reshuffled", side=side_word(self.seat))


@dataclass(frozen=True, slots=True)
class InitiativeKept(Public):
    """The scenario says who begins (Q11)."""

    seat: Seat

    @property
    def text(self) -> Text:
        return Text("undaunted.event.initiative_kept", side=side_word(self.seat))


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Public):
    """The automa's die (Q14)."""

    seat: Seat
    roll: int

    @property
    def text(self) -> Text:
        return Text("undaunted.event.initiative_rolled", side=side_word(self.seat), roll=self.roll)


@dataclass(frozen=True, slots=True)
class Bidden(Public):
    seat: Seat
    card: Card
    value: int

    @property
    def text(self) -> Text:
        return Text("undaunted.event.bidden", side=side_word(self.seat), card=card_word(self.card), value=self.value)


@dataclass(frozen=True, slots=True)
class InitiativeWon(Public):
    seat: Seat
    kept: bool
    """A tie: the marker stays where it is."""

    @property
    def text(self) -> Text:
        key = "undaunted.event.initiative_tie" if self.kept else "undaunted.event.initiative_won"
        return Text(key, side=side_word(self.seat))


@dataclass(frozen=True, slots=True)
class Placed(Public):
    """A counter comes onto the board on its spawn tile (K3)."""

    seat: Seat
    unit: Card
    at: str

    @property
    def text(self) -> Text:
        return Text("undaunted.event.placed", unit=unit_word(self.unit, self.seat), at=self.at)


@dataclass(frozen=True, slots=True)
class Readied(Public):
    seat: Seat
    unit: Card

    @property
    def text(self) -> Text:
        return Text("undaunted.event.readied", unit=unit_word(self.unit, self.seat))


@dataclass(frozen=True, slots=True)
class Moved(Public):
    """Move, Scout or Stalk."""

    seat: Seat
    unit: Card
    how: str
    path: tuple[str, ...]
    """From the tile where it stood to the one where it stands now."""

    @property
    def text(self) -> Text:
        if len(self.path) == 1:
            return Text("undaunted.event.stayed", unit=unit_word(self.unit, self.seat), at=self.path[0])
        return Text(
            f"undaunted.moved.{self.how}",
            unit=unit_word(self.unit, self.seat),
            start=self.path[0],
            path=self.path[1:],
        )


@dataclass(frozen=True, slots=True)
class FogTaken(Public):
    """Fog from the supply to the discard: the price of new markers (M2)."""

    seat: Seat
    count: int

    @property
    def text(self) -> Text:
        return Text("undaunted.event.fog", side=side_word(self.seat), n=self.count)


@dataclass(frozen=True, slots=True)
class Played(Public):
    """A card is played; told where what it does would not say which."""

    seat: Seat
    card: Card
    action: str

    @property
    def text(self) -> Text:
        side, card = side_word(self.seat), card_word(self.card)
        return Text("undaunted.event.played", side=side, card=card, action=action_word(self.action))


@dataclass(frozen=True, slots=True)
class Fired(Public):
    """An attack, suppressing fire, or one target of a Blast."""

    seat: Seat
    unit: Card
    how: str
    target_seat: Seat
    target: Card
    defence: int
    dice: tuple[int, ...]
    hit: bool

    @property
    def text(self) -> Text:
        return Text(
            "undaunted.event.fired_hit" if self.hit else "undaunted.event.fired_miss",
            unit=unit_word(self.unit, self.seat),
            action=action_word(self.how),
            target=unit_word(self.target, self.target_seat),
            defence=self.defence,
            dice=self.dice,
        )


@dataclass(frozen=True, slots=True)
class Blasted(Public):
    """The mortar fires at the marked tile."""

    seat: Seat
    at: str

    @property
    def text(self) -> Text:
        return Text("undaunted.event.blasted", side=side_word(self.seat), at=self.at)


@dataclass(frozen=True, slots=True)
class Lost(Public):
    """A card of a unit leaves the game (C5)."""

    seat: Seat
    card: Card
    where: str
    """hand, discard, deck."""

    @property
    def text(self) -> Text:
        return Text(
            "undaunted.event.lost",
            side=side_word(self.seat),
            card=card_word(self.card),
            where=Text(f"undaunted.where.{self.where}"),
        )


@dataclass(frozen=True, slots=True)
class Removed(Public):
    """A counter leaves the board."""

    seat: Seat
    unit: Card

    @property
    def text(self) -> Text:
        return Text("undaunted.event.removed", unit=unit_word(self.unit, self.seat))


@dataclass(frozen=True, slots=True)
class Suppressed(Public):
    seat: Seat
    unit: Card

    @property
    def text(self) -> Text:
        return Text("undaunted.event.suppressed", unit=unit_word(self.unit, self.seat))


@dataclass(frozen=True, slots=True)
class Controlled(Public):
    """A tile is under control; a radio is worth more than before (V6)."""

    seat: Seat
    at: str
    points: int
    raised: bool

    @property
    def text(self) -> Text:
        key = "undaunted.event.raised" if self.raised else "undaunted.event.controlled"
        return Text(key, side=side_word(self.seat), at=self.at, points=self.points)


@dataclass(frozen=True, slots=True)
class Bolstered(Public):
    seat: Seat
    card: Card
    count: int

    @property
    def text(self) -> Text:
        return Text("undaunted.event.bolstered", side=side_word(self.seat), card=card_word(self.card), n=self.count)


@dataclass(frozen=True, slots=True)
class Reinforced(Public):
    seat: Seat
    card: Card
    count: int

    @property
    def text(self) -> Text:
        return Text("undaunted.event.reinforced", side=side_word(self.seat), card=card_word(self.card), n=self.count)


@dataclass(frozen=True, slots=True)
class Inspired(Public):
    seat: Seat
    card: Card

    @property
    def text(self) -> Text:
        return Text("undaunted.event.inspired", side=side_word(self.seat), card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class Guided(Public):
    seat: Seat
    unit: Card
    start: str
    to: str

    @property
    def text(self) -> Text:
        return Text("undaunted.event.guided", unit=unit_word(self.unit, self.seat), start=self.start, to=self.to)


@dataclass(frozen=True, slots=True)
class Concealed(Public):
    """The other side gets a Fog card (P4)."""

    seat: Seat

    @property
    def text(self) -> Text:
        return Text("undaunted.event.concealed", side=side_word(self.seat), other=side_word(1 - self.seat))


@dataclass(frozen=True, slots=True)
class Reconnoitred(Public):
    """A Fog card leaves the game (P5)."""

    seat: Seat

    @property
    def text(self) -> Text:
        return Text("undaunted.event.recon", side=side_word(self.seat), card=card_word(FOG))


@dataclass(frozen=True, slots=True)
class Targeted(Public):
    seat: Seat
    at: str

    @property
    def text(self) -> Text:
        return Text("undaunted.event.targeted", side=side_word(self.seat), at=self.at)


@dataclass(frozen=True, slots=True)
class MarkerLifted(Public):
    """The Mortar has moved (M5)."""

    seat: Seat

    @property
    def text(self) -> Text:
        return Text("undaunted.event.marker_lifted", side=side_word(self.seat))


@dataclass(frozen=True, slots=True)
class Hunkered(Public):
    """A card goes back to the supply (K4)."""

    seat: Seat
    card: Card

    @property
    def text(self) -> Text:
        return Text("undaunted.event.hunkered", side=side_word(self.seat), card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class TurnEnded(Public):
    seat: Seat

    @property
    def text(self) -> Text:
        return Text("undaunted.event.turn_ended", side=side_word(self.seat))


@dataclass(frozen=True, slots=True)
class Ended(Public):
    reason: str
    winners: tuple[Seat, ...]

    @property
    def text(self) -> Text:
        winner = side_word(self.winners[0]) if self.winners else Text("undaunted.nobody")
        return Text(f"undaunted.ended.{self.reason}", winner=winner)
