"""Actions and tables as numbers that keep their meaning from game to game and from run to run.

An action's number follows from its notation alone: it is the same in every game, whoever plays and whenever. Where two
options of one decision fall on one number the later goes to the next free one; `infos` has the notations, so nothing is
lost. A table becomes a row of numbers in the same way, from the position of the view, field by field; a game that has
something better to say brings its own encoder (`register`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kempelen.engine.game import Game
from kempelen.engine.table import Seat, notation_of

__all__ = ["ACTIONS", "FEATURES", "WAIT", "Coder", "coder_of", "numbered", "register"]

ACTIONS = 4096
FEATURES = 512
WAIT = 0
"""The number of doing nothing, for who is not asked."""
Vector = NDArray[np.float32]


@lru_cache(maxsize=200_000)
def _hash(text: str, size: int) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % size


def numbered(options: Sequence[Any]) -> dict[int, Any]:
    """Number -> option; the options of one decision never share a number."""
    found: dict[int, Any] = {}
    for option in options[: ACTIONS - 1]:
        number = 1 + _hash(notation_of(option), ACTIONS - 1)
        while number in found:
            number = number % (ACTIONS - 1) + 1
        found[number] = option
    return found


@dataclass(frozen=True, slots=True)
class Coder:
    """How one game's tables become numbers."""

    size: int
    encode: Callable[[Any, Seat], Vector]
    """From the view of a seat, for this seat."""


_CODERS: dict[str, Coder] = {}


def register(game: str, coder: Coder) -> None:
    """A game's own encoder, instead of the general one."""
    _CODERS[game] = coder


def coder_of(game: Game[Any]) -> Coder:
    """The game's own, or the general one."""
    return _CODERS.get(game.name) or Coder(FEATURES, lambda view, seat: _general(game, view, seat))


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
