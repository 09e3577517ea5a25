"""Worked examples of Universalis, put to the same rules that play."""

from __future__ import annotations

from typing import Any

from kempelen.conform import Adapter, as_set, named_only
from kempelen.games.universalis.conform import (
    cards,
    fights,
    hits,
    legality,
    machines,
    movement,
    rounds,
    scenarios,
    shots,
    sight,
    states,
)

__all__ = ["ADAPTER"]


def _at_most(expected: Any, came: Any) -> bool:
    return bool(came <= expected)


ADAPTER = Adapter(
    {
        **cards.KINDS,
        **rounds.KINDS,
        **sight.KINDS,
        **movement.KINDS,
        **shots.KINDS,
        **hits.KINDS,
        **fights.KINDS,
        **scenarios.KINDS,
        **states.KINDS,
        **machines.KINDS,
        **legality.KINDS,
    },
    {
        "TP_at_most": _at_most,
        "steps": named_only,
        "markers": as_set,
        "threats": as_set,
        "must_test": as_set,
        "remaining": as_set,
        "usable_weapons": as_set,
    },
)
