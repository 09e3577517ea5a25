"""What the group is after: who follows the mission and where to, which mission, zone and starting places to take.

Everything follows from the state, so that a decision can be asked for again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, hypot

from kempelen.engine.table import Seat
from kempelen.games.universalis.automa.levels import Weights
from kempelen.games.universalis.automa.temperaments import temperament_of
from kempelen.games.universalis.rules.missions import (
    Mission,
    edge_gap,
    far_edge,
    in_target,
    in_zone,
    mission_of,
    missions,
    turned,
)
from kempelen.games.universalis.rules.models.current import gk
from kempelen.games.universalis.rules.movement.deploying import place_problem, zone_points
from kempelen.games.universalis.rules.movement.halves import half, laid
from kempelen.games.universalis.rules.movement.routing import distances
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.state import EXITED, ON_TABLE, Model, Object, State
from kempelen.games.universalis.rules.table.board import Board, Piece
from kempelen.games.universalis.rules.terms import DRONE, INFANTRY, STATIONARY
from kempelen.geometry import Point, distance_to_polygon, segment_distance

__all__ = ["Task", "cover_spots", "prey_first", "rounds_for", "starting_places", "tasks", "zone_worth"]

GRID = 3
LEANS = 0.03
"""A base that leans on something may overlap it by so many cm."""
UNREACHED = 1000.0
"""Farther than any way over the table: an object across impassable ground."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a model does for its mission: go somewhere, and be so near."""

    kind: str
    """fetch, home, edge, zone, hold or stop."""
    x: float
    y: float
    near: float
    thing: int = -1
    against: bool = False
    """It is done against the enemy's mission, not for the own one."""


NOBODY_BUSY: Mapping[int, Task] = {}


def per_round(s: State, m: Model, alone: bool = True) -> float:
    """How far a model gets in a round; a drone that is sent alone uses its controller's AP too (R030, R324)."""
    ap = s.rules.ap_per_round[m.card.type]
    if m.card.type == DRONE and m.controller >= 0 and alone:
        ap += s.rules.ap_per_round[INFANTRY]
    return float(gk(s, m) * ap) if m.card.going != STATIONARY and not m.legs else 0.0


def _able(s: State, seat: Seat) -> list[Model]:
    return [
        m
        for m in s.friends(seat)
        if not m.panic
        and m.burning is None
        and per_round(s, m)
        and (m.card.type != DRONE or (m.controller >= 0 and s.models[m.controller].standing))
    ]


# -- who follows the mission


def tasks(s: State, seat: Seat, w: Weights, deny: int = 0) -> dict[int, Task]:
    """Who does what for the mission: those who are quickest; if it is slow, so many stand in the way of the enemy's."""
    mission = mission_of(s, seat)
    found: dict[int, Task] = {}
    off = s.round >= w.begins.get(mission.kind, 0)
    match mission.kind:
        case "carry":
            found = _carrying(s, seat, seat, 1)
        case "gather" if off:
            there = sum(_in_place(s, seat, thing) for thing in s.objects if mission.wants(thing))
            found = _carrying(s, seat, seat, mission.goal - there + w.spare)
        case "leave" if off:
            found = _leaving(s, seat, w)
        case "reach" if off:
            found = _reaching(s, seat, w)
        case "hold":
            found = _holding(s, seat, seat, 3)
    if mission.kind in ("carry", "gather"):
        for carrier in _carriers(s, 1 - seat, mission):
            found |= _stopping(s, seat, carrier, 2, found)
    if deny and mission.kind in w.slow:
        others = _denying(s, seat, mission.kind, deny, found)
        found |= {n: replace(task, against=True) for n, task in others.items()}
    return found


def _denying(s: State, seat: Seat, own: str, most: int, busy: Mapping[int, Task]) -> dict[int, Task]:
    """In the way of the enemy's mission: at his mast, sooner at what he wants to carry, or after who carries it."""
    enemy = mission_of(s, 1 - seat)
    if enemy.kind == "hold":
        return _holding(s, seat, 1 - seat, most, busy)
    if enemy.kind == "carry":
        for carrier in _carriers(s, 1 - seat, enemy):
            return _stopping(s, seat, carrier, most, busy)
        if own != "gather":
            return _carrying(s, seat, 1 - seat, 1, busy)
    return {}


def _carriers(s: State, seat: Seat, mission: Mission) -> list[Model]:
    """Who of a side carries what a mission wants."""
    carried = (s.models[thing.carrier] for thing in s.objects if thing.carrier >= 0 and mission.wants(thing))
    return [m for m in carried if m.seat == seat]


def _in_place(s: State, seat: Seat, thing: Object) -> bool:
    return thing.carrier < 0 and in_zone(s, seat, thing.x, thing.y)


