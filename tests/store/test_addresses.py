"""Addresses of databases: what is said of them names no password."""

import pytest

from kempelen.store import BadStore
from kempelen.store.folder import name_of

psycopg = pytest.importorskip("psycopg")

ODD = (
    "postgresql://ann:SESAM%zz@127.0.0.1:1/games",
    "postgresql://ann:SESAM OPEN@127.0.0.1:1/games",
    "postgresql://ann:x@SESAM@127.0.0.1:1/games",
    "postgresql://ann:x/SESAM@127.0.0.1:1/games",
    "postgresql://ann:SESAM/x@127.0.0.1:1/games",
    "postgresql://127.0.0.1:1/games?password=SESAM%zz",
    "postgresql://127.0.0.1:1/games?password=x@SESAM",
    "postgresql://ann:x?SESAM@127.0.0.1:1/games",
    "postgresql://ann:SESAM@127.0.0.1:1/games",
)


@pytest.mark.parametrize("where", ODD)
def test_no_password_is_said(where):
    from kempelen.store.postgres import PostgresStore

    assert "SESAM" not in name_of(where)
    with pytest.raises(BadStore) as refused:
        PostgresStore(where).prepare()
    assert "SESAM" not in str(refused.value)
    assert "SESAM" not in repr(refused.value.text)


def test_an_address_that_cannot_be_read_says_how_it_is_written():
    from kempelen.store.postgres import PostgresStore

    with pytest.raises(BadStore) as refused:
        PostgresStore(ODD[0]).prepare()
    assert refused.value.text.key == "terminal.store.address"
