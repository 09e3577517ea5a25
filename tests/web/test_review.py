"""A review in the browser: asked for, made in the background, found again, and part of the file to take along."""

import asyncio
import re
from time import monotonic
from types import SimpleNamespace

import pytest

from kempelen.engine.errors import PlayerError
from kempelen.engine.game import Setup, game_named
from kempelen.engine.search import swings as kept
from kempelen.engine.search.review import Plan
from kempelen.engine.search.weighing import Weighed, choices_of
from kempelen.engine.session import Session
from kempelen.text.say import Text
from kempelen.web.errors import Unwelcome
from kempelen.web.limits import Limits
from kempelen.web.rooms.reviews import KEPT, MOST_OF_ONE, MOST_WAITING, Reviewing, Reviews
from kempelen.web.rooms.thinking import AutomaStuck, InPlace
from kempelen.web.shown.reviewed import only_begins
from tests.web.people import Person, Running, run, settings, text_of, until


@pytest.fixture
def sitting(ann):
    """A game that is over."""
    sitting = ann.new("undaunted", scenario="first", seats=["me", "solitaire"], pace="instant")
    assert sitting.play()["outcome"]
    return sitting


def test_a_review_is_made_in_the_background_and_found_again(sitting, ben, server, monkeypatch):
    monkeypatch.setattr(server.app.state.reviews, "seconds", 0.01)  # as few worlds as there may be
    before = text_of(sitting.get("review").text)
    assert "Review this game" in before
    assert sitting.person.post(f"/tables/{sitting.id}/review?seat={sitting.seat}").status_code == 303
    first = sitting.get("review").text
    assert "data-running" in first or "<polyline" in first

    page = until(lambda: (text := sitting.get("review").text) and "<polyline" in text and text, "the review")
    said = text_of(page)
    assert "Chance to win at the first choice" in said
    assert "All choices" in said
    assert "Round 1/5" in said.partition("All choices")[2], "when each was made"
    assert "data-running" not in page
    assert f"/tables/{sitting.id}/replay?at=" in page
    assert "<polyline" in sitting.get("replay.html").text
    assert ben.get(f"/tables/{sitting.id}/review").status_code in (401, 403, 404)


def test_the_page_says_how_long_a_review_will_still_take(sitting, server, monkeypatch):
    """As soon as choices of this game have been timed; what is guessed before may be far off."""
    plan = Plan(0, tuple(range(40)), 50, 0.1, 0.0)
    job = Reviewing((sitting.id, 0, 0), plan=plan)
    monkeypatch.setattr(server.app.state.reviews, "find", lambda key: job)
    monkeypatch.setattr(server.app.state.reviews, "workers", 1)
    said = text_of(sitting.get("review").text)
    assert "0 of 40 choices weighed." in said
    assert "About" not in said
    job.weighed += [Weighed(n, "x", "x", 0.5, 0.4, 0.6, 0.5, "good", 10) for n in range(20)]
    job.began = monotonic() - 120
    assert "20 of 40 choices weighed. About 2 more minutes." in text_of(sitting.get("review").text)


def test_a_review_is_there_again_after_a_restart(tmp_path):
    with Running(settings(tmp_path)) as running:
        running.app.state.reviews.seconds = 0.01
        ann = Person(running.base)
        sitting = ann.new("undaunted", scenario="first", seats=["me", "solitaire"], pace="instant")
        assert sitting.play()["outcome"]
        assert ann.post(f"/tables/{sitting.id}/review?seat={sitting.seat}").status_code == 303
        before = until(lambda: (text := sitting.get("review").text) and "<polyline" in text and text, "the review")
    with Running(settings(tmp_path)) as running:
        ann.client.base_url = running.base
        after = sitting.get("review").text
    ann.client.close()
    assert text_of(after) == text_of(before)


def test_the_offline_file_without_a_review_has_none(sitting):
    assert "All choices" not in sitting.get("replay.html").text


def test_a_game_that_goes_on_has_no_review(ann):
    sitting = ann.new("undaunted", scenario="first", seats=["me", "solitaire"], pace="instant")
    assert sitting.get("review").status_code == 409


def test_on_a_device_without_processes_the_page_says_why(tmp_path):
    with Running(settings(tmp_path, workers=0)) as running:
        person = Person(running.base)
        sitting = person.new("undaunted", scenario="first", seats=["me", "solitaire"], pace="instant")
        assert sitting.play()["outcome"]
        page = sitting.get("review")
        assert "kempelen review FILE" in text_of(page.text)
        assert 'id="begin-review"' not in page.text
        assert person.post(f"/tables/{sitting.id}/review?seat={sitting.seat}").status_code == 409
        person.client.close()


class Stuck(InPlace):
    """Thinks until somebody lets it."""

    def __init__(self, gate):
        super().__init__()
        self.gate = gate

    async def do(self, *asked):
        await self.gate.wait()
        raise PlayerError(Text("web.error.automa_broke"))


