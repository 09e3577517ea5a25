"""Tips for the first skirmish: what the opponent would do in the newcomer's place, and the rule behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game
from kempelen.engine.table import Decision, DirectTable, Seat
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.face.aiming import aim
from kempelen.games.universalis.face.outlook import short_name
from kempelen.games.universalis.face.where import words
from kempelen.games.universalis.rules.actions import Move
from kempelen.games.universalis.rules.choices import Pick
from kempelen.games.universalis.rules.course import pickable
from kempelen.games.universalis.rules.legal import model_of
from kempelen.games.universalis.rules.models.current import gk
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.state import State
from kempelen.text.say import Field, Text

__all__ = ["advised", "hint"]

TIPS: Mapping[str, str] = {
    "normal_move": "move",
    "lie_down": "lie_down",
    "stand_up": "stand_up",
    "normal_shot": "shoot",
    "aimed": "shoot",
    "snap_shot": "shoot",
    "charge": "charge",
    "attack": "strike",
    "reckless_attack": "strike",
    "fire_ready": "ready",
    "defence": "defend",
}
"""The tip for each kind of action; for all others there is none but the action."""


def advised(game: Game[Any], decision: Decision[Any]) -> Any:
    """What the opponent of the middle level would choose, whatever is asked; with lots of its own, always the same.

    Where it would go, a click would go too, perhaps by a better way.
    """
    table = DirectTable(game, (), TapeDice(0))
    table.state = decision.view()
    asked: Decision[Any] = Decision(decision.seat, decision.prompt, decision.offer, decision.check, table)
    action = Opponent("middle").decide(asked, table).action
    if type(action) is not Move or len(action.points) < 2 or action.test:
        return action
    x, y, z = action.points[-1]
    found = aim(table.state, decision.seat, (f"model:{action.label}", Move.verb), ((x, y),)).action
    return found if found is not None and found.points[-1] == (x, y, z) else action


def hint(game: Game[Any], s: State, seat: Seat) -> Text | None:
    """A tip for whoever has to pick or to act; None for the small questions in between."""
    acting = s.phase == "act" and s.active and s.models[s.active[0]].seat == seat
    if not acting and s.phase != "pick":
        return None
    key = "action" if acting else "pick"
    offered: Any = (lambda: options(s)) if acting else [Pick(m.label) for m in pickable(s, seat)]
    if not acting and len(offered) < 2:
        return None
    table = DirectTable(game, (), TapeDice(0))
    table.state = s
    action = advised(game, Decision(seat, Text(f"universalis.prompt.{key}"), offered, None, table))
    m = model_of(s, getattr(action, "label", ""))
    who: Field = short_name(m) if m is not None else ""
    if not acting:
        return Text("universalis.lesson.pick", who=who)
    tip = TIPS.get(getattr(action, "kind", "end"), "other" if hasattr(action, "kind") else "end")
    speed = gk(s, m) if m is not None else 0
    return Text(f"universalis.lesson.{tip}", action=words(s, action) or action.text, cm=speed)
