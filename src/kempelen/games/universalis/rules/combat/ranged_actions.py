"""Shots carried out: targets, circumstances, the roll, templates (R219 to R262).

The order is the author's: line of sight, weapon and range, modifiers, FK roll, hit.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from kempelen.engine.table import Table
from kempelen.games.universalis.face.words import place_text
from kempelen.games.universalis.rules.actions import Shoot
from kempelen.games.universalis.rules.combat.melee_actions import used_weapon, weapon_named
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    REACTION,
    Shot,
    burst_bonus,
    fk_roll,
    indirect_ceiling,
    range_malus,
    scatter_distance,
    scatter_point,
    shield_faces,
    shot_cost,
    template_overlap,
    weapon_range,
)
from kempelen.games.universalis.rules.combat.reactions import offer_dodge, targeted
from kempelen.games.universalis.rules.combat.wounds import resolve_hit, weapon_hit
from kempelen.games.universalis.rules.events import Fired, Impact, NoEffect, Scattered, Struck
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import contacts, distance, height, radius, size
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State, snap
from kempelen.games.universalis.rules.table.camouflage import reveal
from kempelen.games.universalis.rules.table.sight import (
    body,
    cover_against,
    is_wreck,
    sees_model,
    sees_point,
    touched_cover,
)
from kempelen.geometry import bearing, chord, ray_to_disc
from kempelen.text.say import Text

__all__ = [
    "blast",
    "blast_shot",
    "circumstances",
    "fire_at",
    "in_the_line",
    "point_distance",
    "resolve_shot",
    "shoot",
    "why_not_point",
    "why_not_target",
]


# -- may it be shot at


def why_not_target(s: State, m: Model, weapon: Weapon, mode: str, target: Model) -> Text | None:
    """Camouflage (R240, R291), range (R239) and sight (R236), or indirect fire without it (R246)."""
    if not target.standing or target.seat == m.seat:
        return Text("universalis.no.target")
    if target.hidden:
        return Text("universalis.no.camouflaged", whom=target.name)
    band, bands = weapon_range(s, m, weapon)
    if not range_malus(s.rules, band, bands, distance(s, m, target), mode == AIMED)[1]:
        return Text("universalis.no.range", cm=band * bands * (s.rules.aimed_band_factor if mode == AIMED else 1))
    if not s.rules.shots_into_melee and contacts(s, target, enemy=True):
        return Text("universalis.no.into_melee")
    if not weapon.indirect and not sees_model(s, m, target):
        return Text("universalis.no.sight", whom=target.name)
    return None


def point_distance(s: State, m: Model, x: float, y: float) -> float:
    """From the base edge to a point."""
    return max(0.0, hypot(x - m.x, y - m.y) - radius(s, m))


def why_not_point(s: State, m: Model, weapon: Weapon, mode: str, x: float, y: float) -> Text | None:
    """Only area weapons and indirect fire aim at points (R246, R256)."""
    if not weapon.radius:
        return Text("universalis.no.point")
    if not (0 <= x <= s.board.size and 0 <= y <= s.board.size):
        return Text("universalis.no.edge")
    band, bands = weapon_range(s, m, weapon)
    if not range_malus(s.rules, band, bands, point_distance(s, m, x, y), mode == AIMED)[1]:
        return Text("universalis.no.range", cm=band * bands * (s.rules.aimed_band_factor if mode == AIMED else 1))
    if not weapon.indirect and not sees_point(s, m, x, y, s.board.level_at(x, y, 999.0)):
        return Text("universalis.no.sight_point")
    return None


# -- the circumstances of a roll


def circumstances(
    s: State, m: Model, weapon: Weapon, mode: str, target: Model, *, shots: int = 1, switches: int = 0
) -> tuple[Shot, int]:
    """Everything that counts for a shot at a model, and the level of cover it touches."""
    band, bands = weapon_range(s, m, weapon)
    seen = not weapon.indirect or sees_model(s, m, target)  # what is seen is shot at directly (G44)
    shot = Shot(
        mode,
        distance(s, m, target),
        band,
        bands,
        size(target),
        unwieldy=weapon.unwieldy,
        fast=target.fast,
        indirect=not seen,
        shots=shots,
        switches=switches,
    )
    touched = 0
    if seen:
        cover = cover_against(s, m, target)
        shot.cover, touched = cover.level, cover.touched
    else:
        shot.spotted = any(o is not m and o is not target and sees_model(s, o, target) for o in s.friends(m.seat))
    return shot, touched


# -- shooting


def shoot(s: State, table: Table, m: Model, action: Shoot, targets: Sequence[tuple[Model, int]]) -> None:
    """A shot as an action: pay, then fire (R220, R225, R226)."""
    weapon = weapon_named(m, action.weapon)
    pay(s, m, shot_cost(s.rules, m.card.type, weapon, action.mode))
    if action.point is not None:
        _shoot_point(s, table, m, weapon, action.mode, *action.point)
    else:
        resolve_shot(s, table, m, weapon, action.mode, targets)


def resolve_shot(
    s: State,
    table: Table,
    m: Model,
    weapon: Weapon,
    mode: str,
    targets: Sequence[tuple[Model, int]],
    *,
    border: bool = False,
    fast: bool = False,
) -> None:
    """Fire at each target in turn: its tests, its dodge, the FK roll, the hit (G45). A reaction cannot be dodged."""
    reveal(table, m)
    used_weapon(m, weapon)
    for n, (target, shots) in enumerate(targets):
        if not target.standing:
            continue
        shot, touched = circumstances(s, m, weapon, mode, target, shots=shots, switches=n)
        shot.border, shot.fast = border, shot.fast or fast
        fire_at(s, table, m, weapon, shot, touched, target)
        if not m.standing:
            return


def fire_at(s: State, table: Table, m: Model, weapon: Weapon, shot: Shot, touched: int, target: Model) -> None:
    """One shot, or the shots of a burst on one target, under circumstances that are known."""
    table.tell(Fired, m.name, weapon.id, shot.mode, target.name)
    targeted(s, table, target, shot=True)
    if shot.mode != REACTION:
        shot.dodged = offer_dodge(s, table, m, weapon, shot, target)
    if shot.indirect and _too_high(s, m, weapon, target.x, target.y):
        table.tell(NoEffect, m.name)
    elif weapon.radius:
        blast_shot(s, table, m, weapon, shot, target.x, target.y, target.z)
    else:
        test = fk_roll(s, table, m, shot, whom=target.name)
        if test.success:
            _strike(s, table, m, weapon, shot, touched, target)


def in_the_line(s: State, m: Model, target: Model) -> list[Model]:
    """Whom a shot at a target may strike: in a melee any of those who fight (K01), but never the shooter himself."""
    fighting = [o for o in contacts(s, target, enemy=True) if o is not m and not o.hidden]
    return sorted([target, *fighting], key=_index)


def _strike(s: State, table: Table, m: Model, weapon: Weapon, shot: Shot, touched: int, target: Model) -> None:
    """A hit; in a melee chance decides who is struck."""
    lot = in_the_line(s, m, target)
    victim = target
    if len(lot) > 1:
        victim = s.models[table.pick([o.index for o in lot], "melee")]
        table.tell(Struck, victim.name)
    hit = weapon_hit(s, weapon, m, burst_bonus(s.rules, shot.shots))
    hit.indirect = shot.indirect
    if victim is not target:
        touched = 0 if shot.indirect else cover_against(s, m, victim).touched
    hit.cover = touched
    hit.shield = _shield(s, victim, m)
    resolve_hit(s, table, victim, hit)


def _index(m: Model) -> int:
    return m.index


def _shield(s: State, victim: Model, shooter: Model) -> int:
    """Against fire from the front 180 degrees (R218)."""
    if not victim.card.shield_armour:
        return 0
    return (
        victim.card.shield_armour
        if shield_faces(victim.facing, bearing(victim.x, victim.y, shooter.x, shooter.y))
        else 0
    )


# -- area weapons


def _shoot_point(s: State, table: Table, m: Model, weapon: Weapon, mode: str, x: float, y: float) -> None:
    """An area weapon aimed at a place (R246, G44)."""
    reveal(table, m)
    used_weapon(m, weapon)
    table.tell(Fired, m.name, weapon.id, mode, place_text(x, y))
    band, bands = weapon_range(s, m, weapon)
    level = s.board.level_at(x, y, 999.0)
    shot = Shot(mode, point_distance(s, m, x, y), band, bands, None, unwieldy=weapon.unwieldy)
    if weapon.indirect and not sees_point(s, m, x, y, level):
        shot.indirect = True
        shot.spotted = any(o is not m and sees_point(s, o, x, y, level) for o in s.friends(m.seat))
        if _too_high(s, m, weapon, x, y):
            table.tell(NoEffect, m.name)
            return
    blast_shot(s, table, m, weapon, shot, x, y, level)


def _too_high(s: State, m: Model, weapon: Weapon, x: float, y: float) -> bool:
    """R248: a terrain piece between, of whatever kind, is higher than half the maximum range."""
    ceiling = indirect_ceiling(s.rules, *weapon_range(s, m, weapon))
    if any(
        piece.top > ceiling and chord(part.polygon, m.x, m.y, x, y) is not None
        for piece in s.board.pieces
        for part in piece.parts
    ):
        return True
    return any(
        is_wreck(o) and o.z + height(s, o) > ceiling and _line_meets(o, m.x, m.y, x, y) is not None for o in s.models
    )


def blast_shot(s: State, table: Table, m: Model, weapon: Weapon, shot: Shot, x: float, y: float, level: float) -> None:
    """Roll, scatter on a miss, lay the template (R256 to R262). Several shots of a burst are one roll (R255)."""
    test = fk_roll(s, table, m, shot, area=True)
    if test.success or test.die is None:
        x, y = snap(x), snap(y)
        table.tell(Impact, place_text(x, y))
    else:
        missed = test.die - test.target
        off = scatter_distance(s.rules, test.die, test.target, shot.distance)
        if table.explaining:
            table.about = Text("universalis.throw.direction", who=m.name, why=Text("universalis.roll.scatter"))
        degrees = table.direction("scatter")
        x, y = scatter_point(x, y, degrees, off)
        level = s.board.level_at(x, y, level)
        lobbed = (weapon.indirect or weapon.thrown) and s.rules.lobbed_fly_over
        stopped = bool(off) and not lobbed and not sees_point(s, m, x, y, level)
        if stopped:
            x, y = first_obstacle(s, m, x, y, level)
        x, y = snap(x), snap(y)
        most = off < missed * s.rules.scatter_per_point
        table.tell(Scattered, place_text(x, y), missed, off, degrees, most, stopped)
    blast(
        s,
        table,
        m,
        weapon,
        x,
        y,
        indirect=shot.indirect,
        bonus=burst_bonus(s.rules, shot.shots),
        level=level,
    )


def _line_meets(o: Model, ax: float, ay: float, bx: float, by: float) -> float | None:
    """How far from the start of a line a base lies on it; None if beside it or beyond."""
    far = hypot(bx - ax, by - ay)
    if not far:
        return None
    t = ray_to_disc(ax, ay, (bx - ax) / far, (by - ay) / far, o.x, o.y, o.r)
    return t if t is not None and t < far else None


def first_obstacle(s: State, m: Model, x: float, y: float, level: float = 0.0) -> tuple[float, float]:
    """Where a straight line from the shooter's eye to a point first meets terrain or a model (R259)."""
    far = hypot(x - m.x, y - m.y)
    if not far:
        return x, y
    first = 1.0
    eye = m.z + height(s, m) * s.rules.eye_height
    for part in s.board.solids(s.doors):
        span = chord(part.polygon, m.x, m.y, x, y)
        if span is not None:
            first = min(first, _enters(eye, level, span, part.bottom, part.top))
    for o in s.models:
        if o is not m and o.place == ON_TABLE and (not o.out or is_wreck(o)):
            t = _line_meets(o, m.x, m.y, x, y)
            if t is not None:
                cylinder = body(s, o)
                span = t / far, min(1.0, (t + 2 * o.r) / far)
                first = min(first, _enters(eye, level, span, cylinder.z, cylinder.z + cylinder.h))
    return m.x + (x - m.x) * first, m.y + (y - m.y) * first


