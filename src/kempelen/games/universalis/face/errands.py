"""A mission as a picture: where one starts, and where to go or what to bring."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from kempelen.games.universalis.rules.missions import Area, missions, turned
from kempelen.games.universalis.rules.state import State
from kempelen.parts.foresight import Place
from kempelen.parts.places import Spot

__all__ = ["errands", "outlines_of", "zone_outline"]

ROUND = 24
"""Corners of a circle that is drawn as an outline."""


def outlines_of(area: Area, degrees: int, size: float) -> list[tuple[Spot, ...]]:
    """The outlines of an area that a player has turned."""
    found = [tuple(turned(x, y, degrees, size / 2) for x, y in polygon) for polygon in area.polygons]
    if area.circle is not None:
        x, y, r = area.circle
        angles = [n * 2 * pi / ROUND for n in range(ROUND)]
        found.append(tuple(turned(x + r * cos(a), y + r * sin(a), degrees, size / 2) for a in angles))
    return found


def zone_outline(s: State, mission: str, degrees: int) -> tuple[Spot, ...]:
    """The deployment zone, or the first part of it."""
    return outlines_of(missions()[mission].zone, degrees, s.board.size)[0] if mission in missions() else ()


def errands(s: State, mission: str, degrees: int) -> Iterator[tuple[Place, Place]]:
    """From the zone to what must be reached or held, or from what must be brought to the zone."""
    known = missions().get(mission)
    if known is None:
        return
    size = s.board.size
    home = _middle(outlines_of(known.zone, degrees, size)[0])
    places = [turned(x, y, degrees, size / 2) for _, x, y in known.objects]
    if known.target is not None:
        places.append(_middle(outlines_of(known.target, degrees, size)[0]))
    if known.kind == "leave":
        places.append(turned(size / 2, size - 2.0, degrees, size / 2))
    for place in places:
        yield (place, home) if known.kind in ("carry", "gather") else (home, place)


def _middle(outline: tuple[Spot, ...]) -> Spot:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)
