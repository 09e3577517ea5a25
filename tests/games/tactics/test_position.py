"""Positions and maps: what can be written, and what is said when it is wrong."""

from __future__ import annotations

import copy

import pytest

from kempelen.contract import snapshot
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition
from kempelen.engine.files.migrations import current_position
from kempelen.engine.files.position import parse_position, position_text
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import DirectTable
from kempelen.games.tactics import GAME
from kempelen.games.tactics.files.maps import MAPS, map_data
from kempelen.games.tactics.rules.cards import book
from kempelen.games.tactics.rules.setup import ground_of
from kempelen.games.tactics.rules.state import TURN
from kempelen.parts.scenarios import read_scenario, scenario_file
from tests.games.tactics.table import foe, ours, position


def problem(data, lang="en"):
    before = copy.deepcopy(data)
    with pytest.raises(BadPosition) as error:
        GAME.from_position(data, {})
    assert data == before
    return say_in(lang).of(error.value.text)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"map": ["...", ".?."]}, "map, row 2, column 2: “?” stands for nothing"),
        ({"map": ["....", "..."]}, "map, row 2, column 4: This row has 3 characters, the first has 4"),
        ({"map": []}, "The map has no tiles"),
        ({"map": ["." * 61]}, "too large"),
        ({"symbols": {"xy": "wall"}}, "not a single character"),
        ({"symbols": {"x": "lava"}}, "cannot mean “lava”"),
        ({"topology": "cube"}, "no topology “cube”"),
        (
            {"units": [foe("guard", "1,0"), ours("archer", "1,0")]},
            "units.2.at: archer cannot stand at 1,0 (row 1, column 2)",
        ),
        (
            {"units": [foe("guard", "1,0", ai="lazy")]},
            "units.1.ai: The unit at 1,0 (row 1, column 2) cannot have the AI “lazy”",
        ),
        ({"cards": {"hag": {"ai": "lazy"}}}, "cards.hag.ai: There is no AI “lazy”"),
        ({"players": []}, "players: 0 players are not possible"),
        ({"players": [{}] * 5}, "players: 5 players are not possible"),
        ({"players": [{}], "mode": "versus", "opponent": None}, "there are 2 players, not 1"),
        ({"units": [foe("guard", "2,1")]}, "units.1.at: There is a wall at 2,1 (row 2, column 3)"),
        ({"units": [foe("guard", "9,9")]}, "“9,9” is not a tile"),
        ({"units": [foe("gaurd", "0,0")]}, "Did you mean guard"),
        ({"units": [foe("zzz", "0,0")]}, "There is no card “zzz”"),
        ({"units": [foe("volley", "0,0")]}, "is an event"),
        ({"units": [foe("guard", "0,0", health=0)]}, "units.1.health: 0 is not possible"),
        ({"units": [foe("guard", "0,0", health=99)]}, "units.1.health: 99 is not possible"),
        ({"units": [ours("guard", "0,0", 3)]}, "units.1.player: 3 is not possible"),
        ({"units": [foe("guard", "0,0", name="patrol")]}, "does not fit"),
        ({"units": [foe("guard", "0,0"), foe("guard", "1,0", name="guard")]}, "Two units are called “guard”"),
        ({"units": [foe("guard", "0,0", wings=2)]}, "wings"),
        ({"variant": "moon"}, "no variant “moon”"),
        ({"mode": "chess"}, "no mode “chess”"),
        ({"phase": "lunch"}, "“lunch” is not possible"),
        ({"phase": "activation"}, "Name the acting unit"),
        ({"phase": "units"}, "due to act"),
        ({"acting": "ghost", "phase": "activation"}, "no unit “ghost”"),
        ({"active": 2}, "active: 2 is not possible"),
        ({"neutral": ["0,0"]}, "no store at 0,0"),
        ({"players": [{"hand": ["hidden"], "deck": []}]}, "1 hidden card must come from the deck"),
        ({"opponent": {"hand": ["guard", "guard"]}}, "at most one card"),
        ({"cards": {"Sea Hag": {}}}, "cannot be the name"),
        ({"cards": {"guard": {}}}, "cannot be the name"),
        ({"cards": {"fog": {"effect": "fog"}}}, "no effect “fog”"),
        ({"cards": {"hag": {"full": {"effect": "gain", "tile": "moon"}}}}, "no kind of tile “moon”"),
        ({"cards": {"hag": {"health": 0}}}, "cards.hag.health: 0"),
        ({"ending": {"reason": "boredom", "winners": []}}, "no ending “boredom”"),
        ({"game": "chess"}, "not of tactics"),
        ({"stock": {"moon": 1}}, "There is no card “moon”"),
        ({"stock": {"knight": -1}}, "stock.knight: -1"),
    ],
)
def test_what_is_wrong_is_named_with_its_place_and_nothing_changes(change, said):
    data = position(["....", "..#."]) | change
    if data.get("opponent", 0) is None:
        del data["opponent"]
    assert said in problem(data)
    assert problem(data, "de")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"map": ["...", ".?."]}, "map, Zeile 2, Spalte 2: „?“ steht für nichts."),
        ({"map": ["....", "..."]}, "map, Zeile 2, Spalte 4: Diese Zeile hat 3 Zeichen, die erste 4."),
        ({"map": ["...", "....."]}, "map, Zeile 2, Spalte 4: Diese Zeile hat 5 Zeichen, die erste 3."),
        (
            {"units": [foe("guard", "1,0"), ours("archer", "1,0")]},
            "units.2.at: archer kann nicht auf 1,0 stehen (Zeile 1, Spalte 2): Dort steht schon guard.",
        ),
        (
            {"units": [foe("guard", "1,0", ai="lazy")]},
            "units.1.ai: Die Einheit auf 1,0 (Zeile 1, Spalte 2) kann die KI „lazy“ nicht haben",
        ),
        ({"players": []}, "players: 0 Spieler sind nicht möglich. Gib 1 bis 4 Einträge an."),
    ],
)
def test_a_drawing_that_is_wrong_is_explained_in_german_too(change, said):
    assert said in problem(position(["....", "..#."]) | change, "de")


