"""Melee: who adds what, who wins (R263 to R286, R293 to R295)."""

from __future__ import annotations

from dataclasses import dataclass

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.choices import KEEP, REROLL
from kempelen.games.universalis.rules.combat.damage import is_critical, most_tp
from kempelen.games.universalis.rules.combat.wounds import Wound, resolve_hit, weapon_hit
from kempelen.games.universalis.rules.events import Fought, NewDie
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import in_contact, nk, reckon, size
from kempelen.games.universalis.rules.models.printed import ap_cost
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.rolls import Mod, Reckoning, compare, throw
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import ACTIVE, COLOSSUS, LEFT_SIDE, RIGHT_SIDE
from kempelen.text.say import Text

__all__ = [
    "Fight",
    "Outcome",
    "attack_cost",
    "camouflage_mods",
    "clash",
    "critical_sides",
    "fight",
    "helpers",
    "nk_reckoning",
]


@dataclass(slots=True)
class Fight:
    """How an attack is made."""

    weapon: Weapon
    charge: bool = False
    reckless: bool = False
    counter: bool = False
    opportunity: bool = False
    riposte: bool = False
    """The bonus on a counterattack after a reckless attack was lost, or by the trait (G25)."""
    exposed: bool = False
    """The defender has just attacked recklessly and defends with NK 0 (G25, as the author later wrote)."""
    from_hiding: bool = False
    """It was started by a camouflaged model (R293)."""
    helpers: int = 0
    """Friends of the attacker that touch the defender (R281)."""
    defender_helpers: int = 0


@dataclass(slots=True)
class Outcome:
    """How a melee came out."""

    totals: tuple[int, int]
    hit: bool
    won: bool
    """The attacker won the roll; he may still not be able to hit (trait fleet)."""
    agi_totals: tuple[int, int] | None = None
    wound: Wound | None = None


def attack_cost(rules: RulesProfile, type: int, weapon: Weapon, kind: str) -> int:
    """AP for attack, charge, reckless attack, counterattack and opportunity attack (R270, R271, R100, R276, R277)."""
    extra = rules.reckless_ap if kind == "reckless_attack" else 0
    return ap_cost(rules, type, weapon.wk, extra, rebate=kind in ("attack", "reckless_attack", "charge"))


def helpers(s: State, m: Model, enemy: Model) -> int:
    """Other friends that touch the enemy's base and are not out (R281, G27)."""
    return sum(o.seat == m.seat and o is not m and o.standing and in_contact(s, o, enemy) for o in s.models)


def camouflage_mods(rules: RulesProfile, camouflage: int, from_hiding: bool) -> list[Mod]:
    """An attack out of hiding, and active camouflage in every melee (R293, R295, G48)."""
    mods: list[Mod] = []
    if from_hiding:
        mods.append(("R293", rules.hidden_attack_bonus))
    if camouflage == ACTIVE:
        mods.append(("R295", rules.active_melee_bonus))
    return mods


def critical_sides(s: State, m: Model) -> int:
    """Sides of a colossus in critical state; a destroyed one stays so (R313, G49)."""
    if m.card.type != COLOSSUS:
        return 0
    return sum(is_critical(s.rules, m.tp[zone], most_tp(s, m, zone)) for zone in (RIGHT_SIDE, LEFT_SIDE))


def nk_reckoning(s: State, m: Model, other: Model, how: Fight, attacking: bool) -> Reckoning:
    """NK with all modifiers of one side (R280 to R283)."""
    rules, card = s.rules, m.card
    value = reckon(s, m, "NK", comparing=True)
    if (how.opportunity or how.exposed) and not attacking:
        value.add("R277" if how.opportunity else "R271", -nk(s, m))
    if attacking:
        if how.charge and not other.defence:
            value.add("R280", rules.charge_bonus)
        if how.reckless:
            value.add("R271", rules.reckless_bonus)
        if how.riposte:
            value.add("G25", rules.riposte_bonus)
    elif card.shield_nk:
        value.add("R217", card.shield_nk)
    value.add("R281", rules.helper_bonus * (how.helpers if attacking else how.defender_helpers))
    if card.unwieldy and not card.levels.get("nimble"):
        value.add("R282", rules.unwieldy_melee_malus)
    value.add("R283", rules.size_step_bonus * max(0, size(m) - size(other)))
    value.mods += camouflage_mods(rules, card.camouflage, attacking and how.from_hiding)
    value.add("R313", rules.critical_side_malus * critical_sides(s, m))
    return value


