"""Movement actions carried out: moving, disengaging, jumping, dropping, running in panic or on fire (R087 to R123)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

from kempelen.engine.table import Table
from kempelen.games.universalis.face.words import place_text
from kempelen.games.universalis.rules.actions import Disengage, Drop, Jump, Move, Turn
from kempelen.games.universalis.rules.combat.damage import drop_object, is_critical, most_tp, orphan_drones
from kempelen.games.universalis.rules.combat.melee_actions import opportunity_attacks
from kempelen.games.universalis.rules.combat.reactions import answer_movement
from kempelen.games.universalis.rules.combat.threats import ignore_test
from kempelen.games.universalis.rules.events import Became, Did, Left, Moved, Stopped
from kempelen.games.universalis.rules.legal import end_problem
from kempelen.games.universalis.rules.models.current import gk, in_melee, reckon
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.movement.free_run import free_run
from kempelen.games.universalis.rules.movement.movement_numbers import fall, is_fast, move_cost, movement_test
from kempelen.games.universalis.rules.movement.ways import measured as measure
from kempelen.games.universalis.rules.movement.ways import stand_problem, straight, survey
from kempelen.games.universalis.rules.rolls import attribute_roll
from kempelen.games.universalis.rules.state import GONE, Model, State, snap
from kempelen.games.universalis.rules.table.camouflage import moved_fully
from kempelen.games.universalis.rules.table.terrain import Place, Survey, actions_needed, reach_in
from kempelen.games.universalis.rules.terms import COLOSSUS, MOVEMENT, STATIONARY
from kempelen.geometry import bearing, segment_distance
from kempelen.text.say import Text

__all__ = [
    "disengage",
    "drop",
    "jump",
    "leave_table",
    "legs_hold",
    "move",
    "place_at",
    "run_up",
    "stumble",
    "tested",
    "travel",
    "turn",
]


def turn(s: State, table: Table, m: Model, action: Turn) -> None:
    """Free, but an action of its own (R097)."""
    if answer_movement(s, table, m, "turn", [(m.x, m.y, m.z)], 0.0):
        m.facing = action.degrees
        table.tell(Did, m.name, "turn")


def way_of(m: Model, points: Sequence[Place]) -> list[Place]:
    """From where it stands."""
    return [(m.x, m.y, m.z), *points]


def legs_hold(s: State, table: Table, m: Model) -> bool:
    """A colossus with a critical movement zone needs a KO roll for every movement (R314)."""
    if m.card.type != COLOSSUS:
        return True
    if not is_critical(s.rules, m.tp[MOVEMENT], most_tp(s, m, MOVEMENT)):
        return True
    return attribute_roll(s, table, m, reckon(s, m, "KO"), "ko").success


def move(s: State, table: Table, m: Model, action: Move) -> None:
    """A normal move, or several in one go (R088, R098): the end is declared, then the enemy may react (R089)."""
    way = way_of(m, action.points)
    measured = measure(s, m, way)
    gained = s.rules.movement_test_gain if action.test else 0
    steps = actions_needed(s, m, measured, gained) or 1
    pay(s, m, steps * move_cost(s.rules, m.prone))
    if not legs_hold(s, table, m):
        table.tell(Stopped, m.name, place_text(m.x, m.y, m.z))
        return
    if action.test:
        way, measured, gained = tested(s, table, m, way, measured, steps)
    if len(way) > 1 and travel(s, table, m, "normal_move", way, measured):
        run_up(s, table, m, measured, gained)


def tested(
    s: State, table: Table, m: Model, way: list[Place], measured: Survey, steps: int
) -> tuple[list[Place], Survey, int]:
    """A movement test, one for the whole way (R135, R136): who fails does without the gain and gets only so far (G31).

    He stops where he still keeps his distance from enemies (R099).
    """
    if movement_test(s, table, m, passability=True):
        return way, measured, s.rules.movement_test_gain
    at = 0.0
    for _ in range(steps):
        at += reach_in(s, m, measured, at)
    if at >= measured.used - 1e-6:
        return way, measured, 0
    while at > 0.05:
        short, again = _shortened(s, m, way, at)
        if len(short) > 1 and end_problem(s, m, *short[-1]) is None and (actions_needed(s, m, again) or 99) <= steps:
            return short, again, 0
        at -= 0.25
    return [way[0]], Survey(), 0


def run_up(s: State, table: Table, m: Model, measured: Survey, gained: int = 0) -> None:
    """After a full move one may jump twice as far (R107); full moves bring camouflage back (R296)."""
    full = _full_moves(s, m, measured, gained)
    m.ran_up = full > 0
    if m.standing:
        moved_fully(s, table, m, full)


def _shortened(s: State, m: Model, way: list[Place], at: float) -> tuple[list[Place], Survey]:
    """As far as so much movement gets."""
    short = [way[0]]
    for here, there in pairwise(way):
        flat = hypot(there[0] - here[0], there[1] - here[1])
        if flat > at or here[2] != there[2]:
            share = at / flat if flat and here[2] == there[2] else 0.0
            x, y = (snap(a + (b - a) * share) for a, b in zip(here[:2], there[:2], strict=True))
            short.append((x, y, here[2]))
            break
        short.append(there)
        at -= flat
    again = survey(s, m, short)
    return (short, again) if isinstance(again, Survey) else ([way[0]], Survey())


def _full_moves(s: State, m: Model, measured: Survey, gained: int) -> int:
    """How many of the actions were full moves (G37)."""
    at, full = 0.0, 0
    while at < measured.used - 1e-6:
        reach = reach_in(s, m, measured, at, gained)
        if reach <= 1e-6 or measured.used - at < reach - s.rules.full_move_slack - 1e-9:
            break
        at += reach
        full += 1
    return full


def travel(s: State, table: Table, m: Model, kind: str, way: Sequence[Place], measured: Survey) -> bool:
    """Go along a way; reactions come on the way. False if it was stopped."""
    end = way[-1]
    if not answer_movement(s, table, m, kind, way, measured.true) or m.legs:  # R317: it stays where it is
        m.moved += _gone(way, m)
        _come_down(s, m, way)
        mark_fast(s, table, m)
        table.tell(Stopped, m.name, place_text(m.x, m.y, m.z))
        return False
    place_at(m, end)
    if len(way) > 1 and (way[-2][0], way[-2][1]) != (end[0], end[1]):
        m.facing = round(bearing(way[-2][0], way[-2][1], end[0], end[1])) % 360
    m.moved += measured.true
    table.tell(Moved, m.name, tuple(way), measured.true)
    mark_fast(s, table, m)
    return True


def _gone(way: Sequence[Place], m: Model) -> float:
    """How far along its way a model has come that was stopped."""
    far = 0.0
    for here, there in pairwise(way):
        if segment_distance(here[0], here[1], there[0], there[1], m.x, m.y) < 0.1:
            return far + hypot(m.x - here[0], m.y - here[1])
        far += hypot(there[0] - here[0], there[1] - here[1])
    return far


def _come_down(s: State, m: Model, way: Sequence[Place]) -> None:
    """Whoever is stopped where nobody can stand, on a wall or a friend's base, ends up on this side of it (K10)."""
    if stand_problem(s, m, m.x, m.y, m.z) is None:
        return
    far = _gone(way, m)
    while far > 0.0:
        far -= 0.25
        at = max(0.0, far)
        for here, there in pairwise(way):
            length = hypot(there[0] - here[0], there[1] - here[1])
            if at <= length and length and here[2] == there[2]:
                x, y = (snap(a + (b - a) * at / length) for a, b in zip(here[:2], there[:2], strict=True))
                if stand_problem(s, m, x, y, here[2]) is None:
                    place_at(m, (x, y, here[2]))
                    return
                break
            at -= length
    place_at(m, way[0])


