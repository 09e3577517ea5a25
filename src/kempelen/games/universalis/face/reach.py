"""How far a model gets in this phase: an outline for every movement action, measured by the rules' own ways.

The area is looked at on a grid: at every point straight or round corners, as a click there would go.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot

from kempelen.engine.table import Seat
from kempelen.games.universalis.face.aiming import aiming_model
from kempelen.games.universalis.face.corners import corners_of
from kempelen.games.universalis.face.errands import outlines_of
from kempelen.games.universalis.face.outlook import short_name
from kempelen.games.universalis.rules.missions import mission_of
from kempelen.games.universalis.rules.models.current import gk
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.found import found_here
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.ways import stand_problem, straight, survey, way_problem
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.terrain import Survey, reach_in
from kempelen.games.universalis.rules.terms import STATIONARY
from kempelen.geometry.levels import outlines
from kempelen.parts.places import Ring
from kempelen.text.say import Text

__all__ = ["reach"]

STEP = 1.0
"""Width of a cell of the grid, in cm."""
MOST_RINGS = 6
BEYOND = 99.0
"""In movement actions: not at all."""


def reach(view: State, seat: Seat, handles: tuple[str, ...]) -> tuple[Ring, ...]:
    """Rings of one, two, three movement actions; before the game the deployment zone."""
    m = aiming_model(view, handles)
    if m is None:
        return ()
    if view.phase == "deploy":
        return (
            Ring(
                Text("universalis.reach.zone", who=short_name(m)),
                tuple(outlines_of(mission_of(view, seat).zone, view.turned[seat], view.board.size)),
            ),
        )
    if "move" not in handles and "disengage" not in handles:
        return ()
    known = found_here(view, m)
    cost = move_cost(view.rules, m.prone, "disengage" in handles)
    most = min(1 if "disengage" in handles else MOST_RINGS, purse(view, m) // cost)
    if not most or not gk(view, m) or m.legs or m.card.going == STATIONARY:
        return ()
    key = ("rings", most, cost)
    if key not in known:
        known[key] = tuple(_rings(view.copy(), m.index, most, cost))
    rings: tuple[Ring, ...] = known[key]
    return rings


def _rings(s: State, index: int, most: int, cost: int) -> list[Ring]:
    m = s.models[index]
    far = gk(s, m) * most + STEP
    left, low = max(0.0, m.x - far), max(0.0, m.y - far)
    right, high = min(s.board.size, m.x + far), min(s.board.size, m.y + far)
    wide, tall = int((right - left) / STEP) + 1, int((high - low) / STEP) + 1
    needed = _needed(s, m, far)
    grid = [[needed(left + i * STEP, low + j * STEP) for i in range(wide)] for j in range(tall)]
    rings = []
    for n in range(1, most + 1):
        lines = outlines(grid, float(n), lambda i, j: (round(left + i * STEP, 2), round(low + j * STEP, 2)))
        if lines:
            label = Text("universalis.reach.ap", n=n * cost)
            rings.append(Ring(label, tuple(tuple(line) for line in lines if len(line) > 3)))
    return rings


def _needed(s: State, m: Model, far: float) -> Callable[[float, float], float]:
    """How many movement actions it takes to get to a place on the same level, the last of them in parts."""
    here = (m.x, m.y, m.z)
    corners = corners_of(s, m, far)

    def needed(x: float, y: float) -> float:
        there = (x, y, m.z)
        if hypot(x - m.x, y - m.y) > far or stand_problem(s, m, x, y, m.z, ghost=True) is not None:
            return BEYOND
        if hypot(x - m.x, y - m.y) < 0.1:
            return 0.0
        if way_problem(s, m, here, there) is None:
            return _parts(s, m, straight(s, m, here, there))
        way = corners.way(there, far)
        measured = survey(s, m, [here, *way]) if way else None
        return _parts(s, m, measured) if isinstance(measured, Survey) else BEYOND

    return needed


def _parts(s: State, m: Model, way: Survey) -> float:
    """Movement actions of a way, the last one counted by how much of it is used."""
    at, actions = 0.0, 0
    while actions < MOST_RINGS:
        step = reach_in(s, m, way, at)
        if step <= 1e-6:
            return BEYOND
        if at + step >= way.used - 1e-6:
            return actions + (way.used - at) / step
        at += step
        actions += 1
    return BEYOND
