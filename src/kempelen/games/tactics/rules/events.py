"""What has happened, for the log, the picture and whoever counts."""

from __future__ import annotations

from dataclasses import field

from kempelen.engine.events import Happening, Touch, Worded
from kempelen.engine.table import Seat
from kempelen.engine.trace import Trace
from kempelen.games.tactics.face.words import ai_word, card_word, mat_word, seat_word, unit_word
from kempelen.games.tactics.rules.board import Spot
from kempelen.games.tactics.rules.cards import HIDDEN_CARD, Ai, book
from kempelen.games.tactics.rules.state import Name
from kempelen.text.say import Field, Text

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


def own_word(name: Name) -> Text:
    """A unit, told to whoever owns it; a boss has a name of its own, unless it is a king."""
    card, kind = book().get(name.kind), unit_word(name.kind)
    if card is None or card.unit is None or ("king" not in card.unit.tags and card.unit.boss):
        return name.text
    if name.number == 1:
        return Text("tactics.own_unit", unit=kind)
    return Text("tactics.own_unit_number", unit=kind, n=name.number)


def _named(thing: Name | Spot) -> Text:
    return thing.text


def _cards_word(cards: tuple[str, ...]) -> tuple[Text, ...]:
    return tuple(map(card_word, cards))


class Event(
    Happening,
    words={
        "unit": _named,
        "target": _named,
        "at": _named,
        "start": _named,
        "end": _named,
        "ai": ai_word,
        "effect": lambda effect: Text(f"tactics.full.{effect}"),
        "seat": seat_word,
        "mat": Worded("mat", mat_word, of=("players",)),
        "resource": Worded("n"),
        "card": card_word,
        "cards": _cards_word,
        "left": Worded("n"),
        "healed": None,
        "boss": None,
        "by": None,
        "back": None,
        "trace": None,
        "winners": lambda winners: tuple(map(seat_word, winners)) or Text("tactics.nobody"),
    },
    handles={
        "unit": lambda event: f"unit:{event.unit.id}",
        "target": lambda event: f"unit:{event.target.id}",
        "at": lambda event: f"tile:{event.at}",
        "seat": lambda event: f"seat:{event.seat + 1}",
        "mat": lambda event: f"seat:{event.mat + 1}" if event.mat < event.players else "tray:opponent",
        "marks": lambda event: f"mark:{event.marks}",
    },
    hidden=HIDDEN_CARD,
):
    """Of this game."""


# -- units


class Activated(Event, says="tactics.event.activated", weight=0, touches={"unit": "turned"}):
    """A unit begins to act by its AI; the why grows while it acts."""

    unit: Name
    ai: Ai | None
    at: Spot
    trace: Trace | None = field(default=None, compare=False, repr=False)

    @property
    def text(self) -> Text:
        if self.ai is None:
            return Text("tactics.event.activated_without", unit=self.unit.text, at=self.at.text)
        return super().text


class Moved(Event, says="tactics.event.moved", short=True):
    """One move action that ended on another tile."""

    unit: Name
    start: Spot
    end: Spot

    @property
    def touches(self) -> tuple[Touch, ...]:
        return (Touch(self.handle("unit"), "moved", path=(f"tile:{self.start}", f"tile:{self.end}")),)


class Attacked(
    Event,
    says=("counter", "tactics.event.attacked_countered", "tactics.event.attacked"),
    short="tactics.headline.attacked",
    weight=2,
):
    """Both strike at once; no counter-damage if the attacker is out of the target's range."""

    unit: Name
    target: Name
    damage: int
    counter: int

    def words(self) -> dict[str, Field]:
        return {**super().words(), "counter": self.counter}

    @property
    def touches(self) -> tuple[Touch, ...]:
        unit, target = self.handle("unit"), self.handle("target")
        struck = Touch(target, "fired", by=unit), Touch(target, "hurt", self.damage, by=unit)
        return (*struck, Touch(unit, "hurt", self.counter, by=target)) if self.counter else struck

    def to_owner(self, handle: str) -> Text | None:
        if handle != self.handle("target"):
            return None
        return Text("tactics.headline.own_struck", unit=own_word(self.target), damage=self.damage, by=self.unit.text)


class FullAction(Event, says="tactics.event.full_action", weight=("income", 0, 1), touches={"unit": "turned"}):
    unit: Name
    effect: str

    @property
    def income(self) -> bool:
        return self.effect == "gain"


