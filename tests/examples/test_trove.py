"""Trove, the first example of the guide: it is found by its entry point and keeps the contract."""

from fractions import Fraction

import pytest

from kempelen import contract
from kempelen.behaviour.document import markdown
from kempelen.companion import companion_session
from kempelen.engine.errors import BadPosition
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import HIDDEN
from kempelen.engine.tables.odds import decision_odds
from kempelen.engine.tables.scripted import ScriptedTable
from kempelen.parts.document import pages_of
from kempelen.scene.plain import render_text


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
        "2) Play a low card: possible, so this is done.",
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
