"""Cards, roles and goal cards as they look in one's hand, and what they are sorted under."""

from __future__ import annotations

from kempelen.games.saboteur.face.pictures import GOLD_ICON, ROLE_ICONS, STONE_ICON
from kempelen.games.saboteur.face.scene import card_shape
from kempelen.games.saboteur.rules.cards import BY_NAME, is_blocking, is_path, laid
from kempelen.games.saboteur.rules.state import GOAL_NAMES, ROLE_NAMES
from kempelen.scene.model import Shape
from kempelen.text.say import Say, Text

__all__ = ["group", "picture"]

ROLES = {f"role_{name}": role for role, name in ROLE_NAMES.items()}
GOALS = {f"goal_{name}": name for name in GOAL_NAMES.values()}


def picture(notation: str, say: Say) -> Shape | None:
    """The face of a card; a path card lies as it is printed."""
    if notation in BY_NAME:
        return card_shape(f"thing:{notation}", laid(BY_NAME[notation], 0), say)
    if notation in ROLES:
        label = say.of(Text(f"saboteur.role.{notation.removeprefix('role_')}"), "bare")
        return Shape(f"thing:{notation}", "card", icon=ROLE_ICONS[ROLES[notation]], label=label)
    if notation in GOALS:
        label = say.of(Text(f"saboteur.goal.{GOALS[notation]}"), "bare")
        icon, tag = (GOLD_ICON, "gold") if GOALS[notation] == "gold" else (STONE_ICON, "stone")
        return Shape(f"thing:{notation}", "card", icon=icon, label=label, tags=frozenset({"goal", tag}))
    return None


def group(notation: str) -> Text | None:
    """Paths, blocked paths, actions: as people sort a hand."""
    card = BY_NAME.get(notation)
    if card is None:
        return None
    kind = "actions" if not is_path(card) else "blocked" if is_blocking(card) else "paths"
    return Text(f"saboteur.group.{kind}")