def test_a_boss_in_a_position_is_as_strong_as_on_the_map():
    asked = {"game": "tactics", "variant": "kraken", "players": [{}, {}], "units": [foe("kraken", "5,0", health=3)]}
    for level in ("easy", "normal", "hard"):
        kraken = GAME.from_position(asked, {"level": level}).units[0]
        assert (kraken.health, kraken.profile.health) == (3, map_data("kraken_2")["boss_health"][level]["2"])
    own = position(["..."], [foe("kraken", "0,0")])
    assert GAME.from_position(own, {}).units[0].health == book()["kraken"].unit.health


def test_a_variant_without_a_map_for_so_many_players():
    assert "no map for 2 players" in problem({"game": "tactics", "variant": "first", "players": [{}, {}]})


def test_what_is_left_out_is_as_before_the_first_turn():
    state = GAME.from_position({"game": "tactics", "variant": "tyrant", "players": [{}, {}]}, {})
    session = Session(GAME, Setup("tactics", "tyrant", ("human", "human")), seed=1)
    new = GAME.new(session.setup, session._table([], 0))
    # Units of the map have their cards beside the deck, not out of it.
    for mat in (*state.mats, *new.mats):
        mat.deck.bag = []
    assert snapshot(state) == snapshot(new)


CUSTOM = position(
    ["x..f", "1.2."],
    [foe("sea_hag", "0,0", ai="target field"), ours("archer", "1,1", tapped=True), foe("guard", "3,1", due=True)],
    players=[
        {"pool": 2, "deck": ["volley"], "hand": ["hidden"], "away": 1},
        {"pool": 0, "deck": [], "top": ["ambush"]},
    ],
    symbols={"x": "water tower"},
    topology="hex",
    cards={
        "sea_hag": {
            "cost": 3,
            "upkeep": 1,
            "health": 4,
            "attack": 2,
            "range": 2,
            "move": 2,
            "ai": "shy",
            "tags": ["hag"],
        },
        "fog": {"cost": 1, "effect": "strike", "amount": 1},
    },
    phase="units",
    round=4,
    income=7,
    stock={"fog": 2},
)


