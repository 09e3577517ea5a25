"""What previews of shots and blows have in common: what they cost, what changes a number, what a hit does."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kempelen.games.universalis.face.chances import Blow, Harm, harm, hurts, stuns
from kempelen.games.universalis.face.outlook import percent_of, remark, short_name
from kempelen.games.universalis.face.words import signed
from kempelen.games.universalis.rules.combat.wounds import Hit, weapon_hit
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.rolls import Reckoning
from kempelen.games.universalis.rules.state import Model, State
from kempelen.parts.foresight import Preview, Remark
from kempelen.text.say import Text

__all__ = ["ap_of", "blow_preview", "changes", "harm_remarks", "in_all", "means_of", "percent_of"]


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
