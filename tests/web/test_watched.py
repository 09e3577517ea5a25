"""What a host learns of his server: whether it is well and what it has done, and nothing of who plays what."""

import json
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kempelen.engine.game import say_in
from kempelen.store import BadStore, open_store
from kempelen.text.say import LANGUAGES, Text
from kempelen.web.measures import JsonLines
from tests.web.people import Person, Running, settings, text_of

PAGES = [Path(__file__).parents[2] / "docs" / page for page in ("en/host.md", "de/gastgeber.md")]
OF_NOBODY = {
    "seal": "what cookies are sealed with, the same for everybody",
    "movers": "which process lets automas go on",
    "campaigns": "played in the terminal",
    "battles": "played in the terminal",
}
"""Tables that hold nothing of a visitor, and what they are for."""


def test_the_counts_name_patterns_and_no_address(server, ann):
    table = ann.new("saboteur")
    table.settled()
    ann.get(f"/nothing/{table.id}")
    ann.ask("BREW", "/")
    counts = ann.get("/metrics")
    assert counts.status_code == 200
    assert counts.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'kempelen_requests_total{method="GET",pattern="/api/tables/{id}",status="200"}' in counts.text
    assert table.id not in counts.text
    assert "BREW" not in counts.text
    number = r"[\d.e+-]+|inf"
    for line in counts.text.splitlines():
        assert re.fullmatch(
            rf"# (HELP|TYPE) kempelen_\w+ .+|kempelen_\w+(\{{[^{{}}]*(\{{\w+\}}[^{{}}]*)*\}})? ({number})", line
        ), line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_from_elsewhere_the_counts_are_not_there(server, visit, lang):
    told = visit(lang).get("/metrics", headers={"x-forwarded-for": "203.0.113.5"})
    assert told.status_code == 404
    assert say_in(lang)("web.error.not_found") in text_of(told.text)


def test_whoever_brings_the_key_sees_the_counts_and_nobody_else(tmp_path):
    with Running(settings(tmp_path, metrics_key="a key", behind_proxy=True)) as running:
        person = Person(running.base)
        for key, status in (("", 404), ("Bearer another", 404), ("Bearer a key", 200)):
            assert person.get("/metrics", headers={"authorization": key}).status_code == status
        person.client.close()


def test_a_server_that_cannot_read_its_games_is_not_well(server, ann, monkeypatch):
    assert ann.get("/health").text == "well\n"

    def gone(*_):
        raise BadStore(Text("terminal.store.failed", file="games.sqlite", reason="gone"))

    monkeypatch.setattr(server.app.state.rooms.store, "taken", gone)
    told = ann.get("/health")
    assert told.status_code == 503
    assert "games.sqlite" not in told.text


def test_a_line_of_the_log_holds_no_secret(server, ann, caplog):
    """Neither the address of a game, nor a link, nor a cookie, nor where somebody comes from."""
    with caplog.at_level(logging.INFO, "kempelen.requests"):
        table = ann.new("saboteur", scenario="tu", seats=["me", "person", "rule"])
        links = ann.api("GET", f"/tables/{table.id}/links")
        for path in (f"/tables/{table.id}", links[0]["path"], f"/nothing/{table.id}", "/key", "/key.txt"):
            ann.get(path)
    lines = [JsonLines().format(record) for record in caplog.records if record.name == "kempelen.requests"]
    said = [json.loads(line) for line in lines]
    assert {"/tables/{id}", "/join/{id}/{token}"} <= {one["pattern"] for one in said}
    secrets = [
        table.id,
        "127.0.0.1",
        *(link["path"].rpartition("/")[2] for link in links),
        *ann.client.cookies.values(),
    ]
    assert not [secret for secret in secrets if secret in "".join(lines)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_the_page_for_hosts_names_every_table_that_tells_of_a_visitor(page, tmp_path):
    """Whatever is kept about somebody stands there, and how it is deleted."""
    with closing(open_store(tmp_path / "games.sqlite")) as store:
        store.prepare()
    with closing(sqlite3.connect(tmp_path / "games.sqlite")) as file:
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    rows = [line.split("|") for line in page.read_text("utf-8").splitlines() if line.startswith("| ")]
    named = {name for row in rows if len(row) == 5 for name in re.findall(r"`(\w+)`", row[2])}
    assert tables - set(OF_NOBODY) <= named
    assert all(row[3].strip() for row in rows if len(row) == 5)
