"""Where there is one thread, a long thought is cut into slices, and whoever clicks is let through between them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kempelen.engine.files.header import header_of
from kempelen.engine.files.record import read_text
from kempelen.engine.game import say_in
from kempelen.engine.tables.steps import at_once
from kempelen.web.rooms import start, thinking
from kempelen.web.rooms.worker import JOBS, odds
from kempelen.web.shown.past.file import SCRIPTS, STYLES, frames_of, offline_page

OVER = Path(__file__).parents[1] / "kept" / "records" / "undaunted-first-over.jsonl"


@pytest.fixture
def session():
    found = start.first_game("saboteur", "en").session
    while found.advance():
        pass
    return found


def test_steps_at_once_are_the_same(session):
    seat = min(session.humans)
    chances, _ = at_once(odds(session, seat))
    assert sum(chance.numerator / chance.denominator for chance in chances) == pytest.approx(1)


@pytest.mark.parametrize(("slice", "through"), [(-1.0, 100), (3600.0, 1)])
def test_others_have_their_turn_between_slices(session, monkeypatch, slice, through):
    """A job of a hundred steps: with slices of no length everybody else has a hundred turns meanwhile."""

    def long_job(session):
        for _ in range(100):
            yield
        return "done"

    monkeypatch.setitem(JOBS, "long", long_job)
    monkeypatch.setattr(thinking, "SLICE", slice)
    turns, here = 0, thinking.InPlace()

    async def clicks():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def story():
        clicking = asyncio.ensure_future(clicks())
        found = await here.do("long", "t1", header_of(session), [])
        clicking.cancel()
        return found

    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have this thread's loop
        assert thread.submit(asyncio.run, story()).result() == "done"
    assert through <= turns <= through + 3
    assert here.longest.keys() == {"long"}


def test_a_file_that_plays_by_itself_is_put_together_in_steps():
    """Styles and scripts one after the other: each takes long enough on a phone."""
    session = read_text(OVER.name, OVER.read_text("utf-8")).load()
    content = at_once(frames_of(session, "en"))

    def told():
        page = yield from offline_page(content, say_in("en"))
        assert page.startswith("<!doctype html>")

    assert len(list(told())) > len(SCRIPTS) + len(STYLES)
