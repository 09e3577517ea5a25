"""What an attack is worth, for the solo opponent: chances from the rules' own reckonings, and what a hit would do.

A worth of 1 is a healthy model put out. Nothing here is a rule; where a rule is asked, the rules' function is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Any

from kempelen.games.universalis.automa.levels import Weights
from kempelen.games.universalis.rules.actions import Attack, Charge, Power, Shoot
from kempelen.games.universalis.rules.combat.damage import damage_chain
from kempelen.games.universalis.rules.combat.melee_actions import can_be_ready, melee_weapons, usable
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, attack_cost, helpers, nk_reckoning
from kempelen.games.universalis.rules.combat.ranged_actions import circumstances, why_not_target
from kempelen.games.universalis.rules.combat.ranged_numbers import (
    AIMED,
    NORMAL,
    REACTION,
    SNAP,
    Shot,
    fk_reckoning,
    max_range,
    shot_cost,
    weapon_range,
)
from kempelen.games.universalis.rules.combat.wounds import armour_reckoning, live_effects, weapon_hit, wound_reckoning
from kempelen.games.universalis.rules.legal import end_problem, enters
from kempelen.games.universalis.rules.missions import edge_gap, far_edge, in_target, mission_of, turned
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import contacts, distance, gk, in_contact, perception, reckon, size
from kempelen.games.universalis.rules.models.powers import power_reckoning, why_not_power
from kempelen.games.universalis.rules.movement.places import charge_ends
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import COLOSSUS, FIRE, HULL, TOXIC, TRAUMA

__all__ = [
    "Plan",
    "Vigil",
    "beats",
    "blow",
    "charges",
    "does_for",
    "hit_worth",
    "importance",
    "powers",
    "prize",
    "roll_chance",
    "shots",
    "strikes",
    "vigil",
]


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack that could be made: what it is worth, also if repeated as long as the AP last."""

    action: Any
    target: Model
    chance: float
    """That it hits."""
    worth: float
    cost: int
    total: float
    others: int = 0
    """Further enemies under the template."""


# -- dice


def roll_chance(target: int) -> float:
    """A d12 shows this or less (R056); 0 or less fails without a roll (R058)."""
    return min(12, max(0, target)) / 12


@cache
def beats(lead: int) -> tuple[float, float]:
    """The chances that d12 plus a lead is higher than another d12, and that it is equal (R059)."""
    pairs = [(a + lead, b) for a in range(1, 13) for b in range(1, 13)]
    return sum(a > b for a, b in pairs) / 144, sum(a == b for a, b in pairs) / 144


# -- what a hit does


def prize(s: State, m: Model, w: Weights) -> str:
    """What most of all makes it count for more: its load, that it leads, or where it stands; empty if nothing does."""
    carries = any(thing.carrier == m.index for thing in s.objects)
    reasons = {
        "carrier": w.carrier * carries,
        "goal": w.at_goal * _at_goal(s, m, w),
        "leader": w.leader * m.card.leader,
    }
    best = max(reasons, key=lambda name: reasons[name])
    return best if reasons[best] > 0 else ""


def does_for(s: State, m: Model, weapon: Weapon, target: Model) -> bool:
    """A hit that gets through puts it out."""
    hit = weapon_hit(s, weapon, m, 0)
    loss = damage_chain(target, hit.damage, target.card.armour, effects=hit.effects)[-1][1]
    return loss >= max(1, target.tp[HULL])


def importance(s: State, m: Model, w: Weights) -> float:
    """Whom to put out rather: leaders, controllers, carriers, who is at his goal; less: who flees or burns anyway."""
    worth = 1.0 + w.leader * m.card.leader
    if any(thing.carrier == m.index for thing in s.objects):
        worth += w.carrier
    if any(o.controller == m.index and o.standing for o in s.models):
        worth += w.controller
    if _at_goal(s, m, w):
        worth += w.at_goal
    if m.panic:
        worth *= w.fleeing
    if m.burning is not None:
        worth *= w.burning
    return worth


def _at_goal(s: State, m: Model, w: Weights) -> bool:
    """It stands where its mission wants it: at the mast, in the target zone, near the edge it leaves by."""
    mission = mission_of(s, m.seat)
    match mission.kind:
        case "hold":
            _, x, y = mission.objects[0]
            at = turned(x, y, s.turned[m.seat], s.board.size / 2)
            return hypot(m.x - at[0], m.y - at[1]) <= mission.reach + m.r
        case "reach":
            return in_target(s, m.seat, m.x, m.y)
        case "leave":
            return edge_gap(s, m, far_edge(s, m.seat)) <= w.edge_near
    return False


