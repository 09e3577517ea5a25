import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kempelen.engine.correct import corrected
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadPosition
from kempelen.engine.files.position import in_file, parse_position, position_text, read_position, write_position
from kempelen.engine.game import Setup, say_in
from kempelen.engine.table import SPECTATOR, DirectTable
from kempelen.games.saboteur import GAME
from kempelen.games.saboteur.rules.board import GOALS, START, cell
from kempelen.games.saboteur.rules.cards import BY_NAME, laid
from kempelen.games.saboteur.rules.legal import legal
from kempelen.games.saboteur.rules.setup import hand_size
from kempelen.games.saboteur.rules.state import GOLD_SEEKER, HIDDEN, STONE_GOAL, Ending, State
from kempelen.text import LANGUAGES

FILES = [
    path
    for path in sorted((Path(__file__).parents[2] / "positions").glob("*.toml"))
    if 'game = "saboteur"' in path.read_text("utf-8")
]
WAY = ["1,0 line_horiz", "2,0 plus", "3,0 line_horiz", "4,0 plus", "5,0 three_horiz", "6,0 plus"]
"""A way from the start to just before the last cell."""


def a_position(**fields: Any) -> dict[str, Any]:
    """Three players with hidden hands before the first turn."""
    return {"game": "saboteur", "players": [{}, {}, {}]} | fields


def a_state(**fields: Any) -> State:
    return GAME.from_position(a_position(**fields), {})


def players(first: dict[str, Any], *others: dict[str, Any]) -> list[dict[str, Any]]:
    return [first, *others, *[{}] * (2 - len(others))]


def games() -> Iterator[tuple[str, int, dict[str, str], str]]:
    for n, players in enumerate((1, 2, 3, 5, 7, 10)):
        for variant in ("tu", "commercial"):
            if players in GAME.seat_counts(variant):
                for options in ({}, {"R14": "as_dealt"}):
                    yield variant, players, options, "rule" if n % 2 else "random"


def states(variant: str, players: int, options: dict[str, str], bot: str, seed: int) -> Iterator[State]:
    table = DirectTable(GAME, [GAME.bots[bot]() for _ in range(players)], TapeDice(seed))
    state = table.state = GAME.new(Setup("saboteur", variant, (bot,) * players, options), table)
    yield state
    while GAME.outcome(state) is None:
        GAME.step(state, table)
        yield state


# -- there and back


@pytest.mark.parametrize(("variant", "players", "options", "bot"), list(games()))
def test_every_state_of_a_game_comes_back(variant, players, options, bot):
    for n, state in enumerate(states(variant, players, options, bot, 7)):
        position = GAME.to_position(state)
        back = GAME.from_position(position, options)
        assert back == state
        assert GAME.to_position(back) == position
        assert back.board.frontier == state.board.frontier
        assert back.board.reached == state.board.reached
        assert back.board.face_down == state.board.face_down
        assert legal(back, back.active) == legal(state, state.active)
        if n % 10 == 0:
            for name in ("p.toml", "p.json"):
                assert parse_position(position_text(position, name).encode(), name) == position


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_what_a_seat_knows_comes_back(seat):
    for state in states("tu", 4, {}, "rule", 3):
        view = GAME.view(state, seat)
        assert GAME.from_position(GAME.to_position(view), {}) == view.copy()
    for state in states("commercial", 4, {"R14": "as_dealt"}, "random", 3):
        view = GAME.view(state, seat)
        assert GAME.from_position(GAME.to_position(view), {"R14": "as_dealt"}) == view.copy()


def test_a_game_without_gold_seekers_goes_on_with_walls_beside_the_gold():
    """R5: the gold is turned up as a crossing, whatever stands beside it."""
    state = a_state(
        players=[{"role": "stone", "hand": 6}, {"role": "sab", "hand": 6}],
        board=[*WAY, "7,0 three_horiz", "7,1 three_vert r180", "8,1 line_horiz"],
        goals={"8,0": "gold"},
        revealed=["8,0"],
    )
    assert state.board.check() == [(GOALS[1], cell(8, 1))]
    assert GAME.from_position(GAME.to_position(state), {}) == state


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_can_be_read(path, tmp_path):
    position = read_position(path)
    state = GAME.from_position(position, {})
    for name in ("copy.toml", "copy.json"):
        write_position(tmp_path / name, GAME.to_position(state))
        assert GAME.from_position(read_position(tmp_path / name), {}) == state
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.json", "copy.toml"]


