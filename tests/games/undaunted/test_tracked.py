"""The companion with a board: the mirror follows a real table, and a person can check its answers."""

from __future__ import annotations

import pytest

from kempelen.companion import companion_session, facts_in, names_all_cards
from kempelen.engine.errors import BadPosition
from kempelen.engine.files.record import Record
from kempelen.engine.game import Setup
from kempelen.engine.table import HIDDEN
from kempelen.games.undaunted import GAME
from kempelen.games.undaunted.rules.cards import BY_NAME
from tests.games.undaunted.tables import position
from tests.marks import rule

RIFLEMAN = BY_NAME["rifleman-A"]


def tracked(scenario="first", seats=("human", "solitaire"), seed=1, table=None, **things):
    return companion_session(Setup("undaunted", scenario, seats, position=table), seed=seed, **things).run()


def against_automa(us=None, de=None, **things):
    """The US automa has its hand; the German side is a person whose cards nobody else knows."""
    table = position({"hand": ["rifleman-A"], **(us or {})}, {"hand": 3, "deck": {"rifleman-A": 3}, **(de or {})})
    return tracked(seats=("solitaire", "human"), table=table, **things)


# -- what lies on the table


def test_the_automas_deck_is_the_programs_and_the_persons_is_his_own():
    session = tracked()
    assert session.physical.things == {"us"}
    assert session.physical.untracked == {0}
    assert not names_all_cards(session)
    assert session.state.sides[0].hand == [HIDDEN] * 4
    assert HIDDEN not in session.state.sides[1].hand
    assert session.pending[0].kind == "do"


def test_all_cards_can_lie_on_the_table_or_none():
    session = tracked(cards_on_table=True)
    assert session.pending[0].kind == "draw"
    assert session.pending[0].what == "de"
    assert names_all_cards(session)
    session = tracked(cards_on_table=False)
    assert HIDDEN not in session.state.sides[0].hand


def test_real_dice():
    session = against_automa({"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2"]}, dice_on_table=True)
    decision = session.pending[0]
    assert (decision.kind, decision.what, decision.why) == ("roll", "d10", "decision")
    session.answer("0")  # as the die shows its ten: CONTROL, which is not possible, so it is rolled again
    session.answer("5")
    assert session.pending[0].kind == "pool"
    session.answer("0")
    assert "undaunted.event.fired_hit" in [event.text.key for event in session.events]


# -- a person's own actions


@rule("undaunted:K1")
def test_a_card_shows_itself_when_it_is_played():
    session = tracked()
    before = session.state.sides[0].deck.bag.count(BY_NAME["scout-A"])
    session.answer("scout-A scout A2")
    side = session.state.sides[0]
    assert side.hand == [HIDDEN] * 3
    assert side.deck.bag.count(BY_NAME["scout-A"]) == before - 1
    assert side.play == [BY_NAME["scout-A"]]


@rule("undaunted:C5")
@pytest.mark.parametrize(("answers", "where"), [(("yes",), "hand"), (("no", "yes"), "discard"), (("no", "no"), "deck")])
def test_where_a_lost_card_was(answers, where):
    """Only its owner knows where the card was, so he is asked."""
    session = against_automa(
        {"counters": {"D4": ["rifleman-A"]}},
        {"deck": {"rifleman-A": 5}, "hand": 3, "discard": ["hidden"], "counters": {"D4": ["rifleman-A"]}},
        dice_on_table=True,
    )
    session.answer("9")
    session.answer("9")
    for answer in answers:
        assert session.pending[0].kind == "ask"
        session.answer(answer)
    lost = next(event for event in session.events if event.text.key == "undaunted.event.lost")
    assert dict(lost.text.fields)["where"].key == f"undaunted.where.{where}"
    assert session.state.sides[1].removed[RIFLEMAN] == 1


