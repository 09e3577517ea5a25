"""How a model would stand at the end of a way: who sees it, through what cover, whom it could shoot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, hypot
from typing import NamedTuple

from kempelen.games.universalis.face.chances import fired, fired_at, hurts
from kempelen.games.universalis.face.words import signed
from kempelen.games.universalis.rules.actions import Shoot
from kempelen.games.universalis.rules.combat.melee_actions import usable
from kempelen.games.universalis.rules.combat.ranged_actions import circumstances, why_not_target
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    fk_reckoning,
    shot_cost,
    weapon_range,
)
from kempelen.games.universalis.rules.combat.reactions import could_fire, why_not_fire
from kempelen.games.universalis.rules.combat.threats import threats_of
from kempelen.games.universalis.rules.models.current import distance, in_contact
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.movement_numbers import is_fast
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.sight import cover_against, sees_model
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.parts.foresight import Remark, Weight
from kempelen.text.say import Field, Text

__all__ = [
    "Outlook",
    "best_shot",
    "lying_down",
    "outlook",
    "percent_of",
    "promised",
    "remark",
    "risk_of",
    "seen_over",
    "short_name",
]

CLOSE = 1.0
"""Points of a way this far apart are looked at to see whether somebody waits for it."""


def short_name(m: Model) -> str:
    """A model without its label, as one speaks of it."""
    return m.name.partition(" ")[2] or m.name


def percent_of(chance: Fraction) -> int:
    """Never 0 or 100 unless it is."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def remark(weight: Weight, name: str, **fields: Field) -> Remark:
    return Remark(weight, Text(f"universalis.foresee.{name}", **fields))


class Outlook(NamedTuple):
    """What counts about a place, the enemies that could be shot from there with the AP that are left, and those who
    could shoot back; each with the chance to hurt."""

    remarks: list[Remark]
    targets: tuple[tuple[str, str], ...]
    risks: tuple[tuple[str, str], ...]


def outlook(s: State, m: Model, end: Place, cost: int, way: Sequence[Place]) -> Outlook:
    """How it would be there."""
    there = s.copy()
    mover = there.models[m.index]
    watched = [*_waiting(there, mover, way)] if way else []
    mover.x, mover.y, mover.z = end
    mover.place = ON_TABLE
    mover.ap = max(0, purse(s, m) - cost) if way else m.ap
    far = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))
    mover.fast = mover.fast or is_fast(s.rules, (m.moved, far))
    remarks = [*watched, *_threats(there, mover), *_seen(there, mover)]
    if mover.fast and not m.fast:
        remarks.append(remark("good", "fast", cm=s.rules.fast_distance))
    targets = [*_targets(there, mover)] if way else []
    if way and _could_shoot(m):
        remarks.insert(0, _then(there, mover, targets, _best_now(s, m)))
    known = [(o, risk_of(there, o, mover)) for o in there.enemies(m.seat) if not _has_acted(there, o)]
    aimed_at = _signs((shot.target, shot.chance) for shot in targets)
    return Outlook(remarks, aimed_at, _signs((o, risk) for o, risk in known if risk))


class Promise(NamedTuple):
    """The best shot at an enemy, and the chance that it hurts."""

    target: Model
    action: Shoot
    chance: Fraction


def _could_shoot(m: Model) -> bool:
    return any(weapon.ranged and usable(m, n) is None for n, weapon in enumerate(m.weapons))


def _best_now(s: State, m: Model) -> Fraction:
    best = promised(s, m)
    return best.chance if best is not None else Fraction(0)


def promised(s: State, m: Model) -> Promise | None:
    """The shot from where it stands that hurts most often, at whomever."""
    return max(_targets(s, m), key=lambda one: one.chance, default=None)


def lying_down(s: State, m: Model) -> Iterator[Remark]:
    """What it brings on this table: a smaller target (R122) for whoever sees it, a better number for what is left to
    shoot with; and what it costs besides: no dodging (R111), dear moving (R098)."""
    there = s.copy()
    lying = there.models[m.index]
    lying.prone, lying.ap = True, max(0, m.ap - s.rules.lie_down_ap)
    risks = [(o, risk_of(s, o, m), risk_of(there, there.models[o.index], lying)) for o in s.enemies(m.seat)]
    worst = max(risks, key=lambda one: one[1], default=None)
    if worst is None or not worst[1]:
        yield remark("info", "lying_unseen", who=short_name(m))
    else:
        o, was, now = worst
        weight: Weight = "good" if now < was else "info"
        name = "lying_less" if now < was else "lying_same"
        yield remark(weight, name, whom=short_name(o), was=percent_of(was), now=percent_of(now))
    if _could_shoot(m):
        yield _shot_lying(s, there, lying, _best_now(s, m))
    yield remark("bad", "lie_down")


