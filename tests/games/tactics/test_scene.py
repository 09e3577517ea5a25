"""The picture: everything that can be chosen is in it, nothing secret is."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import SPECTATOR, DirectTable
from kempelen.games.tactics import GAME
from kempelen.games.tactics.legal import activation_options, giving_up, turn_options
from kempelen.games.tactics.state import ACTIVATION, TURN
from kempelen.scene.plain import render_text
from kempelen.scene.svg import render
from kempelen.text import LANGUAGES
from tests.games.tactics.table import a_table, foe, ours


def handles(state, seat):
    return {shape.id for shape in GAME.scene(GAME.view(state, seat), say_in("en")).everything()}


def options_now(state):
    if state.phase == TURN:
        return turn_options(state, state.active)
    if state.phase == ACTIVATION:
        return activation_options(state, state.named(state.acting))
    return giving_up(state, state.active)


@pytest.mark.parametrize(("scenario", "players"), [("kraken", 1), ("tyrant", 2), ("versus", 2), ("sandbox", 2)])
def test_every_choice_can_be_clicked(scenario, players):
    table = DirectTable(GAME, [GAME.bots["random"]() for _ in range(players)], TapeDice(5))
    state = table.state = GAME.new(Setup("tactics", scenario, ("random",) * players), table)
    for step in range(120):
        if state.ending is not None:
            break
        if step % 4 == 0 and state.phase in (TURN, ACTIVATION):
            there = handles(state, state.active)
            for option in options_now(state):
                assert set(option.handles) <= there
        GAME.step(state, table)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("topology", ["square121", "hex"])
def test_it_can_be_drawn(lang, topology):
    units = [foe("kraken", "0,0"), ours("knight", "2,1", health=2, tapped=True)]
    state = a_table(
        ["w#h", "fts"], units, topology=topology, mode="tyrant", marks=1, neutral=["2,1"], stock={"knight": 2}
    )
    scene = GAME.scene(GAME.view(state, 0), say_in(lang))
    ElementTree.fromstring(render(scene))
    drawn = render_text(scene)
    assert "2" in drawn
    tags = {shape.id: shape.tags for shape in scene.shapes}
    assert tags["unit:kraken"] >= {"foe", "leader"}
    assert "done" in tags["unit:knight"]
    assert "broken" in tags["tile:2,1"]
    assert "hatched" in tags["tile:1,0"]


def test_only_the_own_hand_is_shown():
    mats = [{"pool": 0, "deck": [], "hand": ["volley", "volley"]}, {"pool": 0, "deck": []}]
    state = a_table(["..."], players=mats, phase=TURN)
    assert {"card:volley", "card:volley#2"} <= handles(state, 0)
    for seat in (1, SPECTATOR):
        assert not any(handle.startswith("card:volley") for handle in handles(state, seat))


def test_the_map_as_text():
    state = a_table(["#.f", "p~o"], [foe("guard", "2,0"), ours("archer", "0,1")])
    drawn = render_text(GAME.scene(GAME.view(state, 0), say_in("en")))
    for sign in ("███", "≡", "~", "Gu4▾", "Ar2"):
        assert sign in drawn


def test_units_of_a_kind_can_be_told_apart_and_say_what_they_can_do():
    units = [ours("farmer", "0,0"), ours("farmer", "1,0"), foe("ink_squid", "3,0"), foe("guard", "2,0")]
    scene = GAME.scene(GAME.view(a_table(["f..."], units), 0), say_in("en"))
    shapes = {shape.id: shape for shape in scene.shapes}
    assert shapes["unit:farmer"].text == "Fa2"
    assert shapes["unit:farmer2"].text == "Fa²2"
    assert "full action on a farm field: gain 3 resource" in shapes["unit:farmer"].label
    assert shapes["unit:ink_squid"].label.endswith("shy; full action: gain 2 resource")
    assert "full action" not in shapes["unit:guard"].label
    legend = next(tray for tray in scene.trays if tray.id == "tray:legend")
    assert [item.label for item in legend.items] == ["Farm field"]
