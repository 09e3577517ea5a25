import pytest

from kempelen import store
from tests.web.people import Person, Running, settings


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for the tests of this process; every test brings visitors and tables of its own."""
    kept, store.SYNCHRONOUS = store.SYNCHRONOUS, "OFF"
    with Running(settings(tmp_path_factory.mktemp("web"))) as running:
        yield running
    store.SYNCHRONOUS = kept


@pytest.fixture
def ann(server):
    person = Person(server.base)
    yield person
    person.client.close()


@pytest.fixture
def ben(server):
    person = Person(server.base)
    yield person
    person.client.close()