def _shot_lying(s: State, there: State, lying: Model, now: Fraction) -> Remark:
    """The best shot with the points that are left then, beside what it would be as one stands."""
    best, bonus = promised(there, lying), signed(s.rules.prone_shooter_bonus)
    if best is None:
        return remark("info", "lying_no_shot", n=bonus)
    fields: dict[str, Field] = {"n": bonus, "ap": lying.ap, "whom": short_name(best.target), "who": short_name(lying)}
    weight: Weight = "good" if best.chance > now else "info"
    if not now:
        return remark(weight, "lying_shot_only", then=percent_of(best.chance), **fields)
    return remark(weight, "lying_shot", then=percent_of(best.chance), now=percent_of(now), **fields)


def _then(s: State, m: Model, targets: Sequence[Promise], now: Fraction) -> Remark:
    """The second half of a plan: what could be fired from there with what is left, beside what could be from here."""
    best = max(targets, key=lambda one: one.chance, default=None)
    if best is None:
        return remark("info", "then_none" if now else "then_nobody", n=m.ap, now=percent_of(now))
    weight: Weight = "good" if best.chance >= now else "info"
    fields: dict[str, Field] = {"n": m.ap, "whom": short_name(best.target), "percent": percent_of(best.chance)}
    name = f"then_{best.action.mode}{'_now' if now else ''}"
    return remark(weight, name, **fields, **({"now": percent_of(now)} if now else {}))


def _signs(known: Iterable[tuple[Model, Fraction]]) -> tuple[tuple[str, str], ...]:
    return tuple((f"model:{o.label}", f"{percent_of(chance)} %") for o, chance in known)


def _waiting(s: State, m: Model, way: Sequence[Place]) -> Iterator[Remark]:
    """Enemies who are ready to fire and see the way (R229)."""
    points = [way[0]]
    for (ax, ay, az), (bx, by, bz) in pairwise(way):
        steps = max(1, ceil(hypot(bx - ax, by - ay) / CLOSE))
        points += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps, az) for n in range(1, steps)]
        points.append((bx, by, bz))
    risks: dict[str, Fraction] = {}
    for o in s.enemies(m.seat):
        if o.ready < 0 or why_not_fire(s, o, "normal_move") is not None:
            continue
        seen = [point for point in points if could_fire(s, o, m, point) is None]
        if seen:
            risks[short_name(o)] = max(_risk_at(s, o, m, point) for point in seen)
    if risks:
        yield remark("bad", "waited_for", whom=tuple(risks), n=len(risks), risk=_risks(risks))


def _risk_at(s: State, o: Model, m: Model, point: Place) -> Fraction:
    """That reaction fire hurts a mover there."""
    there = s.copy()
    mover, shooter = there.models[m.index], there.models[o.index]
    mover.x, mover.y, mover.z = point
    weapon = shooter.weapons[shooter.ready]
    return hurts(there, fired_at(there, shooter, mover, weapon, REACTION, weapon.burst + 1), shooter)


def _risks(known: Mapping[str, Fraction]) -> tuple[str, ...]:
    """One chance, or each with whose it is."""
    if len(known) == 1:
        return tuple(f"{percent_of(chance)} %" for chance in known.values())
    return tuple(f"{name} {percent_of(chance)} %" for name, chance in known.items())


def _threats(s: State, m: Model) -> Iterator[Remark]:
    touching = [o for o in s.enemies(m.seat) if in_contact(s, m, o)]
    if touching:
        yield remark("info", "contact", whom=tuple(short_name(o) for o in touching))
        return
    near = threats_of(s, m)
    if near:
        yield remark("bad", "near", whom=tuple(short_name(o) for o in near))


