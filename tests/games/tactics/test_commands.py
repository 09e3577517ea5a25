"""What a person at the command line can ask of this game."""

from __future__ import annotations

import json

import pytest

from kempelen.engine.errors import BadNotation, PlayerError
from kempelen.engine.files.position import position_text
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.games.tactics import GAME
from kempelen.games.tactics.files.maps import map_data
from kempelen.games.tactics.lab.benches import bench_works, large_table
from kempelen.games.tactics.rules.actions import Activate
from kempelen.games.tactics.rules.state import thing_word
from kempelen.text import LANGUAGES
from kempelen.web.shown.choices import advised_of
from tests.games.tactics.table import foe, ours, position

TABLE = position(
    ["......", "......", "......"],
    [foe("guard", "0,1"), ours("archer", "3,0"), ours("militia", "3,2")],
)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(position_text(TABLE), "utf-8")
    return path


# -- chances


def test_the_outcomes_of_an_activation_with_chances_tiles_and_why(kempelen, table):
    said = kempelen("odds", "tactics", "--position", table, "--unit", "guard", "--lang", "en")
    assert said.status == 0
    assert said.out.splitlines()[0].startswith("Guard")
    words = " ".join(said.out.split())
    assert "1/4" in words
    assert "attack and destroy the archer" in words  # it has 2 health, the guard deals 3
    assert "Equally good: the archer and the militiaman." in words
    assert "[our reading tactics:R6]" in words
    assert "muhq-ai / Aggressive / 3a" in words
    lit = [line for line in said.out.splitlines() if line.startswith(("0 │", "  │", "  ├"))]
    assert any("50Ar2" in line for line in lit)


@pytest.mark.parametrize("roll", [1, 2, 3, 4])
def test_dice_rolled_by_a_person_name_the_outcome(kempelen, table, roll):
    said = kempelen("odds", "tactics", "--position", table, "--unit", "guard", "--draw", roll)
    rows = [line for line in said.out.splitlines() if "1/4" in line]
    assert [line.split()[3] for line in rows] == ["1", "2", "3", "4"]
    outcome = rows[roll - 1].split(None, 4)[4].strip().split(" and tap")[0]
    assert f"It is this: {outcome[:1].lower()}{outcome[1:]}"[:40] in " ".join(said.out.split())


def test_the_program_draws_one_of_them(kempelen, table):
    said = kempelen("odds", "tactics", "--position", table, "--unit", "guard", "--draw", "--lang", "de")
    assert "Das Programm hat" in said.out
    assert "Es ist dies: Zug nach" in said.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--unit", "guard", "--draw", "5"), "from 1 to 4"),
        (("--unit", "guard", "--draw", "x"), "from 1 to 4"),
        (("--draw",), "--unit ID"),
        (("--unit", "archer"), "has no AI"),
        (("--unit", "ghost"), "ghost"),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_line(kempelen, table, words, said):
    came = kempelen("odds", "tactics", "--position", table, *words, "--lang", "en")
    assert came.status == 2
    assert said in came.err
    assert len(came.err.splitlines()) == 1


# -- many games


def test_win_rates_by_players_and_difficulty(kempelen, tmp_path):
    rows = tmp_path / "rows.jsonl"
    words = ("--map", "kraken", "--players", "all", "--difficulty", "all", "-n", 1, "--workers", 1, "-o", rows)
    said = kempelen("simulate", "tactics", *words, "--lang", "en")
    assert said.status == 0
    for players in (1, 2, 3, 4):
        for level in ("easy", "normal", "hard"):
            assert f"kraken {players} {level}" in said.out
    played = [json.loads(line) for line in rows.read_text("utf-8").splitlines()]
    assert {(len(row["seats"]), row["options"]["level"]) for row in played} == {
        (players, level) for players in (1, 2, 3, 4) for level in ("easy", "normal", "hard")
    }
    assert all(row["facts"]["rounds"] >= 1 for row in played)


def test_which_lines_fired(kempelen):
    words = ("--map", "tyrant", "--players", 1, "-n", 3, "--workers", 1, "--lines", "--lang", "en")
    said = kempelen("simulate", "tactics", *words)
    assert "Aggressive" in said.out
    assert "Never carried out" not in said.out or "Aggressive 2" not in said.out.partition("Never carried out")[2]


@pytest.mark.parametrize(("words", "said"), [(("--difficulty", "brutal"), "brutal"), (("--players", "0"), "0 players")])
def test_bad_words_are_refused(kempelen, words, said):
    came = kempelen("simulate", "tactics", "-n", 1, *words, "--lang", "en")
    assert came.status == 2
    assert said in came.err


def test_the_document_has_the_lists_in_both_languages(kempelen):
    for lang, words in (("en", ("Wandering X", "at most X away")), ("de", ("Umherziehend X", "höchstens X entfernt"))):
        said = kempelen("document", "tactics", "--lang", lang)
        assert all(word in said.out for word in words)
        assert said.out.count("\n## ") == 9  # the last tells our readings in words


