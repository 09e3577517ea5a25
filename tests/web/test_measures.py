"""What a host is told about his server: counts, and whether it is well; no address, no secret."""

import json
import logging
import re

import pytest

from kempelen.store import BadStore
from kempelen.text.say import Text
from kempelen.web.measures import JsonLines, Measures
from tests.web.people import Person, Running, settings


def value(text, line):
    found = re.search(rf"^{re.escape(line)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_requests_are_counted_by_pattern(server, ann):
    name = 'kempelen_requests_total{method="GET",pattern="/tables/{id}",status="200"}'
    before = value(ann.get("/metrics").text, name)
    table = ann.new("saboteur", seats=["me", "rule", "rule"])
    assert ann.get(f"/tables/{table.id}?seat=0").status_code == 200
    answer = ann.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert value(answer.text, name) == before + 1
    assert table.id not in answer.text
    assert value(answer.text, "kempelen_games_in_memory") >= 1
    assert value(answer.text, 'kempelen_request_seconds_bucket{le="+Inf"}') == value(
        answer.text, "kempelen_request_seconds_count"
    )


@pytest.mark.parametrize("headers", [{"x-forwarded-for": "1.2.3.4"}, {"forwarded": "for=1.2.3.4"}])
def test_only_this_computer_is_told(ann, headers):
    assert ann.get("/metrics", headers=headers).status_code == 404


def test_a_key_opens_it_from_elsewhere(tmp_path):
    with Running(settings(tmp_path, behind_proxy=True, metrics_key="open sesame")) as running:
        person = Person(running.base)
        assert person.get("/metrics").status_code == 404
        assert person.get("/metrics", headers={"authorization": "Bearer wrong"}).status_code == 404
        assert person.get("/metrics", headers={"authorization": "Bearer open sesame"}).status_code == 200
        person.client.close()


def test_health(server, ann, monkeypatch):
    assert ann.get("/health").text == "well\n"

    def cannot():
        raise BadStore(Text("terminal.store.failed", file="x", reason="gone"))

    monkeypatch.setattr(server.app.state.rooms.store, "taken", cannot)
    assert ann.get("/health").status_code == 503


def test_lines_of_json_hold_patterns_and_no_addresses(caplog):
    with caplog.at_level(logging.INFO, "kempelen.requests"):
        Measures().note("GET", "/join/{id}/{token}", 303, 0.0123)
    said = json.loads(JsonLines().format(caplog.records[-1]))
    assert said["pattern"] == "/join/{id}/{token}"
    assert said["status"] == 303
    assert said["ms"] == 12.3


def test_what_is_written_down_of_a_crash_holds_no_key(server, ann, monkeypatch, caplog):
    def bug(*_):
        raise ZeroDivisionError

    ann.get("/key")
    monkeypatch.setattr("kempelen.web.routes.key.visitor_with", bug)
    assert ann.get("/key/secret.sealed").status_code == 500
    assert "GET /key/{given} broke down" in caplog.text
    assert "secret.sealed" not in "".join(
        record.getMessage() for record in caplog.records if record.name == "kempelen.web"
    )