class Destroyed(Event, says="tactics.event.destroyed", short=True, weight=2, touches={"unit": "lost", "at": "lost"}):
    """By whom or by which card, where either did it: a loss is told with its culprit, and with what that lost itself at
    the same blow."""

    unit: Name
    at: Spot
    by: Name | str = ""
    back: int = 0

    @property
    def text(self) -> Text:
        if not self.by:
            return super().text
        return self._by_culprit("event", "destroyed_by", self.unit.text, at=self.at.text)

    @property
    def short(self) -> Text:
        if not self.by:
            return super().short
        return self._by_culprit("headline", "destroyed_by", self.unit.text)

    def to_owner(self, handle: str) -> Text | None:
        if handle != self.handle("unit"):
            return None
        unit = own_word(self.unit)
        if not self.by:
            return Text("tactics.headline.own_lost", unit=unit)
        return self._by_culprit("headline", "own_destroyed", unit)

    def _by_culprit(self, group: str, name: str, unit: Text, **more: Text) -> Text:
        by = card_word(self.by) if isinstance(self.by, str) else self.by.text
        if not self.back:
            return Text(f"tactics.{group}.{name}", unit=unit, by=by, **more)
        return Text(f"tactics.{group}.{name}_struck", unit=unit, by=by, back=self.back, **more)


class Tapped(Event, says="tactics.event.tapped", weight=0, touches={"unit": "turned"}, spends=True):
    unit: Name


class Hurt(Event, says="tactics.event.hurt", weight=2):
    """Damage from a card; one that is aimed at somebody flies there from whoever played it."""

    unit: Name
    damage: int
    card: str = ""
    mat: Seat = 0
    players: int = 0
    aimed: bool = False

    @property
    def text(self) -> Text:
        key = "hurt_by" if self.card else "hurt"
        card = {"card": card_word(self.card)} if self.card else {}
        return Text(f"tactics.event.{key}", unit=self.unit.text, damage=self.damage, **card)

    @property
    def touches(self) -> tuple[Touch, ...]:
        unit = self.handle("unit")
        by = self.handle("mat") if self.card else ""
        hurt = Touch(unit, "hurt", self.damage, by=by)
        return (Touch(unit, "fired", by=by), hurt) if self.aimed else (hurt,)

    def to_owner(self, handle: str) -> Text | None:
        if handle != self.handle("unit"):
            return None
        unit = own_word(self.unit)
        if not self.card:
            return Text("tactics.headline.own_hurt", unit=unit, damage=self.damage)
        return Text("tactics.headline.own_struck", unit=unit, damage=self.damage, by=card_word(self.card))


class Mended(Event, says="tactics.event.mended", short=True, touches={"unit": ("healed", "healed")}):
    unit: Name
    health: int
    healed: int
    card: str = ""

    @property
    def text(self) -> Text:
        if not self.card:
            return Text("tactics.event.mended", unit=self.unit.text, health=self.health)
        card = card_word(self.card)
        return Text("tactics.event.mended_by", unit=self.unit.text, health=self.health, healed=self.healed, card=card)


class Rallied(Event, says="tactics.event.rallied", touches={"unit": "turned"}):
    unit: Name


# -- cards and resource


class TurnBegan(
    Event,
    says="tactics.event.turn",
    short="tactics.headline.turn",
    weight=("opens", 1, 0),
    touches={"seat": "turned"},
    begins=True,
):
    """A player's turn; the first one opens the round."""

    seat: Seat
    round: int

    @property
    def opens(self) -> bool:
        return self.seat == 0

    @property
    def weight(self) -> int:
        """What the opponent has done in the round before is read before anybody goes on."""
        return 3 if self.opens and self.round > 1 else super().weight

    @property
    def text(self) -> Text:
        return Text("tactics.event.round", round=self.round) if self.opens else super().text

    @property
    def short(self) -> Text:
        return self.text if self.opens else super().short


class OpponentTurn(Event, says="tactics.event.opponent_turn", weight=0, begins=True):
    """The opponent's turn; the why grows while its list is followed."""

    mode: str
    trace: Trace | None = field(default=None, compare=False, repr=False)

    def words(self) -> dict[str, Field]:
        return {"opponent": Text(f"tactics.opponent.{self.mode or 'none'}")}


