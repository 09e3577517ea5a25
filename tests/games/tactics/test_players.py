"""The commander, and people at a real table."""

from __future__ import annotations

import pytest

from kempelen.companion import companion_session
from kempelen.engine.dice import TapeDice
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import DirectTable
from kempelen.games.tactics import GAME
from kempelen.games.tactics.players.commander import Commander
from kempelen.games.tactics.rules.cards import HIDDEN_CARD
from kempelen.games.tactics.rules.events import Activated
from kempelen.games.tactics.rules.state import OPPONENT, TURN
from kempelen.text import LANGUAGES
from tests.games.tactics.table import a_table, foe, ours, steps, unit
from tests.marks import rule


class Stop(Exception):
    pass


class Once(Commander):
    """Decides once and keeps what it decided."""

    def decide(self, decision, table):
        self.choice = super().decide(decision, table)
        raise Stop


def decides(state):
    """The next decision of the commander, and why."""
    commander = Once()
    table = DirectTable(GAME, [commander], TapeDice(1), tracing=True)
    table.state = state
    with pytest.raises(Stop):
        GAME.step(state, table)
    return commander.choice


@rule("tactics:S2")
def test_it_takes_a_kill_that_wins():
    state = a_table(["...."], [ours("archer", "0,0"), foe("tyrant", "3,0", health=2)], phase=TURN, mode="tyrant")
    assert decides(state).action.notation == "activate archer"
    steps(state, "activate archer")
    choice = decides(state)
    assert choice.action.notation == "attack tyrant"
    assert [str(source) for step in choice.trace for source in step.sources] == ["tactics:S2"]


@rule("tactics:S1")
def test_it_plays_cards_first_and_buys_last():
    mats = [{"pool": 4, "deck": [], "hand": ["harvest"]}]
    state = a_table(["s.p."], [ours("scout", "1,0", tapped=True)], players=mats, phase=TURN, stock={"knight": 1})
    assert decides(state).action.notation == "play harvest"
    steps(state, "play harvest")
    assert decides(state).action.notation == "buy knight"
    steps(state, "buy knight")
    assert decides(state).action.notation == "end"


def test_it_does_not_walk_into_certain_death_for_nothing():
    state = a_table(["........"], [ours("healer", "0,0"), foe("guard", "5,0")], phase="activation", acting="healer")
    state.units[0].moves = state.units[0].attacks = 1
    choice = decides(state)
    assert choice.action.notation == "done"


def test_a_farmer_works_on_a_field():
    state = a_table(["f......"], [ours("farmer", "0,0"), foe("guard", "6,0")], phase=TURN)
    steps(state, "activate farmer")
    assert decides(state).action.notation == "full"


def test_its_reasons_can_be_said():
    state = a_table(["...."], [ours("archer", "0,0"), foe("tyrant", "3,0")], phase=TURN)
    for lang in LANGUAGES:
        assert all(say_in(lang).of(step.text) for step in decides(state).trace)


# -- people


def a_game(**more):
    data = GAME.to_position(
        a_table(
            ["o....p"],
            [ours("archer", "5,0"), foe("guard", "1,0")],
            players=[{"pool": 2, "deck": ["volley", "ambush", "harvest"]}],
            opponent={"pool": 0, "deck": ["patrol", "levy"]},
            **more,
        )
    )
    return Setup("tactics", "kraken", ("human",), {}, data)


def test_at_a_real_table_hands_stay_unknown_and_cards_show_themselves_when_played():
    session = companion_session(a_game(hand=2), dice_on_table=True)
    session.run()
    state = session.state
    assert state.mats[0].hand == [HIDDEN_CARD] * 2
    assert state.mats[0].deck.away == 2
    offered = {option.notation for option in session.pending[0].options}
    assert {"play volley guard", "play ambush guard", "play harvest"} <= offered
    session.answer("play ambush guard")
    session.run()
    assert session.state.mats[0].hand == [HIDDEN_CARD]
    assert session.state.mats[0].discard == ["ambush"]
    session.answer("end")
    session.run()
    assert session.state.mats[0].discard == ["ambush", HIDDEN_CARD]
    # The opponent draws: a person names the card.
    assert (session.pending[0].kind, session.pending[0].what) == ("draw", "opponent")
    session.answer("patrol")
    session.run()
    session.answer("levy")
    session.run()
    assert (session.pending[0].kind, list(session.pending[0].options)) == ("pick", ["guard", "patrol"])


def test_discarded_unseen_and_shuffled_the_cards_are_back():
    session = companion_session(a_game(hand=3), dice_on_table=False)
    session.run()
    session.answer("end")
    session.run()
    session.answer("levy")
    session.run()
    session.answer("patrol")
    while session.state.phase != TURN or not session.pending:
        if session.pending and session.pending[0].kind != "do":
            session.answer(session.pending[0].options[0])
        session.run()
    mat = session.state.mats[0]
    assert mat.hand == [HIDDEN_CARD] * 3
    assert (len(mat.deck), mat.deck.away, mat.discard) == (0, 3, [])


def test_the_opponents_turn_can_be_taken_back():
    session = Session(GAME, a_game(), seed=4)
    session.run()
    session.answer("end")
    session.run()
    assert session.state.round == 2
    session.undo()
    session.run()
    assert (session.state.round, session.state.phase) == (1, TURN)


def test_a_session_keeps_the_why_of_the_opponents_units():
    session = Session(GAME, a_game(), seed=4)
    session.run()
    session.answer("end")
    session.run()
    acted = [event for event in session.events if isinstance(event, Activated)]
    assert acted
    assert all(event.trace is not None and len(event.trace) for event in acted)


def test_dice_of_ones_own_decide():
    session = companion_session(
        Setup(
            "tactics",
            "kraken",
            ("human",),
            {},
            GAME.to_position(
                a_table(
                    ["......."], [foe("guard", "3,0"), ours("militia", "0,0"), ours("militia", "6,0")], phase=OPPONENT
                )
            ),
        ),
        dice_on_table=True,
    )
    session.run()
    assert list(session.pending[0].options) == ["militia", "militia2"]
    session.answer("2")  # the number on a die
    session.run()
    assert session.state.board.xy(unit(session.state, "guard").tile) == (5, 0)
