"""What a seat may know: everything, and who looks. Models stand on the table for all to see, camouflaged or not.

The only secrets are simultaneous choices, a mission and the model to act next; they reach the state when both are in.
"""

from __future__ import annotations

from kempelen.engine.dice import Dice
from kempelen.engine.table import SPECTATOR, Seat
from kempelen.games.universalis.rules.state import State

__all__ = ["redeal", "view"]


def view(s: State, seat: Seat) -> State:
    """For reading: everything is shared with the table itself."""
    return State(
        s.rules,
        s.options,
        s.scenario,
        s.board,
        s.models,
        s.phase,
        s.round,
        s.missions,
        s.turned,
        s.first,
        s.scores,
        s.objects,
        s.doors,
        s.active,
        s.waiting,
        s.threats,
        s.duty,
        s.hold,
        s.ending,
        s.cap,
        s.quitting,
        s.window,
        seat,
    )


def redeal(v: State, dice: Dice) -> State:
    s = v.copy()
    s.viewer = SPECTATOR
    return s
