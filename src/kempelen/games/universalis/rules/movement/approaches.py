"""Ways to an enemy: charges that touch him, straight or round a corner, and moves up to him (R099 to R101, G55).

A charge that can be made at all is found: every place on his base is tried, first in a straight line, then by way of a
point beside what is in between, at last with a movement test where difficult ground is too slow (R135).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, pi, sin

from kempelen.games.universalis.rules.legal import end_problem, enters
from kempelen.games.universalis.rules.models.current import distance, gk, radius
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.found import found_here
from kempelen.games.universalis.rules.movement.halves import HALF, half, laid
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.places import charge_ends, contact_places
from kempelen.games.universalis.rules.movement.routing import way_towards
from kempelen.games.universalis.rules.movement.ways import stand_problem, straight, survey, way_problem
from kempelen.games.universalis.rules.state import Model, State, snap
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, most_in_one, reach_in
from kempelen.games.universalis.rules.terms import STATIONARY

__all__ = ["approaches", "charge_ways", "up_to"]

Way = tuple[Place, ...]
ROUND = tuple(n * pi / 36 for n in range(72))
"""All places on a base, five degrees apart."""
ROUTED = 30.0
"""Enemies who are farther away and behind something are not walked up to in the list; a player may do so."""


def charge_ways(s: State, m: Model, target: Model) -> Sequence[tuple[Way, bool]]:
    """Ways of one move into contact, and whether they need a movement test; places well apart, or none."""
    if m.legs or m.card.going == STATIONARY or not gk(s, m) or target.hidden:
        return ()
    if hypot(m.x - target.x, m.y - target.y) - m.r - target.r > gk(s, m) + s.rules.contact + 1e-9:
        return ()
    known = found_here(s, m)
    key = ("charge", target.index)
    if key not in known:
        known[key] = list(_charge_ways(s, m, target))
    return known[key]  # type: ignore[no-any-return]


def _charge_ways(s: State, m: Model, target: Model) -> Iterator[tuple[Way, bool]]:
    found = False
    for end in charge_ends(s, m, target):
        if enters(s, m, end) is None:
            found = True
            yield (end,), False
    if found:
        return
    most = most_in_one(s, m, s.rules.movement_test_gain)
    places = [
        place
        for place in _contacts(s, m, target)
        if hypot(place[0] - m.x, place[1] - m.y) <= most and stand_problem(s, m, *place) is None
    ]
    for ways in (((place,) for place in places), _bent(s, m, target, places, most)):
        charge = _first_charge(s, m, ways)
        if charge is not None:
            yield charge
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


def _first_charge(s: State, m: Model, ways: Iterable[Way]) -> tuple[Way, bool] | None:
    """The first way that one move gets to the end of (R100), else with the gain of a movement test (R135)."""
    hard: list[tuple[Way, Survey]] = []
    for way in ways:
        measured = survey(s, m, [(m.x, m.y, m.z), *way])
        if isinstance(measured, Survey):
            if actions_needed(s, m, measured) == 1 and enters(s, m, *way) is None:
                return way, False
            if measured.areas:
                hard.append((way, measured))
    for way, measured in hard:
        if actions_needed(s, m, measured, s.rules.movement_test_gain) == 1 and enters(s, m, *way) is None:
            return way, True
    return None


def _bent(s: State, m: Model, target: Model, places: list[Place], most: float) -> Iterator[Way]:
    """By way of one point on half centimetres, the shortest first."""
    speed, here = gk(s, m), (m.x, m.y, m.z)
    if not places:
        return
    longest = min(speed + 1e-9, most)
    wide = max(hypot(place[0] - target.x, place[1] - target.y) for place in places)
    steps = range(-int(speed / HALF) - 1, int(speed / HALF) + 2)
    x, y = half(m.x), half(m.y)
    pairs = []
    for corner in ((x + i * HALF, y + j * HALF, m.z) for i in steps for j in steps):
        first = hypot(corner[0] - m.x, corner[1] - m.y)
        if not 0.1 < first < speed or first + hypot(corner[0] - target.x, corner[1] - target.y) - wide > longest:
            continue
        for place in places:
            far = first + hypot(place[0] - corner[0], place[1] - corner[1])
            if far <= longest:
                pairs.append((far, corner, place))
    free: dict[Place, bool] = {}
    for _, corner, place in sorted(pairs):
        if corner not in free:
            free[corner] = way_problem(s, m, here, corner) is None
        if free[corner] and way_problem(s, m, corner, place) is None:
            yield corner, place


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
    known = found_here(s, m)
    key = (o.index, most)
    if key not in known:
        known[key] = _up_to(s, m, o, most)
    return known[key]  # type: ignore[no-any-return]


def _up_to(s: State, m: Model, o: Model, most: int) -> Way | None:
    keep = radius(s, m) + radius(s, o) + s.rules.enemy_distance
    dx, dy = o.x - m.x, o.y - m.y
    apart = hypot(dx, dy)
    length = min(apart - keep, float(gk(s, m) * most))
    longest = most_in_one(s, m) * most

    def allowed(place: Place) -> bool:
        if not HALF <= hypot(place[0] - m.x, place[1] - m.y) <= longest or end_problem(s, m, *place) is not None:
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
            if reached >= length:
                break
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