def test_there_are_examples():
    assert {path.stem for path in FILES} >= {"companion", "gold_in_reach", "second_round"}


# -- what is left out


def test_what_is_left_out_is_hidden_or_as_before_the_first_turn():
    state = a_state()
    assert state.variant.name == "tu"
    assert (state.active, state.round, state.turn, state.ending) == (0, 1, 0, None)
    assert state.hands == [[HIDDEN] * hand_size(3)] * 3
    assert state.roles == [HIDDEN] * 3
    assert state.left_over == [HIDDEN] * 2
    assert state.goals == [HIDDEN] * 3
    assert state.board.laid == {START: laid(BY_NAME["start"])}
    assert (len(state.deck.bag), state.deck.away, len(state.deck)) == (73, 18, 55)


def test_the_pile_is_what_is_named_nowhere_else():
    state = a_state(
        players=players({"hand": ["plus", "map"], "broken": ["pick"]}, {"hand": ["hidden", "map"]}, {"hand": 3}),
        board=["1,0 plus"],
        discards=["rockfall"],
        buried=["curve_up", "hidden"],
    )
    assert len(state.deck.bag) == 73 - 7
    assert state.deck.away == 1 + 3 + 1
    assert state.hands[1] == [HIDDEN, BY_NAME["map"]]
    assert state.buried == [BY_NAME["curve_up"], HIDDEN]
    assert a_state(deck=55) == a_state(deck="rest") == a_state()


def test_the_order_of_the_pile_may_be_known():
    table = DirectTable(GAME, [], TapeDice(1))
    state = a_state(deck=["plus", "map", "rest"])
    assert (len(state.deck), len(state.deck.top)) == (55, 2)
    assert [table.draw(state.deck, "draw") for _ in range(2)] == [BY_NAME["plus"], BY_NAME["map"]]
    whole = a_state(players=[{"hand": 6}], buried=65, deck=["plus", "map"])
    assert (len(whole.deck), whole.deck.away) == (2, 71)
    assert GAME.to_position(whole)["deck"] == ["plus", "map"]


def test_roles_that_are_left_over_follow_from_the_others():
    state = a_state(players=[{"role": "gold"}, {"role": "sab"}, {"role": "gold"}])
    assert state.left_over == [GOLD_SEEKER, 101]
    state = a_state(left_over=["gold", "hidden"])
    assert state.left_over == [GOLD_SEEKER, HIDDEN]
    assert GAME.from_position(GAME.to_position(state), {}) == state


def test_a_stone_takes_the_shape_that_fits_or_is_given():
    goals = {"8,0": "stone"}
    derived = a_state(board=[*WAY, "7,0 plus", "7,1 three_vert r180", "8,1 line_horiz"], goals=goals, revealed=["8,0"])
    assert derived.board.laid[GOALS[1]] == laid(BY_NAME["stone_LT"])
    given_ = a_state(board=[*WAY, "7,0 plus"], goals=goals, revealed=["8,0 LRTB"])
    assert given_.board.laid[GOALS[1]] == laid(BY_NAME["stone_LRTB"])
    turned = a_state(board=[*WAY, "7,0 plus"], goals=goals, revealed=["8,0 BTL"])
    assert turned.board.laid[GOALS[1]] == laid(BY_NAME["stone_LTB"])
    assert GAME.to_position(turned)["revealed"] == ["8,0 LTB"]
    curve = a_state(variant="commercial", board=[*WAY, "7,0 plus"], goals={"8,0": "stone_down"}, revealed=["8,0"])
    assert curve.board.laid[GOALS[1]] == laid(BY_NAME["stone_LB"])


def test_a_face_up_goal_may_be_cut_off():
    """A rockfall has taken the way to it."""
    state = a_state(goals={"8,0": "stone"}, revealed=["8,0 LT"])
    assert state.board.reached[GOALS[1]] == 0
    assert state.goals[1] == STONE_GOAL


def test_a_card_that_looks_the_same_both_ways_lies_as_printed():
    assert a_state(board=["1,0 plus r180"]) == a_state(board=["1,0 plus r0"]) == a_state(board=["1,0 plus"])


