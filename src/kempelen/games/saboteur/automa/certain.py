"""Who has won although cards are left: when nobody can reach a goal any more, the saboteurs will (4.3.2.2.3).

By what the authors' lists never do (4.3.3): saboteurs lay dead ends only, nobody lays with broken tools, nobody mends
those of others. So from an empty pile on it is enough to count, and an imagined world need not be played on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kempelen.engine.player import Player
from kempelen.engine.table import Seat
from kempelen.games.saboteur.automa.actions import JOINING
from kempelen.games.saboteur.automa.solitaire import SHEET, ComputerPlayer
from kempelen.games.saboteur.rules.board import GOALS, Cell, xy
from kempelen.games.saboteur.rules.cards import CARDS, Card, Tool
from kempelen.games.saboteur.rules.state import SABOTEUR, State

__all__ = ["certain"]


class _Needed(dict[Cell, int]):
    """The fewest cards that could lead on from a laid card to the nearest of some goals, whatever lies between."""

    def __init__(self, goals: Sequence[Cell]) -> None:
        super().__init__()
        self.goals = [xy(goal) for goal in goals]

    def __missing__(self, cell: Cell) -> int:
        x, y = xy(cell)
        made = self[cell] = min(abs(x - gx) + abs(y - gy) for gx, gy in self.goals) - 1
        return made


_NEEDED = {
    goals: _Needed(goals)
    for goals in (tuple(goal for n, goal in enumerate(GOALS) if bits >> n & 1) for bits in range(1, 8))
}


def certain(players: Sequence[Player]) -> Callable[[State], Sequence[Seat] | None] | None:
    """Tells who will have won, if these play on; nobody can tell of others than the authors' computer players."""
    theirs = all(isinstance(player, ComputerPlayer) and player.sheet is SHEET for player in players)
    return _winners if theirs else None


def _winners(s: State) -> Sequence[Seat] | None:
    """The saboteurs, if too few cards are left that lead anywhere; None if it is open."""
    if s.deck.bag or s.deck.top or SABOTEUR not in s.roles or not s.variant.third_role:
        return None
    left = 0
    for role, hand, broken in zip(s.roles, s.hands, s.broken, strict=True):
        if role == SABOTEUR or JOINING.isdisjoint(hand) or (broken and not _mended(hand, broken)):
            continue
        for card in hand:
            left += card in JOINING
    if left and (goals := s.board.face_down):
        needed = _NEEDED[goals]
        for cell in reversed(s.board.laid):  # the last are mostly the nearest
            if needed[cell] <= left:
                return None
    return tuple([seat for seat, role in enumerate(s.roles) if role == SABOTEUR])


def _mended(hand: Sequence[Card], broken: Tool) -> bool:
    """Has he a card for every broken tool?"""
    for card in hand:
        for tool in CARDS[card].repairs:
            broken &= ~tool
    return not broken