def fight(s: State, table: Table, attacker: Model, defender: Model, how: Fight) -> Outcome:
    """The attacker wins: a hit (R267). The defender wins: nothing (R268)."""
    found = clash(s, table, attacker, defender, how)
    found.hit = found.won and not escapes(defender, how)
    table.tell(Fought, attacker.name, defender.name, found.hit)
    if found.hit:
        blow = weapon_hit(s, how.weapon, attacker)
        blow.shield = defender.card.shield_armour  # only who defends is hit (R218)
        found.wound = resolve_hit(s, table, defender, blow)
    return found


def escapes(defender: Model, how: Fight) -> bool:
    """The fleet cannot be hit by unwieldy weapons (trait)."""
    return how.weapon.unwieldy and bool(defender.card.levels.get("fleet"))


def clash(s: State, table: Table, attacker: Model, defender: Model, how: Fight) -> Outcome:
    """A comparative NK roll (R266); a tie goes to AGI, again and again until it is decided (R269, G01).

    A defence stance is gone afterwards (R274).
    """
    attack, defence = nk_reckoning(s, attacker, defender, how, True), nk_reckoning(s, defender, attacker, how, False)
    totals = compare(s, table, (attacker, attack, "nk_att"), (defender, defence, "nk_def"))
    totals = _rerolls(s, table, attacker, defender, attack, defence, totals)
    agi_totals: tuple[int, int] | None = None
    if totals[0] == totals[1]:
        quick, other = (reckon(s, m, "AGI", comparing=True) for m in (attacker, defender))
        while agi_totals is None or agi_totals[0] == agi_totals[1]:
            table.here("melee tie")
            agi_totals = compare(s, table, (attacker, quick, "agi_att"), (defender, other, "agi_def"))
    decided = agi_totals or totals
    defender.defence = False
    won = decided[0] > decided[1]
    return Outcome(totals, won, won, agi_totals)


def _rerolls(
    s: State,
    table: Table,
    attacker: Model,
    defender: Model,
    attack: Reckoning,
    defence: Reckoning,
    totals: tuple[int, int],
) -> tuple[int, int]:
    """Traits: the own NK roll again (proven fighter), or the opponent's (melee specialist), level times."""
    if not attacker.card.levels and not defender.card.levels:
        return totals
    a, d = totals
    for m, why, own in ((attacker, "nk_att", True), (defender, "nk_def", False)):
        enemy = defender if own else attacker
        for trait, mine in (("proven_fighter", True), ("melee_specialist", False)):
            for _ in range(m.card.levels.get(trait, 0)):
                losing = a <= d if own else d <= a
                if not losing or not wants_reroll(table, m, trait, a, d):
                    break
                whose = m if mine else enemy
                label = why if mine else ("nk_def" if own else "nk_att")
                die = throw(s, table, whose.name, f"{label}_2")
                table.tell(NewDie, whose.name, label, trait, die, s.rules.die)
                if whose is attacker:
                    a = die + attack.total
                else:
                    d = die + defence.total
    return a, d


def wants_reroll(table: Table, m: Model, trait: str, attack: int, defence: int) -> bool:
    prompt = Text("universalis.prompt.reroll", what=Text(f"universalis.mod.{trait}"), attack=attack, defence=defence)
    return table.choose(m.seat, prompt, (REROLL, KEEP)) is REROLL
