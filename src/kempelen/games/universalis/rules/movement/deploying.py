"""Where models may be put up (R065, R066)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

from kempelen.engine.table import Seat
from kempelen.games.universalis.rules.choices import Deploy
from kempelen.games.universalis.rules.missions import in_zone, missions
from kempelen.games.universalis.rules.models.current import distance
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.state import RESERVE, Model, State
from kempelen.games.universalis.rules.terms import COLOSSUS
from kempelen.text.say import Text

__all__ = ["deploy_options", "far_enough", "why_not_deploy"]

GRID = 3
MOST, ENOUGH = 12, 5


def far_enough(rules: RulesProfile, gap: float) -> bool:
    """Never closer than 12 cm to an enemy (R066)."""
    return gap >= rules.deploy_distance - 1e-9


def place_problem(s: State, m: Model, x: float, y: float, z: float) -> Text | None:
    if not in_zone(s, m.seat, x, y):
        return Text("universalis.no.zone")
    problem = stand_problem(s, m, x, y, z)
    if problem is not None:
        return problem
    if m.card.type == COLOSSUS and s.board.type_at(x, y, z) == "building":
        return Text("universalis.no.colossus_door")  # R307
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
    points = zone_points(s.missions[m.seat], s.turned[m.seat], s.board.size)
    step = max(1, len(points) // MOST)
    free: list[tuple[float, float]] = []
    for shift in range(step):
        for x, y in points[(m.index + shift) % step :: step]:
            if place_problem(s, m, x, y, 0.0) is None:
                free.append((x, y))
        if len(free) >= ENOUGH:
            break
    if not free:  # a crowded zone: look closer, then anywhere far from the enemy
        closer = _away(s, m, fine_points(s.missions[m.seat], s.turned[m.seat], s.board.size))
        free = list(islice(((x, y) for x, y in closer if place_problem(s, m, x, y, 0.0) is None), MOST))
    if not free:
        anywhere = _away(s, m, fine_points("", 0, s.board.size))
        free = list(islice(((x, y) for x, y in anywhere if _apart(s, m, x, y)), MOST))
    return [Deploy(m.label, (x, y, 0.0)) for x, y in free]


@cache
def zone_points(mission: str, degrees: int, size: float) -> list[tuple[float, float]]:
    """Points of a grid inside a deployment zone."""
    zone = missions()[mission].zone
    side = range(2, int(size), GRID)
    return [(float(x), float(y)) for y in side for x in side if zone.holds(x, y, degrees, size / 2)]


@cache
def fine_points(mission: str, degrees: int, size: float) -> list[tuple[float, float]]:
    """Every half centimetre of a deployment zone; without a mission, of the whole table."""
    side = range(3, 2 * int(size))
    points = [(x / 2, y / 2) for y in side for x in side]
    if not mission:
        return points
    zone = missions()[mission].zone
    return [(x, y) for x, y in points if zone.holds(x, y, degrees, size / 2)]


def _away(s: State, m: Model, points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points that no enemy on the ground is too near to; the others need not be looked at."""
    apart = s.rules.deploy_distance - 1e-9
    circles = [(o.x, o.y, (o.r + m.r + apart) ** 2) for o in s.enemies(m.seat) if not o.z]
    for x, y in points:
        for ox, oy, square in circles:
            if (x - ox) * (x - ox) + (y - oy) * (y - oy) < square:
                break
        else:
            yield x, y


def _apart(s: State, m: Model, x: float, y: float) -> bool:
    old = m.x, m.y
    m.x, m.y = x, y
    apart = all(far_enough(s.rules, distance(s, m, o)) for o in s.enemies(m.seat))
    m.x, m.y = old
    return apart and stand_problem(s, m, x, y, 0.0) is None
