"""What a seat knows: its own dice, and all that lies open."""

from __future__ import annotations

from kempelen.engine.dice import Dice
from kempelen.engine.table import HIDDEN, Seat
from kempelen_cupfuls.rules.actions import FACES
from kempelen_cupfuls.rules.state import State

__all__ = ["redeal", "view"]


def view(s: State, seat: Seat) -> State:
    """The dice under other cups are hidden (A2); after the last doubt all cups stay lifted (C1)."""
    v = s.copy()
    for other, cup in enumerate(v.cups):
        if other != seat and min(s.corks) > 0:
            cup[:] = [HIDDEN] * len(cup)
    return v


def redeal(v: State, dice: Dice) -> State:
    """A full state that this view could come from: a hidden die may show any face."""
    s = v.copy()
    for cup in s.cups:
        cup[:] = sorted(FACES[dice.below(6, "redeal", "")] if die == HIDDEN else die for die in cup)
    return s
