"""A bot that chooses what the rules do not allow: a strict table names it, a session waits for a person."""

from copy import deepcopy
from dataclasses import replace

import pytest

from kempelen.engine.dice import TapeDice
from kempelen.engine.errors import IllegalAction
from kempelen.engine.files.record import Record, export, read_text
from kempelen.engine.refusal import BotRefused
from kempelen.engine.session import Session
from kempelen.engine.table import Choice, DirectTable
from kempelen.engine.tables.strict import StrictTable
from kempelen.engine.trace import Cite, Trace, note
from kempelen.wording import chosen_instead
from tests.engine import conftest, toy
from tests.engine.toy import BID, REACT, STRIKE, TOY, WORDS, ToyBot, setup

FIRST = note("toy.why.rolled", Cite("toy", "strike", "3"), face=lambda face: face, public=True)
SECRET = note("toy.why.rolled", Cite("toy", "secret", "9"), face=lambda face: face)


class Stubborn(ToyBot):
    """Says at one kind of question what nobody has offered; it has rolled a die for it."""

    prompt = STRIKE
    says = "dodge"

    def decide(self, decision, table):
        if decision.prompt is not self.prompt:
            return super().decide(decision, table)
        trace = Trace(decision.seat)
        trace.add(FIRST, table.roll(6, "why not"))
        trace.add(SECRET, 6)
        return Choice(WORDS[self.says], trace if table.tracing else None)


class Bidder(Stubborn):
    prompt = BID


class Reacting(Stubborn):
    prompt = REACT
    says = "strike"


@pytest.fixture(autouse=True)
def stubborn_toy(monkeypatch):
    bots = {**TOY.bots, "stubborn": Stubborn, "bidder": Bidder, "reacting": Reacting}
    game = replace(TOY, bots=bots)
    known = conftest.game_module.games()
    monkeypatch.setattr(conftest.game_module, "games", lambda: {**known, "toy": game})
    return game


def played_on(session):
    """Every question is answered with the first option."""
    while not session.over:
        session.run()
        for decision in session.unanswered:
            session.answer(decision.options[0], decision.seat)
    return session


@pytest.mark.parametrize("bot", ["stubborn", "bidder", "reacting"])
def test_a_strict_table_names_game_seat_bot_line_and_choice(stubborn_toy, bot):
    said = setup("automa", bot)
    for seed in range(9):
        table = StrictTable(stubborn_toy, [TOY.bots["automa"](), stubborn_toy.bots[bot]()], TapeDice(seed), said)
        table.state = stubborn_toy.new(said, table)
        try:
            while stubborn_toy.outcome(table.state) is None:
                stubborn_toy.step(table.state, table)
        except BotRefused as found:
            error, refused = found, found.refusal
            break
    assert (refused.game, refused.seat, refused.name, refused.bot, refused.action) == (
        "toy",
        1,
        "2",
        bot,
        stubborn_toy.bots[bot].says,
    )
    assert [str(source) for step in refused.steps for source in step.sources] == [
        "toy / strike / 3",
        "toy / secret / 9",
    ]
    assert refused.steps[0].text.fields == (("face", refused.rolls[0] + 1),)  # asked again with the die it had
    again = deepcopy(error)  # as it comes from a worker of the lab
    assert (type(again), again.text) == (BotRefused, error.text)


def test_a_strict_game_is_the_same_game(stubborn_toy):
    said = setup("automa", "automa")
    ends = []
    for kind in (StrictTable, DirectTable):
        table = kind(stubborn_toy, [ToyBot(), ToyBot()], TapeDice(3))
        table.state = stubborn_toy.new(said, table)
        while stubborn_toy.outcome(table.state) is None:
            stubborn_toy.step(table.state, table)
        ends.append(table.state)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("bot", ["stubborn", "bidder", "reacting"])
@pytest.mark.parametrize("other", ["human", "automa", "stubborn"])
def test_a_game_with_a_bot_that_is_refused_goes_on_to_its_end_and_can_be_resumed_anywhere(stubborn_toy, bot, other):
    session = Session(stubborn_toy, setup(other, bot), seed=5)
    helped = 0
    while not session.over:
        session.run()
        for decision in session.unanswered:
            rows = list(session.rows)
            again = read_text("record", Record.of(session).text()).load().run()
            assert again.rows == rows
            assert [(d.seat, d.refused) for d in again.pending] == [(d.seat, d.refused) for d in session.pending]
            if decision.refused is not None:
                helped += 1
                with pytest.raises(IllegalAction):  # what the bot wanted is not allowed for a person either
                    session.answer(decision.refused.action, decision.seat)
                assert session.rows == rows
            session.answer(decision.options[0], decision.seat)
    assert helped
    record = read_text("record", Record.of(session).text())
    noted = [row for row in record.rows if getattr(row, "instead", "")]
    assert len(noted) == helped
    assert all(row.instead != row.value for row in noted)
    assert record.load().state == session.state