def test_zero_players_and_unknown_maps(kempelen):
    for lang, said in (("en", "0 players are not possible"), ("de", "Mit 0 Spielern")):
        assert said in kempelen("play", "tactics", "--map", "kraken", "--players", 0, "--lang", lang).err
    assert "nowhere" in kempelen("play", "tactics", "--map", "nowhere").err


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("rows", "units", "place"),
    [
        (["...", ".?."], [], (2, 2)),
        (["....", "..."], [], (2, 4)),
        (["...."], [foe("guard", "1,0"), ours("archer", "1,0")], (1, 2)),
        (["...."], [foe("guard", "2,0", ai="lazy")], (1, 3)),
    ],
)
def test_a_bad_drawing_is_refused_with_row_and_column(kempelen, tmp_path, monkeypatch, lang, rows, units, place):
    monkeypatch.setenv("KEMPELEN_DATA", str(tmp_path / "data"))
    path = tmp_path / "bad.toml"
    path.write_text(position_text(position(rows, units)), "utf-8")
    words = {"en": "row {}, column {}", "de": "Zeile {}, Spalte {}"}[lang].format(*place)
    for command in (("play", "tactics", "--map"), ("companion", "tactics", "--position")):
        said = kempelen(*command, path, "--lang", lang)
        assert (said.status, said.out) == (2, "")
        assert words in said.err
        assert "bad.toml" in said.err
    assert kempelen("games", "--mine", "--lang", "en").out.count("tactics-") == 0


# -- people at a table


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("notation", "en", "de"),
    [
        ("tentacle", "tentacle", "Fangarm"),
        ("tentacle2", "tentacle 2", "Fangarm 2"),
        ("volley", "Volley", "Salve"),
        ("3,4", "D5", "D5"),
        ("sea_hag", "sea hag", "sea hag"),
    ],
)
def test_what_is_drawn_has_a_name(lang, notation, en, de):
    assert say_in(lang).of(thing_word(notation), "bare") == {"en": en, "de": de}[lang]


def test_a_tile_may_be_typed_as_the_board_names_it():
    assert GAME.parse("move D5") is GAME.parse("move 3,4")
    assert GAME.parse("play archer aa12").handles == ("card:archer", "tile:26,11")
    assert GAME.parse("play volley ab2").target.id == "ab2"  # an event is played on a unit, whatever its name
    with pytest.raises(BadNotation):
        GAME.parse("move D0")


def test_hints_lead_through_the_first_map():
    """Every choice has a tip, and the tip is about what is advised; following them is a game of some rounds."""
    hints = set()
    for seed in range(6):
        session = Session(GAME, Setup("tactics", "first", ("human",)), seed=seed).run()
        while not session.over:
            decision = session.decision_for(0)
            advised = GAME.speech.advised(session.setup, decision)
            assert advised in decision.options
            hint = GAME.speech.hint(session.setup, session.view(0), 0)
            hints.add(hint.key.rpartition(".")[2])
            assert all(say_in(lang).of(hint) for lang in LANGUAGES)
            session.answer(advised.notation)
            session.run()
        assert session.state.round >= 3
    assert {"tower", "attack_free", "go_and_strike", "play", "enter", "end_hand"} <= hints


def test_a_tip_leads_through_all_that_a_unit_does():
    """The unit, where it goes and whom it attacks are one tip: what comes after it is no question any more."""
    led = []
    for seed in range(3):
        session = Session(GAME, Setup("tactics", "first", ("human",)), seed=seed).run()
        while not session.over:
            decision = session.decision_for(0)
            advised = GAME.speech.advised(session.setup, decision)
            shown = advised_of(session, session.view(0), 0, advised, say_in("en"))
            answers = [shown["do"], *shown.get("then", "").splitlines()]
            for answer in answers:
                session.answer(answer, 0)
                session.run()
            if isinstance(advised, Activate):
                led.append(len(answers))
                assert session.over or session.state.acting is None
    assert set(led) >= {2, 3}


def test_only_the_small_maps_give_hints():
    session = Session(GAME, Setup("tactics", "kraken", ("human",)), seed=5).run()
    assert GAME.speech.hint(session.setup, session.view(0), 0) is None


# -- what the bench measures


def test_the_large_table_of_the_bench():
    state = large_table(GAME)
    assert (state.board.width, state.board.height, len(state.units)) == (20, 20, 30)
    assert {unit.ai.kind for unit in state.units} == {"aggressive", "shy", "wandering", "target"}
    works = {name: prepare() for name, prepare in bench_works(GAME).items()}
    assert {name: len(calls) for name, calls in works.items()} == {"activation": 30, "outcomes": 1}
    before = GAME.to_position(state)
    works["activation"][0]()
    assert 150 <= len(works["outcomes"][0]()) <= 200
    assert GAME.to_position(state) == before


def test_levels_change_few_numbers():
    for name in ("kraken_1", "kraken_2", "kraken_4", "tyrant_1", "tyrant_2", "tyrant_4"):
        health = map_data(name)["boss_health"]
        assert all(health["easy"][n] < health["normal"][n] < health["hard"][n] for n in health["normal"])


@pytest.mark.parametrize("notation", ["play kraken volley", "attack volley", "activate kraken", "play volley nobody"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_named_where_a_unit_belongs_is_refused_in_words(lang, notation):
    session = Session(GAME, Setup("tactics", GAME.scenarios[0], ("human",)), seed=1).run()
    with pytest.raises(PlayerError) as error:
        session.answer(notation)
    assert say_in(lang).of(error.value.text)
    assert say_in(lang).of(GAME.parse(notation).text)
