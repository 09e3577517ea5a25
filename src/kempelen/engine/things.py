"""The things of a game: cards and dice, how they are written, and which of them may lie on a real table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kempelen.engine.setup import Setup
from kempelen.engine.table import Seat
from kempelen.scene.model import Scene, Shape
from kempelen.text.say import Say, Text

__all__ = [
    "KEPT",
    "RESERVED",
    "SHARE",
    "UNNAMED",
    "Below",
    "Correction",
    "Ground",
    "Kept",
    "KeptNow",
    "Prepared",
    "Things",
    "other_numbers",
    "slot_key",
]

KEPT = "kept"
"""Among what lies on a real table: the app draws the automas' cards of a real pile from a supply that was set aside."""
SHARE = "share"
"""With KEPT: people sort out their own share if that is less, and the supply has cards only that every box has."""
UNNAMED = "?"
"""What somebody says who keeps to himself what nothing depends on."""
RESERVED = frozenset({"dice", "rolls", "questions", KEPT, SHARE})
"""What else may lie on a real table beside piles, see `tables/real`: no pile may be called so."""


Below = Callable[[int, int], int]
"""A number below the first one, for the so many-th lot: always the same in a game."""


def slot_key(game: str, slot: str, has: Callable[[str], bool]) -> str:
    """The text for something face down: a word for just this one, the middle of three, or for all of its kind."""
    kind, _, number = slot.partition(" ")
    own = f"{game}.slot.{kind}.{number}"
    return own if has(own) else f"{game}.slot.{kind}"


def _as_typed(position: Mapping[str, Any], facts: Mapping[str, Any]) -> Mapping[str, Any]:
    return facts


@dataclass(frozen=True, slots=True)
class Correction:
    """Something that may be true of a thing on a real table, and is not what the program believes."""

    text: Text
    """As a sentence: "stands on C2"."""
    fact: str
    """As it would be typed, `us.rifleman-A=C2`; with `{}` in it what a person types comes there."""
    at: str = ""
    """The place on the board that is tapped for it; `held:NOTATION` is a card of a hand that is another one."""
    thing: str = ""
    """A card by its notation, if it is chosen by its picture."""
    points: bool = False
    """What is typed is a point of a table in centimetres: it may be tapped instead."""
    n: int | None = None
    """The number that is true instead, where only that is chosen; those of the same `about` stand in one row."""
    about: Text | None = None
    """What the number counts, in a word: "health"."""
    was: Text | None = None
    """What the program believes instead, short: "B1", "3"; None where the text itself says the opposite."""


MORE = 6
"""So many more than the program believes are offered."""


def other_numbers(
    about: Text, text: Callable[[int], Text], now: int, fact: Callable[[int], str], most: int
) -> Iterator[Correction]:
    """What is only counted: every other number that may be true, in a row, each as a sentence and as a fact."""
    for n in range(min(most, max(now + MORE, 2 * MORE)) + 1):
        if n != now:
            yield Correction(text(n), fact(n), n=n, about=about, was=Text("web.beside.number", n=now))


@dataclass(frozen=True, slots=True)
class Prepared:
    """Something that is got ready beside the board before a game at a real table."""

    text: Text
    cards: tuple[str, ...] = ()
    """The cards of it by their notation, each as often as it is there; empty if nobody has to look for them."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One thing of which the board is made before a game at a real table."""

    text: Text
    """What it is."""
    lines: tuple[Text, ...] = ()
    """Where it lies and how it is made, one thing a line."""
    handles: tuple[str, ...] = ()
    """The shapes of the picture that show it."""
    on: Text | None = None
    """What is written on it in the picture, in a few letters: its measures."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A pile of which some cards are set aside for automas: the app draws from these secretly, people from the rest."""

    pile: str
    supply: tuple[str, ...]
    rest: tuple[str, ...]
    """What people can have."""
    share: bool = False
    """What people can have is no more than they will need: they may sort that out instead of the supply."""


@dataclass(frozen=True, slots=True)
class KeptNow:
    """Where cards that were set aside for automas have got to."""

    share: int
    """So many cards people were given, in their hands and in their own pile."""
    people: frozenset[Seat]
    done: tuple[Any, ...]
    """What they have done since these cards were shuffled."""
    first: Any
    """The table before anybody did anything."""


