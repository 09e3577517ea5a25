"""The picture of a game where games are chosen: its first table, where both sides meet."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from math import hypot

from kempelen.engine.game import game_named, say_in
from kempelen.engine.session import Session
from kempelen.engine.setup import Setup
from kempelen.engine.table import SPECTATOR
from kempelen.scene.model import Scene, Shape
from kempelen.scene.picture import Window, picture
from kempelen.web.rooms.start import first_scenario, seat_count
from kempelen.web.shown.course import steps_in

__all__ = ["cover"]

SEED = 1
MOST = 12
"""So many moments are looked at: each costs a picture."""
EARLY = 0.7
"""Of the game so much is looked at: later few pieces are left."""
WIDE = 3.0
"""As wide as the picture is, to its height."""
FREE = 0.2
"""So much of its height is not free: at the lower edge the name of the game lies on it."""
ROUND, LEAST = 0.06, 0.45
"""Round the middles of the pieces at least so much of the board's width is shown, and of the board so much at least."""


@cache
def cover(name: str, lang: str) -> str:
    """Automas have played it; of what they did, the moment at which two enemies were nearest to each other."""
    game, say = game_named(name), say_in(lang)
    scenario = first_scenario(game)
    setup = Setup(name, scenario, (game.automa,) * seat_count(game, scenario))
    session = Session(game, setup, seed=SEED, known_seed=True).run()
    states = [moment.state for moment in session.moments if moment.state is not None]
    early = states[: max(1, round(EARLY * len(states)))]
    scenes = [game.scene(game.view(early[n], SPECTATOR), say) for n in steps_in(len(early), MOST)]
    scene = min(reversed(scenes), key=apart)
    shapes = tuple(replace(shape, text="") if shape.role == "reach" else shape for shape in scene.shapes)
    return picture(game, replace(scene, shapes=shapes), window_on(scene))


def nearest(scene: Scene) -> tuple[Shape, Shape] | None:
    """The two enemies that are nearest to each other; None where none stand on the board."""
    units = [shape for shape in scene.shapes if shape.role == "unit" and "broken" not in shape.tags]
    foes = [shape for shape in units if "foe" in shape.tags]
    pairs = product([shape for shape in units if "foe" not in shape.tags], foes)
    return min(pairs, key=lambda pair: hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y), default=None)


def apart(scene: Scene) -> float:
    pair = nearest(scene)
    return scene.w + scene.h if pair is None else hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y)


def window_on(scene: Scene) -> Window:
    """What is shown of the board, in its own units: both enemies, or its middle, above the name."""
    pair = nearest(scene) or ()
    round_them = max(ROUND * scene.w, *(0.95 * max(shape.w, shape.h) for shape in pair), 0)
    left, right, top, bottom = (
        (pick((getattr(shape, way) for shape in pair), default=middle))
        for way, middle in (("x", scene.left + scene.w / 2), ("y", scene.top + scene.h / 2))
        for pick in (min, max)
    )
    least = WIDE * (bottom - top + 2 * round_them) / (1 - FREE) if pair else scene.w
    wide = min(max(least, right - left + 2 * round_them, LEAST * scene.w), scene.w)
    high = min(wide / WIDE, scene.h)
    across = (left + right - wide) / 2
    down = (top + bottom - (1 - FREE) * high) / 2
    down = min(down, top - round_them) if pair else down  # rather a foot under the name than a head cut off
    # Of a board as little as can be is left out: nothing beside it is shown instead.
    return (
        max(scene.left, min(across, scene.left + scene.w - wide)),
        max(scene.top, min(down, scene.top + scene.h - high * (1 - FREE))),
        wide,
        high,
    )
