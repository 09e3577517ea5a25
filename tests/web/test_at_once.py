"""What stands there at once: how this scenario is won, what can be counted out, and every game that is not over."""

import re

from tests.web.people import Sitting


def test_the_first_game_tells_only_of_roles_that_are_in_it(ann):
    where = ann.post("/first/saboteur").headers["location"]
    page = ann.get(where).text
    how = re.search(r'<template id="how".*?</template>', page, re.DOTALL)[0]
    assert "stone seeker" not in how.lower()
    assert "A stone ends nothing" in how


def test_under_chances_stands_what_can_be_counted_out(ann):
    page = ann.get(ann.post("/first/saboteur").headers["location"]).text
    pane = re.search(r'id="pane-odds".*?id="ask-odds"', page, re.DOTALL)[0]
    assert "Where is the gold?" in pane
    assert pane.count("1 of 3") == 3


def test_whoever_did_it_is_not_said_to_have_decided_it_once_more(ann):
    table = Sitting(ann, ann.post("/first/saboteur").headers["location"].rpartition("/")[2], 0)
    ann.post(f"/tables/{table.id}/pace", json={"pace": "instant"})
    table.answer(re.search(r'id="show-me" data-play="([^"]+)"', table.board())[1])
    table.settled()
    keys = re.findall(r'<li data-event.*?data-why="([^",]+)"', table.board())
    told = [ann.get(f"/tables/{table.id}/why/{key}").text for key in keys]
    assert len(told) == 2
    assert not any("Decided by" in one for one in told)


def test_every_game_that_is_not_over_is_reached_from_the_first_screen(ann):
    tables = [ann.post(f"/first/{game}").headers["location"].partition("?")[0] for game in ("saboteur", "undaunted")]
    page = ann.get("/").text
    top = page.partition('<div class="beside">')[0]
    assert 'id="also-on"' in top
    assert all(f'href="{table}"' in top for table in tables)


def test_what_the_automa_would_do_is_done_to_the_enemy(ann):
    """A notation alone does not say whose unit is meant: it is worded as the list of choices has it."""
    table = ann.post("/first/undaunted").headers["location"].partition("?")[0]
    odds = ann.get(f"{table}/odds?seat=0").text
    assert "ATTACK" in odds
    chances = odds.partition("Why the likeliest")[0]
    assert "(DE)" in chances
    assert "(US)" not in chances
