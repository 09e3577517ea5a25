"""Choices that are no model's action: setting up, whose turn it is, to react or not, to roll again or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kempelen.games.universalis.face.words import place_text
from kempelen.text.say import Text

__all__ = [
    "CLEAR",
    "GO_ON",
    "HOLD",
    "HOLD_ALWAYS",
    "KEEP",
    "REACT_AGAIN",
    "REROLL",
    "SURRENDER",
    "Deploy",
    "Mission",
    "Pick",
    "Word",
    "Zone",
]

Place: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """A choice that is just a word."""

    notation: str

    @property
    def handles(self) -> tuple[str, ...]:
        return (self.notation,)

    @property
    def text(self) -> Text:
        return Text(f"universalis.do.{self.notation.replace(' ', '_')}")

    @property
    def quiet(self) -> bool:
        """Nothing happens at the table."""
        return self.notation in ("hold", "go on", "keep")

    @property
    def gives_up(self) -> bool:
        """Players who choose at random pass it by: giving up the game, or every reaction to come."""
        return self in (SURRENDER, HOLD_ALWAYS)


KEEP = Word("keep")
REROLL = Word("reroll")
HOLD = Word("hold")
HOLD_ALWAYS = Word("hold always")
"""Never ask this seat for reactions again; the opposite is REACT_AGAIN."""
REACT_AGAIN = Word("react again")
CLEAR = Word("clear")
GO_ON = Word("go on")
SURRENDER = Word("surrender")

WORDS = {word.notation: word for word in (KEEP, REROLL, HOLD, HOLD_ALWAYS, REACT_AGAIN, CLEAR, GO_ON, SURRENDER)}


# -- setting up and picking


@dataclass(slots=True, unsafe_hash=True)
class Pick:
    """Which model has its initiative phase (R072)."""

    label: str

    @property
    def notation(self) -> str:
        return f"pick {self.label}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"model:{self.label}",)

    @property
    def text(self) -> Text:
        return Text("universalis.do.pick", who=self.label)


@dataclass(slots=True, unsafe_hash=True)
class Mission:
    """A mission, chosen in secret (R063)."""

    name: str

    @property
    def notation(self) -> str:
        return f"mission {self.name}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"mission:{self.name}",)

    @property
    def text(self) -> Text:
        goal = Text(f"universalis.goal.{self.name}")
        return Text("universalis.do.mission", mission=Text(f"universalis.mission.{self.name}"), goal=goal)


@dataclass(slots=True, unsafe_hash=True)
class Zone:
    """How the deployment zone is turned (G43)."""

    degrees: int

    @property
    def notation(self) -> str:
        return f"zone {self.degrees}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"zone:{self.degrees}",)

    @property
    def text(self) -> Text:
        return Text("universalis.do.zone", degrees=self.degrees, edge=Text(f"universalis.edge.{self.degrees}"))


@dataclass(slots=True, unsafe_hash=True)
class Deploy:
    """Where a model starts (R065)."""

    label: str
    point: Place

    @property
    def notation(self) -> str:
        return f"{self.label} deploy {place_text(*self.point)}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"model:{self.label}", f"at:{place_text(*self.point)}")

    @property
    def text(self) -> Text:
        return Text("universalis.do.deploy", who=self.label, at=place_text(*self.point))
