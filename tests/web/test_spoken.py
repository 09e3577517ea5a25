"""Whom the pages of a table speak to: whoever sits there, nobody who looks on, nobody round a real table."""

import re

import pytest

from kempelen.engine.game import Setup, games, say_in
from kempelen.engine.session import Session
from kempelen.wording import speaking_to

SETUP = Setup("saboteur", "tu", ("human", "rule", "rule"))


def test_the_table_its_log_and_its_replay_say_you(ann):
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], seed="3")
    state = table.settled()
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    table.settled()
    for page in ("log", "frames/1"):
        lines = re.findall(r"<(?:p|b|span)[^>]*>([^<]+)</(?:p|b|span)>", table.get(page).text)
        assert any(line.startswith("You ") for line in lines), page
        assert not any("layer 1" in line for line in lines), page


def test_programs_read_names(ann):
    """What a program reads is the same for every seat."""
    table = ann.new("saboteur", scenario="tu", seats=["me", "rule", "rule"], seed="3")
    state = table.settled()
    table.answer(state["asked"]["options"][0]["do"], state["version"])
    lines = [line for entry in table.settled()["log"] for line in entry["lines"]]
    assert any(line.startswith("Player 1 ") for line in lines)
    assert not any(line.startswith("You ") for line in lines)


@pytest.mark.parametrize("seat", [-1, -2, 3])
def test_whoever_has_no_seat_is_not_spoken_to(seat):
    session, say = Session(games()["saboteur"], SETUP, seed=1), say_in("en")
    assert speaking_to(session, seat, say) is say
    assert speaking_to(session, 0, say).reader
