"""Somebody's automa at the table: seats, roles, records, positions, and why it does what it does."""

from dataclasses import replace

import pytest

from kempelen.automa.problems import BadAutoma
from kempelen.behaviour.chances import action_chances, courses
from kempelen.behaviour.question import ScriptedOracle
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadSetup
from kempelen.engine.files.record import Record, read_text
from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.seats import read_spec
from kempelen.engine.session import Session
from kempelen.engine.setup import check_setup
from kempelen.games.undaunted.automa.solitaire import Automa
from kempelen.games.universalis.rules.actions import Shoot
from kempelen.lab.run import play_through
from kempelen.parts.automas import look_over, pages_by, sheet_from, shipped_sheets, with_automa
from tests.automa.test_files import MG, SAB, SHY, file

USUAL = {
    "undaunted": Setup("undaunted", "first", ("solitaire", "scripted")),
    "saboteur": Setup("saboteur", "tu", ("rule", "rule", "random")),
    "tactics": Setup("tactics", "kraken", ("rule",)),
    "universalis": Setup("universalis", "first", ("middle", "charge")),
}
ALL = [(name, id) for name in USUAL for id in shipped_sheets(game_named(name))]
HIDDEN = shipped_sheets(game_named("saboteur"))["hidden-saboteur"]


def of(name, text):
    return sheet_from(game_named(name), text)


@pytest.mark.parametrize(("name", "id"), ALL)
def test_every_shipped_automa_plays_legally_to_the_end(name, id):
    game = game_named(name)
    setup = with_automa(game, USUAL[name], shipped_sheets(game)[id])
    check_setup(game, setup)
    for number in range(3):
        players = [game.player(read_spec(seat), setup) for seat in setup.seats]
        _, outcome, _ = play_through(game, setup, players, TapeDice(f"{id} {number}"), strict=True, tracing=number == 0)
        assert outcome is not None


@pytest.mark.parametrize(
    ("name", "file_"), [("undaunted", MG), ("saboteur", SAB), ("tactics", None), ("universalis", SHY)]
)
def test_a_record_carries_the_text_and_replays_where_nobody_has_the_file(name, file_):
    game = game_named(name)
    sheet = of(name, file(file_, name)) if file_ else shipped_sheets(game)["hunting-pack"]
    if file_ is None:
        sheet = of(name, sheet.text.replace("automa: Hunting Pack", "automa: Trial"))
    setup = with_automa(game, USUAL[name], sheet)
    session = Session(game, setup, seed="own").run()
    again = read_text("own.jsonl", Record.of(session).text()).load()
    assert again.setup.automas == {"trial": sheet.text}
    assert again.state == session.state
    assert again.events == session.events


def test_a_seat_with_an_unknown_automa_is_refused():
    game = game_named("saboteur")
    with pytest.raises(BadSetup) as raised:
        check_setup(game, Setup("saboteur", "tu", ("rule@nobody", "rule", "rule")))
    assert raised.value.text.key == "setup.unknown_automa"
    with pytest.raises(BadSetup) as raised:
        check_setup(game, Setup("saboteur", "tu", ("random@hidden-saboteur", "rule", "rule")))
    assert raised.value.text.key == "setup.no_automas"
    bad = Setup("saboteur", "tu", ("rule@x", "rule", "rule"), automas={"x": "automa: X\nformat: 1\ngame: saboteur\n"})
    with pytest.raises(BadAutoma) as raised:
        check_setup(game, bad)
    assert raised.value.problems[0].text.key == "automa.wrong.missing"
    with pytest.raises(BadSetup) as raised:
        check_setup(game, replace(USUAL["saboteur"], roles={"opponent": "hidden-saboteur"}))
    assert raised.value.text.key == "setup.unknown_role"


def test_a_hidden_saboteur_goes_through_the_seekers_list_at_first():
    """`follow`, `own_turns`, a role from one source, and lines that name their own list."""
    game = game_named("saboteur")
    setup = with_automa(game, Setup("saboteur", "tu", ("rule",) * 3), HIDDEN)
    followed = {True: 0, False: 0}

    def on_choice(seat, choice):
        notes = [kind.write(*values) for kind, values in choice.trace.notes]
        lists = [dict(text.fields)["list"].key for text in notes if text.key == "why.list"]
        if lists[0] == "saboteur.list.sab":
            early = "saboteur.list.seekers" in lists
            followed[early] += 1
            cites = {str(source) for kind, _ in choice.trace.notes for source in kind.sources}
            assert "hidden-saboteur 1 / sab / 1" in cites
            assert any(cite.startswith("saboteur-018 / 4.3.3 Goldsucher und Steinsucher") for cite in cites) == early

    for number in range(6):
        players = [game.player(read_spec(seat), setup) for seat in setup.seats]
        play_through(game, setup, players, TapeDice(number), on_choice=on_choice, tracing=True, strict=True)
    assert followed[True] > 5
    assert followed[False] > 5


def test_numbers_of_a_question_are_handed_on():
    """`specialist_in_reach 10` aims at somebody with a defence of 10; the document's own 8 stays its own."""
    chart = of("undaunted", file(MG)).made(game_named("undaunted").rulings.defaults).charts["mg"]
    assert chart.branches[0][True].aim == "specialist 10"
    shipped = game_named("undaunted").automas.sheet.made(game_named("undaunted").rulings.defaults).charts["mg"]
    assert shipped.branches[2][True].aim == "specialist 8"


def test_the_automa_rolls_for_initiative_under_any_name(monkeypatch):
    game = game_named("undaunted")
    monkeypatch.setitem(vars(game), "bots", {**game.bots, "other": Automa})
    plain, renamed = (
        Session(game, Setup("undaunted", "first", (name, "scripted")), seed=4).run() for name in ("solitaire", "other")
    )
    assert plain.state == renamed.state
    assert plain.events == renamed.events


