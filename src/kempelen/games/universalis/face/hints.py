"""Tips for the first skirmish: what the opponent would do in the newcomer's place, and the rule behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Game
from kempelen.engine.table import Decision, DirectTable, Seat
from kempelen.games.universalis.automa.solitaire import Opponent
from kempelen.games.universalis.rules.choices import Pick
from kempelen.games.universalis.rules.course import pickable
from kempelen.games.universalis.rules.offers import options
from kempelen.games.universalis.rules.state import State
from kempelen.text.say import Text

__all__ = ["hint"]

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
    action = (
        Opponent("middle").decide(Decision(seat, Text(f"universalis.prompt.{key}"), offered, None, table), table).action
    )
    if not acting:
        return Text("universalis.lesson.pick", who=action.label)
    tip = TIPS.get(getattr(action, "kind", "end"), "other" if hasattr(action, "kind") else "end")
    return Text(f"universalis.lesson.{tip}", action=action.text, typed=action.notation)
