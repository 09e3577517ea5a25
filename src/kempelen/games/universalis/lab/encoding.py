"""Universalis as numbers: every model of both sides, the own one first, and how far the missions are.

There is no catalogue: a move may lead to any point of the table, so the list of actions has no end. Their numbers
follow from their notations, as everywhere, and `infos` has the notations.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from kempelen.engine.table import Seat
from kempelen.games.universalis.rules.missions import progress
from kempelen.games.universalis.rules.state import Model, State
from kempelen.parts.encoding import Encoding

__all__ = ["ENCODING"]

MODELS = 12
"""Of one side; of a larger group the rest is left out."""
OBJECTS = 8
_MODEL = 16
_SIDE = MODELS * _MODEL + 4
_OBJECTS = 2 * _SIDE
_REST = _OBJECTS + 3 * OBJECTS
PHASES = ("missions", "zones", "deploy", "round", "pick", "act", "over")
SIZE = _REST + 3 + len(PHASES)


def _fill(view: State, seat: Seat, row: MutableSequence[float]) -> None:
    for n, owner in enumerate((seat, 1 - seat)):
        models = [m for m in view.models if m.seat == owner][:MODELS]
        for number, m in enumerate(models):
            _fill_model(view, m, n * _SIDE + number * _MODEL, row)
        rest = n * _SIDE + MODELS * _MODEL
        row[rest] = view.scores[owner]
        if all(view.missions):
            row[rest + 1], row[rest + 2] = progress(view, owner)
        row[rest + 3] = view.turned[owner] / 90
    for n, thing in enumerate(view.objects[:OBJECTS]):
        row[_OBJECTS + 3 * n] = thing.x
        row[_OBJECTS + 3 * n + 1] = thing.y
        row[_OBJECTS + 3 * n + 2] = thing.carrier + 1
    row[_REST] = view.round
    row[_REST + 1] = view.first == seat
    row[_REST + 2] = view.duty
    row[_REST + 3 + PHASES.index(view.phase)] = 1


def _fill_model(view: State, m: Model, at: int, row: MutableSequence[float]) -> None:
    row[at] = m.place
    row[at + 1] = m.x
    row[at + 2] = m.y
    row[at + 3] = m.z
    row[at + 4] = m.facing / 90
    row[at + 5] = sum(m.tp)
    row[at + 6] = m.ap
    row[at + 7] = m.out
    row[at + 8] = m.prone
    row[at + 9] = m.panic
    row[at + 10] = m.shocks
    row[at + 11] = m.hidden
    row[at + 12] = m.acted
    row[at + 13] = m.index in view.active
    row[at + 14] = m.defence
    row[at + 15] = m.ready + 1


ENCODING = Encoding[State](size=SIZE, fill=_fill)
