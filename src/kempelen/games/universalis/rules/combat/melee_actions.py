"""Melee actions and reactions carried out (R263 to R279, R284, R297)."""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.actions import Attack, Charge, React
from kempelen.games.universalis.rules.choices import HOLD
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, Outcome, attack_cost, fight, helpers
from kempelen.games.universalis.rules.combat.reactions import (
    ask,
    react,
    targeted,
    touching_enemies,
    why_not_counter,
    why_not_strike,
)
from kempelen.games.universalis.rules.events import Attacked
from kempelen.games.universalis.rules.models.card import Weapon
from kempelen.games.universalis.rules.models.current import in_contact
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.models.printed import UNARMED
from kempelen.games.universalis.rules.profile import RulesProfile
from kempelen.games.universalis.rules.state import Model, State, Window
from kempelen.games.universalis.rules.table.camouflage import reveal
from kempelen.games.universalis.rules.terms import COLOSSUS, HULL
from kempelen.text.say import Text

__all__ = [
    "attack",
    "can_be_ready",
    "charge_victims",
    "counter_fight",
    "melee_weapons",
    "opportunity_attacks",
    "opportunity_fight",
    "resolve_attack",
    "usable",
    "weapon_index",
    "weapon_named",
]


def weapon_index(m: Model, id: str) -> int:
    """-1 if it has no such weapon."""
    return next((n for n, weapon in enumerate(m.weapons) if weapon.id == id), -1)


def weapon_named(m: Model, id: str) -> Weapon:
    return m.weapons[weapon_index(m, id)]


def usable(m: Model, n: int) -> Text | None:
    """Why a weapon cannot be used now: its side is gone (R316), no uses (R213), to be reloaded (R212)."""
    weapon = m.weapons[n]
    if m.card.type == COLOSSUS and weapon.mount != HULL and m.tp[weapon.mount] <= 0:
        return Text("universalis.no.side_lost")
    if weapon.uses and m.uses[n] <= 0:
        return Text("universalis.no.uses")
    if m.reloading >> n & 1:
        return Text("universalis.no.reload")
    if weapon.id == UNARMED and any(not one.ranged and usable(m, k) is None for k, one in enumerate(m.weapons[:n])):
        return Text("universalis.no.armed")
    return None


def used_weapon(m: Model, weapon: Weapon) -> None:
    """After each use: a circle is struck (R213), a reload marker comes (R212)."""
    n = weapon_index(m, weapon.id)
    if n < 0:
        return
    if weapon.uses:
        m.uses[n] -= 1
    if weapon.reload:
        m.reloading |= 1 << n


def can_be_ready(rules: RulesProfile, weapon: Weapon) -> bool:
    """Shooting weapons of class I to III (R221)."""
    return weapon.ranged and not weapon.thrown and weapon.wk <= rules.ready_most_wk


def melee_weapons(m: Model) -> list[Weapon]:
    """Weapons of range NK that can be used (R206, R278)."""
    return [weapon for n, weapon in enumerate(m.weapons) if not weapon.ranged and usable(m, n) is None]


def charge_victims(s: State, m: Model, action: Charge) -> list[Model]:
    """Whom a charge strikes where it is to end: the enemy it was declared against, else whom it touches (R101, K06).

    A camouflaged enemy is not struck (R284).
    """
    x, y, z = action.points[-1]
    touched = []
    for o in s.enemies(m.seat):
        reach = m.r + o.r + s.rules.contact + 1e-9
        near = (o.x - x) ** 2 + (o.y - y) ** 2 <= reach * reach and abs(o.z - z) <= s.rules.contact_level
        if near and not o.hidden:
            touched.append(o)
    return [o for o in touched if o.label == action.target] or touched


def attack(s: State, table: Table, m: Model, action: Attack, target: Model) -> None:
    """Attack or reckless attack (R270, R271)."""
    weapon = weapon_named(m, action.weapon)
    pay(s, m, attack_cost(s.rules, m.card.type, weapon, action.kind))
    resolve_attack(s, table, m, target, weapon, reckless=action.reckless)