@pytest.mark.parametrize("suffix", [".toml", ".json"])
def test_a_table_of_ones_own_survives_a_file(suffix):
    state = GAME.from_position(CUSTOM, {})
    written = GAME.to_position(state)
    read = parse_position(position_text(written, suffix).encode(), f"table{suffix}")
    again = GAME.from_position(read, {})
    assert snapshot(again) == snapshot(state)
    assert GAME.to_position(again) == written
    assert state.board.kind("tower") == state.board.kind("water") == 1
    assert state.book["sea_hag"].unit is not None
    assert state.mats[1].deck.top == ["ambush"]


def test_a_map_may_be_one_text():
    rows = ["..f", "p.o"]
    as_text = GAME.from_position(position([]) | {"map": "\n" + "\n".join(rows) + "\n"}, {})
    assert as_text.board is GAME.from_position(position(rows), {}).board


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_card_of_ones_own_has_a_name_everywhere(lang):
    state = GAME.from_position(CUSTOM, {})
    scene = GAME.scene(GAME.view(state, 0), say_in(lang))
    assert any("sea hag" in shape.label.lower() for shape in scene.shapes)


@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_sound(name):
    data = map_data(name)
    land = ground_of(data)
    counts = data["boss_health"]["normal"] if "boss" in data else {"2": 0}
    for count in map(int, counts):
        assert all(land.players[seat] for seat in range(count))
    if "boss" in data:
        assert land.boss.bit_count() == 1
        assert data["boss_health"].keys() == {"easy", "normal", "hard"}
    for unit in data["units"]:
        x, y = map(int, unit["at"].split(","))
        assert land.board.passable >> land.board.tile(x, y) & 1
    # Everybody can get everywhere.
    start = next(iter(land.board.spots))
    assert land.board.joined(start, land.board.passable) | 1 << start == land.board.passable | 1 << start


def test_the_companions_correction_changes_one_fact():
    session = Session(GAME, Setup("tactics", "kraken", ("human",)), seed=1)
    session.run()
    session.correct({"units": {"2": {"health": 1}}, "players": {"1": {"pool": 9}}})
    session.run()
    assert session.state.units[1].health == 1
    assert session.state.mats[0].pool == 9
    assert session.state.phase == TURN


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_a_shipped_map_can_be_written_changed_and_read(scenario):
    file = scenario_file(GAME, scenario)
    text = position_text(file | {"title": {"en": "Mine"}, "briefing": {"en": "Go."}})
    assert "map = '''\n" in text
    state = read_scenario(GAME, parse_position(text.encode(), "mine.toml"), {})
    table = DirectTable(GAME, [], TapeDice(1))
    new = GAME.new(Setup("tactics", scenario, ("rule",) * state.players), table)
    assert snapshot(state) == snapshot(new)


def test_a_position_of_the_former_first_game_keeps_its_map():
    """Written with format 1 it named nothing that its map said; now another map has that name."""
    table = DirectTable(GAME, [GAME.bots["random"]()], TapeDice(1))
    former = GAME.new(Setup("tactics", "first", ("random",), begun="2"), table)
    whole = GAME.to_position(former)
    bare = {key: value for key, value in whole.items() if key not in ("map", "symbols", "topology", "hand", "cap")}
    state = GAME.read_position(current_position(GAME, bare), former.options)
    assert (state.rule.rows, state.rule.hand, state.rule.cap) == (former.rule.rows, 1, 2)
    fewest = current_position(GAME, {"game": "tactics", "variant": "first", "players": [{}]})
    assert [unit.name.id for unit in GAME.read_position(fewest, former.options).units] == ["kraken", "archer"]
    assert GAME.read_position({**fewest, "map": None}, former.options).board.width == 7
