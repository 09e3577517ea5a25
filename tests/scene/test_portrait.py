"""Portraits: every seat of every game has one of its own, and it knows nothing that is hidden."""

from xml.etree import ElementTree

import pytest

from kempelen.engine.setup import Setup
from kempelen.games import games
from kempelen.scene.portrait import Coat, draw_portrait, oval, visored
from kempelen.text.say import Say

LONGEST = 3_000
"""So many characters of a page a portrait may take: there are up to ten of them."""


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_every_seat_has_a_face_of_its_own(game) -> None:
    pass
