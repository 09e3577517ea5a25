"""What has happened, and who learns what of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kempelen.engine.table import HIDDEN, Event, Public, Seat
from kempelen.games.saboteur.face.words import card_word, seat_word, tool_word, xy_text
from kempelen.games.saboteur.rules.board import Cell
from kempelen.games.saboteur.rules.cards import Card, Tool
from kempelen.games.saboteur.rules.state import GOAL_NAMES, ROLE_NAMES, Goal, Role
from kempelen.text.say import Text

__all__ = [
    "Broke",
    "Discarded",
    "Drew",
    "Ended",
    "HandScored",
    "Laid",
    "Looked",
    "Passed",
    "Repaired",
    "RockFell",
    "RoleDealt",
    "RoundBegan",
    "Took",
    "TurnedUp",
]


@dataclass(frozen=True, slots=True)
class RoundBegan(Public):
    round: int
    players: int

    @property
    def text(self) -> Text:
        return Text("saboteur.event.round", n=self.round, players=self.players)


@dataclass(frozen=True, slots=True)
class RoleDealt:
    """A role card goes to a player, who alone may look at it."""

    seat: Seat
    role: Role

    @property
    def text(self) -> Text:
        if self.role == HIDDEN:
            return Text("saboteur.event.role_hidden", seat=seat_word(self.seat))
        return Text(
            "saboteur.event.role", seat=seat_word(self.seat), role=Text(f"saboteur.role.{ROLE_NAMES[self.role]}")
        )

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class Laid(Public):
    seat: Seat
    card: Card
    cell: Cell
    turned: int
    points: int

    @property
    def text(self) -> Text:
        return Text(
            "saboteur.event.laid_turned" if self.turned else "saboteur.event.laid",
            seat=seat_word(self.seat),
            card=card_word(self.card),
            at=xy_text(self.cell),
            points=_points(self.points),
        )


@dataclass(frozen=True, slots=True)
class TurnedUp(Public):
    goal: Cell
    kind: Goal

    @property
    def text(self) -> Text:
        return Text(
            "saboteur.event.turned_up", at=xy_text(self.goal), goal=Text(f"saboteur.goal.{GOAL_NAMES[self.kind]}")
        )


@dataclass(frozen=True, slots=True)
class Broke(Public):
    seat: Seat
    card: Card
    target: Seat
    points: int

    @property
    def text(self) -> Text:
        return Text(
            "saboteur.event.broke",
            seat=seat_word(self.seat),
            card=card_word(self.card),
            target=seat_word(self.target),
            points=_points(self.points),
        )


@dataclass(frozen=True, slots=True)
class Repaired(Public):
    seat: Seat
    card: Card
    target: Seat
    tool: Tool
    points: int

    @property
    def text(self) -> Text:
        key = "saboteur.event.repaired_own" if self.seat == self.target else "saboteur.event.repaired"
        return Text(
            key,
            seat=seat_word(self.seat),
            target=seat_word(self.target),
            tool=tool_word(self.tool),
            points=_points(self.points),
        )


@dataclass(frozen=True, slots=True)
class RockFell(Public):
    seat: Seat
    card: Card
    cell: Cell
    points: int

    @property
    def text(self) -> Text:
        return Text(
            "saboteur.event.rockfall",
            seat=seat_word(self.seat),
            card=card_word(self.card),
            at=xy_text(self.cell),
            points=_points(self.points),
        )


@dataclass(frozen=True, slots=True)
class Looked:
    """Everybody sees which goal, only the player what it is."""

    seat: Seat
    goal: Cell
    kind: Goal

    @property
    def text(self) -> Text:
        if self.kind == HIDDEN:
            return Text("saboteur.event.looked", seat=seat_word(self.seat), at=xy_text(self.goal))
        goal = Text(f"saboteur.goal.{GOAL_NAMES[self.kind]}")
        return Text("saboteur.event.saw", seat=seat_word(self.seat), at=xy_text(self.goal), goal=goal)

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat == self.seat else replace(self, kind=HIDDEN)


@dataclass(frozen=True, slots=True)
class Discarded:
    """Face up for all, or face down (commercial) for the player alone."""

    seat: Seat
    card: Card
    face_down: bool

    @property
    def text(self) -> Text:
        return Text("saboteur.event.discarded", seat=seat_word(self.seat), card=card_word(self.card))

    def seen_by(self, seat: Seat) -> Event | None:
        return replace(self, card=HIDDEN) if self.face_down and seat != self.seat else self


@dataclass(frozen=True, slots=True)
class Passed(Public):
    seat: Seat

    @property
    def text(self) -> Text:
        return Text("saboteur.event.passed", seat=seat_word(self.seat))


@dataclass(frozen=True, slots=True)
class Drew:
    """A card drawn at the end of a turn; others know only that one was drawn."""

    seat: Seat
    card: Card

    @property
    def text(self) -> Text:
        return Text("saboteur.event.drew", seat=seat_word(self.seat), card=card_word(self.card))

    def seen_by(self, seat: Seat) -> Event | None:
        return self if seat == self.seat else None


@dataclass(frozen=True, slots=True)
class Took(Public):
    """Gold nuggets at the end of a round (commercial)."""

    seat: Seat
    nuggets: int

    @property
    def text(self) -> Text:
        return Text("saboteur.event.took", seat=seat_word(self.seat), n=self.nuggets)


@dataclass(frozen=True, slots=True)
class HandScored(Public):
    """What the cards left in a winner's hand bring."""

    seat: Seat
    points: int

    @property
    def text(self) -> Text:
        return Text("saboteur.event.hand_scored", seat=seat_word(self.seat), n=self.points)


@dataclass(frozen=True, slots=True)
class Ended(Public):
    """A round or the game is over; now all roles are shown."""

    reason: str
    winners: tuple[Seat, ...]
    roles: tuple[Role, ...]

    @property
    def text(self) -> Text:
        winners = tuple(seat_word(seat) for seat in self.winners)
        return Text(
            f"saboteur.event.ended_{self.reason}",
            winners=winners or Text("saboteur.nobody"),
            roles=tuple(
                Text("saboteur.was", seat=seat_word(seat), role=Text(f"saboteur.role.{ROLE_NAMES[role]}"))
                for seat, role in enumerate(self.roles)
            ),
        )


def _points(points: int) -> Text:
    """`(+3)` behind an action that scored, nothing otherwise."""
    return Text("saboteur.scored", n=points) if points else Text("saboteur.scored_none")
