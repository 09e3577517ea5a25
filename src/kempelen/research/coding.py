"""Actions and tables as numbers that keep their meaning from game to game and from run to run.

An action's number follows from its notation alone: it is the same in every game, whoever plays and whenever. A game
that has a catalogue (`parts/encoding`) gives its actions numbers of their own. Other notations share what is left;
where two options of one decision fall on one number the later goes to the next free one. `infos` has the notations, so
nothing is lost. A table becomes a row of numbers in the same way, from the position of the view, field by field; a game
that has something better to say brings its own encoder, or somebody gives it one (`register`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kempelen.engine.game import Game
from kempelen.engine.table import Seat, notation_of

__all__ = ["ACTIONS", "FEATURES", "WAIT", "Coder", "Notations", "Offered", "coder_of", "numbered", "register"]

ACTIONS = 4096
FEATURES = 512
WAIT = 0
"""The number of doing nothing, for who is not asked."""
Vector = NDArray[np.float32]
Mask = NDArray[np.int8]
MOST_KNOWN = 20_000


@lru_cache(maxsize=200_000)
def _hash(text: str, size: int) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") % size


class Known(dict[int, int]):
    """Numbers of actions that have come up, by their identity: what a game makes once it need not write down again.

    Each is held here, so that no other can take its place.
    """

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Any] = []

    def note(self, option: Any, number: int) -> None:
        if len(self.held) < MOST_KNOWN:
            self.held.append(option)
            self[id(option)] = number


def numbered(options: Sequence[Any], catalogue: Mapping[str, int] | None = None) -> dict[int, Any]:
    """Number -> option; the options of one decision never share a number."""
    return _numbers(options, catalogue or {}, Known())


def _numbers(options: Sequence[Any], catalogue: Mapping[str, int], known: Known) -> dict[int, Any]:
    """Options by number. It runs at every decision: as a rule all options have come up before, and none are in each
    other's way."""
    try:
        actions = dict(zip(map(known.__getitem__, map(id, options)), options, strict=True))
    except KeyError:
        pass
    else:
        if len(actions) == len(options):
            return actions
    first = 1 + len(catalogue)
    room = ACTIONS - first
    actions = {}
    shared = 0
    for option in options:
        number = _wanted(option, catalogue, known)
        if number >= first:
            if shared == room:
                continue
            while number in actions:
                number = first + (number - first + 1) % room
            shared += 1
        actions[number] = option
    return actions


def _wanted(option: Any, catalogue: Mapping[str, int], known: Known) -> int:
    """The number of an option that nobody else is in the way of."""
    if (before := known.get(id(option))) is not None:
        return before
    notation = notation_of(option)
    own = catalogue.get(notation)
    first = 1 + len(catalogue)
    number = first + _hash(notation, ACTIONS - first) if own is None else 1 + own
    if catalogue:  # such a game makes each of its actions once
        known.note(option, number)
    return number


class Notations(Mapping[int, str]):
    """What each number means now; written down when somebody asks."""

    def __init__(self, actions: Mapping[int, Any]) -> None:
        self._actions = actions

    def __getitem__(self, number: int) -> str:
        return notation_of(self._actions[number])

    def __iter__(self) -> Iterator[int]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def __repr__(self) -> str:
        return repr(dict(self))


@dataclass(slots=True)
class Offered:
    """The options of one decision with their numbers."""

    actions: dict[int, Any]

    @classmethod
    def of(cls, options: Sequence[Any], coder: Coder) -> Offered:
        return cls(_numbers(options, coder.catalogue, coder.known))

    def mask(self) -> Mask:
        """1 for every number that is offered; a new one for whoever asks."""
        mask = bytearray(ACTIONS)
        for number in self.actions:
            mask[number] = 1
        return np.frombuffer(mask, np.int8)


@dataclass(frozen=True, slots=True)
class Coder:
    """How one game's tables become numbers."""

    size: int
    encode: Callable[[Any, Seat], Vector]
    """From the view of a seat, for this seat."""
    catalogue: Mapping[str, int] = field(default_factory=dict)
    """Notations with a number of their own."""
    known: Known = field(default_factory=Known, compare=False)


_CODERS: dict[str, Coder] = {}


def register(game: str, coder: Coder) -> None:
    """A game's own encoder, instead of the general one."""
    _CODERS[game] = coder


def coder_of(game: Game[Any]) -> Coder:
    """What somebody has registered, the game's own, or the general one."""
    return _CODERS[game.name] if game.name in _CODERS else _made(game)


@cache
def _made(game: Game[Any]) -> Coder:
    """One for all tables, so that each learns from the others what is known."""
    own = game.encoding
    if own is not None:
        return Coder(own.size, partial(_own, array("f", bytes(4 * own.size)), own.fill), own.catalogue)
    return Coder(FEATURES, lambda view, seat: _general(game, view, seat))


def _own(zeros: array[float], fill: Callable[[Any, Seat, Any], None], view: Any, seat: Seat) -> Vector:
    row = zeros[:]  # numbers are written one by one, which takes half as long as in a row of numpy's
    fill(view, seat, row)
    return np.frombuffer(row, np.float32)


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
