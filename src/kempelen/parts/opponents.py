"""How good whoever sits in a seat is to be, in every game: from one that slips now and then to one that thinks long."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["OPPONENTS", "THINKERS"]

OPPONENTS: Mapping[str, str] = {
    "careless": "search:iterations=1:slips=30",
    "strong": "search:iterations=100",
    "stronger": "search:iterations=400",
    "timed": "search:seconds=2",
}
"""Name -> who it is as a seat (`engine/seats`). Between the first and the second stands the automa itself."""
THINKERS = frozenset({"strong", "stronger", "timed"})
"""They think for seconds, so they sit only where nobody else waits for that."""
