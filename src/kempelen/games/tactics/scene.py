"""What a seat sees of the table."""

from __future__ import annotations

from kempelen.games.tactics.state import State
from kempelen.scene.model import Scene
from kempelen.text.say import Say

__all__ = ["scene"]


def scene(view: State, say: Say) -> Scene:
    return Scene.around((), "tile", title=say("tactics.title"))
