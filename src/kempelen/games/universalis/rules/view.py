"""What a seat may know: everything. Models stand on the table for all to see, camouflaged or not.

The only secrets are simultaneous choices, a mission and the model to act next; they reach the state when both are in.
"""

from __future__ import annotations

from kempelen.engine.dice import Dice
from kempelen.engine.table import Seat
from kempelen.games.universalis.rules.state import State

__all__ = ["redeal", "view"]


def view(s: State, seat: Seat) -> State:
    return s


def redeal(v: State, dice: Dice) -> State:
    return v.copy()