def _seen(s: State, m: Model) -> Iterator[Remark]:
    """Enemies with something to shoot with: who sees it, and through how much cover."""
    by_cover = seen_over(s, m)
    if by_cover is None:
        return
    if not by_cover:
        yield remark("good", "unseen")
    named: dict[str, list[Model]] = {}
    for o in s.enemies(m.seat):
        named.setdefault(short_name(o), []).append(o)
    for (level, later), whom in sorted(_by_when(s, by_cover, named).items()):
        known = {name: max(risk_of(s, o, m) for o in named[name]) for name in whom}
        harmful = {name: chance for name, chance in known.items() if chance}
        if not harmful and not level:
            yield remark("info", "harmless", whom=tuple(whom), n=len(whom))
            continue
        named_ones, risk = (tuple(harmful), _risks(harmful)) if harmful else (tuple(whom), ("0 %",))
        fields: dict[str, Field] = {"whom": named_ones, "n": len(named_ones), "risk": risk}
        when = "_later" if later else ""
        if level:
            less = f"−{-s.rules.cover_malus[level]}"
            yield remark("good", f"covered{when}", level="I" * level, less=less, **fields)
        else:
            yield remark("info" if later else "bad", f"open{when}", **fields)


def _by_when(
    s: State, by_cover: Mapping[int, Sequence[str]], named: Mapping[str, Sequence[Model]]
) -> dict[tuple[int, bool], list[str]]:
    """The same, apart from each other who may still shoot in this round and who has had his phase (R068, R081)."""
    found: dict[tuple[int, bool], list[str]] = {}
    for level, whom in by_cover.items():
        for name in whom:
            later = all(_has_acted(s, o) for o in named[name])
            found.setdefault((level, later), []).append(name)
    return found


def _has_acted(s: State, o: Model) -> bool:
    """It shoots no more before the next round begins, unless it waits fire-ready."""
    return s.phase == "act" and o.acted and o.index not in s.active and o.ready < 0


def risk_of(s: State, o: Model, m: Model) -> Fraction:
    """That a normal shot of this enemy would hurt it, with the weapon that is best for it; 0 if it cannot shoot."""
    found = [Fraction(0)]
    for n, weapon in enumerate(o.weapons):
        if weapon.ranged and usable(o, n) is None and why_not_target(s, o, weapon, NORMAL, m) is None:
            found.append(hurts(s, fired_at(s, o, m, weapon, NORMAL, weapon.burst + 1), o))
    return max(found)


def seen_over(s: State, m: Model) -> dict[int, list[str]] | None:
    """Who sees it, by how much cover is in between; None if nobody could shoot so far anyway."""
    shooters = [o for o in s.enemies(m.seat) if _shoots(s, o, m)]
    by_cover: dict[int, list[str]] = {}
    for o in shooters:
        if sees_model(s, o, m):
            by_cover.setdefault(cover_against(s, o, m).level, []).append(short_name(o))
    return by_cover if shooters else None


def _shoots(s: State, o: Model, m: Model) -> bool:
    """It has a weapon that reaches so far."""
    gap = distance(s, o, m)
    for n, weapon in enumerate(o.weapons):
        if weapon.ranged and usable(o, n) is None:
            band, bands = weapon_range(s, o, weapon)
            if gap <= band * bands:
                return True
    return False


def _targets(s: State, m: Model) -> Iterator[Promise]:
    """Whom it could hurt from there, and how likely with its best shot."""
    for o in s.enemies(m.seat):
        best = best_shot(s, m, o)
        if best is not None and best[1] > 0:
            yield Promise(o, best[0], max(hurts(s, one, m) for one in fired(s, m, best[0])))


def best_shot(s: State, m: Model, o: Model) -> tuple[Shoot, int] | None:
    """The shot at an enemy with the highest number on a die of 12 that the AP allow."""
    found: list[tuple[int, int, Shoot]] = []
    for n, weapon in enumerate(m.weapons):
        if not weapon.ranged or usable(m, n) is not None:
            continue
        for mode in (SNAP, NORMAL, AIMED):
            cost = shot_cost(s.rules, m.card.type, weapon, mode)
            if cost > purse(s, m) or why_not_target(s, m, weapon, mode, o) is not None:
                continue
            shots = 1 if mode == AIMED else weapon.burst + 1
            shot, _ = circumstances(s, m, weapon, mode, o, shots=shots)
            number = min(s.rules.die, max(0, fk_reckoning(s, m, shot).total))
            found.append((number, -cost, Shoot(m.label, mode, weapon.id, ((o.label, shots),))))
    if not found:
        return None
    number, _, action = max(found, key=lambda one: one[:2])
    return action, number
