"""What befalls a newcomer's own is read before the others go on, and the end says what it cost him."""

from random import Random

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.start import first_setup
from kempelen.web.shown.ending import advice_of
from kempelen.web.shown.past.moments import moments_of
from kempelen.wording import speaking_to
from tests.web.people import Sitting, until

GO_ON = 'data-post="next"'


@pytest.fixture(scope="module")
def lost() -> Session:
    """By the tips, but three times of ten the first thing on offer: one is put out, the other panics, the enemy scores."""
    game, own = game_named("universalis"), Random(16)
    session = Session(game, first_setup(game, "en", "first"), seed="blow 16").run()
    while not session.over:
        decision = session.decision_for(0)
        advised = game.speech.advised(session.setup, decision) or decision.options[0]
        session.answer(notation_of(decision.options[0] if own.random() < 0.3 else advised))
        session.run()
    return session


def test_a_blow_to_ones_own_halts_a_first_game_until_it_is_read(lost):
    game = lost.game
    blows = [event for event in lost.events if game.speech.halts(lost.state, event, 0)]
    states = [getattr(event, "state", "scored") for event in blows]
    assert states == ["scored", "out", "panic", "scored"]
    assert {getattr(event, "seat", 1) for event in blows} == {1}, "what befalls the enemy stops nobody"
    room = Room("x", lost, hints=True)
    assert not room.halted, "what was told before the table was opened has been read"
    room.read = 0
    assert room.halted
    room.pace = "instant"
    assert not room.halted
    room.pace, room.hints = "auto", False
    assert not room.halted


def test_the_end_advises_by_what_cost_the_game(lost):
    say, room = say_in("en"), Room("x", lost, hints=True)
    assert lost.outcome is not None
    assert advice_of(room, lost.outcome, 0, "lost", say) == say("universalis.next_time.panic")
    assert lost.game.speech.cost(lost.state, lost.events, 1) == "", "of the winner nobody panicked"
    calm = [event for event in lost.events if getattr(event, "state", "") != "panic"]
    assert lost.game.speech.cost(lost.state, calm, 0) == ""


def test_the_great_moments_of_a_defeat_name_the_blows(lost):
    told = [one.text for one in moments_of(lost, speaking_to(lost, 0, say_in("en")), 0)]
    assert any("out" in text and "panics" in text for text in told), told


def test_the_others_wait_until_whoever_plays_lets_them_go_on(ann, monkeypatch):
    monkeypatch.setattr(Room, "halted", property(lambda room: room.hints and room.read < len(room.session.events)))
    table = Sitting(ann, ann.post("/first/saboteur").headers["location"].rpartition("/")[2], 0)
    until(lambda: table.state()["asked"] or (GO_ON in table.board() and table.post("next")), "the first question")
    seen = until(lambda: (state := table.state())["asked"] and state, "the first question")
    table.answer(seen["asked"]["options"][0]["do"], seen["version"])
    until(lambda: GO_ON in table.board(), "a pause")
    waits = table.state()["version"]
    table.post("next")
    until(lambda: table.state()["version"] > waits, "the next automa")