def test_the_choice_of_a_person_for_a_bot_can_be_taken_back_and_its_why_says_what_the_bot_wanted(stubborn_toy):
    session = Session(stubborn_toy, setup("automa", "stubborn"), seed=5).run()
    refused = session.refused
    before = session.state
    session.answer("strike", refused.seat)
    index = next(n for n, row in enumerate(session.inputs) if row.instead)
    assert session.inputs[index].rolls == refused.rolls
    assert session.consult(index).action is WORDS["dodge"]
    assert [step.text for step in session.why(index)] == [step.text for step in refused.steps]
    session.undo()
    assert (session.refused, session.state) == (refused, before)


def test_what_is_told_of_it_keeps_the_secrets_of_its_seat(stubborn_toy):
    speech = replace(TOY.speech, public_notation=lambda state, notation: "something")
    game = replace(stubborn_toy, speech=speech)
    session = Session(game, setup("human", "stubborn"), seed=5)
    while session.refused is None:
        session.run()
        if session.refused is None:
            session.answer(session.pending[0].options[0], session.pending[0].seat)
    everybody, itself = repr(session.refused.text(0)), repr(session.refused.text(1))
    assert [("dodge" in text, "secret / 9" in text) for text in (everybody, itself)] == [(False, False), (True, True)]
    session.answer("hold", 1)
    lines = [line for line in export(session, 0) if '"instead"' in line]
    assert ["dodge" in line for line in lines] == [False]


def test_two_bots_refused_at_once_are_chosen_for_one_after_the_other(stubborn_toy):
    session = Session(stubborn_toy, setup("bidder", "bidder"), seed=5).run()
    assert [decision.seat for decision in session.pending] == [0]
    session.answer("low", 0)
    session.run()
    assert [decision.seat for decision in session.pending] == [1]
    session.answer("high", 1)
    row = next(row for row in session.inputs if row.kind == "together")
    assert [(seat, text) for seat, text, _ in row.value] == [(0, "low"), (1, "high")]
    assert session.state.round < toy.ROUNDS
    assert played_on(session).over


def test_a_choice_for_a_bot_in_a_simultaneous_choice_is_noted_with_its_rolls_and_can_be_taken_back(stubborn_toy):
    session = Session(stubborn_toy, setup("human", "bidder"), seed=5).run()
    session.answer("low", 0)
    refused = session.run().refused
    assert (refused.seat, refused.action, len(refused.rolls)) == (1, "dodge", 1)
    session.answer("high", 1)
    index = next(n for n, row in enumerate(session.inputs) if row.kind == "together")
    row = session.inputs[index]
    assert (row.value[1], row.refused, row.human) == ([1, "high", list(refused.rolls)], ((1, "dodge"),), True)
    again = read_text("record", Record.of(session).text()).load()
    assert again.rows == session.rows
    for one in (session, again):
        assert one.consult(index, 1).action is WORDS["dodge"]
        assert [step.text for step in one.why(index, seat=1)] == [step.text for step in refused.steps]
    told = chosen_instead(session, index, 1, None)
    assert dict(told.fields) == {"wanted": "dodge", "given": "high"}
    assert chosen_instead(session, index, 0, None) is None
    session.undo()
    assert [decision.seat for decision in session.pending] == [0]


def test_two_bots_refused_at_once_are_taken_back_together(stubborn_toy):
    session = Session(stubborn_toy, setup("bidder", "bidder"), seed=5).run()
    session.answer("low", 0)
    session.run().answer("high", 1)
    session.undo()
    assert session.run().refused.seat == 0
    assert not [row for row in session.inputs if row.kind == "together"]


def test_what_a_bot_wanted_in_a_simultaneous_choice_keeps_its_secrets_in_exports(stubborn_toy):
    speech = replace(TOY.speech, public_notation=lambda state, notation: "something")
    session = Session(replace(stubborn_toy, speech=speech), setup("human", "bidder"), seed=5).run()
    session.answer("low", 0)
    session.run().answer("high", 1)
    lines = {seat: next(line for line in export(session, seat) if '"together"' in line) for seat in (0, 1)}
    assert ['"instead":{"2":"something"}' in lines[0], '"instead":{"2":"dodge"}' in lines[1]] == [True, True]
