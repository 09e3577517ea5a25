"""Drones and their controllers: who pays, who is orphaned (R318 to R329). See also `values.steered_by` and `states`."""

from __future__ import annotations

from kempelen.engine.table import Table
from kempelen.games.universalis.rules.choices import CLEAR, KEEP
from kempelen.games.universalis.rules.events import Lost
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.terms import DRONE
from kempelen.text.say import Text

__all__ = ["can_pay", "clear_drone_shocks", "drones_of", "is_orphaned", "pay"]


def drones_of(s: State, controller: Model) -> list[Model]:
    """Drones act together with their controller (R318, R320)."""
    return [m for m in s.models if m.controller == controller.index and m.standing]


def is_orphaned(s: State, m: Model) -> bool:
    """Its controller is out or gone (R323)."""
    return m.card.type == DRONE and (m.controller < 0 or not s.models[m.controller].standing)


def purse(s: State, m: Model) -> int:
    """AP a model can spend: a drone also has those of its controller (R324), and what he has for drones only."""
    if m.card.type != DRONE or is_orphaned(s, m):
        return m.ap
    controller = s.models[m.controller]
    return m.ap + controller.drone_ap + controller.ap


def can_pay(s: State, m: Model, cost: int) -> bool:
    """A model acts only as long as it can pay (R083)."""
    return m.ap >= cost or purse(s, m) >= cost


def pay(s: State, m: Model, cost: int) -> None:
    """Own AP first, then those a controller has for drones only (trait), the rest from his own (R324)."""
    own = min(m.ap, cost)
    m.ap -= own
    if own < cost:
        controller = s.models[m.controller]
        extra = min(controller.drone_ap, cost - own)
        controller.drone_ap -= extra
        controller.ap -= cost - own - extra


def clear_drone_shocks(s: State, table: Table, controller: Model) -> None:
    """At round start a controller may pay to remove his drones' shock markers (R328, G07)."""
    for drone in drones_of(s, controller):
        while drone.shocks and controller.ap >= s.rules.drone_shock_ap:
            prompt = Text(
                "universalis.prompt.clear_shock", who=controller.name, whom=drone.name, ap=s.rules.drone_shock_ap
            )
            if table.choose(controller.seat, prompt, (CLEAR, KEEP)) is KEEP:
                break
            controller.ap -= s.rules.drone_shock_ap
            drone.shocks -= 1
            table.tell(Lost, drone.name, "shock")