def test_an_ended_game():
    state = a_state(ending={"reason": "gold", "winners": [1, 3]})
    assert state.ending == Ending("gold", (0, 2))
    assert GAME.outcome(state) is not None


def test_facts_of_a_tracked_table_can_be_corrected():
    state = a_state(board=["1,0 plus"])
    state = corrected(
        GAME, state, {"players": {"2": {"score": 4, "broken": ["pick"]}}, "board": ["1,0 plus", "2,0 plus"]}
    )
    assert (state.scores, state.broken) == ([0, 4, 0], [0, 4, 0])
    assert len(state.deck) == 55 - 3
    with pytest.raises(BadPosition):
        corrected(GAME, state, {"board": ["1,0 line_vert"]})


# -- what is wrong

BAD: list[tuple[str, str, dict[str, Any]]] = [
    # key, field, position
    ("saboteur.position.game", "game", {"game": "chess"}),
    ("position.missing", "players", {"players": ...}),
    ("position.missing", "game", {"game": ...}),
    ("position.unknown_field", "bord", {"bord": []}),
    ("position.unknown_field", "players.2.hands", {"players": players({}, {"hands": []})}),
    ("position.wrong_type", "active", {"active": "1"}),
    ("position.wrong_type", "active", {"active": True}),
    ("position.wrong_type", "active", {"active": 1.5}),
    ("position.wrong_type", "active", {"active": 1.0}),
    ("position.wrong_type", "board", {"board": "1,0 plus"}),
    ("position.wrong_type", "board.2", {"board": ["1,0 plus", 3]}),
    ("position.wrong_type", "players", {"players": 3}),
    ("position.wrong_type", "players.1", {"players": ["gold"]}),
    ("position.wrong_type", "players.1.hand", {"players": players({"hand": "plus"})}),
    ("position.wrong_type", "players.1.hand.2", {"players": players({"hand": ["plus", 7]})}),
    ("position.wrong_type", "goals.8,0", {"goals": {"8,0": 1}}),
    ("position.wrong_type", "deck", {"deck": {}}),
    ("position.wrong_type", "ending.winners.1", {"ending": {"reason": "gold", "winners": ["1"]}}),
    ("position.missing", "ending.winners", {"ending": {"reason": "gold"}}),
    ("saboteur.position.variant", "variant", {"variant": "advanced"}),
    ("saboteur.position.player_count", "players", {"players": []}),
    ("saboteur.position.player_count", "players", {"players": [{}] * 11}),
    ("saboteur.position.player_count", "players", {"players": [{}] * 2, "variant": "commercial"}),
    ("saboteur.position.range", "active", {"active": 0}),
    ("saboteur.position.range", "active", {"active": 4}),
    ("saboteur.position.range", "active", {"active": 10**3000}),
    ("saboteur.position.range", "round", {"round": 2}),
    ("saboteur.position.range", "round", {"round": 4, "variant": "commercial"}),
    ("saboteur.position.range", "turn", {"turn": -1}),
    ("saboteur.position.range", "players.3.score", {"players": players({}, {}, {"score": -1})}),
    # the board
    ("saboteur.position.card_near", "board.1", {"board": ["1,0 pluss"]}),
    ("saboteur.position.card", "board.1", {"board": ["1,0 xyzzy"]}),
    ("saboteur.position.card", "board.1", {"board": ["1,0 " + "x" * 10_000]}),
    ("saboteur.position.card", "board.1", {"board": ["1,0 start"]}),
    ("saboteur.position.no_path", "board.1", {"board": ["1,0 map"]}),
    ("saboteur.position.board_entry", "board.2", {"board": ["1,0 plus", "plus"]}),
    ("saboteur.position.board_entry", "board.1", {"board": [""]}),
    ("saboteur.position.cell", "board.1", {"board": ["1;0 plus"]}),
    ("saboteur.position.cell", "board.1", {"board": ["99,0 plus"]}),
    ("saboteur.position.turn", "board.1", {"board": ["1,0 plus r90"]}),
    ("saboteur.position.turn", "board.1", {"board": ["1,0 curve_up r180 r180"]}),
    ("saboteur.position.two_cards", "board.3", {"board": ["1,0 plus", "2,0 plus", "1,0 line_horiz"]}),
    ("saboteur.position.on_start", "board.1", {"board": ["0,0 plus"]}),
    ("saboteur.position.on_goal", "board.1", {"board": ["8,0 plus"]}),
    ("saboteur.position.mismatch", "board.1", {"board": ["1,0 line_vert"]}),
    ("saboteur.position.mismatch", "board.2", {"board": ["1,0 plus", "2,0 line_vert"]}),
    ("saboteur.position.mismatch", "board.2", {"board": ["2,0 line_vert", "1,0 plus"]}),
    ("saboteur.position.reached", "revealed", {"board": [*WAY, "7,0 plus"]}),
    # goals
    ("saboteur.position.no_goal", "goals.8,1", {"goals": {"8,1": "gold"}}),
    ("saboteur.position.cell", "goals.top", {"goals": {"top": "gold"}}),
    ("saboteur.position.two_cards", "goals.8,-0", {"goals": {"8,0": "gold", "8,-0": "stone"}}),
    ("saboteur.position.goal_kind", "goals.8,0", {"goals": {"8,0": "silver"}}),
    ("saboteur.position.goal_kind", "goals.8,0", {"goals": {"8,0": "stone"}, "variant": "commercial"}),
    ("saboteur.position.goal_count", "goals", {"goals": {"8,0": "gold", "8,2": "gold"}}),
    ("saboteur.position.goal_count", "goals", {"goals": dict.fromkeys(("8,-2", "8,0", "8,2"), "stone")}),
    ("saboteur.position.revealed_entry", "revealed.1", {"revealed": ["8,0 L T"]}),
    ("saboteur.position.no_goal", "revealed.1", {"revealed": ["7,0"]}),
    ("saboteur.position.revealed_hidden", "revealed.1", {"revealed": ["8,0"]}),
    ("saboteur.position.revealed_twice", "revealed.2", {"goals": {"8,0": "gold"}, "revealed": ["8,0", "8,0"]}),
    ("saboteur.position.sides", "revealed.1", {"goals": {"8,0": "stone"}, "revealed": ["8,0 XY"]}),
    ("saboteur.position.sides", "revealed.1", {"goals": {"8,0": "stone"}, "revealed": ["8,0 LL"]}),
    ("saboteur.position.goal_shape", "revealed.1", {"goals": {"8,0": "gold"}, "revealed": ["8,0 LT"]}),
    (
        "saboteur.position.goal_shape",
        "revealed.1",
        {"variant": "commercial", "goals": {"8,0": "stone_up"}, "revealed": ["8,0 LB"]},
    ),
    (
        "saboteur.position.mismatch",
        "revealed.1",
        {"board": [*WAY, "7,0 plus"], "goals": {"8,0": "stone"}, "revealed": ["8,0 TB"]},
    ),
    (
        "saboteur.position.no_shape",
        "revealed.1",
        {
            "board": ["7,0 line_vert", "9,0 line_vert", "8,-1 line_horiz", "8,1 line_horiz"],
            "goals": {"8,0": "stone"},
            "revealed": ["8,0"],
        },
    ),
    # players
    ("saboteur.position.tool", "players.1.broken.1", {"players": players({"broken": ["hammer"]})}),
    ("saboteur.position.tool_twice", "players.1.broken.2", {"players": players({"broken": ["pick", "pick"]})}),
    ("saboteur.position.no_goal", "players.1.looked.1", {"players": players({"looked": ["0,0"]})}),
    ("saboteur.position.role", "players.1.role", {"players": players({"role": "dwarf"})}),
    ("saboteur.position.role", "players.1.role", {"players": players({"role": "stone"}), "variant": "commercial"}),
    ("saboteur.position.role_count", "players.2.role", {"players": players({"role": "sab"}, {"role": "sab"})}),
    ("saboteur.position.left_over", "left_over", {"left_over": ["gold"]}),
    ("saboteur.position.role_count", "left_over.2", {"left_over": ["sab", "sab"]}),
    ("saboteur.position.hand_size", "players.1.hand", {"players": players({"hand": ["plus", "map"] * 4})}),
    ("saboteur.position.range", "players.1.hand", {"players": players({"hand": 7})}),
    ("saboteur.position.range", "players.1.hand", {"players": players({"hand": -1})}),
    ("saboteur.position.hand_empty", "players.2.hand", {"players": players({}, {"hand": []})}),
    ("saboteur.position.card_near", "players.1.hand.2", {"players": players({"hand": ["plus", "dead_plu"]})}),
    ("saboteur.position.hand_turn", "players.1.hand.1", {"players": players({"hand": ["plus r180"]})}),
    # piles
    ("saboteur.position.card_near", "discards.2", {"discards": ["map", "rockfal"]}),
    ("saboteur.position.too_many", "discards.2", {"discards": ["dead_plus", "dead_plus"]}),
    ("saboteur.position.too_many", "deck.1", {"discards": ["dead_plus"], "deck": ["dead_plus", "rest"]}),
    (
        "saboteur.position.too_many",
        "discards.2",
        {"players": players({"broken": ["pick"]}, {"hand": ["broken_pick"]}), "discards": ["broken_pick"] * 2},
    ),
    ("saboteur.position.not_in_deck", "discards.1", {"discards": ["tunnel"], "variant": "commercial"}),
    ("saboteur.position.too_many_hidden", "players", {"buried": 60}),
    ("saboteur.position.range", "buried", {"buried": 10**9}),
    ("saboteur.position.deck_word", "deck", {"deck": "all"}),
    ("saboteur.position.deck_few", "deck", {"deck": 54}),
    ("saboteur.position.deck_many", "deck", {"deck": 56}),
    ("saboteur.position.deck_order", "deck", {"deck": ["plus", "map"]}),
    ("saboteur.position.card", "deck.1", {"deck": ["rest", "plus"]}),
    ("saboteur.position.no_nuggets", "nuggets", {"nuggets": {"1": 3}}),
    ("saboteur.position.nugget", "nuggets.4", {"nuggets": {"4": 1}, "variant": "commercial"}),
    ("saboteur.position.range", "nuggets.3", {"nuggets": {"3": 5}, "variant": "commercial"}),
    ("saboteur.position.too_much_gold", "nuggets", {"players": players({"score": 1}), "variant": "commercial"}),
    ("saboteur.position.reason", "ending.reason", {"ending": {"reason": "rain", "winners": []}}),
    (
        "saboteur.position.reason",
        "ending.reason",
        {"ending": {"reason": "gold", "winners": []}, "variant": "commercial"},
    ),
    ("saboteur.position.range", "ending.winners.1", {"ending": {"reason": "gold", "winners": [4]}}),
    ("saboteur.position.winner_twice", "ending.winners", {"ending": {"reason": "gold", "winners": [1, 1]}}),
]


