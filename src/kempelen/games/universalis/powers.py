"""Powers, an optional module (R330 to R332, G52): using, ending, dispelling and blocking them."""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis import cards
from kempelen.games.universalis.actions import Power, React
from kempelen.games.universalis.choices import HOLD
from kempelen.games.universalis.drones import can_pay, pay
from kempelen.games.universalis.events import UsedPower
from kempelen.games.universalis.reactions import ask, react, targeted, why_not_react
from kempelen.games.universalis.rolls import Reckoning, attribute_roll
from kempelen.games.universalis.sight import perceives, sees_model
from kempelen.games.universalis.state import Model, State
from kempelen.games.universalis.states import lose_tp
from kempelen.games.universalis.values import distance, in_contact, reckon
from kempelen.games.universalis.wounds import Hit, resolve_hit
from kempelen.text.say import Text

__all__ = ["do_power", "power_index", "why_not_power"]


def power_index(m: Model, id: str) -> int:
    return next((n for n, power in enumerate(m.card.powers) if power.id == id), -1)


def why_not_power(s: State, m: Model, action: Power) -> Text | None:
    """What keeps a model from using, ending or dispelling a power."""
    if not s.rules.powers:
        return Text("universalis.no.powers_off")
    target = next((o for o in s.models if o.label == (action.target or m.label)), m)
    if action.verb == "dispel":
        n = power_index(target, action.power)
        if not m.card.powers or target.seat == m.seat or n < 0 or not target.lasting >> n & 1:
            return Text("universalis.no.target")
        if not perceives(s, m, target):
            return Text("universalis.no.perception")
        return None if can_pay(s, m, s.rules.dispel_power_ap) else Text("universalis.no.ap", ap=2, has=m.ap)
    n = power_index(m, action.power)
    if n < 0:
        return Text("universalis.no.power")
    power = m.card.powers[n]
    if action.verb == "end_power":
        return None if m.lasting >> n & 1 and can_pay(s, m, s.rules.end_power_ap) else Text("universalis.no.power")
    if not can_pay(s, m, power.ap):
        return Text("universalis.no.ap", ap=power.ap, has=m.ap)
    if power.lasting:
        return Text("universalis.no.in_use") if m.lasting >> n & 1 else None
    if target.seat == m.seat or not target.standing or target.hidden:
        return Text("universalis.no.target")
    if not power.distance:
        return None if in_contact(s, m, target) else Text("universalis.no.contact")
    if distance(s, m, target) > power.distance + 1e-9:
        return Text("universalis.no.range", cm=power.distance)
    return None if sees_model(s, m, target) else Text("universalis.no.sight", whom=target.name)


def power_reckoning(s: State, m: Model, power: cards.Power) -> Reckoning:
    value = reckon(s, m, power.attribute)
    value.add("R332", power.modifier)
    return value


def do_power(s: State, table: Table, m: Model, action: Power) -> None:
    """Roll on the power's attribute; the enemy may block it meanwhile (R330, R331)."""
    target = next((o for o in s.models if o.label == action.target), m)
    if action.verb == "end_power":
        pay(s, m, s.rules.end_power_ap)
        m.lasting &= ~(1 << power_index(m, action.power))
        table.tell(UsedPower, "ended", m.name, action.power)
        return
    if action.verb == "dispel":
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
        targeted(s, table, target, shot=True)
    if not _attempt(s, table, m, power) or not m.standing or _blocked(s, table, m, power):
        return
    if power.lasting:
        m.lasting |= 1 << n
    else:
        resolve_hit(s, table, target, Hit(power.strength, power.damage, power.effects, None, m))


def _attempt(s: State, table: Table, m: Model, power: cards.Power) -> bool:
    """The roll, and the TP it may cost."""
    success = attribute_roll(s, table, m, power_reckoning(s, m, power), power.attribute.lower()).success
    if power.tp_loss and (power.loss == "always" or (power.loss == "failure" and not success)):
        lose_tp(s, table, m, power.tp_loss)
    return success


def _blocked(s: State, table: Table, m: Model, power: cards.Power) -> bool:
    """Somebody with powers of his own who perceives the user blocks it: the same roll for 3 AP (R331)."""
    seat = 1 - m.seat
    price = s.rules.block_power_ap
    able = [
        o
        for o in s.enemies(m.seat)
        if o.card.powers and why_not_react(s, o, price, "block_power") is None and perceives(s, o, m)
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