def place_at(m: Model, place: Place) -> None:
    m.x, m.y, m.z = place


def mark_fast(s: State, table: Table, m: Model) -> None:
    """R120."""
    if not m.fast and is_fast(s.rules, (m.moved,)):
        m.fast = True
        table.tell(Became, m.name, "fast")


def disengage(s: State, table: Table, m: Model, action: Disengage) -> None:
    """First the direct-threat test: if it fails nothing happens and no AP are spent (R102, R103)."""
    if not ignore_test(s, table, m):
        return
    way = way_of(m, action.points)
    measured = measure(s, m, way)
    pay(s, m, move_cost(s.rules, m.prone, disengage=True))
    if not opportunity_attacks(s, table, m) or m.burning is not None or not legs_hold(s, table, m):
        return
    gained = 0
    if action.test:
        way, measured, gained = tested(s, table, m, way, measured, 1)
    if len(way) > 1 and travel(s, table, m, "disengage", way, measured):
        run_up(s, table, m, measured, gained)


def jump(s: State, table: Table, m: Model, action: Jump) -> None:
    """R106, R107; a lower landing is a fall (G37)."""
    way = way_of(m, action.points)
    measured = measure(s, m, way, jump=True)
    pay(s, m, s.rules.jump_ap)
    m.ran_up = False
    if not legs_hold(s, table, m):
        return
    start = m.z
    if travel(s, table, m, "jump", way, measured) and start - m.z > 0.0:
        fall(s, table, m, start - m.z)


