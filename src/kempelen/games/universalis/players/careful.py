"""A leader who takes his time: as the opponent at its hardest, but with fewer and better attacks.

To the mast while nobody of his is there; else the attack of which fewest are needed; and while one of his is there,
nobody goes elsewhere: AP for dodging are worth more than a better place. It is ours. The tips of the first skirmish are
its choices, from what the middle level would do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kempelen.engine.table import Choice, Decision, Seat, Table
from kempelen.engine.trace import Cite, Note, Trace, note
from kempelen.games.universalis.automa.levels import Weights
from kempelen.games.universalis.automa.mind import worth_firing
from kempelen.games.universalis.automa.solitaire import Hard
from kempelen.games.universalis.automa.worth import Plan, charges, shots, strikes
from kempelen.games.universalis.players.charger import DOCUMENT
from kempelen.games.universalis.rules.actions import END, Move
from kempelen.games.universalis.rules.duty import must_attack
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.missions import held_by
from kempelen.games.universalis.rules.models.current import contacts
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.state import Model, State

__all__ = ["ACTS", "CarefulLeader", "at_the_mast", "careful", "careful_attack", "good_attacks", "reaches"]

ACTS = "universalis.prompt.action"
"""The question that is answered otherwise than by the opponent."""
NEARLY = 0.75
"""Fewer, more careful attacks are made if they promise at least this share of what many hasty ones would."""
NOTES: dict[str, Note] = {
    name: note(
        f"universalis.why.{name}",
        Cite(DOCUMENT, "careful", str(n + 1)),
        public=True,
        action=lambda action: action.text,
    )
    for n, name in enumerate(("careful_attack", "careful_stays"))
}


class CarefulLeader:
    """Leads a group as a newcomer is advised, at any table and on both sides."""

    def __init__(self) -> None:
        self.opponent = Hard()

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        usual = self.opponent.decide(decision, table)
        if decision.prompt.key != ACTS:
            return usual
        s: State = decision.view()
        action = careful(s, decision.seat, usual.action, self.opponent.level.weights)
        if action == usual.action:
            return usual
        if not table.tracing:
            return Choice(action)
        trace = Trace(decision.seat)
        trace.add(NOTES["careful_stays" if action is END else "careful_attack"], action)
        return Choice(action, trace)


def careful(s: State, seat: Seat, usual: Any, w: Weights, way: Callable[[Move], Any] = lambda move: move) -> Any:
    """What to do instead of what is usual here; `way` is how one goes there."""
    m = s.models[s.active[0]]
    if type(usual) is Move and not any(o.seat == seat for o in at_the_mast(s, seat)):
        return way(usual)
    attack = careful_attack(s, m, w)
    if attack is not None:
        return attack.action
    if type(usual) is not Move or must_attack(s):  # whoever is bound to fight cannot simply end
        return usual
    goal = way(usual)
    return goal if reaches(s, seat, m, goal) else END


def at_the_mast(s: State, seat: Seat) -> list[Model]:
    """Of both sides; nobody where the mission wants nothing held."""
    return [m for near in held_by(s, seat) for m in near]


def good_attacks(s: State, m: Model, w: Weights) -> list[Plan]:
    """What it can attack with, as far as that is worth its AP."""
    ap = purse(s, m)
    touching = [o for o in contacts(s, m, enemy=True) if not o.hidden]
    found = strikes(s, m, ap, touching, w) if touching else (*shots(s, m, ap, w), *charges(s, m, ap, w))
    return [plan for plan in found if worth_firing(plan, w) and why_not(s, plan.action) is None]


def careful_attack(s: State, m: Model, w: Weights) -> Plan | None:
    """Of the attacks that are nearly as good as the best the dearest, of which fewest are needed."""
    plans = good_attacks(s, m, w)
    if not plans:
        return None
    most = max(plan.total for plan in plans)
    good = [plan for plan in plans if plan.total >= NEARLY * most]
    return max(good, key=lambda plan: (plan.cost, plan.total, plan.action.notation))


def reaches(s: State, seat: Seat, m: Model, action: Move) -> bool:
    """Whether a move ends where the mast is held."""
    there = s.copy()
    mover = there.models[m.index]
    mover.x, mover.y, mover.z = action.points[-1]
    return mover in at_the_mast(there, seat)
