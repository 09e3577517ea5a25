"""Powers, an optional module (R330 to R332, G52): using, ending, dispelling and blocking them.

A power that lasts is for its user. One with a radius is aimed at a place, or at the place where a model stands. Every
other one strikes an enemy: from a distance, or in base contact if a melee is won.
"""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis.face.words import place_text
from kempelen.games.universalis.rules.actions import Power, React
from kempelen.games.universalis.rules.choices import HOLD
from kempelen.games.universalis.rules.combat.damage import lose_tp
from kempelen.games.universalis.rules.combat.melee_numbers import Fight, clash, helpers
from kempelen.games.universalis.rules.combat.ranged_actions import blast, point_distance
from kempelen.games.universalis.rules.combat.reactions import ask, react, targeted, why_not_react
from kempelen.games.universalis.rules.combat.wounds import Hit, resolve_hit
from kempelen.games.universalis.rules.events import Fought, Impact, UsedPower
from kempelen.games.universalis.rules.models import card as printed_card
from kempelen.games.universalis.rules.models.current import distance, in_contact, reckon
from kempelen.games.universalis.rules.models.drones import can_pay, pay, purse
from kempelen.games.universalis.rules.rolls import Reckoning, attribute_roll
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.camouflage import reveal
from kempelen.games.universalis.rules.table.sight import perceives, sees_model, sees_point
from kempelen.text.say import Text

__all__ = ["do_power", "power_index", "why_not_power"]


def power_index(m: Model, id: str) -> int:
    return next((n for n, power in enumerate(m.card.powers) if power.id == id), -1)


def gifted(m: Model) -> bool:
    """Only who knows a discipline can block or dispel."""
    return bool(m.card.disciplines or m.card.powers)


# -- may it be used


def why_not_power(s: State, m: Model, action: Power) -> Text | None:
    """What keeps a model from using, ending or dispelling a power."""
    if not s.rules.powers:
        return Text("universalis.no.powers_off")
    if action.verb == "dispel":
        return _why_not_dispel(s, m, action)
    n = power_index(m, action.power)
    if n < 0:
        return Text("universalis.no.power")
    power = m.card.powers[n]
    if action.verb == "end_power":
        return _ap(s, m, s.rules.end_power_ap) if m.lasting >> n & 1 else Text("universalis.no.power")
    problem = _ap(s, m, power.ap)
    if problem is not None:
        return problem
    if power.lasting:
        return Text("universalis.no.in_use") if m.lasting >> n & 1 else None
    if action.point is not None:
        return _why_not_place(s, m, power, *action.point)
    return _why_not_at(s, m, power, _named(s, action.target))


def _named(s: State, label: str) -> Model | None:
    return next((o for o in s.models if o.label == label), None)


def _ap(s: State, m: Model, price: int) -> Text | None:
    return None if can_pay(s, m, price) else Text("universalis.no.ap", ap=price, has=purse(s, m))


def _why_not_dispel(s: State, m: Model, action: Power) -> Text | None:
    """A lasting power of an enemy inside the perception range."""
    target = _named(s, action.target)
    n = power_index(target, action.power) if target is not None else -1
    if target is None or not gifted(m) or target.seat == m.seat or n < 0 or not target.lasting >> n & 1:
        return Text("universalis.no.target")
    return _ap(s, m, s.rules.dispel_power_ap) if perceives(s, m, target) else Text("universalis.no.perception")


def _why_not_at(s: State, m: Model, power: printed_card.Power, target: Model | None) -> Text | None:
    if target is None or target.seat == m.seat or not target.standing or target.hidden:
        return Text("universalis.no.target")
    if not power.distance:
        return None if in_contact(s, m, target) else Text("universalis.no.contact")
    if distance(s, m, target) > power.distance + 1e-9:
        return Text("universalis.no.range", cm=power.distance)
    return None if sees_model(s, m, target) else Text("universalis.no.sight", whom=target.name)