class Shuffled(Event, says="tactics.event.shuffled", weight=0, touches={"mat": "turned"}):
    mat: Seat
    players: int


class Gained(Event, says="tactics.event.gained", weight=0, touches={"mat": ("gained", "resource")}):
    mat: Seat
    players: int
    resource: int


class GaveUp(Event, says="tactics.event.gave_up", weight=2, touches={"unit": "lost"}):
    """A unit whose upkeep could not be paid."""

    unit: Name


class Paid(Event, says="tactics.event.paid", weight=0, touches={"mat": ("lost", "resource")}):
    """The upkeep of all units."""

    mat: Seat
    players: int
    resource: int


class Drew(Event, says="tactics.event.drew", weight=0, touches={"tray:opponent": "drew"}):
    """The opponent turns up a card."""

    card: str


class DrewHand(
    Event,
    says="tactics.event.drew_hand",
    unseen={"cards": "tactics.event.drew_hidden"},
    only="seat",
    hides=("cards",),
    weight=0,
    touches={"seat": "drew"},
):
    """A player draws; the others know only how many."""

    seat: Seat
    cards: tuple[str, ...]

    def words(self) -> dict[str, Field]:
        return {**super().words(), "n": len(self.cards)}


class Played(Event, touches={"unit": "laid", "at": "laid", "target": "turned"}, by="mat"):
    """A unit on a spawn tile, or an event, perhaps with a target."""

    mat: Seat
    players: int
    card: str
    at: Spot | None = None
    unit: Name | None = None
    target: Name | None = None

    @property
    def spends(self) -> bool:  # type: ignore[override]
        """A card with one use, and it is gone: that is looked at twice."""
        return self.unit is None

    @property
    def text(self) -> Text:
        mat, card = mat_word(self.mat, self.players), card_word(self.card)
        if self.at is not None:
            return Text("tactics.event.placed", mat=mat, card=card, at=self.at.text)
        if self.target is not None:
            return Text("tactics.event.played_on", mat=mat, card=card, target=self.target.text)
        return Text("tactics.event.played", mat=mat, card=card)

    @property
    def short(self) -> Text:
        """Of the opponent's side it is enough who comes, and where."""
        if self.mat < self.players or self.at is None:
            return self.text
        return Text("tactics.headline.enters", card=card_word(self.card), at=self.at.text)


class Discarded(Event, says="tactics.event.discarded", weight=0, touches={"tray:opponent": "laid"}):
    """The opponent's unused card."""

    card: str
    trace: Trace | None = field(default=None, compare=False, repr=False)


class DiscardedHand(
    Event,
    says="tactics.event.discarded_hand",
    unseen={"cards": "tactics.event.discarded_hidden"},
    weight=0,
    touches={"seat": "laid"},
):
    seat: Seat
    cards: tuple[str, ...]

    def words(self) -> dict[str, Field]:
        return {**super().words(), "n": len(self.cards)}


class Bought(Event, says="tactics.event.bought", touches={"seat": "took"}, by="tray:shop"):
    seat: Seat
    card: str


# -- pressure, and the end


class Marked(Event, says="tactics.event.marked", weight=2, looms=True, touches={"marks": "laid"}):
    """A repression mark on The Tyrant: with the last the game is lost."""

    marks: int
    limit: int


class Unmarked(Event, says="tactics.event.unmarked", short=True, weight=2, touches={"marks": "laid"}):
    marks: int


class Neutralised(Event, says="tactics.event.neutralised", short=True, weight=2, looms=True, touches={"at": "turned"}):
    """A store is closed."""

    at: Spot
    left: int


class Reopened(Event, says="tactics.event.reopened", short=True, weight=2, touches={"at": "turned"}):
    at: Spot


class Ended(Event, says="tactics.event.ended_{reason}", weight=3, ends=True):
    """With whose blow, where one was the last: an attack, or one that was struck back."""

    reason: str
    winners: tuple[Seat, ...]
    boss: Name | None = None
    by: Name | None = None
    back: bool = False

    @property
    def text(self) -> Text:
        if self.boss is None or self.by is None:
            return super().text
        key = f"tactics.event.ended_boss_{'back' if self.back else 'by'}"
        return Text(key, by=self.by.text, boss=self.boss.text, winners=tuple(map(seat_word, self.winners)))
