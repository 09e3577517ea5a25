"""Inside a game whoever the program plays has the name that its document gives, and no other (German)."""

import re

import pytest

from kempelen.engine.game import games, say_in
from tests.web.people import text_of

OTHERS = {
    "saboteur": r"\bAutomas?\b|\bKIs?\b",
    "tactics": r"\bAutomas?\b|Computerspieler",  # its units have KIs, and its opponent is the Gegner
    "undaunted": r"\bAutomas?\b|Computerspieler",
    "universalis": r"\bAutomas?\b|Computerspieler|\bKIs?\b",
}


@pytest.mark.parametrize("name", games())
def test_no_page_of_a_table_has_another_games_word(visit, name):
    person, other = visit("de"), re.compile(OTHERS[name])
    answer = person.post(f"/first/{name}")
    address = answer.headers["location"].partition("?")[0]
    pages = [person.get(f"{address}{page}").text for page in ("", "/odds", "/why", "/log")]
    assert [found for page in pages for found in other.findall(text_of(page))] == []


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("key", ["web.hint.2", "web.hint.4", "web.hint.5", "web.error.no_odds", "web.odds.midway"])
def test_what_the_shell_says_at_a_table_takes_the_games_word(name, key):
    said = say_in("de")(key, automa=games()[name].speech.automa)
    assert not re.search(OTHERS[name], said)
    assert re.search(r"Computerspieler|Gegner|KI", said)


@pytest.mark.parametrize("name", games())
def test_nor_has_the_page_beside_a_real_table(visit, name):
    person = visit("de")
    answer = person.post(f"/new/{name}", data={"scenario": "first", "companion": "1"})
    page = person.get(answer.headers["location"].partition("?")[0] + "?tab=table").text
    assert re.findall(OTHERS[name], text_of(page)) == []
