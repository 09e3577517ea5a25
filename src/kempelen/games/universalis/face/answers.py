"""Reactions before one commits: what each costs, how likely it comes off and what it does; what holding means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kempelen.engine.events import Roll
from kempelen.games.universalis.face.chances import (
    Blow,
    Fired,
    blow_of,
    dodges,
    fired_at,
    fired_on_way,
    harm,
    hurts,
)
from kempelen.games.universalis.face.outlook import remark, short_name
from kempelen.games.universalis.face.remarks import (
    ap_of,
    blow_preview,
    changes,
    harm_remarks,
    in_all,
    means_of,
    percent_of,
)
from kempelen.games.universalis.face.where import where
from kempelen.games.universalis.face.words import part_words
from kempelen.games.universalis.rules.actions import Fire, React
from kempelen.games.universalis.rules.choices import HOLD, HOLD_ALWAYS, REACT_AGAIN
from kempelen.games.universalis.rules.combat.melee_actions import counter_fight, opportunity_fight, weapon_named
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.panic import panic_reckoning, who_must_test
from kempelen.games.universalis.rules.combat.ranged_numbers import REACTION, shot_cost
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.state import Model, State, Window
from kempelen.parts.foresight import Ghost, Preview, Remark
from kempelen.text.say import Field, Text

__all__ = ["answer_chance", "answer_price", "answered", "hold_chance", "word_preview"]


def answer_price(s: State, action: Fire | React) -> int:
    """In action points (R111, R227, R276, R277, R300, R331)."""
    m = _who(s, action)
    if isinstance(action, Fire):
        return shot_cost(s.rules, m.card.type, m.weapons[m.ready], REACTION)
    if action.weapon:
        return attack_cost(s.rules, m.card.type, weapon_named(m, action.weapon), action.kind)
    prices = {"dodge": s.rules.dodge_ap, "support": s.rules.support_ap, "block": s.rules.block_power_ap}
    return prices[action.verb]


def answer_chance(s: State, action: Fire | React) -> Fraction | None:
    """That it comes off, an attack that it hurts; None where nobody can say, or where no dice decide.

    For whoever dodges: that the shot does not hurt, as for `hold_chance`. Both stand below each other.
    """
    m, window = _who(s, action), s.window
    if window is None:
        return None
    if isinstance(action, Fire):
        there, one = fired_on_way(s, m, action, window)
        return hurts(there, one, there.models[m.index])
    if action.verb == "dodge":
        return _unhurt(s, m, window)
    return hurts(s, _blow(s, m, action, window), m) if action.weapon else None


def hold_chance(s: State) -> Fraction | None:
    """That a shot does not hurt whoever does not dodge; None if nobody is shot at."""
    window = s.window
    if window is None or window.kind != "shot" or window.who < 0:
        return None
    return 1 - _hurt(s, s.models[window.who], window, dodged=False)


def _unhurt(s: State, m: Model, window: Window) -> Fraction:
    """That a shot does not hurt whoever tries to dodge it."""
    usual, harder = (_hurt(s, m, window, dodged) for dodged in (False, True))
    comes_off = dodges(s, s.models[window.whom], m)
    return 1 - comes_off * harder - (1 - comes_off) * usual


def _hurt(s: State, m: Model, window: Window, dodged: bool) -> Fraction:
    return hurts(s, _shot(s, m, window, dodged), s.models[window.whom])


def answered(s: State, m: Model | None, action: Fire | React) -> Preview:
    """What a reaction would do."""
    assert m is not None
    window = s.window
    if window is not None and isinstance(action, Fire):
        return _fire(s, m, action, window)
    if window is not None and isinstance(action, React) and action.weapon:
        return blow_preview(s, m, _blow(s, m, action, window), answer_price(s, action), [])
    if window is not None and isinstance(action, React) and action.verb == "dodge":
        return _dodge(s, m, window)
    return Preview(costs=(ap_of(s, m, answer_price(s, action)),))


def _who(s: State, action: Fire | React) -> Model:
    m = model_of(s, action.label)
    assert m is not None
    return m


def _fire(s: State, m: Model, action: Fire, window: Window) -> Preview:
    """The shot at the place where the mover would be then."""
    there, one = fired_on_way(s, m, action, window)
    mover = one.target
    does = harm(there, one.hit, mover, there.models[m.index])
    cost = answer_price(s, action)
    place = where(s, (mover.x, mover.y, mover.z), mover.r)
    remarks = [remark("info", "there_then", whom=short_name(mover), where=place)] if len(window.way) > 1 else []
    remarks += [*harm_remarks(does, one.hit, mover, one.chance), *changes(one.needed)]
    if not does.wound or does.out < does.wound:
        remarks.append(remark("info", "goes_on", whom=short_name(mover)))
    remarks.append(remark("info", "no_longer_ready", who=short_name(m), n=purse(s, m) - cost))
    moves = len(window.way) > 1
    return Preview(
        ghost=Ghost(f"model:{mover.label}", (mover.x, mover.y)) if moves else None,
        path=tuple((x, y) for x, y, _ in window.way) if moves else (),
        arrows=((f"model:{m.label}", (mover.x, mover.y) if moves else f"model:{mover.label}"),),
        costs=(ap_of(s, m, cost),),
        chance=hurts(there, one, there.models[m.index]),
        means=means_of(one.hit, mover),
        roll=Roll((), s.rules.die, one.needed.total, False, part_words("FK", one.needed.base, one.needed.mods)),
        targets=() if moves else in_all(mover, does, one.chance),
        remarks=tuple(remarks),
        short=Text("universalis.foresee.shoot"),
    )


def _blow(s: State, m: Model, action: React, window: Window) -> Blow:
    """A blow in return, or at somebody who moves away."""
    enemy, weapon = s.models[window.whom], weapon_named(m, action.weapon)
    if window.kind == "leaving":
        return blow_of(s, m, enemy, opportunity_fight(s, m, enemy, weapon))
    return blow_of(s, m, enemy, counter_fight(s, m, enemy, weapon, window.reckless, window.defended))


# -- dodging


def _dodge(s: State, m: Model, window: Window) -> Preview:
    """R111, R112: who wins the comparison is harder to hit."""
    usual, harder = (_shot(s, m, window, dodged) for dodged in (False, True))
    shooter = s.models[window.whom]
    comes_off = dodges(s, shooter, m)
    fields: dict[str, Field] = {"who": short_name(m), "whom": short_name(shooter), "percent": percent_of(comes_off)}
    fields |= {"harder": percent_of(1 - harder.chance), "usual": percent_of(1 - usual.chance)}
    hit = comes_off * harder.chance + (1 - comes_off) * usual.chance
    return Preview(
        arrows=((f"model:{shooter.label}", f"model:{m.label}"),),
        costs=(ap_of(s, m, s.rules.dodge_ap),),
        chance=_unhurt(s, m, window),
        means=Text("universalis.foresee.unhurt"),
        remarks=(
            remark("info", "dodging", **fields),
            *_struck(s, m, replace(usual, chance=hit), window),
        ),
        short=Text("universalis.foresee.dodges"),
    )


def _shot(s: State, m: Model, window: Window, dodged: bool) -> Fired:
    shooter = s.models[window.whom]
    weapon = weapon_named(shooter, window.weapon)
    return fired_at(s, shooter, m, weapon, window.mode, window.shots, window.switches, dodged=dodged)


def _struck(s: State, m: Model, one: Fired, window: Window) -> Iterator[Remark]:
    """What a hit would do to one's own model, as likely as `one` is, and what hangs on it: who sees it fall may panic
    (R176)."""
    does = harm(s, one.hit, m, s.models[window.whom])
    yield from harm_remarks(does, one.hit, m, one.chance, own=True)
    if does.out:
        yield from _shaken(s, m)


def _shaken(s: State, m: Model) -> Iterator[Remark]:
    """Who would have to keep calm if this model fell, and what he needs for it."""
    for other in who_must_test(s, m):
        if other.card.levels.get("automaton"):
            continue  # it passes every test
        needs = panic_reckoning(s, other, just_out=m).total
        names = {"who": short_name(other), "whom": short_name(m)}
        yield remark("bad", "shaken", n=needs, **names) if needs > 0 else remark("bad", "shaken_surely", **names)


# -- holding


def word_preview(s: State, action: Any) -> Preview:
    """What it means to let something pass, this once or always."""
    window = s.window
    if action is HOLD_ALWAYS:
        return Preview(remarks=(remark("bad", "never_asked"),), leaves=True, short=Text("universalis.foresee.never"))
    if action is REACT_AGAIN:
        return Preview(remarks=(remark("info", "asked_again"),))
    if action is not HOLD or window is None:
        return Preview()
    whom = short_name(s.models[window.whom])
    m = s.models[window.who] if window.who >= 0 else None
    if m is not None and window.kind == "shot":
        one = _shot(s, m, window, dodged=False)
        chance = 1 - hurts(s, one, s.models[window.whom])
        means, short = Text("universalis.foresee.unhurt"), Text("universalis.foresee.lets")
        return Preview(chance=chance, means=means, remarks=tuple(_struck(s, m, one, window)), short=short)
    if m is not None:
        kept = remark("info", "keeps", who=short_name(m), n=purse(s, m))
        return Preview(remarks=(kept,), short=Text("universalis.foresee.lets"))
    key = "lets_go" if window.kind == "leaving" else "lets_move"
    path = tuple((x, y) for x, y, _ in window.way) if len(window.way) > 1 else ()
    return Preview(path=path, remarks=(remark("info", key, whom=whom),), short=Text("universalis.foresee.lets"))
