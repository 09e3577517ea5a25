"""What a player may do in his turn, and its notation.

    lay curve_up 3,-1 r180     break broken_pick 2        rockfall 3,0     discard map
    lay plus 1,0               repair fixed_pick 2 pick   map 8,-2         pass
                               take 3 (a gold card with three nuggets, commercial)

Players are numbered from 1. Every action is built once and used again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kempelen.engine.table import Seat
from kempelen.games.saboteur.face.words import card_word, goal_word, place_word, seat_word, tool_word, xy_text
from kempelen.games.saboteur.rules.board import GOALS
from kempelen.games.saboteur.rules.cards import CARDS, DECK_TU, NAMES, TOOL_NAMES, Card, Tool
from kempelen.games.saboteur.rules.places import Cell, Place
from kempelen.text.say import Text

__all__ = [
    "BREAK",
    "DISCARD",
    "LOOK",
    "MOST_PLAYERS",
    "PASS",
    "REPAIR",
    "ROCKFALLS",
    "TAKE",
    "Action",
    "Break",
    "Discard",
    "Look",
    "Pass",
    "Place",
    "Repair",
    "Rockfall",
    "Take",
]

MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True)
class Break:
    """Play a broken-tool card on another player (1.4.5)."""

    card: Card
    target: Seat

    @property
    def notation(self) -> str:
        return f"break {NAMES[self.card]} {self.target + 1}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{NAMES[self.card]}", f"seat:{self.target + 1}")

    @property
    def text(self) -> Text:
        return Text("saboteur.do.break", card=card_word(self.card), target=seat_word(self.target))


@dataclass(frozen=True, slots=True)
class Repair:
    """Play a repair card on oneself or another; a double card repairs one tool (1.4.6)."""

    card: Card
    target: Seat
    tool: Tool

    @property
    def notation(self) -> str:
        return f"repair {NAMES[self.card]} {self.target + 1} {TOOL_NAMES[self.tool]}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{NAMES[self.card]}", f"seat:{self.target + 1}", f"tool:{TOOL_NAMES[self.tool]}")

    @property
    def here(self) -> Text:
        """The same where the card has been picked."""
        return Text("saboteur.do.repair_here", target=seat_word(self.target), tool=tool_word(self.tool))

    @property
    def text(self) -> Text:
        return Text(
            "saboteur.do.repair", card=card_word(self.card), target=seat_word(self.target), tool=tool_word(self.tool)
        )


@dataclass(frozen=True, slots=True)
class Rockfall:
    """Remove a laid path card (1.4.7)."""

    cell: Cell

    @property
    def notation(self) -> str:
        return f"rockfall {xy_text(self.cell)}"

    @property
    def handles(self) -> tuple[str, ...]:
        return ("card:rockfall", f"cell:{xy_text(self.cell)}")

    @property
    def here(self) -> Text:
        """The same where the card is lit."""
        return Text("saboteur.do.rockfall_here")

    @property
    def text(self) -> Text:
        return Text("saboteur.do.rockfall", at=place_word(self.cell))


@dataclass(frozen=True, slots=True)
class Look:
    """Play a map and look at a goal that is face down (1.4.8)."""

    goal: Cell

    @property
    def notation(self) -> str:
        return f"map {xy_text(self.goal)}"

    @property
    def handles(self) -> tuple[str, ...]:
        return ("card:map", f"cell:{xy_text(self.goal)}")

    @property
    def text(self) -> Text:
        return Text("saboteur.do.map", at=goal_word(self.goal))


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a hand card away (1.4.9)."""

    card: Card

    @property
    def notation(self) -> str:
        return f"discard {NAMES[self.card]}" if self.card >= 0 else "discard hidden"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{NAMES[self.card]}" if self.card >= 0 else "card:hidden", "discard")

    @property
    def text(self) -> Text:
        return Text("saboteur.do.discard", card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class Pass:
    """With no cards left there is nothing to do (R29)."""

    notation = "pass"
    handles = ("pass",)
    text = Text("saboteur.do.pass")


@dataclass(frozen=True, slots=True)
class Take:
    """Take a gold card with so many nuggets (1.5.3, commercial)."""

    nuggets: int

    @property
    def notation(self) -> str:
        return f"take {self.nuggets}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"nugget:{self.nuggets}",)

    @property
    def text(self) -> Text:
        return Text("saboteur.do.take", n=self.nuggets)


Action: TypeAlias = Place | Break | Repair | Rockfall | Look | Discard | Pass | Take

PASS = Pass()
DISCARD = {card: Discard(card) for card in (*DECK_TU, -1)}
"""By card; -1 is a card thrown away face down that nobody names (companion, commercial)."""
BREAK = {card: tuple(Break(card, seat) for seat in range(MOST_PLAYERS)) for card in DECK_TU if CARDS[card].breaks}
REPAIR = {
    card: tuple({tool: Repair(card, seat, tool) for tool in CARDS[card].repairs} for seat in range(MOST_PLAYERS))
    for card in DECK_TU
    if CARDS[card].repairs
}
LOOK = {goal: Look(goal) for goal in GOALS}
TAKE = {n: Take(n) for n in (1, 2, 3)}


class _Rockfalls(dict[Cell, Rockfall]):
    def __missing__(self, cell: Cell) -> Rockfall:
        made = self[cell] = Rockfall(cell)
        return made


ROCKFALLS = _Rockfalls()
