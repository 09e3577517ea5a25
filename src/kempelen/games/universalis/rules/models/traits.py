"""Traits (R025 to R029). Most are asked for where they matter, by `card.levels`; here is their list and the rest.

| trait | levels | effect |
|---|---|---|
| seventh_sense | 1 | +2 on the AGI comparison when dodging (`ranged.dodge`) |
| surefooted | 3 | repeat movement tests (`movement.movement_test`) |
| gecko | 1 | moves up and down along terrain as on a ladder (`paths`) |
| cross_country | 3 | passability is better by the level (`paths.reach_in`) |
| instinctive_control | 5 | AP each round that only drones can be given (`drones.pay`) |
| multitasking | 3 | more drones (`rosters`) |
| eagle_eye | 1 | a further +1 on aimed shots (`ranged.fk_reckoning`) |
| proven_marksman | 3 | repeat FK rolls (`ranged.fk_roll`) |
| gunslinger | 1 | fires two weapons of class I with one action (`perform`) |
| nimble | 1 | unwieldy things do not hinder in melee (`melee.nk_reckoning`) |
| proven_fighter | 3 | repeat NK rolls (`melee`) |
| fleet | 1 | cannot be hit by unwieldy weapons in melee (`melee.fight`) |
| riposte | 1 | +2 on a counterattack after a successful defence (`fighting.offer_counter`) |
| gun_kata | 1 | shooting weapons of class I may be used in melee (`legal`) |
| melee_specialist | 3 | the opponent repeats NK rolls (`melee`) |
| hardened | 1 | no critical malus on attribute rolls (`values.reckon`) |
| absolute_regeneration, regeneration | 1, 5 | TP back at the start of a phase (`upkeep.regenerate`), or as an action |
| bleeder, tough | 3 | every damage more or less by the level (`states.damage_chain`) |
| self_consumption | 3 | AP for TP |
| stable | 1 | a KO roll cancels a shock (`states.shock`) |
| automaton | 1 | passes EH rolls; explodes when out |
| luck, bad_luck | 1 | once a round a die is rolled again (`rolls.lucky`) |

David against Goliath is left out: it works from outside the field of view, and that is all round (R034).
"""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.combat.damage import lose_tp
from kempelen.games.universalis.rules.events import UsedTrait
from kempelen.games.universalis.rules.models.card import Trait, Weapon
from kempelen.games.universalis.rules.models.current import ko
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.profile import SEED
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import EXPLOSIVE, HULL
from kempelen.games.universalis.rules.upkeep import heal

__all__ = ["TRAITS", "apply_trait", "explode", "trait_index", "trait_problem"]

TRAITS: dict[str, int] = {
    "seventh_sense": 1,
    "surefooted": 3,
    "gecko": 1,
    "cross_country": 3,
    "instinctive_control": 5,
    "multitasking": 3,
    "eagle_eye": 1,
    "proven_marksman": 3,
    "gunslinger": 1,
    "nimble": 1,
    "proven_fighter": 3,
    "fleet": 1,
    "riposte": 1,
    "gun_kata": 1,
    "melee_specialist": 3,
    "hardened": 1,
    "absolute_regeneration": 1,
    "regeneration": 5,
    "bleeder": 3,
    "tough": 3,
    "self_consumption": 3,
    "stable": 1,
    "automaton": 1,
    "luck": 1,
    "bad_luck": 1,
}
"""Every trait with its highest level."""

APPLIED = frozenset({"regeneration", "self_consumption"})
"""Traits that do something when they are applied as an action (R027)."""


def trait_index(m: Model, id: str) -> int:
    return next((n for n, trait in enumerate(m.card.traits) if trait.id == id), -1)


def trait_problem(m: Model, n: int) -> bool:
    """It cannot be applied: it needs no action, or its circles are struck (R027, R028)."""
    trait = m.card.traits[n]
    if trait.id not in APPLIED or (trait.ap is None and trait.id != "self_consumption"):
        return True
    if trait.id == "regeneration" and m.tp[HULL] >= m.card.tp:
        return True
    if trait.id == "self_consumption" and m.ap >= SEED.most_ap:
        return True  # R031: nothing to gain
    return bool(trait.uses) and m.trait_uses[n] <= 0


def apply_trait(s: State, table: Table, m: Model, n: int) -> None:
    """R027, R028: pay, strike a circle, take the effect."""
    trait: Trait = m.card.traits[n]
    pay(s, m, trait.ap or 0)
    if trait.uses:
        m.trait_uses[n] -= 1
    table.tell(UsedTrait, m.name, trait.id)
    if trait.id == "regeneration":
        heal(table, m, trait.level)
    else:
        m.ap = min(s.rules.most_ap, m.ap + trait.level)
        lose_tp(s, table, m, 1)


def explode(s: State, table: Table, m: Model) -> None:
    """An automaton that is out goes up: radius KO, strength KO, damage half of it, explosive."""
    from kempelen.games.universalis.rules.combat.ranged_actions import blast  # a blast may put models out, and so on

    power = ko(s, m)
    boiler = Weapon("automaton", 1, power, power // 2, effects=EXPLOSIVE, radius=float(power))
    blast(s, table, m, boiler, m.x, m.y, level=m.z)
