"""Actions and tables as numbers that keep their meaning from game to game and from run to run.

An action's number follows from its notation alone: it is the same in every game, whoever plays and whenever. A game
that has a catalogue (`parts/encoding`) gives its actions numbers of their own. Other notations share what is left;
where two options of one decision fall on one number the later goes to the next free one. `infos` has the notations, so
nothing is lost. A table becomes a row of numbers in the same way, from the position of the view, field by field; a game
that has something better to say brings its own encoder, or somebody gives it one (`register`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kempelen.engine.game import Game
from kempelen.engine.table import Seat, notation_of

__all__ = ["ACTIONS", "FEATURES", "WAIT", "Coder", "Offered", "coder_of", "numbered", "register"]

ACTIONS = 4096
FEATURES = 512
WAIT = 0
"""The number of doing nothing, for who is not asked."""
Vector = NDArray[np.float32]
Mask = NDArray[np.int8]


@lru_cache(maxsize=200_000)
def _hash(text: str, size: int) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % size


def numbered(options: Sequence[Any], catalogue: Mapping[str, int] | None = None) -> dict[int, Any]:
    """Number -> option; the options of one decision never share a number."""
    return {number: option for number, option, _ in _numbers(options, catalogue or {}, {})}


def _numbers(
    options: Sequence[Any], catalogue: Mapping[str, int], known: dict[Any, tuple[int, str]]
) -> Iterator[tuple[int, Any, str]]:
    first = 1 + len(catalogue)
    room = ACTIONS - first
    taken: set[int] = set()
    for option in options:
        if catalogue and (before := known.get(option)) is not None:
            yield before[0], option, before[1]
            continue
        notation = notation_of(option)
        own = catalogue.get(notation)
        if own is not None:
            known[option] = 1 + own, notation
            yield 1 + own, option, notation
        elif len(taken) < room:
            number = first + _hash(notation, room)
            while number in taken:
                number = first + (number - first + 1) % room
            taken.add(number)
            yield number, option, notation


@dataclass(slots=True)
class Offered:
    """The options of one decision with their numbers and notations."""

    actions: dict[int, Any]
    notations: dict[int, str]
    mask: Mask

    @classmethod
    def of(cls, options: Sequence[Any], coder: Coder) -> Offered:
        actions, notations = {}, {}
        for number, option, notation in _numbers(options, coder.catalogue, coder.known):
            actions[number] = option
            notations[number] = notation
        mask = np.zeros(ACTIONS, np.int8)
        mask[list(actions)] = 1
        return cls(actions, notations, mask)


@dataclass(frozen=True, slots=True)
class Coder:
    """How one game's tables become numbers."""

    size: int
    encode: Callable[[Any, Seat], Vector]
    """From the view of a seat, for this seat."""
    catalogue: Mapping[str, int] = field(default_factory=dict)
    """Notations with a number of their own."""
    known: dict[Any, tuple[int, str]] = field(default_factory=dict, compare=False)
    """Actions that have come up: their numbers and notations. No more than the catalogue has."""


_CODERS: dict[str, Coder] = {}


def register(game: str, coder: Coder) -> None:
    """A game's own encoder, instead of the general one."""
    _CODERS[game] = coder


def coder_of(game: Game[Any]) -> Coder:
    """What somebody has registered, the game's own, or the general one."""
    if game.name in _CODERS:
        return _CODERS[game.name]
    own = game.encoding
    if own is not None:
        return Coder(own.size, partial(_own, own.size, own.fill), own.catalogue)
    return Coder(FEATURES, lambda view, seat: _general(game, view, seat))


def _own(size: int, fill: Callable[[Any, Seat, Any], None], view: Any, seat: Seat) -> Vector:
    row = np.zeros(size, np.float32)
    fill(view, seat, row)
    return row


def _general(game: Game[Any], view: Any, seat: Seat) -> Vector:
    row = np.zeros(FEATURES, np.float32)
    row[0] = seat
    _fill(row, "", game.to_position(view))
    return row


def _fill(row: Vector, path: str, value: Any) -> None:
    """A number stands where its path says, a word where path and word say."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _fill(row, f"{path}/{key}", inner)
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            _fill(row, f"{path}/{number}", inner)
    elif isinstance(value, bool) or value is None or isinstance(value, str):
        row[1 + _hash(f"{path}={value}", FEATURES - 1)] += 1
    else:
        row[1 + _hash(path, FEATURES - 1)] += float(value)
