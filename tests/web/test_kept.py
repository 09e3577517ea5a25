"""What is kept from one click to the next: drawn once, and drawn anew as soon as anything has changed."""

import gc
from functools import lru_cache

import pytest

from kempelen.engine.game import Setup, game_named, say_in
from kempelen.engine.session import Session
from kempelen.games.universalis.face import hints
from kempelen.web import templating
from kempelen.web.rooms import start
from kempelen.web.rooms.room import Room
from kempelen.web.routes import table as tables
from kempelen.web.shown import happened, known, story
from kempelen.web.shown.happened import happened_of
from kempelen.web.shown.known import recent
from kempelen.web.shown.seen import see
from kempelen.web.shown.story import log_of
from tests.web.test_tables import first, two_people


@pytest.fixture
def drawings(monkeypatch):
    """The places for which a table was drawn, one after the other."""
    drawn = []

    def drawing(room, seat, say, **more):
        drawn.append((seat, say.lang))
        return see(room, seat, say, **more)

    monkeypatch.setattr(tables, "see", drawing)
    return drawn


def test_a_table_is_drawn_once_while_nothing_changes(ann, drawings):
    table = first(ann, "saboteur")
    do = table.settled()["asked"]["options"][0]["do"]
    table.answer(do)
    table.settled()
    board = table.board()
    del drawings[:]
    assert table.board() == board
    assert drawings == []
    assert table.post("pace", {"pace": "step"}).status_code == 200
    assert 'data-pace="step"' in table.board()
    assert len(drawings) == 1


def test_each_place_and_language_has_a_drawing_of_its_own(ann, ben, drawings):
    one, other = two_people(ann, ben, "saboteur", seed="3")
    one.settled()
    boards = [one.board(), other.board(), one.get("board", headers={"accept-language": "de"}).text]
    assert len(set(boards)) == 3
    assert [(seat, lang) for seat, lang in drawings if seat == 1] == [(1, "en")]
    assert (0, "de") in drawings
    assert one.board() == boards[0]


def test_a_wish_of_another_is_seen_at_once(ann, ben):
    one, other = two_people(ann, ben, "saboteur", seed="3")
    for sitting in (one, other):
        state = sitting.settled()
        if state["asked"]:
            sitting.answer(state["asked"]["options"][0]["do"])
    before = other.board()
    one.post("undo", {})
    assert other.board() != before


@pytest.mark.parametrize("game", ["tactics", "saboteur", "undaunted"])
def test_what_is_told_from_memory_is_what_would_be_told_anew(game):
    """After every choice, and after choices that were taken back and made otherwise."""
    session, say = start.first_game(game, "en").session, say_in("en")
    room = Room("", session)
    human = min(session.humans)
    for turn in range(14):
        session.run()
        if session.over:
            break
        compare(room, human, say)
        options = session.pending[0].options
        session.answer(options[turn % len(options)])
        if turn % 4 == 3:
            session.run()
            compare(room, human, say)
            if not session.over:
                session.undo(human, agreed=True)


def compare(room, seat, say):
    session, me = room.session, frozenset({seat})
    kept = told(session, seat, me, say)
    fresh = say.renaming(lambda text: text)  # nothing is kept for words that are made for one table
    assert told(session, seat, me, fresh) == kept


def told(session, seat, me, say):
    return happened_of(session, recent(session, seat, me), me, say), log_of(session, seat, say)


@pytest.mark.parametrize("game", ["tactics", "saboteur", "undaunted", "universalis"])
def test_a_table_seen_from_memory_is_the_table_seen_anew(game):
    """Board, trays, choices and all that is told, also after a choice was taken back and made otherwise."""
    session, say = start.first_game(game, "en").session, say_in("de")
    room, human = Room("", session), min(session.humans)
    for turn in range(7):
        session.run()
        if session.over:
            break
        seen = see(room, human, say)
        forget_all()
        assert see(room, human, say) == seen
        options = session.pending[0].options
        session.answer(options[turn % len(options)])
        if turn % 3 == 2 and not session.run().over:
            see(room, human, say)
            session.undo(human, agreed=True)


def forget_all():
    """As if nothing had been drawn or told yet."""
    for one in gc.get_objects():
        if isinstance(one, type(lru_cache(len))) and str(one.__module__).startswith(FORGOTTEN):
            one.cache_clear()
    for memory in (known._KEPT, happened._LINES, happened._FACTS, story._SAID, templating._KEPT):
        memory.clear()


FORGOTTEN = ("kempelen.games.", "kempelen.scene.", "kempelen.web.shown.")


def test_what_is_told_again_is_the_same_thing():
    """A step that is under way is played anew with every answer: what it tells is what it told, so that lines stay."""
    session = start.first_game("tactics", "en").session
    human, same = min(session.humans), 0
    for turn in range(12):
        session.run()
        if session.over:
            break
        before = recent(session, human, frozenset({human})).told
        options = session.pending[0].options
        session.answer(options[turn % len(options)])
        session.run()
        after = recent(session, human, frozenset({human})).told
        assert len(after) >= len(before)
        changed = [one for one, other in zip(before, after, strict=False) if one is not other]
        assert all(one != after[one.number] for one in changed)
        same += len(before) - len(changed)
    assert same


def test_what_is_advised_is_thought_of_once(monkeypatch):
    game, thought, think = game_named("universalis"), [], hints.advised
    session, speech = Session(game, Setup(game.name, "first", ("human", game.automa)), seed=1), game.speech
    while session.run().decision_for(0).prompt.key != "universalis.prompt.action":
        session.answer(speech.advised(session.setup, session.decision_for(0)).notation, 0)
    monkeypatch.setattr(hints, "advised", lambda game, asked: thought.append(asked) or think(game, asked))
    room, asked = Room("", session, hints=True), session.decision_for(0)
    assert see(room, 0, say_in("en")).advised == think(room.game, asked).notation
    assert len(thought) == 1
