"""Ways to an enemy: charges that touch him, straight or round a corner, and moves up to him (R099 to R101, G55).

A charge that can be made at all is found: every place on his base is tried, first in a straight line, then by way of a
point beside what is in between, at last with a movement test where difficult ground is too slow (R135).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin

from kempelen.games.universalis.rules.legal import end_problem, enters
from kempelen.games.universalis.rules.models.current import distance, gk, radius
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.halves import HALF, half, laid
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.places import charge_ends, contact_places
from kempelen.games.universalis.rules.movement.routing import way_towards
from kempelen.games.universalis.rules.movement.ways import stand_problem, straight, survey, way_problem
from kempelen.games.universalis.rules.state import Model, State, snap
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, reach_in
from kempelen.games.universalis.rules.terms import STATIONARY

__all__ = ["approaches", "charge_ways", "up_to"]

Way = tuple[Place, ...]
ROUND = tuple(n * pi / 36 for n in range(72))
"""All places on a base, five degrees apart."""
ROUTED = 30.0
"""Enemies who are farther away and behind something are not walked up to in the list; a player may do so."""


def charge_ways(s: State, m: Model, target: Model) -> Iterator[tuple[Way, bool]]:
    """Ways of one move into contact, and whether they need a movement test; places well apart, or none."""
    if m.legs or m.card.going == STATIONARY or not gk(s, m) or target.hidden:
        return
    if hypot(m.x - target.x, m.y - target.y) - m.r - target.r > gk(s, m) + s.rules.contact + 1e-9:
        return
    found = False
    for end in charge_ends(s, m, target):
        if enters(s, m, end) is None:
            found = True
            yield (end,), False
    if found:
        return
    places = [place for place in _contacts(s, m, target) if stand_problem(s, m, *place) is None]
    for search in (_straight, _bent):
        for test in (False, True):
            way = search(s, m, places, test)
            if way is not None:
                yield way, test
                return


def _contacts(s: State, m: Model, target: Model) -> list[Place]:
    """Every place on his base, on this level or his."""
    r = m.r + target.r
    found = [place for group in contact_places(s, m, target) for place in group]
    for z in {m.z, target.z}:
        if abs(z - target.z) <= s.rules.contact_level:
            ring = [(snap(target.x + cos(angle) * r), snap(target.y + sin(angle) * r), z) for angle in ROUND]
            found += sorted(ring, key=lambda place: hypot(place[0] - m.x, place[1] - m.y))
    return found


def _is_charge(s: State, m: Model, way: Way, test: bool) -> bool:
    """One move gets there (R100), with the gain of a movement test if it needs one (R135)."""
    measured = survey(s, m, [(m.x, m.y, m.z), *way])
    if not isinstance(measured, Survey) or (test and not measured.areas):
        return False
    gained = s.rules.movement_test_gain if test else 0
    return actions_needed(s, m, measured, gained) == 1 and enters(s, m, *way) is None


def _straight(s: State, m: Model, places: list[Place], test: bool) -> Way | None:
    return next(((place,) for place in places if _is_charge(s, m, (place,), test)), None)


def _bent(s: State, m: Model, places: list[Place], test: bool) -> Way | None:
    """By way of one point on half centimetres."""
    speed, here = gk(s, m), (m.x, m.y, m.z)
    if not places:
        return None
    steps = range(-int(speed / HALF) - 1, int(speed / HALF) + 2)
    x, y = half(m.x), half(m.y)
    corners = [(x + i * HALF, y + j * HALF, m.z) for i in steps for j in steps]
    corners = [
        corner
        for corner in corners
        if 0.1 < hypot(corner[0] - m.x, corner[1] - m.y) < speed and way_problem(s, m, here, corner) is None
    ]
    pairs = [
        (far, a, b)
        for a in corners
        for b in places
        if (far := hypot(a[0] - m.x, a[1] - m.y) + hypot(b[0] - a[0], b[1] - a[1])) <= speed + 1e-9
    ]
    for _, corner, place in sorted(pairs):
        if way_problem(s, m, corner, place) is None and _is_charge(s, m, (corner, place), test):
            return corner, place
    return None


# -- up to him


def approaches(s: State, m: Model) -> Iterator[Way]:
    """Up to each enemy as near as a move may end, or as far as the AP go: straight, or round what is in between."""
    most = purse(s, m) // move_cost(s.rules, m.prone)
    if not most or not gk(s, m) or m.legs or m.card.going == STATIONARY:
        return
    for o in s.enemies(m.seat):
        way = up_to(s, m, o, most)
        if way is not None:
            yield way


def up_to(s: State, m: Model, o: Model, most: int) -> Way | None:
    """Up to one enemy with so many actions."""
    keep = radius(s, m) + radius(s, o) + s.rules.enemy_distance
    dx, dy = o.x - m.x, o.y - m.y
    apart = hypot(dx, dy)
    length = min(apart - keep, float(gk(s, m) * most))

    def allowed(place: Place) -> bool:
        if hypot(place[0] - m.x, place[1] - m.y) < HALF or end_problem(s, m, *place) is not None:
            return False
        way = survey(s, m, [(m.x, m.y, m.z), place])
        if not isinstance(way, Survey) or (actions_needed(s, m, way) or most + 1) > most:
            return False
        return enters(s, m, place) is None

    if length < HALF:
        return None
    ahead = straight(s, m, (m.x, m.y, m.z), (m.x + dx / apart * length, m.y + dy / apart * length, m.z))
    if ahead.areas:  # difficult ground: no farther than the actions get
        reached = 0.0
        for _ in range(most):
            reached += reach_in(s, m, ahead, reached)
        length = min(length, reached)
    while length >= HALF:
        x, y = m.x + dx / apart * length, m.y + dy / apart * length
        if way_problem(s, m, (m.x, m.y, m.z), (x, y, m.z)) is not None:
            break
        end = laid(x, y, m.z, allowed)
        if end is not None:
            return (end,)
        length -= 1.0
    if distance(s, m, o) > ROUTED:
        return None
    return _routed(s, m, o, most)


def _routed(s: State, m: Model, o: Model, most: int) -> Way | None:
    """Round what is in between, back to where a move may end."""
    here: Place = (m.x, m.y, m.z)
    way = way_towards(s, m, o.x, o.y, most)
    while way:
        *before, (x, y, z) = way
        fx, fy, _ = before[-1] if before else here

        def allowed(place: Place, before: list[Place] = before) -> bool:
            if hypot(place[0] - m.x, place[1] - m.y) < HALF or end_problem(s, m, *place) is not None:
                return False
            measured = survey(s, m, [here, *before, place])
            if not isinstance(measured, Survey) or (actions_needed(s, m, measured) or most + 1) > most:
                return False
            return enters(s, m, *before, place) is None

        leg = hypot(x - fx, y - fy)
        for n in range(int(leg) + 1):
            share = (leg - n) / leg if leg else 1.0
            px, py = fx + (x - fx) * share, fy + (y - fy) * share
            end = laid(px, py, z, allowed) if end_problem(s, m, px, py, z) is None else None
            if end is not None:
                return (*before, end)
        way = before
    return None
