"""Trove, the first example of the guide: it is found by its entry point and keeps the contract."""

from fractions import Fraction

import pytest

from kempelen import contract
from kempelen.behaviour.document import markdown
from kempelen.companion import companion_session
from kempelen.conform import read_cases, run_file
from kempelen.engine.errors import BadPosition
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN
from kempelen.engine.tables.odds import decision_odds
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.parts.document import pages_of
from kempelen.scene.plain import render_text
from tests.examples.known import TROVE


@pytest.fixture(scope="module")
def trove(examples):
    return examples["trove"]


def test_it_keeps_the_contract(trove):
    found = dict(contract.checks(trove, range(3)))
    assert {check: problems for check, problems in found.items() if problems} == {}


POOR = {"game": "trove", "treasure": 1, "players": [{"hand": [2, 5, 9]}, {"hand": [3, 3, 8]}]}


def test_the_dragon_plays_its_sheet_and_says_why(trove):
    session = Session(trove, Setup("trove", "basic", ("human", "dragon"), position=POOR), seed=1).run()
    session.answer("play 5")
    session.run()
    assert [row.value for row in session.inputs if row.seat == 1 and row.kind == "do"] == ["play 3"]
    why = session.why(1)
    assert why is not None
    assert [say_in("en").of(step.text) for step in why][1:4] == [
        "The treasure is worth only 1.",
        "1) Reach for a rich treasure: not possible now.",
        "2) Play a low card: this is done.",
    ]
    assert say_in("de").of(why.steps[1].text) == "Der Schatz ist nur 1 wert."
    assert [len(why), len(why.for_seat(0))] == [5, 1]


def test_the_dragon_has_exact_odds(trove):
    state = trove.from_position({**POOR, "players": [{"hand": [5]}, {"hand": [1, 2, 8]}], "played": [5]}, {})
    chances = decision_odds(trove, trove.view(state, 1), trove.bots["dragon"](), 1)
    assert chances == {trove.parse("play 1"): Fraction(1, 2), trove.parse("play 2"): Fraction(1, 2)}


@pytest.mark.parametrize(("value", "scores"), [("first", [4, 0]), ("last", [0, 4]), ("nobody", [0, 0])])
def test_equal_cards_go_by_the_option(trove, value, scores):
    state = trove.from_position({**POOR, "treasure": 4, "players": [{"hand": [9]}, {"hand": [9]}]}, {"Q1": value})
    table = ScriptedTable(trove, state, "play 9", "play 9", "draw:1", "draw:1", "d6:4")
    trove.step(state, table)
    trove.step(state, table)
    table.finish()
    assert state.scores == scores


def test_at_a_real_table_people_keep_their_cards_to_themselves(trove):
    session = companion_session(Setup("trove", "basic", ("human", "dragon")), dice_on_table=True).run()
    for card in "258":
        assert session.pending[0].kind == "draw"
        session.answer(card)
    session.answer("6")
    session.run()
    assert session.state.hands == [[HIDDEN] * 3, [2, 5, 8]]
    session.answer("play 7")
    session.run()
    assert session.state.scores == [0, 6]


def test_a_position_that_cannot_be_is_refused(trove):
    with pytest.raises(BadPosition, match="card=9"):
        trove.from_position({**POOR, "spent": [9, 9, 9, 9]}, {})


def test_the_picture_and_the_sheet_can_be_printed(trove):
    session = Session(trove, Setup("trove", "basic", ("human", "dragon")), seed=1).run()
    drawn = render_text(trove.scene(session.view(0), say_in("en")))
    assert "Player 1" in drawn
    page = markdown("Hort", pages_of(trove), trove.credits, say_in("de"))
    assert "2. **Eine niedrige Karte spielen**" in page


def test_the_worked_cases_pass_without_an_adapter_and_none_by_accident(trove, tmp_path):
    file = TROVE / "cases.yaml"
    verdicts = run_file(read_cases(file), {})
    assert [verdict.id for verdict in verdicts] == ["P01", "P02", "T01", "T02", "T03", "D01", "D02", "D03"]
    assert {verdict.id: verdict.problems for verdict in verdicts if verdict.problems} == {}
    spoilt = tmp_path / "spoilt.yaml"
    wrong = {
        "legal: [play 2, play 5]": "legal: [play 2]",
        "seat: 1, legal": "seat: 2, legal",
        "do: play 2, allowed: false": "do: play 2, allowed: true",
        "spent: [6, 9]": "spent: [9, 6]",
        "{hand: [3], score: 5}": "{hand: [3], score: 4}",
        "winners: [2], scores: [0, 5]": "winners: [1], scores: [0, 5]",
        "winners: [1, 2]": "winners: [1]",
        "{p: 1/6, position: {treasure: 2}}": "{p: 1/6, position: {treasure: 2, round: 3}}",
        "{p: 1/6, position: {treasure: 6}}": "{p: 1/3, position: {treasure: 6}}",
        "{p: 1/2, do: play 2}": "{p: 1/2, do: play 8}",
        "do: play 7}": "do: play 8}",
    }
    for right, false in wrong.items():
        text = file.read_text("utf-8")
        assert right in text
        spoilt.write_text(text.replace(right, false), "utf-8")
        assert any(verdict.problems for verdict in run_file(read_cases(spoilt), {})), right


ONE_CARD = "position: {treasure: 4, round: 5, players: [{hand: [6]}, {hand: [9]}]}"


@pytest.mark.parametrize(
    ("case", "says"),
    [
        (f"{{kind: play, {ONE_CARD}, do: [], expect: {{ending: {{}}}}}}", "do is [], but should be a word"),
        (f"{{kind: play, {ONE_CARD}, do: play 7, expect: {{ending: {{}}}}}}", "the rules refuse this: "),
        (f"{{kind: play, {ONE_CARD}, do: jump, expect: {{ending: {{}}}}}}", "“jump” is no action of Trove."),
        (
            f"{{kind: play, {ONE_CARD}, do: [play 6, play 9, play 9], expect: {{ending: {{}}}}}}",
            "play 9 was never asked for: the game is over before",
        ),
        (f"{{kind: legal, {ONE_CARD}, do: jump, expect: {{allowed: false}}}}", "“jump” is no action of Trove."),
        (f"{{kind: legal, {ONE_CARD}, seat: 0, expect: {{legal: []}}}}", "seat is 0, but should be a whole number"),
        (f"{{kind: legal, {ONE_CARD}, expect: {{allowed: true}}}}", "gives no such answer; it gives seat, legal"),
        ("{kind: legal, expect: {seat: 1}}", "position is missing"),
        (
            "{kind: automa, position: {treasure: 4, round: 6, players: [{hand: [6]}]}, expect: {do: play 6}}",
            "nothing is decided in this position: the game is over there",
        ),
        (f"{{kind: automa, automa: drake, {ONE_CARD}, expect: {{do: play 6}}}}", "drake"),
        ("{kind: jump, expect: {a: 1}}", 'unknown kind "jump"; known are play, legal, automa'),
    ],
)
def test_a_case_that_cannot_be_understood_fails_in_words(trove, tmp_path, case, says):
    file = tmp_path / "cases.yaml"
    file.write_text(f"game: trove\ncases:\n- {case.replace('{kind', '{id: X, kind')}\n", "utf-8")
    (verdict,) = run_file(read_cases(file), {})
    assert says in " ".join(say_in("en").of(problem) for problem in verdict.problems)
