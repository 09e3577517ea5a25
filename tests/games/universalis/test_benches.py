"""What the bench measures does what it says; not how fast."""

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.games.universalis.lab.benches import cached, fresh, works
from kempelen.lab.bench import Bench, calls
from kempelen.text.say import LANGUAGES


@pytest.fixture(scope="module")
def queries():
    return fresh(4)


def test_sight_is_the_same_whether_it_was_asked_before_or_not():
    asked = cached()
    first = [work() for work in asked]
    assert [work() for work in asked] == first
    for work in asked:
        s = work.args[0]
        s.board._sight.clear()
        s.board._depth.clear()
    assert [work() for work in asked] == first


def test_queries_are_worth_asking(queries):
    """Of pairs with terrain between them some see each other and some do not."""
    assert len(queries) > 500
    assert {work() for work in queries[::7]} == {True, False}


def test_every_row_has_its_words(queries):
    numbers = calls(Bench(game_named("universalis"), games=3, runs=1), queries)
    assert numbers["calls"] == 3
    assert numbers["us_per_call"] > 0
    for lang in LANGUAGES:
        for name in works():
            assert "3" in say_in(lang)(f"universalis.bench.{name}", **numbers)
