"""Ways round obstacles on a coarse grid: to the table's edge for those who flee, to an enemy for those who charge.

Distances follow from the board alone, so they are kept with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from heapq import heappop, heappush
from math import ceil, hypot

from kempelen.games.universalis.rules.models.current import gk, radius
from kempelen.games.universalis.rules.movement.halves import HALF, laid
from kempelen.games.universalis.rules.movement.hurdles import climbs_over
from kempelen.games.universalis.rules.movement.movement_numbers import speed_in
from kempelen.games.universalis.rules.movement.places import climbs
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey, way_problem
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, reach_in, solids
from kempelen.games.universalis.rules.terms import COLOSSUS, FLIGHT, HOVER

__all__ = ["CELL", "distances", "distances_from", "flight_way", "way_to", "way_towards"]

CELL = 2.0
"""Width of a cell of the grid."""
NEIGHBOURS = [(dx, dy, hypot(dx, dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
Steps = list[list[tuple[int, float]]]
FAR = 1e300
MOST_ACROSS = 5
"""Cells from one side of something low to the other."""
AT_EDGE = 0.05
"""A base this near the edge of the table touches it."""


class Field:
    """Distance of every cell to the nearest goal (Dijkstra), reckoned outwards only as far as somebody asks."""

    __slots__ = ("_closed", "_reckoned", "_steps")

    def __init__(self, steps: Steps, cost: Sequence[float], goals: Sequence[int]) -> None:
        self._steps = steps
        self._closed = cost
        found = [FAR] * len(steps)
        for goal in goals:
            found[goal] = 0.0
        self._reckoned = found, [(0.0, goal) for goal in goals]

    def __getitem__(self, cell: int) -> float:
        found, queue = self._reckoned
        if self._closed[cell] >= FAR or not queue or queue[0][0] >= found[cell]:
            return found[cell]  # no step leads to a closed cell: it is a goal, or out of reach
        # Boards are shared: nobody may see a field that is half reckoned.
        found, queue = found.copy(), queue.copy()
        while queue and queue[0][0] < found[cell]:
            far, at = heappop(queue)
            if far > found[at]:
                continue
            for other, cost in self._steps[at]:
                there = far + cost
                if there < found[other]:
                    found[other] = there
                    heappush(queue, (there, other))
        self._reckoned = found, queue
        return found[cell]


def _grid(s: State, m: Model) -> tuple[int, list[float]]:
    """How hard each cell is to cross for such a base; FAR where it cannot stand."""
    light = m.card.going in (HOVER, FLIGHT)
    key = ("grid", m.card.size, light, m.card.type == COLOSSUS, s.doors)
    found = s.board.known.get(key)
    if found is None:
        side = _side(s)
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
    key = ("field", m.card.size, m.card.going in (HOVER, FLIGHT), m.card.type == COLOSSUS, s.doors, goals)
    found = s.board.known.get(key)
    if found is None:
        if len(s.board.known) > 3000:
            s.board.known.clear()
        found = s.board.known[key] = Field(_steps(s, m), _grid(s, m)[1], goals)
    return found  # type: ignore[return-value]


def _steps(s: State, m: Model) -> Steps:
    """From each cell the neighbours such a base can go to, with what it costs; corners that stick out bar a step."""
    side, cost = _grid(s, m)
    key = ("steps", m.card.size, m.card.going in (HOVER, FLIGHT), m.card.type == COLOSSUS, s.doors)
    found = s.board.known.get(key)
    if found is None:
        alone = copy(s)
        alone.models = [m]
        round_ = [
            [(n + dy * side + dx, length) for dx, dy, length in NEIGHBOURS if _inside(n, dx, dy, side)]
            for n in range(side * side)
        ]
        tight = [any(cost[other] >= FAR for other, _ in near) for near in round_]

        def open_between(one: int, other: int) -> bool:
            if cost[one] >= FAR or not (tight[one] and tight[other]):
                return True
            here, there = (((n % side + 0.5) * CELL, (n // side + 0.5) * CELL, 0.0) for n in (one, other))
            return way_problem(alone, m, here, there) is None

        made = [
            [(other, length * cost[other]) for other, length in near if cost[other] < FAR and open_between(n, other)]
            for n, near in enumerate(round_)
        ]
        for n, other, used in _over(alone, m, side, cost):
            made[n].append((other, used / CELL))
        found = s.board.known[key] = made
    return found  # type: ignore[return-value]


def _over(alone: State, m: Model, side: int, cost: list[float]) -> Iterator[tuple[int, int, float]]:
    """Steps from one side of something low to the other, straight across it (K10), and the movement they take."""
    walker = copy(m)
    walker.prone, walker.items_on = False, 0
    alone.models = [walker]
    highest = alone.rules.climb_heights * alone.rules.height[m.card.size] + 1e-9
    low = [box for _, top, box, _, _ in solids(alone.board, alone.doors) if top <= highest]
    for n in range(side * side) if low and m.card.going != FLIGHT else ():
        i, j = n % side, n // side
        x, y = (i + 0.5) * CELL, (j + 0.5) * CELL
        if cost[n] >= FAR or not any(b[0] - 4 < x < b[2] + 4 and b[1] - 4 < y < b[3] + 4 for b in low):
            continue
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if not (0 <= i + dx < side and 0 <= j + dy < side) or cost[n + dy * side + dx] < FAR:
                continue
            for far in range(2, MOST_ACROSS):
                a, b = i + dx * far, j + dy * far
                if not (0 <= a < side and 0 <= b < side):
                    break
                if cost[b * side + a] < FAR:
                    way = survey(alone, walker, [(x, y, 0.0), ((a + 0.5) * CELL, (b + 0.5) * CELL, 0.0)])
                    if isinstance(way, Survey):
                        yield n, b * side + a, way.used
                    break


def _inside(cell: int, dx: int, dy: int, side: int) -> bool:
    return 0 <= cell % side + dx < side and 0 <= cell // side + dy < side


def distances(s: State, m: Model, x: float, y: float) -> Callable[[float, float], float]:
    """How far it is from any place to a point for such a model, in cm, difficult ground counted as longer."""
    return _distances(s, m, tuple(b * _side(s) + a for a, b in _near(s, x, y)))


def distances_from(s: State, m: Model) -> Callable[[float, float], float]:
    """How far it is from where a model stands to any place it can walk to, in cm."""
    side, cost = _grid(s, m)
    here = (m.x, m.y, m.z)
    return _distances(
        s,
        m,
        tuple(
            b * side + a
            for a, b in _near(s, m.x, m.y)
            if cost[b * side + a] < FAR and way_problem(s, m, here, ((a + 0.5) * CELL, (b + 0.5) * CELL, m.z)) is None
        ),
    )


def _distances(s: State, m: Model, goals: tuple[int, ...]) -> Callable[[float, float], float]:
    side, field = _side(s), _field(s, m, goals)

    def from_place(x: float, y: float) -> float:
        a, b = _cell(s, x, y)
        return field[b * side + a] * CELL

    return from_place


def _side(s: State) -> int:
    """How many cells the table is wide."""
    return int(s.board.size / CELL)


def _near(s: State, x: float, y: float) -> list[tuple[int, int]]:
    """The cell of a point and those round it."""
    side = _side(s)
    i, j = _cell(s, x, y)
    return [(a, b) for a in range(i - 1, i + 2) for b in range(j - 1, j + 2) if 0 <= a < side and 0 <= b < side]


def _cell(s: State, x: float, y: float) -> tuple[int, int]:
    side = _side(s)
    return min(side - 1, max(0, int(x / CELL))), min(side - 1, max(0, int(y / CELL)))


def _follow(s: State, m: Model, field: Field, most: float) -> list[Place]:
    """Down the field from where the model stands, about so far; corners are cut where the way is free."""
    side = _side(s)
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
    steps = _steps(s, m)
    cell = j * side + i
    while gone < most:
        # The nearest neighbour, unless the step itself is a long one: over something low.
        nearer = [(field[other] + cost, other) for other, cost in steps[cell] if field[other] < field[cell]]
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
        side = _side(s)
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
    goals = tuple(b * _side(s) + a for a, b in _near(s, x, y))
    way = _follow(s, m, _field(s, m, goals), 40.0)
    return _cut_to(s, m, way, actions)


def way_to(s: State, m: Model, x: float, y: float, actions: int) -> list[Place]:
    """To a place where the model can stand, as far as so many movement actions get: round what is in the way."""
    if m.z:
        return []
    side, cost = _grid(s, m)
    there = (x, y, 0.0)
    goals = tuple(
        b * side + a
        for a, b in _near(s, x, y)
        if cost[b * side + a] < FAR and way_problem(s, m, ((a + 0.5) * CELL, (b + 0.5) * CELL, 0.0), there) is None
    )
    if not goals:
        return way_towards(s, m, x, y, actions)
    way = _follow(s, m, _field(s, m, goals), 60.0)
    if way and hypot(way[-1][0] - x, way[-1][1] - y) <= 2 * CELL:
        way.append(there)
    return _cut_to(s, m, way, actions)
