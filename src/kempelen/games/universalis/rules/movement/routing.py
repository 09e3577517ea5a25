"""Ways round obstacles on a coarse grid: to the table's edge for those who flee, to an enemy for those who charge.

Distances follow from the board alone, so they are kept with it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, hypot

from kempelen.games.universalis.rules.models.current import gk, radius
from kempelen.games.universalis.rules.movement.found import found_here
from kempelen.games.universalis.rules.movement.ground import CELL, FAR, Field, Ground, side_of
from kempelen.games.universalis.rules.movement.halves import HALF, laid
from kempelen.games.universalis.rules.movement.hurdles import climbing, climbs_over
from kempelen.games.universalis.rules.movement.movement_numbers import speed_in
from kempelen.games.universalis.rules.movement.places import climbs
from kempelen.games.universalis.rules.movement.ways import survey, way_problem
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, reach_in
from kempelen.games.universalis.rules.terms import FLIGHT, HOVER

__all__ = ["CELL", "distances", "distances_from", "flight_way", "way_to", "way_towards"]

AT_EDGE = 0.05
"""A base this near the edge of the table touches it."""


def _ground(s: State, m: Model) -> Ground:
    """The cells of this table for such a base."""
    key = ("ground", *_kind(s, m))
    found = s.board.known.get(key)
    if found is None:
        found = s.board.known[key] = Ground(s, m)
    return found  # type: ignore[return-value]


def _field(s: State, m: Model, goals: tuple[int, ...]) -> Field:
    """Distance of every cell to the nearest goal."""
    key = ("field", *_kind(s, m), goals)
    found = s.board.known.get(key)
    if found is None:
        if len(s.board.known) > 3000:
            s.board.known.clear()
        found = s.board.known[key] = Field(_ground(s, m), goals)
    return found  # type: ignore[return-value]


def _kind(s: State, m: Model) -> tuple[object, ...]:
    """What makes a difference for routes: base and height, what it floats or flies over, what it can climb, doors.

    Feet, tracks and wheels find the same ways.
    """
    going = m.card.going if m.card.going in (HOVER, FLIGHT) else None
    return m.r, m.card.size, going, climbing(m), s.doors


def distances(s: State, m: Model, x: float, y: float) -> Callable[[float, float], float]:
    """How far it is from any place to a point for such a model, in cm, difficult ground counted as longer."""
    return _distances(s, m, tuple(b * side_of(s.board) + a for a, b in _near(s, x, y)))


def distances_from(s: State, m: Model) -> Callable[[float, float], float]:
    """How far it is from where a model stands to any place it can walk to, in cm."""
    side, cost_of = side_of(s.board), _ground(s, m).cost_of
    here = (m.x, m.y, m.z)
    return _distances(
        s,
        m,
        tuple(
            b * side + a
            for a, b in _near(s, m.x, m.y)
            if cost_of(b * side + a) < FAR
            and way_problem(s, m, here, ((a + 0.5) * CELL, (b + 0.5) * CELL, m.z)) is None
        ),
    )


def _distances(s: State, m: Model, goals: tuple[int, ...]) -> Callable[[float, float], float]:
    side, field = side_of(s.board), _field(s, m, goals)

    def from_place(x: float, y: float) -> float:
        a, b = _cell(s, x, y)
        return field.at(b * side + a) * CELL

    return from_place


def _near(s: State, x: float, y: float) -> list[tuple[int, int]]:
    """The cell of a point and those round it."""
    side = side_of(s.board)
    i, j = _cell(s, x, y)
    return [(a, b) for a in range(i - 1, i + 2) for b in range(j - 1, j + 2) if 0 <= a < side and 0 <= b < side]


def _cell(s: State, x: float, y: float) -> tuple[int, int]:
    side = side_of(s.board)
    return min(side - 1, max(0, int(x / CELL))), min(side - 1, max(0, int(y / CELL)))


def _follow(s: State, m: Model, field: Field, most: float) -> list[Place]:
    """Down the field from where the model stands, about so far; corners are cut where the way is free."""
    side = side_of(s.board)
    i, j = _cell(s, m.x, m.y)
    near = sorted(
        (far + hypot((x + 0.5) * CELL - m.x, (y + 0.5) * CELL - m.y) / CELL, x, y)
        for x in range(max(0, i - 2), min(side, i + 3))
        for y in range(max(0, j - 2), min(side, j + 3))
        if (far := field.at(y * side + x)) < FAR
    )
    here = (m.x, m.y, m.z)
    start = next(
        (
            cell
            for cell in near
            if way_problem(s, m, here, ((cell[1] + 0.5) * CELL, (cell[2] + 0.5) * CELL, m.z)) is None
        ),
        None,
    )
    if start is None:
        return []
    _, i, j = start
    cells = [(i, j)]
    gone = 0.0
    steps_from, far_of = _ground(s, m).steps_from, field.far
    cell = j * side + i
    while gone < most:
        # The nearest neighbour, unless the step itself is a long one: over something low.
        nearer = [(far_of[other] + cost, other) for other, cost in steps_from(cell) if far_of[other] < far_of[cell]]
        if not nearer:
            break
        cell = min(nearer)[1]
        cells.append((cell % side, cell // side))
        gone += CELL
    # The cells at the edge have their middle nearer to it than a base can stand.
    least = ceil(radius(s, m) / HALF) * HALF
    far_side = s.board.size - least
    points: list[Place] = [
        (min(max((x + 0.5) * CELL, least), far_side), min(max((y + 0.5) * CELL, least), far_side), 0.0)
        for x, y in cells
    ]
    return _pulled(s, m, points)


def _pulled(s: State, m: Model, points: list[Place]) -> list[Place]:
    """The same way with as few corners as possible."""
    here: Place = (m.x, m.y, m.z)
    way: list[Place] = []
    n = 0
    while n < len(points):
        far = next((k for k in range(len(points) - 1, n - 1, -1) if way_problem(s, m, here, points[k]) is None), None)
        if far is None and climbs_over(s, m, here, points[n]) is not None:
            far = n
        if far is None:
            break
        here = points[far]
        way.append(here)
        n = far + 1
    return way


def _cut_to(s: State, m: Model, way: list[Place], actions: int) -> list[Place]:
    """As much of a way as so many movement actions allow, ending where the model can stand."""
    here: Place = (m.x, m.y, m.z)
    for end in range(len(way), -1, -1):
        measured = survey(s, m, [here, *way[:end]]) if end else Survey()
        if not isinstance(measured, Survey) or (end and (actions_needed(s, m, measured) or FAR) > actions):
            continue
        if end == len(way):
            return way
        part = _part_of(s, m, [here, *way[:end]], way[end], actions, measured.used)
        return way[:end] if part is None else [*way[:end], part]
    return []


def _part_of(s: State, m: Model, way: list[Place], there: Place, actions: int, used: float) -> Place | None:
    """As far towards the next corner as the actions that are left allow."""
    last = way[-1]
    length = hypot(there[0] - last[0], there[1] - last[1])
    if there[2] != last[2] or not length:
        return None
    far = min(length, actions * speed_in(s.rules, m.card.going, gk(s, m), 0, road=True) - used)

    whole = survey(s, m, [*way, there])
    if isinstance(whole, Survey):
        reached = 0.0
        for _ in range(actions):
            reached += reach_in(s, m, whole, reached)
        far = min(far, reached - used)

    def allowed(place: Place) -> bool:
        measured = survey(s, m, [*way, place])
        return isinstance(measured, Survey) and (actions_needed(s, m, measured) or FAR) <= actions

    while far > 0.3:
        share = (far - 0.01) / length
        x, y = last[0] + (there[0] - last[0]) * share, last[1] + (there[1] - last[1]) * share
        # Looking for a place that can be laid is dear: only where it can stand at all.
        end = laid(x, y, last[2], allowed) if allowed((x, y, last[2])) else None
        if end is not None:
            return end
        far -= 0.25
    return None


def flight_way(s: State, m: Model, actions: int) -> tuple[list[Place], bool]:
    """Towards the nearest table edge with so many movement actions, and whether it gets there (R191, R192)."""
    if m.z and m.card.going != FLIGHT:
        down = [end for end, needed in climbs(s, m) if end[2] < m.z and needed <= actions]
        return ([min(down, key=lambda end: (end[2], end))], False) if down else ([], False)
    here: Place = (m.x, m.y, m.z)
    if _edge_gap(s, m, here) <= AT_EDGE:
        return [], True
    way = [_edge_place(s, m, here)]
    straight = survey(s, m, [here, *way])
    if not isinstance(straight, Survey) or actions_needed(s, m, straight) is None:
        side = side_of(s.board)
        rim = ceil(radius(s, m) / CELL - 0.5)  # nearer to the edge there is no room for the base
        ends, within = (rim, side - 1 - rim), range(rim, side - rim)
        edge = tuple(j * side + i for j in within for i in within if i in ends or j in ends)
        way = _follow(s, m, _field(s, m, edge), 60.0)
        if way and _edge_gap(s, m, way[-1]) <= 2 * CELL:
            way.append(_edge_place(s, m, way[-1]))
    cut = _cut_to(s, m, way, actions)
    return cut, bool(cut) and _edge_gap(s, m, cut[-1]) <= AT_EDGE


def _edge_gap(s: State, m: Model, place: Place) -> float:
    """How far the base is from the nearest edge of the table."""
    x, y, _ = place
    return min(x, y, s.board.size - x, s.board.size - y) - radius(s, m)


def _edge_place(s: State, m: Model, place: Place) -> Place:
    """Straight to the nearest edge, until the base touches it."""
    (x, y, z), size, r = place, s.board.size, radius(s, m)
    places = [(r, y, z), (size - r, y, z), (x, r, z), (x, size - r, z)]
    return min(places, key=lambda end: (hypot(end[0] - x, end[1] - y), end))


def way_towards(s: State, m: Model, x: float, y: float, actions: int) -> list[Place]:
    """Towards a point of the table, as far as so many movement actions get."""
    if m.z:
        return []
    goals = tuple(b * side_of(s.board) + a for a, b in _near(s, x, y))
    known = found_here(s, m)
    if goals not in known:
        known[goals] = _follow(s, m, _field(s, m, goals), 40.0)
    return _cut_to(s, m, [*known[goals]], actions)


def way_to(s: State, m: Model, x: float, y: float, actions: int) -> list[Place]:
    """To a place where the model can stand, as far as so many movement actions get: round what is in the way."""
    if m.z:
        return []
    side, cost_of = side_of(s.board), _ground(s, m).cost_of
    there = (x, y, 0.0)
    goals = tuple(
        b * side + a
        for a, b in _near(s, x, y)
        if cost_of(b * side + a) < FAR and way_problem(s, m, ((a + 0.5) * CELL, (b + 0.5) * CELL, 0.0), there) is None
    )
    if not goals:
        return way_towards(s, m, x, y, actions)
    way = _follow(s, m, _field(s, m, goals), 60.0)
    if way and hypot(way[-1][0] - x, way[-1][1] - y) <= 2 * CELL:
        way.append(there)
    return _cut_to(s, m, way, actions)
