"""Danger zone and direct threats (R044 to R049, R326, R327, G39)."""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis.events import Threatened
from kempelen.games.universalis.state import BOUND, FOUGHT, FREE, SPENT, UNTESTED, Model, State
from kempelen.games.universalis.states import passes_eh
from kempelen.games.universalis.values import danger, distance, in_contact

__all__ = ["has_fought", "ignore_test", "threats_of"]


def threats_of(s: State, m: Model) -> list[Model]:
    """The nearest enemy in the danger zone, and all in base contact (R045, R046); drones know none (R326).

    Enemies that are out or hidden are no threat (G39). Of several at the same distance each counts: the owner chooses.
    """
    reach = danger(s, m)
    if reach is None:
        return []
    near: list[tuple[float, Model]] = []
    touching: list[Model] = []
    for o in s.models:
        if o.seat == m.seat or not o.standing or o.hidden:
            continue
        gap = distance(s, m, o)
        if in_contact(s, m, o):
            touching.append(o)
        elif gap <= reach + 1e-9:
            near.append((gap, o))
    if touching or not near:
        return touching
    nearest = min(gap for gap, _ in near)
    return [o for gap, o in near if gap <= nearest + 1e-9]


def ignore_test(s: State, table: Table, m: Model) -> bool:
    """One EH roll a phase, and one is enough (R047, R049); who fails must attack, unless he has done so (R048)."""
    if s.duty in (UNTESTED, FOUGHT):
        failed = BOUND if s.duty == UNTESTED else SPENT
        s.duty = FREE if passes_eh(s, table, m) else failed
        table.tell(Threatened, m.name, "free" if s.duty == FREE else "bound")
    return s.duty == FREE


def has_fought(s: State) -> None:
    """One attack on a direct threat is enough (G39); only who wants to disengage needs the test all the same (R102)."""
    if s.duty == BOUND:
        s.duty = SPENT
    elif s.duty == UNTESTED and s.threats:
        s.duty = FOUGHT
