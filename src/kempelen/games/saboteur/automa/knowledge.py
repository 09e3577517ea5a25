"""What a computer player knows of the three goals, and which of them it aims at (R19, R26, R27)."""

from __future__ import annotations

from collections.abc import Mapping

from kempelen.engine.table import Seat
from kempelen.games.saboteur.rules.state import GOLD_GOAL, GOLD_SEEKER, HIDDEN, SABOTEUR, STONE_GOAL, Goal, State

__all__ = ["ALL_GOALS", "following", "gold_located", "known_goals", "targets"]

ALL_GOALS = 0b111


def known_goals(v: State) -> list[Goal]:
    """Goals looked at or turned up, and what follows from them: one gold, two stones (R19)."""
    return following(v.goals, v.options)


def following(known: list[Goal], options: Mapping[str, str]) -> list[Goal]:
    """What is known, and what follows from it (R19)."""
    if HIDDEN not in known or options["R19"] == "seen":
        return known
    if GOLD_GOAL in known:
        return [STONE_GOAL if goal == HIDDEN else goal for goal in known]
    if known.count(HIDDEN) == 1:
        return [GOLD_GOAL if goal == HIDDEN else goal for goal in known]
    return known


def gold_located(known: list[Goal]) -> bool:
    """The gold was seen or follows from the stones."""
    return GOLD_GOAL in known


def targets(v: State, seat: Seat, known: list[Goal]) -> int:
    """The goals worth reaching for this role, as bits.

    Gold seekers drop known stones and stone seekers the known gold; saboteurs keep all three (R26).
    """
    role = v.roles[seat]
    if role == SABOTEUR:
        return ALL_GOALS
    aims = 0
    for n, goal in enumerate(known):
        if goal == HIDDEN or (goal == GOLD_GOAL) is (role == GOLD_SEEKER):
            aims |= 1 << n
    if role == GOLD_SEEKER and GOLD_GOAL in known:
        return 1 << known.index(GOLD_GOAL)
    return aims
