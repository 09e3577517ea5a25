"""What previews have in common: what an action means for the mission, what it costs, what changes a number, what a hit
does."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kempelen.games.universalis.face.chances import Blow, Harm, harm, hurts, stuns
from kempelen.games.universalis.face.outlook import percent_of, remark, short_name
from kempelen.games.universalis.face.words import signed
from kempelen.games.universalis.rules.combat.wounds import Hit, weapon_hit
from kempelen.games.universalis.rules.missions import (
    fleeing_at,
    fulfilled,
    held_by,
    home_gap,
    in_zone,
    mission_of,
    progress,
)
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.rolls import Reckoning
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.table.terrain import Place
from kempelen.parts.foresight import Preview, Remark
from kempelen.text.say import Field, Text

__all__ = ["ap_of", "blow_preview", "changes", "harm_remarks", "in_all", "means_of", "percent_of"]
__all__ += ["downs", "stakes", "stands"]

CARRIES = frozenset({"carry", "gather"})
"""Kinds of missions for which something is brought home."""


# -- what it means for the mission: it is read first


def stakes(s: State, m: Model, end: Place) -> Iterator[Remark]:
    """Of a way that ends there: what it means for the own mission; nothing if it changes nothing and m had no part."""
    if not s.missions[m.seat]:
        return
    there = s.copy()
    mover = there.models[m.index]
    mover.x, mover.y, mover.z = end
    mover.place = ON_TABLE
    mission = mission_of(s, m.seat)
    if mission.kind == "hold":
        yield from _at_the_mast(s, there, mover)
    elif mission.kind in CARRIES:
        yield from _carrying(s, there, mover)
    elif mission.kind == "reach" and progress(there, m.seat)[0] != progress(s, m.seat)[0]:
        n, of = progress(there, m.seat)
        won = fulfilled(there, m.seat)
        yield remark("good" if n > progress(s, m.seat)[0] else "bad", "arrived_wins" if won else "arrived", n=n, of=of)


def _at_the_mast(s: State, there: State, m: Model) -> Iterator[Remark]:
    """Who is near enough to what has to be held, and who gets the point if a step away leaves it to others."""
    for was, near in zip(held_by(s, m.seat), held_by(there, m.seat), strict=True):
        own, foes = ([o for o in near if (o.seat == m.seat) == ours] for ours in (True, False))
        whom = tuple(short_name(o) for o in foes)
        if m in near:
            yield _holding(there, m, whom)
        elif any(o.index == m.index for o in was):
            fields: dict[str, Field] = {"whom": whom, "n": len(whom), "who": short_name(m)}
            if own and not foes:
                yield remark("info", "leaves_ours", who=short_name(m), own=tuple(map(short_name, own)), n=len(own))
            else:
                yield remark("bad", f"leaves_{'both' if own else 'foe' if foes else 'none'}", **fields)


def _holding(s: State, m: Model, whom: tuple[str, ...]) -> Remark:
    cm = mission_of(s, m.seat).reach
    fleeing = tuple(short_name(o) for o in fleeing_at(s, m.seat) if o.seat != m.seat)
    if whom:
        return remark("info", "contested", cm=cm, whom=whom)
    return (
        remark("good", "holds_panic", cm=cm, whom=fleeing, n=len(fleeing))
        if fleeing
        else remark("good", "holds", cm=cm)
    )


def _carrying(s: State, there: State, m: Model) -> Iterator[Remark]:
    """With what has to be brought home: it is home then, or how far it still is."""
    mission = mission_of(s, m.seat)
    carried = next((one for one in s.objects if one.carrier == m.index and mission.wants(one)), None)
    if carried is None:
        return
    thing = Text(f"universalis.object.{carried.kind}")
    (was, _), (n, of) = progress(s, m.seat), progress(there, m.seat)
    if fulfilled(there, m.seat):
        yield remark("good", "home_wins" if s.rules.missions_checked_each_phase else "home_wins_round", thing=thing)
    elif n != was:
        yield remark("good" if n > was else "bad", "home_one" if n > was else "home_left", thing=thing, n=n, of=of)
    elif not in_zone(there, m.seat, m.x, m.y):
        yield remark("info", "home_far", thing=thing, cm=max(0.1, round(home_gap(there, m.seat, m.x, m.y), 1)))


def stands(s: State, m: Model) -> Iterator[Remark]:
    """Whoever ends a phase: what the round would bring if it ended so."""
    if not s.missions[m.seat]:
        return
    for near in held_by(s, m.seat):
        sides = {o.seat for o in near}
        if sides:
            whom = tuple(short_name(o) for o in near if o.seat != m.seat)
            name = "both" if len(sides) == 2 else "own" if m.seat in sides else "foe"
            yield remark("good" if name == "own" else "bad", f"stands_{name}", whom=whom, n=len(whom))


def downs(s: State, m: Model, target: Model, does: Harm) -> Iterator[Remark]:
    """What it would mean to put this enemy out: the last one, or who carries what one's own mission wants."""
    if not does.out or target.seat == m.seat:
        return
    whom = short_name(target)
    if s.enemies(m.seat) == [target]:
        yield remark("good", "downs_last", whom=whom)
    elif s.missions[m.seat] and any(
        one.carrier == target.index and mission_of(s, m.seat).wants(one) for one in s.objects
    ):
        yield remark("good", "downs_carrier", whom=whom)


