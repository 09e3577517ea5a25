"""What a seat may know: everything, and who looks. Models stand on the table for all to see, camouflaged or not.

The only secrets are simultaneous choices, a mission and the model to act next; they reach the state when both are in.
"""

from __future__ import annotations

from dataclasses import replace

from kempelen.engine.dice import Dice
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.games.universalis.rules.state import State

__all__ = ["redeal", "view"]


def view(s: State, seat: Seat) -> State:
    return replace(s, viewer=seat)


def redeal(v: State, dice: Dice) -> State:
    s = v.copy()
    s.viewer = SPECTATOR
    return s
