"""What the lines mean that are asked before a phase begins: mission, zone, starting places, and whom to activate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kempelen.behaviour.priorities import Try
from kempelen.engine.table import Decision, Seat, Table
from kempelen.engine.trace import Note, Trace
from kempelen.games.universalis.automa import whys
from kempelen.games.universalis.automa.group_plan import per_round, rounds_for, starting_places, tasks, zone_worth
from kempelen.games.universalis.automa.levels import Level
from kempelen.games.universalis.rules.choices import Deploy, Pick
from kempelen.games.universalis.rules.combat.melee_actions import usable
from kempelen.games.universalis.rules.combat.ranged_numbers import weapon_range
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.models.current import contacts, distance, gk
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.state import Model, State
from kempelen.games.universalis.rules.table.sight import sees_model

__all__ = ["PICK_TRIES", "SETTING", "SETTING_TRIES", "Setting"]

SETTING: Mapping[str, str] = {"mission": "choose_mission", "zone": "choose_zone", "deploy": "deploy_model"}
"""The line that answers a question."""


@dataclass(slots=True)
class Setting:
    """A choice before a phase begins."""

    s: State
    decision: Decision[Any]
    table: Table
    trace: Trace | None
    level: Level

    def note(self, kind: Note, *values: Any) -> None:
        if self.trace is not None:
            self.trace.add(kind, *values)

    @property
    def seat(self) -> Seat:
        return self.decision.seat

    def picked(self) -> list[Model]:
        return [m for pick in self.decision.options if (m := model_of(self.s, pick.label)) is not None]


def choose_mission(mind: Setting) -> Any:
    """The mission the group could fulfil soonest if nobody stopped it; below the highest level by lot among a few."""
    options = mind.decision.options
    if not mind.level.weighs:
        mind.note(whys.MISSION_BY_LOT, len(options))
        return mind.table.pick(options, "mission")
    rounds = {option: rounds_for(mind.s, mind.seat, option.name, mind.level.weights) for option in options}
    best = min(options, key=lambda option: (rounds[option], option.name))
    if not mind.level.plans:
        near = [option for option in options if rounds[option] <= rounds[best] + mind.level.weights.later]
        if len(near) > 1:
            mind.note(whys.MISSION_BY_LOT, len(near))
            return mind.table.pick(near, "mission")
    mind.note(whys.MISSION_QUICK, best.name, rounds[best])
    return best


def choose_zone(mind: Setting) -> Any:
    """Opposite the enemy if he has marked his, and where there is cover."""
    options = mind.decision.options
    best = options[0]
    if mind.level.weighs:
        best = max(options, key=lambda zone: (zone_worth(mind.s, mind.seat, zone.degrees), -zone.degrees))
    mind.note(whys.ZONE, best.degrees)
    return best


def deploy_model(mind: Setting) -> Any:
    """As near to the goal as the zone allows, shy models behind cover, those with camouflage where it works."""
    s = mind.s
    first = mind.decision.options[0] if not callable(mind.decision.offer) else None
    m = model_of(s, first.label) if first is not None else None
    if m is None:
        name = dict(mind.decision.prompt.fields)["who"]
        m = next(m for m in s.models if m.name == name and m.seat == mind.seat)
    place = next(starting_places(s, m, mind.level.weights, mind.level.cover), None)
    if place is None:
        return mind.decision.options[0]
    x, y, level = place
    mind.note(whys.DEPLOYS, m.name, whys.place(s, mind.trace, (x, y)))
    if level and m.card.camouflage:
        mind.note(whys.DEPLOYS_HIDDEN)
    elif level:
        mind.note(whys.DEPLOYS_COVER, level)
    return Deploy(m.label, (x, y, 0.0))


def pick_finisher(mind: Setting) -> Any:
    """Whoever can reach the mission's goal in this phase."""
    s = mind.s
    orders = tasks(s, mind.seat, mind.level.weights, mind.level.denies) if mind.level.weighs else {}
    for m in mind.picked():
        for one in (m, *(o for o in s.models if o.controller == m.index and o.standing)):
            task = orders.get(one.index)
            if task is None or task.kind not in ("home", "edge"):
                continue
            far = ((task.x - one.x) ** 2 + (task.y - one.y) ** 2) ** 0.5
            if per_round(s, one) and far <= gk(s, one) * purse(s, one):
                mind.note(whys.RUNNER, one.name)
                return Pick(m.label)
    return None


def pick_attacker(mind: Setting) -> Any:
    """Whoever has an enemy in contact, or in sight and range: the strongest weapon first.

    The highest level keeps its best shooters until more of the enemy has come into the open: 600 games with and
    without this line showed that waiting pays.
    """
    s = mind.s
    if not mind.level.weighs or mind.level.plans:
        return None
    found = [(worth, m.name, whom) for m in mind.picked() for worth, whom in (_prospect(s, m),) if worth > 0]
    if not found:
        return None
    worth, name, whom = max(found)  # a name begins with the label
    mind.note(whys.ATTACKER, name, whom, worth)
    return Pick(name.partition(" ")[0])


def _prospect(s: State, m: Model) -> tuple[float, str]:
    """A rough idea of what a model could do now, and to whom."""
    if m.panic or m.burning is not None or m.ap < 2:
        return 0.0, ""
    best, whom = 0.0, ""
    for o in contacts(s, m, enemy=True):
        best, whom = 4.0, o.name
    for n, weapon in enumerate(m.weapons):
        if not weapon.ranged or usable(m, n) is not None or weapon.wk > m.ap:
            continue
        band, bands = weapon_range(s, m, weapon)
        power = weapon.strength / 4 + weapon.damage / 2 + weapon.burst / 2
        for o in s.enemies(m.seat):
            gap = distance(s, m, o)
            if gap <= band * bands and not o.hidden and power > best and sees_model(s, m, o):
                best, whom = power, o.name
    return best, whom


def pick_runner(mind: Setting) -> Any:
    """Whoever has a part in the mission."""
    orders = tasks(mind.s, mind.seat, mind.level.weights, mind.level.denies) if mind.level.weighs else {}
    for m in mind.picked():
        if m.index in orders or any(mind.s.models[n].controller == m.index for n in orders):
            mind.note(whys.RUNNER, m.name)
            return Pick(m.label)
    return None


def pick_any(mind: Setting) -> Any:
    """Anybody."""
    return mind.table.pick(mind.decision.options, "pick")


PICK_TRIES: Mapping[str, Try[Setting]] = {
    line.__name__: line for line in (pick_finisher, pick_attacker, pick_runner, pick_any)
}
SETTING_TRIES: Mapping[str, Try[Setting]] = {
    line.__name__: line for line in (choose_mission, choose_zone, deploy_model)
}
