"""What a seat sees of the table."""

from __future__ import annotations

from kempelen.games.undaunted.state import State
from kempelen.scene.model import Scene
from kempelen.text.say import Say

__all__ = ["scene"]


def scene(view: State, say: Say) -> Scene:
    """What to draw for the seat whose view this is."""
    return Scene.around((), "tile", title=say("undaunted.title"))
