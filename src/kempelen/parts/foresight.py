"""Before one commits: what an action would do, said by the game from its own rules, for every screen.

A game that has nothing to add leaves it out: the page then draws the card or piece where the action's handles put it.

    GAME = Game[State](..., foresight=Foresight(preview=preview, chance=chance))

`preview(view, seat, action)` is asked when somebody points at one action; it begins with the seat's view, so it cannot
know more than the seat. Where dice decide, `engine.tables.foreseen.foresee` runs the rules themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from kempelen.engine.events import Roll, Touch
from kempelen.engine.game import Game
from kempelen.engine.table import Decision, Seat
from kempelen.text.say import Text

__all__ = ["Foresight", "Ghost", "Goal", "Place", "Preview", "Remark", "Weight", "alike_of", "chance_of", "preview_of"]
__all__ += ["ends_of", "price_of", "purse_of", "serves", "then_of"]

S = TypeVar("S")
Point: TypeAlias = tuple[float, float]
Place: TypeAlias = str | Point
"""A handle, or a point as the game counts them (see `Scene.upwards`)."""
Weight: TypeAlias = Literal["good", "bad", "info"]


@dataclass(frozen=True, slots=True)
class Ghost:
    """A thing of the scene as it would lie: the piece at its goal, the card in its turn."""

    handle: str
    """What is drawn: a piece on the board, a card in hand."""
    at: Place
    turned: int = 0
    """Degrees."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A place that something is about, before anything lies there."""

    at: Point
    reach: float
    """How near one must come, as the game counts; 0: it lies there."""
    word: Text


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing it leads to."""

    weight: Weight
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What would happen, as far as it can be known. Everything may be left out."""

    ghost: Ghost | None = None
    """Without it the page shows the picked card or piece at the last handle that lies on the board."""
    path: tuple[Place, ...] = ()
    """The way it takes, from where it stands."""
    arrows: tuple[tuple[Place, Place], ...] = ()
    """Where it opens, whom it aims at."""
    reach: tuple[str, ...] = ()
    """Places that it opens: where the chosen unit could go next."""
    area: tuple[Point, ...] = ()
    """The same on a table in centimetres: an outline."""
    goals: tuple[Goal, ...] = ()
    """What lies there then, or is to be come to: drawn with its name, and with a ring of how near."""
    targets: tuple[tuple[str, str], ...] = ()
    """Handles of what could be struck next, each with a number for it (`49 %`, `−2`); empty for none."""
    risks: tuple[tuple[str, str], ...] = ()
    """Handles of who could strike back at where it ends, each with the chance of that."""
    costs: tuple[Text, ...] = ()
    """What it takes, short: `12 cm`, `2 of 6 AP`."""
    chance: Fraction | None = None
    """That it comes off."""
    means: Text | None = None
    """What that is, beside the number, if it is more than that a roll succeeds: "to hurt"."""
    roll: Roll | None = None
    """The dice and what they must show; `dice` holds none yet."""
    touches: tuple[Touch, ...] = ()
    """What it does to things on the table if it comes off."""
    remarks: tuple[Remark, ...] = ()
    """What it leads to, what speaks against it; the most important first."""
    costly: bool = False
    """Something of one's own is lost for certain, or thrown away: the button says "anyway"."""
    leaves: bool = False
    """More could still be done before it, or it decides more than this once: where one tap would decide, it is asked
    once more."""
    short: Text | None = None
    """What the button says: "Fire", "Lay it"."""


@dataclass(frozen=True, kw_only=True)
class Foresight(Generic[S]):
    """What a game can say before somebody commits."""

    preview: Callable[[S, Seat, Any], Preview]
    """What an action that may be chosen now would do, from the view of who chooses."""
    against: Callable[[S, Decision[Any], Any, Preview], Preview] = lambda view, decision, action, shown: shown
    """The same with what only the question says, such as a die that everybody has seen."""
    chance: Callable[[S, Seat, Any], Fraction | None] = lambda view, seat, action: None
    """How likely it comes off, for bars beside all options: asked for every one of them, so it must be quick."""
    price: Callable[[S, Seat, Any], Text | None] = lambda view, seat, action: None
    """What it takes, in two or three words, beside all options: it must be quick, too."""
    purse: Callable[[S, Seat], Hashable] = lambda view, seat: None
    """What its seat pays with: an answer that changes it is shown before it is done, though it leads to the seat's next
    question. None: nothing is paid, or what it takes is not worth a second touch."""
    serves: Callable[[S, Seat, Any], bool] = lambda view, seat, action: False
    """It does what the goal asks for, such as taking what is to be fetched: it stands first in lists."""
    then: Callable[[S, Seat, Any], tuple[S, Sequence[Any]] | None] = lambda view, seat, action: None
    """What the same seat is asked right after an action that only begins something ("this unit acts"): the view then,
    and all that may be chosen. The page lets both be chosen at once; None where anything else may come between."""
    ends: Callable[[S, Seat], tuple[Any, S, Any] | None] = lambda view, seat: None
    """While something still acts: what gives up the rest of that, the view then, and what ends the whole turn right
    after it. The page offers both as one."""
    alike: Callable[[S, Seat, Any], Hashable] = lambda view, seat, action: None
    """Answers of which this is the same come to the same, for the table and by the rules: nobody is asked which. None:
    it is like no other."""


def preview_of(game: Game[Any], view: Any, seat: Seat, action: Any) -> Preview:
    """What an action would do; an empty one from a game that does not say."""
    return Preview() if game.foresight is None else game.foresight.preview(view, seat, action)


def against_of(game: Game[Any], view: Any, decision: Decision[Any], action: Any, shown: Preview) -> Preview:
    """What the question adds to a preview of one of its answers."""
    return shown if game.foresight is None else game.foresight.against(view, decision, action, shown)


def then_of(game: Game[Any], view: Any, seat: Seat, action: Any) -> tuple[Any, Sequence[Any]] | None:
    """What the same seat is certain to be asked right after an action, and the view then; None if it is not."""
    return None if game.foresight is None else game.foresight.then(view, seat, action)


def ends_of(game: Game[Any], view: Any, seat: Seat) -> tuple[Any, Any, Any] | None:
    """What ends the turn of whoever is asked in the middle of it, see `Foresight.ends`; None if nothing does."""
    return None if game.foresight is None else game.foresight.ends(view, seat)


def chance_of(game: Game[Any], view: Any, seat: Seat, action: Any) -> Fraction | None:
    """How likely an action comes off; None if it is certain or the game does not say."""
    return None if game.foresight is None else game.foresight.chance(view, seat, action)


def price_of(game: Game[Any], view: Any, seat: Seat, action: Any) -> Text | None:
    """What an action takes; None if it is free or the game does not say."""
    return None if game.foresight is None else game.foresight.price(view, seat, action)


def purse_of(game: Game[Any], view: Any, seat: Seat) -> Hashable:
    """What the seat could pay with; None from a game that does not say."""
    return None if game.foresight is None else game.foresight.purse(view, seat)


def serves(game: Game[Any], view: Any, seat: Seat, action: Any) -> bool:
    """Whether an action does what the goal asks for."""
    return game.foresight is not None and game.foresight.serves(view, seat, action)


def alike_of(game: Game[Any], view: Any, seat: Seat, options: Sequence[Any]) -> tuple[int | None, ...]:
    """By answer the number of the first one that comes to the same; None for those that are like no other."""
    if game.foresight is None:
        return (None,) * len(options)
    keys = [game.foresight.alike(view, seat, option) for option in options]
    return tuple(None if key is None or keys.count(key) < 2 else keys.index(key) for key in keys)
