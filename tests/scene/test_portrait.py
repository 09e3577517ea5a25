"""Portraits: every seat of every game has one of its own, and it knows nothing that is hidden."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.engine.session import Session
from kempelen.scene.portrait import Coat, draw_portrait, oval, visored
from kempelen.web.rooms.start import first_scenario, first_setup
from kempelen.web.shown.trays import beside

LONGEST = 3_000
"""So many characters of a page a portrait may take: there are up to ten of them."""


@pytest.mark.parametrize("name", ["saboteur", "undaunted", "tactics", "universalis"])
def test_every_seat_has_a_face_of_its_own(name: str) -> None:
    game = game_named(name)
    session = Session(game, first_setup(game, "en", first_scenario(game)), seed="face").run()
    scene = game.scene(session.view(0), say_in("en"))
    faces = [tray.portrait for tray in scene.trays if tray.kind == "seat"]
    assert len(faces) > 1
    assert len(set(faces)) == len(faces)
    assert all(0 < len(draw_portrait(face)) < LONGEST for face in faces)
    lying = beside(scene, {"1", game.speech.seat_names(session.setup)[0]})
    assert all(seat.emblem and seat.emblem.face and seat.emblem.form for seat in (*lying.seats, lying.you))


def test_a_face_knows_no_role() -> None:
    """The saboteur of a first game played again sits elsewhere; who sits where looks the same."""
    game = game_named("saboteur")
    setup = first_setup(game, "en", "first")
    views = []
    for lot in ("lesson 23", "lesson 53"):
        facts = game.scenario_facts["first"]
        session = Session(game, replace(setup, position=facts.again(lot)), seed=lot).run()
        trays = game.scene(session.view(0), say_in("en")).trays
        views.append([tray.portrait for tray in trays if tray.kind == "seat"])
    assert views[0] == views[1]


def test_a_portrait_is_paths_and_colours_alone() -> None:
    drawn = draw_portrait(visored("#2f5c86", "#b9c2c8", "#7fd0e8", (((0.1, 0.1), (0.9, 0.9)),)))
    assert {part.tag for part in ElementTree.fromstring(drawn)} == {"path"}
    assert "style" not in drawn
    for wrong in (Coat('M0 0"><script>', "#fff"), Coat(oval(1, 1, 1), "red"), Coat(oval(1, 1, 1))):
        with pytest.raises(ValueError, match="paths and colours"):
            draw_portrait((wrong,))
