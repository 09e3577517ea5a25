"""Groups of somebody's own on the page of a new game, at the screen and beside a real table."""

import re

import pytest

from kempelen.engine.game import game_named, say_in
from kempelen.parts.rosters import rosters_of
from tests.web.people import text_of

GAME = game_named("universalis")
MINE = rosters_of(GAME).start("scrappers", say_in("en"))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_an_own_group_beside_a_real_table(visit, lang):
    """Its models are the ones that are laid out and asked about."""
    person = visit(lang)
    form = {"companion": "1", "scenario": "border_post", "group1": "own", "roster1": MINE, "group2": "clockwork"}
    made = person.post("/new/universalis", data=form)
    assert made.status_code == 303, text_of(made.text)
    page = text_of(person.get(made.headers["location"]).text)
    assert ("A1 7 und A2 5" if lang == "de" else "A1 7 and A2 5") in page
    table = made.headers["location"].partition("?")[0]
    asked = person.get(table).text
    assert re.search(r'data-kind="do"', asked), text_of(asked)


def test_a_shipped_group_and_the_one_of_the_scenario(ann):
    made = ann.post("/new/universalis", data={"scenario": "border_post", "group2": "clockwork"})
    assert made.status_code == 303, text_of(made.text)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"group1": "own"}, "for player 1"),
        ({"group1": "own", "roster1": "faction = "}, "group-1.toml"),
        ({"group1": "own", "roster1": MINE.replace("agi = 5", "agi = 500", 1)}, "group-1.toml"),
        ({"group1": "nobody"}, "nobody"),
        ({"group1": "clockwork", "scenario": "first"}, "no group for player 2"),
        ({"group1": "clockwork", "players": "4"}, "players"),
        ({"group4": "clockwork", "players": "4"}, "players"),
    ],
)
def test_a_group_that_cannot_play_is_refused_and_kept_in_the_form(ann, form, said):
    answer = ann.post("/new/universalis", data={"scenario": "border_post", **form})
    assert answer.status_code == 409
    assert said in text_of(answer.text)
    if form.get("roster1"):
        assert form["roster1"].splitlines()[0] in answer.text.replace("&#34;", '"')


def test_a_game_without_groups_has_no_such_field(ann):
    assert 'id="groups"' not in ann.get("/new/saboteur").text
    answer = ann.post("/new/saboteur", data={"group1": "own", "roster1": MINE})
    assert answer.status_code == 409


def test_a_group_is_no_position(ann):
    answer = ann.post("/import?name=mine.toml", content=MINE.encode(), headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert "Groups of your own" in answer.json()["error"]
