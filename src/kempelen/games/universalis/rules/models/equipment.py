"""Using equipment, doors and objects (R024, R109, R301 to R304)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Any

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.actions import Handle, Use
from kempelen.games.universalis.rules.events import Carried, UsedDoor, UsedItem
from kempelen.games.universalis.rules.missions import CARRIED
from kempelen.games.universalis.rules.models.card import Item, Trait
from kempelen.games.universalis.rules.models.current import in_contact, radius
from kempelen.games.universalis.rules.models.drones import pay
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, HULL
from kempelen.games.universalis.rules.upkeep import heal
from kempelen.geometry import distance_to_polygon
from kempelen.text.say import Text

__all__ = ["TOUCH", "handle", "is_free", "item_index", "use_item", "why_not_handle", "why_not_item"]

TOUCH = 1.0
"""A door or object can be used from this far away, measured from the base."""


def is_free(m: Model, action: Any) -> bool:
    """Equipment and traits without AP cost are used without an action (R027, R301)."""
    if not isinstance(action, Use):
        return False
    things: Sequence[Item | Trait] = m.card.traits if action.trait else m.card.items
    thing = next((thing for thing in things if thing.id == action.thing), None)
    return thing is not None and thing.ap is None


def item_index(m: Model, id: str) -> int:
    return next((n for n, item in enumerate(m.card.items) if item.id == id), -1)


def why_not_item(s: State, m: Model, id: str, target: Model) -> Text | None:
    """R301, R302: it must have an effect, uses left and a target in reach."""
    n = item_index(m, id)
    if n < 0:
        return Text("universalis.no.item")
    item = m.card.items[n]
    if item.passive:
        return Text("universalis.no.item_passive")
    if item.uses and m.item_uses[n] <= 0:
        return Text("universalis.no.uses")
    if item.heal:
        if not target.standing or target.seat != m.seat or (target is not m and not in_contact(s, m, target)):
            return Text("universalis.no.target")
        if target.tp[HULL] >= target.card.tp:
            return Text("universalis.no.healthy")
        return None
    if m.items_on >> n & 1:
        return Text("universalis.no.in_use")
    return None if target is m else Text("universalis.no.target")


def use_item(s: State, table: Table, m: Model, n: int, target: Model) -> None:
    """Pay, strike a circle, take the effect (R301, R302)."""
    item = m.card.items[n]
    pay(s, m, item.ap or 0)
    if item.uses:
        m.item_uses[n] -= 1
    table.tell(UsedItem, m.name, item.id)
    if item.heal:
        heal(table, target, item.heal)
    else:
        m.items_on |= 1 << n


# -- interacting


def why_not_handle(s: State, m: Model, action: Handle) -> Text | None:
    """Doors and objects within reach; colossi and drones cannot use doors (R109, R307, K07)."""
    if action.verb == "open":
        return _why_not_door(s, m, action.number)
    if action.number >= len(s.objects):
        return Text("universalis.no.object")
    thing = s.objects[action.number]
    if thing.kind not in CARRIED:
        return Text("universalis.no.fixed_object")
    if action.verb == "take":
        if m.card.type == DRONE:
            return Text("universalis.no.drone_hands")  # R082, G43
        if thing.carrier >= 0:
            return Text("universalis.no.carried")
        if any(other.carrier == m.index for other in s.objects):
            return Text("universalis.no.hands_full")
        near = hypot(thing.x - m.x, thing.y - m.y) <= radius(s, m) + TOUCH and m.z == 0.0
        return None if near else Text("universalis.no.reach")
    if thing.carrier != m.index:
        return Text("universalis.no.not_carrying")
    if action.verb == "give":
        to = next((o for o in s.models if o.label == action.target), None)
        if to is None or to is m or to.seat != m.seat or not to.standing or not in_contact(s, m, to):
            return Text("universalis.no.target")
        if to.card.type == DRONE:
            return Text("universalis.no.drone_hands")  # R082, G43
        if any(other.carrier == to.index for other in s.objects):
            return Text("universalis.no.hands_full")
    return None


def _why_not_door(s: State, m: Model, number: int) -> Text | None:
    door = next((piece for piece in s.board.pieces if piece.door == number), None)
    if door is None:
        return Text("universalis.no.door")
    if m.card.type == COLOSSUS:
        return Text("universalis.no.colossus_door")
    if m.card.type == DRONE:
        return Text("universalis.no.drone_door")  # R082, K07
    if not door.bottom <= m.z <= door.top:
        return Text("universalis.no.reach")
    gap = distance_to_polygon(door.polygon, m.x, m.y)
    if gap > radius(s, m) + TOUCH:
        return Text("universalis.no.reach")
    if s.doors >> number & 1 and any(
        o.standing and distance_to_polygon(door.polygon, o.x, o.y) < radius(s, o) for o in s.models
    ):
        return Text("universalis.no.door_blocked")
    return None


def handle(s: State, table: Table, m: Model, action: Handle) -> None:
    """Open or close a door; take, give or put down an object (R109)."""
    if action.verb == "open":
        s.doors ^= 1 << action.number
        table.tell(UsedDoor, action.number, m.name, bool(s.doors >> action.number & 1))
        return
    thing = s.objects[action.number]
    if action.verb == "take":
        thing.carrier = m.index
        table.tell(Carried, "taken", m.name, action.number)
    elif action.verb == "give":
        to = next(o for o in s.models if o.label == action.target)
        thing.carrier = to.index
        table.tell(Carried, "given", to.name, action.number)
    else:
        thing.carrier, thing.x, thing.y = -1, m.x, m.y
        table.tell(Carried, "dropped", m.name, action.number)
