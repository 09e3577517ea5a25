"""Scenarios, maps and positions of somebody's own, opened from a file beside a real table."""

import re

import pytest

from kempelen.engine.files.position import position_text
from kempelen.engine.game import Setup, game_named, games
from kempelen.parts.scenarios import scenario_file
from kempelen.web.rooms.start import begin, seat_count
from tests.web.people import text_of, until


def own_file(name):
    """A scenario as its file has it; of a game without such files a position after the deal."""
    game = game_named(name)
    scenario = game.scenarios[1]
    data = scenario_file(game, scenario)
    if data is None:
        seats = (game.automa,) * seat_count(game, scenario)
        moments = begin(Setup(name, scenario, seats), seed=3).moments
        data = game.to_position(next(moment.state for moment in moments if moment.state is not None))
    return position_text({"game": name, **data}, "mine.toml")


@pytest.mark.parametrize("name", games())
def test_an_own_table_is_laid_out_and_asked_about(visit, name):
    ann = visit("de")
    sent = ann.post(
        "/import?name=mine.toml&real=1", content=own_file(name).encode(), headers={"accept": "application/json"}
    )
    assert sent.status_code == 201, sent.text
    address = sent.json()["table"]
    assert address.endswith("?tab=build")
    built = ann.get(address).text
    assert built.count('<section class="sheet flush now" data-step>') >= 2, "one step after the other"
    table = address.partition("?")[0]
    asked = until(lambda: None if "http-equiv" in (page := ann.get(table).text) else page)
    assert re.search(r'data-kind="\w+"|id="done"', asked), text_of(asked)
    assert ann.get(f"{table}?tab=table").status_code == 200
