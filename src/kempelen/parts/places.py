"""A table on which any point may be named: what a click on bare ground means, and how far a piece gets.

A list of options can offer a few of the endless many places. Who clicks one that is not on it asks the game, which
answers with an action of its own: found by its rules' own functions, and then given as every other answer is.

    GAME = Game[State](..., places=Places(families=families, aim=aim, reach=reach))

Points are as the game counts them (see `Scene.upwards`). All three begin with the seat's view.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from kempelen.engine.table import Seat
from kempelen.text.say import Text

__all__ = ["Aim", "Family", "Mark", "Places", "Ring", "Spot"]

S = TypeVar("S")
Spot: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Family:
    """Actions that differ in nothing but a point."""

    handles: tuple[str, ...]
    """What is picked before the point."""
    usual: bool = False
    """A click on the table means it where nothing else has been picked."""
    ways: bool = False
    """The way there can be led by corners."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """What a point means: an action, or why there is none."""

    action: Any = None
    problem: Text | None = None
    path: tuple[Spot, ...] = ()
    """The way there, from where the piece stands; also one that is too long."""
    nearer: Any = None
    """With a problem: an action that leads as far as it gets."""


@dataclass(frozen=True, slots=True)
class Ring:
    """So far one gets for something: outlines of an area, holes and all."""

    label: Text
    outlines: tuple[tuple[Spot, ...], ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A place worth choosing, and in a word or two why."""

    at: Spot
    word: Text


@dataclass(frozen=True, kw_only=True)
class Places(Generic[S]):
    """Where things may go, said by the game."""

    families: Callable[[S, Seat], tuple[Family, ...]]
    """What can be aimed at a point now."""
    aim: Callable[[S, Seat, tuple[str, ...], tuple[Spot, ...]], Aim]
    """The action of a family that ends at the last point, by way of those before it."""
    reach: Callable[[S, Seat, tuple[str, ...]], tuple[Ring, ...]] = lambda view, seat, handles: ()
    """How far a family reaches, the nearest first."""
    spots: Callable[[S, Seat, tuple[str, ...]], tuple[Mark, ...]] = lambda view, seat, handles: ()
    """A few places of a family that are worth a mark; where there are none, every offered point has its dot."""
    words: Callable[[S, Any], Text | None] = lambda view, thing: None
    """An action, an event or a question (its prompt) that names a point, said by what lies there; None where its own
    sentence will do."""
