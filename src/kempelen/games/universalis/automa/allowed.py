"""Whether the rules would let a line be carried out: so that a why tells what is forbidden from what is not wanted.

The rules are asked, by the list of offers of the running decision; what the opponent thinks of it plays no part here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kempelen.games.universalis.automa.mind import Mind
from kempelen.games.universalis.rules.actions import (
    Attack,
    Charge,
    Disengage,
    Handle,
    Move,
    Order,
    Power,
    Reconnoitre,
    Reload,
    Shoot,
    Simple,
    Use,
)
from kempelen.games.universalis.rules.state import BOUND, Model
from kempelen.games.universalis.rules.terms import FLIGHT

__all__ = ["always_allowed", "line_allowed"]

Is = Callable[[Model, Any], bool]


def _a(*kinds: type[Order]) -> Is:
    return lambda m, action: type(action) in kinds


def _simple(verb: str) -> Is:
    return lambda m, action: isinstance(action, Simple) and action.verb == verb


def _serves_mission(m: Model, action: Any) -> bool:
    return (isinstance(action, Handle) and action.verb in ("take", "put")) or _simple("leave")(m, action)


def _heals(m: Model, action: Any) -> bool:
    return isinstance(action, Use) and any(item.id == action.thing and item.heal for item in m.card.items)


def _area(m: Model, action: Any) -> bool:
    return isinstance(action, Shoot) and any(w.id == action.weapon and w.radius for w in m.weapons)


DOES: Mapping[str, Is] = {
    "fly_on": lambda m, action: type(action) is Move and m.card.going == FLIGHT and not m.first_done,
    "serve_mission": _serves_mission,
    "hit_the_weak": _a(Attack, Shoot),
    "heal": _heals,
    "strike": _a(Attack),
    "charge": _a(Charge),
    "use_power": lambda m, action: isinstance(action, Power) and action.verb == "power",
    "throw_grenade": _area,
    "shoot": _a(Shoot),
    "shoot_anyway": _a(Shoot),
    "spot": _a(Reconnoitre),
    "reload": lambda m, action: isinstance(action, Reload) and not action.ready,
    "watch": lambda m, action: isinstance(action, Reload) and action.ready,
    "lie_down": _simple("lie_down"),
    "stand_up": _simple("stand_up"),
    "brace": _simple("defend"),
    "break_away": _a(Disengage),
} | dict.fromkeys(("go_to_goal", "hunt", "follow_enemy", "roam", "keep_away", "take_position"), _a(Move))
"""By line: is this what it does?"""


def line_allowed(mind: Mind, name: str) -> bool:
    """Something the line could do is offered to the model."""
    if name == "fight_threat" and mind.s.duty != BOUND:
        return False  # there is no duty
    does = DOES.get(name, _a(Attack, Shoot, Charge, Power))
    return any(
        isinstance(action, Order) and action.label == mind.m.label and does(mind.m, action)
        for action in mind.decision.options
    )


def always_allowed(mind: object, name: str) -> bool:
    """Nobody is asked for a reaction he cannot have, and any model may be picked: what is not done was not wanted."""
    return True
