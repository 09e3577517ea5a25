"""Cards as they look, by their names."""

from __future__ import annotations

from kempelen.games.tactics.face.scene import card_face
from kempelen.games.tactics.rules.cards import book
from kempelen.scene.model import Shape
from kempelen.text.say import Say, Text

__all__ = ["group", "picture"]


def picture(notation: str, say: Say) -> Shape | None:
    """A card of the game; in its corner is what it costs to play."""
    card = book().get(notation)
    if card is None:
        return None
    return card_face(f"thing:{notation}", card, "" if card.cost is None else str(card.cost), say)


def group(notation: str) -> Text | None:
    """Units and events."""
    card = book().get(notation)
    return None if card is None else Text(f"tactics.group.{'units' if card.unit is not None else 'events'}")
