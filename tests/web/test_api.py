"""The API against its own description: whatever is sent, the answer is one that is documented."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kempelen.web.app import make_app
from kempelen.web.guard import HEADERS
from kempelen.web.people.visitor import COOKIE
from tests.references.prove import LONG
from tests.web.people import PATIENCE, Person, text_of
from tests.web.sent import addresses_of

schemathesis = pytest.importorskip("schemathesis")
EXAMPLES = 500 if LONG else 100
schema = schemathesis.openapi.from_dict(make_app().openapi())


@pytest.fixture(scope="session")
def person(server):
    person = Person(server.base)
    person.table = person.new("saboteur", scenario="tu", seats=["me", "person", "rule"])
    yield person
    person.client.close()


@schema.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_documented(case, person, server):
    positive = case.meta is None or case.meta.generation.mode.is_positive
    if positive and "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = person.table.id  # a table that is there
        if case.query and "seat" in case.query:
            case.query["seat"] = 0
    if positive and case.operation.definition.raw.get("security"):
        case.cookies = {COOKIE: person.client.cookies[COOKIE]}
    response = case.call(base_url=server.base, timeout=PATIENCE)
    case.validate_response(response)


FORMS = ("/api/automa/look/{name}", "/api/automa/form/{name}")
"""They take the workbench's form and answer with what stands in it, so no description of data fits them."""


def test_every_address_for_programs_is_described_and_so_tried(server):
    described = set(server.app.openapi()["paths"])
    there = {path for _, path in addresses_of(server.app) if path.startswith("/api/")}
    assert there - described == {"/api/openapi.json", *FORMS}


@given(
    path=st.sampled_from(FORMS),
    name=st.sampled_from(("saboteur", "undaunted", "no-game")),
    fields=st.dictionaries(st.sampled_from(("automa_text", "good_text", "page", "at", "line")), st.text(max_size=300)),
)
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_whatever_stands_in_the_form_of_the_workbench(person, path, name, fields):
    answer = person.post(path.replace("{name}", name), data=fields, headers={"accept": "application/json"})
    assert answer.status_code in (200, 404, 409, 413, 422), answer.text
    assert set(HEADERS) <= set(answer.headers)


def test_what_the_description_promises(ann):
    document = ann.get("/api/openapi.json").json()
    assert document["info"]["title"] == "Kempelen"
    for path, operations in document["paths"].items():
        assert path.startswith("/api/")
        for operation in operations.values():
            assert operation.get("description") or operation.get("summary")
            assert {"401", "404", "409", "422"} <= set(operation["responses"])


def test_a_program_plays(ann):
    """What the description tells, in order."""
    names = [game["name"] for game in ann.api("GET", "/games")]
    assert "saboteur" in names
    table = ann.new("saboteur", seed="5")
    state = table.play(choices=4)
    assert ann.api("GET", "/tables")[0]["id"] == table.id
    chances = ann.api("GET", f"/tables/{table.id}/odds")
    assert sum(chance["numerator"] / chance["denominator"] for chance in chances) == pytest.approx(1)
    position = ann.api("GET", f"/tables/{table.id}/position")
    assert position["content"].startswith('game = "saboteur"')
    assert '"seed":' not in ann.api("GET", f"/tables/{table.id}/record")["content"].splitlines()[0]
    late = ann.post(f"/api/tables/{table.id}/answer", json={"do": "pass", "version": state["version"] - 1})
    assert late.status_code == 409
    assert "moved on" in text_of(late.json()["error"])
