"""What a player may do, and its notation.

    activate archer      move 3,4          play militia 2,6     buy knight
    auto hound           attack tentacle2  play volley siren    end
    give up militia      full, done        play harvest

Units are called by their kind, the second one of a kind `tentacle2`. Every action is built once and used again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.board import MOVE, Move
from kempelen.games.tactics.rules.state import Name
from kempelen.games.tactics.rules.topology import tile_name
from kempelen.text.say import Text

__all__ = [
    "ACTIVATE",
    "ATTACK",
    "AUTO",
    "BUY",
    "DONE",
    "END",
    "FULL",
    "GIVE_UP",
    "MOVE",
    "PLAY",
    "PLAY_AT",
    "PLAY_ON",
    "Action",
    "Activate",
    "Attack",
    "Auto",
    "Buy",
    "Done",
    "End",
    "Full",
    "GiveUp",
    "Move",
    "Play",
    "PlayAt",
    "PlayOn",
]


@dataclass(frozen=True, slots=True)
class Activate:
    """Let a unit act; its actions follow (P3)."""

    unit: Name

    @property
    def notation(self) -> str:
        return f"activate {self.unit.id}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"unit:{self.unit.id}",)

    @property
    def text(self) -> Text:
        return Text("tactics.do.activate", unit=self.unit.text)


@dataclass(frozen=True, slots=True)
class Auto:
    """Let a unit act by its AI."""

    unit: Name

    @property
    def notation(self) -> str:
        return f"auto {self.unit.id}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"unit:{self.unit.id}",)

    @property
    def text(self) -> Text:
        return Text("tactics.do.auto", unit=self.unit.text)


@dataclass(frozen=True, slots=True)
class Attack:
    """One attack action of the acting unit."""

    target: Name

    @property
    def notation(self) -> str:
        return f"attack {self.target.id}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"unit:{self.target.id}",)

    @property
    def text(self) -> Text:
        return Text("tactics.do.attack", unit=self.target.text)


@dataclass(frozen=True, slots=True)
class Full:
    """The full action of the acting unit."""

    notation = "full"
    handles = ("full",)
    text = Text("tactics.do.full")


@dataclass(frozen=True, slots=True)
class Done:
    """The acting unit does nothing more."""

    notation = "done"
    handles = ("done",)
    text = Text("tactics.do.done")


@dataclass(frozen=True, slots=True)
class Play:
    """An event that needs no target."""

    card: str

    @property
    def notation(self) -> str:
        return f"play {self.card}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{self.card}",)

    @property
    def text(self) -> Text:
        return Text("tactics.do.play", card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class PlayAt:
    """A unit on a spawn tile."""

    card: str
    x: int
    y: int

    @property
    def notation(self) -> str:
        return f"play {self.card} {self.x},{self.y}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{self.card}", f"tile:{self.x},{self.y}")

    @property
    def text(self) -> Text:
        at = Text("tactics.tile", at=tile_name(self.x, self.y))
        return Text("tactics.do.play_at", card=card_word(self.card), at=at)


@dataclass(frozen=True, slots=True)
class PlayOn:
    """An event on a unit."""

    card: str
    target: Name

    @property
    def notation(self) -> str:
        return f"play {self.card} {self.target.id}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"card:{self.card}", f"unit:{self.target.id}")

    @property
    def text(self) -> Text:
        return Text("tactics.do.play_on", card=card_word(self.card), unit=self.target.text)


@dataclass(frozen=True, slots=True)
class Buy:
    """A card from a store (P4)."""

    card: str

    @property
    def notation(self) -> str:
        return f"buy {self.card}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"shop:{self.card}",)

    @property
    def text(self) -> Text:
        return Text("tactics.do.buy", card=card_word(self.card))


@dataclass(frozen=True, slots=True)
class GiveUp:
    """A unit whose upkeep is not paid (P2)."""

    unit: Name

    @property
    def notation(self) -> str:
        return f"give up {self.unit.id}"

    @property
    def handles(self) -> tuple[str, ...]:
        return (f"unit:{self.unit.id}",)

    @property
    def text(self) -> Text:
        return Text("tactics.do.give_up", unit=self.unit.text)


@dataclass(frozen=True, slots=True)
class End:
    """End the turn."""

    notation = "end"
    handles = ("end",)
    text = Text("tactics.do.end")


Action: TypeAlias = Activate | Auto | Move | Attack | Full | Done | Play | PlayAt | PlayOn | Buy | GiveUp | End

K = TypeVar("K")
A = TypeVar("A")


class _Once(dict[K, A], Generic[K, A]):
    """Actions by what they are made of, each made when first asked for."""

    def __init__(self, make: Callable[[K], A]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> A:
        made = self[key] = self._make(key)
        return made


ACTIVATE: _Once[Name, Activate] = _Once(Activate)
AUTO: _Once[Name, Auto] = _Once(Auto)
ATTACK: _Once[Name, Attack] = _Once(Attack)
GIVE_UP: _Once[Name, GiveUp] = _Once(GiveUp)
BUY: _Once[str, Buy] = _Once(Buy)
PLAY: _Once[str, Play] = _Once(Play)
PLAY_AT: _Once[tuple[str, int, int], PlayAt] = _Once(lambda at: PlayAt(*at))
PLAY_ON: _Once[tuple[str, Name], PlayOn] = _Once(lambda on: PlayOn(*on))
FULL, DONE, END = Full(), Done(), End()