def _nearest_of(points: Sequence[Point], x: float, y: float) -> Point:
    return min(points, key=lambda point: (hypot(point[0] - x, point[1] - y), point))


def _home(s: State, seat: Seat, x: float, y: float) -> Point:
    """The nearest place of the own zone, a little inside."""
    return _nearest_of(zone_points(s.missions[seat], s.turned[seat], s.board.size), x, y)


def _free_of(s: State, m: Model, points: Sequence[Point]) -> Point:
    """The nearest place where nobody else stands."""
    others = [o for o in s.models if o.place == ON_TABLE and o is not m]
    near = sorted(points, key=lambda point: (hypot(point[0] - m.x, point[1] - m.y), point))
    for x, y in near[:12]:
        if stand_problem(s, m, x, y, 0.0) is None and all(hypot(o.x - x, o.y - y) > m.r + o.r for o in others):
            return x, y
    return near[0]


def _carrying(
    s: State, seat: Seat, whose: Seat, wanted: int, busy: Mapping[int, Task] = NOBODY_BUSY
) -> dict[int, Task]:
    """Carriers go home; for the objects that somebody's mission still wants the quickest models are sent."""
    mission = mission_of(s, whose)
    found: dict[int, Task] = {}
    free = [m for m in _able(s, seat) if m.z == 0.0 and m.index not in busy and m.card.type != DRONE]
    open_: list[tuple[float, int]] = []
    for n, thing in enumerate(s.objects):
        if not mission.wants(thing) or (mission.kind == "gather" and _in_place(s, seat, thing)):
            continue
        if thing.carrier >= 0:
            carrier = s.models[thing.carrier]
            if carrier.seat == seat and whose != seat and in_zone(s, seat, carrier.x, carrier.y):
                wanted -= 1  # the enemy's object is out of his reach; who has it is free to fight
            elif carrier.seat == seat:
                zone = zone_points(s.missions[seat], s.turned[seat], s.board.size)
                found[carrier.index] = Task("home", *_free_of(s, carrier, zone), 0.0, n)
                wanted -= 1
            continue
        home = _home(s, seat, thing.x, thing.y)
        open_.append((hypot(home[0] - thing.x, home[1] - thing.y), n))
    for back, n in sorted(open_)[: max(0, wanted)]:
        thing = s.objects[n]
        able = [m for m in free if m.index not in found and distances(s, m, thing.x, thing.y)(m.x, m.y) < UNREACHED]
        if not able:
            continue
        best = min(able, key=lambda m: ((_gap(m, thing.x, thing.y) + back) / per_round(s, m), m.index))
        found[best.index] = Task("fetch", thing.x, thing.y, best.r + 0.9, n)
    return found


def _gap(m: Model, x: float, y: float) -> float:
    return hypot(m.x - x, m.y - y)


def _spare(s: State, w: Weights) -> int:
    """How many more are sent than a mission needs; late in the game everybody who can go goes."""
    return w.spare if s.round < w.late else len(s.models)


def _leaving(s: State, seat: Seat, w: Weights) -> dict[int, Task]:
    """As many as must still leave, and one more: those who are soonest at the far edge."""
    own = [m for m in s.models if m.seat == seat]
    wanted = ceil(len(own) / 2) - sum(m.place == EXITED for m in own) + _spare(s, w)
    edge = far_edge(s, seat)
    able = sorted(_able(s, seat), key=lambda m: (edge_gap(s, m, edge) / per_round(s, m, False), m.index))
    return {m.index: Task("edge", *_lane(s, m, edge, w.passing), 2.0) for m in able[:wanted]}


def _lane(s: State, m: Model, edge: int, passing: float) -> Point:
    """Where to leave: not much farther than straight ahead, and not close past enemies."""
    size, near = s.board.size, half(m.r + 0.75)
    own = m.x if edge in (90, 270) else m.y
    enemies = [o for o in s.enemies(m.seat) if not o.panic]

    def cost(point: Point) -> float:
        past = (segment_distance(m.x, m.y, *point, o.x, o.y) for o in enemies)
        return _gap(m, *point) + sum(max(0.0, passing - gap) for gap in past)

    sides = sorted({min(max(near, half(own + shift)), size - near) for shift in (-30, -20, -10, 0, 10, 20, 30)})
    points = [{0: (size - near, c), 90: (c, size - near), 180: (near, c), 270: (c, near)}[edge] for c in sides]
    return min(points, key=lambda point: (cost(point), point))


