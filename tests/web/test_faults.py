"""The short form of scripts/faults.py: one fault of each kind, and every acknowledged answer is there."""

import pytest
from scripts.faults import FAULTS

from tests.databases import database_or_skip
from tests.servers import Lost, Player, account


@pytest.mark.parametrize("fault", ["processes", "workers", "database", "two", "full", "read"])
def test_whatever_was_acknowledged_is_there(fault, tmp_path):
    if fault == "database":
        with database_or_skip():
            pass
    found = list(FAULTS[fault](tmp_path, 1))
    assert all(one.acknowledged for one in found if one.times)


def test_an_answer_that_is_not_there_is_missed(server, ann):
    """The count itself can fail."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], pace="instant")
    state = table.settled()
    do = state["asked"]["options"][0]["do"]
    assert table.answer(do, state["version"]).status_code == 200
    person = Player([], "saboteur", 1)
    person.acknowledged = [(table.id, do)]
    db = str(server.app.state.settings.db)
    assert account(db, [person]) == 1
    person.acknowledged = [(table.id, do), (table.id, "never said")]
    with pytest.raises(Lost):
        account(db, [person])
