"""Questions that can be asked with no game set up, or about one card or unit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from kempelen.automa.sheet import Sheet
from kempelen.desk.adviser import Adviser, Option
from kempelen.desk.calculator import Answers, Ask, Calculation
from kempelen.engine.errors import BadSetup
from kempelen.engine.game import Game
from kempelen.engine.tables.odds import Chance, Inquiry
from kempelen.text.say import Field, Text

__all__ = ["Advice", "Askable", "Drawing", "Opened", "adviser_of", "calculations_of", "has_desk"]

S = TypeVar("S")
Options = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Askable:
    """A card or a unit whose chances can be asked for on a table."""

    name: Field
    inquiry: Inquiry
    thing: str = ""
    """Its notation, where it has a picture of its own."""
    handle: str = ""
    """What it is on the board."""


@dataclass(frozen=True, kw_only=True)
class Advice(Generic[S]):
    """What a game's desk has; each of them may be missing."""

    adviser: Callable[..., Adviser] | None = None
    """What the automa can be asked by people whose board the program does not know, with every reading resolved; and,
    of a game whose adviser goes `by_automa`, by whose."""
    by_automa: bool = False
    """The adviser says what an automa would do; else it works things out and needs none."""
    calculations: Callable[[Options, Sequence[Mapping[str, Any]]], Sequence[Calculation]] | None = None
    """What can be worked out with no game set up; the groups are rosters whose models may be named."""
    at_table: Callable[[S], Sequence[Calculation]] | None = None
    """What can be worked out about a table, as everybody sees it: with its models as they are and where they stand."""
    odds_of: Callable[[S | None, Inquiry], Sequence[Chance]] | None = None
    """Exact chances of what one card or unit will do, on a table or from stated facts; raises a PlayerError."""
    askable: Callable[[S], Sequence[Askable]] | None = None
    """What `odds_of` can be asked about on a table, as everybody sees it: all that nobody need be asked for."""
    due: Callable[[S], Sequence[str]] | None = None
    """Where the rules let units act by an automa's lists: those that have not acted yet, as `odds_of` calls them."""
    drawing: Drawing | None = None
    """A table drawn by hand, for the chances of a unit on it."""


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A table that a person draws by tapping, written as a line, so that an address can hold it."""

    blank: str
    """The line to begin with."""
    maps: Callable[[], Sequence[tuple[Text, str]]]
    """Maps to begin with: what they are called, and their lines."""
    brushes: Sequence[Option]
    """What a tap puts down."""
    touched: Callable[[str, str, str], str]
    """The line after a tap: line, brush, handle of the place; raises BadPosition."""
    asks: Sequence[Ask]
    """Values that are typed in."""
    position: Callable[[str, Answers], Mapping[str, Any]]
    """The drawing as a position; raises BadPosition."""
    unit: Callable[[str], str]
    """The unit whose chances are asked for; raises BadPosition if it is not there."""
    known: Callable[[], Sequence[tuple[Text, Mapping[str, str]]]] = tuple
    """Units of the game whose values need not be typed: what they are called, and the values."""
    after: Mapping[str, str] = field(default_factory=dict)
    """What is put down next after a brush that is used once."""
    size: Callable[[str], tuple[int, int]]
    """How wide and how high the table is; raises BadPosition."""
    sized: Callable[[str, int, int], str]
    """The line with so many places across and down; raises BadPosition."""
    largest: int
    """Places across or down, at most."""
    opened: Callable[[Any], Opened]
    """What a table of the game is as a drawing; raises BadPosition."""
    idle: Callable[[str], Set[str]] = frozenset
    """Values that mean nothing on this table: nobody there has them."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file as a drawing."""

    line: str
    values: Mapping[str, str]
    """Those of the units on it."""
    note: Text | None = None
    """What of it could not be drawn."""


def calculations_of(
    game: Game[Any], options: Options, groups: Sequence[Mapping[str, Any]] = ()
) -> Sequence[Calculation]:
    """What can be worked out with these options; nothing where a game has no calculators."""
    if game.advice is None or game.advice.calculations is None:
        return ()
    return game.advice.calculations(game.rulings.resolve(options), groups)


def adviser_of(game: Game[Any], options: Options, sheet: Sheet | None = None) -> Adviser | None:
    """What the automa can be asked by people whose board the program does not know; None if it cannot.

    `sheet` is somebody's own automa; without it the game's. Raises BadSetup if the adviser goes by none.
    """
    if game.advice is None or game.advice.adviser is None:
        return None
    if sheet is not None and not game.advice.by_automa:
        raise BadSetup(Text("adviser.no_automa", game=Text(f"{game.name}.title")))
    resolved = game.rulings.resolve(options)
    return game.advice.adviser(resolved) if sheet is None else game.advice.adviser(resolved, sheet)


def has_desk(game: Game[Any]) -> bool:
    """Can anything be asked with no game set up?"""
    return game.advice is not None and (game.advice.adviser is not None or game.advice.drawing is not None)