@cache
def target_points(mission: str, degrees: int, size: float) -> list[Point]:
    """Points of a grid inside a mission's target zone."""
    target = missions()[mission].target
    assert target is not None
    side = range(2, int(size), GRID)
    return [(float(x), float(y)) for y in side for x in side if target.holds(x, y, degrees, size / 2)]


def _reaching(s: State, seat: Seat, w: Weights) -> dict[int, Task]:
    own = [m for m in s.models if m.seat == seat]
    points = target_points(s.missions[seat], s.turned[seat], s.board.size)
    goals = {m.index: _nearest_of(points, m.x, m.y) for m in _able(s, seat)}
    soonest = sorted(goals, key=lambda n: (_gap(s.models[n], *goals[n]) / per_round(s, s.models[n], False), n))
    there = [n for n in soonest if in_target(s, seat, s.models[n].x, s.models[n].y)]
    go = [n for n in soonest if n not in there][: ceil(len(own) / 2) - len(there) + _spare(s, w)]
    return {n: Task("zone", *_free_of(s, s.models[n], points), 0.3) for n in (*there, *go)}


def _holding(s: State, seat: Seat, whose: Seat, most: int, busy: Mapping[int, Task] = NOBODY_BUSY) -> dict[int, Task]:
    """So many are at the place of a mission, one more if it is disputed."""
    mission = mission_of(s, whose)
    _, x, y = mission.objects[0]
    at = turned(x, y, s.turned[whose], s.board.size / 2)
    disputed = any(_gap(o, *at) < mission.reach + 12.0 for o in s.enemies(seat))
    able = [m for m in _able(s, seat) if m.index not in busy]
    able.sort(key=lambda m: (_gap(m, *at) / per_round(s, m), m.index))
    return {m.index: Task("hold", *at, mission.reach + m.r - 0.3) for m in able[: most + disputed]}


def _stopping(s: State, seat: Seat, prey: Model, most: int, busy: Mapping[int, Task]) -> dict[int, Task]:
    """So many go for an enemy who carries what his mission wants: those who are soonest at him."""
    able = [m for m in _able(s, seat) if m.index not in busy]
    able.sort(key=lambda m: (_gap(m, prey.x, prey.y) / per_round(s, m), m.index))
    return {m.index: Task("stop", prey.x, prey.y, s.rules.enemy_distance + m.r + prey.r + 0.3) for m in able[:most]}


# -- whom to hunt first


def prey_first(s: State, m: Model, o: Model, w: Weights) -> float:
    """How far an enemy counts as being: carriers, and those about to fulfil his mission, count as nearer."""
    far = _gap(m, o.x, o.y)
    if any(thing.carrier == o.index for thing in s.objects):
        far -= w.prey_carrier
    enemy = mission_of(s, o.seat)
    if enemy.kind == "leave":
        far -= max(0.0, w.prey_edge - edge_gap(s, o, far_edge(s, o.seat)) / 2)
    elif enemy.kind == "hold":
        _, x, y = enemy.objects[0]
        if _gap(o, *turned(x, y, s.turned[o.seat], s.board.size / 2)) < enemy.reach + 4:
            far -= w.prey_mast
    return far + w.prey_fleeing * o.panic


# -- before the game


def rounds_for(s: State, seat: Seat, name: str, w: Weights) -> float:
    """About how many rounds a mission takes this group if nobody stops it."""
    mission = missions()[name]
    own = [m for m in s.models if m.seat == seat]
    speeds = sorted((per_round(s, m) for m in own if per_round(s, m)), reverse=True)
    if not speeds:
        return 99.0
    together = sorted((per_round(s, m, False) for m in own), reverse=True)
    half = max(1.0, together[ceil(len(own) / 2) - 1])
    runner = max(own, key=lambda m: (per_round(s, m), -m.index))

    def way(x: float, y: float) -> float:
        """Round what is in the way, from zones at all four edges on average."""
        field = distances(s, runner, x, y)
        zones = (zone_points(name, degrees, s.board.size) for degrees in (0, 90, 180, 270))
        return sum(min(120.0, *(field(*point) for point in zone)) for zone in zones) / 4

    match mission.kind:
        case "carry":
            return min(2 * way(x, y) for _, x, y in mission.objects) / speeds[0] + 1
        case "gather":
            ways = sorted(way(x, y) for _, x, y in mission.objects)[: mission.goal]
            return 2 * ways[-1] / speeds[0] + w.begins[mission.kind] + 2
        case "leave":
            points = zone_points(name, 0, s.board.size)
            return (s.board.size - max(y for _, y in points)) / half + w.begins[mission.kind]
        case "reach":
            goals, points = target_points(name, 0, s.board.size), zone_points(name, 0, s.board.size)
            return min(hypot(x - a, y - b) for x, y in goals for a, b in points) / half + w.begins[mission.kind]
        case "hold":
            _, x, y = mission.objects[0]
            return (way(x, y) - mission.reach) / speeds[0] + mission.goal
    return w.elimination


