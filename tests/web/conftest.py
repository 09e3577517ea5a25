import pytest

from kempelen.store import sqlite
from tests.web.people import Person, Running, settings, the_same_games

__all__ = ["the_same_games"]


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for the tests of this process; every test brings visitors and tables of its own."""
    kept, sqlite.SYNCHRONOUS = sqlite.SYNCHRONOUS, "OFF"
    with Running(settings(tmp_path_factory.mktemp("web"))) as running:
        sqlite.SYNCHRONOUS = kept  # the server has its connection by now; other tests want to see what is usual
        yield running


@pytest.fixture
def visit(server):
    """Visitors with a language of their own."""
    people = []

    def come(lang="en"):
        people.append(Person(server.base, lang))
        return people[-1]

    yield come
    for person in people:
        person.client.close()


@pytest.fixture
def ann(visit):
    return visit()


@pytest.fixture
def ben(visit):
    return visit()
