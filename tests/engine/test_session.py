"""Sessions: answers, secret bids, undo, corrections, forks, why, records."""

import pytest

from kempelen.companion import facts_in
from kempelen.contract import snapshot
from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import BadNotation, IllegalAction
from kempelen.engine.files.record import export
from kempelen.engine.game import Setup, game_named
from kempelen.engine.notation import read_action
from kempelen.engine.player import RandomPlayer
from kempelen.engine.session import Physical, Session, Undo
from kempelen.engine.table import NOBODY, DirectTable
from kempelen.engine.tables import replay
from tests.engine.toy import TOY, WORDS, play_out, reload, setup


@pytest.mark.parametrize("seats", [("human", "human"), ("human", "automa"), ("automa", "automa"), ("random", "human")])
@pytest.mark.parametrize("seed", range(5))
def test_a_record_plays_back_to_the_same_end(seats, seed):
    session = play_out(Session(TOY, setup(*seats), seed=seed), seed)
    again = reload(session)
    assert again.over
    assert snapshot(again.state) == snapshot(session.state)
    assert again.events == session.events
    assert again.outcome == session.outcome


def test_direct_and_stepped_play_agree():
    for seed in range(20):
        events = []
        table = DirectTable(TOY, [TOY.bots["automa"](), RandomPlayer()], TapeDice(seed), listener=events.append)
        table.state = TOY.new(setup(), table)
        while TOY.outcome(table.state) is None:
            TOY.step(table.state, table)
        session = Session(TOY, setup("automa", "random"), dice=TapeDice(seed)).run()
        assert session.over
        assert snapshot(session.state) == snapshot(table.state)
        assert session.events == events


# -- answers


def test_an_answer_that_is_not_allowed_changes_nothing():
    session = Session(TOY, setup(), seed=3).run()
    before = snapshot(session.state), list(session.rows)
    with pytest.raises(IllegalAction):
        session.answer("strike")
    with pytest.raises(BadNotation):
        session.answer("fly")
    with pytest.raises(IllegalAction):
        session.answer("low", seat=1)
    assert (snapshot(session.state), list(session.rows)) == before


def test_a_late_or_doubled_answer_is_refused():
    session = Session(TOY, setup(), seed=3).run()
    seen = len(session.rows)
    session.answer("low", at=seen)
    with pytest.raises(IllegalAction):
        session.answer("low", at=seen)


def test_what_was_allowed_is_not_weighed_again_while_its_step_goes_on(monkeypatch):
    session, weighed = Session(TOY, setup(), seed=3).run(), []

    def weigh(game, decision, state, notation):
        weighed.append((decision.seat, decision.together))
        return read_action(game, decision, state, notation)

    monkeypatch.setattr(replay, "read_action", weigh)
    answered = 0
    while not session.over:
        asked = session.unanswered[-1]
        session.answer(asked.options[0], asked.seat)
        session.run()
        answered += not asked.together
    assert answered
    assert all(together or seat not in session.humans for seat, together in weighed)
    assert snapshot(reload(session).state) == snapshot(session.state)


# -- secret bids


def test_bids_stay_sealed_until_all_are_in():
    session = Session(TOY, setup("human", "human"), seed=3).run()
    assert {decision.seat for decision in session.pending} == {0, 1}
    before = snapshot(session.state)
    session.answer("high", seat=1)
    assert {decision.seat for decision in session.pending} == {0, 1}
    assert snapshot(session.state) == before
    assert not [event for event in session.events if event.what == "bids"]
    assert "high" not in "".join(export(session, 0))
    session.answer("low", seat=0)
    assert [event.value for event in session.events if event.what == "bids"] == [("low", "high")]


def test_a_sealed_bid_may_be_changed_or_taken_back():
    session = Session(TOY, setup("human", "human"), seed=3).run()
    session.answer("high", seat=1)
    session.answer("low", seat=1)
    session.undo(seat=1)
    session.answer("high", seat=0)
    assert {decision.seat for decision in session.pending} == {0, 1}
    session.answer("low", seat=1)
    assert [event.value for event in session.events if event.what == "bids"] == [("high", "low")]
    assert snapshot(reload(session).run().state) == snapshot(session.state)


def test_a_sealed_bid_is_not_taken_back_by_somebody_else():
    session = Session(TOY, setup("human", "human"), seed=3).run()
    session.answer("high", seat=1)
    with pytest.raises(IllegalAction) as error:
        session.undo(seat=0)
    assert error.value.text.key == "session.undo_needs_all"
    assert {decision.seat for decision in session.unanswered} == {0}
    session.undo(seat=0, agreed=True)
    assert {decision.seat for decision in session.unanswered} == {0, 1}


def test_a_sealed_bid_survives_saving():
    session = Session(TOY, setup("human", "human"), seed=3).run()
    session.answer("high", seat=1)
    again = reload(session).run()
    again.answer("low", seat=0)
    assert [event.value for event in again.events if event.what == "bids"] == [("low", "high")]