def zone_worth(s: State, seat: Seat, degrees: int) -> float:
    """How good a deployment zone is: far from the other one, cover in it."""
    spots = _cover_in(s, s.missions[seat], degrees)
    apart = 0.0
    if seat != s.first:
        other = s.turned[s.first]
        apart = min((degrees - other) % 360, (other - degrees) % 360) / 6
    return min(20.0, 0.5 * spots) + apart


def _cover_in(s: State, mission: str, degrees: int) -> int:
    """The levels of all cover in or near a zone."""
    key = ("cover_in", mission, degrees)
    found = s.board.known.get(key)
    if found is None:
        points = zone_points(mission, degrees, s.board.size)
        found = s.board.known[key] = sum(
            level for x, y, level in cover_spots(s.board, 1.25) if any(_close(p, x, y) for p in points)
        )
    return found  # type: ignore[return-value]


def _close(point: Point, x: float, y: float) -> bool:
    return abs(point[0] - x) <= 2 and abs(point[1] - y) <= 2


def cover_spots(board: Board, r: float) -> list[tuple[float, float, int]]:
    """Places that touch cover: along the edges of solid pieces, and inside areas; with the level of the cover."""
    key = ("cover_spots", r)
    found = board.known.get(key)
    if found is None:
        spots = [spot for piece in board.pieces if piece.cover for spot in _spots_of(piece, r)]
        found = board.known[key] = sorted(
            {spot for spot in spots if r < spot[0] < board.size - r and r < spot[1] < board.size - r}
        )
    return found  # type: ignore[return-value]


def _spots_of(piece: Piece, r: float) -> Iterator[tuple[float, float, int]]:
    if piece.bottom > 0.0 or piece.door >= 0:
        return
    if not piece.solid:
        x, y, wide = piece.circle
        out = wide / 2
        for px, py in ((x, y), (x + out, y), (x - out, y), (x, y + out), (x, y - out)):
            if piece.holds(half(px), half(py)):
                yield half(px), half(py), piece.cover
        return
    corners = piece.polygon
    middle = piece.circle
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = hypot(x1 - x0, y1 - y0)
        if length < 1.0:
            continue
        nx, ny = (y1 - y0) / length, (x0 - x1) / length
        if (x0 + x1) / 2 * nx + (y0 + y1) / 2 * ny < middle[0] * nx + middle[1] * ny:
            nx, ny = -nx, -ny
        for share in (0.5,) if length < 6 else (0.2, 0.5, 0.8):
            x, y = x0 + (x1 - x0) * share + nx * (r - 0.005), y0 + (y1 - y0) * share + ny * (r - 0.005)
            place = laid(x, y, 0.0, lambda at: r - LEANS <= distance_to_polygon(corners, at[0], at[1]) <= r)
            if place is not None:
                yield place[0], place[1], piece.cover


def starting_places(s: State, m: Model, w: Weights, cover: bool) -> Iterator[tuple[float, float, int]]:
    """Places to start from, best first, with the cover touched there; only those that are allowed."""
    points = [(x, y, 0) for x, y in zone_points(s.missions[m.seat], s.turned[m.seat], s.board.size)]
    spots = [spot for spot in cover_spots(s.board, m.r) if in_zone(s, m.seat, spot[0], spot[1])] if cover else []
    mission, middle = mission_of(s, m.seat), s.board.size / 2
    goal = (middle, middle)
    if mission.objects:  # a different one for each model
        _, x, y = mission.objects[len(s.friends(m.seat)) % len(mission.objects)]
        goal = turned(x, y, s.turned[m.seat], middle)
    elif mission.kind == "reach":
        goal = target_points(s.missions[m.seat], s.turned[m.seat], s.board.size)[0]
    bold = temperament_of(m.card, w) != "shy"
    friends = [(o.x, o.y) for o in s.friends(m.seat)]
    hides = m.card.camouflage

    def worth(place: tuple[float, float, int]) -> float:
        x, y, level = place
        far = hypot(x - goal[0], y - goal[1])
        crowd = sum(abs(x - a) < 5 and abs(y - b) < 5 for a, b in friends)
        shelter = (w.deploy_hidden if hides else w.deploy_cover) * level
        return -(w.deploy_bold if bold else w.deploy_shy) * far + shelter - w.deploy_crowd * crowd

    for place in sorted((*points, *spots), key=lambda place: (-worth(place), place)):
        if place_problem(s, m, place[0], place[1], 0.0) is None:
            yield place
