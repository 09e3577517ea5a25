"""What a click on the bare table means: a way there round what is in between, a place to start from, a shot at a point.

Nothing here is a rule: ways are measured by `survey`, and whether an action is allowed says `legal`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from math import hypot

from kempelen.engine.table import Seat
from kempelen.games.universalis.face.about import unshot
from kempelen.games.universalis.face.corners import corners_of, pulled_tight
from kempelen.games.universalis.face.fetching import wanted, why_not_take
from kempelen.games.universalis.rules.actions import MODES, Disengage, Drop, Jump, Move, Shoot
from kempelen.games.universalis.rules.choices import Deploy
from kempelen.games.universalis.rules.legal import end_problem, enters, model_of, why_not
from kempelen.games.universalis.rules.models.current import in_melee
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.deploying import why_not_deploy
from kempelen.games.universalis.rules.movement.halves import HALF, half, laid
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.routing import way_to
from kempelen.games.universalis.rules.movement.ways import stand_problem, survey, way_problem
from kempelen.games.universalis.rules.state import RESERVE, Model, State
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed
from kempelen.parts.places import Aim, Family, Spot
from kempelen.text.say import Text

__all__ = ["aim", "aiming_model", "families"]

ANY = 99
"""More movement actions than anybody has."""
DETOUR = 24.0
"""A way round something is looked for if it is no more than so much longer than a straight one, in cm."""


THING = 2.5
"""So near a point means the thing that lies there, in cm."""

# -- what can be aimed


def families(s: State, seat: Seat) -> tuple[Family, ...]:
    """The models that wait for a place; else what the active ones can do with a point."""
    if s.phase == "deploy":
        waiting = [m for m in s.models if m.seat == seat and m.place == RESERVE]
        return tuple(Family((f"model:{m.label}",), usual=n == 0) for n, m in enumerate(waiting))
    if s.phase != "act" or not s.active or s.models[s.active[0]].seat != seat:
        return ()
    found: list[Family] = []
    for n in s.active:
        m = s.models[n]
        if m.standing and m.burning is None and not m.panic:
            found += _families_of(s, m, usual=not any(family.usual for family in found))
    return tuple(found)


def _families_of(s: State, m: Model, usual: bool) -> Iterator[Family]:
    who = f"model:{m.label}"
    if in_melee(s, m):
        able = purse(s, m) >= move_cost(s.rules, m.prone, disengage=True)
        yield Family((who, Disengage.verb), usual=usual and able, ways=True)
        return
    yield Family((who, Move.verb), usual=usual and purse(s, m) >= move_cost(s.rules, m.prone), ways=True)
    if m.z > 0.0 or m.ran_up:
        yield Family((who, Jump.verb))
    if m.z > 0.0:
        yield Family((who, Drop.verb))
    for weapon in m.weapons:
        if weapon.radius:
            yield from (Family((who, verb, f"weapon:{weapon.id}")) for verb in MODES)


def aiming_model(s: State, handles: Sequence[str]) -> Model | None:
    """Whose point it is."""
    named = (handle.removeprefix("model:") for handle in handles if handle.startswith("model:"))
    return next((m for label in named if (m := model_of(s, label)) is not None), None)


# -- what a point means


def aim(view: State, seat: Seat, handles: tuple[str, ...], points: tuple[Spot, ...]) -> Aim:
    """The action of a family that ends at the last point; the points before it are corners of the way."""
    m = aiming_model(view, handles)
    if m is None or not points:
        return Aim(problem=Text("universalis.no.not_now"))
    if view.phase == "deploy":
        return _deployed(view, seat, m, points[-1])
    s = view.copy()  # looking for a way moves models for a moment
    m = s.models[m.index]
    if Move.verb in handles or Disengage.verb in handles:
        foe = next((o for o in s.enemies(m.seat) if hypot(o.x - points[-1][0], o.y - points[-1][1]) <= o.r), None)
        armed = any(weapon.ranged for weapon in m.weapons)
        if foe is not None and armed and not foe.hidden and (why := unshot(s, m, foe)) is not None:
            return Aim(problem=why)  # who points at an enemy does not want to stand there
        kind = Disengage if Disengage.verb in handles else Move
        found = _moved(s, m, kind, points)
        return replace(found, problem=_thing_meant(s, m, points[-1]) or found.problem) if found.problem else found
    if Jump.verb in handles or Drop.verb in handles:
        return _leapt(s, m, Jump if Jump.verb in handles else Drop, points[-1])
    mode = next((MODES[handle] for handle in handles if handle in MODES), None)
    weapon = next((handle.removeprefix("weapon:") for handle in handles if handle.startswith("weapon:")), "")
    if mode is None or not weapon:
        return Aim(problem=Text("universalis.no.not_now"))
    shot = Shoot(m.label, mode, weapon, (), (half(points[-1][0]), half(points[-1][1])))
    problem = why_not(s, shot)
    return Aim(action=None if problem else shot, problem=problem, path=((m.x, m.y), points[-1]))


def _thing_meant(s: State, m: Model, point: Spot) -> Text | None:
    """Who points at what is to be fetched wants that, and no place to stand on: why he cannot take it now."""
    n = wanted(s, m)
    if n is None or hypot(s.objects[n].x - point[0], s.objects[n].y - point[1]) > THING:
        return None
    why = why_not_take(s, m, n)
    thing = Text(f"universalis.object.{s.objects[n].kind}")
    return None if why is None else Text("universalis.fetching.not_now", thing=thing, why=why)


def _deployed(s: State, seat: Seat, m: Model, point: Spot) -> Aim:
    """On half centimetres next to the point, on the ground or on what lies there."""
    problem: Text | None = None
    for z in _levels(s, m, *point, start=0.0):
        end = laid(*point, z, lambda place: why_not_deploy(s, seat, Deploy(m.label, place)) is None)
        if end is not None:
            return Aim(action=Deploy(m.label, end))
        problem = problem or why_not_deploy(s, seat, Deploy(m.label, (half(point[0]), half(point[1]), z)))
    return Aim(problem=problem)


def _levels(s: State, m: Model, x: float, y: float, start: float) -> Iterator[float]:
    """On the own level if one can stand there, else on the ground and on top."""
    seen = []
    for z in (start, 0.0, s.board.level_at(x, y, 999.0)):
        if z not in seen:
            seen.append(z)
            yield z


def _moved(s: State, m: Model, kind: type[Move], points: tuple[Spot, ...]) -> Aim:
    x, y = points[-1]
    via = [(half(px), half(py), m.z) for px, py in points[:-1]]
    problem: Text | None = None
    for z in _levels(s, m, x, y, start=m.z):
        end = laid(x, y, z, lambda place: _end_problem(s, m, place) is None)
        if end is None:
            problem = problem or _end_problem(s, m, (half(x), half(y), z))
            continue
        ways = [*_ways(s, m, end, via)]
        if not ways:
            blocked = survey(s, m, [_here(m), *via, end])
            problem = problem or (blocked if isinstance(blocked, Text) else Text("universalis.no.way_solid"))
            continue
        needed, _, way = min(ways, key=lambda one: (one[0], one[1], len(one[2])))
        action = kind(m.label, way)
        path = ((m.x, m.y), *((px, py) for px, py, _ in way))
        refused = why_not(s, action)
        if refused is None:
            return Aim(action=action, path=path)
        cost = needed * move_cost(s.rules, m.prone, kind is Disengage)
        if cost > purse(s, m):
            far = round(sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)), 1)
            refused = Text("universalis.no.beyond", cm=far, ap=cost, has=purse(s, m))
        return Aim(problem=refused, path=path, nearer=_as_far(s, m, kind, way))
    return Aim(problem=problem or Text("universalis.no.way_solid"))


def _here(m: Model) -> Place:
    return m.x, m.y, m.z


def _end_problem(s: State, m: Model, place: Place) -> Text | None:
    """Why a move may not end there."""
    return stand_problem(s, m, *place) or end_problem(s, m, *place) or enters(s, m, place)


def _ways(s: State, m: Model, end: Place, via: Sequence[Place]) -> Iterator[tuple[int, float, tuple[Place, ...]]]:
    """Straight or over what is low, round what is in between, or by the corners somebody has set: what each takes."""
    found = [(*via, end)]
    if via:
        found.append(_led(s, m, end, via))
    elif end[2] == m.z:
        # The grid of `routing` knows difficult ground and low walls, corners are shorter.
        found.append(pulled_tight(s, m, corners_of(s, m, hypot(end[0] - m.x, end[1] - m.y) + DETOUR).way(end)))
        if not m.z:
            found.append(tuple(way_to(s, m, end[0], end[1], ANY)))
    for way in found:
        if not way or hypot(way[-1][0] - end[0], way[-1][1] - end[1]) > 1e-6:
            continue
        measured = survey(s, m, [_here(m), *way])
        if isinstance(measured, Survey) and (needed := actions_needed(s, m, measured)) is not None:
            yield needed, round(measured.used, 3), way


def _led(s: State, m: Model, end: Place, via: Sequence[Place]) -> tuple[Place, ...]:
    """From corner to corner, each stretch round what is in its way."""
    walker = s.copy().models[m.index]
    found: list[Place] = []
    for corner in (*via, end):
        if way_problem(s, walker, _here(walker), corner) is None:
            found.append(corner)
        elif walker.z or corner[2]:
            return ()
        else:
            stretch = way_to(s, walker, corner[0], corner[1], ANY)
            if not stretch:
                return ()
            found += stretch
        walker.x, walker.y, walker.z = found[-1]
    return tuple(found)


def _as_far(s: State, m: Model, kind: type[Move], way: tuple[Place, ...]) -> Move | None:
    """As much of a way as is allowed."""
    points = [_here(m), *way]
    while len(points) > 1:
        (ax, ay, az), (bx, by, bz) = points[-2:]
        length = hypot(bx - ax, by - ay)
        for n in range(int(length / HALF) if az == bz else 0):
            share = (length - n * HALF) / length
            place = half(ax + (bx - ax) * share), half(ay + (by - ay) * share), az
            action = kind(m.label, (*points[1:-1], place))
            if place != points[-2] and _end_problem(s, m, place) is None and why_not(s, action) is None:
                return action
        points.pop()
    return None


def _leapt(s: State, m: Model, kind: type[Move], point: Spot) -> Aim:
    """A jump or a drop: straight, on any level."""
    problem: Text | None = None
    for z in _levels(s, m, *point, start=0.0 if kind is Drop else m.z):
        end = laid(*point, z, lambda place: why_not(s, kind(m.label, (place,))) is None)
        if end is not None:
            return Aim(action=kind(m.label, (end,)), path=((m.x, m.y), (end[0], end[1])))
        problem = problem or why_not(s, kind(m.label, ((half(point[0]), half(point[1]), z),)))
    return Aim(problem=problem, path=((m.x, m.y), point))
