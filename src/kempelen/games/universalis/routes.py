"""Ways round obstacles on a coarse grid: to the table's edge for those who flee, to an enemy for those who charge.

Distances follow from the board alone, so they are kept with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import hypot

from kempelen.games.universalis.candidates import climbs
from kempelen.games.universalis.paths import Place, Survey, actions_needed, reach_in, stand_problem, survey, way_problem
from kempelen.games.universalis.state import Model, State, snap
from kempelen.games.universalis.terms import COLOSSUS, FLIGHT, HOVER
from kempelen.games.universalis.values import radius

__all__ = ["flight_way", "way_towards"]

CELL = 2.0
"""Width of a cell of the grid."""
NEIGHBOURS = [(dx, dy, hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
Field = list[float]
FAR = 1e300


def _grid(s: State, m: Model) -> tuple[int, list[float]]:
    """How hard each cell is to cross for such a base; FAR where it cannot stand."""
    light = m.card.going in (HOVER, FLIGHT)
    key = ("grid", m.card.size, light, m.card.type == COLOSSUS, s.doors)
    found = s.board.known.get(key)
    if found is None:
        side = int(s.board.size / CELL)
        cost = []
        for j in range(side):
            for i in range(side):
                x, y = (i + 0.5) * CELL, (j + 0.5) * CELL
                blocked = stand_problem(s, m, x, y, 0.0, ghost=True) is not None
                hard = 0 if light else _passability(s, x, y)
                cost.append(FAR if blocked else 1.0 + 0.5 * hard)
        found = s.board.known[key] = (side, cost)
    return found  # type: ignore[return-value]


def _passability(s: State, x: float, y: float) -> int:
    levels = [s.rules.terrain[piece.type].passability for piece in s.board.areas if piece.holds(x, y)]
    return max([s.rules.terrain[s.board.environment].passability, *levels])


def _field(s: State, m: Model, goals: tuple[int, ...]) -> Field:
    """Distance of every cell to the nearest goal."""
    side, cost = _grid(s, m)
    key = ("field", m.card.size, m.card.going in (HOVER, FLIGHT), m.card.type == COLOSSUS, s.doors, goals)
    found = s.board.known.get(key)
    if found is None:
        if len(s.board.known) > 3000:
            s.board.known.clear()
        found = s.board.known[key] = _dijkstra(side, cost, goals)
    return found  # type: ignore[return-value]


def _dijkstra(side: int, cost: Sequence[float], goals: Sequence[int]) -> Field:
    field = [FAR] * (side * side)
    queue = []
    for goal in goals:
        field[goal] = 0.0
        queue.append((0.0, goal))
    while queue:
        far, cell = heappop(queue)
        if far > field[cell]:
            continue
        i, j = cell % side, cell // side
        for dx, dy, length in NEIGHBOURS:
            x, y = i + dx, j + dy
            if 0 <= x < side and 0 <= y < side:
                other = y * side + x
                there = far + length * cost[other]
                if there < field[other] and cost[other] < FAR:
                    field[other] = there
                    heappush(queue, (there, other))
    return field


def _cell(s: State, x: float, y: float) -> tuple[int, int]:
    side = int(s.board.size / CELL)
    return min(side - 1, max(0, int(x / CELL))), min(side - 1, max(0, int(y / CELL)))


def _follow(s: State, m: Model, field: Field, most: float) -> list[Place]:
    """Down the field from where the model stands, about so far; corners are cut where the way is free."""
    side = int(s.board.size / CELL)
    i, j = _cell(s, m.x, m.y)
    near = sorted(
        (field[y * side + x] + hypot((x + 0.5) * CELL - m.x, (y + 0.5) * CELL - m.y) / CELL, x, y)
        for x in range(max(0, i - 2), min(side, i + 3))
        for y in range(max(0, j - 2), min(side, j + 3))
        if field[y * side + x] < FAR
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
    while field[j * side + i] > 0.0 and gone < most:
        best = min(
            (
                (field[(j + dy) * side + i + dx], i + dx, j + dy)
                for dx, dy, _ in NEIGHBOURS
                if 0 <= i + dx < side and 0 <= j + dy < side
            ),
            default=(FAR, i, j),
        )
        if best[0] >= field[j * side + i]:
            break
        _, i, j = best
        cells.append((i, j))
        gone += CELL
    least = radius(s, m)  # the cells at the edge have their middle nearer to it than a base can stand
    far_side = s.board.size - least
    points: list[Place] = [
        (min(max((x + 0.5) * CELL, least), far_side), min(max((y + 0.5) * CELL, least), far_side), 0.0) for x, y in cells
    ]
    return _pulled(s, m, points)


def _pulled(s: State, m: Model, points: list[Place]) -> list[Place]:
    """The same way with as few corners as possible."""
    here: Place = (m.x, m.y, m.z)
    way: list[Place] = []
    n = 0
    while n < len(points):
        far = next((k for k in range(len(points) - 1, n - 1, -1) if way_problem(s, m, here, points[k]) is None), None)
        if far is None:
            break
        here = points[far]
        way.append(here)
        n = far + 1
    return way


def _cut_to(s: State, m: Model, way: list[Place], actions: int) -> list[Place]:
    """As much of a way as so many movement actions allow, ending where the model can stand."""
    here: Place = (m.x, m.y, m.z)
    for end in range(len(way), 0, -1):
        measured = survey(s, m, [here, *way[:end]])
        if isinstance(measured, Survey):
            needed = actions_needed(s, m, measured)
            if needed is not None and needed <= actions:
                return way[:end]
    if not way:
        return []
    # Not even the first corner: straight towards it.
    measured = survey(s, m, [here, way[0]])
    if not isinstance(measured, Survey) or way[0][2] != m.z:
        return []
    far, length = 0.0, hypot(way[0][0] - m.x, way[0][1] - m.y)
    for _ in range(actions):
        far += reach_in(s, m, measured, far)
    while far > 0.3 and length:
        share = min(1.0, (far - 0.01) / length)
        end_ = (snap(m.x + (way[0][0] - m.x) * share), snap(m.y + (way[0][1] - m.y) * share), m.z)
        again = survey(s, m, [here, end_])
        if isinstance(again, Survey) and (actions_needed(s, m, again) or 99) <= actions:
            return [end_]
        far -= 0.5
    return []


def flight_way(s: State, m: Model, actions: int) -> tuple[list[Place], bool]:
    """Towards the nearest table edge with so many movement actions, and whether it gets there (R191, R192)."""
    if m.z and m.card.going != FLIGHT:
        down = [end for end, needed in climbs(s, m) if end[2] < m.z and needed <= actions]
        return ([min(down, key=lambda end: (end[2], end))], False) if down else ([], False)
    side = int(s.board.size / CELL)
    edge = tuple(j * side + i for j in range(side) for i in range(side) if i in (0, side - 1) or j in (0, side - 1))
    field = _field(s, m, edge)
    r = radius(s, m)
    gap = min(m.x, m.y, s.board.size - m.x, s.board.size - m.y) - r
    if gap <= CELL:
        return [], True
    way = _follow(s, m, field, 60.0)
    cut = _cut_to(s, m, way, actions)
    there = bool(cut) and cut[-1] == way[-1] and _at_edge(s, cut[-1], r)
    return cut, there


def _at_edge(s: State, place: Place, r: float) -> bool:
    return min(place[0], place[1], s.board.size - place[0], s.board.size - place[1]) - r <= CELL


def way_towards(s: State, m: Model, x: float, y: float, actions: int) -> list[Place]:
    """Towards a point of the table, as far as so many movement actions get."""
    if m.z:
        return []
    side = int(s.board.size / CELL)
    i, j = _cell(s, x, y)
    goals = tuple(
        b * side + a for a in range(max(0, i - 1), min(side, i + 2)) for b in range(max(0, j - 1), min(side, j + 2))
    )
    way = _follow(s, m, _field(s, m, goals), 40.0)
    return _cut_to(s, m, way, actions)