def resolve_attack(
    s: State, table: Table, m: Model, target: Model, weapon: Weapon, *, charge: bool = False, reckless: bool = False
) -> Outcome:
    """An attack with everything that follows: tests of the target, the melee, a counterattack (R101, R276)."""
    how = "charge" if charge else "reckless" if reckless else "attack"
    table.tell(Attacked, how, m.name, weapon.id, target.name)
    from_hiding = m.hidden
    reveal(table, m)
    targeted(s, table, target, shot=False)
    used_weapon(m, weapon)
    found = fight(
        s,
        table,
        m,
        target,
        Fight(
            weapon,
            charge=charge,
            reckless=reckless,
            from_hiding=from_hiding,
            helpers=helpers(s, m, target),
            defender_helpers=helpers(s, target, m),
        ),
    )
    offer_counter(s, table, target, m, reckless=reckless, defended=not found.won)
    return found


def offer_counter(s: State, table: Table, m: Model, attacker: Model, reckless: bool, defended: bool) -> Outcome | None:
    """The defender may strike back; then he is the attacker (R276, G25, G26)."""
    if s.hold[m.seat] or not attacker.standing or not m.standing or not in_contact(s, m, attacker):
        return None
    offers = [
        React(m.label, "counter", weapon.id)
        for weapon in melee_weapons(m)
        if why_not_counter(s, m, weapon.wk, by_defender=True, after_action=True) is None
    ]
    prompt = Text("universalis.prompt.counter", who=m.name, whom=attacker.name)
    window = Window(attacker.index, "melee", m.index, reckless=reckless, defended=defended)
    chosen = ask(s, table, m.seat, prompt, offers, window=window)
    if chosen is HOLD:
        return None
    weapon = weapon_named(m, chosen.weapon)
    react(s, m, attack_cost(s.rules, m.card.type, weapon, "counterattack"))
    table.tell(Attacked, "counter", m.name, weapon.id, attacker.name)
    reveal(table, m)
    targeted(s, table, attacker, shot=False)
    used_weapon(m, weapon)
    return fight(s, table, m, attacker, counter_fight(s, m, attacker, weapon, reckless, defended))


def counter_fight(s: State, m: Model, attacker: Model, weapon: Weapon, reckless: bool, defended: bool) -> Fight:
    """How a blow in return is made (R276, G25)."""
    exposed = reckless and s.rules.reckless_defends_with_zero
    return Fight(
        weapon,
        counter=True,
        riposte=defended and (bool(m.card.levels.get("riposte")) or (reckless and not exposed)),
        exposed=exposed,
        helpers=helpers(s, m, attacker),
        defender_helpers=helpers(s, attacker, m),
    )


def opportunity_attacks(s: State, table: Table, m: Model) -> bool:
    """Enemies in contact may strike at a model that moves away, before it leaves (R277, G54). True if it can go on."""
    seat = 1 - m.seat
    struck: set[int] = set()
    while m.standing:
        near = [o for o in touching_enemies(s, m) if o.index not in struck]
        offers = [
            React(o.label, "strike", weapon.id)
            for o in near
            for weapon in melee_weapons(o)
            if why_not_strike(s, o, m, weapon.wk) is None
        ]
        prompt = Text("universalis.prompt.opportunity", whom=m.name)
        chosen = ask(s, table, seat, prompt, offers, window=Window(m.index, "leaving"))
        if chosen is HOLD:
            break
        enemy = next(o for o in near if o.label == chosen.label)
        struck.add(enemy.index)
        weapon = weapon_named(enemy, chosen.weapon)
        react(s, enemy, attack_cost(s.rules, enemy.card.type, weapon, "opportunity_attack"))
        table.tell(Attacked, "opportunity", enemy.name, weapon.id, m.name)
        reveal(table, enemy)
        used_weapon(enemy, weapon)
        fight(s, table, enemy, m, opportunity_fight(s, enemy, m, weapon))
    return m.standing


def opportunity_fight(s: State, m: Model, leaving: Model, weapon: Weapon) -> Fight:
    """How a blow at somebody who moves away is made (R277)."""
    return Fight(weapon, opportunity=True, helpers=helpers(s, m, leaving), defender_helpers=helpers(s, leaving, m))
