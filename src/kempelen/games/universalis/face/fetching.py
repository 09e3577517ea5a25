"""What a mission wants taken: whether it can be taken now, and if not, why not and what has to come first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from kempelen.engine.table import Seat
from kempelen.games.universalis.face.outlook import remark, short_name
from kempelen.games.universalis.rules.actions import Handle
from kempelen.games.universalis.rules.legal import end_problem, why_not
from kempelen.games.universalis.rules.missions import mission_of
from kempelen.games.universalis.rules.models.current import radius
from kempelen.games.universalis.rules.models.equipment import TOUCH, why_not_handle
from kempelen.games.universalis.rules.movement.ways import stand_problem
from kempelen.games.universalis.rules.state import Model, Object, State
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.parts.foresight import Remark
from kempelen.text.say import Text

__all__ = ["NEAR", "barred", "foe_at", "gap_to", "taken_from", "untaken", "wanted", "why_not_take"]

FETCHED = frozenset({"carry", "gather"})
"""Kinds of missions for which something is taken."""
NEAR = 8.0
"""A way that ends so near to it tells whether it can be taken from there, in cm from the base."""
ROUND_IT = 24
"""So many places round a thing are tried, to see whether anybody may stand where it can be taken."""


def gap_to(s: State, m: Model, thing: Object) -> float:
    """From the edge of the base, in cm."""
    return max(0.0, hypot(thing.x - m.x, thing.y - m.y) - radius(s, m))


def wanted(s: State, m: Model) -> int | None:
    """The number of the nearest thing that this model's mission wants and nobody carries."""
    if not s.missions[m.seat] or mission_of(s, m.seat).kind not in FETCHED:
        return None
    mission = mission_of(s, m.seat)
    free = [n for n, thing in enumerate(s.objects) if mission.wants(thing) and thing.carrier < 0]
    return min(free, key=lambda n: (gap_to(s, m, s.objects[n]), n), default=None)


def why_not_take(s: State, m: Model, n: int) -> Text | None:
    """Why it cannot take this thing now, in words that say what has to come first; None if it can."""
    thing = s.objects[n]
    problem = why_not(s, Handle(m.label, "take", n))
    if problem is None or problem.key != "universalis.no.reach" or m.z:
        return problem
    who, foe = short_name(m), foe_at(s, m, thing)
    if foe is not None:
        return Text("universalis.fetching.foe", whom=short_name(foe), cm=s.rules.enemy_distance, who=who)
    return Text("universalis.fetching.far", cm=round(gap_to(s, m, thing), 1), reach=TOUCH, who=who)


def foe_at(s: State, m: Model, thing: Object) -> Model | None:
    """The enemy because of whom nobody may end a move where the thing can be taken (R099)."""
    far = radius(s, m) + TOUCH - 0.05
    places = [(thing.x + k * far * cos(a), thing.y + k * far * sin(a)) for k in (1.0, 0.5) for a in _angles()]
    free = [place for place in places if stand_problem(s, m, *place, 0.0) is None]
    if any(end_problem(s, m, *place, 0.0) is None for place in free):
        return None
    foes = sorted(s.enemies(m.seat), key=lambda o: (gap_to(s, o, thing), o.index))
    return foes[0] if free and foes else None


def _angles() -> Iterator[float]:
    return (2 * pi * n / ROUND_IT for n in range(ROUND_IT))


def _acting(view: State, seat: Seat) -> Model | None:
    m = view.models[view.active[0]] if view.phase == "act" and view.active else None
    return m if m is not None and m.seat == seat else None


def untaken(view: State, n: int) -> Text | None:
    """Why the reader's model that acts cannot take this thing; None if it can, or does not want it."""
    m = _acting(view, view.viewer)
    return why_not_take(view, m, n) if m is not None and wanted(view, m) == n else None


def barred(view: State, seat: Seat, options: Sequence[Any]) -> Mapping[str, Sequence[tuple[Text, Text]]]:
    """That the model which acts cannot take now what its mission wants, and why."""
    m = _acting(view, seat)
    n = None if m is None else wanted(view, m)
    if m is None or n is None or any(isinstance(option, Handle) and option.verb == "take" for option in options):
        return {}
    reason = why_not_take(view, m, n)
    use = Text("universalis.fetching.use", thing=Text(f"universalis.object.{view.objects[n].kind}"))
    return {} if reason is None else {f"model:{m.label}": ((use, reason),)}


def taken_from(s: State, m: Model, end: Place, left: int) -> Iterator[Remark]:
    """Of a move that ends near a wanted thing: whether it can be taken from there, and when."""
    there = s.copy()
    mover = there.models[m.index]
    mover.x, mover.y, mover.z = end
    n = wanted(there, mover)
    if n is None or gap_to(there, mover, there.objects[n]) > NEAR:
        return
    thing = Text(f"universalis.object.{there.objects[n].kind}")
    if why_not_handle(there, mover, Handle(m.label, "take", n)) is not None:
        far = round(gap_to(there, mover, there.objects[n]) - TOUCH, 1)
        yield remark("bad", "take_far", thing=thing, cm=max(0.1, far), reach=TOUCH)
    elif left >= s.rules.interact_ap:
        yield remark("good", "take_now", thing=thing, n=s.rules.interact_ap)
    else:
        yield remark("info", "take_later", thing=thing)