def _why_not_place(s: State, m: Model, power: printed_card.Power, x: float, y: float) -> Text | None:
    if not power.radius:
        return Text("universalis.no.point")
    if not (0 <= x <= s.board.size and 0 <= y <= s.board.size):
        return Text("universalis.no.edge")
    if point_distance(s, m, x, y) > power.distance + 1e-9:
        return Text("universalis.no.range", cm=power.distance)
    level = s.board.level_at(x, y, 999.0)
    return None if sees_point(s, m, x, y, level) else Text("universalis.no.sight_point")


# -- using it


def power_reckoning(s: State, m: Model, power: printed_card.Power) -> Reckoning:
    value = reckon(s, m, power.attribute)
    value.add("R332", power.modifier)
    return value


def do_power(s: State, table: Table, m: Model, action: Power) -> None:
    """Roll on the power's attribute; the enemy may block it meanwhile (R330, R331)."""
    target = _named(s, action.target)
    if action.verb == "end_power":
        pay(s, m, s.rules.end_power_ap)
        m.lasting &= ~(1 << power_index(m, action.power))
        table.tell(UsedPower, "ended", m.name, action.power)
        return
    if action.verb == "dispel":
        assert target is not None
        n = power_index(target, action.power)
        pay(s, m, s.rules.dispel_power_ap)
        if _attempt(s, table, m, target.card.powers[n]):
            target.lasting &= ~(1 << n)
            table.tell(UsedPower, "dispelled", m.name, action.power)
        return
    n = power_index(m, action.power)
    power = m.card.powers[n]
    pay(s, m, power.ap)
    table.tell(UsedPower, "used", m.name, power.id)
    if not power.lasting:
        reveal(table, m)  # it begins an attack (R297)
    if target is not None and not power.lasting:
        targeted(s, table, target, shot=True)
    if not _attempt(s, table, m, power) or not m.standing or _blocked(s, table, m, power, target):
        return
    if power.lasting:
        m.lasting |= 1 << n
    elif power.radius:
        x, y = action.point or ((target.x, target.y) if target is not None else (m.x, m.y))
        table.tell(Impact, place_text(x, y))
        blast(s, table, m, power.weapon, x, y, level=None if target is None else target.z, power=True)
    elif target is not None and (power.distance or _touches(s, table, m, power, target)):
        resolve_hit(s, table, target, Hit(power.strength, power.damage, power.effects, power.weapon, m, power=True))


def _touches(s: State, table: Table, m: Model, power: printed_card.Power, target: Model) -> bool:
    """A touch is a melee that must be won."""
    how = Fight(power.weapon, helpers=helpers(s, m, target), defender_helpers=helpers(s, target, m))
    found = clash(s, table, m, target, how)
    table.tell(Fought, m.name, target.name, found.won)
    return found.won


def _attempt(s: State, table: Table, m: Model, power: printed_card.Power) -> bool:
    """The roll, and the TP it may cost."""
    success = attribute_roll(s, table, m, power_reckoning(s, m, power), power.attribute.lower()).success
    if power.tp_loss and (power.loss == "always" or (power.loss == "failure" and not success)):
        lose_tp(s, table, m, power.tp_loss)
    return success


def _blocked(s: State, table: Table, m: Model, power: printed_card.Power, target: Model | None) -> bool:
    """Somebody with a discipline of his own who perceives the user, or whom the power strikes: the same roll (R331)."""
    seat = 1 - m.seat
    price = s.rules.block_power_ap
    able = [
        o
        for o in s.enemies(m.seat)
        if gifted(o)
        and why_not_react(s, o, price, "block_power") is None
        and (perceives(s, o, m) or (target is not None and perceives(s, o, target)))
    ]
    offers = [React(o.label, "block") for o in able]
    chosen = ask(s, table, seat, Text("universalis.prompt.block", whom=m.name), offers)
    if chosen is HOLD:
        return False
    blocker = next(o for o in able if o.label == chosen.label)
    react(s, blocker, price)
    blocked = _attempt(s, table, blocker, power)
    if blocked:
        table.tell(UsedPower, "blocked", blocker.name, power.id)
    return blocked
