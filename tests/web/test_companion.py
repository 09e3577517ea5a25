"""At a real table: cards and dice are named, automas say what they do, mistakes are corrected."""

import pytest

from kempelen.engine.game import game_named, games
from kempelen.web.people.keys import OPERATOR
from kempelen.web.rooms.start import first_scenario
from tests.web.people import asked_in, text_of

GAMES = tuple(games())


def companion(person, game, **more):
    table = person.new(game, scenario=first_scenario(game_named(game)), companion=more)
    assert table.seat == OPERATOR
    return table


@pytest.mark.parametrize("dice", ["app", "table"])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_asked_can_be_answered(ann, game, dice):
    table = companion(ann, game, dice=dice)
    kinds = set()
    for turn in range(60):
        state = table.settled()
        if state["outcome"]:
            break
        asked = state["asked"]
        kinds.add(asked["kind"])
        option = asked["options"][turn % len(asked["options"])]["do"]
        if asked["kind"] == "pool":
            option = " ".join([option] * asked_in(table.board())["count"])
        answer = table.answer(option, state["version"])
        assert answer.status_code == 200, (asked, text_of(answer.text))
    assert kinds


def test_what_automas_do_is_told_to_the_table(ann):
    table = companion(ann, "saboteur")
    for turn in range(80):
        state = table.settled()
        page = table.board()
        if 'id="news"' in page:
            break
        options = state["asked"]["options"]
        table.answer(options[turn % len(options)]["do"], state["version"])
    assert "Do this at the table" in text_of(page)


def test_taking_back_a_named_card(ann):
    table = companion(ann, "saboteur")
    before = table.settled()
    assert before["asked"]["kind"] == "draw"
    table.answer(before["asked"]["options"][0]["do"], before["version"])
    table.settled()
    assert table.post("undo").status_code == 200
    assert table.settled()["asked"] == before["asked"]


def test_correcting_the_table(ann):
    table = companion(ann, "saboteur", cards="app")
    table.settled()
    answer = table.post("correct", {"fact": "players.2.score=7"})
    assert answer.status_code == 200
    assert "7 points" in text_of(answer.text)
    wrong = table.post("correct", {"fact": "players.99.score=7"})
    assert wrong.status_code == 409
    assert "players.99" in text_of(wrong.text)


@pytest.mark.parametrize("game", GAMES)
def test_what_can_be_corrected_is_offered(ann, game):
    """Public facts, each in the form in which it is typed. Not each can be set: piles hold more than is public."""
    table = companion(ann, game, cards="app")
    for _ in range(20):
        state = table.settled()
        if (facts := table.get("facts")).text:
            break
        table.answer(state["asked"]["options"][0]["do"], state["version"])
    lines = facts.text.splitlines()
    assert len(lines) > 5
    assert all("=" in line for line in lines)
    numbers = [line for line in lines if line.rpartition("=")[2].isdecimal() and "." in line]
    assert any(table.post("correct", {"fact": number}).status_code == 200 for number in numbers)


def test_only_a_real_table_is_corrected(ann):
    table = ann.new("saboteur")
    table.settled()
    assert table.post("correct", {"fact": "players.2.score=7"}).status_code == 409


def test_a_value_that_is_none_is_refused(ann):
    table = companion(ann, "saboteur")
    table.settled()
    assert table.answer("ace of spades").status_code == 409


def test_whoever_has_the_box_finds_his_way_from_home(ann):
    """One tap to every companion and every desk; a game at a real table goes on from the top of the page."""
    assert 'href="/box"' in ann.get("/").text
    page = ann.get("/box").text
    assert all(f'href="/new/{game}?companion=1"' in page for game in GAMES)
    assert 'href="/desk/tactics"' in page
    assert "Go on at the table" not in text_of(page)
    table = companion(ann, "saboteur")
    for address in ("/", "/box"):
        page = ann.get(address).text
        assert "Go on at the table" in text_of(page)
        assert f"/tables/{table.id}" in page
    ann.new("undaunted")  # not at a real table
    assert "Undaunted" not in text_of(ann.get("/box").text.partition('id="boxes-title"')[0])
