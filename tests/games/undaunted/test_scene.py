"""What is drawn: every handle of an action is there to be clicked."""

from __future__ import annotations

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import DirectTable
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.legal import legal
from kempelen.scene.plain import render_text
from kempelen.scene.svg import render
from tests.games.undaunted.tables import state

BUTTONS = ("action:", "count:", "end", "enough")


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_every_handle_is_drawn_or_a_button(scenario):
    table = DirectTable(GAME, [GAME.bots["random"]()] * 2, TapeDice(4))
    s = table.state = GAME.new(Setup("undaunted", scenario, ("random", "random")), table)
    say = say_in("en")
    for _ in range(40):
        if GAME.outcome(s) is not None:
            break
        if s.phase == 1:
            scene = GAME.scene(GAME.view(s, s.active), say)
            drawn = {shape.id for shape in scene.everything()}
            for option in legal(s, s.active):
                missing = [
                    handle for handle in option.handles if handle not in drawn and not handle.startswith(BUTTONS)
                ]
                assert missing == [], option.notation
        GAME.step(s, table)


def test_the_picture_as_text_and_as_svg():
    s = state({"counters": {"C2": ["rifleman-A"]}, "suppressed": ["rifleman-A"], "scouted": ["C2"], "marker": "D4"})
    for lang, name in (("en", "RA!"), ("de", "SA!")):
        scene = GAME.scene(GAME.view(s, 0), say_in(lang))
        text = render_text(scene)
        assert name in text
        assert "C4 ⌂1*3" in text
        assert render(scene).startswith("<svg")


def test_the_enemys_hand_is_not_in_the_picture():
    s = state({"hand": ["scout-A"]}, {"hand": ["sniper"]})
    ids = {shape.id for shape in GAME.scene(GAME.view(s, 0), say_in("en")).everything()}
    assert "card:scout-A" in ids
    assert "card:sniper" not in ids


def test_nobody_is_on_turn_before_initiative_is_decided():
    s = state({"hand": ["scout-A"]})
    for phase, on in ((1, "on turn"), (0, "")):
        s.phase = phase
        trays = GAME.scene(GAME.view(s, 0), say_in("en")).trays
        notes = {tray.seat: tray.text for tray in trays if tray.seat}
        assert notes["us"].startswith(on)
        assert ("on turn" in notes["us"]) is bool(on)


def test_counters_are_named_without_an_article():
    s = state({"counters": {"C2": ["sniper"]}})
    for lang, name in (("en", "Sniper (US)"), ("de", "Scharfschütze (US)")):
        labels = [shape.label for shape in GAME.scene(GAME.view(s, 0), say_in(lang)).shapes]
        assert name in labels
