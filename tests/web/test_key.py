"""The key to one's games: on another device, after the cookie is lost, and when somebody else has seen it."""

import re

import pytest

from kempelen.engine.game import say_in
from kempelen.text.say import LANGUAGES
from tests.web.people import Person, Running, settings, text_of

LINK = re.compile(r'value="https?://[^"/]+(/key/[^"]+)"')


def key_of(person):
    found = LINK.search(person.get("/key").text)
    assert found
    return found[1]


def plays(person, table):
    return person.get(f"/tables/{table.id}?seat=0").status_code == 200


def test_another_device_goes_on_and_brings_what_it_has(ann, ben):
    table, other = ann.new("saboteur", seats=["me", "rule", "rule"]), ben.new("saboteur", seats=["me", "rule", "rule"])
    link = key_of(ann)
    assert not plays(ben, table)
    asked = ben.get(link)
    assert asked.status_code == 200
    assert not plays(ben, table), "nothing happens before he says so"
    assert ben.post("/key", data={"key": link.rpartition("/")[2]}).status_code == 303
    assert plays(ben, table)
    assert plays(ben, other)
    assert plays(ann, table)
    assert plays(ann, other), "it is one person now"
    assert key_of(ben) == link


def test_a_lost_cookie_locks_nobody_out(ann):
    table = ann.new("saboteur", seats=["me", "rule", "rule"])
    kept = ann.get("/key.txt")
    assert "attachment" in kept.headers["content-disposition"]
    ann.client.cookies.clear()
    assert ann.get("/key").status_code == 303, "a cookie first"
    assert not plays(ann, table)
    assert ann.post("/key", data={"key": kept.text}).status_code == 303
    assert plays(ann, table)


def test_a_key_that_was_seen_opens_nothing_any_more(ann, ben, visit):
    table = ann.new("saboteur", seats=["me", "rule", "rule"])
    old = key_of(ann)
    assert ann.post("/key/new").status_code == 303
    assert key_of(ann) != old
    assert plays(ann, table)
    ben.post("/key", data={"key": old})
    assert not plays(ben, table)
    assert len(ann.api("GET", f"/tables/{table.id}/links?seat=0")) > 0, "still the table's maker"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("given", ["x", "a.b", "../..", "ä" * 90, "x" * 3000, ""])
def test_what_is_no_key_is_refused_in_words(visit, lang, given):
    person = visit(lang)
    before = key_of(person)
    for answer in (person.post("/key", data={"key": given}), person.get(f"/key/x{given.replace('/', '')}")):
        assert answer.status_code == 404
        assert say_in(lang)("web.key.wrong") in text_of(answer.text)
    assert key_of(person) == before


def test_nobody_else_hears_of_a_key(ann, ben):
    """It is in no page but its own, and no other site may be told of it."""
    ann.new("saboteur", seats=["me", "rule", "rule"])
    secret = key_of(ann).rpartition("/")[2]
    for path in ("/", "/mine", "/import"):
        assert secret not in ann.get(path).text
        assert secret not in ben.get(path).text
    page = ann.get("/key")
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers["cache-control"] == "no-store"
    crossed = ann.post("/key/new", headers={"origin": "http://elsewhere.example"})
    assert crossed.status_code == 403


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_brought_to_a_key_that_was_given_up(ann, visit, lang):
    """Whoever has seen it would have everything again."""
    person = visit(lang)
    table = person.new("saboteur", seats=["me", "rule", "rule"])
    old = key_of(person)
    person.post("/key/new")
    for answer in (person.get(old), person.post("/key", data={"key": old})):
        assert answer.status_code == 404
        assert say_in(lang)("web.key.empty") in text_of(answer.text)
    assert key_of(person) != old
    assert plays(person, table)


def test_a_draft_is_enough_for_a_key(ann, ben):
    ann.post("/workbench/saboteur", data={"automa_text": "automa: Mine\n", "draft": "a-draft-of-hers"})
    assert ben.post("/key", data={"key": key_of(ann)}).status_code == 303
    assert ben.get("/workbench/saboteur?draft=a-draft-of-hers").status_code == 200


def test_links_that_were_made_with_the_old_key_open_nothing(ann, ben):
    table = ann.new("saboteur", seats=["me", "rule", "rule"])
    thief = ann.api("POST", f"/tables/{table.id}/links?seat=0", {})["path"]
    ann.post("/key/new")
    ben.get(thief)
    assert not plays(ben, table)
    assert plays(ann, table)


def test_behind_a_proxy_that_speaks_https_the_key_does_too(tmp_path):
    with Running(settings(tmp_path, behind_proxy=True)) as running:
        person = Person(running.base)
        told = {"x-forwarded-proto": "https"}
        assert 'value="https://' in person.get("/key", headers=told).text
        table = person.new("saboteur", seats=["me", "rule", "rule"])
        assert "https://" in person.get(f"/tables/{table.id}/share?seat=0", headers=told).text
        person.client.close()


def test_links_to_open_places_that_the_old_key_could_see_open_nothing(ann, ben):
    table = ann.new("saboteur", seats=["me", "human", "rule"])

    def link():
        return next(one["path"] for one in ann.api("GET", f"/tables/{table.id}/links?seat=0") if one["seat"] == 1)

    old = link()
    assert ann.post("/key/new").status_code == 303
    new = link()
    assert new != old
    assert ben.get(old).status_code in (403, 404)
    assert ben.post(old).status_code in (403, 404, 405)
    assert ben.get(new).status_code in (200, 303)