def drop(s: State, table: Table, m: Model, action: Drop) -> None:
    """Step off an edge on purpose (G36)."""
    way = way_of(m, action.points)
    measured = measure(s, m, way, jump=True)
    pay(s, m, move_cost(s.rules, m.prone))
    if not legs_hold(s, table, m):
        return
    start = m.z
    if travel(s, table, m, "drop", way, measured):
        fall(s, table, m, start - m.z)


def leave_table(s: State, table: Table, m: Model) -> None:
    """Over the edge: out of the game without a panic test (G12); its drones are orphaned (R323)."""
    drop_object(s, table, m)
    m.place = GONE
    table.tell(Left, m.name, m.panic)
    m.panic = False
    orphan_drones(s, table, m)


def stumble(s: State, table: Table, m: Model) -> int:
    """One random move of a burning model: full GK in a random direction, until something stops it (R179, G13).

    1 if it moved, 0 if it could not pay or is not able to. Nobody pays for a drone that runs about. Running off an
    edge is a fall.
    """
    cost = move_cost(s.rules, m.prone)
    if not m.standing or m.ap < cost or m.legs or m.card.going == STATIONARY:
        return 0
    pay(s, m, cost)
    if not legs_hold(s, table, m):
        return 0
    if table.explaining:
        table.about = Text("universalis.throw.direction", who=m.name, why=Text("universalis.roll.burning"))
    degrees = table.direction("burning")
    if in_melee(s, m) and not opportunity_attacks(s, table, m):
        return 1
    ux, uy = cos(radians(degrees)), sin(radians(degrees))
    far = free_run(s, m, ux, uy, float(gk(s, m)), enemies_only=False)
    here = (m.x, m.y, m.z)
    # Difficult ground is no easier for who is on fire (R133).
    far = min(far, reach_in(s, m, straight(s, m, here, (m.x + ux * far, m.y + uy * far, m.z)), 0.0))
    far, there, level = _stopped(s, m, ux, uy, far)
    measured = Survey(far, far)
    if travel(s, table, m, "normal_move", [here, there], measured) and level < m.z:
        start, m.z = m.z, level
        fall(s, table, m, start - level)
    return 1


def _stopped(s: State, m: Model, ux: float, uy: float, far: float) -> tuple[float, Place, float]:
    """How far straight ahead it can stand, where that is, and on which level; hundredths must not lead onto a base."""
    while far > 0.0:
        x, y = snap(m.x + ux * far), snap(m.y + uy * far)
        level = s.board.level_at(x, y, m.z)
        if stand_problem(s, m, x, y, level) is None:
            return far, (x, y, m.z), level
        far -= 0.02
    return 0.0, (m.x, m.y, m.z), m.z
