"""What a seat sees of the table."""

from __future__ import annotations

from kempelen.games.saboteur.state import State
from kempelen.scene.model import Scene
from kempelen.text.say import Say

__all__ = ["scene"]


def scene(view: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    return Scene.around((), "card", title=say("saboteur.title"))