def _enters(eye: float, end: float, span: tuple[float, float], bottom: float, top: float) -> float:
    """The share of the line at which it enters a body that it is above or below of for this span; 1 if it does not."""
    start, stop = span
    high, low = eye + (end - eye) * start, eye + (end - eye) * stop
    if bottom <= high <= top:
        return start
    border = top if high > top else bottom
    if eye == end or not min(high, low) <= border <= max(high, low):
        return 1.0
    return (border - eye) / (end - eye)


def blast(
    s: State,
    table: Table,
    m: Model,
    weapon: Weapon,
    x: float,
    y: float,
    *,
    indirect: bool = False,
    bonus: int = 0,
    level: float | None = None,
    power: bool = False,
) -> None:
    """Everybody under the template is hit, friends too; each rolls armour alone (R256, R260 to R262, R292, G46)."""
    if level is None:
        level = s.board.level_at(x, y, 999.0)
    struck: list[tuple[Model, str]] = []
    for o in s.models:
        if not o.standing or abs(o.z - level) > max(weapon.radius, s.rules.contact_level):
            continue
        covered = template_overlap(weapon.radius, radius(s, o), hypot(o.x - x, o.y - y), o.hidden)
        if covered != "none":
            struck.append((o, covered))
    for victim, covered in struck:
        if not victim.standing:
            continue
        blow = weapon_hit(s, weapon, m, bonus)
        blow.partial = covered == "partial"
        blow.indirect, blow.power = indirect, power
        blow.cover = touched_cover(s, victim)
        blow.shield = _shield(s, victim, m)
        resolve_hit(s, table, victim, blow)
