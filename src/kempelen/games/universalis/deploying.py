"""Where models may be put up (R065, R066)."""

from __future__ import annotations

from typing import Any

from kempelen.engine.table import Seat
from kempelen.games.universalis.actions import Deploy
from kempelen.games.universalis.missions import in_zone
from kempelen.games.universalis.paths import stand_problem
from kempelen.games.universalis.profile import RulesProfile
from kempelen.games.universalis.state import RESERVE, Model, State
from kempelen.games.universalis.values import distance
from kempelen.text.say import Text

__all__ = ["deploy_options", "far_enough", "why_not_deploy"]

GRID = 3
MOST = 24


def far_enough(rules: RulesProfile, gap: float) -> bool:
    """Never closer than 12 cm to an enemy (R066)."""
    return gap >= rules.deploy_distance - 1e-9


def place_problem(s: State, m: Model, x: float, y: float, z: float) -> Text | None:
    if not in_zone(s, m.seat, x, y):
        return Text("universalis.no.zone")
    problem = stand_problem(s, m, x, y, z)
    if problem is not None:
        return problem
    old = m.x, m.y, m.z
    m.x, m.y, m.z = x, y, z
    near = next((o for o in s.enemies(m.seat) if not far_enough(s.rules, distance(s, m, o))), None)
    m.x, m.y, m.z = old
    return None if near is None else Text("universalis.no.deploy_near", whom=near.name, cm=s.rules.deploy_distance)


def why_not_deploy(s: State, seat: Seat, action: Any) -> Text | None:
    """Own models in any order, anywhere in the zone."""
    m = next((m for m in s.models if isinstance(action, Deploy) and m.label == action.label), None)
    if m is None or m.seat != seat or m.place != RESERVE:
        return Text("universalis.no.not_now")
    return place_problem(s, m, *action.point)


def deploy_options(s: State, m: Model) -> list[Deploy]:
    """Some places for the next model: points of a grid, spread over the zone."""
    side = int(s.board.size)
    points = [(float(x), float(y)) for y in range(2, side, GRID) for x in range(2, side, GRID)]
    free = [(x, y) for x, y in points if in_zone(s, m.seat, x, y)]
    free = [(x, y) for x, y in free if place_problem(s, m, x, y, 0.0) is None]
    if not free:  # a crowded zone: look closer
        points = [(x / 2, y / 2) for y in range(3, 2 * side) for x in range(3, 2 * side)]
        free = [(x, y) for x, y in points if in_zone(s, m.seat, x, y) and place_problem(s, m, x, y, 0.0) is None]
    if not free:  # nowhere at all: anywhere far from the enemy
        free = [(x, y) for x, y in points if _apart(s, m, x, y)]
    step = max(1, len(free) // MOST)
    offset = m.index % step
    return [Deploy(m.label, (x, y, 0.0)) for x, y in free[offset::step]]


def _apart(s: State, m: Model, x: float, y: float) -> bool:
    old = m.x, m.y
    m.x, m.y = x, y
    apart = all(far_enough(s.rules, distance(s, m, o)) for o in s.enemies(m.seat))
    m.x, m.y = old
    return apart and stand_problem(s, m, x, y, 0.0) is None