def test_odds_of_a_condition_put_together_share_its_parts():
    body = (
        "## chart rifleman\n1 [may_control_objective and round <= 3]\n  yes: drm +6\n  no: go to 2\n"
        "2 [may_control_objective]\n  yes: drm +2\n1-8 ATTACK\n9-10 CONTROL, else roll again\n"
    )
    chart = of("undaunted", file(body)).made(game_named("undaunted").rulings.defaults).charts["rifleman"]
    found = {(way.answers, way.drm): way.chances.get("control", 0) for way in courses(chart)}
    assert set(found) == {((("1", True),), 6), ((("2", True),), 2), ((("2", False),), 0)}
    assert found[((("2", False),), 0)] == 0, "who cannot control never does"
    answers = {"may_control_objective": True, "round <= 3": False, "can_attack": True}
    assert action_chances(chart, ScriptedOracle(answers))["control"] == found[((("2", True),), 2)]


def test_an_own_sentence_is_printed_literally_and_marked_in_the_other_language():
    game = game_named("saboteur")
    body = "## list sab\n1 {Weg} 100 % [lay_path] if [own_turns < 3 or not knows_gold]\n2 [discard]\n"
    pages = pages_by(game, of("saboteur", file(body, "saboteur", language="de")))
    lines = [say_in(lang).of(pages[1].lines[0][1], "Nom") for lang in ("de", "en")]
    assert lines[0].startswith("{Weg} 100 %, nur wenn")
    assert lines[1].startswith("[de] {Weg} 100 %, only if")
    assert pages[1].changed == {"1"}
    assert pages[0].changed == frozenset()


def test_a_position_of_the_opponents_own_automa_reads_back():
    game = game_named("tactics")
    sheet = shipped_sheets(game)["hunting-pack"]
    mine = of("tactics", sheet.text.replace("automa: Hunting Pack", "automa: Trial"))
    session = Session(game, with_automa(game, USUAL["tactics"], mine), seed=3).run()
    position = game.to_position(session.state)
    assert position["roles"] == {"opponent": "trial", "units": "trial"}
    state = game.from_position(position, {})
    assert state.rule.opponent is mine
    assert game.to_position(state) == position
    with pytest.raises(BadAutoma):
        game.from_position({**position, "automas": {"trial": mine.text.replace("[draw_a_card]", "[draw]")}}, {})


def test_knobs_can_be_turned():
    sheet = HIDDEN.turn({"patience": 0})
    lists = [one.made(game_named("saboteur").rulings.defaults).lists["sab"] for one in (HIDDEN, sheet)]
    assert [text.lines[0].when.question.name for text in lists] == ["own_turns < 3", "own_turns < 0"]
    assert HIDDEN.digest == sheet.digest
    assert look_over(HIDDEN.text, game_named("saboteur")).automa.digest == HIDDEN.digest


def test_a_changed_copy_of_a_shipped_automa_may_keep_its_name():
    """It is the text that is played, not the shipped one of the same name."""
    game = game_named("saboteur")
    copy = sheet_from(game, HIDDEN.text.replace("patience = 3", "patience = 0"))
    assert copy.id == HIDDEN.id
    setup = with_automa(game, Setup("saboteur", "tu", ("rule",) * 3), copy)
    assert setup.automas == {copy.id: copy.text}
    assert game.automas.sheet_for(game, copy.id, setup) is copy
    assert with_automa(game, Setup("saboteur", "tu", ("rule",) * 3), HIDDEN).automas == {}


def test_the_numbers_of_a_file_weigh_in_play():
    """Who asks for five models put out of every attack, and always keeps its AP, hardly shoots."""
    game = game_named("universalis")
    body = "## numbers\nenough: attack 500, finishing 500\ncounts: many_ap 20\n"
    timid = of("universalis", file(body, "universalis"))
    shots = dict.fromkeys(("plain", "timid"), 0)
    for which, setup in (
        ("plain", USUAL["universalis"]),
        ("timid", with_automa(game, USUAL["universalis"], timid)),
    ):

        def on_choice(seat, choice, which=which):
            shots[which] += seat == 0 and isinstance(choice.action, Shoot)

        for number in range(3):
            players = [game.player(read_spec(seat), setup) for seat in setup.seats]
            play_through(game, setup, players, TapeDice(number), on_choice=on_choice, strict=True)
    assert shots["plain"] > shots["timid"] * 2


def test_every_level_plays_a_file_with_its_own_row_of_numbers():
    game = game_named("universalis")
    body = "## numbers\neasy: weighs 1, denies 3\n"
    setup = with_automa(
        game, Setup("universalis", "first", ("easy", "hard")), of("universalis", file(body, "universalis"))
    )
    assert setup.seats == ("easy@trial", "hard@trial")
    easy, hard = (game.player(read_spec(seat), setup).level for seat in setup.seats)
    assert (easy.weighs, easy.cover, easy.denies) == (True, False, 3)
    assert (hard.weighs, hard.plans, hard.denies) == (True, True, 2)


def test_changed_numbers_are_printed_beside_ours():
    game = game_named("universalis")
    pages = pages_by(game, of("universalis", file("## numbers\nworth: shock 20\n", "universalis")))
    (grid,) = pages[-1].grids
    assert grid.rows[0][1:] == (20, 12)
    assert say_in("de").of(pages[-1].title, "Nom") == "Geänderte Zahlen"
    assert len(pages_by(game, game.automas.sheet)) == len(pages) - 1
