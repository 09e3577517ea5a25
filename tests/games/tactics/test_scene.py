"""The picture: everything that can be chosen is in it, nothing secret is."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import SPECTATOR, DirectTable
from kempelen.games.tactics import GAME
from kempelen.games.tactics.face.card_icons import CARDS, icon_of
from kempelen.games.tactics.face.danger import danger
from kempelen.games.tactics.face.words import card_word
from kempelen.games.tactics.rules.cards import EFFECTS, Card, Effect, Profile, book
from kempelen.games.tactics.rules.legal import activation_options, giving_up, turn_options
from kempelen.games.tactics.rules.state import ACTIVATION, TURN
from kempelen.scene import parts
from kempelen.scene.model import DISC, SHIELD
from kempelen.scene.plain import render_text
from kempelen.scene.svg import render
from kempelen.text import LANGUAGES
from tests.games.tactics.table import a_table, foe, ours, unit
from tests.marks import rule


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
    assert "wall" in tags["tile:1,0"]


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
    assert (shapes["unit:farmer"].glyph, shapes["unit:farmer"].corner) == ("Fa2", "")
    assert (shapes["unit:farmer2"].glyph, shapes["unit:farmer2"].corner) == ("Fa²2", "#2")
    assert [shapes[f"unit:{name}"].text for name in ("farmer", "guard")] == ["2", "4"]
    assert "full action on a farm field: gain 3 resource" in shapes["unit:farmer"].label
    assert shapes["unit:ink_squid"].label.endswith("shy; full action: gain 2 resource")
    assert "full action" not in shapes["unit:guard"].label
    legend = next(tray for tray in scene.trays if tray.id == "tray:legend")
    assert [item.label for item in legend.items] == ["Farm field"]


@pytest.mark.parametrize("name", book())
def test_every_card_has_an_icon_of_its_own(name):
    assert [other for other, strokes in CARDS.items() if strokes == CARDS[name]] == [name]
    assert all(0 <= value <= 1 for stroke in CARDS[name] for point in stroke for value in point)


def test_cards_of_ones_own_have_the_icon_of_one_that_does_the_same():
    own = [Card("mine", 1, effect=Effect(kind)) for kind in EFFECTS]
    own += [Card("mine", 1, unit=Profile("mine", range=reach)) for reach in (1, 3)]
    assert all(icon_of(card) in CARDS.values() for card in own)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_shows_icon_name_and_cost(lang):
    hand = [name for name, card in book().items() if card.cost is not None]
    mats = [{"pool": 0, "deck": [], "hand": hand}]
    say = say_in(lang)
    scene = GAME.scene(GAME.view(a_table(["..."], players=mats, phase=TURN), 0), say)
    cards = {shape.id.removeprefix("card:"): shape for shape in scene.trays[0].items}
    assert sorted(cards) == sorted(hand)
    for name, shape in cards.items():
        assert shape.icon == CARDS[name]
        assert shape.corner == str(book()[name].cost)
        assert max(map(len, shape.text.split("\n"))) <= 11
        assert shape.text.count("\n") <= 1
        assert letters(shape.text) == letters(say.of(card_word(name), "Bare"))


def letters(words):
    return "".join(letter for letter in words.lower() if letter.isalpha())


def test_a_store_shows_the_price():
    state = a_table(["s.."], [ours("knight", "1,0")], stock={"healer": 2}, phase=TURN)
    shapes = {shape.id: shape for shape in GAME.scene(GAME.view(state, 0), say_in("en")).everything()}
    assert shapes["shop:healer"].corner == str(book()["healer"].price)


def test_units_have_icon_and_health_and_the_opponents_another_form():
    units = [foe("kraken", "0,0"), ours("archer", "2,0", health=1)]
    state = a_table(["p.h"], units)
    shapes = {shape.id: shape for shape in GAME.scene(GAME.view(state, 0), say_in("en")).shapes}
    kraken, archer = shapes["unit:kraken"], shapes["unit:archer"]
    assert (kraken.icon, kraken.form) == (CARDS["kraken"], SHIELD)
    assert (archer.icon, archer.form, archer.text) == (CARDS["archer"], DISC, "1")
    # The house moves to the upper left, the unit to the lower right; both stay on their tile.
    house = shapes["tile:2,0"]
    assert "occupied" in house.tags
    assert archer.x - archer.w / 2 > house.x - 0.26
    assert archer.y - archer.h / 2 > house.y - 0.26
    assert max(archer.x - house.x, archer.y - house.y) + archer.w / 2 < 0.485


def test_units_have_pictures_and_the_plate_of_their_health_tells_whose_they_are():
    """A number on a shield is an enemy's, on a round plate one's own; a leader's picture is not cut by his piece."""
    state = a_table(["p..."], [foe("kraken", "0,0"), foe("tentacle", "1,0"), ours("archer", "3,0")])
    scene = GAME.scene(GAME.view(state, 0), say_in("en"))
    drawing = {shape.id: parts.drawn(shape, scene.unit, "s") for shape in scene.shapes if shape.role == "unit"}
    assert '<path class="q"' in drawing["unit:tentacle"]
    assert "#s-shielded" in drawing["unit:tentacle"]
    assert '<rect class="q"' in drawing["unit:archer"]
    assert "#s-round" in drawing["unit:archer"]
    assert "clip-path" not in drawing["unit:kraken"]
    assert 'class="left"' in drawing["unit:kraken"], "a leader's health is a bar from the beginning"
    assert 'class="left"' not in drawing["unit:archer"]
    assert all(name in parts.definitions("s") for name in ('id="s-shielded"', 'id="s-round"', 'id="s-peril"'))


