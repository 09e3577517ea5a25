"""A player to measure the opponent against: it always charges. It has reasons too.

1  strike whoever is in contact
2  charge whoever is in reach
3  shoot at the nearest enemy that can be seen
4  reconnoitre, reload, stand up
5  run towards the nearest enemy
6  end the phase
"""

from __future__ import annotations

from math import hypot
from typing import Any

from kempelen.engine.table import Choice, Decision, Table
from kempelen.engine.trace import Cite, Note, Trace, note
from kempelen.games.universalis.rules.actions import (
    END,
    Attack,
    Charge,
    Fire,
    Move,
    React,
    Reconnoitre,
    Reload,
    Shoot,
    Simple,
)
from kempelen.games.universalis.rules.choices import GO_ON, HOLD, KEEP, REROLL, Deploy, Pick
from kempelen.games.universalis.rules.legal import why_not
from kempelen.games.universalis.rules.models.current import distance, in_melee
from kempelen.games.universalis.rules.models.drones import purse
from kempelen.games.universalis.rules.movement.movement_numbers import move_cost
from kempelen.games.universalis.rules.movement.routing import way_towards
from kempelen.games.universalis.rules.state import Model, State
from kempelen.text.say import Text

__all__ = ["Charger"]

DOCUMENT = "kempelen-universalis"
LINES = ("strike", "charge", "shoot", "prepare", "run", "end", "other")
NOTES: dict[str, Note] = {
    name: note(
        f"universalis.why.{name}",
        Cite(DOCUMENT, "always charge", str(n + 1)),
        public=True,
        action=lambda action: action.text,
    )
    for n, name in enumerate(LINES)
}


class Charger:
    """Runs at the nearest enemy and hits him."""

    def decide(self, decision: Decision[Any], table: Table) -> Choice:
        view: State = decision.view()
        line, action = self.choose(decision, view, table)
        if not table.tracing:
            return Choice(action)
        trace = Trace(decision.seat)
        trace.add(NOTES[line], action)
        return Choice(action, trace)

    def choose(self, decision: Decision[Any], view: State, table: Table) -> tuple[str, Any]:
        """The line of the list that holds, and what follows from it."""
        if view.phase == "act" and view.active and view.models[view.active[0]].seat == decision.seat:
            if decision.prompt.key == "universalis.prompt.action":
                return self.act(decision, view, table)
        options = decision.options
        if REROLL in options and KEEP in options:
            return "other", REROLL
        for kind in (React, Fire):
            found = [option for option in options if isinstance(option, kind)]
            if found:
                return "strike", found[0]
        if HOLD in options:
            return "other", HOLD
        if GO_ON in options:
            return "other", GO_ON
        if isinstance(options[0], Pick):
            return "other", min(options, key=lambda pick: self._eagerness(view, pick.label))
        if isinstance(options[0], Deploy):
            return "other", options[len(options) // 2]
        return "other", table.pick(options, "always charge")

    def _eagerness(self, view: State, label: str) -> tuple[float, str]:
        m = next(m for m in view.models if m.label == label)
        return min((distance(view, m, o) for o in view.enemies(m.seat)), default=0.0), label

    def act(self, decision: Decision[Any], view: State, table: Table) -> tuple[str, Any]:
        """One action of the phase."""
        options = decision.options

        def nearest(kind: type) -> Any:
            found = [option for option in options if isinstance(option, kind)]
            return min(found, key=lambda option: self._gap(view, option), default=None)

        for line, kind in (("strike", Attack), ("charge", Charge), ("shoot", Shoot), ("prepare", Reconnoitre)):
            action = nearest(kind)
            if action is not None:
                return line, action
        for option in options:
            if (isinstance(option, Reload) and not option.ready) or (
                isinstance(option, Simple) and option.verb == "stand_up"
            ):
                return "prepare", option
        for n in view.active:
            m = view.models[n]
            if m.standing and not m.panic and m.burning is None and not in_melee(view, m):
                run = self._run(view, m, options)
                if run is not None:
                    return "run", run
        return "end", END if END in options else options[0]

    def _gap(self, view: State, option: Any) -> tuple[float, str]:
        label = option.targets[0][0] if isinstance(option, Shoot) and option.targets else getattr(option, "target", "")
        m, o = (next((m for m in view.models if m.label == name), None) for name in (option.label, label))
        far = 0.0 if m is None or o is None else distance(view, m, o)
        # A cheaper way of doing the same thing comes later, so the default is the plain shot.
        return far, option.notation.replace(" snap ", " zz ").replace(" aim ", " za ").replace(" reckless ", " z ")

    def _run(self, view: State, m: Model, options: Any) -> Any:
        enemies = view.enemies(m.seat)
        if not enemies:
            return None
        target = min(enemies, key=lambda o: (distance(view, m, o), o.label))
        before = hypot(target.x - m.x, target.y - m.y)
        actions = purse(view, m) // move_cost(view.rules, m.prone)
        way = way_towards(view, m, target.x, target.y, actions) if actions else []
        if way:
            run = Move(m.label, tuple(way))
            if hypot(way[-1][0] - m.x, way[-1][1] - m.y) > 0.5 and why_not(view, run) is None:
                return run
        steps = [option for option in options if type(option) is Move and option.label == m.label]
        best = min(
            steps, key=lambda step: hypot(step.points[-1][0] - target.x, step.points[-1][1] - target.y), default=None
        )
        if best is None:
            return None
        after = hypot(best.points[-1][0] - target.x, best.points[-1][1] - target.y)
        return best if after < before - 0.5 else None


def explained(action: Any) -> Text:
    text: Text = action.text
    return text
