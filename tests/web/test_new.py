"""The page for a new game: what it offers, and that nothing chosen is forgotten."""

import json
import re

import pytest

from kempelen.engine.game import game_named, games, say_in
from kempelen.parts.levels import level_bots, levels_of, usual_level
from kempelen.parts.opponents import OPPONENTS
from kempelen.parts.scenarios import in_order
from kempelen.text.say import LANGUAGES
from tests.web.people import Sitting, text_of

GAMES = tuple(games())


def begun(person, game, **form):
    """The header of a game that the form begins."""
    answer = person.post(f"/new/{game}", data={"pace": "instant", **form})
    assert answer.status_code == 303, text_of(answer.text)
    table = Sitting(person, answer.headers["location"].rpartition("/")[2], 0)
    return table, json.loads(table.get("record").text.splitlines()[0])


@pytest.mark.parametrize("game", GAMES)
def test_scenarios_stand_in_the_order_to_play_them(ann, game):
    page = ann.get(f"/new/{game}").text
    assert tuple(re.findall(r'name="scenario" value="(\w+)"', page)) == in_order(game_named(game))
    assert set(in_order(game_named(game))) == set(game_named(game).scenarios)


def test_some_games_have_levels_and_some_have_none():
    assert {name: levels_of(game) for name, game in games().items() if levels_of(game)} == {
        "tactics": ("easy", "normal", "hard"),
        "universalis": ("easy", "middle", "hard"),
    }
    assert level_bots(game_named("tactics")) == ()
    assert [usual_level(game_named(name)) for name in ("saboteur", "tactics", "universalis")] == [
        "",
        "normal",
        "middle",
    ]


def test_difficulty_stands_above_the_scenarios_and_counts(ann):
    for game, field in (("tactics", "option-level"), ("universalis", "level")):
        page = ann.get(f"/new/{game}").text
        assert page.index(f'name="{field}"') < page.index('name="scenario"')
    assert begun(ann, "tactics", **{"option-level": "hard"})[1]["options"] == {"level": "hard"}
    seats = begun(ann, "universalis", scenario="first", level="hard", seat1="me", seat2="automa")[1]["seats"]
    assert list(seats.values()) == ["human", "hard"]
    seats = begun(ann, "universalis", scenario="first", seat1="me", seat2="automa")[1]["seats"]
    assert list(seats.values()) == ["human", "middle"]
    seats = begun(ann, "universalis", scenario="first", level="easy", seat1="me", seat2="charge")[1]["seats"]
    assert list(seats.values()) == ["human", "charge"]


@pytest.mark.parametrize("game", GAMES)
def test_opponents_from_careless_to_strong_stand_in_the_list_of_every_seat(ann, game):
    page = ann.get(f"/new/{game}?players=2").text
    for seat in OPPONENTS.values():
        assert f'<option value="{seat}"' in page
    assert "careless: the automa, but it slips now and then" in text_of(page)


def test_a_strong_opponent_plays_and_a_tireless_one_is_refused(ann):
    seats = {"seat1": "me", "seat2": "search:iterations=4"}
    table, header = begun(ann, "undaunted", scenario="first", **seats)
    assert list(header["seats"].values()) == ["human", "search:iterations=4"]
    assert table.play(choices=3)
    for endless in ("search:iterations=100000", "search:seconds=600"):
        answer = ann.post("/new/undaunted", data={"scenario": "first", "seat1": "me", "seat2": endless})
        assert answer.status_code == 409
        assert "at most 2000 games" in text_of(answer.text)


def test_a_level_among_the_seats_is_the_level(ann):
    page = ann.get("/new/universalis?seat2=hard").text
    assert 'name="level" value="hard" checked' in page
    assert '<option value="automa" selected>' in page


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/new/undaunted?companion=1&dice=table&cards=app&edition=de", {"dice": "table", "cards": "app"}),
        ("/new/undaunted?dice=table&pace=step&scenario=ridge", {"dice": "table", "pace": "step"}),
        ("/new/saboteur?players=7&seat3=person&scenario=tu", {"players": "7", "seat3": "person"}),
        ("/new/saboteur?seat2=rule@mine:mood=good", {"seat2": "rule@mine:mood=good"}),
    ],
)
def test_what_was_chosen_stays_when_something_else_changes(ann, path, kept):
    page = ann.get(path).text
    for name, value in kept.items():
        if f'type="radio" name="{name}"' in page:
            assert re.findall(rf'name="{name}" value="([^"]*)" checked', page) == [value]
            continue
        select = re.search(rf'<select name="{name}"[^>]*>(.*?)</select>', page, re.DOTALL)[1]
        assert re.findall(r'<option value="([^"]*)" selected>', select) == [value]


def test_seed_and_open_reasons_stay_too(ann):
    page = ann.get("/new/saboteur?seed=abc%22&open_why=1").text
    assert 'name="seed" maxlength="40" autocomplete="off" value="abc&#34;"' in page
    assert 'name="open_why" value="1" checked' in page


def test_whoever_chooses_the_first_game_in_the_form_gets_tips(ann):
    table, _ = begun(ann, "tactics", scenario="first", seat1="me")
    table.settled()
    assert 'id="hint"' in table.board()
    table, _ = begun(ann, "tactics", scenario="kraken", seat1="me")
    table.settled()
    assert 'id="hint"' not in table.board()


def test_after_a_finished_scenario_the_next_one_is_proposed(ann):
    def chosen():
        return re.search(r'name="scenario" value="(\w+)" checked', ann.get("/new/undaunted").text)[1]

    first, second = in_order(game_named("undaunted"))[:2]
    assert chosen() == first
    table, _ = begun(ann, "undaunted", scenario=first, seat1="me")
    table.play()
    assert chosen() == second
    assert "of 1 won" in text_of(ann.get("/new/undaunted").text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_opponent_where_the_rules_play_none_is_refused(visit, lang):
    answer = visit(lang).post("/api/tables", json={"game": "saboteur", "opponent": "hunting-pack"})
    assert answer.status_code == 409
    say = say_in(lang)
    assert answer.json()["error"] == say("web.error.no_opponent", game=say("saboteur.title"))


@pytest.mark.parametrize("game", ["undaunted", "universalis"])
def test_whose_scenarios_these_are_is_said_before_one_is_chosen(visit, game):
    """Whoever has the box looks for those of its booklet: he is told at once, and how a map of it can be laid."""
    person = visit("de")
    page = person.get(f"/new/{game}?companion=1").text
    assert "unsere eigenen" in text_of(page)
    assert page.index('id="own-scenarios"') < page.index('name="scenario"')
    assert 'href="/import?real=1"' in page
    assert 'id="own-scenarios"' not in person.get(f"/new/{game}").text


def test_missions_are_pictured_where_one_is_chosen(ann):
    """A table from above beside every name: with the mast in its ring, or the core and the way home."""
    page = ann.get("/new/universalis?scenario=border_post").text
    listed = page.partition('class="options missions"')[2].partition("</details>")[0]
    drawn = re.findall(r'<dt><svg class="ic"[^>]*><path d="([^"]+)"', listed)
    assert len(drawn) == listed.count("<dt>") > 1
    assert len(set(drawn)) == len(drawn), "no two look alike"