@rule("tactics:R3")
def test_tiles_and_units_say_what_could_strike_them():
    """The Kraken moves one and strikes two away: three tiles; into a house only from next to it."""

    def in_peril(house, archer):
        rows = ["".join("h" if x == house else "." for x in range(7))]
        units = [foe("kraken", "0,0"), ours("archer", archer), ours("knight", "6,0")]
        scene = GAME.scene(GAME.view(a_table(rows, units, phase=TURN), 0), say_in("en"))
        shapes = {shape.id: shape for shape in scene.shapes}
        return shapes, {name for name, shape in shapes.items() if "peril" in shape.tags}

    shapes, tiles = in_peril(house=6, archer="3,0")
    assert tiles == {f"tile:{x},0" for x in range(4)}
    assert "up to 3" in shapes["tile:2,0"].about[-1][1]
    assert shapes["unit:archer"].risk == "−3!", "it could fall"
    assert shapes["unit:knight"].risk == ""
    shapes, tiles = in_peril(house=3, archer="3,0")
    assert tiles == {f"tile:{x},0" for x in range(3)}
    assert shapes["unit:archer"].risk == ""


@rule("tactics:R3")
@pytest.mark.parametrize("enemy", ["kraken", "drowned_crew", "siren"])
def test_a_tile_in_peril_is_one_on_which_a_unit_could_be_struck(enemy):
    """Whatever stands there is told the same: tiles by their place, on a map with walls, water, a tower and a house."""
    rows = ["~~.#...", ".t.#.h.", "...#...", ".......", "..h...."]
    state = a_table(rows, [foe(enemy, "1,1"), ours("scout", "6,4")], phase=TURN)
    shapes = {shape.id: shape for shape in GAME.scene(GAME.view(state, 0), say_in("en")).shapes}
    scout, board = unit(state, "scout"), state.board
    free = [tile for tile in board.spots if state.free(scout) >> tile & 1]
    struck = {f"tile:{board.spots[tile].notation}" for tile in free if danger(state, scout, tile)}
    assert struck
    assert len(struck) < len(free)
    marked = {name for name, shape in shapes.items() if "peril" in shape.tags}
    assert marked & {f"tile:{board.spots[tile].notation}" for tile in free} == struck


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_signs_are_explained(lang):
    with_spawns = a_table(["p.o"], [ours("archer", "0,0")])
    without = a_table(["..."], [ours("archer", "0,0")])
    told, short = (
        next(tray.text for tray in GAME.scene(GAME.view(state, 0), say_in(lang)).trays if tray.id == "tray:signs")
        for state in (with_spawns, without)
    )
    assert "▼" in told
    assert "+" in told
    assert told.startswith(short)
