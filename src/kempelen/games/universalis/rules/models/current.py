"""The current value of an attribute, and who stands where (R050, R052, R057, R183 to R185, R316, R325)."""

from __future__ import annotations

from math import ceil, sqrt

from kempelen.games.universalis.rules.models.printed import danger_radius, perception_range, size_when
from kempelen.games.universalis.rules.rolls import Mod, Reckoning
from kempelen.games.universalis.rules.state import ON_TABLE, Model, State
from kempelen.games.universalis.rules.terms import COLOSSUS, DRONE, LEFT_SIDE, RIGHT_SIDE

__all__ = [
    "agi",
    "contacts",
    "danger",
    "distance",
    "eh",
    "fk",
    "gk",
    "height",
    "in_contact",
    "in_melee",
    "ko",
    "nk",
    "perception",
    "radius",
    "reckon",
    "size",
    "steered_by",
    "wn",
]


# -- attributes


def steered_by(s: State, m: Model) -> Model:
    """Drones roll on their controller's AGI, NK, FK and EH (R325, G50); everybody else on the own."""
    return s.models[m.controller] if m.controller >= 0 else m


def _temporary(m: Model, what: str) -> int:
    """What equipment in use and lasting powers add (R024)."""
    return sum(value for _, value in _added(m, what)) if m.items_on or m.lasting else 0


def _added(m: Model, what: str) -> list[Mod]:
    """The same, each with what it comes from."""
    items = sum(item.temporary.get(what, 0) for n, item in enumerate(m.card.items) if m.items_on >> n & 1)
    powers = sum(power.bonus.get(what, 0) for n, power in enumerate(m.card.powers) if m.lasting >> n & 1)
    return [mod for mod in (("R024", items), ("R330", powers)) if mod[1]]


def _lost_sides(s: State, m: Model) -> int:
    """A destroyed side lowers AGI and NK (R316)."""
    if m.card.type != COLOSSUS:
        return 0
    return s.rules.side_loss * ((m.tp[RIGHT_SIDE] <= 0) + (m.tp[LEFT_SIDE] <= 0))


def agi(s: State, m: Model) -> int:
    c = steered_by(s, m)
    return c.card.agi + _temporary(c, "AGI") + _lost_sides(s, c)


def nk(s: State, m: Model) -> int:
    c = steered_by(s, m)
    return c.card.nk + _temporary(c, "NK") + _lost_sides(s, c)


def fk(s: State, m: Model) -> int:
    c = steered_by(s, m)
    return c.card.fk + _temporary(c, "FK")


def ko(s: State, m: Model) -> int:
    return m.card.ko + _temporary(m, "KO")


def wn(s: State, m: Model) -> int:
    return m.card.wn + _temporary(m, "WN")


def eh(s: State, m: Model) -> int:
    c = steered_by(s, m)
    return c.card.eh + _temporary(c, "EH")


def gk(s: State, m: Model) -> int:
    """Speed; halved and rounded up in critical state (R184)."""
    speed = m.card.gk
    if m.items_on or m.lasting:
        speed += _temporary(m, "GK")
    if speed < 0:
        speed = 0
    return ceil(speed / 2) if m.critical else speed


VALUES = {"AGI": agi, "NK": nk, "FK": fk, "KO": ko, "WN": wn, "EH": eh}


PRINTED = {"AGI": "agi", "NK": "nk", "FK": "fk", "KO": "ko", "WN": "wn", "EH": "eh"}
BORROWED = frozenset({"AGI", "NK", "FK", "EH"})
"""What a drone takes from its controller (R325)."""


def reckon(s: State, m: Model, what: str, *, comparing: bool = False) -> Reckoning:
    """An attribute for a roll, with what equipment, powers and a lost side change in it (R024, R057, R316).

    In critical state the roll is harder by 2 (R183). Who is hardened (trait) ignores that on attribute rolls, but not
    when two sides are compared (G68).
    """
    holder = steered_by(s, m) if what in BORROWED else m
    value = Reckoning(what, getattr(holder.card, PRINTED[what]))
    if holder.items_on or holder.lasting:
        value.mods += _added(holder, what)
    if what in ("AGI", "NK"):
        value.add("R316", _lost_sides(s, holder))
    if m.critical and (comparing or not m.card.levels.get("hardened")):
        value.mods.append(("R183", s.rules.critical_malus))
    return value


# -- size and place


def size(m: Model) -> int:
    """The size it counts as (R122)."""
    return size_when(m.card.size, m.prone)


def radius(s: State, m: Model) -> float:
    return m.r


def height(s: State, m: Model) -> float:
    return s.rules.height[size_when(m.card.size, m.prone)]


def distance(s: State, a: Model, b: Model) -> float:
    """From base edge to base edge (R052); a difference of levels counts too (G65). Anybody may measure (R053)."""
    dx, dy = a.x - b.x, a.y - b.y
    gap = sqrt(dx * dx + dy * dy) - a.r - b.r
    if gap < 0.0:
        gap = 0.0
    if a.z == b.z:
        return gap
    return sqrt(gap * gap + (a.z - b.z) ** 2)


def in_contact(s: State, a: Model, b: Model) -> bool:
    """The bases touch (R046, R265)."""
    dx, dy = a.x - b.x, a.y - b.y
    reach = a.r + b.r + s.rules.contact + 1e-9
    return dx * dx + dy * dy <= reach * reach and abs(a.z - b.z) <= s.rules.contact_level


def contacts(s: State, m: Model, enemy: bool) -> list[Model]:
    """Standing models of one's own or the other side whose bases touch this one's."""
    return [
        o
        for o in s.models
        if (o.seat != m.seat) == enemy and o is not m and o.place == ON_TABLE and not o.out and in_contact(s, m, o)
    ]


def in_melee(s: State, m: Model) -> bool:
    """In base contact with an enemy (R263)."""
    x, y, seat = m.x, m.y, m.seat
    for o in s.models:
        if o.seat != seat and o.place == ON_TABLE and not o.out and -6.0 < o.x - x < 6.0 and -6.0 < o.y - y < 6.0:
            if in_contact(s, m, o):
                return True
    return False


# -- what it perceives


def perception(s: State, m: Model) -> int:
    """The perception range in cm (R050, R051)."""
    return perception_range(s.rules, wn(s, m), m.critical)


def danger(s: State, m: Model) -> int | None:
    """The radius of the danger zone; drones have none (R044, R326)."""
    return None if m.card.type == DRONE else danger_radius(s.rules, eh(s, m))