@dataclass(frozen=True, kw_only=True)
class Things:
    """Every game has some; one without cards and dice need not say anything."""

    card_text: Callable[[Any], str] = str
    """The notation of a card, role or whatever the game draws from decks."""
    card_from: Callable[[str], Any] = lambda text: text
    """The card with this notation; raises BadNotation."""
    word: Callable[[str], Text | None] = lambda notation: None
    """What is drawn or picked by lot in words; None if its text is found by its notation."""
    picture: Callable[[str, Say], Shape | None] = lambda notation, say: None
    """A card, a role or a unit with this notation as it looks, for whoever has to find it; None if it has no look."""
    group: Callable[[str], Text | None] = lambda notation: None
    """What a card is sorted under where many are offered, such as "paths"; None for all in one row."""
    physical: frozenset[str] = frozenset()
    """The piles that lie on the table when the game is played with real cards."""
    usual: Callable[[frozenset[Seat]], frozenset[str]] | None = None
    """Of these piles, those that usually lie on the table when these seats are people; without it all of them."""
    own_dice: frozenset[str] = frozenset()
    """What people may roll for themselves in a game at the screen: ROLLS, and lots that are drawn openly, by name."""
    seat_lots: frozenset[str] = frozenset()
    """Lots that fall on a seat, by name: they are told by whose it is."""
    example_fact: str = ""
    """What may have to be corrected at a tracked table, as it is typed; empty for the first number of a position."""
    corrections: Callable[[Mapping[str, Any], str, Sequence[str]], Sequence[Correction]] = lambda position, of, at: ()
    """What else may be true of the thing with this handle, given the position and the places of the board."""
    by_hand: Callable[[Any, frozenset[str]], Text | None] = lambda event, there: None
    """What hands still do at a real table after an event, and its sentence does not say: where a card or a marker goes,
    given what lies there. Of a small event it is said in place of its sentence."""
    in_vain: Callable[[Any, Any], bool] = lambda event, later: False
    """What hands would do after the first event is undone by the second: told together, it is not done at all."""
    lying: Callable[[Any], Mapping[str, Text]] = lambda state: {}
    """The markers that lie on a real table, each by a name of its own: whoever takes something back is told which of
    them had been taken away."""
    grounds: Callable[[Any], Sequence[Ground]] | None = None
    """What the board is made of, given the first state; without it every named tile of the first picture."""
    laid: Callable[[Any, Any], Sequence[Ground]] | None = None
    """What is laid on the ground once it is settled, such as what missions ask for, and where, given the state: what
    comes with an event that touches something as laid, or with None for it all that lies there."""
    prepared: Callable[[Setup, Mapping[str, Any], frozenset[str]], Sequence[Prepared]] | None = None
    """What is got ready beside the board, given the first position and the piles on the table: hands and roles that a
    scenario fixes, decks. Without it whatever lies in the trays of the first picture."""
    kept: Callable[[Setup, Below, bool], Kept] | None = None
    """What is set aside for automas before a game with real cards, as SHARE says or not; None where that cannot be."""
    kept_prepared: Callable[[Setup, Mapping[str, Any], Kept], Sequence[Prepared]] | None = None
    """What is got ready then, given the first position and these cards; with `kept` there must be one."""
    kept_since: Callable[[Sequence[tuple[str, str]]], Sequence[str]] = lambda drawn: [card for _, card in drawn]
    """Of all cards that were drawn for automas, and what for, those that are not back in the supply."""
    kept_card: Callable[[Any], str] = lambda action: ""
    """The card, by its notation, that somebody takes from his hand to do this; empty if it is none or unnamed."""
    kept_idle: Callable[[Any, Seat, Sequence[str]], Sequence[Text]] = lambda view, seat, cards: ()
    """Why cards that somebody may hold there cannot be played now, of all that cannot, in sentences."""
    kept_scene: Callable[[Scene, Any, KeptNow, Say], Scene] = lambda scene, view, now, say: scene
    """The picture of a view with the piles as they then lie on the table: the rules know of one pile only."""
    settled: Callable[[Setup], bool] = lambda setup: False
    """Does the set-up fix secrets of automas that nobody at a real table is told before the end?"""
    facts_meant: Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]] = _as_typed
    """A correction as it is meant, given the position: a counter that is put somewhere has left where it was."""

    def __post_init__(self) -> None:
        if taken := sorted(self.physical & RESERVED):
            raise ValueError(f"a pile cannot be called {taken[0]!r}: that means something else on a real table")

    def on_table(self, people: frozenset[Seat]) -> frozenset[str]:
        """The piles that usually lie on the table when these seats are people."""
        return self.physical if self.usual is None else self.usual(people)