def hit_worth(
    s: State,
    m: Model,
    weapon: Weapon,
    target: Model,
    w: Weights,
    *,
    cover: int = 0,
    indirect: bool = False,
    bonus: int = 0,
) -> float:
    """A hit: wound roll against armour roll (R165 to R169), then the share of life it would cost, shock, fire."""
    hit = weapon_hit(s, weapon, m, bonus)
    hit.cover, hit.indirect = cover, indirect
    wins, ties = beats(wound_reckoning(s, target, hit).total - armour_reckoning(s, target, hit).total)
    loss = damage_chain(target, hit.damage, target.card.armour, effects=hit.effects)[-1][1]
    effects = live_effects(target, hit.effects)
    if effects & TRAUMA:
        hurt = w.shock * loss
    else:
        life = max(1, target.tp[HULL])
        hurt = w.shock + (1.0 + w.put_out if loss >= life else loss / life)
        if target.card.type == COLOSSUS:
            hurt *= 0.6  # half of the hits go elsewhere (R309)
    if effects & FIRE and target.burning is None:
        hurt += w.fire
    if effects & TOXIC:
        hurt += min(1.0, 2.0 * hit.damage / max(1, target.tp[HULL]))
    return (wins * hurt + ties * w.shock) * importance(s, target, w)


# -- shooting


def fk_chance(s: State, m: Model, shot: Shot) -> float:
    """The FK roll with its modifiers; a proven marksman may repeat it (trait)."""
    chance = roll_chance(fk_reckoning(s, m, shot).total)
    again = m.card.levels.get("proven_marksman", 0)
    return 1 - (1 - chance) ** (1 + again) if again else chance


def shots(s: State, m: Model, ap: int, w: Weights, *, only: Model | None = None) -> Iterator[Plan]:
    """Every shot a model can fire with so many AP at enemies it may shoot at, friends in melee spared."""
    rules = s.rules
    for n, weapon in enumerate(m.weapons):
        if not weapon.ranged or usable(m, n) is not None:
            continue
        costs = {mode: shot_cost(rules, m.card.type, weapon, mode) for mode in (SNAP, NORMAL, AIMED)}
        modes = [mode for mode, cost in costs.items() if cost <= ap]
        if not modes:
            continue
        for target in s.enemies(m.seat) if only is None else (only,):
            mode = modes[-1] if weapon.burst == 0 else modes[0]
            if why_not_target(s, m, weapon, mode, target) is not None or contacts(s, target, enemy=True):
                continue
            yield from _shots_at(s, m, weapon, n, target, {mode: costs[mode] for mode in modes}, ap, w)