# -- undo


def test_undo_and_the_same_answer_meet_the_same_dice():
    for seed in range(8):
        session = Session(TOY, setup(), seed=seed).run()
        session.answer("high")
        session.run()
        first = snapshot(session.state), [d.prompt for d in session.pending]
        session.undo()
        session.run()
        assert session.pending[0].prompt.key == "toy.prompt.bid"
        session.answer("high")
        session.run()
        assert (snapshot(session.state), [d.prompt for d in session.pending]) == first


def test_undo_is_an_appended_row_and_says_what_was_seen():
    session = Session(TOY, setup(), seed=5).run()
    session.answer("high")
    session.run()
    rows = len(session.rows)
    session.undo()
    assert len(session.rows) > rows
    undo = next(row for row in session.rows if isinstance(row, Undo))
    assert undo.count >= 1
    assert snapshot(reload(session).run().state) == snapshot(session.run().state)


def test_what_was_answered_by_one_touch_is_taken_back_by_one():
    session = Session(TOY, setup(), seed=5).run()
    first = snapshot(session.state)
    session.answer("high")
    session.run()
    session.answer("hold", along=True)
    again = reload(session)
    again.undo()
    assert snapshot(again.run().state) == first, "a record knows it too"


def test_with_nothing_answered_there_is_nothing_to_undo():
    with pytest.raises(IllegalAction):
        Session(TOY, setup(), seed=5).run().undo()


def test_several_people_may_not_take_back_what_others_have_seen():
    session = Session(TOY, setup("human", "human"), seed=2).run()
    session.answer("high", seat=0)
    session.answer("low", seat=1)
    session.run()
    session.answer("hold")  # a card is drawn behind it
    session.run()
    with pytest.raises(IllegalAction):
        session.undo(seat=0)
    session.undo(seat=0, agreed=True)
    session.run()
    assert session.pending[0].prompt.key == "toy.prompt.strike"


# -- corrections, forks, moments


def test_a_correction_is_recorded_and_can_be_taken_back():
    session = Session(TOY, setup(), seed=4).run()
    session.answer("high")
    session.run()
    points = session.state.points[:]
    session.correct({"points": {"1": 40}})
    session.run()
    assert session.state.points[0] == 40
    assert reload(session).run().state.points[0] == 40
    session.undo()
    session.run()
    assert session.state.points == points


def test_a_correction_stands_where_it_was_made_when_the_game_is_loaded():
    """Tactics: income comes in and upkeep is paid before anybody is asked; who then says what lies there says it of
    that moment."""
    session = Session(game_named("tactics"), Setup("tactics", "kraken", ("human",)), seed=1)
    session.physical = Physical(frozenset({"cards"}), frozenset({0}))
    session.run()
    session.answer("end")
    session.run()
    assert (session.state.round, session.state.phase) == (2, "turn")
    for pool in (9, 1):
        session.correct(facts_in(session, f"players.1.pool={pool}"))
        session.run()
        again = reload(session).run()
        assert [one.state.mats[0].pool for one in (session, again)] == [pool, pool]
        assert told(again) == told(session)


def told(session):
    return [event.text for event in session.events]


def test_a_bid_that_was_sealed_after_a_correction_survives_saving():
    """Whoever loads the game, and a process in which the automas think, knows it; else they wait for it for ever."""
    session = Session(TOY, setup("human", "human"), seed=3).run()
    session.correct({"points": {"1": 40}})
    known = len(session.rows) - 1
    session.run().answer("high", seat=0)
    whole, later = reload(session).run(), Session(TOY, setup("human", "human"), seed=3)
    later.restore(session.rows[:known])
    later.restore(session.rows[known:])  # as a process does that knew the game up to the correction
    for again in (whole, later.run()):
        assert [decision.seat for decision in again.unanswered] == [1]
        again.answer("low", seat=1)
        assert [event.value for event in again.events if event.what == "bids"] == [("high", "low")]


def test_a_correction_changes_nothing_that_was_rolled_and_told():
    """Undaunted: a new round, the automa has drawn its secret hand and rolled, and somebody sees a counter that is wrong."""
    session = Session(game_named("undaunted"), Setup("undaunted", "first", ("human", "solitaire")), seed=5)
    session.physical = Physical(frozenset({"us"}), frozenset({0}))
    session.run()
    while "bid" not in session.pending[0].prompt.key:
        session.answer("end")
        session.run()
    before, hand = told(session), session.state.sides[1].hand[:]
    assert "undaunted.event.initiative_rolled" in [text.key for text in before]
    for place in ("C2", "B1"):
        session.correct(facts_in(session, f"us.rifleman-A={place}"))
        session.run()
        assert told(session) == before
        assert session.state.sides[1].hand == hand
        assert reload(session).run().state == session.state