@pytest.mark.parametrize(("key", "where", "fields"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_wrong_is_named(key, where, fields):
    position = {name: value for name, value in a_position(**fields).items() if value is not ...}
    with pytest.raises(BadPosition) as error:
        GAME.from_position(position, {})
    text = error.value.text
    assert (text.key, dict(text.fields)["field"]) == (key, where)
    for lang in LANGUAGES:
        said = say_in(lang).of(text)
        assert said.startswith(f"{where}: ")
        assert said.endswith((".", "?"))
        assert len(said) < 300 or key == "saboteur.position.range"


def test_an_action_card_is_not_dealt_turned():
    position = a_position(players=players({"hand": ["plus r180", "map r180"]}))
    with pytest.raises(BadPosition) as error:
        GAME.from_position(position, {"R14": "as_dealt"})
    assert error.value.text.key == "saboteur.position.hand_turn_action"
    position["players"][0]["hand"] = ["plus r180", "map", "hidden"]
    assert GAME.from_position(position, {"R14": "as_dealt"}).turned[0] == [1, 0, 0]


def test_something_that_is_no_data():
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    bad: tuple[Any, ...] = ([], a_position(board=[{1}]), a_position(board=deep), a_position(board=["\ud800"]))
    for position in bad:
        with pytest.raises(BadPosition):
            GAME.from_position(position, {})


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists))
def test_no_value_is_a_crash(value):
    for name in ("players", "board", "goals", "revealed", "deck", "discards", "buried", "ending", "left_over", "turn"):
        with suppress(BadPosition):
            GAME.from_position(a_position(**{name: value}), {})


