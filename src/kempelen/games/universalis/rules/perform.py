"""Carrying out an action in an initiative phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.actions import (
    Attack,
    Charge,
    Disengage,
    Drop,
    Handle,
    Jump,
    Move,
    Power,
    React,
    Reconnoitre,
    Reload,
    Shoot,
    Simple,
    Turn,
    Use,
)
from kempelen.games.universalis.rules.choices import HOLD
from kempelen.games.universalis.rules.combat.melee_actions import (
    attack,
    charge_victims,
    resolve_attack,
    usable,
    weapon_index,
    weapon_named,
)
from kempelen.games.universalis.rules.combat.melee_numbers import attack_cost
from kempelen.games.universalis.rules.combat.ranged_actions import resolve_shot, shoot, why_not_target
from kempelen.games.universalis.rules.combat.ranged_numbers import AIMED
from kempelen.games.universalis.rules.combat.reactions import answer_movement, ask, react, targeted, why_not_support
from kempelen.games.universalis.rules.events import Became, Did, Lost, Supported
from kempelen.games.universalis.rules.models.current import gk, in_contact
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.models.equipment import handle, is_free, item_index, use_item
from kempelen.games.universalis.rules.models.powers import do_power
from kempelen.games.universalis.rules.models.traits import apply_trait, trait_index
from kempelen.games.universalis.rules.movement.movement_actions import (
    disengage,
    drop,
    jump,
    leave_table,
    legs_hold,
    move,
    run_up,
    tested,
    travel,
    turn,
    way_of,
)
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.ways import survey
from kempelen.games.universalis.rules.state import EXITED, Model, State
from kempelen.games.universalis.rules.table.camouflage import reconnoitre_cost, scout
from kempelen.games.universalis.rules.table.terrain import Survey
from kempelen.text.say import Text

__all__ = ["perform"]


def by_label(s: State, label: str) -> Model:
    return next(m for m in s.models if m.label == label)


def perform(s: State, table: Table, m: Model, action: Any) -> None:
    """Any action ends readiness and defence (R222, R272); only a jump keeps the run-up (R107)."""
    if is_free(m, action):
        _DO[type(action)](s, table, m, action)
        return
    if not isinstance(action, Reload) or not action.ready:
        m.ready = -1
    m.defence = False
    if not isinstance(action, Jump):
        m.ran_up = False
    climbing = m.items_on
    m.first_done = True
    _DO[type(action)](s, table, m, action)
    if isinstance(action, Move | Charge) and climbing:
        # A grapple helps with one movement only.
        for n, item in enumerate(m.card.items):
            if item.climb:
                m.items_on &= ~(1 << n)


def _charge(s: State, table: Table, m: Model, action: Charge) -> None:
    """A move at the weapon's cost; in contact it becomes an attack at no further cost (R100, R101, R280).

    Whoever touches another enemy than he said attacks that one; of several he chooses (K06).
    """
    weapon = weapon_named(m, action.weapon)
    way = way_of(m, action.points)
    measured = survey(s, m, way)
    assert isinstance(measured, Survey)
    pay(s, m, attack_cost(s.rules, m.card.type, weapon, "charge"))
    if not legs_hold(s, table, m):
        return
    gained = 0
    if action.test:
        way, measured, gained = tested(s, table, m, way, measured, 1)
    if len(way) < 2 or not travel(s, table, m, "charge", way, measured):
        return
    run_up(s, table, m, measured, gained)
    victims = [o for o in charge_victims(s, m, action) if in_contact(s, m, o)] if m.standing else []
    if len(victims) > 1:
        prompt = Text("universalis.prompt.charged", who=m.name)
        chosen = table.choose(m.seat, prompt, [Attack(m.label, o.label, weapon.id) for o in victims])
        victims = [by_label(s, chosen.target)]
    for target in victims:
        resolve_attack(s, table, m, target, weapon, charge=True)


def _attack(s: State, table: Table, m: Model, action: Attack) -> None:
    attack(s, table, m, action, by_label(s, action.target))


def _shoot(s: State, table: Table, m: Model, action: Shoot) -> None:
    targets = [(by_label(s, label), shots) for label, shots in action.targets]
    shoot(s, table, m, action, targets)
    if m.card.levels.get("gunslinger") and m.standing:
        _second_weapon(s, table, m, action)


def _second_weapon(s: State, table: Table, m: Model, action: Shoot) -> None:
    """A gunslinger may fire another weapon of class I with the same action (trait)."""
    first = weapon_index(m, action.weapon)
    if m.weapons[first].wk != 1:
        return
    offers: list[Any] = [
        Shoot(m.label, action.mode, weapon.id, ((o.label, 1 if action.mode == AIMED else weapon.burst + 1),))
        for n, weapon in enumerate(m.weapons)
        if n != first and weapon.ranged and weapon.wk == 1 and usable(m, n) is None
        for o in s.enemies(m.seat)
        if why_not_target(s, m, weapon, action.mode, o) is None
    ]
    if not offers:
        return
    chosen = table.choose(m.seat, Text("universalis.prompt.second", who=m.name), [HOLD, *offers])
    if isinstance(chosen, Shoot):
        targets = [(by_label(s, label), shots) for label, shots in chosen.targets]
        resolve_shot(s, table, m, weapon_named(m, chosen.weapon), chosen.mode, targets)


def _reload(s: State, table: Table, m: Model, action: Reload) -> None:
    """Reload (R110), or take up readiness with a weapon (R221)."""
    n = weapon_index(m, action.weapon)
    if action.ready:
        pay(s, m, s.rules.ready_ap)
        m.ready = n
        table.tell(Became, m.name, "ready")
        return
    pay(s, m, m.weapons[n].wk)
    if answer_movement(s, table, m, "reload", [(m.x, m.y, m.z)], 0.0):
        m.reloading &= ~(1 << n)
        table.tell(Lost, m.name, "reload")


def _simple(s: State, table: Table, m: Model, action: Simple) -> None:
    """Lie down, stand up, defend, leave (R104, R105, R272). Whoever stands up is shot at standing (R230)."""
    rules, here = s.rules, [(m.x, m.y, m.z)]
    match action.verb:
        case "lie_down":
            pay(s, m, rules.lie_down_ap)
            if answer_movement(s, table, m, "lie_down", here, 0.0):
                m.prone = True
                table.tell(Did, m.name, "lie_down")
        case "stand_up":
            pay(s, m, rules.stand_up_ap)
            m.prone = False
            table.tell(Did, m.name, "stand_up")
            answer_movement(s, table, m, "stand_up", here, 0.0)
        case "defend":
            pay(s, m, rules.defence_ap)
            m.defence = True
            table.tell(Did, m.name, "defend")
        case "leave":
            pay(s, m, move_cost(rules, m.prone))
            if legs_hold(s, table, m) and answer_movement(s, table, m, "normal_move", here, float(gk(s, m))):
                leave_table(s, table, m)
                m.place = EXITED


def _handle(s: State, table: Table, m: Model, action: Handle) -> None:
    """Interact (R109)."""
    pay(s, m, s.rules.interact_ap)
    if answer_movement(s, table, m, "interact", [(m.x, m.y, m.z)], 0.0):
        handle(s, table, m, action)


def _reconnoitre(s: State, table: Table, m: Model, action: Reconnoitre) -> None:
    """Other models of one's own may support it, each once (R298 to R300)."""
    target = by_label(s, action.target)
    pay(s, m, reconnoitre_cost(s.rules, action.extra))
    targeted(s, table, target, shot=False)
    supporters = 0
    asked = [o for o in s.friends(m.seat) if o is not m]
    while able := [o for o in asked if why_not_support(s, o, target) is None]:
        prompt = Text("universalis.prompt.support", who=m.name, whom=target.name)
        chosen = ask(s, table, m.seat, prompt, [React(o.label, "support") for o in able])
        if chosen is HOLD:
            break
        helper = by_label(s, chosen.label)
        asked.remove(helper)
        react(s, helper, s.rules.support_ap)
        supporters += 1
        table.tell(Supported, helper.name, m.name)
    scout(s, table, m, target, action.extra, supporters)


def _use(s: State, table: Table, m: Model, action: Use) -> None:
    if action.trait:
        apply_trait(s, table, m, trait_index(m, action.thing))
    else:
        use_item(s, table, m, item_index(m, action.thing), by_label(s, action.target) if action.target else m)


_DO: Mapping[type, Callable[[State, Table, Model, Any], None]] = {
    Move: move,
    Disengage: disengage,
    Jump: jump,
    Drop: drop,
    Charge: _charge,
    Attack: _attack,
    Shoot: _shoot,
    Reload: _reload,
    Simple: _simple,
    Turn: turn,
    Reconnoitre: _reconnoitre,
    Use: _use,
    Handle: _handle,
    Power: do_power,
}
