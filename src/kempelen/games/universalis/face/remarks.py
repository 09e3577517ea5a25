"""What previews of shots and blows have in common: what they cost, what changes a number, what a hit does."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kempelen.engine.events import Touch
from kempelen.games.universalis.face.chances import Blow, Harm, harm
from kempelen.games.universalis.face.outlook import remark, short_name
from kempelen.games.universalis.face.words import signed
from kempelen.games.universalis.rules.combat.wounds import Hit, live_effects, weapon_hit
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.rolls import Reckoning
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import TRAUMA
from kempelen.parts.foresight import Preview, Remark
from kempelen.text.say import Text

__all__ = ["ap_of", "blow_preview", "changes", "harm_remarks", "hurt", "percent_of"]


def ap_of(s: State, m: Model, cost: int) -> Text:
    return Text("universalis.foresee.ap", n=cost, of=purse(s, m))


def percent_of(chance: Fraction) -> int:
    """Never 0 or 100 unless it is."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def changes(needed: Reckoning) -> Iterator[Remark]:
    """What raises a number, what lowers it."""
    for rule, n in needed.mods:
        text = Text("universalis.foresee.changes", what=Text(f"universalis.mod.{rule}"), n=signed(n))
        yield Remark("good" if n > 0 else "bad", text)


def harm_remarks(
    does: Harm, hit: Hit, target: Model, share: Fraction = Fraction(1), own: bool = False
) -> Iterator[Remark]:
    """What a hit does; `share` is the chance that it is the target whom it strikes, `own`: it is one's own model."""
    whom = short_name(target)
    if live_effects(target, hit.effects) & TRAUMA:
        yield remark("info", "stuns", whom=whom)
        return
    if not does.wound:
        yield remark("good" if own else "bad", "no_harm", whom=whom)
        return
    if does.out < does.wound:  # else every wound puts the target out
        key = "harm" if does.least == does.most else "harm_between"
        numbers = {
            "percent": percent_of(does.wound * share),
            "least": does.least,
            "most": does.most,
            "left": sum(target.tp),
        }
        yield remark("info", key, whom=whom, **numbers)
    if does.out:
        yield remark("bad" if own else "good", "out", whom=whom, percent=percent_of(does.out * share))


def hurt(m: Model, target: Model, does: Harm) -> tuple[Touch, ...]:
    return (Touch(f"model:{target.label}", "hurt", does.most, by=f"model:{m.label}"),) if does.most else ()


def blow_preview(s: State, m: Model, blow: Blow, cost: int, remarks: list[Remark], charge: bool = False) -> Preview:
    """A comparison in melee: both sums, what changes them, what a hit does."""
    target = blow.target
    sums = {"own": blow.attack.total, "other": blow.defence.total}
    remarks.append(remark("info", "compare", who=short_name(m), whom=short_name(target), **sums))
    remarks += changes(blow.attack)
    for rule, n in blow.defence.mods:
        what = Text(f"universalis.mod.{rule}")
        text = Text("universalis.foresee.changes_his", what=what, n=signed(n), whom=short_name(target))
        remarks.append(Remark("bad" if n > 0 else "good", text))
    hit = weapon_hit(s, blow.weapon, m)
    hit.shield = target.card.shield_armour
    does = harm(s, hit, target, m)
    remarks += harm_remarks(does, hit, target)
    return Preview(
        arrows=() if charge else ((f"model:{m.label}", f"model:{target.label}"),),
        costs=(ap_of(s, m, cost),),
        chance=blow.chance,
        touches=hurt(m, target, does),
        remarks=tuple(remarks),
        short=Text("universalis.foresee.strike"),
    )
