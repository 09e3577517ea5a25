"""The short form of scripts/faults.py: one fault of each kind, and every acknowledged answer is there."""

from types import SimpleNamespace

import pytest
from scripts.faults import FAULTS

from tests.databases import database_or_skip
from tests.servers import PATIENCE, Lost, Player, account, until


@pytest.mark.parametrize("fault", ["processes", "workers", "database", "two", "full", "read"])
def test_whatever_was_acknowledged_is_there(fault, tmp_path):
    if fault == "database":
        with database_or_skip():
            pass
    found = list(FAULTS[fault](tmp_path, 1))
    assert all(one.acknowledged for one in found if one.times)


def test_a_load_of_thirty_only_makes_it_slower(monkeypatch):
    """What is waited for is a state: a busy machine has as much time for it as one that does nothing else."""
    now = [0.0]
    monkeypatch.setattr("tests.patience.monotonic", lambda: now[0])
    monkeypatch.setattr("tests.servers.time", SimpleNamespace(sleep=lambda seconds: now.__setitem__(0, now[0] + 10)))
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    for load, waited in ((0.5, PATIENCE), (30, 15 * PATIENCE)):
        monkeypatch.setattr("os.getloadavg", lambda load=load: (load, load, load))
        now[0] = 0.0
        with pytest.raises(Lost):
            until(lambda: False, "what never comes")
        assert waited - 10 <= now[0] <= waited + 160
        now[0] = 0.0
        assert until(lambda waited=waited: now[0] > waited - 100, "what comes late")


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
