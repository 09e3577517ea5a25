"""What a player may do, and its notation.

    activate archer      move 3,4          play militia 2,6     buy knight
    auto hound           attack tentacle2  play volley siren    end
    give up militia      full, done        play harvest

Units are called by their kind, the second one of a kind `tentacle2`. Every action is built once and used again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from kempelen.engine.errors import BadNotation
from kempelen.engine.notation import words
from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.board import MOVE, Move
from kempelen.games.tactics.rules.state import Name, name_of
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
    "parse",
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
        at = Text("tactics.tile", at=f"{self.x},{self.y}")
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


def _bad(notation: str, reason: str, **fields: str) -> BadNotation:
    return BadNotation(
        Text("tactics.notation.bad", notation=notation, reason=Text(f"tactics.notation.{reason}", **fields))
    )


def parse(notation: str) -> Action:
    """The action with this notation; raises BadNotation."""
    match words(notation):
        case ["activate", unit]:
            return ACTIVATE[_unit(notation, unit)]
        case ["auto", unit]:
            return AUTO[_unit(notation, unit)]
        case ["move", at]:
            return MOVE[_tile(notation, at)]
        case ["attack", unit]:
            return ATTACK[_unit(notation, unit)]
        case ["give", "up", unit]:
            return GIVE_UP[_unit(notation, unit)]
        case ["full"]:
            return FULL
        case ["done"]:
            return DONE
        case ["end"]:
            return END
        case ["buy", card]:
            return BUY[_card(notation, card)]
        case ["play", card]:
            return PLAY[_card(notation, card)]
        case ["play", card, where] if "," in where:
            return PLAY_AT[(_card(notation, card), *_tile(notation, where))]
        case ["play", card, unit]:
            return PLAY_ON[_card(notation, card), _unit(notation, unit)]
    raise _bad(notation, "unknown")


def _unit(notation: str, text: str) -> Name:
    found = re.fullmatch(r"([a-z_]{1,40})([1-9]\d{0,3})?", text)
    if not found or found[2] == "1":
        raise _bad(notation, "unit", unit=text)
    return name_of(found[1], int(found[2] or 1))


def _card(notation: str, text: str) -> str:
    if not re.fullmatch(r"[a-z_]{1,40}", text):
        raise _bad(notation, "card", card=text)
    return text


def _tile(notation: str, text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,2}),(\d{1,2})", text)
    if not found:
        raise _bad(notation, "tile", at=text)
    return int(found[1]), int(found[2])