# -- files


def test_a_list_may_be_longer_than_a_line():
    position = {"game": "saboteur", "board": [f"{x},0 plus" for x in range(1, 30)], "empty": [], "yes": True, "x": 1.5}
    text = position_text(position, "a.toml")
    assert max(map(len, text.splitlines())) <= 100
    assert parse_position(text.encode(), "a.toml") == position


def test_strings_keys_and_tables_survive_toml():
    position = {
        "game": "saboteur",
        "note": 'a "quoted" \\ text\n\twith ä and \x7f',
        "strange key.": {"8,-2": [1, 2], "nested": {"a": [{"b": 1}], "c": ["x"]}},
        "tables": [{"one": 1}, {"two": [], "three": {"four": 4}}],
    }
    assert parse_position(position_text(position).encode(), "a.toml") == position
    assert parse_position(position_text(position, ".json").encode(), "a.JSON") == position


@pytest.mark.parametrize(
    ("name", "content", "key", "line"),
    [
        ("a.toml", b'game = "saboteur"\n\nboard = [1,0 plus]\n', "position.syntax", 3),
        ("a.toml", b'game = "saboteur"\nboard = [\n"1,0 plus",\n', "position.syntax", 3),
        ("a.toml", b'game = "saboteur"\r\ngame = "saboteur"\r\n', "position.twice_at", 2),
        ("a.toml", b'game = "saboteur"\n# \xff\n', "position.not_utf8", 2),
        ("a.json", b'{"game": "saboteur",\n"board": [}', "position.syntax", 2),
        ("a.json", b"", "position.syntax", 1),
        ("a.json", b"[1]", "position.no_table", None),
        ("a.json", b'{"game": "saboteur", "turn": 1, "turn": 2}', "position.twice", None),
        ("a.json", b"[" * 100_000, "measure.in_file", 1),
        ("a.json", b'{"game": ' + b"1" * 5000 + b"}", "measure.in_file", 1),
        ("a.toml", b"a = " + b"[" * 100_000, "measure.in_file", 1),
        ("a.toml", b"", "position.no_game", None),
        ("a.toml", b"game = 1", "position.unknown_game", None),
        ("a.toml", b'game = "go"', "position.unknown_game", None),
        ("a.txt", b'game = "saboteur"', "position.ending", None),
        ("a", b'game = "saboteur"', "position.ending", None),
    ],
)
def test_files_that_cannot_be_read(tmp_path, name, content, key, line):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadPosition) as error:
        read_position(tmp_path / name)
    fields = dict(error.value.text.fields)
    assert (error.value.text.key, fields["file"], fields.get("line")) == (key, name, line)
    for lang in LANGUAGES:
        assert say_in(lang).of(error.value.text).startswith(f"{name}")