def test_the_same_deed_after_a_correction_meets_the_same_die():
    session = Session(game_named("undaunted"), Setup("undaunted", "first", ("human", "solitaire")), seed=5).run()
    shots = [option for option in session.pending[0].options if "attack" in option.notation]
    session.answer(shots[0])
    dice = [row.value for row in session.inputs if row.kind in ("roll", "pool")]
    assert dice
    session.undo()
    session.correct({"us": {"controlled": ["A3"]}})
    session.run()
    session.answer(shots[0])
    assert [row.value for row in session.inputs if row.kind in ("roll", "pool")] == dice


def test_what_cannot_be_so_after_a_correction_is_asked_anew():
    """A card has been named that, it turns out, does not lie in the pile at all; what was named before it stays."""
    session = Session(game_named("undaunted"), Setup("undaunted", "first", ("human", "solitaire")), seed=5)
    session.physical = Physical(frozenset({"us", "de", "dice"}), frozenset({0}))
    session.run()
    for card in ("rifleman-A", "scout-A", "rifleman-A"):
        session.answer(card)
    session.correct({"de": {"deck": {"scout-A": 0}}})
    session.run()
    assert [(row.kind, row.what) for row in session.inputs] == [("set", ""), ("draw", "de")]
    assert session.pending[0].kind == "draw"
    session.undo()  # the correction; what was named before it stays
    session.run()
    assert [row.kind for row in session.inputs] == ["draw"]


def test_whoever_is_asked_elsewhere_learns_of_a_correction():
    """Another process knows the game and waits for an answer there; then it is told that the table was corrected."""
    session = Session(TOY, setup(), seed=4).run()
    other = reload(session).run()
    assert other.pending
    known = len(session.rows)
    session.answer("high")
    session.run()
    session.correct({"points": {"1": 40}})
    other.restore(session.rows[known:])
    assert not other.pending
    assert other.run().state.points[0] == 40


def test_a_fork_goes_its_own_way():
    session = Session(TOY, setup(), seed=4).run()
    session.answer("high")
    session.run()
    fork = session.fork()
    fork.run()
    before = snapshot(session.state), len(session.inputs)
    play_out(fork)
    assert fork.over
    assert (snapshot(session.state), len(session.inputs)) == before


def test_every_moment_can_be_looked_at_again():
    session = play_out(Session(TOY, setup(), seed=4))
    last = session.look_back(len(session.inputs))[0]
    assert snapshot(last) == snapshot(session.state)
    rounds = [session.look_back(n)[0].round for n in range(4, len(session.inputs) + 1)]
    assert rounds == sorted(rounds)


# -- why


def test_the_why_of_a_bot_can_be_had_again_from_a_record():
    session = play_out(Session(TOY, setup(), seed=4))
    again = reload(session)
    bids = [n for n, row in enumerate(again.inputs) if row.kind == "together"]
    assert bids
    for n in bids:
        answers = {seat: (text, rolls) for seat, text, rolls in again.inputs[n].value}
        choice = again.consult(n, seat=1)
        assert choice.action.notation == answers[1][0]
        assert [dict(step.text.fields)["face"] for step in choice.trace] == answers[1][1]


def test_while_the_game_runs_others_see_only_public_steps():
    session = Session(TOY, setup(), seed=4).run()
    session.answer("high")
    session.run()
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "together")
    assert len(session.why(index, seat=1)) == 1
    assert len(session.why(index, reader=0, seat=1)) == 0
    assert len(session.why(index, reader=1, seat=1)) == 1
    with pytest.raises(IllegalAction):
        session.why(index, seat=0)


# -- a physical table


def test_at_a_physical_table_people_name_dice_and_cards():
    physical = Physical(frozenset({"cards", "dice"}), untracked=frozenset({0}))
    session = Session(TOY, setup(), physical=physical).run()
    assert session.pending[0].kind == "draw"  # the bot's card; the human's stays unknown
    assert session.pending[0].seat == NOBODY
    with pytest.raises(BadNotation):
        session.answer("c9")
    session.answer("c3")
    session.run()
    assert session.state.hands == [[-1], [3]]
    assert session.state.secret == -1
    session.answer("high", seat=0)
    assert session.pending[0].kind == "roll"  # the bot's bid needs a die
    with pytest.raises(BadNotation):
        session.answer("7")
    session.answer("6")
    session.run()
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "together")
    assert session.inputs[index].value == [[0, "high", []], [1, "high", [6]]]
    assert session.pending[0].kind == "pick"
    play_out(session)
    again = reload(session)
    assert snapshot(again.state) == snapshot(session.state)


def test_a_die_named_for_a_bot_can_be_taken_back_and_survives_saving():
    physical = Physical(frozenset({"dice"}), untracked=frozenset())
    session = Session(TOY, setup("automa", "automa"), seed=1, physical=physical).run()
    session.answer("6")
    session.run()
    again = reload(session).run()
    assert [d.seat for d in again.pending] == [d.seat for d in session.pending]
    again.undo()
    again.run()
    assert again.pending[0].seat == 0


def test_words_are_options():
    assert WORDS["low"] in Session(TOY, setup(), seed=4).run().pending[0].options
