"""What searches have found for a model in one position: kept as long as every base stays where it is.

A list is asked for more than once before somebody moves: after each action of a phase, when a duty is judged, by every
window that looks at the table. Ways depend on the board, on where the bases are and on what the mover can do; all of
that is in the key, so that what was found before is what would be found now.
"""

from __future__ import annotations

from typing import Any

from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.terms import COLOSSUS

__all__ = ["found_here"]

MOST_KEPT = 2000


def found_here(s: State, m: Model) -> dict[object, Any]:
    """What has been found for this model where it stands; whoever looks for something new adds it."""
    board = s.board
    bases = tuple(
        [
            (o.index, o.x, o.y, o.z, o.r, o.seat, o.out, o.hidden)
            for o in s.models
            if o.place == ON_TABLE and (not o.out or o.card.type == COLOSSUS)
        ]
    )
    key = (m.index, m.x, m.y, m.z, m.legs, m.critical, m.prone, m.items_on, m.lasting, s.doors, bases)
    kept = board.found.get(key)
    # The same board may be played by other rules or with other models.
    if kept is None or kept[0] is not s.rules or kept[1] is not m.card:
        if len(board.found) >= MOST_KEPT:
            board.found.clear()
        kept = board.found[key] = (s.rules, m.card, {})
    return kept[2]
