"""Inside a game whoever the program plays has the name that its document gives, and no other (German)."""

import re

import pytest

from kempelen.engine.game import games, say_in
from kempelen.web.rooms.room import Room
from tests.web.people import text_of

OTHERS = {
    "saboteur": r"\bAutomas?\b|\bKIs?\b|\bGegner",
    "tactics": r"\bAutomas?\b|Computerspieler",  # its units have KIs, and its opponent is the Gegner
    "undaunted": r"\bAutomas?\b|Computerspieler|Gegner (?:überlegt|täte|hat)",  # its rules call every enemy so
    "universalis": r"\bAutomas?\b|Computerspieler|\bKIs?\b",
}
BESIDE = OTHERS | {"undaunted": r"\bAutomas?\b|Computerspieler|\bGegner"}
"""What is said there is said by the program, and the rules stand in the box."""
OWN = {"saboteur": "Computerspieler", "tactics": "Gegner", "undaunted": "KI", "universalis": "Gegner"}
SHELL = ["web.hint.2", "web.hint.4", "web.hint.5", "web.error.no_odds", "web.odds.midway"]
SHELL += ["web.beside.thinking", "web.beside.ask.lead"]
SHELL += [f"web.error.automa_{how}" for how in ("again", "died", "slow", "broke")]


def beside(person, name):
    """A companion session's address."""
    answer = person.post(f"/new/{name}", data={"scenario": "first", "companion": "1"})
    return answer.headers["location"].partition("?")[0]


@pytest.mark.parametrize("name", games())
def test_no_page_of_a_table_has_another_games_word(visit, name):
    person, other = visit("de"), re.compile(OTHERS[name])
    answer = person.post(f"/first/{name}")
    address = answer.headers["location"].partition("?")[0]
    pages = [person.get(f"{address}{page}").text for page in ("", "/odds", "/why", "/log")]
    assert [found for page in pages for found in other.findall(text_of(page))] == []


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("key", SHELL)
def test_what_the_shell_says_at_a_table_takes_the_games_word(name, key):
    said = say_in("de")(key, automa=games()[name].speech.automa)
    assert not re.search(OTHERS[name], said)
    assert OWN[name] in said


@pytest.mark.parametrize("name", games())
def test_nor_has_a_page_beside_a_real_table(visit, name):
    person = visit("de")
    address = beside(person, name)
    for page in ("", "?tab=table", "?tab=build", "?tab=why", "?tab=log", "/ask"):
        assert re.findall(BESIDE[name], text_of(person.get(f"{address}{page}").text)) == [], page


@pytest.mark.parametrize("name", games())
def test_nor_has_the_page_that_waits_for_a_thought(server, visit, monkeypatch, name):
    person = visit("de")
    address = beside(person, name)
    monkeypatch.setattr(Room, "busy", True)
    monkeypatch.setattr("kempelen.web.shown.pages.beside.deeds_of", lambda *_: [])
    monkeypatch.setattr(Room, "asked", lambda *_: None)
    page = text_of(person.get(address).text)
    assert re.search(rf"{OWN[name]} überlegt …", page)
    assert re.findall(BESIDE[name], page) == []