# -- what it takes, and what a hit does


def ap_of(s: State, m: Model, cost: int) -> Text:
    return Text("universalis.foresee.ap", n=cost, of=purse(s, m))


def means_of(hit: Hit, target: Model) -> Text:
    """What the chance of an attack is one of."""
    return Text("universalis.foresee.to_stun" if stuns(hit, target) else "universalis.foresee.to_hurt")


def changes(needed: Reckoning) -> Iterator[Remark]:
    """What raises a number, what lowers it."""
    for rule, n in needed.mods:
        text = Text("universalis.foresee.changes", what=Text(f"universalis.mod.{rule}"), n=signed(n))
        yield Remark("good" if n > 0 else "bad", text)


def harm_remarks(
    does: Harm, hit: Hit, target: Model, chance: Fraction, share: Fraction = Fraction(1), own: bool = False
) -> Iterator[Remark]:
    """What comes of it, hit and armour together.

    `chance` is that of a hit, `share` that it is the target whom it strikes, `own`: it is one's own model.
    """
    whom = short_name(target)
    if stuns(hit, target):
        yield remark("info", "stuns", whom=whom)
        return
    if not does.wound:
        yield remark("good" if own else "bad", "no_harm", whom=whom)
        return
    if does.out < does.wound:  # else every wound puts the target out
        key = "harm" if does.least == does.most else "harm_between"
        numbers = {"least": does.least, "most": does.most, "left": sum(target.tp)}
        yield remark("info", key, whom=whom, **numbers, **_together(chance, does.wound * share))
    if does.out:
        yield remark("bad" if own else "good", "out", whom=whom, **_together(chance, does.out * share))


def _together(hits: Fraction, then: Fraction) -> dict[str, int]:
    """A hit, what it leads to, and both."""
    return {"hits": percent_of(hits), "percent": percent_of(then), "total": percent_of(hits * then)}


def in_all(target: Model, does: Harm, chance: Fraction, share: Fraction = Fraction(1)) -> tuple[tuple[str, str], ...]:
    """For the board, at the target: how likely it loses hit points, and how many at most."""
    if not does.most:
        return ()
    return ((f"model:{target.label}", f"−{does.most}: {percent_of(chance * does.wound * share)} %"),)


def blow_preview(s: State, m: Model, blow: Blow, cost: int, remarks: list[Remark], charge: bool = False) -> Preview:
    """A comparison in melee: both sums, what changes them, what a hit does."""
    target = blow.target
    sums = {"own": blow.attack.total, "other": blow.defence.total}
    hit = weapon_hit(s, blow.weapon, m)
    hit.shield = target.card.shield_armour
    does = harm(s, hit, target, m)
    remarks += downs(s, m, target, does)
    remarks += harm_remarks(does, hit, target, blow.chance)
    remarks.append(remark("info", "compare", who=short_name(m), whom=short_name(target), **sums))
    remarks += changes(blow.attack)
    for rule, n in blow.defence.mods:
        what = Text(f"universalis.mod.{rule}")
        text = Text("universalis.foresee.changes_his", what=what, n=signed(n), whom=short_name(target))
        remarks.append(Remark("bad" if n > 0 else "good", text))
    return Preview(
        arrows=() if charge else ((f"model:{m.label}", f"model:{target.label}"),),
        costs=(ap_of(s, m, cost),),
        chance=hurts(s, blow, m),
        means=means_of(hit, target),
        targets=in_all(target, does, blow.chance),
        remarks=tuple(remarks),
        short=Text("universalis.foresee.strike"),
    )
