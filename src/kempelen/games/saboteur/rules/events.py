"""What has happened, and who learns what of it."""

from __future__ import annotations

from kempelen.engine import table
from kempelen.engine.events import Happening, Worded
from kempelen.engine.table import Seat
from kempelen.games.saboteur.face.pictures import ROLE_ICONS, ROLE_SIGNS
from kempelen.games.saboteur.face.words import card_word, goal_word, place_word, seat_word, tool_word, xy_text
from kempelen.games.saboteur.rules.board import Cell
from kempelen.games.saboteur.rules.cards import CARDS, MAP, ROCKFALL, Card, Tool, is_blocking
from kempelen.games.saboteur.rules.state import GOAL_NAMES, ROLE_NAMES, Goal, Role
from kempelen.scene.model import Shape
from kempelen.text.say import Field, Text

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


def _role_word(role: Role) -> Text:
    return Text(f"saboteur.role.{ROLE_NAMES[role]}")


class Event(
    Happening,
    words={
        "round": Worded("n"),
        "seat": seat_word,
        "role": _role_word,
        "card": card_word,
        "cell": Worded("at", place_word),
        "goal": Worded("at", goal_word),
        "kind": Worded("goal", lambda kind: Text(f"saboteur.goal.{GOAL_NAMES[kind]}")),
        "target": seat_word,
        "tool": tool_word,
        "points": None,  # they seldom decide: whoever wants to know looks at a seat
        "nuggets": Worded("n"),
        "bonus": Worded("n"),
        "face_down": None,
    },
    handles={
        "seat": lambda event: f"seat:{event.seat + 1}",
        "target": lambda event: f"seat:{event.target + 1}",
        "cell": lambda event: f"cell:{xy_text(event.cell)}",
        "goal": lambda event: f"cell:{xy_text(event.goal)}",
    },
):
    """Of this game."""


class RoundBegan(Event, says="saboteur.event.round", weight=3):
    round: int
    players: int


class RoleDealt(
    Event,
    says="saboteur.event.role",
    unseen={"role": "saboteur.event.role_hidden"},
    only="seat",
    weight=3,
    touches={"seat": "drew"},
):
    """A role card goes to a player, who alone may look at it."""

    seat: Seat
    role: Role

    @property
    def picture(self) -> Shape:
        return Shape("role", "card", icon=ROLE_ICONS.get(self.role, ()), glyph=ROLE_SIGNS.get(self.role, "?"))


class Laid(
    Event,
    says=("turned", "saboteur.event.laid_turned", "saboteur.event.laid"),
    short=("turned", "saboteur.headline.laid_turned", "saboteur.headline.laid"),
    touches={"cell": "laid"},
    by="seat",
    weight=("blocks", 2, 1),
):
    seat: Seat
    card: Card
    cell: Cell
    turned: int
    points: int

    @property
    def brief(self) -> Text:
        return Text("saboteur.headline.laid_brief", seat=seat_word(self.seat), card=card_word(self.card))

    @property
    def blocks(self) -> bool:
        """A dead end: it tells who its player is, and turns a game."""
        return is_blocking(self.card)


class TurnedUp(Event, says="saboteur.event.turned_up", weight=2, touches={"goal": "turned"}):
    goal: Cell
    kind: Goal


class Broke(
    Event,
    says="saboteur.event.broke",
    short=True,
    touches={"target": "hurt"},
    by="seat",
    weight=2,
):
    seat: Seat
    card: Card
    target: Seat
    points: int

    def words(self) -> dict[str, Field]:
        return {**super().words(), "tool": tool_word(CARDS[self.card].breaks)}

    @property
    def brief(self) -> Text:
        tool = tool_word(CARDS[self.card].breaks)
        return Text(
            "saboteur.headline.broke_brief", seat=seat_word(self.seat), target=seat_word(self.target), tool=tool
        )


class Repaired(
    Event,
    says=("own", "saboteur.event.repaired_own", "saboteur.event.repaired"),
    short=True,
    touches={"target": "healed"},
    by="seat",
):
    seat: Seat
    card: Card
    target: Seat
    tool: Tool
    points: int

    @property
    def own(self) -> bool:
        return self.seat == self.target


class RockFell(
    Event,
    says="saboteur.event.rockfall",
    short=True,
    weight=2,
    touches={"cell": "lost"},
    by="seat",
):
    seat: Seat
    card: Card
    cell: Cell
    points: int

    @property
    def by_card(self) -> Card:
        """By which card; the other one is what it removed."""
        return ROCKFALL

    @property
    def brief(self) -> Text:
        return Text("saboteur.headline.rockfall_brief", seat=seat_word(self.seat))


class Looked(
    Event,
    says="saboteur.event.saw",
    unseen={"kind": "saboteur.event.looked"},
    only="seat",
    hides=("kind",),
    touches={"goal": "took"},
    by="seat",
):
    """Everybody sees which goal, only the player what it is."""

    seat: Seat
    goal: Cell
    kind: Goal

    @property
    def card(self) -> Card:
        """What was played for it."""
        return MAP


class Discarded(
    Event, says="saboteur.event.discarded", only="seat", hides=("card",), touches={"tray:discard": "laid"}, by="seat"
):
    """Face up for all, or face down (commercial) for the player alone."""

    seat: Seat
    card: Card
    face_down: bool

    def seen_by(self, seat: Seat) -> table.Event | None:
        return super().seen_by(seat) if self.face_down else self


class Passed(Event, says="saboteur.event.passed", touches={"seat": "turned"}):
    seat: Seat


class Drew(Event, says="saboteur.event.drew", only="seat", weight=0, touches={"seat": "drew"}, by="tray:deck"):
    """A card drawn at the end of a turn; others know only that one was drawn."""

    seat: Seat
    card: Card


class Took(Event, says="saboteur.event.took", short=True, weight=2, touches={"seat": ("gained", "nuggets")}):
    """Gold nuggets at the end of a round (commercial)."""

    seat: Seat
    nuggets: int


class HandScored(Event, says="saboteur.event.hand_scored", short=True, weight=0, touches={"seat": "drew"}):
    """What the cards left in a winner's hand bring; it seldom decides."""

    seat: Seat
    bonus: int


class Ended(Event, says="saboteur.event.ended_{reason}", short=True, weight=3, ends=True):
    """A round or the game is over; now all roles are shown."""

    reason: str
    winners: tuple[Seat, ...]
    roles: tuple[Role, ...]

    def words(self) -> dict[str, Field]:
        return {
            "winners": tuple(map(seat_word, self.winners)) or Text("saboteur.nobody"),
            "roles": tuple(
                Text("saboteur.was", seat=seat_word(seat), role=_role_word(role))
                for seat, role in enumerate(self.roles)
            ),
        }
