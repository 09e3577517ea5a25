"""Looking back: everything that was heard is told once, each thing with the table of its moment, its dice and its why."""

import json
import re

import pytest

from kempelen.engine.events import roll_of
from kempelen.engine.game import games, say_in
from kempelen.engine.session import Session
from kempelen.engine.table import notation_of
from kempelen.engine.tables.steps import at_once
from kempelen.web.rooms.start import first_scenario, first_setup
from kempelen.web.shown.known import told_events
from kempelen.web.shown.past.file import SCRIPTS, STATIC, in_one
from kempelen.web.shown.past.film import LAST, MAIN, Spot, frame_of, moments_of
from kempelen.web.shown.story import moments

GAMES = tuple(games())
TOP = re.compile(r"^(?:export )?(?:async )?(?:function|const|let|class) \*?(\w+)", re.MULTILINE)
TOGETHER = re.compile(r"^const \[([^\]=]*)\] =", re.MULTILINE)
SAY = say_in("en")


@pytest.fixture(scope="module", params=GAMES)
def session(request):
    """A first game that somebody has played as he was advised."""
    game = games()[request.param]
    setup = first_setup(game, "en", first_scenario(game))
    session = Session(game, setup, seed="a").run()
    while not session.over:
        decision = session.decision_for(0)
        advised = game.speech.advised(setup, decision)
        session.answer(decision.options[0] if advised is None else notation_of(advised))
        session.run()
    return session


def shown(session, spot):
    return frame_of(session, moments(session), spot.at, None, SAY, seat=0, which=spot.deed)


def test_every_thing_that_was_heard_is_told_once(session):
    numbers = moments(session)
    frames = [frame_of(session, numbers, n, None, SAY, seat=0) for n in moments_of(session, numbers, None)]
    assert sum(len(frame.lines) for frame in frames) == len(told_events(session, None))
    deeds = [deed.line for frame in frames for deed in frame.deeds]
    assert [one.number for one in deeds] == sorted({one.number for one in deeds})
    assert all(one.headline for one in deeds)
    rolled = {one.number for one in told_events(session, None) if roll_of(one.event) is not None}
    assert rolled & {one.number for one in deeds} == {one.number for one in deeds if one.dice}
    assert {one.number for one in deeds if one.why}, "what automas did has a why"


def test_one_steps_through_all_of_it_and_back_again(session):
    last = len(moments(session)) - 1
    way, spot = [], Spot(0, 0)
    while spot is not None:
        frame = shown(session, spot)
        way.append((spot.at, frame.which))
        spot = frame.on
    assert way[-1][0] == last
    assert len(set(way)) == len(way)
    back, spot = [], Spot(last, LAST)
    while spot is not None:
        frame = shown(session, spot)
        back.append((spot.at, frame.which))
        spot = frame.back
    assert back == way[::-1]


def test_the_table_is_that_of_its_moment(session):
    """What happened later in the same choice is not on the board yet, and each stands with who did it."""
    numbers = moments(session)
    first = frame_of(session, numbers, 0, None, SAY, seat=0)
    end = frame_of(session, numbers, len(numbers) - 1, None, SAY, seat=0)
    assert first.board != end.board
    assert end.beside.you is not None
    assert all(seat.facts or seat.items or seat.holds for seat in end.beside.seats)
    several = [number for number in range(len(numbers)) if len(frame_of(session, numbers, number, None, SAY).deeds) > 2]
    boards = [[shown(session, Spot(n, which)).board for which in (0, LAST)] for n in several]
    assert session.game.name == "saboteur" or any(one != other for one, other in boards)


def test_what_weighs_most_is_shown_first(session):
    numbers = moments(session)
    for number in moments_of(session, numbers, None):
        frame = frame_of(session, numbers, number, None, SAY, seat=0, which=MAIN)
        if any(not deed.heading for deed in frame.deeds):
            assert not frame.deed.heading, "that a round begins is never all that is told"


def test_the_page_is_a_table_with_seats_and_an_event_line(ann):
    table = ann.new("undaunted", scenario="first", seats=["me", "solitaire"], seed="3", pace="instant")
    table.play()
    page = table.get("replay").text
    last = int(re.search(r'data-last="(\d+)"', page)[1])
    assert '<aside class="seats' in page
    assert 'class="dock"' in page
    assert page.count('data-at="') > 5
    pages = [table.get(f"frames/{n}").text for n in range(last + 1)]
    thrown = [page for page in pages if '<span class="die' in page]
    assert thrown
    for page in thrown:
        assert 'class="need"' in page or 'class="rival' in page
        touched = json.loads(re.search(r'id="touched">(.*?)</script>', page)[1])
        assert touched["of"][0], "there is something to mark"
    keys = {re.search(r'id="whys" value="([^"]*)"', page)[1] for page in pages} - {""}
    assert keys
    for key in sorted(keys)[:4]:
        assert 'class="steps"' in table.get(f"why/{key}").text


def test_scripts_in_one_file_have_nothing_of_the_same_name():
    """And nothing of them is loaded from anywhere."""
    script = at_once(in_one(SCRIPTS))
    assert not re.search(r"^(?:import|export) |import\('\./", script, re.MULTILINE)
    texts = [(STATIC / name).read_text("utf-8") for name in SCRIPTS]
    names = [name for text in texts for name in TOP.findall(text)]
    names += [name.strip() for text in texts for some in TOGETHER.findall(text) for name in some.split(",")]
    assert len(names) > 100
    assert len(set(names)) == len(names)