def _shots_at(
    s: State, m: Model, weapon: Weapon, n: int, target: Model, costs: dict[str, int], ap: int, w: Weights
) -> Iterator[Plan]:
    burst = 1 if weapon.radius else weapon.burst + 1
    shot, touched = circumstances(s, m, weapon, NORMAL, target, shots=burst)
    others = 0
    worth = hit_worth(s, m, weapon, target, w, cover=touched, indirect=shot.indirect, bonus=burst - 1)
    if weapon.radius:
        more, others = _under_template(s, m, weapon, target, w)
        worth += more
    single = worth if burst == 1 else hit_worth(s, m, weapon, target, w, cover=touched)
    most = shot.band * shot.bands
    for mode, cost in costs.items():
        if mode != AIMED and shot.distance > most + 1e-9:
            continue
        shot.mode, shot.shots = mode, 1 if mode == AIMED else burst
        chance = fk_chance(s, m, shot)
        gain = chance * (single if mode == AIMED else worth)
        times = 1 if weapon.reload else min(ap // cost, m.uses[n] if weapon.uses else 99)
        action = Shoot(m.label, mode, weapon.id, ((target.label, shot.shots),))
        yield Plan(action, target, chance, gain, cost, gain * times, others)


def _under_template(s: State, m: Model, weapon: Weapon, target: Model, w: Weights) -> tuple[float, int]:
    """Who else would be hit: enemies count, friends and oneself count against it (R256, R260)."""
    more, others = 0.0, 0
    for o in s.models:
        if o is target or not o.standing or o.hidden:
            continue
        if hypot(o.x - target.x, o.y - target.y) < weapon.radius + o.r and abs(o.z - target.z) < 4.0:
            worth = hit_worth(s, m, weapon, o, w)
            if o.seat == m.seat:
                more -= 1.5 * worth
            else:
                more, others = more + worth, others + 1
    return more, others


@dataclass(frozen=True, slots=True)
class Vigil:
    """Fire readiness (R221): with which weapon, for whom, and what the reaction fire would promise if he moves."""

    weapon: str
    target: Model
    chance: float
    worth: float
    cost: int
    """With the shot itself, which must still be paid for (R227)."""
    near: bool
    """He is inside the perception range already (R229), and need not come there first."""


def vigil(s: State, m: Model, ap: int, w: Weights) -> Vigil | None:
    """The best readiness: against enemies who are in range, or could be after a phase of theirs; friends spared."""
    best: Vigil | None = None
    for n, weapon in enumerate(m.weapons):
        cost = s.rules.ready_ap + weapon.wk
        if cost > ap or weapon.radius or not can_be_ready(s.rules, weapon) or usable(m, n) is not None:
            continue
        band, bands = weapon_range(s, m, weapon)
        reach = min(float(perception(s, m)), max_range(s.rules, band, bands))
        for o in s.enemies(m.seat):
            gap = distance(s, m, o)
            if o.hidden or o.panic or o.burning is not None or gap > reach + w.moves * gk(s, o):
                continue
            burst = weapon.burst + 1
            shot = Shot(REACTION, min(gap, reach), band, bands, size(o), unwieldy=weapon.unwieldy, shots=burst)
            shot.border = gap > reach
            chance = fk_chance(s, m, shot)
            worth = chance * hit_worth(s, m, weapon, o, w, bonus=burst - 1)
            if best is None or worth > best.worth:
                best = Vigil(weapon.id, o, chance, worth, cost, gap <= reach)
    return best


# -- powers


def powers(s: State, m: Model, ap: int, w: Weights) -> Iterator[Plan]:
    """Every power a model can use against an enemy; what it may cost the user counts against it (G52)."""
    for power in m.card.powers:
        if power.lasting or power.ap > ap or power.tp_loss >= m.tp[HULL]:
            continue
        chance = roll_chance(power_reckoning(s, m, power).total)
        risk = {"always": 1.0, "failure": 1 - chance}.get(power.loss, 0.0) * power.tp_loss / max(1, m.tp[HULL])
        for o in s.enemies(m.seat):
            action = Power(m.label, "power", power.id, o.label)
            if why_not_power(s, m, action) is not None:
                continue
            worth = hit_worth(s, m, power.weapon, o, w) if power.distance else blow(s, m, o, power.weapon, w)[1]
            others = 0
            if power.radius:
                more, others = _under_template(s, m, power.weapon, o, w)
                worth += more
            gain = chance * worth - risk
            yield Plan(action, o, chance, gain, power.ap, gain * (ap // max(1, power.ap)), others)


# -- melee


def blow(
    s: State, m: Model, o: Model, weapon: Weapon, w: Weights, *, charge: bool = False, reckless: bool = False
) -> tuple[float, float]:
    """One attack: the chance to win the comparison (R266, ties by AGI: R269), and what it is worth."""
    how = Fight(
        weapon,
        charge=charge,
        reckless=reckless,
        from_hiding=m.hidden,
        helpers=helpers(s, m, o),
        defender_helpers=helpers(s, o, m),
    )
    lead = nk_reckoning(s, m, o, how, True).total - nk_reckoning(s, o, m, how, False).total
    wins, ties = beats(lead)
    quick, even = beats(reckon(s, m, "AGI").total - reckon(s, o, "AGI").total)
    wins += ties * quick / max(1e-9, 1 - even)
    return wins, wins * hit_worth(s, m, weapon, o, w)


def strikes(s: State, m: Model, ap: int, touching: list[Model], w: Weights) -> Iterator[Plan]:
    """Attacks on enemies in contact (R270, R271)."""
    for weapon in melee_weapons(m):
        for reckless in (False, True):
            cost = attack_cost(s.rules, m.card.type, weapon, "reckless_attack" if reckless else "attack")
            if cost > ap:
                continue
            for o in touching:
                chance, worth = blow(s, m, o, weapon, w, reckless=reckless)
                if reckless and o.ap >= min((one.wk for one in melee_weapons(o)), default=99):
                    worth -= 0.1  # he would strike back with a bonus (G25)
                action = Attack(m.label, o.label, weapon.id, reckless)
                yield Plan(action, o, chance, worth, cost, worth * (ap // cost))


def charges(s: State, m: Model, ap: int, w: Weights) -> Iterator[Plan]:
    """Charges that reach somebody with one move (R100, R101)."""
    weapons = [one for one in melee_weapons(m) if attack_cost(s.rules, m.card.type, one, "charge") <= ap]
    if not weapons or m.prone or m.legs:
        return
    reach = gk(s, m) + s.rules.contact
    for o in s.enemies(m.seat):
        if o.hidden or hypot(o.x - m.x, o.y - m.y) - m.r - o.r > reach or in_contact(s, m, o):
            continue
        for end in charge_ends(s, m, o):
            if end_problem(s, m, *end, charge=True) is not None or enters(s, m, end) is not None:
                continue
            for weapon in weapons:
                cost = attack_cost(s.rules, m.card.type, weapon, "charge")
                chance, worth = blow(s, m, o, weapon, w, charge=True)
                after = blow(s, m, o, weapon, w)[1] * ((ap - cost) // max(1, weapon.wk))
                yield Plan(Charge(m.label, o.label, weapon.id, (end,)), o, chance, worth, cost, worth + after)
