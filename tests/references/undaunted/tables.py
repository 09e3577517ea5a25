"""Tables where the lines of the document meet that seldom meet in the shipped scenarios.

Every unit is there, with a Mortar on each side and little Fog left, so that units stand on target markers without a step
that leads toward anything; without objectives, with several that are worth the most, with hills beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["OWN_TABLES"]

UNITS = [f"{kind}-{squad}" for kind in ("rifleman", "scout", "mg") for squad in "ABC"] + ["sniper", "mortar"]
DECK = (
    {"sergeant": 1, "guide": 1, "leader-A": 1, "leader-B": 1, "leader-C": 1, "sniper": 2, "mortar": 3}
    | {"scout-A": 2, "scout-B": 1, "scout-C": 1, "mg-A": 1, "mg-B": 1}
    | {"rifleman-A": 2, "rifleman-B": 2, "rifleman-C": 2}
)
SUPPLY = {"scout-A": 1, "mg-A": 2, "mg-C": 2, "rifleman-A": 2, "rifleman-B": 2, "rifleman-C": 3, "fog": 2}


MARKSMEN = {"sniper": 3, "rifleman-A": 3, "mg-A": 2}


def _table(
    drawing: str,
    goal: int | str,
    us: str,
    de: str,
    deck: Mapping[str, int] = DECK,
    supply: Mapping[str, int] = SUPPLY,
) -> dict[str, Any]:
    """Thirty rounds at most; each side's spawn tile is the first of those it has scouted."""

    def side(scouted: list[str]) -> dict[str, Any]:
        return {"goal": goal, "spawn": {scouted[0]: UNITS}, "deck": deck, "supply": supply, "scouted": scouted}

    sides = {"us": side(us.split()), "de": side(de.split())}
    return {"game": "undaunted", "holder": "us", "rounds": 30, "map": drawing, **sides}


_BARE = """
0     1     h     1
   2     0     1     0
1     h     0     2
"""
_RICH = """
0*1   1     h*2   1
   2     0*2   1     0
1     h     0*1   2*2
"""
_LONG = """
0*1   1     1     1     1*1
   0     0     1     0
1     h     0     2     0
"""
_WIDE = """
0     1     0*2   0     1     2     0
   0     0     0     2     0     1
2     0     1     0*1   1     0     0
"""
OWN_TABLES: dict[str, dict[str, Any]] = {
    "no objectives": _table(_BARE, "pin", "A1 A2 B1", "C4 C3 B4"),
    "many objectives": _table(_RICH, 4, "A1 A2 B1", "C4 C3 B4"),
    "nobody needs points": _table(_RICH, "pin", "A1 A2 B1 B2 C2", "C4 C3 B4 A4"),
    "two objectives": _table(_LONG, 2, "A1 A2 B1 B2 C2", "C4 C3 B4 A4 A5"),
    "marksmen": _table(_WIDE, "pin", "A1 B1", "C7 B6", MARKSMEN, {"fog": 1}),
}
