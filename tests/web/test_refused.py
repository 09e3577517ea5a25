"""A bot that the rules refuse, on the page: the rows stay, the page says which line chose what, a person chooses."""

from dataclasses import replace

import pytest

from kempelen.engine.files.record import Record, read_row, read_text
from kempelen.engine.game import Setup, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import SPECTATOR, notation_of
from kempelen.web.rooms.room import Room
from kempelen.web.rooms.worker import Job, Shelf
from kempelen.web.shown.seen import see
from tests.stubborn import WRONG, install, install_secretive


@pytest.fixture
def stubborn(monkeypatch):
    return install(monkeypatch)


def think(room, shelf, most=999):
    """What the server does while a bot has to decide, without its processes; so often at most."""
    while room.thinks is not None and (most := most - 1) >= 0:
        played = shelf.do(Job("play", room.id, room.header, 0, room.rows())).result
        before = len(room.rows())
        room.follow([read_row(row, room.header) for row in played.rows], played.asked, played.refused)
        assert len(room.rows()) >= before
        if played.refused is not None:
            return


def seated(game, *seats):
    room = Room("t", Session(game, Setup("saboteur", "tu", seats), seed=4), "instant")
    room.settle()
    return room


def test_a_person_at_the_table_chooses_for_it_and_the_game_goes_on(stubborn):
    room, shelf = seated(stubborn, "human", "stubborn", "human"), Shelf()
    helped = 0
    for _ in range(400):
        think(room, shelf)
        if room.over:
            break
        asked = room.asked(0) or room.asked(2)
        place = 0 if room.asked(0) is not None else 2
        if room.session.refused is not None:
            helped += 1
            assert room.thinks is None
            for lang, words in (("en", "the rules refuse it"), ("de", "was die Regeln nicht zulassen")):
                seen = see(room, 2, say_in(lang))
                assert words in seen.refused
                assert WRONG in seen.refused
                assert [option["do"] for option in seen.asked["options"]] == [notation_of(o) for o in asked.options]
            assert room.asked(SPECTATOR) is None
            assert see(room, SPECTATOR, say_in("en")).refused
            place = 2
        room.answer(place, notation_of(room.asked(place).options[0]), room.version)
        assert see(room, place, say_in("en")).refused == "" or room.session.refused is not None
    assert room.over
    assert helped
    assert sum(bool(getattr(row, "instead", "")) for row in room.session.rows) == helped


def test_where_only_bots_play_somebody_who_watches_chooses(stubborn):
    room, shelf = seated(stubborn, "stubborn", "stubborn", "rule"), Shelf()
    think(room, shelf)
    assert room.session.refused is not None
    asked = room.asked(SPECTATOR)
    room.answer(SPECTATOR, notation_of(asked.options[0]))
    assert room.session.refused is None


def test_what_the_bot_thought_of_its_secrets_stays_with_it(stubborn):
    room, shelf = seated(stubborn, "human", "stubborn", "stubborn"), Shelf()
    think(room, shelf)
    while room.session.refused is None:
        room.answer(0, notation_of(room.asked(0).options[0]))
        think(room, shelf)
    refused = room.session.refused
    secret = [step for step in refused.steps if not step.public]
    assert secret
    room.session._refused = {refused.seat: replace(refused, steps=tuple(secret))}  # the last step is one of them
    room.session.pending = ()
    room.settle()
    shown = see(room, 0, say_in("en")).refused
    assert shown
    assert not [step for step in secret if say_in("en").of(step.text) in shown]


@pytest.mark.parametrize("first", ["human", "middle", "secretive"])
def test_in_a_simultaneous_choice_too_a_person_chooses_and_the_game_goes_on(monkeypatch, first):
    game = install_secretive(monkeypatch)
    setup = Setup("universalis", "border_post", (first, "secretive"))
    room, shelf = Room("t", Session(game, setup, seed=4), "instant"), Shelf()
    room.settle()
    place, helped = 0 if first == "human" else SPECTATOR, 0
    if first == "human":
        room.answer(place, notation_of(room.asked(place).options[0]), room.version)
    think(room, shelf, 3)
    while room.session.refused is not None:
        helped += 1
        seen = see(room, place, say_in("en"))
        assert "the rules refuse it" in seen.refused
        asked = room.asked(place)
        assert [option["do"] for option in seen.asked["options"]] == [notation_of(option) for option in asked.options]
        room.answer(place, notation_of(asked.options[0]), room.version)
        again = Record.of(room.session)
        assert read_text("game", again.text()).load().rows == room.session.rows  # it can be resumed anywhere
        think(room, shelf, 3)
    assert helped == (2 if first == "secretive" else 1)
    row = next(row for row in room.session.inputs if row.kind == "together")
    assert dict(row.refused) == dict.fromkeys((0, 1) if helped == 2 else (1,), "mission dash")
    assert room.session.state.missions[1] in room.session.state.scenario.missions
