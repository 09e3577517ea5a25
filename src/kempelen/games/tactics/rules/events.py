"""What has happened, for the log, the picture and whoever counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kempelen.engine.table import Event, Public, Seat
from kempelen.engine.trace import Trace
from kempelen.games.tactics.face.words import ai_word, card_word, mat_word, seat_word
from kempelen.games.tactics.rules.board import Spot
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Ai
from kempelen.games.tactics.rules.state import Name
from kempelen.text.say import Text

__all__ = [
    "Activated",
    "Attacked",
    "Bought",
    "Destroyed",
    "Discarded",
    "DiscardedHand",
    "Drew",
    "DrewHand",
    "Ended",
    "FullAction",
    "Gained",
    "GaveUp",
    "Hurt",
    "Marked",
    "Mended",
    "Moved",
    "Neutralised",
    "OpponentTurn",
    "Paid",
    "Played",
    "Rallied",
    "Reopened",
    "Shuffled",
    "Tapped",
    "TurnBegan",
    "Unmarked",
]


# -- units


@dataclass(frozen=True, slots=True)
class Activated(Public):
    """A unit begins to act by its AI; the why grows while it acts."""

    unit: Name
    ai: Ai | None
    at: Spot
    trace: Trace | None = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> Text:
        if self.ai is None:
            return Text("tactics.event.activated_without", unit=self.unit.text, at=self.at.text)
        return Text("tactics.event.activated", unit=self.unit.text, at=self.at.text, ai=ai_word(self.ai))


@dataclass(frozen=True, slots=True)
class Moved(Public):
    """One move action that ended on another tile."""

    unit: Name
    start: Spot
    end: Spot

    @property
    def text(self) -> Text:
        return Text("tactics.event.moved", unit=self.unit.text, start=self.start.text, end=self.end.text)


@dataclass(frozen=True, slots=True)
class Attacked(Public):
    """Both strike at once; no counter-damage if the attacker is out of the target's range."""

    unit: Name
    target: Name
    damage: int
    counter: int

    @property
    def text(self) -> Text:
        key = "attacked_countered" if self.counter else "attacked"
        return Text(
            f"tactics.event.{key}",
            unit=self.unit.text,
            target=self.target.text,
            damage=self.damage,
            counter=self.counter,
        )


@dataclass(frozen=True, slots=True)
class FullAction(Public):
    unit: Name
    effect: str

    @property
    def text(self) -> Text:
        return Text("tactics.event.full_action", unit=self.unit.text, effect=Text(f"tactics.full.{self.effect}"))


@dataclass(frozen=True, slots=True)
class Destroyed(Public):
    unit: Name
    at: Spot

    @property
    def text(self) -> Text:
        return Text("tactics.event.destroyed", unit=self.unit.text, at=self.at.text)


@dataclass(frozen=True, slots=True)
class Tapped(Public):
    unit: Name

    @property
    def text(self) -> Text:
        return Text("tactics.event.tapped", unit=self.unit.text)


@dataclass(frozen=True, slots=True)
class Hurt(Public):
    """Damage from an event."""

    unit: Name
    damage: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.hurt", unit=self.unit.text, damage=self.damage)


@dataclass(frozen=True, slots=True)
class Mended(Public):
    unit: Name
    health: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.mended", unit=self.unit.text, health=self.health)


@dataclass(frozen=True, slots=True)
class Rallied(Public):
    unit: Name

    @property
    def text(self) -> Text:
        return Text("tactics.event.rallied", unit=self.unit.text)


# -- cards and resource


@dataclass(frozen=True, slots=True)
class TurnBegan(Public):
    """A player's turn."""

    seat: Seat
    round: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.turn", seat=seat_word(self.seat), round=self.round)


@dataclass(frozen=True, slots=True)
class OpponentTurn(Public):
    """The opponent's turn; the why grows while its list is followed."""

    mode: str
    trace: Trace | None = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> Text:
        return Text("tactics.event.opponent_turn", opponent=Text(f"tactics.opponent.{self.mode or 'none'}"))


@dataclass(frozen=True, slots=True)
class Shuffled(Public):
    mat: Seat
    players: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.shuffled", mat=mat_word(self.mat, self.players))


