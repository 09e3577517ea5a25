"""One model at one decision: what it sees, may spend, and notes if somebody will read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kempelen.engine.table import Decision, Table
from kempelen.engine.trace import Note, Trace
from kempelen.games.universalis.automa.group_plan import Task
from kempelen.games.universalis.automa.levels import Level, Weights
from kempelen.games.universalis.automa.worth import Plan, Vigil, shots, vigil
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.current import contacts, distance
from kempelen.games.universalis.rules.state import Model, State

__all__ = ["Mind", "worth_firing"]


@dataclass(slots=True)
class Mind:
    """One model at one decision: what it sees, and what it notes if somebody will read it."""

    s: State
    m: Model
    table: Table
    trace: Trace | None
    level: Level
    ap: int
    """What it may spend; a drone leaves its controller's AP alone unless it follows the mission."""
    decision: Decision[Any]
    task: Task | None = None
    temperament: str = ""
    _shots: list[Plan] | None = field(default=None, repr=False)

    def note(self, kind: Note, *values: Any) -> None:
        if self.trace is not None:
            self.trace.add(kind, *values)

    @property
    def weights(self) -> Weights:
        return self.level.weights

    @property
    def shots(self) -> list[Plan]:
        """Every shot from here, looked up once."""
        if self._shots is None:
            self._shots = list(shots(self.s, self.m, self.ap, self.weights))
        return self._shots

    @property
    def hopeful(self) -> float:
        """What the best shot that is worth firing promises; 0 if there is none."""
        return max((plan.total for plan in self.shots if worth_firing(plan, self.weights)), default=0.0)

    @property
    def vigil(self) -> Vigil | None:
        """The readiness that is worth taking up, if the level reacts at all."""
        if not self.level.reacts or self.touching():
            return None
        found = vigil(self.s, self.m, self.ap, self.weights)
        return found if found is not None and found.chance >= self.weights.least_shot else None

    def best(self, plans: Iterable[Plan]) -> Plan | None:
        """By worth if the level weighs them, else against the nearest enemy, the plain way."""
        found = list(plans)
        if self.level.weighs:
            return max(found, key=lambda plan: (plan.total, plan.worth, plan.action.notation), default=None)
        far = {plan.target.index: distance(self.s, self.m, plan.target) for plan in found}
        return min(found, key=lambda p: (far[p.target.index], _fuss(p.action), p.action.notation), default=None)

    def touching(self) -> list[Model]:
        return [o for o in contacts(self.s, self.m, enemy=True) if not o.hidden]

    def allowed(self, action: Any) -> bool:
        return why_not(self.s, action) is None


def worth_firing(plan: Plan, w: Weights) -> bool:
    return plan.chance >= w.least_shot and plan.total >= w.worthwhile


def _fuss(action: Any) -> int:
    """Plain actions come first for who does not weigh them."""
    return {"normal_shot": 0, "attack": 0, "charge": 0}.get(action.kind, 1)