def test_no_file_and_no_right_to_read_it(tmp_path):
    with pytest.raises(BadPosition) as error:
        read_position(tmp_path / "a.toml")
    assert error.value.text.key == "position.no_file"
    (tmp_path / "b.toml").mkdir()
    with pytest.raises(BadPosition) as error:
        read_position(tmp_path / "b.toml")
    assert error.value.text.key == "position.cannot_read"
    assert "b.toml" in say_in("de").of(error.value.text)


def test_a_byte_order_mark_does_no_harm():
    assert parse_position(b'\xef\xbb\xbfgame = "saboteur"', "a.toml") == {"game": "saboteur"}


def test_a_position_is_not_written_under_another_ending(tmp_path):
    with pytest.raises(BadPosition):
        write_position(tmp_path / "a.yaml", a_position())
    with pytest.raises(TypeError):
        write_position(tmp_path / "a.toml", {"game": None})
    assert not list(tmp_path.iterdir())


def test_the_file_can_be_named_with_what_is_wrong_in_it():
    with pytest.raises(BadPosition) as error:
        a_state(active=5)
    said = say_in("en").of(in_file(error.value, "table.toml").text)
    assert said == "table.toml: active: 5 is not possible. Give a number from 1 to 3."


def test_json_is_the_same_shape():
    position = GAME.to_position(a_state())
    assert json.loads(position_text(position, "a.json")) == position


def test_the_game_is_imported_without_pydantic():
    code = "import sys, kempelen.games.saboteur; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