@dataclass(frozen=True, slots=True)
class Gained(Public):
    mat: Seat
    players: int
    resource: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.gained", mat=mat_word(self.mat, self.players), n=self.resource)


@dataclass(frozen=True, slots=True)
class GaveUp(Public):
    """A unit whose upkeep could not be paid."""

    unit: Name

    @property
    def text(self) -> Text:
        return Text("tactics.event.gave_up", unit=self.unit.text)


@dataclass(frozen=True, slots=True)
class Paid(Public):
    """The upkeep of all units."""

    mat: Seat
    players: int
    resource: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.paid", mat=mat_word(self.mat, self.players), n=self.resource)


@dataclass(frozen=True, slots=True)
class Drew(Public):
    """The opponent turns up a card."""

    card: str

    @property
    def text(self) -> Text:
        return Text("tactics.event.drew", card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class DrewHand:
    """A player draws; the others know only how many."""

    seat: Seat
    cards: tuple[str, ...]

    @property
    def text(self) -> Text:
        if HIDDEN_CARD in self.cards:
            return Text("tactics.event.drew_hidden", seat=seat_word(self.seat), n=len(self.cards))
        return Text(
            "tactics.event.drew_hand", seat=seat_word(self.seat), cards=tuple(card_word(card) for card in self.cards)
        )

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat == self.seat else replace(self, cards=(HIDDEN_CARD,) * len(self.cards))


@dataclass(frozen=True, slots=True)
class Played(Public):
    """A unit on a spawn tile, or an event, perhaps with a target."""

    mat: Seat
    players: int
    card: str
    at: Spot | None = None
    unit: Name | None = None
    target: Name | None = None

    @property
    def text(self) -> Text:
        mat, card = mat_word(self.mat, self.players), card_word(self.card)
        if self.at is not None:
            return Text("tactics.event.placed", mat=mat, card=card, at=self.at.text)
        if self.target is not None:
            return Text("tactics.event.played_on", mat=mat, card=card, target=self.target.text)
        return Text("tactics.event.played", mat=mat, card=card)


@dataclass(frozen=True, slots=True)
class Discarded(Public):
    """The opponent's unused card."""

    card: str
    trace: Trace | None = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> Text:
        return Text("tactics.event.discarded", card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class DiscardedHand(Public):
    seat: Seat
    cards: tuple[str, ...]

    @property
    def text(self) -> Text:
        if HIDDEN_CARD in self.cards:
            return Text("tactics.event.discarded_hidden", seat=seat_word(self.seat), n=len(self.cards))
        return Text(
            "tactics.event.discarded_hand",
            seat=seat_word(self.seat),
            cards=tuple(card_word(card) for card in self.cards),
        )


@dataclass(frozen=True, slots=True)
class Bought(Public):
    seat: Seat
    card: str

    @property
    def text(self) -> Text:
        return Text("tactics.event.bought", seat=seat_word(self.seat), card=card_word(self.card))


# -- pressure, and the end


@dataclass(frozen=True, slots=True)
class Marked(Public):
    """A repression mark on The Tyrant."""

    marks: int
    limit: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.marked", marks=self.marks, limit=self.limit)


@dataclass(frozen=True, slots=True)
class Unmarked(Public):
    marks: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.unmarked", marks=self.marks)


@dataclass(frozen=True, slots=True)
class Neutralised(Public):
    """A store is closed."""

    at: Spot
    left: int

    @property
    def text(self) -> Text:
        return Text("tactics.event.neutralised", at=self.at.text, n=self.left)


@dataclass(frozen=True, slots=True)
class Reopened(Public):
    at: Spot

    @property
    def text(self) -> Text:
        return Text("tactics.event.reopened", at=self.at.text)


@dataclass(frozen=True, slots=True)
class Ended(Public):
    reason: str
    winners: tuple[Seat, ...]

    @property
    def text(self) -> Text:
        winners = tuple(seat_word(seat) for seat in self.winners) or Text("tactics.nobody")
        return Text(f"tactics.event.ended_{self.reason}", winners=winners)