def test_only_a_few_wait_and_one_that_failed_can_be_asked_for_again():
    async def story():
        gate = asyncio.Event()
        reviews = Reviews(lambda: Stuck(gate))
        jobs = [reviews.begin((f"g{n}", 0, 5), {}, [], f"house {n}") for n in range(MOST_WAITING)]
        assert reviews.begin(("g0", 0, 5), {}, []) is jobs[0]
        with pytest.raises(Unwelcome):
            reviews.begin(("another", 0, 5), {}, [])
        gate.set()
        while any(job.running for job in jobs):
            await asyncio.sleep(0)
        assert jobs[0].error.key == "web.error.automa_broke"
        await asyncio.sleep(0)
        assert reviews.begin(("g0", 0, 5), {}, []) is not jobs[0]
        reviews.close()

    run(story())


def test_one_visitor_leaves_places_for_others():
    async def story():
        gate = asyncio.Event()
        reviews = Reviews(lambda: Stuck(gate))
        for n in range(MOST_OF_ONE):
            reviews.begin((f"g{n}", 0, 5), {}, [], "one house")
        with pytest.raises(Unwelcome):
            reviews.begin(("one more", 0, 5), {}, [], "one house")
        assert reviews.begin(("another", 0, 5), {}, [], "another house").running
        reviews.close()

    run(story())


def test_only_so_many_are_kept_in_memory_and_none_that_is_on_its_way_is_forgotten():
    async def story():
        reviews = Reviews(lambda: Stuck(asyncio.Event()))
        job = reviews.begin(("on its way", 0, 5), {}, [])
        for n in range(KEPT + 5):
            reviews.remember((f"g{n}", 0, 5), object())
        found = [n for n in range(KEPT + 5) if reviews.find((f"g{n}", 0, 5)) is not None]
        assert found == list(range(6, KEPT + 5))
        assert reviews.find(job.key) is job
        reviews.close()

    run(story())


class Broken(InPlace):
    """Cannot even be started."""

    async def start(self):
        raise OSError("no processes left")


class Slow(InPlace):
    async def do(self, *asked):
        raise AutomaStuck(Text("web.error.automa_slow"))


def test_a_review_that_took_too_long_speaks_of_itself():
    """Nobody can take back a choice of a game that is over."""

    async def story():
        reviews = Reviews(Slow)
        job = reviews.begin(("g", 0, 5), {}, [])
        await asyncio.gather(*reviews._tasks.values())
        assert job.error.key == "review.stuck"

    run(story())


def test_nobody_waits_for_a_review_that_broke_down():
    async def story():
        reviews = Reviews(Broken)
        job = reviews.begin(("g", 0, 5), {}, [])
        await asyncio.gather(*reviews._tasks.values())
        assert not job.running
        assert job.error.key == "web.error.crash"

    run(story())


def test_reviews_are_counted_as_games_are(tmp_path):
    with Running(settings(tmp_path, limits=Limits(requests=0, games=1, uploads=0, streams=0))) as running:
        person = Person(running.base)
        sitting = person.new("undaunted", scenario="first", seats=["me", "solitaire"], pace="instant")
        assert sitting.play()["outcome"]
        assert person.post(f"/tables/{sitting.id}/review?seat={sitting.seat}").status_code == 429
        person.client.close()


def test_turning_points_are_the_same_on_the_end_and_in_the_review(sitting, server, monkeypatch):
    """Before a review the end names great moments only; then what really changed the chance, with its board."""
    before = text_of(sitting.board())
    assert "Key moments" in before
    assert "Turning points" not in before
    monkeypatch.setattr(server.app.state.reviews, "seconds", 0.01)
    monkeypatch.setattr(kept, "least_at", lambda review, index: 0.02)
    sitting.person.post(f"/tables/{sitting.id}/review?seat={sitting.seat}")
    page = until(lambda: (text := sitting.get("review").text) and "<polyline" in text and text, "the review")
    turns = page.partition('<ol class="turns">')[2].partition("</ol>")[0]
    assert 0 < turns.count("<li>") <= 3
    assert turns.count("data:image/svg+xml;base64,") == turns.count("<li>"), "each has its board"
    end = sitting.board().partition('id="end-told"')[2].partition('<ol class="mom">')[2].partition("</ol>")[0]
    frames = re.findall(r"replay\?at=(\d+)", turns)
    assert re.findall(r"at=(\d+)\" aria-label", end) == frames
    assert "Turning points" in text_of(sitting.board())


def test_it_begins_with_a_click_on_the_end(sitting):
    end = sitting.board().partition('id="end-told"')[2]
    assert re.search(rf'<form method="post" action="/tables/{sitting.id}/review[^"]*"><button[^>]* id="review"', end)


def test_which_choices_only_begin_something():
    """Who is to act is told by what he then did: such a choice has no row of its own if it was good."""
    session = Session(game_named("tactics"), Setup("tactics", "first", ("random",)), seed=7).run()
    found = set()
    for index in choices_of(session, 0):
        given = session.inputs[index].value
        begins = only_begins(session, SimpleNamespace(index=index, notation=given), 0)
        found.add((given.split()[0], begins))
    assert {word for word, begins in found if begins} == {"activate"}
    assert len(found) > 3, "where somebody goes and whom he strikes is listed"
