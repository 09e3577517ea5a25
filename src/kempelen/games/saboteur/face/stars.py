"""What there is to reach besides winning: cards left over, no stone on the way, whole tools, a short tunnel, nuggets.

Points decide nothing as long as there is a saboteur, so no star asks for them.
"""

from __future__ import annotations

from kempelen.engine.table import Seat
from kempelen.games.saboteur.face.status import cards_left
from kempelen.games.saboteur.rules.board import GOALS, START
from kempelen.games.saboteur.rules.state import GOLD_GOAL, State
from kempelen.parts.stars import Star

__all__ = ["stars"]

LEFT, TUNNEL, NUGGETS = 20, 11, 8
"""About four or six in ten of those who win have so many, or no more than that (by `careful`, 300 games)."""


def stars(scenario: str, seat: Seat) -> tuple[Star[State], Star[State]]:
    if scenario == "first":
        return Star("stones", _stones, most=0), Star("left", _left, least=LEFT, gone=_too_few)
    whole = Star("whole", _broken, most=0, gone=_never)
    if scenario == "commercial":
        return whole, Star("nuggets", _score, least=NUGGETS)
    return whole, Star("tunnel", _tunnel, most=TUNNEL)


def _score(s: State, seat: Seat) -> int:
    return s.scores[seat]


def _left(s: State, seat: Seat) -> int:
    return cards_left(s)


def _too_few(s: State, seat: Seat) -> bool:
    """Cards only ever become fewer."""
    return cards_left(s) < LEFT


def _never(s: State, seat: Seat) -> bool:
    """What is broken can be mended."""
    return False


def _stones(s: State, seat: Seat) -> int:
    """Goals that were turned up and are no gold."""
    return sum(at not in s.board.face_down and goal != GOLD_GOAL for at, goal in zip(GOALS, s.goals, strict=True))


def _tunnel(s: State, seat: Seat) -> int:
    """Path cards on the table; a short way is good for whoever digs, and no way for whoever does not want one."""
    return sum(at != START and at not in GOALS for at in s.board.laid)


def _broken(s: State, seat: Seat) -> int:
    return s.broken[seat].bit_count()
