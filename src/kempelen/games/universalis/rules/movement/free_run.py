"""What lies round a model: how far it can go straight ahead in any direction (digest 5, G38)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import TypeAlias

from kempelen.games.universalis.rules.models.current import height
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.terrain import Round, hard_areas, solids, touching
from kempelen.games.universalis.rules.terms import COLOSSUS, FLIGHT, HOVER
from kempelen.geometry import Prism, sweep_to_polygon

__all__ = [
    "Runs",
    "Surroundings",
    "bases_round",
    "free_run",
    "past_bases",
    "surroundings",
]

LISTING_SLACK = 0.01
"""What is offered keeps a little more distance, so that rounding its end never brings it into conflict."""


class Surroundings:
    """The terrain within reach of a model on its level, gathered once to look in many directions."""

    __slots__ = ("areas", "environment", "known", "r", "seen", "size", "solids", "x", "y", "z")

    def __init__(self, s: State, m: Model, reach: float) -> None:
        self.x, self.y, self.z = x, y, z = m.x, m.y, m.z
        self.size = s.board.size
        self.r = r = m.r
        top = z + height(s, m)
        light = m.card.going in (HOVER, FLIGHT)
        # Hovering models float over what is not higher than themselves (G34).
        over = (top if m.card.going == HOVER else z) + 1e-9
        left, right, low, high = x - reach - r, x + reach + r, y - reach - r, y + reach + r
        self.solids: list[Round] = [
            circle
            for bottom, end, box, _, circle in solids(s.board, s.doors)
            if box[0] <= right and box[2] >= left and box[1] <= high and box[3] >= low and bottom < top and end > over
        ]
        self.areas: list[tuple[int, Prism, Round]] = []
        self.environment = 0 if light else s.rules.terrain[s.board.environment].passability
        for piece, level, parts in () if light else hard_areas(s):
            box = piece.box
            if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
                continue
            if level < 0:
                self.solids += [circle for _, circle in parts]
            elif piece.bottom <= z <= max(piece.top, piece.bottom):
                self.areas += [(level, part, circle) for part, circle in parts]
        self.known: dict[tuple[float, float], Hard | None] = {}
        self.seen: dict[int, Runs] = {}

    def runs(self, directions: Sequence[tuple[float, float]], reach: float) -> Runs:
        """For each direction how far terrain lets the model go, and over what ground."""
        found = self.seen.get(len(directions))
        if found is None:
            made = []
            for ux, uy in directions:
                far = self.free(ux, uy, reach)
                made.append((far, tuple(self.hard(ux, uy, far)) if far > 0.0 else ()))
            found = self.seen[len(directions)] = tuple(made)
        return found

    def way_to(self, x: float, y: float) -> Hard | None:
        """The difficult stretches of the straight way to a place within reach; None if terrain is in the way."""
        if (x, y) not in self.known:
            dx, dy = x - self.x, y - self.y
            far = hypot(dx, dy)
            ux, uy = dx / far, dy / far
            free = self.free(ux, uy, far) >= far - 1e-9
            self.known[x, y] = tuple(self.hard(ux, uy, far)) if free else None
        return self.known[x, y]

    def free(self, ux: float, uy: float, far: float) -> float:
        """How far the base can go straight ahead, to terrain or the table's edge."""
        x, y, r, size = self.x, self.y, self.r, self.size
        if ux > 1e-9:
            far = min(far, (size - r - x) / ux)
        elif ux < -1e-9:
            far = min(far, (r - x) / ux)
        if uy > 1e-9:
            far = min(far, (size - r - y) / uy)
        elif uy < -1e-9:
            far = min(far, (r - y) / uy)
        for cx, cy, wide, polygon in self.solids:
            dx, dy = cx - x, cy - y
            along = dx * ux + dy * uy
            if -wide - r < along < far + wide + r and abs(dx * uy - dy * ux) < wide + r:
                t = sweep_to_polygon(x, y, ux, uy, polygon, r - LISTING_SLACK)
                if t < far:
                    far = t
        return max(0.0, far)

    def hard(self, ux: float, uy: float, far: float) -> list[tuple[float, float, int]]:
        """Stretches of a straight way with passability (G31)."""
        here, there = (self.x, self.y, self.z), (self.x + ux * far, self.y + uy * far, self.z)
        found = [(0.0, far, self.environment)] if self.environment else []
        for level, part, (cx, cy, wide, _) in self.areas:
            dx, dy, reach = cx - here[0], cy - here[1], wide + self.r
            if -reach < dx * ux + dy * uy < far + reach and abs(dx * uy - dy * ux) < reach:
                span = touching(part, here, there, ux, uy, far, self.r)
                if span is not None:
                    found.append((span[0], span[1], level))
        return found


Hard: TypeAlias = tuple[tuple[float, float, int], ...]
Runs: TypeAlias = tuple[tuple[float, Hard], ...]


def surroundings(s: State, m: Model, reach: float) -> Surroundings:
    """The terrain round a model; looked up if it was asked before."""
    known = s.board.runs
    key = (m.x, m.y, m.z, m.card.size, m.card.going, m.prone, s.doors, reach)
    found = known.get(key)
    if found is None:
        if len(known) > 10_000:
            known.clear()
        found = known[key] = Surroundings(s, m, reach)
    return found


def bases_round(s: State, m: Model, reach: float, enemies_only: bool = True) -> list[tuple[float, float, float]]:
    """Bases a move cannot cross: where they are from here, and how near as a square (G38)."""
    rules, x, y, z = s.rules, m.x, m.y, m.z
    r = m.r - LISTING_SLACK
    seat, contact = m.seat, rules.contact_level
    found = []
    for o in s.models:
        if o is m or o.place != ON_TABLE or abs(o.z - z) > contact:
            continue
        if (o.out and o.card.type != COLOSSUS) or (enemies_only and o.seat == seat and not o.out):
            continue
        dx, dy = o.x - x, o.y - y
        both = r + o.r
        if dx * dx + dy * dy < (reach + both) ** 2:
            found.append((dx, dy, both * both))
    return found


def past_bases(bases: Sequence[tuple[float, float, float]], ux: float, uy: float, far: float) -> float:
    """How far one gets straight ahead before a base is in the way."""
    for dx, dy, square in bases:
        along = dx * ux + dy * uy
        if along > 0.0:
            off = dx * dx + dy * dy - along * along
            if off < square - 1e-9:
                t = along - sqrt(square - off)
                if t < far:
                    far = t
    return max(0.0, far)


def free_run(s: State, m: Model, ux: float, uy: float, far: float, enemies_only: bool = True) -> float:
    """How far the base can go straight ahead on its level: to terrain, a base or the table's edge."""
    far = Surroundings(s, m, far).free(ux, uy, far)
    return past_bases(bases_round(s, m, far, enemies_only), ux, uy, far)