@pytest.mark.parametrize("discard", [[], ["hidden"]])
def test_a_card_that_is_nowhere_else_is_in_the_hand_whatever_is_answered(discard):
    """Of the deck nothing is left: a slip of the finger must not make it smaller than that."""
    session = against_automa(
        {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C2"]},
        {
            "deck": {"rifleman-A": 3 + len(discard)},
            "hand": 3,
            "discard": discard,
            "counters": {"D4": ["rifleman-A"]},
        },
        dice_on_table=True,
    )
    for answer in ("5", "0", *(["no"] * (1 + len(discard)))):
        session.answer(answer)
    session.run()
    side = session.state.sides[1]
    lost = next(event for event in session.events if event.text.key.startswith("undaunted.event.lost"))
    assert lost.where == "hand"
    assert (len(side.deck), len(side.hand), side.discard.count(HIDDEN)) == (0, 2, len(discard))


def test_the_person_is_taken_through_a_whole_game():
    """Whatever a person may hold: a tracked game can be played to its end, saved and loaded."""
    session = tracked("orchard", seed=5)
    for n in range(400):
        if session.over or session.state.round > 4:
            break
        if not session.pending:
            session.advance()
            continue
        decision = session.pending[0]
        if decision.kind == "do":
            options = decision.options
            session.answer(options[(7 * n) % len(options)])
        else:
            session.answer("no" if decision.kind == "ask" else decision.options[0])
    assert session.state.round > 2
    again = Record.of(session).load()
    assert GAME.to_position(again.state) == GAME.to_position(session.state)


# -- correct and undo


def test_correct():
    session = tracked()
    session.correct(facts_in(session, "de.controlled=[C3]"))
    session.run()
    assert session.state.sides[1].points == 1
    session.correct(facts_in(session, "us.hand=3"))
    session.run()
    assert session.state.sides[0].hand == [HIDDEN] * 3
    with pytest.raises(BadPosition):
        facts_in(session, "de.counters={A1: [nobody]}")
    session.undo()
    session.undo()
    assert session.state.sides[1].points == 0


@pytest.mark.parametrize(
    ("typed", "at", "down"),
    [("us.rifleman-A=C2", "C2", True), ("us.rifleman-A=c2", "C2", True), ("us.rifleman-A=off", None, False)],
)
def test_a_counter_is_corrected_by_its_name(typed, at, down):
    """Also one that lies face down, and a game that went on is still the same from its record."""
    session = tracked()
    session.correct(facts_in(session, "us.suppressed=[rifleman-A]"))
    session.correct(facts_in(session, typed))
    session.run()
    side, names = session.state.sides[0], session.state.scenario.terrain.names
    assert side.at[RIFLEMAN] == (names.index(at) if at else -1)
    assert bool(side.suppressed >> RIFLEMAN & 1) is down
    assert names[side.at[BY_NAME["mg-A"]]] == "A1"
    again = Record.of(session).load()
    assert GAME.to_position(again.state) == GAME.to_position(session.state)


def test_a_counter_cannot_be_corrected_to_nowhere():
    with pytest.raises(BadPosition) as error:
        facts_in(tracked(), "us.rifleman-A=Q9")
    assert dict(error.value.text.fields)["field"] == "us.counters.Q9"


# -- checking


QUESTIONS = ("would_win_by_control", "on_target_marker", "may_control_objective", "may_enter_objective_or_on_spawn")


def checked(**more):
    us = {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C1", "C2"]}
    return against_automa(us, questions_on_table=True, **more)


def test_the_questions_of_the_card_are_asked_and_nothing_else():
    session = checked()
    asked = []
    while session.pending and session.pending[0].kind == "ask":
        decision = session.pending[0]
        fields = dict(decision.prompt.fields)
        assert fields["card"].key == "undaunted.card.rifleman-A"
        asked.append((fields["question"].key.rpartition(".")[2], decision.expected))
        session.answer("yes" if decision.expected else "no")
    assert asked == list(zip(QUESTIONS, (False, False, False, True), strict=True))
    assert session.inputs[-1].kind != "ask"


@pytest.mark.parametrize("cards_on_table", [True, None])
def test_nobody_is_asked_about_a_hand_he_cannot_see(cards_on_table):
    us = {"hand": ["scout-A", "fog"], "counters": {"C2": ["scout-A"]}, "scouted": ["C2"]}
    session = against_automa(us, questions_on_table=True, cards_on_table=cards_on_table)
    asked = session.pending[0].what.partition(" ")[0]
    assert asked == ("fog_in_hand" if cards_on_table else "scouted_enough")


def test_the_board_decides_where_a_person_is_wrong():
    right, wrong = checked(), checked()
    for _ in QUESTIONS:
        right.answer("yes" if right.pending[0].expected else "no")
        wrong.answer("no" if wrong.pending[0].expected else "yes")
    assert [row.value for row in right.inputs if row.kind == "do"] == [
        row.value for row in wrong.inputs if row.kind == "do"
    ]


def test_an_answer_can_be_taken_back():
    session = checked()
    session.answer("no")
    session.answer("yes")
    session.undo()
    assert session.pending[0].what.startswith("on_target_marker")
    session.undo()
    assert session.pending[0].what.startswith("would_win_by_control")


def test_checking_goes_on_after_a_break_and_the_why_remains():
    session = checked()
    session.answer("no")
    again = Record.of(session).load().run()
    assert again.pending[0].what.startswith("on_target_marker")
    for _ in QUESTIONS[1:]:
        again.answer("yes" if again.pending[0].expected else "no")
    index = next(n for n, row in enumerate(again.inputs) if row.kind == "do")
    assert again.inputs[index].rolls[:4] == (False, False, False, True)
    assert any(step.text.key == "chart.row" for step in again.why(index))


def test_a_play_without_checking_asks_nothing():
    us = {"counters": {"C2": ["rifleman-A"]}, "scouted": ["C1", "C2"]}
    session = against_automa(us)
    assert session.pending[0].kind in ("do", "ask")
    assert session.pending[0].expected is None
